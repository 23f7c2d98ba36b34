"""The checker of banks: ``python -m generate verify FILE``.

Each board is read from its text and judged anew, without the generator: its solution by the printed
rules, that there is no other by SAT and by the second engine of its record, the rung by the ladder, and
that no two boards are the same up to symmetry.

Trusts: the puzzle modules (``violations``, ``constraints``), ``encode.decide``, the ladder, and
``generate.symmetry``; the ladder shares only the rules with SAT.  ``seed``, ``attempt``, ``figures`` and
ranges of the request are trusted unless the bank is made again (``remake``), which needs the version of
python-sat that made it.
Does not trust: anything else in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from encode import decide
from generate.bank import bank, check, graded
from generate.record import Record, Stored, as_json, stored

__all__ = ["RefusedError", "judge", "read", "remade", "statements"]


class RefusedError(ValueError):
    """A record of a bank says what is not so."""


def read(path: Path) -> Stored:
    """The bank in a file.

    Raises :class:`puzzles.FormatError` for lines that are not records of one bank, and
    :class:`generate.made.Impossible` for a request that no board meets.
    """
    found = stored(path)
    check(found.request)
    return found


def judge(found: Stored) -> Iterator[Record]:
    """Yield each record once it is checked; :class:`RefusedError` for the first that is wrong."""
    for number, record in enumerate(found.records, start=1):
        reason = _wrong(record, found)
        if reason:
            raise RefusedError(f"board {number}: {reason}")
        yield record


def _wrong(record: Record, found: Stored) -> str | None:
    dial = found.request.span("white") is not None
    decision = decide(record.board)
    if decision.verdict != "unique" and not dial:
        return f"SAT finds it {decision.verdict}"
    if decision.verdict == "unique" and decision.solutions[0].mask != record.solution:
        return "SAT finds another solution than the one recorded"
    grade = graded(record.board)
    if (grade.solutions == 1) != (decision.verdict == "unique"):
        return f"{grade.counted_by} counts {grade.solutions}, SAT says {decision.verdict}"
    if json.dumps(asdict(grade)) != json.dumps(asdict(record.grade)):  # 1 is not true
        return f"recorded {record.grade}, found {grade}"
    if found.request.rung not in (None, grade.finished_by):
        return f"asked for {found.request.rung}, finished by {grade.finished_by}"
    return None


def remade(found: Stored) -> Iterator[Record]:
    """Make the bank again from its request and seed; :class:`RefusedError` where it differs."""
    records = bank(found.request, len(found.records), found.seed)
    with closing(records):
        for number, (old, new) in enumerate(zip(found.records, records, strict=True), start=1):
            if json.dumps(as_json(old, found.request)) != json.dumps(as_json(new, found.request)):
                raise RefusedError(
                    f"board {number}: made again from seed {found.seed} it is another record"
                )
            yield new


def statements(found: Stored, again: bool) -> list[str]:
    """What has been established once ``judge`` (and, if ``again``, ``remade``) is through."""
    request, grades = found.request, [record.grade for record in found.records]
    by = sorted({grade.counted_by for grade in grades})
    unique = sum(grade.solutions == 1 for grade in grades)
    traced = "the seed gives these very records, attempts and figures"
    return [
        f"{len(grades)} boards of {request.puzzle} {request.height}x{request.width}, different up to"
        " symmetry, each with a solution that keeps the printed rules",
        f"{unique} have no other solution, {len(grades) - unique} have several: by SAT and by"
        f" {' or '.join(by)}",
        "each is finished by the rung recorded, with the branch points recorded",
        traced if again else f"trusted, not checked: that {traced} (--remake)",
    ]
