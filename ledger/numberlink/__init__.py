"""Numberlink's claims, L1 to L11: the functions that measure them, by theme.

``exact``: identities, counts, recurrences (L1, L2, L9, L10, L11); ``rates``: how
often boards are unique (L3, L7, L8); ``search``: rungs and searches (L4, L5);
``reach``: the open question (L6); ``partitions``: other ways to cut a grid.
"""

from ledger.numberlink.exact import (
    accounts,
    agreement,
    generated_accounts,
    one_pair,
    partitions,
    recurrences,
    strip,
    transposed,
)
from ledger.numberlink.rates import (
    generated,
    mix,
    no_touch_answers,
    uniqueness,
    unused,
    unused_before_repair,
)
from ledger.numberlink.reach import comparisons, refuted_at_once, witnesses
from ledger.numberlink.search import (
    banks,
    branch_points,
    degrees_alone,
    least_of_degrees,
    rungs,
)

__all__ = [
    "accounts",
    "agreement",
    "banks",
    "branch_points",
    "comparisons",
    "degrees_alone",
    "generated",
    "generated_accounts",
    "least_of_degrees",
    "mix",
    "no_touch_answers",
    "one_pair",
    "partitions",
    "recurrences",
    "refuted_at_once",
    "rungs",
    "strip",
    "transposed",
    "uniqueness",
    "unused",
    "unused_before_repair",
    "witnesses",
]
