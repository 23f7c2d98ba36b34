"""The notebooks run from top to bottom, in the form in which they are kept, on public names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from notebooks.build import execute, html, notebooks, stripped

OURS = {"puzzles", "encode", "count", "ladder", "generate", "sequences", "ledger", "widget"}
ESSAY = ["Representation", "Experiment", "Table", "Doubt"]
NAMES = {"binairo", "norinori", "nondango", "numberlink", "sequences"}

each_notebook = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def sources(notebook: NotebookNode, kind: str) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


def test_there_is_a_notebook_for_each_puzzle_and_one_for_sequences() -> None:
    assert {path.stem for path in notebooks()} >= NAMES


@each_notebook
def test_it_is_kept_without_outputs(path: Path) -> None:
    notebook = read(path)
    assert notebook == stripped(notebook), "run: make strip"


@each_notebook
def test_it_is_an_essay(path: Path) -> None:
    text = "\n".join(sources(read(path), "markdown"))
    headings = re.findall(r"^## +(.*\S)", text, re.MULTILINE)
    assert [heading for heading in headings if heading in ESSAY] == ESSAY
    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1


@each_notebook
def test_imports_stand_where_they_are_used_and_are_short(path: Path) -> None:
    for source in sources(read(path), "code"):
        imports = [
            node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        lines = sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)
        assert lines <= 5, source[:200]


def test_formulas_are_pictures_on_a_page() -> None:
    text = nbformat.v4.new_markdown_cell("Let $a_n = 5 a_{n-1}$ and `$x$`.")
    shown = nbformat.v4.new_output("display_data", {"text/latex": "$\\displaystyle x^2$"})
    code = nbformat.v4.new_code_cell("1", outputs=[shown])
    alone = nbformat.v4.new_markdown_cell("For\n\n$n \\ge 1$\n\nonly.")
    page = html(nbformat.v4.new_notebook(cells=[text, code, alone]), "formulas")
    assert re.search(r'<p><img [^>]*alt="n \\geq 1"[^>]*></p>', page)
    assert 'alt="a_n = 5 a_{n-1}" src="data:image/svg' in page
    assert 'alt="x^2" src="data:image/svg' in page
    assert "$x$" in page


def private(source: str) -> Iterator[str]:
    """What the source uses of ours that is not public, as ``module.name``."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                for alias in names:
                    top = alias.name.partition(".")[0]
                    if top in OURS and any(part.startswith("_") for part in alias.name.split(".")):
                        yield alias.name
            case ast.ImportFrom(module, names, level):
                if level:
                    yield "." * level + str(module)
                elif str(module).partition(".")[0] in OURS:
                    public = getattr(import_module(str(module)), "__all__", ())
                    yield from (f"{module}.{a.name}" for a in names if a.name not in public)
            case ast.Attribute(_, name) if name.startswith("_") and not name.endswith("__"):
                yield f".{name}"
            case ast.Call(ast.Name("__import__" | "exec" | "eval" as name)):
                yield name
            case _:
                pass


@each_notebook
def test_it_uses_public_names_only(path: Path) -> None:
    code = sources(read(path), "code")
    # A line that starts with % or ! speaks to IPython.
    assert [line for source in code for line in source.splitlines() if line[:1] in ("%", "!")] == []
    assert [name for source in code for name in private(source)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from puzzles import Board, read", []),
        ("from puzzles.language import Line\nimport numpy as np, puzzles", []),
        ("from puzzles import render_svg", ["puzzles.render_svg"]),
        ("from puzzles.svg import _CELL", ["puzzles.svg._CELL"]),
        ("from encode import *", ["encode.*"]),
        ("from . import build", [".None"]),
        ("import count._hidden", ["count._hidden"]),
        ("board._cells()", ["._cells"]),
        ("count.__name__", []),
        ("__import__('puzzles')", ["__import__"]),
        ("from matplotlib.pyplot import plot", []),
    ],
)
def test_the_walk_sees_names_that_are_not_public(source: str, found: list[str]) -> None:
    assert list(private(source)) == found


@each_notebook
def test_it_runs_and_its_page_stands_alone(path: Path) -> None:
    notebook = execute(path)
    complaints = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"
            if output.output_type == "stream" and output.name == "stderr":
                complaints += re.findall(r".*(?:Traceback|Warning).*", output.text)
    assert complaints == []
    page = html(notebook, path.stem)
    assert "<svg" in page or "data:image/png" in page
    fetched = re.findall(
        r"""<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=["']?(?!data:)[^"'\s>]+""", page
    )
    assert fetched == []
    assert "@import" not in page
    assert not re.findall(r"url\((?![\"']?(?:data:|#))", page)
