"""What Jupyter shows of results: the words and the picture, and no dump of what lies inside."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kazoe
from sequences import family, fit, prove

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = {
    "unique": "norinori-6x6.txt",
    "several": "numberlink-several-6x6.txt",
    "none": "nondango-none-5x5.txt",
}


@pytest.mark.parametrize("verdict", ["unique", "several"])
def test_a_verdict_is_seen(verdict: str) -> None:
    shown = kazoe.decide(EXAMPLES / NAMES[verdict])._repr_html_()
    assert f"<b>{verdict}" in shown
    assert shown.count("<svg") == 1


def test_a_count_its_engines_and_the_board_are_seen() -> None:
    board = kazoe.read(EXAMPLES / NAMES["unique"]).dropping("domino")
    shown = kazoe.count(board)._repr_html_()
    assert "<b>714420 solutions: frontier 714420" in shown
    assert "<svg" in shown


def test_the_rungs_are_seen_the_finishing_one_first() -> None:
    shown = kazoe.climb(EXAMPLES / NAMES["unique"])._repr_html_()
    assert shown.index("<b>finished by") < shown.index("local") < shown.index("<svg")
    assert "&lt;" not in shown


def test_shares_are_an_array() -> None:
    shares = kazoe.marginals(EXAMPLES / NAMES["unique"])
    assert np.asarray(shares).shape == (6, 6)
    assert set(np.asarray(shares).ravel()) == {0.0, 1.0}
    edges = kazoe.marginals(EXAMPLES / NAMES["several"])
    assert np.asarray(edges).shape == (len(edges),)
    assert "<svg" in shares._repr_html_()


def test_a_formula_is_told_in_a_line() -> None:
    board = kazoe.read(EXAMPLES / NAMES["several"])
    formula = kazoe.formula(board)
    told = repr(formula)
    assert str(len(formula.clauses)) in told
    assert "the board's 60 determine the others" in told
    assert len(told) < 120
    assert repr(kazoe.formula(EXAMPLES / NAMES["unique"])) == (
        "Formula of 36 variables and 395 clauses"
    )


def test_recurrences_and_proofs_are_formulas() -> None:
    fitted = fit([1, 1, 2, 3, 5, 8], offset=1)
    assert str(fitted) == "a(n) = a(n-1) + a(n-2) for n > 2 (fitted)"
    assert "a_{n} = a_{n-1} + a_{n-2}" in fitted._repr_latex_()
    proof = prove(family("paths"), 2)
    assert "proved over Z" in proof._repr_latex_()
    assert repr(proof).startswith("Proof for paths, width 2: a(n) = 5*a(n-1)")
