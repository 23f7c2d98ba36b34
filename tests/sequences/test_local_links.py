"""Links between cells: curves, trees and matchings, and rows compared as words."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sequences import local, value
from sequences.families import family
from sequences.local_check.machine import derive
from sequences.local_check.proof import _by_rows, _reduced
from sequences.local_check.reading import read
from sequences.local_rules.family import count
from sequences.local_rules.reading import from_dictionary
from tests.sequences import oracles_local

PATH = {"single": True, "cycles": False}
OPPOSITE = ["top-left", "bottom-right"]
KNOWN: dict[str, tuple[str, dict[str, Any], list[int]]] = {
    "A006864": ("4 x n", {"degrees": [2], "single": True}, [0, 1, 2, 6, 14, 37, 92, 236]),
    "A006192": ("3 x n", {"degrees": [0, 2], "ends": OPPOSITE, **PATH}, [1, 4, 12, 38, 125, 414]),
    "A007786": (
        "4 x n",
        {"degrees": [0, 2], "ends": OPPOSITE, "single": True},
        [1, 8, 38, 184, 976],
    ),
    "A006238": ("3 x n", {"degrees": [1, 2, 3, 4], **PATH}, [1, 15, 192, 2415, 30305]),
    "A033506": ("3 x n", {"degrees": [0, 1]}, [3, 22, 131, 823, 5096]),
    "A140517": ("n x n", {"degrees": [0, 2], "single": True}, [0, 1, 13, 213, 9349]),
}
"""Cycles, paths from corner to corner, spanning trees, matchings; terms of the OEIS."""


@pytest.mark.parametrize("number", KNOWN)
def test_published_terms(number: str) -> None:
    size, links, terms = KNOWN[number]
    assert local({"size": size, "links": links}).terms(len(terms)) == terms


@pytest.mark.parametrize(
    ("name", "links"),
    [
        ("paths", {"degrees": [1, 2], "cycles": False}),
        ("covers", {"degrees": [0, 1, 2], "cycles": False}),
        ("single-paths", {"degrees": [0, 1, 2], **PATH}),
        ("hamiltonian-paths", {"degrees": [1, 2], **PATH}),
    ],
)
def test_a_built_in_family_counts_as_its_links(name: str, links: dict[str, Any]) -> None:
    """But for a single cell, which is a path without a link."""
    description = from_dictionary({"size": "n x k", "links": links})
    for height, width in product(range(1, 5), range(1, 5)):
        if (height, width) != (1, 1):
            assert count(description, height, width) == value(family(name), height, width)


RULES: list[dict[str, Any]] = [
    {"degrees": [0, 2], "single": True, "empty": True},
    {"degrees": [0, 1, 3], "cycles": False},
    {"degrees": [2, 3], "single": True, "ends": ["top-right"]},
    {"degrees": 2, "ends": ["bottom-left", "top-left"]},
]


@pytest.mark.parametrize("links", RULES, ids=str)
@pytest.mark.parametrize("wrap", ["none", "columns"])
def test_builder_checker_and_brute_force_agree(links: dict[str, Any], wrap: str) -> None:
    rule = {"size": "n x k", "links": links, "wrap": wrap}
    for height, width in ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3)):
        counted = oracles_local.count(rule, height, width)
        assert next(_checked(rule, height, width, False)) == counted
        if wrap == "none":
            assert count(from_dictionary(rule), height, width) == counted
            assert next(_checked(rule, width, height, True)) == oracles_local.count(
                rule, width, height
            )
            continue
        query = local(rule, f"n x {width}")
        assert query.terms(height)[-1] == counted


def _checked(rule: dict[str, Any], height: int, width: int, turned: bool) -> Any:
    """The number of arrays by the checker's machine; it grows by columns if `turned`."""
    table = derive(read(rule), height if turned else width, turned)
    vector, rows = _by_rows(*_reduced(table), 0, 1)
    for _ in range(width if turned else height):
        vector = [sum(m * vector[t] for t, m in image.items()) for image in rows]
    yield vector[0]


def test_maximal_matchings_forbid_two_free_neighbours() -> None:
    """A cell without a link has the value 0. Maximal matchings of the ladder: A093129 has others."""
    rule = {"size": "2 x n", "links": {"degrees": [0, 1]},
            "patterns": [{"axes": ["horizontal", "vertical"], "forbid": "0 0"}]}  # fmt: skip
    assert local(rule).terms(3) == [oracles_local.count(rule, 2, n) for n in (1, 2, 3)]
    assert local(rule).terms(2) == [1, 2]


@pytest.mark.parametrize("lines", ["rows", "columns"])
@pytest.mark.parametrize("order", ["nondecreasing", "decreasing", "different"])
def test_lines_compared_as_words(lines: str, order: str) -> None:
    rule = {"size": "n x k", "values": "0..2", "lexicographic": [{"lines": lines, "order": order}]}
    for height, width in ((1, 1), (3, 1), (1, 3), (2, 3), (3, 2)):
        counted = oracles_local.count(rule, height, width)
        assert count(from_dictionary(rule), height, width) == counted
        for turned in (False, True):
            assert next(_checked(rule, height, width, turned)) == counted


def test_rows_and_columns_in_order() -> None:
    """n X 2 binary arrays with rows and columns nondecreasing: counted by hand for n = 1, 2."""
    both = [{"lines": line, "order": "nondecreasing"} for line in ("rows", "columns")]
    rule = {"size": "n x 2", "values": "0..1", "lexicographic": both}
    # 00 01 11; and 00/00 00/01 00/11 01/01 01/10 01/11 11/11
    assert local(rule).terms(2) == [3, 7]


@pytest.mark.parametrize(
    ("links", "complaint"),
    [
        ({}, "links.degrees: missing"),
        ({"degrees": [5]}, "links.degrees: expected numbers from 0 to 4"),
        ({"degrees": [2], "ends": "top"}, "links.ends: expected corners such as top-left"),
        ({"degrees": [2], "ends": ["top-left", "top-left"]}, "links.ends: expected each corner once"),
        ({"degrees": [2], "empty": True}, "links.empty: goes with single = true"),
        ({"degrees": [2], "loops": True}, "links.loops: unknown here"),
    ],
)  # fmt: skip
def test_links_that_are_not_understood(links: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        local({"size": "n x 2", "links": links})
    with pytest.raises(ValueError, match=r"."):
        read({"size": "n x 2", "links": links})


def test_links_are_not_known_where_the_array_wraps_in_the_direction_of_growth() -> None:
    rule = {"size": "n x 2", "links": {"degrees": [2], "single": True}, "wrap": "rows"}
    with pytest.raises(ValueError, match="not known where the array wraps"):
        local(rule).terms(2)
    with pytest.raises(ValueError, match="where it grows"):
        derive(read(rule), 2, False)
    free = {**rule, "links": {"degrees": [2]}, "wrap": "both"}
    assert local(free).terms(3)[1:] == [oracles_local.count(free, n, 2) for n in (2, 3)]
