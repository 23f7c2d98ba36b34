"""The same words for the same thing in every command: boards, lists, names, sizes, pictures, ``-``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from kazoe.command import main
from native.commands import sides
from puzzles import Binairo, Numberlink, read
from puzzles.errors import BoardError
from puzzles.kinds import find

ROOT = Path(__file__).resolve().parents[2]
NORINORI = ROOT / "examples" / "norinori-6x6.txt"
LINK = ROOT / "examples" / "numberlink-7x7.txt"
SMALL = "binairo\n0 . . .\n. . . .\n. . . .\n. . . 1\n"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def typed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Standard input holds this."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two boards and a bank of two."""
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(SMALL)
    (tmp_path / "bank.jsonl").write_text((json.dumps({"board": SMALL}) + "\n") * 2)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", ["encode", "count", "ladder"])
@pytest.mark.usefixtures("folder")
def test_every_command_takes_several_boards_patterns_banks_and_standard_input(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, SMALL.encode())
    told = printed(capsys, command, "*.txt", "bank.jsonl", "-", "--json")
    boards = [json.loads(line)["board"] for line in told.splitlines()]
    assert len(boards) == 5
    assert len(set(boards)) == 1


@pytest.mark.usefixtures("folder")
def test_a_pattern_without_files_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "*.nothing"]) == 2
    assert capsys.readouterr().err.startswith("*.nothing:")


@pytest.mark.parametrize(
    "words",
    [
        ("--without", "degree,paths", "--variant", "unused,no-touch"),
        ("--without", "Paths", "--without", "DEGREE", "--variant", "No_Touch, Unused"),
    ],
)
def test_lists_have_commas_and_names_any_case(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, "convert", str(LINK), "--to", "JSON", *words))
    assert (found["variants"], found["dropped"]) == (["no-touch", "unused"], ["degree", "paths"])


def test_names_of_engines_rungs_families_and_claims(capsys: pytest.CaptureFixture[str]) -> None:
    twice = printed(capsys, "count", str(NORINORI), "--by", "BDD", "--by", "frontier")
    assert "bdd" in twice
    assert "frontier" in twice
    assert "confirmed" not in printed(capsys, "count", str(NORINORI), "--by", "BDD,Frontier")
    assert "local" in printed(capsys, "ladder", str(NORINORI), "--rung", "LOCAL")
    assert printed(capsys, "sequences", "Paths", "--terms", "3")
    assert printed(capsys, "sequences", "a181219", "--terms", "3")
    assert printed(capsys, "ledger", "list", "b1,B2").count("\n") == 2
    with pytest.raises(SystemExit):
        main(["count", str(NORINORI), "--by", "bdd,"])


@pytest.mark.parametrize(
    ("name", "cls"),
    [
        ("takuzu", Binairo),
        ("Binairo", Binairo),
        ("Arukone", Numberlink),
        ("numlin", Numberlink),
        ("NumberLink", Numberlink),
    ],
)
def test_puzzles_have_other_names(name: str, cls: type) -> None:
    assert find(name) is cls
    with pytest.raises(BoardError, match="did you mean takuzu"):
        find("takuzo")


def test_another_name_reads_a_bare_grid(tmp_path: Path) -> None:
    (tmp_path / "bare").write_text("0 .\n. .\n")
    assert read(tmp_path / "bare", puzzle="Takuzu").kind == "binairo"


@pytest.mark.parametrize("text", ["5x5", "5X5", "5", "5×5", " 5 x 5 "])
def test_sizes(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sides(text) == (5, 5)
    assert printed(capsys, "generate", "Norinori", text, "--format", "url").startswith("https")
    strip = text.replace("5", "3", 1).replace("5", "n").replace(" ", "")
    if "n" in strip:
        assert printed(capsys, "sequences", strip, "--terms", "4") == printed(
            capsys, "sequences", "3xn", "--terms", "4"
        )


@pytest.mark.parametrize("text", ["", "0x4", "x", "4x", "4xx4", "²x2", "4x4x4", "-4"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="expected a size like 9x9"):
        sides(text)


@pytest.mark.parametrize("name", ["--picture", "--svg"])
def test_pictures_have_one_name_and_keep_the_old_one(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for i, words in enumerate((("encode",), ("count", "--marginals"), ("ladder",))):
        out = tmp_path / f"{i}.svg"
        printed(capsys, *words, str(NORINORI), name, str(out))
        assert out.read_text().startswith("<svg")
        with pytest.raises(SystemExit):
            main([words[0], "--help"])
        told = capsys.readouterr().out
        assert "--picture" in told
        assert "--svg" not in told


def test_verify_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    printed(capsys, "encode", str(NORINORI), "--certificate", "unique")
    printed(capsys, "count", str(NORINORI), "--certificate", "it")
    printed(capsys, "generate", "norinori", "5", "--out", "bank")
    printed(capsys, "sequences", "2xn", "--certificate", "proof")
    for file, words in {
        "unique": ("encode", "verify", "-"),
        "it.cpog": ("count", "verify", "it.cnf", "-"),
        "it.cnf": ("count", "verify", "-", "it.cpog"),
        "bank": ("generate", "verify", "-"),
        "proof": ("sequences", "verify", "-"),
    }.items():
        typed(monkeypatch, Path(file).read_bytes())
        assert printed(capsys, *words)
    typed(monkeypatch, b"nothing of that kind")
    assert main(["encode", "verify", "-"]) == 1
    assert capsys.readouterr().err.startswith("-: ")
