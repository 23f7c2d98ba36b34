"""Variant words: ``unused``, and those that carry a number, ``stars 2``.

A class lists the words that it knows; ``stars N`` there stands for ``stars 1``, ``stars 2``, ...  A word
with a number may also be written ``stars=2``, as one argument of a command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from native.words import alike, meant, quoted

__all__ = ["number_in", "ordered", "spelled", "unknown", "which"]

_NUMBERED = re.compile("([^ =]+)[ =]+([0-9]+)")
_DIGITS = 6
"""Larger numbers are refused: no board is of that size."""


def spelled(word: str, known: Sequence[str] = ()) -> str:
    """The one spelling of a word: ``Stars=02`` is ``stars 2``, where ``stars N`` is known.

    >>> spelled("Stars=02", ["stars N"]), spelled("no_touch", ["no-touch"])
    ('stars 2', 'no-touch')
    """
    found = _NUMBERED.fullmatch(word)
    if found:
        name = alike(f"{found[1]} N", known)
        return f"{name[:-2] if name else found[1]} {found[2].lstrip('0') or '0'}"
    return alike(word, known) or word


def number_in(word: str, known: str) -> int | None:
    """The number that a word carries, as the known word ``stars N`` has it; None if it is another."""
    name, _, number = word.partition(" ")
    if known == f"{name} N" and re.fullmatch(f"0|[1-9][0-9]{{0,{_DIGITS - 1}}}", number):
        return int(number)
    return None


def which(word: str, known: Iterable[str]) -> str | None:
    """Which of the known words it is: ``stars N`` for ``stars 2``; None for no such word.

    >>> which("stars 2", ["unused", "stars N"]), which("stars", ["stars N"])
    ('stars N', None)
    """
    for other in known:
        if (word == other and not other.endswith(" N")) or number_in(word, other) is not None:
            return other
    return None


def ordered(words: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Valid words in the order in which the class lists them."""
    return tuple(sorted(words, key=lambda word: known.index(which(word, known) or word)))


def unknown(words: Iterable[str], known: Sequence[str]) -> str | None:
    """What is wrong with a set of words, or None: one that is not known, or two numbers for one."""
    seen: dict[str, str] = {}
    for word in sorted(words):
        found = which(word, known)
        if found is None:
            plain = [other for other in known if not other.endswith(" N")]
            return f"no variant {quoted(word)}: it has {', '.join(known) or 'none'}{meant(word, plain)}"
        if found in seen:
            return f"one variant {found}, not {seen[found]} and {word}"
        seen[found] = word
    return None
