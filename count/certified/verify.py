"""What a pair of files establishes about a board.

1. The CNF is that of the board which its comments name: the encoder writes it again, and the texts
   are compared.
2. The graph equals the CNF (:mod:`count.cpog`), so the graph's number of models is the CNF's; and it
   is the number that the certificate states.
3. Models and solutions correspond one to one.  There are no auxiliary variables; or the certificate
   refutes that two models agree on the board (:mod:`count.certified.determined`); or the models, if
   they are few, are listed from the graph and differ in the board's own variables; or it rests on
   what docs/certified-counts.md proves of each encoding, and the answer says so.

To be trusted remain the encoder (that the CNF's models, restricted to the board, are its solutions),
:mod:`count.cpog`, Python, and for 3 :mod:`encode.lrat` with the two copies that it is given, or what
the answer says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from count.certified.determined import check_refutation
from count.certified.statement import board_of, refusal, statement
from count.cpog import Checked, Cnf, Refused, check, read_cnf
from encode import formula
from puzzles.board import Board
from puzzles.errors import BoardError

__all__ = ["Verified", "verify"]

LISTED = 20_000
"""Up to so many models are listed to see that they differ on the board, where that is not refuted."""
_COUNT, _LRAT = "c count ", "c lrat "
"""How those comments of a certificate begin that are read here."""

Told = list[tuple[int, str]]
"""Such comments, without their beginning, each with the number of its line."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A count that has been confirmed.

    ``weighted``: the weighted count, where the CNF has weights; ``one_to_one``: why models are
    solutions; ``checked``: the graph and the sizes of the proof.
    """

    board: Board
    count: int
    weighted: Fraction | None
    one_to_one: str
    checked: Checked


def verify(cnf: str | os.PathLike[str], cpog: str | os.PathLike[str]) -> Verified:
    """Check both files; :class:`count.cpog.Refused` with the file and line where they do not hold."""
    text = _text(Path(cnf))
    stated = read_cnf(text, str(cnf))
    try:
        board = board_of(stated.comments)
        again = statement(board, _weights(stated, board))
    except BoardError as error:
        raise Refused(str(cnf), 1, str(error)) from None
    _compare(text, again, str(cnf))
    if (reason := refusal(formula(board))) is not None:
        raise Refused(str(cnf), 1, reason)
    told: dict[str, Told] = {_COUNT: [], _LRAT: []}
    checked = check(stated, _lines(Path(cpog), told), str(cpog))
    count = checked.count()
    for number, words in told[_COUNT]:
        if words != str(count):
            raise Refused(
                str(cpog), number, f"the graph has {count} models, stated are {words[:60]}"
            )
    return Verified(
        board,
        count,
        checked.weighted(stated) if stated.weights else None,
        _one_to_one(stated, checked, len(board.places()), told[_LRAT], str(cpog)),
        checked,
    )


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(str(path), 1, "expected UTF-8 text") from None


def _lines(path: Path, told: dict[str, Told]) -> Iterator[str]:
    """The lines of a certificate; what its comments say is put into ``told``, by their beginning."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                text = line.decode("ascii")
            except UnicodeDecodeError:
                raise Refused(str(path), number, "expected ASCII text") from None
            for beginning, found in told.items():
                if text.startswith(beginning):
                    found.append((number, text[len(beginning) :].strip()))
            yield text


def _weights(cnf: Cnf, board: Board) -> dict[int, tuple[Fraction, Fraction]]:
    own = len(board.places())
    return {variable: pair for variable, pair in cnf.weights.items() if variable <= own}


def _compare(text: str, again: str, source: str) -> None:
    """Refuse at the first line in which the file and what the encoder writes differ."""
    if text == again:
        return
    lines, wanted = text.split("\n"), again.split("\n")
    for number, (found, right) in enumerate(zip(lines, wanted, strict=False), start=1):
        if found != right:
            reason = f"the encoder writes {right[:60]!a} for this board, found {found[:60]!a}"
            raise Refused(source, number, reason)
    number = min(len(lines), len(wanted))
    raise Refused(source, number, f"the encoder writes {len(wanted) - 1} lines for this board")


def _one_to_one(cnf: Cnf, checked: Checked, own: int, refutation: Told, source: str) -> str:
    """Why no two models agree on the board, whose variables are the first ``own``."""
    if cnf.variables == own:
        if refutation:
            reason = "a refutation, but the formula has no auxiliary variables"
            raise Refused(source, refutation[0][0], reason)
        return "the formula has no auxiliary variables"
    if refutation:
        lines = [line for _, line in refutation]
        if (wrong := check_refutation(cnf.clauses, cnf.variables, own, lines)) is not None:
            position, reason = wrong
            raise Refused(source, refutation[position][0], f"the refutation: {reason}")
        return (
            "the auxiliary variables are determined by the board: "
            f"proved by a refutation of {len(lines)} line{'s' * (len(lines) != 1)}"
        )
    if (count := checked.count()) <= LISTED:
        try:
            different = checked.graph.projections(own, LISTED)
        except ValueError:  # a graph with negated nodes is counted, but not listed
            different = None
        if different is not None and different != count:
            raise Refused(source, 1, "two models of the graph are one solution of the board")
        if different is not None:
            return "no two of the models agree on the board"
    return (
        "that the auxiliary variables are determined by the board rests on the proofs in "
        "docs/certified-counts.md"
    )
