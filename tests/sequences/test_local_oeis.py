"""The page docs/oeis.md is what the command writes, but for the seconds."""

from __future__ import annotations

import pytest

from benchmarks.oeis import HEAD, PAGE, claims, rows

HEAVY = {"A252110", "A252108"}


def page() -> dict[str, list[list[str]]]:
    """The lines of each entry, without the seconds."""
    found: dict[str, list[list[str]]] = {}
    text = PAGE.read_text("utf-8")
    assert text.startswith(HEAD)
    for line in text[len(HEAD) :].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        found.setdefault(cells[0][1:8], []).append(cells[:-1])
    return found


def test_the_page_has_every_claim() -> None:
    assert {number: len(lines) for number, lines in page().items()} == {
        number: len(entry["claims"]) for number, entry in claims().items()
    }
    assert len(claims()) == 45


@pytest.mark.parametrize("number", sorted(claims().keys() - HEAVY))
def test_an_entry_is_as_the_page_says(number: str) -> None:
    """Also compares all terms."""
    assert [row.cells() for row in rows(number)] == page()[number]


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted(HEAVY))
def test_a_large_entry_is_as_the_page_says(number: str) -> None:
    assert [row.cells() for row in rows(number)] == page()[number]
