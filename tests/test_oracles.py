"""The oracles themselves, against counts done by hand or taken from elsewhere."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import oracles
from tests.oracles import binairo, nondango, norinori, numberlink, numberlink_by_edges

Tokens = list[list[str]]


def tokens(*rows: str) -> Tokens:
    return [row.split() for row in rows]


def test_the_oracles_import_nothing_of_ours() -> None:
    tree = ast.parse(Path(oracles.__file__).read_text(encoding="utf-8"))
    names = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    names |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names == {"__future__", "collections", "collections.abc", "itertools", "typing"}


# Binairo

UNRULY = [".....0", "0..11.", "..11..", "......", ".1....", "0.1..."]
"""``6x6de:faCADAJeBd`` of FORMATS 6."""


def test_binairo_two_by_two_by_hand() -> None:
    assert binairo(["..", ".."]) == [{(0, 1), (1, 0)}, {(0, 0), (1, 1)}]
    assert binairo(["1.", ".."]) == [{(0, 0), (1, 1)}]
    assert binairo(["1.", "1."]) == []


def test_binairo_blank_boards() -> None:
    # OEIS A253316 begins 2, 72; with equal lines allowed 90 of 4x4 are known.
    assert [len(binairo(["." * n] * n)) for n in (2, 4)] == [2, 72]
    assert [len(binairo(["." * n] * n, ["repeats"])) for n in (2, 4)] == [2, 90]


def test_the_unruly_board_needs_repeated_lines() -> None:
    assert len(binairo(UNRULY, ["repeats"])) == 1
    assert binairo(UNRULY) == []


def test_binairo_with_rules_dropped() -> None:
    assert len(binairo(["..", ".."], without=["balance", "distinct"])) == 16
    # One row of four that breaks no run: 2 * F(5) = 10 words; its columns have one cell.
    assert len(binairo(["...."], without=["balance", "distinct"])) == 10


# Norinori


def test_norinori_url_of_the_formats_page_has_one_solution() -> None:
    (solution,) = norinori(["00122", "11122", "13322", "33333", "44333"])
    assert len(solution) == 10


def test_norinori_by_hand() -> None:
    # Two columns of a 2x2, two shaded cells each: all four shaded, and each has two neighbours.
    assert norinori(["01", "01"]) == []
    assert norinori(["00", "00"]) == [{(0, 0), (0, 1)}, {(0, 0), (1, 0)}, {(0, 1), (1, 1)},
                                      {(1, 0), (1, 1)}]  # fmt: skip
    # Three regions of a row of nine: every domino must keep one cell of distance.
    assert norinori(["000111222"]) == [{(0, 0), (0, 1), (0, 3), (0, 4), (0, 6), (0, 7)},
                                       {(0, 0), (0, 1), (0, 3), (0, 4), (0, 7), (0, 8)},
                                       {(0, 0), (0, 1), (0, 4), (0, 5), (0, 7), (0, 8)},
                                       {(0, 1), (0, 2), (0, 4), (0, 5), (0, 7), (0, 8)}]  # fmt: skip


def test_norinori_with_rules_dropped() -> None:
    assert len(norinori(["0011"], without=["domino"])) == 1
    assert len(norinori(["0001"], without=["region", "domino"])) == 16
    assert len(norinori(["0001"], without=["region"])) == 4  # no domino or one of three


# Nondango

REGIONS = ["000112", "033312", "033112", "435556", "444756", "777766"]
CIRCLES = ["ooo.o.", "oo.ooo", "o...oo", ".o.o.o", "o.ooo.", "...o.o"]
"""``nondango/6/6/5jlp72e15tpq2i3ikht0`` of FORMATS 3, circles decoded from the URL itself."""


def test_nondango_url_of_the_formats_page_has_one_solution_when_both_colours_count() -> None:
    assert len(nondango(REGIONS, CIRCLES, ["same-colour"])) == 1
    assert len(nondango(REGIONS, CIRCLES)) == 734


def test_nondango_by_hand() -> None:
    assert nondango(["012"], ["ooo"]) == []
    assert nondango(["012"], ["oo."]) == []
    assert nondango(["011"], ["oo."]) == [{(0, 0), (0, 1)}]
    assert nondango(["0011"], ["oooo"]) == [{(0, 0), (0, 2)}, {(0, 0), (0, 3)}, {(0, 1), (0, 2)},
                                            {(0, 1), (0, 3)}]  # fmt: skip
    assert nondango(["000"], ["ooo"], ["same-colour"]) == [{(0, 0)}, {(0, 1)}, {(0, 2)}]
    assert nondango(["0000"], ["oooo"], ["same-colour"]) == [{(0, 1)}, {(0, 2)}]


def test_nondango_variants_by_hand() -> None:
    diagonal = (["031", "343", "352"], ["o..", ".o.", "..o"])
    assert len(nondango(*diagonal, without=["region"])) == 7
    assert len(nondango(*diagonal, ["no-diagonals"], ["region"])) == 8
    spread = (["0000"], ["oo.o"])
    assert len(nondango(*spread, without=["region"])) == 8
    assert len(nondango(*spread, ["anywhere-in-line"], ["region"])) == 7


# Numberlink

ARUKONE = tokens("1 2 . .", ". . . .", "3 1 2 3", ". . . .")
"""``arukone/e/4/4/12l3123j`` of FORMATS 4: one solution with every cell used, else two."""


def test_numberlink_url_of_the_formats_page() -> None:
    assert len(numberlink(ARUKONE)) == 1
    assert len(numberlink(ARUKONE, ["unused"])) == 2


def test_numberlink_by_hand() -> None:
    assert numberlink(tokens("a a")) == [{((0, 0), (0, 1))}]
    assert numberlink(tokens("a b")) == []
    assert numberlink(tokens("a . a")) == [{((0, 0), (0, 1)), ((0, 1), (0, 2))}]
    assert numberlink(tokens("a a .")) == []
    assert numberlink(tokens("a a ."), ["unused"]) == [{((0, 0), (0, 1))}]
    assert numberlink(tokens(". .")) == []
    assert numberlink(tokens(". ."), ["unused"]) == [frozenset()]
    # Four ends of one label in a square pair freely: two horizontal or two vertical edges.
    assert len(numberlink(tokens("a a", "a a"))) == 2
    # Around the square, or straight; straight alone if cells may stay unused and touch is barred.
    square = tokens("a a", ". .")
    assert [len(edges) for edges in numberlink(square)] == [3]
    assert sorted(len(edges) for edges in numberlink(square, ["unused"])) == [1, 3]
    assert [len(edges) for edges in numberlink(square, ["unused", "no-touch"])] == [1]
    assert numberlink(square, ["no-touch"]) == []


def test_numberlink_with_rules_dropped_by_hand() -> None:
    # Degrees alone: a ring of four is allowed where no loop may close.
    assert len(numberlink(tokens(". .", ". ."), without=["paths"])) == 1
    # Forests of the square with both ends in one tree: the straight edge alone or with one of the
    # three others, or any three of the four edges.
    both = numberlink(tokens("a a", ". ."), without=["degree"])
    assert sorted(map(len, both)) == [1, 2, 2, 2, 3, 3, 3, 3]


@pytest.mark.parametrize("words", [(), ("unused",), ("no-touch",), ("unused", "no-touch")])
def test_cells_and_edges_list_the_same_numberlink_solutions(words: tuple[str, ...]) -> None:
    for labels in oracles.labellings(2, 3):
        assert set(numberlink(labels, words)) == set(numberlink_by_edges(labels, words))


# Data


def test_numbers_of_partitions_and_labellings() -> None:
    def number(height: int, width: int) -> int:
        return sum(1 for _ in oracles.connected_partitions(height, width))

    # OEIS A145835 (squares): 1, 12, 1434; a row of n cuts in 2^(n - 1) ways.
    assert [number(n, n) for n in (1, 2, 3)] == [1, 12, 1434]
    assert number(1, 6) == 32
    # Subsets of six cells cut into blocks of even size: 1 + 15 + 15 * (3 + 1) + (15 + 15 + 1).
    assert len(set(oracles.labellings(2, 3))) == 107
