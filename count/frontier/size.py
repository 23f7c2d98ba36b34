"""How many states will the plug machine of a Numberlink board meet?  An estimate before the count.

The logarithm of a layer's size is put as a sum of what the labels tell of it: how many paths must cross
the frontier there, in how many ways they can be placed, how many labels are read, half read and unread,
and how near the rim is.  The weights are those that fit 56 runs best (boards of 12x12 to 15x15 with 7
to 25 labels, each read from its four sides); all 60 runs measured, four of 18x18 among them, took
between a fifth and 5.3 times as many states looked up as estimated
(``python -m benchmarks.numberlink_sizes``).

Floats are fit for that; they decide what to try and enter no count.
"""

from __future__ import annotations

from math import exp, lgamma, log

from count.frontier.mate import Kind, Plugs

__all__ = ["estimate", "expected"]

_WEIGHTS = (-7.5, 0.167, 0.565, -0.875, 0.11, 0.045, 1.224, 6.265, 0.451)
_MOST = 10
"""More labels than these on one side of the frontier say nothing more."""


def estimate(machine: Plugs) -> float:
    """States that are looked up in a whole run, equal ones each time that they are met."""
    return expected(machine)[-1]


def expected(machine: Plugs) -> list[float]:
    """The same up to each level, from level 0 to the last.

    What a run has looked up by a level, beside what was expected there, corrects the estimate.
    """
    width, visits = machine.width, machine.visits
    rest = any(visit.kind == Kind.MAY_REST for visit in visits)
    labels = sum(visit.kind in (Kind.FIRST, Kind.SECOND, Kind.MULTIPLE) for visit in visits) // 2
    total, totals = 0.0, [0.0]
    open_labels = read = 0
    for entered, visit in enumerate(visits, start=1):
        if visit.kind == Kind.FIRST:
            open_labels += 1
        elif visit.kind == Kind.SECOND:
            open_labels, read = open_labels - 1, read + 1
        level = entered - width
        if width <= level <= len(visits) - width:
            facts = _facts(width, open_labels, read, labels - open_labels - read)
            edges = (float(rest), log(level / width + 1), log((len(visits) - level) / width + 1))
            total += exp(sum(a * b for a, b in zip(_WEIGHTS, (*facts, *edges), strict=True)))
        if level >= 1:
            totals.append(total)
    # The last cells leave the frontier after the last one has entered it.
    return totals + [total] * (len(visits) + 1 - len(totals))


def _facts(width: int, crossing: int, read: int, unread: int) -> tuple[float, ...]:
    """What a layer's labels tell: 1, the logarithm of the number of ways to place the paths that must
    cross, gaps that are left, labels read and unread, and which are fewer."""
    free = max(width + 1 - crossing, 0)
    placed = lgamma(width + 2) - lgamma(crossing + 1) - lgamma(free + 1)
    return 1.0, placed, free, min(read, _MOST), min(unread, _MOST), min(unread, read)
