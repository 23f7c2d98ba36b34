"""Our own text form: a head line, then rows of blank-separated tokens.

The head is the kind and its variant words (``numberlink unused``).  ``#`` starts a comment; blank
lines separate blocks, and boards where a file holds several (each with its head).  Behind the head
``model`` stand JSON objects, one a line (:mod:`puzzles.model_text`).  Without a head,
a grid of only ``0``, ``1`` and ``.`` is Binairo, whose cells may also stand without blanks between
them; any other grid needs its kind from the caller.
"""

from __future__ import annotations

from puzzles import kinds
from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats.text import Text, Token, short
from puzzles.plain import Plain
from puzzles.variants import spelled, which

__all__ = ["headless", "is_bare", "is_headed", "read", "write"]

_TYPOS = 4
"""A grid without a head is Binairo with typos where one word in so many, or fewer, is none of it."""


def is_headed(text: Text, puzzle: str | None) -> bool:
    """Is the first word the name of a kind?"""
    content = next((line for line in text.each_line("#") if line), None)
    return content is not None and _is_kind(content[0].word)


def is_bare(text: Text, puzzle: str | None) -> bool:
    """May this be a grid without a head: of 0, 1 and . alone, or of any kind that is known?"""
    if puzzle is not None:
        return True
    return all(set(token.word) <= set("01.") for line in text.each_line("#") for token in line)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The boards of a text with heads, in order.  A head stands first or after a blank line."""
    lines = text.lines("#")
    first = next(i for i, line in enumerate(lines) if line)
    starts = [
        i
        for i, line in enumerate(lines)
        if line and (i == first or not lines[i - 1]) and _is_kind(line[0].word)
    ]
    ends = [*starts[1:], len(lines)]
    return [
        _headed(text, lines[start], lines[start + 1 : end])
        if lines[start][0].word != Plain.kind
        else _model(text, lines[start], lines[start + 1 : end])
        for start, end in zip(starts, ends, strict=True)
    ]


def headless(text: Text, puzzle: str | None) -> list[Board]:
    """The board of a grid without a head, which is Binairo unless the caller knows better."""
    lines = text.lines("#")
    first = next((line[0] for line in lines if line), None)
    if first is None:
        raise text.fault(0, "expected a board, found nothing")
    tokens = [token for line in lines for token in line]
    wrong = [token for token in tokens if not set(token.word) <= set("01.")]
    if puzzle is None and wrong:
        token, known = wrong[0], ", ".join(kinds.names())
        if token is not first and len(wrong) * _TYPOS <= len(tokens):
            at = next(i for i, sign in enumerate(token.word) if sign not in "01.")
            raise text.fault(
                token.at + at,
                f"expected 0, 1 or ., found {token.word[at : at + 1]!r}; a grid of another puzzle than "
                f"binairo has its kind ({known}) in the first line",
            )
        raise text.fault(
            first.at,
            f"expected a kind ({known}) in the first line, or a format that says it; found "
            f"{short(first.word)}",
        )
    cls = kinds.find(puzzle or Binairo.kind)
    return [cls.from_text(text, _blocks(lines), (), first.at)]


def write(board: Board) -> str:
    """The board in the text form; what :func:`read` gives back is equal to it."""
    return board.text()


def _is_kind(word: str) -> bool:
    return word == Plain.kind or word in kinds.known() or word in kinds.names()


def _model(text: Text, head: list[Token], lines: list[list[Token]]) -> Plain:
    """A model: one JSON object to a line."""
    if len(head) > 1:
        raise text.fault(head[1].at, f"expected nothing behind {Plain.kind}")
    held = [(line[0].at, line[-1].at + len(line[-1].word)) for line in lines if line]
    if not held:
        end = head[0].at + len(head[0].word)
        raise text.fault(end, "expected lines of JSON objects, as Model.board().text() writes them")
    raw = [text.string[start:end] for start, end in held]
    # In a model's errors the row of a cell is the number of a line.
    return text.build(lambda: Plain.from_lines(raw), lambda cell: held[cell[0]][0], held[0][0])


def _headed(text: Text, head: list[Token], lines: list[list[Token]]) -> Board:
    cls = kinds.find(head[0].word)
    words: list[str] = []
    free = list(cls.VARIANTS)
    rest = head[:0:-1]
    while rest:
        token = rest.pop()
        word = spelled(token.word)
        if f"{word} N" in free:
            number = rest.pop() if rest else Token("", token.at + len(word))
            word = spelled(f"{word} {number.word}")
            if which(word, free) is None:
                found = short(number.word) if number.word else "the end of the line"
                message = f"expected a number behind {token.word}, found {found}"
                raise text.fault(number.at, message)
        known_word = which(word, free)
        if known_word is None:
            known = ", ".join(free) or "no word"
            message = f"expected {known} behind {cls.kind}, found {short(token.word)}"
            raise text.fault(token.at, message)
        free.remove(known_word)
        words.append(word)
    end = head[-1].at + len(head[-1].word)
    return cls.from_text(text, _blocks(lines), words, end)


def _blocks(lines: list[list[Token]]) -> list[list[list[Token]]]:
    blocks: list[list[list[Token]]] = [[]]
    for line in lines:
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return blocks if blocks[-1] else blocks[:-1]
