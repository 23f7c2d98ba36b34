"""What we add to the other counters, on formulas that no board gives."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import Binairo
from tests.agreement import engine

pytest.importorskip("tididi_cnf")

VARIABLES = 7

clauses = st.lists(
    st.lists(st.integers(1, VARIABLES), min_size=1, max_size=3, unique=True).flatmap(
        lambda held: st.tuples(*(st.sampled_from((v, -v)) for v in held))
    ),
    max_size=12,
)
shown = st.sets(st.integers(1, VARIABLES))


@settings(max_examples=60, deadline=None)
@given(clauses, shown)
def test_tididi_projected_counts_with_free_and_forced_variables(
    formula: list[tuple[int, ...]], show: set[int]
) -> None:
    from count.tididi import projected

    models = [
        bits
        for bits in product((False, True), repeat=VARIABLES)
        if all(any(bits[abs(x) - 1] == (x > 0) for x in clause) for clause in formula)
    ]
    assert projected(formula, show) == len({tuple(m[v - 1] for v in show) for m in models})


def test_a_row_of_givens_and_one_free_cell() -> None:
    # tididi-cnf 0.1.2 alone, asked for a projected count, gives 1.
    board = Binairo(
        givens=((0, 0, 0, 0, None),), without=frozenset({"runs", "balance", "distinct"})
    )
    assert engine("tididi", board) == 2
