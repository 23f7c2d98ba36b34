"""``--timeout`` and ``--memory``: they hold whatever the command is at, and say which was reached."""

from __future__ import annotations

import argparse
import importlib
import itertools
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from kazoe.command import main
from native.limits import Deadline, MemoryLimit, TimeLimit, size, watched, within

ROOT = Path(__file__).resolve().parents[2]
BOARD = str(ROOT / "examples" / "norinori-6x6.txt")


def endless(*_: object, **__: object) -> None:
    """Work that looks at no deadline; the limit ends it, and else the test's own alarm would not."""
    for _i in itertools.count():
        pass


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (("encode", BOARD, "--timeout", "0.3"), "encode.search.encoded"),
        (("encode", BOARD, "--solutions", "3", "--timeout", "0.3"), "encode.search.encoded"),
        (("encode", BOARD, "--dimacs", "--timeout", "0.3"), "encode.command.dimacs"),
        (("count", BOARD, "--timeout", "0.3"), "count.cli.count"),
        (("count", BOARD, "--timeout", "0.3", "--certificate", "x"), "count.cli.certify"),
        (("ladder", BOARD, "--timeout", "0.3"), "ladder.command.climb"),
        (("generate", "binairo", "4x4", "--timeout", "0.3"), "generate.bank.attempt"),
        (("sequences", "2xn", "--timeout", "0.3"), "sequences.commands.run_query"),
        (("ledger", "run", "B1", "--timeout", "0.3", "--store", "s"), "ledger.run.measure"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_work_without_end_is_stopped_with_status_3(
    words: tuple[str, ...],
    place: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    module, _, name = place.rpartition(".")
    monkeypatch.setattr(importlib.import_module(module), name, endless)
    assert main(list(words)) == 3
    told = capsys.readouterr()
    assert "0.3 s" in told.out + told.err
    assert "Traceback" not in told.err
    assert signal.getitimer(signal.ITIMER_REAL)[1] == 0.0  # nothing looks at the clock again


def test_what_was_printed_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import encode.command

    board = tmp_path / "blank.txt"
    board.write_text("binairo\n" + ". . . .\n" * 4)
    real = encode.command.solutions

    def one_and_endless(*given: object, **limits: object) -> Iterator[int]:
        yield next(iter(real(*given, **limits)))  # type: ignore[arg-type]
        endless()

    monkeypatch.setattr(encode.command, "solutions", one_and_endless)
    assert main(["encode", str(board), "--solutions", "5", "--timeout", "0.3"]) == 3
    *first, last = capsys.readouterr().out.splitlines()
    assert last == "stopped after 0.3 s; solutions found: 1"
    assert len(first) > 4


def test_memory_is_a_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hoard(*_: object, **__: object) -> None:
        held = []
        while True:
            held.append(b"x" * 1_000_000)

    monkeypatch.setattr("encode.search.encoded", hoard)
    assert main(["encode", BOARD, "--memory", "600M"]) == 3
    assert "unknown after 0.6 GB of memory" in capsys.readouterr().out
    with pytest.raises(MemoryLimit), watched(None, 1):
        endless()


def test_a_limit_counts_the_work_for_items_and_not_their_use() -> None:
    def items() -> Iterator[int]:
        yield 1
        yield 2
        endless()

    found = []

    def used() -> None:
        for item in within(items(), Deadline(0.3)):
            found.append(item)
            assert (
                signal.getitimer(signal.ITIMER_REAL)[1] == 0.0
            )  # nothing looks at the clock again

    with pytest.raises(TimeLimit):
        used()
    assert found == [1, 2]


def test_a_limit_that_is_over_stops_before_the_work() -> None:
    began = False
    with pytest.raises(TimeLimit), watched(0.0):
        began = True
    assert not began


@pytest.mark.parametrize(
    ("text", "found"),
    [("4", 4_000_000_000), ("0.5", 500_000_000), ("500M", 500_000_000), ("2 GB", 2_000_000_000)],
)
def test_sizes_of_memory(text: str, found: int) -> None:
    assert size(text) == found


@pytest.mark.parametrize("text", ["", "0", "-1", "much", "4X", "1e9"])
def test_what_is_no_size_of_memory(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a size such as"):
        size(text)
