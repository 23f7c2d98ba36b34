"""A board's certificate: ``STEM.cnf`` and ``STEM.cpog``.

Which way the proof goes: the models are listed where a solver finds few
(:mod:`count.certified.listing`); else the formula is compiled, cluster by cluster
(:mod:`count.certified.compile`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from count.certified.determined import Undetermined, refutation
from count.certified.listing import list_models, prove_listing
from count.certified.proof import Proof
from count.certified.statement import refusal, statement
from count.limits import Stopped
from count.weights import Weights
from encode import formula
from native.files import replacing
from puzzles.board import Board
from puzzles.errors import BoardError

__all__ = ["LISTED", "REFUTED_WITHIN", "Written", "paths", "write"]

LISTED, LISTED_WITH_AUXILIARIES = 200, 5000
"""So many models are listed before the formula is compiled instead; auxiliary variables make
compiling dear."""
REFUTED_WITHIN = 10.0
"""Wall seconds for the proof that the board determines the auxiliary variables; where they do not
suffice, the certificate goes without."""


@dataclass(frozen=True, slots=True)
class Written:
    """Where a certificate is, and what writing it took.

    ``count``: the number of models as the writer has it, and as the file states it; ``way``:
    ``listed`` or ``compiled``; ``operations``: products and sums; ``added``: implied clauses;
    ``refutation``: lines of the proof that the board determines the auxiliary variables, 0 where the
    certificate has none; ``bytes`` of the .cpog file; ``seconds`` of CPU time.
    """

    cnf: Path
    cpog: Path
    count: int
    way: str
    operations: int
    added: int
    hints: int
    refutation: int
    bytes: int
    seconds: float


def paths(stem: str | os.PathLike[str]) -> tuple[Path, Path]:
    """The two files of a stem: its name with ``.cnf`` and ``.cpog`` behind it."""
    return Path(f"{os.fspath(stem)}.cnf"), Path(f"{os.fspath(stem)}.cpog")


def write(
    board: Board,
    stem: str | os.PathLike[str],
    *,
    weights: Weights | None = None,
    seconds: float | None = None,
    size: int | None = None,
    listed: int | None = None,
    refuted_within: float = REFUTED_WITHIN,
) -> Written:
    """Write the certificate of the board's number of solutions.

    ``listed``: the greatest number of models that is listed and not compiled (None: 200, or 5000
    where the formula has auxiliary variables); ``weights``: of board variables, for a weighted
    count besides; ``seconds``: wall seconds, and
    ``size``: bytes of the .cpog file, after which :class:`count.limits.Stopped` is raised;
    ``refuted_within``: wall seconds for the proof that the board determines the auxiliary variables.
    Either both files are written or neither is touched.  BoardError for a board whose formula has
    auxiliaries that the board does not determine.
    """
    start = time.process_time()
    deadline = None if seconds is None else time.perf_counter() + seconds
    cnf = formula(board)
    if (reason := refusal(cnf)) is not None:
        raise BoardError(f"no certificate: {reason}")
    if listed is None:
        auxiliary = cnf.variables > len(cnf.projection)
        listed = LISTED_WITH_AUXILIARIES if auxiliary else LISTED
    text = statement(board, weights)
    cnf_path, cpog_path = paths(stem)

    def watch(written: int) -> None:
        if deadline is not None and time.perf_counter() > deadline:
            raise Stopped(f"no certificate within {seconds:g} s")
        if size is not None and written > size:
            raise Stopped(f"a certificate of more than {size} bytes")

    with _replacing(cnf_path) as out:
        out.write(text)
        with _replacing(cpog_path) as out:
            proof = Proof(out, cnf.variables, len(cnf.clauses), watch)
            own = len(cnf.projection)
            models = list_models(
                cnf.clauses, cnf.variables, listed, own=own, watch=lambda: watch(proof.written)
            )
            if models is not None:
                prove_listing(proof, cnf.clauses, models, cnf.variables)
                count = len(models)
            else:
                from count.bdd import variable_order
                from count.certified.compile import prove_compiled

                order, width = variable_order(board)[0], min(board.height, board.width)
                count = prove_compiled(proof, cnf, order, width)
            shown: list[str] = []
            if count > 1 and own < cnf.variables:  # else no two models can agree on the board
                left = refuted_within
                if deadline is not None:
                    left = max(0.0, min(left, deadline - time.perf_counter()))
                try:
                    shown = refutation(cnf.clauses, cnf.variables, own, left) or []
                except Undetermined as error:
                    raise BoardError(f"no certificate: {error}") from None
            for line in shown:
                proof.remark(f"lrat {line}")
            proof.remark(f"count {count}")
            proof.flush()
    return Written(
        cnf_path,
        cpog_path,
        count,
        "compiled" if models is None else "listed",
        proof.variable - cnf.variables,
        proof.added,
        proof.hints,
        len(shown),
        proof.written,
        time.process_time() - start,
    )


@contextmanager
def _replacing(path: Path) -> Iterator[TextIO]:
    """A text file that takes the place of ``path`` when it is complete, and vanishes if it is not."""
    with replacing(path) as file:
        out = TextIOWrapper(file, encoding="utf-8", newline="\n")
        yield out
        out.detach()
