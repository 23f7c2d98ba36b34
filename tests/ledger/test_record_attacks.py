"""Attacks on the record: what no full run can have found is refused when it is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ledger import Record, RecordError, claim, claims, record
from ledger.consistent import possible, without
from ledger.tally import Exact, Mean, Rate, Tally, Total, Values, from_json

Data = dict[str, Any]
TEXT = record().text()
LINES = {name: json.dumps({name: entry}) for name, entry in json.loads(TEXT).items()}
WHOLE = [name for name in claims() if all(len(part.tasks()) == 1 for part in claim(name).parts)]


def data(*names: str) -> Data:
    """The entries of these claims."""
    found: Data = json.loads(LINES[names[0]]) if len(names) == 1 else json.loads(TEXT)
    return found


def refused(changed: Data, name: str, why: str = "record|figures|seed") -> None:
    with pytest.raises(RecordError, match=why):
        Record(changed)[name]


def test_the_record_itself_is_consistent() -> None:
    assert [entry.claim.id for entry in Record(data())] == list(claims())
    assert "B1" in WHOLE


@pytest.mark.parametrize("name", WHOLE)
def test_a_figure_of_a_single_task_cannot_be_changed_alone(name: str) -> None:
    """There the first task is all there is, and the default tests measure it anew."""
    changed = 0
    for figure in data(name)[name]["figures"]:
        other = data(name)
        ((kind, value),) = other[name]["figures"][figure].items()
        if kind in ("total", "exact") and isinstance(value, int):
            other[name]["figures"][figure][kind] = value + 1
        elif isinstance(value, list) and value:
            value[-1] = [1, 1] if kind == "values" else value[-1] + 1
        else:
            continue
        changed += 1
        refused(other, name)
    assert changed


@pytest.mark.parametrize("name", [name for name in claims() if name not in WHOLE])
def test_figures_hold_what_the_first_tasks_saw(name: str) -> None:
    changed = 0
    for figure in data(name)[name]["figures"]:
        other = data(name)
        ((kind, _),) = other[name]["figures"][figure].items()
        firsts = [part[figure] for part in other[name]["first"].values() if figure in part]
        if kind not in ("rate", "mean", "values") or not any(from_json(f).n for f in firsts):
            continue
        less = {"rate": [0, 0], "mean": [0, 0, 0], "values": []}[kind]
        other[name]["figures"][figure][kind] = less
        changed += 1
        refused(other, name, "of the first tasks is not among")
    kinds = {kind for figure in data(name)[name]["figures"].values() for kind in figure}
    assert changed or kinds <= {"total", "exact"}


def first_rate(changed: Data) -> Data:
    figures: Data = changed["N8"]["figures"]
    return next(figure for figure in figures.values() if "rate" in figure)


SPOILT: dict[str, Callable[[Data], object]] = {
    "more hits than cases": lambda d: first_rate(d).update(rate=[10**6, 10**5]),
    "fewer hits than none": lambda d: first_rate(d).update(rate=[-1, 10**5]),
    "a fraction": lambda d: first_rate(d).update(rate=[1.0, 10**5]),
    "true": lambda d: first_rate(d).update(rate=[True, 10**5]),
    "not a number": lambda d: first_rate(d).update(rate=[float("nan"), 10**5]),
    "digits in words": lambda d: first_rate(d).update(rate=["1", 10**5]),
    "one more number": lambda d: first_rate(d).update(rate=[1, 10**5, 3]),
    "another kind": lambda d: d["N8"].update(
        figures={name: {"total": 1} for name in d["N8"]["figures"]}
    ),
    "two kinds": lambda d: first_rate(d).update(total=1),
    "a part less": lambda d: d["N8"]["first"].popitem(),
    "a part more": lambda d: d["N8"]["first"].update({'N8/other/{"n": 1}': {}}),
    "a figure less": lambda d: d["N8"]["figures"].popitem(),
    "seed a fraction": lambda d: d["N8"].update(seed=1.0),
    "seed true": lambda d: d["N8"].update(seed=True),
    "seed in words": lambda d: d["N8"].update(seed="1"),
    "no seed": lambda d: d["N8"].pop("seed"),
    "list": lambda d: d.update(N8=[]),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_no_run_writes_is_refused(how: str) -> None:
    changed = data()
    SPOILT[how](changed)
    refused(changed, "N8")


def test_a_key_twice_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(TEXT.replace('"seed": 1,', '"seed": 2, "seed": 1,', 1), encoding="utf-8")
    with pytest.raises(RecordError, match="expected a record"):
        Record.read(path)


def drawn(rng: Random, kind: type[Tally], values: list[int]) -> Tally:
    made: Tally
    match kind():
        case Rate() as made:
            for value in values:
                made.add(value > 0)
        case Mean() | Values() | Total() as made:
            for value in values:
                made.add(value)
        case _:
            raise AssertionError
    return made


@pytest.mark.parametrize("kind", [Rate, Mean, Values, Total])
def test_what_is_among_the_observations_is_found_there(kind: type[Tally]) -> None:
    rng = Random(5)
    for _ in range(200):
        some, more = ([rng.randint(-3, 9) for _ in range(rng.randrange(4))] for _ in "ab")
        part, rest, whole = (drawn(rng, kind, values) for values in (some, more, some + more))
        assert possible(whole)
        left = without(whole, part)
        assert left is not None
        assert left.json() == rest.json()
        if kind is not Total and some:
            assert without(rest, whole) is None


def test_tallies_of_no_observations_at_all() -> None:
    wrong: list[Tally] = [
        Rate(1, 0),
        Rate(-1, 2),
        Mean(-1, 0, 0),
        Mean(0, 1, 1),
        Mean(1, 2, 5),
        Mean(2, 3, 4),
        Mean(2, 3, 6),
        Mean(3, 3, 2),
        Values({3: 0}),
        Values({3: -1}),
        Exact([1, True]),
        Exact(1.5),  # type: ignore[arg-type]  # what a file may hold
    ]
    assert not any(possible(tally) for tally in wrong)
    assert without(Exact(1), Exact(2)) is None
    assert without(Rate(1, 1), Mean(1, 1, 1)) is None
