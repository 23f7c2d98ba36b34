"""Nondango's claims, D1 to D14: the functions that measure them."""

from __future__ import annotations

from ledger.nondango.boards import (
    budgets,
    crowded,
    dead_triples,
    misread,
    offers,
    same_sets,
    shifts,
)
from ledger.nondango.counts import (
    components,
    full_grids,
    inclusion,
    lines,
    loose,
    plain_sets,
    products,
)
from ledger.nondango.rates import consistency, dial, knots, random_boards, rungs

__all__ = [
    "budgets",
    "components",
    "consistency",
    "crowded",
    "dead_triples",
    "dial",
    "full_grids",
    "inclusion",
    "knots",
    "lines",
    "loose",
    "misread",
    "offers",
    "plain_sets",
    "products",
    "random_boards",
    "rungs",
    "same_sets",
    "shifts",
]
