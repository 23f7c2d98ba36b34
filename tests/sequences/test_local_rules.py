"""Descriptions against brute force: each kind of condition, each trap, and at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sequences.local_rules.builder import build
from sequences.local_rules.family import count, counts, local
from sequences.local_rules.lumped import lump
from sequences.local_rules.reading import from_dictionary
from sequences.machine import MachineTooLargeError
from tests.sequences import oracles_local, random_rules

ROOT = Path(__file__).resolve().parent.parent.parent


def agree(rule: dict[str, Any], cells: int, arrays: int, large: int) -> Iterator[int]:
    """Compare all arrays of up to `cells` cells of which there are at most `arrays`, in both
    directions of growth; yields the counts. Machines of more than `large` states between cells are
    passed over."""
    description = from_dictionary(rule)
    base = len(description.values) if "values" in rule else 1
    for width in range(1, int(cells**0.5) + 1):
        most = max(
            (h for h in range(1, cells // width + 1) if base ** (h * width) <= arrays), default=0
        )
        for turned in (False, True):
            try:
                machine = lump(build(description, width, turned, large))
            except MachineTooLargeError:
                continue
            found = list(islice(counts(machine), 1, most + 1))
            sizes = [(width, h) if turned else (h, width) for h in range(1, most + 1)]
            assert found == [oracles_local.count(rule, *size) for size in sizes], (rule, turned)
            yield from found


def test_random_rules_agree_with_brute_force() -> None:
    compared = 0
    for seed in range(40):
        compared += sum(n > 0 for n in agree(random_rules.description(Random(seed)), 6, 64, 200))
    assert compared > 100


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_random_rules_agree_with_brute_force(block: int) -> None:
    """Two thousand rules, all sizes to twelve cells with at most 4096 arrays."""
    counted = 0
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        counted += sum(
            n > 0 for n in agree(random_rules.description(Random(seed)), 12, 4096, 30_000)
        )
    assert counted > 400


def test_the_random_rules_reach_every_kind() -> None:
    kinds: set[str] = set()
    for seed in range(60):
        rule = random_rules.description(Random(seed))
        kinds |= set(rule)
        kinds |= {key for table in rule.values() if isinstance(table, list) for t in table
                  if isinstance(t, dict) for key in t}  # fmt: skip
    assert kinds >= {
        "windows", "patterns", "neighbours", "derived", "lines", "order", "fixed", "connected",
        "tiles", "permutation", "links", "lexicographic", "wrap",
        "violations", "on", "of", "moves", "before", "final",
    }  # fmt: skip


def rule(size: str = "n x k", values: Any = "0..1", **conditions: Any) -> dict[str, Any]:
    return {"size": size, "values": values, **conditions}


def number(description: dict[str, Any], rows: int, columns: int) -> int:
    found = count(from_dictionary(description), rows, columns)
    assert found == oracles_local.count(description, rows, columns)
    return found


# --- the traps ---------------------------------------------------------------------------------


def test_n_is_not_the_number_of_rows() -> None:
    square = {"shape": "2x2", "require": "a == b == c == d"}
    assert local(rule("n+1 x 2", windows=[square])).terms(3) == [2, 2, 2]
    assert local(rule("n x 2", windows=[square])).terms(3) == [4, 2, 2]
    assert local(rule("n x 2", offset=0, windows=[square])).terms(3) == [1, 4, 2]
    trominoes = {"size": "4 x 3n", "offset": 0, "tiles": {"shapes": "## / #.", "turn": True}}
    assert local(trominoes).terms(4) == [1, 4, 18, 88]
    assert local(rule("2n+1 x 1", patterns=[{"axes": "vertical", "forbid": "1 1"}])).terms(3) == [
        5,
        13,
        34,
    ]
    assert local(rule("(2n-1)X(1+1)", windows=[square])).terms(2) == [4, 2]


def test_an_axis_names_both_neighbours() -> None:
    both = rule(values="0..1", neighbours=[{"axes": "horizontal", "require": "equal == 2"}])
    right = rule(values="0..1", neighbours=[{"axes": "right", "require": "equal == number"}])
    assert number(both, 1, 3) == 0
    assert number(right, 1, 3) == 2
    anti = rule(neighbours=[{"axes": "antidiagonal", "of": 1, "require": "count(1) == 1"}])
    assert number(anti, 2, 2) == 2


def test_missing_neighbours_are_not_counted() -> None:
    majority = rule(neighbours=[{"axes": ["horizontal", "vertical"], "reject": "2*equal > number"}])
    assert number(majority, 1, 2) == 2  # one neighbour exists, so one equal one is a majority
    assert number(majority, 2, 2) == 6
    none = rule(neighbours=[{"axes": "king", "require": "number == 8"}])
    assert number(none, 3, 3) == 0
    assert number({**none, "wrap": "both"}, 3, 3) == 2**9


def test_unequal_is_not_the_complement_of_equal() -> None:
    near = {"axes": ["horizontal", "vertical"]}
    unequal = rule(neighbours=[{**near, "require": "unequal in {1, 2}"}])
    complement = rule(neighbours=[{**near, "reject": "equal in {1, 2}"}])
    assert number(unequal, 2, 3) != number(complement, 2, 3)


def test_sums_of_nothing_are_zero_and_border_cells_are_constrained() -> None:
    alone = rule(neighbours=[{"axes": "up", "require": "x == total"}])
    assert number(alone, 1, 3) == 1


def test_every_block_equal_leaves_the_value_free() -> None:
    y = [{"name": "y", "shape": "1x2", "value": "a + b"}]
    line = {"on": "y", "axes": ["horizontal", "vertical"]}
    equal = rule(derived=y, patterns=[{**line, "require": "a == b"}])
    colored = rule(derived=y, patterns=[{**line, "reject": "a == b"}])
    assert number(equal, 1, 3) == 4  # 000 111 010 101
    assert number(colored, 1, 3) == 4  # 001 011 100 110


def test_patterns_are_read_to_the_right_and_downwards() -> None:
    diagonal = rule(patterns=[{"axes": "antidiagonal", "forbid": "0 1"}], fixed={"top-right": 0})
    assert number(diagonal, 2, 2) == 4  # and the lower left cell is 0
    assert number({**diagonal, "fixed": {"top-right": 1}}, 2, 2) == 8
    across = rule(patterns=[{"axes": "horizontal", "forbid": "0 1"}], fixed={"top-left": 0})
    assert number(across, 1, 2) == 1


def test_clockwise_patterns_match_up_to_rotation() -> None:
    turned = rule(
        windows=[{"shape": "2x2", "require": "rotation(clockwise, [0, 0, 1, 2])"}], values="0..2"
    )
    assert number(turned, 2, 2) == 4
    increases = rule(windows=[{"shape": "2x3", "require": "increases(clockwise) == 1"}])
    mirrored = rule(windows=[{"shape": "2x3", "require": "decreases(clockwise) == 1"}])
    assert number(increases, 2, 3) == number(mirrored, 2, 3) == 30
    three = rule(windows=[{"shape": "2x2", "require": "increases(clockwise) == 1"}], values="0..2")
    down = rule(windows=[{"shape": "2x2", "require": "decreases(clockwise) == 1"}], values="0..2")
    assert number(three, 2, 2) == number(down, 2, 2)
    # 0 1 / . 2 read clockwise rises twice and falls once, or twice.
    assert number({**three, "fixed": {"top-left": 0, "top-right": 1, "bottom-right": 2}}, 2, 2) == 0


def test_a_total_counts_unordered_pairs() -> None:
    once = rule(
        patterns=[{"axes": "horizontal", "reject": "a + b == 1", "violations": "exactly 1"}]
    )
    assert number(once, 1, 2) == 2
    assert number(once, 1, 3) == 4


def test_new_values_come_in_row_major_order_in_both_directions_of_growth() -> None:
    new = rule(values="0..2", order=[{"new_values": True}])
    assert number(new, 1, 3) == number(new, 3, 1) == 5
    by_columns = rule(values="0..2", order=[{"new_values": True, "read": "columns"}],
                      fixed={"top-right": 1})  # fmt: skip
    by_rows = {**by_columns, "order": [{"new_values": True}]}
    assert number(by_rows, 2, 3) != number(by_columns, 2, 3)
    # A strip that grows by columns is still read by rows.
    rows = [oracles_local.count(by_rows, 2, n) for n in (1, 2, 3, 4)]
    assert local({**by_rows, "size": "2 x n"}).terms(4) == rows


def test_thresholds_default_to_the_offset_plus_the_order() -> None:
    from sequences.analysis import judge

    query = local(ROOT / "examples/sequences/A188861.toml")
    assert judge(query, (2, -1)).kind == "refuted"
    assert judge(query, (2, -1), 4).kind == "proved"
    late = judge(query, (2, -1), 3)
    assert (late.kind, late.n, late.predicted, late.actual) == ("refuted", 3, 66, 68)
    with pytest.raises(ValueError, match="below n = 3"):
        judge(query, (2, -1), 2)


def test_tables_run_by_antidiagonals() -> None:
    table = local(rule(patterns=[{"axes": "horizontal", "forbid": "1 1"}]))
    assert table.terms(6) == [2, 3, 4, 5, 9, 8]


# --- kinds that random rules reach seldom ------------------------------------------------------


@pytest.mark.parametrize("by", ["sides", "king"])
@pytest.mark.parametrize("wrap", ["none", "columns"])
def test_connected_sets(by: str, wrap: str) -> None:
    known = rule(wrap=wrap, connected=[{"values": 1, "by": by, "empty": True}])
    if wrap == "columns" and by == "king":
        with pytest.raises(ValueError, match="king moves on a cylinder"):
            number(known, 3, 3)
        return
    description = from_dictionary(known)
    machine = lump(build(description, 3, False))
    assert list(islice(counts(machine), 1, 5)) == [
        oracles_local.count(known, h, 3) for h in range(1, 5)
    ]


def test_lines_that_are_compared_at_their_ends() -> None:
    even = {"axes": ["horizontal", "vertical", "diagonal"], "registers": {"s": 0},
            "next": {"s": "(s + x) % 2"}, "final": "s == 0"}  # fmt: skip
    assert number(rule(lines=[even]), 3, 3) == 2


def test_antidiagonals_are_read_downwards_in_both_directions_of_growth() -> None:
    rising = {"axes": "antidiagonal", "registers": {"last": 0, "s": 0}, "reject": "x < last",
              "next": {"last": "x", "s": "(s + x) % 3"}, "final": "s != 2"}  # fmt: skip
    known = rule(lines=[rising])
    for turned in (False, True):
        machine = lump(build(from_dictionary(known), 2, turned))
        sizes = [(2, h) if turned else (h, 2) for h in range(1, 5)]
        assert list(islice(counts(machine), 1, 5)) == [
            oracles_local.count(known, *size) for size in sizes
        ]
    falling = {**rising, "reject": "x > last", "registers": {"last": 1, "s": 0}}
    assert number({**known, "fixed": {"top-right": 0}}, 2, 2) == 8
    assert number({**known, "lines": [falling], "fixed": {"top-right": 0}}, 2, 2) == 4
    endless = {**rising, "next": {"last": "x", "s": "s + 1"}}
    with pytest.raises(ValueError, match="read upwards, which takes at most 5000 states"):
        build(from_dictionary(rule(lines=[endless])), 2, True)


def test_a_torus_of_few_rows_takes_positions_modulo_the_size() -> None:
    for wrap in ("rows", "both"):
        torus = rule(
            wrap=wrap,
            neighbours=[{"axes": ["vertical", "diagonal"], "require": "equal in {0, 2, 3}"}],
        )
        description = from_dictionary(torus)
        for width in (1, 2):
            for turned in (False, True):
                found = list(islice(counts(lump(build(description, width, turned))), 1, 5))
                sizes = [(width, h) if turned else (h, width) for h in range(1, 5)]
                assert found == [oracles_local.count(torus, *size) for size in sizes]


def test_a_count_that_the_divisor_does_not_divide_is_refused() -> None:
    with pytest.raises(ValueError, match="not divisible by 3"):
        local(rule("n x 1", divide=3)).terms(2)


def test_merging_comes_before_building() -> None:
    """Of two rows only what a 3x3 window can still see is kept."""
    known = from_dictionary(rule(windows=[{"shape": "3x3", "require": "sum(cells) % 3 != 0"}]))
    machine = build(known, 4, False)
    assert machine.states < 3**8  # sums modulo 3 of two windows in two states, not 2^8 pairs
    assert list(islice(counts(lump(machine)), 1, 4)) == [2**4, 2**8, oracles_local.count(
        {"size": "n x k", "values": "0..1",
         "windows": [{"shape": "3x3", "require": "sum(cells) % 3 != 0"}]}, 3, 4)]  # fmt: skip
