"""Names and A-numbers: from what a user types to a family and the numbers of it that are meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from native.commands import crossed
from native.words import alike, meant, quoted
from sequences.families import FAMILIES, family
from sequences.problem import Entry, Family, Shape
from sequences.query import Query

__all__ = ["NAMES", "entries", "parse"]

NAMES = (
    *FAMILIES,
    "no-three/rows,columns",
    "no-three/rows,columns,diagonal",
    "no-three/diagonal,antidiagonal",
)
"""All families that `list` shows; `no-three/` also takes any other choice of directions."""


def entries() -> Iterator[tuple[Family, Entry]]:
    """All OEIS entries that some family covers."""
    for name in NAMES:
        known = family(name)
        for entry in known.entries:
            yield known, entry


def parse(what: str, family_name: str | None = None) -> Query:
    """The query that a word such as `2xn`, `nxn`, `kxn`, `A181218` or `no-three` stands for.

    `family_name` chooses the family for the words that do not name one (default: `paths`).
    Raises ValueError, saying what is expected, for anything else.

    >>> parse("A181219").label, parse("3xn").label
    ('A181219', '3xn')
    """
    if re.fullmatch(r"[Aa][0-9]{6,7}", what):
        what = what.upper()
        if family_name is not None:
            raise ValueError(f"{what} already says which family is meant; leave out --family")
        for known, entry in entries():
            if entry.number == what:
                return Query(known, entry.shape, entry.width, entry, what)
        raise ValueError(f"{what} is not among the entries covered; see `python -m sequences list`")
    if re.fullmatch(r"([0-9]+|n|k)xn", crossed(what)):
        what = crossed(what)
    shape: Shape
    if match := re.fullmatch(r"([1-9][0-9]*)xn", what):
        if len(match[1]) > 5:
            raise ValueError(f"expected a width below 100000, found {quoted(match[1])}")
        chosen, shape, width = _named(family_name or "paths"), "strip", int(match[1])
        if chosen.words:
            raise ValueError(f"{chosen.name} counts words, which have no strips")
        return Query(chosen, shape, width, None, what)
    if what in ("nxn", "kxn"):
        chosen = _named(family_name or "paths")
        if chosen.words:
            raise ValueError(f"{chosen.name} counts words; ask for `{chosen.name}` itself")
        return Query(chosen, "square" if what == "nxn" else "antidiagonals", None, None, what)
    if family_name is not None:
        raise ValueError(
            f"expected 2xn, 3xn, ..., nxn or kxn before --family, found {quoted(what)}"
        )
    chosen = _named(what)
    main = next((e for e in chosen.entries if e.shape in ("square", "word")), None)
    return Query(chosen, "word" if chosen.words else "square", None, main, what)


def _named(name: str) -> Family:
    try:
        return family(alike(name, NAMES) or name)
    except KeyError:
        raise ValueError(
            f"expected 2xn, 3xn, ..., nxn, kxn, an A-number or a family, not {quoted(name)};"
            f" see `python -m sequences list`{meant(name, NAMES)}"
        ) from None
