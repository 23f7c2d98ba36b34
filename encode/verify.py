"""Checking a certificate, apart from the search and from the solver.

What is checked, in order: the file is in the canonical form with the digest that it states; its
board reads back to the same text; the solution of ``unique`` satisfies every rule by
``board.violations``, and where only normal solutions are counted no move joins it to another
(:mod:`encode.normal`); every cut's justification holds on the board and gives its clause; the clauses
are exactly those of the board's formula, of the cuts, and of the solution's blocking; and two
checkers accept the proof that they have no model, our own that follows the proof's hints
(:mod:`encode.lrat`) and dratify, which is not told them (:mod:`encode.opinion`).  If they
disagree, that is told, and nothing is verified.

What has to be trusted: that ``formula(board, shape=shape)`` has every solution, or every normal
one, among its models (which is tested against brute force), the argument about moves, the checks
of :meth:`encode.cuts.Rules.clause` (a page), the reader of the text form, that one of the two
checkers is right, and Python.  What need not be: the solver, what trims its proofs, and how cuts
were found.  The digest guards against damage, not
against forgers: a forged certificate can carry a right digest, and other checks refuse it.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from encode.certificate import FORMAT, KEYS, cnf_lines, render
from encode.cuts import WHYS, Rules
from encode.encoder import Shape
from encode.lrat import ProofError, check
from encode.normal import Moves
from encode.opinion import refusal
from puzzles.board import Board, Solution
from puzzles.errors import BoardError, FormatError
from puzzles.source import parse

__all__ = ["CertificateError", "Verified", "verify"]


class CertificateError(ValueError):
    """A certificate that does not establish what it states."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a certificate has been found to establish.

    ``clauses``: those of the board, its cuts and its solution; ``steps``: of the proof; ``by``: the
    checkers that accepted it.
    """

    verdict: str
    board: Board
    solution: Solution | None
    clauses: int
    cuts: int
    steps: int
    by: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"verified: {self.verdict} ({self.clauses} clauses, {self.cuts} of them cuts, "
            f"{self.steps} proof steps; by {' and '.join(self.by)})"
        )


def verify(path: str | os.PathLike[str], *, quick: bool = False) -> Verified:
    """What the certificate establishes; :class:`CertificateError` if it does not.

    ``quick``: our own checker is enough; no second opinion on the proof.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8")
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # no UTF-8, no JSON, numbers or nests too long
        raise CertificateError(f"expected a JSON document: {error}") from None
    if not isinstance(document, dict) or tuple(document) != KEYS:
        raise CertificateError(f"expected the keys {', '.join(KEYS)}, in this order")
    try:
        canonical = render(document)
    except UnicodeEncodeError:
        raise CertificateError("expected Unicode text, found half of a surrogate pair") from None
    if canonical != text:
        raise CertificateError("the digest or the form of the text is not that of its contents")
    if document["certificate"] != FORMAT:
        raise CertificateError(f"expected the format {FORMAT!r}")
    board = _board(document)
    mask = _solution(document, board)
    shape = _shape(document, board, mask)
    try:
        lines = cnf_lines(board, shape, _cuts(document["cuts"]), mask)
    except ValueError as error:
        raise CertificateError(f"unjustified cut: {error}") from None
    if document["cnf"] != lines:
        raise CertificateError("the clauses are not those of the board, its cuts and its solution")
    steps = _strings(document, "proof")
    by = _check_proof(lines, steps, quick)
    return Verified(
        document["verdict"],
        board,
        None if mask is None else board.solution(mask),
        len(lines) - 1,
        len(document["cuts"]),
        len(steps),
        by,
    )


def _strings(document: dict[str, Any], key: str) -> list[str]:
    value = document[key]
    if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        raise CertificateError(f"expected a list of strings for {key}")
    return value


def _board(document: dict[str, Any]) -> Board:
    lines, without = _strings(document, "board"), _strings(document, "without")
    try:
        board = parse("\n".join(lines), source="board").dropping(*without)
    except (FormatError, BoardError) as error:
        raise CertificateError(f"expected a board: {error}") from None
    if board.text().splitlines() != lines or sorted(board.without) != without:
        raise CertificateError("the board is not in its own text form")
    return board


def _solution(document: dict[str, Any], board: Board) -> int | None:
    if document["verdict"] == "none":
        if document["solution"] is not None:
            raise CertificateError("expected no solution beside the verdict none")
        return None
    if document["verdict"] != "unique":
        raise CertificateError("expected the verdict unique or none")
    rows = _strings(document, "solution")
    try:
        mask = board.from_rows(rows)
    except BoardError as error:
        raise CertificateError(f"expected a solution: {error}") from None
    if list(board.rows(mask)) != rows:
        raise CertificateError("the solution is not in its own text form")
    for violation in board.violations(mask):
        raise CertificateError(f"the solution breaks a rule: {violation}")
    return mask


def _shape(document: dict[str, Any], board: Board, mask: int | None) -> Shape:
    match document["shape"]:
        case "lazy":
            return "lazy"
        case "normal":
            moves = Moves(Rules(board.constraints()))
            if mask is not None and any(True for _ in moves.neighbours(mask)):
                raise CertificateError("a move leads to the solution or from it")
            return "normal"
        case _:
            raise CertificateError("expected the shape lazy or normal")


def _cuts(value: object) -> list[tuple[str, tuple[int, ...]]]:
    cuts: list[tuple[str, tuple[int, ...]]] = []
    for cut in value if isinstance(value, list) else [None]:
        match cut:
            case {"why": str(why), "over": list(over), **rest} if (
                not rest and why in WHYS and all(type(number) is int for number in over)
            ):
                cuts.append((why, tuple(over)))
            case _:
                raise CertificateError('expected cuts as {"why": ..., "over": [...]}')
    return cuts


def _check_proof(lines: list[str], steps: list[str], quick: bool) -> tuple[str, ...]:
    """The checkers that accept the proof; all of them, or :class:`CertificateError`."""
    clauses = [tuple(map(int, line.split()[:-1])) for line in lines[1:]]
    try:
        check(clauses, steps)
    except ProofError as error:
        raise CertificateError(f"the proof is refused: {error}") from None
    if quick:
        return ("its hints",)
    if reason := refusal(clauses, steps):
        raise CertificateError(f"the checkers disagree: the hints hold, but dratify says: {reason}")
    return "its hints", "dratify"
