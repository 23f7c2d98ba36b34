"""The arrows between the packages: who may import whom (docs/design.md)."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ALLOWED: dict[str, set[str]] = {
    "puzzles": {"native"},
    "native": set(),
    "encode": {"puzzles", "native"},
    "count": {"puzzles", "encode", "native"},
    "ladder": {"puzzles", "native"},
    "generate": {"puzzles", "encode", "ladder", "native"},
    "sequences": {"native"},
    "widget": {"puzzles", "encode", "ladder"},
    "ledger": {"puzzles", "encode", "count", "ladder", "generate", "sequences", "native"},
    "kazoe": {
        "puzzles",
        "encode",
        "count",
        "ladder",
        "generate",
        "sequences",
        "ledger",
        "widget",
        "native",
    },
}
OURS = {*ALLOWED, "tests", "benchmarks", "notebooks"}
STANDARD_LIBRARY_ONLY = {"puzzles"}
PACKAGES = [package for package in ALLOWED if (ROOT / package).is_dir()]


def imported(source: str, package: str) -> Iterator[tuple[int, str]]:
    """(line, top-level module) of every import in the source, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            top = package if node.level else str(node.module).partition(".")[0]
            yield node.lineno, top
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) in ("import_module", "importlib.import_module", "__import__")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield node.lineno, str(node.args[0].value).partition(".")[0]


def wrong(source: str, package: str) -> list[str]:
    """The imports that go against the table, as ``line N imports M``."""
    found = []
    for line, top in imported(source, package):
        inside = top in OURS and top != package and top not in ALLOWED[package]
        outside = package in STANDARD_LIBRARY_ONLY and not (
            top in OURS or top in sys.stdlib_module_names
        )
        if inside or outside:
            found.append(f"line {line} imports {top}")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_no_import_goes_against_the_layers(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    assert modules
    complaints = {
        str(path.relative_to(ROOT)): wrong(path.read_text(encoding="utf-8"), package)
        for path in modules
    }
    assert {path: found for path, found in complaints.items() if found} == {}


def test_the_core_packages_are_there() -> None:
    assert {"puzzles", "encode", "count", "sequences"} <= set(PACKAGES)


@pytest.mark.parametrize(
    ("package", "source", "found"),
    [
        ("puzzles", "import numpy as np", ["line 1 imports numpy"]),
        ("puzzles", "def f():\n    from pysat.solvers import Solver", ["line 2 imports pysat"]),
        ("puzzles", "import json\nfrom puzzles.grid import normal\nfrom . import rules", []),
        ("puzzles", "import encode", ["line 1 imports encode"]),
        ("encode", "import numpy\nfrom puzzles import read", []),
        ("encode", "from count.registry import ENGINES", ["line 1 imports count"]),
        ("count", "from encode import decide\nimport ladder.rungs", ["line 2 imports ladder"]),
        ("sequences", "import numpy, puzzles.grid", ["line 1 imports puzzles"]),
        (
            "sequences",
            "import importlib\nimportlib.import_module('count.x')",
            ["line 2 imports count"],
        ),
        ("generate", "from tests.strategies import boards", ["line 1 imports tests"]),
    ],
)
def test_the_walk_sees_forbidden_imports(package: str, source: str, found: list[str]) -> None:
    assert wrong(source, package) == found


def test_the_modular_path_of_sequences_shares_nothing_with_the_exact_one() -> None:
    """``sequences/dense`` imports itself alone: its agreement with the rest is evidence."""
    for path in sorted((ROOT / "sequences" / "dense").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert not node.level, path.name
                modules = [str(node.module)]
            for module in modules:
                inside = module.partition(".")[0] == "sequences"
                assert not inside or module.startswith("sequences.dense"), f"{path.name}: {module}"


COMMANDS = [package for package in PACKAGES if (ROOT / package / "__main__.py").exists()]
HEAVY = {"numpy", "numba", "pysat", "dd", "sympy", "flint", "distributed", "matplotlib"}
HEAVY |= {"anywidget", "ipywidgets", "traitlets", "IPython"}
REPORT = f"print(*sorted({HEAVY} & set(sys.modules)), file=sys.stderr)"


def stderr_of(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_importing_a_package_loads_no_heavy_module(package: str) -> None:
    """numpy, numba, solvers and BDDs are loaded where they are used."""
    assert stderr_of("-c", f"import sys, {package}; {REPORT}").split() == []


@pytest.mark.parametrize("package", COMMANDS)
def test_help_loads_no_heavy_module(package: str) -> None:
    """Time spent on loading them would be felt at every ``--help``."""
    program = f"""
import runpy, sys
sys.argv = [{package!r}, "--help"]
try:
    runpy.run_module({package!r}, run_name="__main__")
except SystemExit as stop:
    assert not stop.code
{REPORT}
"""
    assert stderr_of("-c", program).split() == []
