"""The checker of banks under attack: a record that says what is not so is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from count import count
from generate.__main__ import main
from generate.bank import graded
from puzzles import Binairo, parse

BANKS = Path(__file__).resolve().parents[2] / "examples" / "bank"
Data = dict[str, Any]


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("bank") / "bank.jsonl"
    assert main(["binairo", "6x6", "--seed", "3", "--count", "3", "--out", str(out)]) == 0
    return out


def verified(
    whole: list[Data] | str, path: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str]:
    out = path / "changed.jsonl"
    text = whole if isinstance(whole, str) else "".join(json.dumps(r) + "\n" for r in whole)
    out.write_text(text, encoding="utf-8")
    status = main(["verify", str(out), *words])
    captured = capsys.readouterr()
    assert out.read_text(encoding="utf-8") == text
    return status, captured.out + captured.err


def records(bank: Path) -> list[Data]:
    return [json.loads(line) for line in bank.read_text().splitlines()]


def test_a_bank_is_accepted(bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = verified(records(bank), tmp_path, capsys)
    assert status == 0
    assert told.startswith("accepted\n3 boards of binairo 6x6, different up to symmetry")
    assert "3 have no other solution, 0 have several: by SAT and by ladder" in told
    assert "trusted, not checked: that the seed gives" in told
    status, told = verified(records(bank), tmp_path, capsys, "--remake")
    assert status == 0
    assert "trusted" not in told


def fewer_givens(record: Data) -> None:
    """A board of several solutions, one of them as recorded."""
    board = parse(record["board"])
    assert isinstance(board, Binairo)
    bare = Binairo.blank(6, 6)
    assert count(bare, ["frontier"]).exact != {"frontier": 1}
    record.update(board=bare.text(), link=None, figures={"givens": 0})
    # The link is written as a run would write it.
    from generate.record import Grade, Record

    whole = Record(bare, 0, 0, 0, Grade("probe", 1, "ladder", 0), {})
    record["link"] = whole.link()


def several_and_graded_so(record: Data) -> None:
    """The same, with the grade that such a board has: nothing contradicts itself."""
    fewer_givens(record)
    record.update(asdict(graded(parse(record["board"]))))
    assert record["solutions"] != 1


FALSE: dict[str, Callable[[Data], object]] = {
    "several solutions": fewer_givens,
    "several solutions, said to be": several_and_graded_so,
    "rung": lambda r: r.update(finished_by="search"),
    "rung of another puzzle": lambda r: r.update(finished_by="chain"),
    "two solutions": lambda r: r.update(solutions=2),
    "a solution that is true": lambda r: r.update(solutions=True),
    "engine": lambda r: r.update(counted_by="glucose4"),
    "branch points": lambda r: r.update(branch_points=1),
    "no branch points": lambda r: r.update(branch_points=None),
}


@pytest.mark.parametrize("how", FALSE)
def test_a_record_that_says_what_is_not_so_is_refused(
    how: str, bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = records(bank)
    FALSE[how](whole[1])
    status, told = verified(whole, tmp_path, capsys)
    assert status == 1
    assert told.startswith("refused: board 2: ")


FORM: dict[str, Callable[[list[Data]], object]] = {
    "a solution of another board": lambda w: w[0].update(solution=w[1]["solution"]),
    "a solution that breaks a rule": lambda w: w[0].update(solution=["0 0 0 0 0 0"] * 6),
    "a board twice": lambda w: w.append({**w[0], "attempt": 99}),
    "a board turned": lambda w: w.append(
        {
            **w[0],
            "attempt": 99,
            "board": "\n".join([w[0]["board"].splitlines()[0], *w[0]["board"].splitlines()[:0:-1]]),
            "solution": w[0]["solution"][::-1],
        }
    ),
    "another order": lambda w: w.reverse(),
    "another rule": lambda w: w[0].update(
        board=w[0]["board"].replace("binairo", "binairo repeats", 1)
    ),
    "another seed": lambda w: w[1].update(seed=4),
    "a seed that is true": lambda w: [r.update(seed=True) for r in w],
    "a height in fractions": lambda w: [r["request"].update(height=6.0) for r in w],
    "a size that is true": lambda w: [r["request"].update(minimal=1) for r in w],
    "a range in fractions": lambda w: [
        r["request"].update(clues={"low": 0.0, "high": 36}) for r in w
    ],
    "a puzzle unknown": lambda w: [r["request"].update(puzzle="sudoku") for r in w],
    "an option unknown": lambda w: [r["request"].update(hard=True) for r in w],
    "no request": lambda w: w[0].pop("request"),
    "another link": lambda w: w[0].update(link=w[1]["link"]),
    "nothing": lambda w: w.clear(),
}


@pytest.mark.parametrize("how", FORM)
def test_what_is_no_bank_is_one_line(
    how: str, bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = records(bank)
    FORM[how](whole)
    status, told = verified(whole, tmp_path, capsys)
    assert status == 2
    assert told.count("\n") == 1
    assert "changed.jsonl:" in told


def test_a_key_twice_or_half_a_line_is_no_bank(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = bank.read_text()
    for changed in (text.replace('"seed": 3', '"seed": 4, "seed": 3', 1), text[:-1], text[:-9]):
        assert verified(changed, tmp_path, capsys)[0] == 2


@pytest.mark.parametrize("key", ["seed", "attempt", "figures"])
def test_what_only_the_seed_shows_is_refused_when_made_again(
    key: str, bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = records(bank)
    for record in whole[:: 1 if key == "seed" else -len(whole)]:
        record[key] = {"givens": 1} if key == "figures" else record[key] + 100
    assert verified(whole, tmp_path, capsys)[0] == 0
    status, told = verified(whole, tmp_path, capsys, "--remake")
    assert status == 1
    assert "made again" in told


def test_a_rung_that_was_asked_for_is_the_rung(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = records(bank)
    other = "line" if whole[0]["finished_by"] != "line" else "probe"
    for record in whole:
        record["request"]["rung"] = other
    # As a run writes it: the rung stands behind the size.
    status, told = verified(whole, tmp_path, capsys)
    assert (status, told) == (1, f"refused: board 1: asked for {other}, finished by "
                              f"{whole[0]['finished_by']}\n")  # fmt: skip


@pytest.mark.parametrize(
    "words", [["nondango", "6x6", "--white", "9"], ["nondango", "5x5", "--same-colour"]]
)
def test_banks_of_other_requests(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bank.jsonl"
    assert main([*words, "--count", "6", "--out", str(out)]) == 0
    assert main(["verify", str(out), "--remake"]) == 0
    several = sum(record["solutions"] == 2 for record in records(out))
    assert f"{several} have several" in capsys.readouterr().out
    assert (several > 0) == ("--white" in words)


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(BANKS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_shipped_banks_are_accepted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--remake"]) == 0
    assert "40 have no other solution, 0 have several" in capsys.readouterr().out


@pytest.mark.parametrize("path", ["/dev/full", "/dev/null", "nowhere.jsonl"])
def test_no_file_is_one_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", path]) == 2
    assert capsys.readouterr().err.count("\n") == 1
