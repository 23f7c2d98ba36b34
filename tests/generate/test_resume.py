"""What ``--resume`` and ``--out`` refuse: whatever is not the beginning of this very bank."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generate.__main__ import main

WORDS = ["binairo", "6x6", "--seed", "3"]


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    out = tmp_path / "whole.jsonl"
    assert main([*WORDS, "--count", "5", "--out", str(out)]) == 0
    return out.read_text().splitlines()


def changed(line: str, **fields: Any) -> str:
    return json.dumps(json.loads(line) | fields)


def spoilt(lines: list[str], fault: str) -> str:
    last = json.loads(lines[-1])
    other = json.loads(lines[0])["board"]
    whole = {
        "order": [lines[1], lines[0]],
        "twice": [*lines, lines[0]],
        "same board": [*lines[:-1], changed(lines[0], attempt=last["attempt"])],
        "negative attempt": [changed(lines[0], attempt=-7)],
        "endless attempt": [changed(lines[0], attempt=float("inf"))],
        "attempt in words": [changed(lines[0], attempt=str(last["attempt"]))],
        "board of another": [*lines[:-1], changed(lines[-1], board=other)],
        "board of another size": [changed(lines[0], board="binairo\n. .\n. .")],
        "board a number": [changed(lines[0], board=5)],
        "solution that breaks a rule": [changed(lines[0], solution=["0 0 0 0 0 0"] * 6)],
        "seed a fraction": [changed(lines[0], seed=3.0)],
        "nested deeply": ["[" * 100_000],
        "list": ["[]"],
        "empty line": [lines[0], "", lines[1]],
        "other line ends": [line + "\r" for line in lines],
    }[fault]
    return "\n".join(whole) + "\n"


@pytest.mark.parametrize(
    "fault",
    [
        "order",
        "twice",
        "same board",
        "negative attempt",
        "endless attempt",
        "attempt in words",
        "board of another",
        "board of another size",
        "board a number",
        "solution that breaks a rule",
        "seed a fraction",
        "nested deeply",
        "list",
        "empty line",
        "other line ends",
    ],
)
def test_a_spoilt_bank_is_one_line_and_left_alone(
    fault: str, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bank.jsonl"
    before = spoilt(lines, fault).encode()
    out.write_bytes(before)
    assert main([*WORDS, "--count", "8", "--out", str(out), "--resume"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{out}:")
    assert captured.err.count("\n") == 1
    assert ": expected a " in captured.err
    assert out.read_bytes() == before


def test_only_the_beginning_of_a_record_is_cut_off(lines: list[str], tmp_path: Path) -> None:
    """Text without a line end that no run of ours has begun is somebody's, not a half-written line."""
    out = tmp_path / "bank.jsonl"
    for text in ("my only copy", f"{lines[0]}\nmy notes"):
        out.write_text(text)
        assert main([*WORDS, "--count", "5", "--out", str(out), "--resume"]) == 2
        assert out.read_text() == text
    whole = "".join(line + "\n" for line in lines)
    for length in (0, 1, 10, 70, len(lines[0]), len(lines[0]) + 1, len(whole) - 1):
        out.write_text(whole[:length])
        assert main([*WORDS, "--count", "5", "--out", str(out), "--resume"]) == 0
        assert out.read_text() == whole


@pytest.mark.parametrize(
    "words",
    [
        ["norinori", "5x6"],
        ["nondango", "5x6"],
        ["nondango", "5x6", "--same-colour"],
        ["nondango", "5x6", "--white", "4-9"],
        ["numberlink", "5x4"],
        ["binairo", "4x4", "--repeats"],
    ],
)
def test_what_is_written_is_read_back(words: list[str], tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "bank.jsonl"
    assert main([*words, "--count", "6", "--out", str(whole)]) == 0
    assert main([*words, "--count", "3", "--out", str(out)]) == 0
    assert main([*words, "--count", "6", "--out", str(out), "--resume"]) == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_device_or_directory_is_no_bank(
    resume: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """/dev/full, read to its end, has none."""
    for out in ("/dev/full", "/dev/null", str(tmp_path)):
        assert main([*WORDS, "--out", out, *resume]) == 2
        assert capsys.readouterr().err == f"{out}: expected a regular file\n"
