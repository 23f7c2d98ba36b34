"""Slips of who writes a puzzle class: each is told in one line, and none changes a count in silence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from count.cli import main as count
from encode.command import main as encode
from ladder.command import main as ladder
from puzzles import Binairo, BoardError, Model, check, kinds, load, parse, plugins
from tests.puzzles.examples import FILES

CLASS = """
from dataclasses import dataclass
from puzzles import CellBoard, Violation
from puzzles.layers import Numbers

@dataclass(frozen=True, slots=True, kw_only=True)
class Mine(CellBoard):
    kind = "mine"
    RULES = ("sum", "first")
    PRINTED = (Numbers("clues"),)
    clues: tuple

    def check(self):
        pass

    def state(self, m):
        m.exactly(self.clues[0][0], m.cells(), name="sum")
        m.true(m[0, 0], name="first")

    def broken(self, solution):
        found = []
        if solution.bit_count() != self.clues[0][0]:
            found.append(Violation("sum", (), "another sum"))
        if not solution & 1:
            found.append(Violation("first", (), "the first cell is off"))
        return found
"""
Out = pytest.CaptureFixture[str]
Command = Callable[[Sequence[str]], int]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    for kind in set(kinds.known()) - set(kinds.KINDS):
        kinds.forget(kind)
    sys.modules.pop("kazoe_puzzle_slip", None)


def slip(tmp_path: Path, old: str, new: str) -> tuple[str, str, int]:
    """A file with the class, changed; a file with a board; the line that is changed."""
    assert CLASS.count(old) == 1
    path, board = tmp_path / "slip.py", tmp_path / "board.txt"
    path.write_text(CLASS.replace(old, new))
    board.write_text("mine\n2 . .\n")
    return str(path), str(board), CLASS[: CLASS.index(old)].count("\n") + 1


SUM = 'm.exactly(self.clues[0][0], m.cells(), name="sum")'


@pytest.mark.parametrize("command", [count, encode, ladder])
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (SUM, "1 / 0", "ZeroDivisionError: division by zero"),
        (SUM, "m.exactly(1, [1, 1], name='sum')", "rule sum: expected each variable once"),
        (SUM, "open('nowhere/at/all')", "FileNotFoundError: "),
        ("pass", "int('x')", "ValueError: invalid literal"),
    ],
)
def test_what_a_class_raises_is_one_line_with_its_place(
    command: Command, old: str, new: str, fault: str, tmp_path: Path, capsys: Out
) -> None:
    path, board, line = slip(tmp_path, old, new)
    assert command([board, "--puzzle", path]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"{path}:{line}: {fault}")


@pytest.mark.parametrize("where", ["pass", SUM])
def test_what_a_class_says_of_a_board_has_no_place_in_its_file(
    where: str, tmp_path: Path, capsys: Out
) -> None:
    new = "from puzzles import BoardError; raise BoardError('no board of mine')"
    path, board, _ = slip(tmp_path, where, new)
    assert encode([board, "--puzzle", path]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "slip.py" not in said
    assert said.endswith("no board of mine")


def test_errors_of_the_package_are_not_put_down_to_a_class(tmp_path: Path) -> None:
    path, _, _ = slip(tmp_path, "pass", "pass")
    load(path)
    with pytest.raises(KeyError) as raised:
        kinds.KINDS["ours"]
    assert plugins.blame(raised.value) is None


def test_a_class_that_draws_nothing(tmp_path: Path, capsys: Out) -> None:
    drawing = "    def drawing(self, solution=None):\n        return None\n\n"
    path, board, _ = slip(tmp_path, "    def state", f"{drawing}    def state")
    for words in ([], ["--solve"]):
        assert encode([board, "--puzzle", path, *words]) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert said == "drawing of Mine: expected a Drawing, found None"
    for show in (str, repr, lambda b: b._repr_svg_(), lambda b: b.position_drawing(0, 0)):
        with pytest.raises(BoardError, match="drawing of Mine"):
            show(parse("mine\n2 .") if show is not repr else parse("mine\n2 .").solution(1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('Violation("first"', 'Violation("nope"', "speaks of a rule 'nope' that RULES lacks"),
        ("return found", "return None", "expected a list of Violation, found None"),
        ("return found", "return ['first']", r"expected a list of Violation, found \['first'\]"),
    ],
)
def test_a_verifier_that_says_something_else(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    path, _, _ = slip(tmp_path, old, new)
    load(path)
    with pytest.raises(BoardError, match=f"broken of Mine.*{message}"):
        parse("mine\n2 . .").violations(0)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (encode, []),
        (encode, ["--solve"]),
        (encode, ["--solutions", "9", "--json"]),
        (count, ["--sample", "3"]),
        (count, ["--sample", "3", "--json"]),
    ],
)
def test_commands_notice_a_verifier_that_refuses(
    command: Command, words: list[str], tmp_path: Path, capsys: Out
) -> None:
    path, board, _ = slip(tmp_path, "if not solution & 1:", "if solution & 1:")
    assert command([board, "--puzzle", path, *words]) == 1
    out, err = capsys.readouterr()
    assert out
    assert "the verifier says of a solution: rule first: the first cell is off" in err
    assert command([board, "--puzzle", path, *words, "--without", "first"]) == 0
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("!= self.clues", "> self.clues", "is a solution by broken, and breaks rule sum"),
        ("if not solution & 1:", "if solution & 1:", "rules first: . . . is a solution by broken"),
        ("m.true(m[0, 0]", "m.true(-m[0, 0]", "breaks rule first by broken, and is a solution"),
        ("exactly(self", "at_least(self", "# # # breaks rule sum by broken, and is a solution"),
        # With both rules in force the sum hides it.
        (
            "if not solution & 1:",
            "if not solution & 1 and solution.bit_count() == 2:",
            "rules first: . . . is a solution by broken",
        ),
    ],
)
def test_check_finds_where_rules_and_verifier_disagree(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    path, _, _ = slip(tmp_path, old, new)
    load(path)
    board = parse("mine\n2 . .")
    with pytest.raises(BoardError) as error:
        check(board)
    assert error.value.message.startswith("1x3 mine with rules ")
    assert says in error.value.message
    assert error.value.message.endswith("by the rules stated")


def test_check_counts_where_they_agree() -> None:
    assert check(Binairo.blank(2, 2)) == 2
    for name, text, wanted in (
        ("hitori", "hitori\n1 2 2\n3 3 1", 1),
        ("heyawake", "heyawake\na a b\nc c b\n\n1 . .\n. . .", 4),
    ):
        load(str(FILES / f"{name}.py"))
        assert check(parse(text)) == wanted
    with pytest.raises(BoardError, match="at most 16 variables to check, found 24"):
        check(Binairo.blank(4, 6))


def test_a_position_leaves_open_cells_open_where_off_is_shaded() -> None:
    load(str(FILES / "hitori.py"))
    board = parse("hitori\n1 2 2\n3 3 1")
    picture = board.position_drawing(on=0b000011, off=0b000100)
    assert picture.shaded == {(0, 2)}
    assert picture.crosses == {(0, 0), (0, 1)}
    assert not board.position_drawing(0, 0).shaded
    assert board.drawing(0b111011).shaded == {(0, 2)}
    assert not board.drawing().shaded
    assert len(board.drawing(0).shaded) == 6


@pytest.mark.parametrize(
    "rule",
    [
        '{"rule": ["a"], "count": [-1, 2], "allowed": [1]}',
        '{"rule": ["a"], "distinct": [[1, 0]]}',
        '{"rule": ["a"], "distinct": [[1, 2], [1, 0]]}',
        '{"rule": ["a"], "clause": [0]}',
        '{"rule": ["a"], "loop": {"cells": ["r0c0", "r0c1"], '
        '"edges": ["r0c0-r0c1", "r0c1-r0c0"], "variables": [1, 2]}}',
    ],
)
def test_what_the_vocabulary_refuses_is_an_error_of_the_text(rule: str) -> None:
    head = Model(1, 2, cells="cell").board().text()
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the class and the place are compared
        parse(f"{head}\n{rule}\n")
    assert type(error.value).__name__ == "FormatError"
    assert str(error.value).startswith("<text>:3:1: ")
