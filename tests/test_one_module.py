"""A puzzle is one module: no other module of the package tells the puzzles apart.

Named are, outside the modules of the four puzzles, only what is about some of them by itself: formats
that other programs write, analyses of one puzzle.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles import KINDS

ROOT = Path(__file__).resolve().parent.parent
CLASSES = {cls.__name__ for cls in KINDS.values()}
WORDS = {*KINDS, *(name for cls in KINDS.values() for name in (*cls.URL_NAMES, *cls.PZPR_NAMES))}
PACKAGES = ("puzzles", "encode", "count", "ladder", "generate", "widget")
OWN = {f"{package}/{kind}.py" for package in PACKAGES for kind in KINDS}
EXCEPTIONS = {
    "puzzles/kinds.py": "the list of the package's classes",
    "puzzles/formats/recognise.py": "lists formats, some of which hold one puzzle",
    "puzzles/formats/own.py": "a bare grid of 0 and 1 is Binairo",
    "puzzles/formats/adc.py": "a format of Numberlink alone",
    "puzzles/formats/codex.py": "a format of Binairo alone",
    "puzzles/formats/flow_solver.py": "a format of Numberlink alone",
    "puzzles/formats/imos.py": "a format of Numberlink alone",
    "puzzles/formats/tatham.py": "a format of Binairo alone",
    "puzzles/formats/tdzdd.py": "a format of Numberlink alone",
    "puzzles/formats/thomasahle.py": "a format of Numberlink alone",
    "puzzles/formats/janko.py": "the site's names and forms of the four",
    "puzzles/formats/penpa.py": "how setters draw the four in a drawing program",
    "puzzles/formats/puzzlekit.py": "the data set's forms of the four",
    "generate/givens.py": "the least number of givens of Binairo",
    "generate/repair.py": "repairs the regions of Norinori boards",
    "ladder/checkerboard.py": "an analysis of Numberlink",
    "ladder/clues.py": "an analysis of Binairo's givens",
    "ladder/command.py": "--clues, for that analysis",
    "ladder/cycles.py": "an analysis of Norinori",
    "ladder/triples.py": "an analysis of Nondango",
}


def mentions(source: str) -> Iterator[str]:
    """Every use of a puzzle's class, or of its name as a string; docstrings and annotations are none."""
    tree = ast.parse(source)
    notes = {
        id(inner)
        for node in ast.walk(tree)
        for note in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if note is not None
        for inner in ast.walk(note)
    }
    for node in ast.walk(tree):
        if id(node) in notes:
            continue
        if isinstance(node, ast.Name) and node.id in CLASSES:
            yield f"line {node.lineno}: {node.id}"
        elif isinstance(node, ast.Attribute) and node.attr in CLASSES:
            yield f"line {node.lineno}: .{node.attr}"
        elif isinstance(node, ast.Constant) and node.value in WORDS:
            yield f"line {node.lineno}: {node.value!r}"


def told_apart(module: str) -> list[str]:
    source = (ROOT / module).read_text(encoding="utf-8")
    exported = "__all__" in source and module.endswith("__init__.py")
    return [] if exported else list(mentions(source))


MODULES = [
    str(path.relative_to(ROOT))
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
]


def test_no_other_module_tells_the_puzzles_apart() -> None:
    judged = sorted(set(MODULES) - OWN - set(EXCEPTIONS))
    assert len(judged) > 60
    assert {module: found for module in judged if (found := told_apart(module))} == {}


def test_every_exception_is_one() -> None:
    analyses = {m for m in EXCEPTIONS if m.startswith("ladder/") and m != "ladder/command.py"}
    silent = {module for module in EXCEPTIONS if not told_apart(module)}
    assert silent <= analyses  # their arguments are boards of one puzzle


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("TABLE = {'binairo': 1}", ["line 1: 'binairo'"]),
        ("match board:\n    case Norinori():\n        pass", ["line 2: Norinori"]),
        ("if puzzles.Numberlink:\n    pass", ["line 1: .Numberlink"]),
        ("x = board.kind == 'numlin'", ["line 1: 'numlin'"]),
        ("'About binairo.'\nfrom puzzles import Binairo\ndef f(b: Binairo) -> Binairo: ...", []),
    ],
)
def test_the_walk_sees_tables(source: str, found: list[str]) -> None:
    assert list(mentions(source)) == found
