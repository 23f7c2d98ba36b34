"""One shape of command: exit statuses from one table, usage errors of one line, words taken alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kazoe.command import COMMANDS, main
from native.commands import STATUSES, statuses
from native.words import quoted

ROOT = Path(__file__).resolve().parents[2]
BOARD = str(ROOT / "examples" / "norinori-6x6.txt")
SUBCOMMANDS = [
    ("encode", "verify"),
    ("count", "verify"),
    ("generate", "verify"),
    *(("ledger", name) for name in ("list", "show", "run", "check", "write")),
    ("completion",),
]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str, str]:
    """The exit status, standard output and standard error."""
    try:
        status: object = main(list(words))
    except SystemExit as ended:
        status = ended.code
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("words", [(), *((name,) for name in COMMANDS), *SUBCOMMANDS], ids=" ".join)
def test_every_help_ends_with_the_table(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = told(capsys, *words, "--help")
    assert status == 0
    assert statuses() in out
    assert all(f"  {n} " in out and meaning in out for n, meaning in STATUSES.items())
    # Nothing says the same in other words.
    assert len(re.findall("exit status", out, re.IGNORECASE)) == 1


def test_every_parser_is_of_the_one_class() -> None:
    packages = (*(COMMANDS[name].module.partition(".")[0] for name in COMMANDS), "puzzles")
    for package in {*packages, "encode", "kazoe"}:
        for path in (ROOT / package).rglob("*.py"):
            assert "ArgumentParser(" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("cuont", BOARD), "did you mean count?"),
        (("ledger", "chekc"), "did you mean check?"),
        (("count", BOARD, "--sampel", "3"), "no option '--sampel'; did you mean --sample?"),
        (("ledger", "run", "--workres", "2"), "did you mean --workers?"),
        (("encode", BOARD, "--solver", "cadica195"), "did you mean cadical195?"),
        (("convert", BOARD, "--to", "txt"), "did you mean text?"),
        (("count", BOARD, "--by", "frontir"), "did you mean frontier?"),
        (("count", BOARD, "--witness", "brut"), "did you mean brute?"),
        (("ladder", BOARD, "--rung", "prob"), "did you mean probe?"),
        (("count", BOARD, "--puzzle", "norinroi"), "did you mean norinori?"),
        (("count", BOARD, "--without", "domnio"), "did you mean domino?"),
        (
            ("count", str(ROOT / "examples" / "numberlink-7x7.txt"), "--variant", "unusde"),
            "unused?",
        ),
        (("generate", "binario", "6x6"), "did you mean binairo?"),
        (("generate", "binairo", "4x4", "--rung", "prboe"), "did you mean probe?"),
        (("sequences", "2xn", "--family", "paht"), "did you mean paths?"),
        (("sequences", "2xn", "--term", "x"), "expected a whole number from 1, found 'x'"),
        (("count", BOARD, "--timeout", "soon"), "expected seconds above 0, found 'soon'"),
        (("convert",), "BOARD"),
        (("completion", "fish"), "expected one of bash, zsh, found 'fish'"),
    ],
)
def test_usage_errors_are_one_line(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = told(capsys, *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("count", BOARD, "--" + "x" * 10_000),
        ("count", BOARD, "--by", "x" * 10_000),
        ("count", BOARD, "--puzzle", "x" * 10_000),
        ("encode", BOARD, "--solver", "x" * 10_000),
        ("encode", BOARD, "--solutions", "7x" * 10_000),
        ("generate", "binairo", "9" * 10_000 + "x2"),
        ("sequences", "9" * 10_000),
        ("ledger", "show", "x" * 10_000),
    ],
    ids=lambda words: words[0],
)
def test_long_words_are_quoted_shortened(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = told(capsys, *words)
    assert status == 2
    assert len(err) < 600
    assert err.count("\n") == 1


def test_quoting_keeps_both_ends() -> None:
    assert quoted("abc" * 1000, 11) == "'abca...cabc' (3000 characters)"
    assert quoted("a\nb") == r"'a\nb'"
