"""Puzzle classes from files, modules and entry points, on every command line over boards."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from count.cli import main as count
from encode.command import main as encode
from generate.__main__ import main as generate
from ladder.command import main as ladder
from puzzles import BoardError, FormatError, kinds, parse, plugins
from tests.puzzles.examples import FILES

STARS = "starbattle\na a b b\na b b b\nc c d b\nc c d d\n"
CLASS = """
from dataclasses import dataclass
from puzzles import CellBoard
from puzzles.layers import Numbers

@dataclass(frozen=True, slots=True, kw_only=True)
class {name}(CellBoard):
    kind = "{kind}"
    RULES = ("sum",)
    URL_NAMES = {{"{kind}url": ""}}
    PRINTED = (Numbers("clues"),)
    clues: tuple

    def state(self, m):
        m.exactly(self.clues[0][0], m.cells(), name="sum")

    def broken(self, solution):
        return []

    @classmethod
    def from_url(cls, url):
        return cls(clues=((1,) * url.width,) * url.height)
"""


def declares(line: str) -> str:
    """The class with this line in it, after all others that it declares."""
    text = CLASS.format(name="M", kind="mine").replace("import Numbers", "import Marks, Numbers")
    return text.replace("    clues:", f"    {line}\n    clues:")


Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Whatever a test loads is unknown again."""
    plugins.announced.cache_clear()
    loaded = set(sys.modules)
    yield
    for kind in set(kinds.known()) - set(kinds.KINDS):
        kinds.forget(kind)
    for name in set(sys.modules) - loaded:
        if name.startswith(("kazoe_puzzle_mine", "a_package")):
            del sys.modules[name]
    plugins.announced.cache_clear()


@pytest.fixture
def stars(tmp_path: Path) -> str:
    path = tmp_path / "stars.txt"
    path.write_text(STARS)
    return str(path)


def mine(tmp_path: Path, text: str, name: str = "mine.py") -> str:
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def test_a_file_works_on_every_command_line(stars: str, tmp_path: Path, capsys: Out) -> None:
    spec = f"{FILES / 'star_battle.py'}"
    assert count([stars, "--puzzle", spec, "--by", "frontier,bdd"]) == 0
    assert "1 solution: frontier 1" in capsys.readouterr().out
    assert ladder([stars, "--puzzle", f"{spec}:StarBattle"]) == 0
    assert "finished by probe" in capsys.readouterr().out
    proof = tmp_path / "proof.json"
    assert encode([stars, "--puzzle", spec, "--proof", str(proof)]) == 0
    assert "unique" in capsys.readouterr().out
    kinds.forget("starbattle")
    assert encode(["verify", str(proof)]) == 1
    assert "expected a kind" in capsys.readouterr().err
    assert encode(["verify", str(proof), "--puzzle", spec]) == 0
    assert "verified: unique" in capsys.readouterr().out
    kinds.forget("starbattle")
    assert encode([stars]) == 2
    # The kind need not stand in the text, and must be that of the class.
    bare = mine(tmp_path, STARS.partition("\n")[2], "bare.txt")
    assert encode([bare, "--puzzle", spec, "--variant", "stars 0"]) == 0
    other = mine(tmp_path, "binairo\n. .\n. .\n", "other.txt")
    capsys.readouterr()
    assert encode([other, "--puzzle", spec]) == 2
    assert "expected a starbattle board, found binairo" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        generate([spec, "4x4"])
    assert stopped.value.code == 2
    assert "no generator makes" in capsys.readouterr().err


def test_a_module_works_like_a_file(
    stars: str, tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "a_package"
    package.mkdir()
    (package / "__init__.py").touch()
    text = CLASS.format(name="Mine", kind="mine") + CLASS.format(name="Two", kind="two")
    mine(package, text, "both.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    board = mine(tmp_path, "two\n2 . .\n", "two.txt")
    assert count([board, "--puzzle", "a_package.both:Two", "--by", "frontier"]) == 0
    assert "3 solutions" in capsys.readouterr().out
    assert set(kinds.known()) == {*kinds.KINDS, "two"}
    with pytest.raises(BoardError) as error:
        plugins.load(str(package / "both.py"))
    assert "expected one puzzle class: it has Mine, Two; name it as" in error.value.message
    assert plugins.load(f"{package / 'both.py'}:Mine").kind == "mine"


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("x = 1\ny = 1 / 0\n", 2, "ZeroDivisionError: division by zero"),
        ("\nimport nothing_of_this_name\n", 2, "ModuleNotFoundError: No module named"),
        ("x = 1\nif\n", 2, "invalid syntax"),
        ("raise SystemExit(0)\n", 1, "SystemExit: 0"),
        (
            CLASS.format(name="M", kind="mine").replace(": tuple", ": tuple = []"),
            6,
            "ValueError: mut",
        ),
        (CLASS.format(name="Mine", kind="binairo"), None, "binairo is Binairo already, not Mine"),
        (
            declares('RULES = ("sum")'),
            7,
            'RULES of M: expected a tuple of words, as ("row",), found',
        ),
        (declares("RULES = ['sum']"), 7, "RULES of M: expected a tuple of words"),
        (declares("RULES = ('sum', '')"), 7, "RULES of M: expected a tuple of words"),
        (declares("VARIANTS = ('wide')"), 7, "VARIANTS of M: expected a tuple of words"),
        (declares("VALUES = 'no'"), 7, "VALUES of M: expected a pair of words, (off, on)"),
        (declares("TOKENS = ('.', '#', '?')"), 7, "TOKENS of M: expected a pair of words"),
        (declares("PRINTED = (Numbers('clues'))"), 7, "PRINTED of M: expected a tuple of layers"),
        (declares("PRINTED = ()"), 7, "PRINTED of M: expected a tuple of layers, as (Num"),
        (declares("PRINTED = ('clues',)"), 7, "PRINTED of M: expected a tuple of layers"),
        (declares("PRINTED = (Marks('clues'),)"), 7, "PRINTED of M: expected a grid first"),
        (CLASS.format(name="Mine", kind="model"), None, "one word of its own, found 'model'"),
        (CLASS.format(name="Mine", kind="mi ne"), None, "one word of its own, found 'mi ne'"),
        (CLASS.format(name="Mine", kind="mi#ne"), None, "one word of its own, found 'mi#ne'"),
        (CLASS.format(name="M", kind="mine").replace("broken", "br"), None, "M lacks broken"),
        (CLASS.format(name="M", kind="mine").replace("state(", "st("), None, "M lacks state"),
        (CLASS.format(name="M", kind="mine").replace("RULES", "R"), None, "M lacks RULES"),
        (CLASS.format(name="M", kind="mine").replace("PRINTED", "P"), None, "M lacks PRINTED"),
        (CLASS.format(name="M", kind="mine").replace("@data", "#"), None, "is it a dataclass?"),
        (
            "from puzzles import register\nfrom puzzles.errors import BoardError\n"
            "@register\nclass Mine: pass\n",
            3,
            "expected a class derived from Board with a kind",
        ),
        ("x = 1\n", None, "mine.py: expected a puzzle class with a kind, found none"),
    ],
)
def test_a_bad_file_is_one_line_with_its_place(
    text: str, line: int | None, fault: str, tmp_path: Path, stars: str, capsys: Out
) -> None:
    path = mine(tmp_path, text)
    assert encode([stars, "--puzzle", path]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert fault in said
    if line is not None:
        assert said.startswith(f"{path}:{line}: ")
    assert "kazoe_puzzle_mine" not in sys.modules or line is None
    # Mended, the file is read anew.
    if line is not None:
        mine(tmp_path, CLASS.format(name="Mended", kind="mended"))
        importlib.invalidate_caches()
        assert plugins.load(path).kind == "mended"


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        (
            "nowhere.py",
            "nowhere.py: expected a Python file with a puzzle class, found no such file",
        ),
        ("nowhere.py:Class", "found no such file"),
        ("no_package.module:Class", "No module named 'no_package'"),
        ("puzzles.grid:Nothing", "puzzles.grid has no puzzle class 'Nothing': it has none"),
        ("puzzles.grid:normal", "puzzles.grid has no puzzle class 'normal'"),
        (":Class", "expected a puzzle class as mine.py, mine.py:Class or package.module:Class"),
        (":", "expected a puzzle class as mine.py, mine.py:Class or package.module:Class"),
        ("puzzles.grid:", "expected a puzzle class as mine.py, mine.py:Class"),
        (
            "nothing",
            "expected a puzzle of binairo, norinori, nondango, numberlink, found 'nothing'",
        ),
        ("model", "expected a puzzle of"),
    ],
)
def test_what_is_no_class_is_refused(spec: str, fault: str, stars: str, capsys: Out) -> None:
    for words in ([stars, "--puzzle", spec], ["verify", stars, "--puzzle", spec]):
        assert encode(words) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert fault in said


def test_an_announced_class_is_loaded_when_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = [
        EntryPoint(
            "mine", str(mine(tmp_path, CLASS.format(name="Mine", kind="mine"))), plugins.GROUP
        ),
        EntryPoint(
            "other",
            f"{mine(tmp_path, CLASS.format(name='M', kind='m'), 'mine2.py')}:M",
            plugins.GROUP,
        ),
    ]

    def found(group: str) -> list[EntryPoint]:
        assert group == "kazoe.puzzles"
        return points

    monkeypatch.setattr(plugins, "entry_points", found)
    assert parse("binairo\n0 1\n1 0").kind == "binairo"
    assert "mine" in kinds.names()
    assert set(kinds.known()) == set(kinds.KINDS), "nothing is loaded yet"
    assert parse("mine\n1 2").text() == "mine\n1 2"
    assert parse("2 1", puzzle="mine").text() == "mine\n2 1"
    assert set(kinds.known()) == {*kinds.KINDS, "mine"}
    with pytest.raises(BoardError, match="announced as other, and its kind is m"):
        parse("other\n1 2")
    points.pop()
    plugins.announced.cache_clear()
    kinds.forget("mine")
    kinds.forget("m")
    assert parse("mineurl/2/1/").text() == "mine\n1 1"
    with pytest.raises(FormatError, match=r"expected norinori, .*, mineurl in the URL"):
        parse("https://puzz.link/p?nothing/2/2/")
