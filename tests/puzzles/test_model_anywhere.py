"""Models in files, certificates, scripts, child processes and the widget."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import count
import encode
from encode.verify import verify
from puzzles import BoardError, FormatError, Model, parse, parse_all, read, write
from puzzles.plain import Look

ROOT = Path(__file__).parents[2]
SCRIPT = """
from dataclasses import dataclass
import count, encode, ladder
from puzzles import CellBoard, Model
from puzzles.layers import Numbers

@dataclass(frozen=True, slots=True, kw_only=True)
class Mine(CellBoard):
    kind = "mine"
    RULES = ("sum", "whole")
    PRINTED = (Numbers("clues"),)
    clues: tuple

    def state(self, m):
        for k in range(self.height):
            m.exactly(self.clues[k][0], m.row(k), name="sum")
        m.connected(name="whole")

    def broken(self, solution):
        return []

m = Model(3, 3, edges="line")
m.loop()
for board in (m, Mine(clues=((2, None, None), (1, None, None)))):
    found = count.count(board, by=BY, timeout=100)
    print(sorted(set(found.counts.values())), len(found.counts))
    print(encode.decide(board).verdict, ladder.climb(board).solutions)
print(len(count.marginals(board, timeout=100)))
"""


def queens(size: int) -> Model:
    m = Model(size, size, cells="queen", name="queens # of \u2028 all")
    for k in range(size):
        m.exactly(1, m.row(k), name="row")
        m.exactly(1, m.column(k), name="column")
    for line in m.diagonals():
        m.at_most(1, line, name="diagonal")
    return m


def test_a_model_is_read_wherever_a_board_is(tmp_path: Path) -> None:
    m = queens(4)
    board = m.board()
    assert parse(board.text()) == board
    assert write(board) == board.text()
    dropped = board.dropping("diagonal")
    assert parse(write(dropped)) == dropped
    with pytest.raises(BoardError, match="no form records dropped rules"):
        write(dropped, "url")
    mixed = f"# models\n{board.text()}\n\nbinairo\n0 1\n1 0\n\n{dropped.text()} # the end\n\n"
    assert parse_all(mixed) == [board, parse("binairo\n0 1\n1 0"), dropped]
    path = tmp_path / "queens.txt"
    path.write_text(board.text(), encoding="utf-8")
    assert read(path) == board
    assert count.count(str(path), by="frontier").value == 2


def test_certificates_of_models(tmp_path: Path) -> None:
    for size, verdict, given in ((3, "none", 0), (4, "unique", 2)):
        m = queens(size)
        m.true(*[given] if given else [])
        path = tmp_path / "proof.json"
        assert encode.decide(m, proof=path).verdict == verdict
        held = verify(path)
        assert (held.verdict, held.board) == (verdict, m.board())


HEAD = (
    '{"size": [1, 2], "name": "m", "cells": ["a", "b"], "edges": ["a", "b"], '
    '"places": ["r0c0", "r0c1"], "without": []}'
)


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("model", 1, 6, "expected lines of JSON objects"),
        ("model x\n{}", 1, 7, "expected nothing behind model"),
        ("\nmodel\n\n  [1]", 4, 3, "expected a JSON object"),
        (f"model\n{HEAD}\n# a comment\n\n {{}}", 5, 2, "expected the key 'rule'"),
        (f'model\n{HEAD}\n{{"rule": ["#"], "clause": [1]}}', 3, 1, "expected a JSON object"),
        (f"model\n{HEAD}".replace("1, 2", "1, 0"), 2, 1, "at least one cell"),
        (f"model\n{HEAD}".replace("1, 2", "1000, 200"), 2, 1, "at most 100000 cells"),
        (f"model\n{HEAD}".replace("r0c1", "r1c0"), 2, 1, "cells of a 1x2 board"),
        (f"model\n{HEAD}".replace("r0c1", "r0c1-r0c0"), 2, 1, "or edges from a cell to"),
        (f"model\n{HEAD}".replace("r0c1", "r0c0-r0c0"), 2, 1, "or edges from a cell to"),
        (f"model\n{HEAD}".replace("r0c1", "r0c0"), 2, 1, "each place once"),
        (f"model\n{HEAD}".replace("[]}", '["x"]}'), 2, 1, "has no rule 'x'"),
        (f"model\n{HEAD}".replace("[]}", '[], "regions": [[1]]}'), 2, 1, "1 rows of 2 numbers"),
        (f"model\n{HEAD}".replace("[]}", '[], "circles": ["r1c0"]}'), 2, 1, "expected circles on"),
        (f"model\n{HEAD}".replace("[]}", '[], "faces": {"r0c0": "1"}}'), 2, 1, "expected faces on"),
    ],
)
def test_what_is_no_model_is_refused_in_its_place(
    text: str, line: int, column: int, fault: str
) -> None:
    with pytest.raises(FormatError) as error:
        parse(text)
    assert fault in error.value.message
    assert (error.value.line, error.value.column) == (line, column)


def test_a_look_fits_its_board() -> None:
    m = Model(2, 2, edges="line", look=Look(points=True, faces=(((0, 0), "3"),)))
    assert "3" in str(m)
    for changes in ({"glyphs": (((2, 0), "x"),)}, {"regions": ((0, 0),)}):
        with pytest.raises(BoardError):
            m.show(**changes)


@pytest.mark.parametrize(
    ("by", "least"),
    [("frontier,brute", 2), pytest.param("all", 5, marks=pytest.mark.slow)],
)
def test_a_script_has_all_engines(by: str, least: int, tmp_path: Path) -> None:
    """In ``__main__``, with a limit, so that every engine runs in a process of its own."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT.replace("BY", repr(by)))
    done = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    counted, verdict, again, second, places = done.stdout.splitlines()
    assert (verdict, second, places) == ("several 2", "several 2", "6")
    for line, wanted in ((counted, "[13]"), (again, "[4]")):
        counts, engines = line.split()
        assert counts == wanted
        assert int(engines) >= least
