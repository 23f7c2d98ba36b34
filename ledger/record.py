"""The record of a full run: per claim its figures, per part the first task alone, for comparison.

A short run measures the first task of every part that is not heavy; the same seed must give what the
record holds.

Trusts: the figures of the tasks after the first, as far as :mod:`ledger.consistent` lets them pass, and
``seconds``, ``day`` and ``code``, which nothing checks.
Does not trust: the form of the file, and verdicts and intervals, which are worked out when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ledger.claims import Claim, Figure, claim, claims
from ledger.consistent import faults
from ledger.tally import Article, Mean, Rate, Tallies, Tally, Values, from_json, same_rate

__all__ = ["RECORD", "Entry", "Measured", "Record", "RecordError", "record"]

RECORD = Path(__file__).with_name("record.json")


class RecordError(ValueError):
    """The record does not hold what is asked of it, or is not a record."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A published figure beside ours.

    ``verdict``: ``reproduced`` (an exact figure is equal), ``consistent``, ``differs``, or
    ``ours`` where nothing was published.  Consistent are two samples that do not differ at 5 %,
    where the article's is known (Fisher's exact test for rates and medians, a normal one for
    means), or a figure in our 95 % interval, where it is not.
    """

    figure: Figure
    tally: Tally

    @property
    def name(self) -> str:
        """What the figure is of."""
        return self.figure.name

    @property
    def article(self) -> Article:
        """The published figure, or None."""
        return self.figure.article

    @property
    def n(self) -> int | None:
        """The size of our sample; None for an exact figure."""
        return self.tally.n

    @property
    def ours(self) -> str:
        """Our figure, as it is printed."""
        return self.tally.ours()

    @property
    def interval(self) -> tuple[float, float] | None:
        """95 %; in per cent for a rate."""
        return self.tally.interval()

    @property
    def value(self) -> float:
        """Ours for plotting: per cent for a rate, the mean, or the median."""
        match self.tally.json():
            case [hits, of] if isinstance(self.tally, Rate):
                return float(100 * hits / of)
            case _:
                return float(self.tally.ours())

    @property
    def verdict(self) -> str:
        """Agreement of the two figures, in a word or two."""
        figure, tally = self.figure, self.tally
        if figure.article is None:
            return "ours"
        if tally.exact:
            return "reproduced" if tally.agrees(figure.article) else "differs"
        match tally:
            case Rate() if figure.of and tally.of:
                same = same_rate(tally.hits, tally.of, figure.article, figure.of)
            case Mean() | Values() if figure.of:
                same = tally.same(figure.article, figure.of)
            case _:
                same = tally.agrees(figure.article)
        return "consistent" if same else "differs"


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim as measured: the figures in the ledger's order, seed, CPU seconds, day and boards."""

    claim: Claim
    figures: Mapping[str, Measured]
    first: Mapping[str, Tallies]
    """Per part (its key), the tallies of its first task."""
    seed: int
    seconds: float
    day: str
    code: str

    @property
    def boards(self) -> int:
        """Boards measured in all parts of the claim."""
        return sum(part.boards for part in self.claim.parts)

    def judged(self) -> list[Measured]:
        """The figures that enter the verdict: published, and no variation."""
        return [
            found
            for found in self.figures.values()
            if found.article is not None and not found.figure.variation
        ]

    @property
    def verdict(self) -> str:
        """``settled``, ``reproduced``, ``consistent`` or ``differs`` (k of n figures)."""
        judged = self.judged()
        wrong = [found for found in judged if found.verdict == "differs"]
        if wrong:
            # Invariants that hold are no rates that could have differed.
            rates = [found for found in judged if not found.tally.exact or found in wrong]
            return f"differs ({len(wrong)} of {len(rates)} figures)"
        if self.claim.settled:
            return "settled"
        if all(found.tally.exact for found in judged):
            return "reproduced"
        return "consistent"

    @property
    def command(self) -> str:
        """The command that measures the claim again."""
        return f"python -m ledger run {self.claim.id} --seed {self.seed}"


class Record:
    """What full runs found, claim by claim; a claim measured again replaces its entry alone."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    @classmethod
    def read(cls, path: Path = RECORD) -> Record:
        """The record in this file, empty if there is none; :class:`RecordError` if that is not one."""
        if not path.exists():
            return cls({})
        try:
            data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_distinct)
            if not isinstance(data, dict):
                raise ValueError("no object")
        except ValueError:
            raise RecordError(f"{path}: expected a record of the ledger in JSON") from None
        return cls(data)

    def text(self) -> str:
        """As JSON, claims in the ledger's order, one line a figure."""
        order = [name for name in claims() if name in self._data]
        lines: list[str] = []
        for name in order:
            entry = self._data[name]
            head = {key: entry[key] for key in ("seed", "seconds", "day", "code")}
            inner = [f'  "{key}": {json.dumps(value)}' for key, value in head.items()]
            for group in ("figures", "first"):
                rows = [
                    f"   {json.dumps(key)}: {json.dumps(value)}"
                    for key, value in entry[group].items()
                ]
                inner.append(f'  "{group}": {{\n' + ",\n".join(rows) + "\n  }")
            lines.append(f' "{name}": {{\n' + ",\n".join(inner) + "\n }")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def put(
        self,
        identifier: str,
        figures: Tallies,
        first: Mapping[str, Tallies],
        *,
        seed: int,
        seconds: float,
        day: str,
        code: str,
    ) -> None:
        """Put what was measured for a claim in the place of what the record had."""
        self._data[identifier] = {
            "seed": seed,
            "seconds": round(seconds, 1),
            "day": day,
            "code": code,
            "figures": _plain(figures),
            "first": {part: _plain(tallies) for part, tallies in first.items()},
        }

    def __contains__(self, identifier: str) -> bool:
        return identifier in self._data

    def __iter__(self) -> Iterator[Entry]:
        return (self[name] for name in claims() if name in self._data)

    def __getitem__(self, identifier: str) -> Entry:
        """The claim's entry; :class:`RecordError` if it was never measured, or not as it is listed."""
        listed = claim(identifier)
        if listed.id not in self._data:
            raise RecordError(f"{listed.id} is not in the record; python -m ledger run {listed.id}")
        try:
            return self._entry(listed, self._data[listed.id])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(f"the record of {listed.id} is damaged: {error!r}") from None

    def _entry(self, listed: Claim, data: dict[str, Any]) -> Entry:
        if set(data["figures"]) != set(listed.figures):
            odd = sorted(set(data["figures"]) ^ set(listed.figures))
            raise RecordError(f"{listed.id}: listed and recorded figures differ, in {odd[0]!r}")
        figures = {name: from_json(data["figures"][name]) for name in listed.figures}
        first = {
            part: {name: from_json(tally) for name, tally in tallies.items()}
            for part, tallies in data["first"].items()
        }
        for fault in faults(listed, figures, first):
            raise RecordError(f"{listed.id}: no full run gives this record: {fault}")
        if type(data["seed"]) is not int:
            raise RecordError(f"{listed.id}: expected a whole number for 'seed'")
        return Entry(
            claim=listed,
            figures={
                name: Measured(figure, figures[name]) for name, figure in listed.figures.items()
            },
            first=first,
            seed=data["seed"],
            seconds=float(data["seconds"]),
            day=str(data["day"]),
            code=str(data["code"]),
        )

    def figure(self, identifier: str, name: str) -> Measured:
        """One figure; :class:`RecordError` names those that there are."""
        entry = self[identifier]
        if name not in entry.figures:
            known = "; ".join(entry.figures)
            raise RecordError(f"{entry.claim.id} has no figure {name!r}; expected one of: {known}")
        return entry.figures[name]


def record() -> Record:
    """The record that the package ships."""
    return Record.read()


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; ValueError for a key twice, of which each reader takes another."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _plain(tallies: Tallies) -> dict[str, Any]:
    return {name: {tally.kind: tally.json()} for name, tally in tallies.items()}


def printed(article: Article) -> str:
    """A published figure as it was printed.

    >>> from decimal import Decimal
    >>> printed(Decimal("72.80")), printed([1, 6]), printed(None)
    ('72.80', '1, 6', '')
    """
    if isinstance(article, list):
        return ", ".join(map(str, article))
    return "" if article is None else str(article)
