"""Certificates of ``unique`` and ``none``: everything that a sceptic needs, in one file.

A certificate is a JSON object whose lists stand one item to a line:

- ``certificate``: the format, ``kazoe 2``; ``verdict``: ``unique`` or ``none``;
- ``board``: the lines of the board's text form; ``without``: the rules dropped;
- ``shape``: ``lazy`` or, among normal solutions only, ``normal`` (:mod:`encode.normal`);
- ``solution``: the rows of the solution, or null;
- ``cuts``: clauses that the rules imply, each with its justification (:mod:`encode.cuts`);
- ``cnf``: DIMACS lines - the clauses of ``formula(board, shape=shape)``, then those of the cuts in
  order, then for ``unique`` the clause that blocks the solution;
- ``proof``: lines that derive the empty clause from ``cnf``, each with the clauses that it follows
  from (:mod:`encode.lrat`);
- ``sha256``: the digest of all that, as written.

:mod:`encode.verify` says what checking it establishes and what has to be trusted.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from encode.cuts import Rules
from encode.encoder import Shape, formula
from encode.search import PROVERS, SolutionSearch, new_solver, prefer, satisfiable
from encode.trim import Untrimmed, trimmed
from native.files import write_text
from native.progress import stage
from puzzles.board import Board
from puzzles.errors import BoardError, FormatError
from puzzles.source import parse

__all__ = ["FORMAT", "KEYS", "certify", "cnf_lines", "render"]

FORMAT = "kazoe 2"
KEYS = (
    "certificate",
    "verdict",
    "board",
    "without",
    "shape",
    "solution",
    "cuts",
    "cnf",
    "proof",
    "sha256",
)


def cnf_lines(
    board: Board,
    shape: Shape,
    cuts: Iterable[tuple[str, tuple[int, ...]]],
    solution: int | None,
) -> list[str]:
    """The DIMACS lines that have no model if ``solution`` is the only one (None: if none is).

    Derived from the board alone; ``cuts`` are the justifications, as (why, over) of
    :class:`encode.cuts.Cut`; :class:`ValueError` for one that justifies nothing.
    """
    base = formula(board, shape=shape)
    rules = Rules(board.constraints(), normal=shape == "normal")
    clauses = base.clauses + [rules.clause(why, over) for why, over in cuts]
    if solution is not None:
        clauses.append(rules.blocking(solution, len(base.projection)))
    lines = [f"p cnf {base.variables} {len(clauses)}"]
    lines += [" ".join((*map(str, clause), "0")) for clause in clauses]
    return lines


def certify(path: str | os.PathLike[str], search: SolutionSearch, solution: int | None) -> None:
    """Solve the clauses of a search that has ended again, with a proof; write the certificate.

    ``solution``: the one solution, or None where there is none.  A solver that writes no proof, or
    one that does not go by unit propagation alone, gives way to CaDiCaL.  :class:`BoardError` for a
    board whose text form can only be read with its dropped rules known; :class:`OSError` if the
    file cannot be written, and what was there before stays; :class:`encode.search.TimeLimit`.
    """
    stage("writing the clauses of the proof")
    board = search.board
    _readable(board)
    lines = cnf_lines(board, search.shape, ((cut.why, cut.over) for cut in search.cuts), solution)
    clauses = [[int(literal) for literal in line.split()[:-1]] for line in lines[1:]]
    document = {
        "certificate": FORMAT,
        "verdict": "none" if solution is None else "unique",
        "board": board.text().splitlines(),
        "without": sorted(board.without),
        "shape": search.shape,
        "solution": None if solution is None else list(board.rows(solution)),
        "cuts": [{"why": cut.why, "over": list(cut.over)} for cut in search.cuts],
        "cnf": lines,
        "proof": _proof(clauses, search),
    }
    write_text(Path(path), render(document))


def _proof(clauses: Sequence[Sequence[int]], search: SolutionSearch) -> list[str]:
    """The lines that derive the empty clause."""
    if [] in clauses:  # which PySAT's solvers pass over
        return trimmed(clauses, [])
    provers = [search.solver] if search.solver in PROVERS else []
    for prover in [*provers, PROVERS[0]]:
        stage("proving by {}", prover)
        with new_solver(name=prover, bootstrap_with=clauses, with_proof=True) as again:
            prefer(again, search.preferred)
            if satisfiable(again, search.deadline):
                raise AssertionError("the search ended, yet its clauses have a model")
            proof = again.get_proof()
        stage("trimming a proof of {} steps", len(proof))
        with suppress(Untrimmed):
            return trimmed(clauses, proof, search.deadline.check)
    raise AssertionError("no solver wrote a proof by unit propagation alone")


def _readable(board: Board) -> None:
    """Raise unless a reader gets the board back from its text form and the names dropped."""
    try:
        again = parse(board.text()).dropping(*board.without)
    except (FormatError, BoardError) as error:
        raise BoardError(f"the text form is not a board with all rules: {error}") from None
    if again != board:
        raise BoardError("the text form reads back to another board")


def render(document: Mapping[str, Any]) -> str:
    """The text of a certificate: its digest is recomputed, whatever the document holds for it."""
    parts = []
    for key in KEYS[:-1]:
        value = document[key]
        if isinstance(value, list) and value:
            items = ",\n".join(json.dumps(item, ensure_ascii=False) for item in value)
            parts.append(f'"{key}": [\n{items}\n]')
        else:
            parts.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    body = ",\n".join(parts)
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f'{{\n{body},\n"sha256": "{digest}"\n}}\n'
