"""Writes docs/oeis.md: `python -m benchmarks.oeis`.

Each rule file of examples/sequences/ is counted, its terms are compared with those of the entry, and
each "Empirical" line of the entry (examples/sequences/claims.json) is proved or refuted.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sequences.analysis import Effort, find, judge
from sequences.local_rules.family import query
from sequences.local_rules.reading import load
from sequences.proof import Verdict

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "examples" / "sequences"
PAGE = ROOT / "docs" / "oeis.md"


@dataclass(frozen=True, slots=True)
class Row:
    """One claim of one entry, settled."""

    number: str
    size: str
    states: int
    lumped: int
    order: int
    claimed_order: int
    claimed_from: int
    verdict: str
    seconds: float

    def cells(self) -> list[str]:
        """All but the time."""
        link = f"[{self.number}](https://oeis.org/{self.number})"
        rule = f"[rule](../examples/sequences/{self.number}.toml)"
        claim = f"order {self.claimed_order}, n >= {self.claimed_from}"
        numbers = [str(n) for n in (self.states, self.lumped, self.order)]
        return [link, rule, self.size, *numbers, claim, self.verdict]


def claims() -> dict[str, Any]:
    """What the entries say: terms, and empirical recurrences (k or n: of that column or row)."""
    found: dict[str, Any] = json.loads((RULES / "claims.json").read_text("utf-8"))
    return found


def rows(number: str) -> Iterator[Row]:
    """The claims of one entry. Raises AssertionError if a term differs."""
    entry = claims()[number]
    description = load(RULES / f"{number}.toml")
    began = time.process_time()
    found = query(description).terms(len(entry["terms"]))
    assert found == entry["terms"], f"{number}: the terms differ"
    for claim in entry["claims"]:
        asked = query(description, _size(description, claim))
        coefficients = tuple(claim["coefficients"])
        first = asked.offset + len(coefficients)
        claimed = claim["from"] or first
        verdict = judge(asked, coefficients, claimed)
        finding = find(asked, Effort.PROOF)
        assert finding.bound is not None
        assert finding.recurrence is not None
        yield Row(
            number,
            asked.label if "x" in asked.label else str(description.size).replace(" X ", " x "),
            finding.bound.states,
            finding.bound.lumped,
            finding.recurrence.order,
            len(coefficients),
            claimed,
            words(verdict, claimed),
            time.process_time() - began,
        )
        began = time.process_time()


def _size(description: Any, claim: dict[str, Any]) -> str | None:
    size = description.size
    if "k" in claim:
        return f"{size.rows} x {size.columns.at(claim['k'])}"
    if "n" in claim:
        return f"{size.rows.at(claim['n'])} x {size.columns}".replace("k", "n")
    return None


def words(verdict: Verdict, claimed: int) -> str:
    """The verdict for the table."""
    if verdict.kind == "undecided":
        return f"open: {verdict.reason}"
    if verdict.holds_from is None:
        return f"refuted: fails at n = {verdict.n} ({verdict.predicted} for {verdict.actual})"
    if verdict.holds_from == claimed:
        return "proved"
    return f"proved with another threshold: n >= {verdict.holds_from}"


HEAD = """# OEIS entries under local rules

Written by `python -m benchmarks.oeis`. Each entry is stated in the [language of local
rules](local-rules.md). All its terms are reproduced, and each recurrence that it gives is settled
for all n. The entries call them "Empirical", but for A046984, A051736 and A051926, which state
theorems. Thresholds are exact: a recurrence fails at the n before the one given, if it reaches
back to terms only there.

*States*: between rows, reachable and useful, before lumping. *N*: after exact lumping. *Order*:
of the shortest recurrence that holds for all terms of the entry; it exceeds the claimed one where
that holds from a later n on only. Seconds are CPU time of one core for terms, machine, verdict
and proof.

| entry | file | size | states | N | order | claim | verdict | s |
|---|---|---|---|---|---|---|---|---|
"""


def line(row: Row) -> str:
    """A line of the table."""
    return "| " + " | ".join([*row.cells(), f"{row.seconds:.1f}"]) + " |"


def main(arguments: Sequence[str]) -> int:
    """Write the page."""
    lines = []
    for number in sorted(claims()):
        for row in rows(number):
            lines.append(line(row))
            print(lines[-1], flush=True)
    PAGE.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
