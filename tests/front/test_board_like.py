"""Every public function that works on a board takes a path as well, or says what to call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import count
import encode
import ladder
import puzzles
import widget

PATH = "examples/binairo-several-4x4.txt"

TAKE_A_PATH: dict[str, Callable[[Any], Any]] = {
    "encode.decide": lambda board: encode.decide(board).verdict,
    "encode.dimacs": encode.dimacs,
    "encode.formula": lambda board: len(encode.formula(board).clauses),
    "encode.solve": encode.solve,
    "encode.solutions": lambda board: list(encode.solutions(board)),
    "count.count": lambda board: count.count(board).value,
    "count.marginals": lambda board: dict(count.marginals(board)),
    "count.sample": lambda board: count.sample(board, 2, seed=1),
    "count.read_weights": lambda board: count.read_weights(board, "r0c0 1/2"),
    "ladder.climb": lambda board: ladder.climb(board).finished_by,
    "ladder.position": lambda board: ladder.position(board, "line"),
    "ladder.rung_names": ladder.rung_names,
    "ladder.ladder_of": lambda board: [rung.name for rung in ladder.ladder_of(board).rungs],
    "ladder.engine_of": lambda board: ladder.engine_of(board, "line").variables,
    "puzzles.check": puzzles.check,
    "puzzles.compare": lambda board: str(puzzles.compare(board, 0, 1)),
    "puzzles.heat_map": lambda board: str(puzzles.heat_map(board, {(0, 0): 0.5})),
    "puzzles.write": puzzles.write,
}


@pytest.mark.parametrize("name", sorted(TAKE_A_PATH))
def test_a_path_stands_for_its_board(name: str) -> None:
    function = TAKE_A_PATH[name]
    told = function(puzzles.read(PATH))
    assert function(PATH) == told
    assert function(Path(PATH)) == told
    with pytest.raises(puzzles.FormatError, match="no such file"):
        function("examples/missing.txt")
    with pytest.raises(TypeError, match="expected a board, a model, a path or a URL, found int"):
        function(7)


@pytest.mark.parametrize("function", [lambda it: widget.broken(it, 0, 0), widget.Session])
def test_what_takes_a_board_alone_says_what_to_call(function: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match=r"read it with puzzles\.read"):
        function(PATH)


def test_a_changed_file_has_another_ladder(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(puzzles.read(PATH).text())
    first = ladder.rung_names(path)
    path.write_text(puzzles.read("examples/norinori-6x6.txt").text())
    assert ladder.rung_names(path) != first


def test_dir_shows_names_that_are_loaded_when_they_are_used() -> None:
    import kazoe

    assert set(kazoe.__all__) <= set(dir(kazoe))
    assert set(widget.__all__) <= set(dir(widget))
