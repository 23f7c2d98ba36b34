"""Whether a record can be what a full run found, judged without measuring.

A record holds each claim's figures and, per part, the tallies of the first task alone.  The observations
of the first tasks are among those of the figures, so what is left when they are taken away must be a
tally of some observations again; and where no part has a second task nothing is left.

Trusts: that the other tasks were measured.  Only ``python -m ledger run`` measures them anew.
Does not trust: that a tally is one that any observations give (8 hits of 5 are not), that figures and
first tasks belong together, that the parts are those of the claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ledger.claims import Claim
from ledger.tally import Exact, Mean, Rate, Tallies, Tally, Total, Values, merge

__all__ = ["faults", "possible", "without"]


def possible(tally: Tally) -> bool:
    """Do any observations give this tally?

    >>> possible(Rate(3, 5)), possible(Rate(8, 5)), possible(Mean(2, 3, 4))
    (True, False, False)
    """
    match tally:
        case Rate():
            return 0 <= tally.hits <= tally.of
        case Mean():
            n, total, squares = tally.json()
            # Cauchy and Schwarz, with equality for one observation; x and x^2 are odd together.
            spread = n * squares - total**2
            if n < 2:
                return (n == 0 and total == squares == 0) or (n == 1 and spread == 0)
            return spread >= 0 and (squares - total) % 2 == 0
        case Values():
            return all(times > 0 for times in tally.times.values())
        case Total():
            return type(tally.total) is int
        case Exact():
            held = tally.value if isinstance(tally.value, list) else [tally.value]
            return all(type(each) in (int, str) for each in held)
    raise TypeError(f"no rule for {type(tally).__name__}")


def without(whole: Tally, part: Tally) -> Tally | None:
    """What is left of a tally when the observations of another are taken away; None if it lacks some."""
    match whole, part:
        case Rate(), Rate():
            left: Tally = Rate(whole.hits - part.hits, whole.of - part.of)
        case Mean(), Mean():
            pairs = zip(whole.json(), part.json(), strict=True)
            left = Mean(*(all_of - some for all_of, some in pairs))
        case Values(), Values():
            if not part.times <= whole.times:
                return None
            left = Values(dict(Counter(whole.times) - part.times))
        case Total(), Total():
            left = Total(whole.total - part.total)
        case Exact(), Exact():
            return whole if whole.value == part.value else None
        case _:
            return None
    return left if possible(left) else None


def faults(claim: Claim, figures: Tallies, first: Mapping[str, Tallies]) -> Iterator[str]:
    """Why these are not the figures and first tasks of one full run of the claim, one line a reason."""
    parts = {part.key: part for part in claim.parts}
    for key in sorted(parts.keys() ^ first.keys()):
        yield f"{key}: {'listed' if key in parts else 'recorded'} alone"
    for tallies in (figures, *first.values()):
        for name, tally in tallies.items():
            if not possible(tally):
                yield f"{name}: no observations give {tally.json()}"
    seen: Tallies = {}
    try:
        for tallies in first.values():
            merge(seen, tallies)
    except (TypeError, ValueError) as error:
        yield str(error)
        return
    whole = all(len(part.tasks()) == 1 for part in claim.parts)
    for name in sorted(seen.keys() | (figures.keys() if whole else set())):
        then, now = seen.get(name), figures.get(name)
        if then is None or now is None:
            yield f"{name}: {'in a first task' if then else 'among the figures'} alone"
        elif without(now, then) is None:
            yield f"{name}: {then.json()} of the first tasks is not among {now.json()}"
        elif whole and now.json() != then.json():
            yield f"{name}: {now.json()}, but the only tasks give {then.json()}"
