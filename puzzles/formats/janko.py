"""The text form of janko.at, also inside a page's script of type application/x-janko.

``begin``, lines of ``key value`` (``puzzle``, ``size`` or ``rows`` and ``cols``), then sections
``problem``, ``areas`` and ``solution``, each followed by that many rows of tokens, and ``end``.
Keys and sections that are not named here are skipped.  ``-`` is an empty cell; Binairo has 0 and 1
(where a 2 occurs: 1 and 2), Nondango ``x`` or ``o`` for a circle.
"""

from __future__ import annotations

import re

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats.text import Text, Token, short
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = ["read", "recognises"]

_KINDS = {
    "binairo": "binairo",
    "norinori": "norinori",
    "nondango": "nondango",
    "numberlink": "numberlink",
    "arukone": "numberlink",
}
_SECTIONS = ("problem", "areas", "solution")
_SCRIPT = re.compile(r"<script\b[^<>]*>", re.IGNORECASE)


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is there the word begin on the first line, or a script that holds it?"""
    first = next((line for line in text.each_line() if line), [])
    return [t.word for t in first] == ["begin"] or _script(text) is not None


def _script(text: Text) -> re.Match[str] | None:
    """The tag that opens the script, if there is one."""
    tags = _SCRIPT.finditer(text.string)
    return next((tag for tag in tags if "application/x-janko" in tag[0].lower()), None)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one text or page; its solution is checked for its form and left."""
    script = _script(text)
    if script is not None:
        end = re.compile("</script", re.IGNORECASE).search(text.string, script.end())
        text = text.part(script.end(), end.start() if end else None)
    lines = [line for line in text.lines() if line]
    if not lines or lines[0][0].word != "begin":
        raise text.fault(lines[0][0].at if lines else 0, "expected begin")
    values, sections = _sections(text, lines[1:])
    kind = puzzle
    if "puzzle" in values:
        name = values["puzzle"]
        kind = _KINDS.get(name.word.lower())
        if kind is None:
            message = f"expected a puzzle of {', '.join(_KINDS)}, found {short(name.word)}"
            raise text.fault(name.at, message)
    if kind is None:
        raise text.fault(0, "expected a line that names the puzzle")
    return [_board(text, kind, sections)]


def _sections(
    text: Text, lines: list[list[Token]]
) -> tuple[dict[str, Token], dict[str, list[list[Token]]]]:
    """The first value of each key, and the rows of each section."""
    values: dict[str, Token] = {}
    sections: dict[str, list[list[Token]]] = {}
    index = 0
    free = False
    while index < len(lines):
        key, *rest = lines[index]
        index += 1
        if key.word == "end" and not rest:
            return values, sections
        if key.word in _SECTIONS and not rest:
            if key.word in sections:
                raise text.fault(key.at, f"expected the section {key.word} once")
            height, width = _size(text, values, key)
            rows = lines[index : index + height]
            index += height
            if len(rows) < height:
                message = f"expected {height} rows of {key.word}, found {len(rows)}"
                raise text.fault(len(text.string.rstrip()), message)
            text.rectangle(rows, width)
            sections[key.word] = rows
            free = False
        elif not sections:
            values.setdefault(key.word, rest[0] if rest else key)
        elif not free:
            # Another section, as the moves of a player, runs to the next that we know; what is no
            # name of a section here is a row too many.
            free = not rest and re.fullmatch("[a-z]{3,}", key.word) is not None
            if not free:
                message = f"expected a section or end, found {short(key.word)}"
                raise text.fault(key.at, message)
    raise text.fault(len(text.string.rstrip()), "expected end")


def _size(text: Text, values: dict[str, Token], section: Token) -> tuple[int, int]:
    if "size" in values:
        word, at = values["size"]
        match = re.fullmatch("([0-9]+)(?:x([0-9]+))?", word)
        if match is None:
            raise text.fault(at, f"expected a size, found {short(word)}")
        columns = Token(match[1], at)
        return text.size(Token(match[2] or match[1], at), columns)
    if "rows" in values and "cols" in values:
        return text.size(values["rows"], values["cols"])
    raise text.fault(section.at, "expected a line size, or rows and cols, before the sections")


def _board(text: Text, kind: str, sections: dict[str, list[list[Token]]]) -> Board:
    wanted = {"norinori": ["areas"], "nondango": ["problem", "areas"]}.get(kind, ["problem"])
    for name in wanted:
        if name not in sections:
            raise text.fault(len(text.string.rstrip()), f"expected a section {name}")
    problem = sections.get("problem", [])
    if kind == "numberlink":
        return Numberlink.from_grids(text, problem, signs={".": "-"})
    if kind == "binairo":
        two = any(token.word == "2" for row in problem for token in row)
        return Binairo.from_grids(
            text, problem, signs=dict(zip(".01", "-12" if two else "-01", strict=True))
        )
    if kind == "norinori":
        for token in (token for row in problem for token in row):
            if token.word != "-":
                raise text.fault(token.at, f"expected - (no givens), found {short(token.word)}")
        return Norinori.from_grids(text, sections["areas"])
    circles = [[Token("x" if t.word == "o" else t.word, t.at) for t in row] for row in problem]
    signs = {"o": "x", ".": "-"}
    areas, words = sections["areas"], Nondango.ELSEWHERE
    return Nondango.from_grids(text, areas, circles, words=words, signs=signs)
