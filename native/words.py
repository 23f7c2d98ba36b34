"""Words of users in messages: quoted at a bounded length, and the known word that is near one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["alike", "listed", "meant", "quoted", "shown"]

LONGEST = 60
"""Characters of a quoted word that a message shows."""


def quoted(word: object, longest: int = LONGEST) -> str:
    """The word as a message quotes it: escaped, and shortened in its middle.

    >>> quoted("1" * 5), quoted("1" * 10_000, 9)
    ("'11111'", "'111...111' (10000 characters)")
    """
    text = str(word)
    long = f" ({len(text)} characters)" if len(text) > longest else ""
    return f"{shown(text, longest)!r}{long}"


def shown(text: str, longest: int = LONGEST) -> str:
    """The text as it stands, but shortened in its middle where it is longer.

    >>> shown("ab"), shown("abcdefghij", 7)
    ('ab', 'ab...ij')
    """
    kept = max(longest - 3, 2)
    if len(text) <= longest:
        return text
    return text[: kept - kept // 2] + "..." + text[len(text) - kept // 2 :]


def alike(word: str, known: Iterable[str]) -> str | None:
    """The known word that this one is but for the case of its letters and - for _.

    >>> alike("Cadical195", ["cadical195"]), alike("no_touch", ["no-touch"])
    ('cadical195', 'no-touch')
    """
    asked = _plain(word)
    return next((name for name in known if _plain(name) == asked), None)


def meant(word: str, known: Iterable[str]) -> str:
    """``; did you mean X?`` where a known word is near this one, and nothing elsewhere.

    >>> meant("cuont", ["count", "encode"]), meant("zzz", ["count"])
    ('; did you mean count?', '')
    """
    names = {_plain(name): name for name in known}
    near = get_close_matches(_plain(word[: 2 * LONGEST]), names, n=1)
    return f"; did you mean {names[near[0]]}?" if near else ""


def listed(what: str, word: str, known: Iterable[str]) -> str:
    """The message for a word that is none of the known ones.

    >>> listed("an engine", "bbd", ["bdd", "sat"])
    "expected an engine (bdd, sat), found 'bbd'; did you mean bdd?"
    """
    names = list(known)
    return f"expected {what} ({', '.join(names)}), found {quoted(word)}{meant(word, names)}"


def _plain(word: str) -> str:
    return word.casefold().replace("_", "-")
