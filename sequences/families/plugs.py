"""Words of plugs: what a set of paths leaves open along the frontier of a grid.

A *plug* is an edge that crosses the frontier between the cells already read and the others. The
letters, one per place of the frontier, say what its path looks like among the cells already read:

    .    no plug
    x    a plug whose path has its other end already
    ( )  the two plugs of one path, which has no end yet; the parentheses match as usual,
         for the grid is planar

These are Motzkin words with level steps of two colours: Catalan(w + 1) of length w.
"""

from __future__ import annotations

__all__ = ["join", "mate", "replace", "stop"]


def mate(word: str, place: int) -> int:
    """Place of the parenthesis that matches the one at `place`.

    >>> mate("(x(.))", 0), mate("(x(.))", 4)
    (5, 2)
    """
    direction = 1 if word[place] == "(" else -1
    depth = 0
    while True:
        depth += (word[place] == "(") - (word[place] == ")")
        if depth == 0:
            return place
        place += direction


def replace(word: str, place: int, letter: str) -> str:
    """The word with the letter at `place` replaced."""
    return word[:place] + letter + word[place + 1 :]


def stop(word: str, place: int) -> str:
    """The word after the path of the plug at `place` ends there: its other plug gets an end.

    >>> stop("(x)", 0), stop(".x.", 1)
    ('.xx', '...')
    """
    if word[place] != "x":
        word = replace(word, mate(word, place), "x")
    return replace(word, place, ".")


def join(word: str, place: int) -> str | None:
    """The word after the plugs at `place` and `place + 1` meet, or None if that closes a loop.

    >>> join("((.))", 0), join("x(.)", 0), join("()", 0)
    ('...()', '...x', None)
    """
    left, right = word[place], word[place + 1]
    if left != "x" and right != "x":
        first, second = mate(word, place), mate(word, place + 1)
        if first == place + 1:
            return None
        word = replace(word, min(first, second), "(")
        word = replace(word, max(first, second), ")")
    elif left != "x":
        word = replace(word, mate(word, place), "x")
    elif right != "x":
        word = replace(word, mate(word, place + 1), "x")
    return word[:place] + ".." + word[place + 2 :]
