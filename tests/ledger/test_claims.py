"""The ledger as data: complete, strict, and measured by functions that exist."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from ledger import Claim, ClaimError, claim, claims
from ledger.claims import PUZZLES, parsed

IDS = (
    [f"B{k}" for k in range(1, 8)]
    + [f"N{k}" for k in range(1, 12)]
    + [f"D{k}" for k in range(1, 15)]
    + [f"L{k}" for k in range(1, 12)]
)


def test_every_claim_of_the_four_articles_is_listed() -> None:
    assert list(claims()) == IDS


@pytest.mark.parametrize("identifier", IDS)
def test_every_claim_is_measured_by_a_function_that_exists(identifier: str) -> None:
    found = claim(identifier)
    for part in found.parts:
        assert callable(part.function())
    assert found.statement
    published = [f for f in found.figures.values() if f.article is not None and not f.variation]
    assert published, "a claim without a published figure cannot be judged"


def test_a_claim_whose_function_is_removed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("ledger.binairo")
    monkeypatch.delattr(package, "techniques")
    with pytest.raises(ClaimError, match=r"B2: ledger\.binairo has no function 'techniques'"):
        claim("B2").parts[0].function()


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_public_function_of_a_room_measures_a_claim(puzzle: str) -> None:
    package = importlib.import_module(f"ledger.{puzzle}")
    used = {p.measure for c in claims().values() if c.puzzle == puzzle for p in c.parts}
    assert used == set(package.__all__)


ENTRY = """
[[claim]]
id = "B1"
kind = "exact"
statement = "Two\nwords."
[[claim.part]]
measure = "words"
boards = 7
chunk = 3
[claim.figure]
"how many" = { article = 2.50, of = 9, variation = true }
"""


def one(text: str) -> Claim:
    (found,) = parsed(text.replace("Two\n", "Two "), "binairo", "binairo.toml")
    return found


def test_an_entry_as_read() -> None:
    found = one(ENTRY)
    figure = found.figures["how many"]
    assert (found.id, found.kind, found.statement) == ("B1", "exact", "Two words.")
    assert (str(figure.article), figure.of, figure.variation) == ("2.50", 9, True)
    assert [(task.first, task.count) for task in found.parts[0].tasks()] == [(0, 3), (3, 3), (6, 1)]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('kind = "exact"', 'kind = "certain"', "expected a kind of exact, sampled, open"),
        ('kind = "exact"', 'sort = "exact"', "unknown key 'sort'"),
        ("chunk = 3", "chunk = 8", "expected 1 <= chunk <= boards, found 8 and 7"),
        ("chunk = 3", "chunk = 0", "expected 1 <= chunk <= boards"),
        ("chunk = 3", "heavy = true", "expected a part that a short run measures"),
        ("of = 9", "off = 9", "unknown key 'off'"),
        ("2.50", "true", "expected a number"),
        ("2.50", "[1, 2.5]", "expected a number"),
        ("of = 9", "of = 0", "expected a number of boards"),
        ('measure = "words"', "", "expected a part's 'measure'"),
        ("[claim.figure]", "[claim.figures]", "unknown key 'figures'"),
        ('"Two words."', '" "', "expected a text 'statement'"),
        ("[[claim]]", "[[claim]", "binairo.toml: "),
    ],
)
def test_an_entry_that_is_not_as_expected_is_refused(old: str, new: str, complaint: str) -> None:
    text = ENTRY.replace("Two\n", "Two ")
    assert old in text
    with pytest.raises(ClaimError) as refused:
        parsed(text.replace(old, new), "binairo", "binairo.toml")
    assert complaint in str(refused.value)
    assert "binairo.toml" in str(refused.value)


def test_two_parts_that_are_the_same_are_refused() -> None:
    part = '[[claim.part]]\nmeasure = "words"\n'
    with pytest.raises(ClaimError, match="B1: two parts are the same"):
        one(ENTRY.replace("[claim.figure]", f"{part}[claim.figure]"))


def test_a_claim_that_is_unknown_is_named() -> None:
    with pytest.raises(ClaimError, match=r"expected a claim .*L1 to L11.*, found 'Q7'"):
        claim("Q7")
    assert claim("d11") is claim("D11")


def test_no_file_of_claims_is_missing() -> None:
    folder = Path(importlib.import_module("ledger.claims").__file__ or "").parent
    assert {path.parent.name for path in folder.glob("*/claims.toml")} == set(PUZZLES)
