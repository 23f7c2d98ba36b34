"""Engine ``bdd``: compile the rules into one binary decision diagram and traverse it.

Compiled from the vocabulary of :mod:`puzzles.rules` and not from a CNF, so that its agreement with
the SAT route is evidence: tables through their automata, ``Distinct`` by pairs, paths by the edge
machine of :mod:`count.edges`.  The package is ``dd``, with CUDD where its wheel has it; boards of
few variables go to the pure Python ``dd.autoref``, which has no tables to set up.

Rules are conjoined from the bottom of the variable order upwards.  A rule that begins above the
diagram built so far is then joined by walking its own levels only: everything further down is
shared as it stands.  (The other way round every step walks the whole diagram.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Literal, TypeAlias, assert_never

import dd.autoref

from count import automata, edges
from count.diagram import Diagram, read
from count.limits import Limits, Stopped
from count.results import EngineCount
from count.width import bits
from puzzles.board import Board
from puzzles.rules import Cell, Chordless, Clause, Distinct, Paths, Table, cells_of

__all__ = ["compile_board", "count", "marginals", "refuses", "sample", "size", "tally"]

try:
    import dd.cudd
except ImportError:  # not in every wheel
    _BEST: Backend = "autoref"
else:
    _BEST = "cudd"

Backend: TypeAlias = Literal["cudd", "autoref"]

_TINY = 24
"""Up to so many variables autoref is the quicker."""
_BITS = 22
"""Refuse beyond this logarithm of the estimated width; measured in docs/counting.md."""
_NODE_BYTES = 600
"""What an autoref node takes, with its share of the tables."""
_STATE_BYTES = 900
"""The same per state of the edge machine, with its row of successors."""


def count(board: Board) -> int:
    """The exact number of solutions."""
    return compile_board(board).count()


def tally(board: Board, limits: Limits) -> EngineCount:
    """:func:`count`, with the size of the diagram and its variable order told."""
    diagram = compile_board(board, memory=limits.memory, reorder=limits.reorder)
    run = variable_order(board)[1] + (", reordered" if limits.reorder else "")
    note = f"bdd: {len(diagram)} nodes with {diagram.backend}, {len(diagram.order)} variables {run}"
    return EngineCount(diagram.count(), notes=(note,))


def sample(board: Board, n: int, rng: Random) -> list[int]:
    """n solutions as masks, drawn uniformly and independently."""
    return compile_board(board).sample(n, rng)


def marginals(board: Board) -> tuple[Fraction, ...]:
    """Per board variable the exact share of solutions in which it is true."""
    return compile_board(board).marginals()


def size(board: Board, order: Sequence[int] | None = None) -> int:
    """The nodes of the board's diagram, the terminal among them, with its variables in this order.

    ``order``: all board variables, 1 and up, topmost first; that of :func:`variable_order` if None.
    The diagram of a set of solutions is unique once the order is fixed (Bryant 1986), so the number
    depends on nothing else.
    """
    return len(compile_board(board, order=order))


def refuses(board: Board) -> str | None:
    """Why the diagram would be too large: an estimate of its width."""
    estimate = bits([named.rule for named in board.constraints()], variable_order(board)[0])
    if estimate > _BITS:
        return f"a diagram up to 2^{estimate:.0f} nodes wide, more than 2^{_BITS}"
    return None


def compile_board(
    board: Board,
    *,
    backend: Backend | None = None,
    memory: int | None = 4 << 30,
    reorder: bool = False,
    order: Sequence[int] | None = None,
) -> Diagram:
    """The diagram of all solutions; Stopped if it would take more than ``memory`` bytes.

    ``order``: all variables, topmost first; that of :func:`variable_order` if None.  ``reorder``: let
    CUDD sift them as it goes; otherwise they stay as they are.
    """
    order = variable_order(board)[0] if order is None else tuple(order)
    if sorted(order) != list(range(1, len(board.places()) + 1)):
        raise ValueError(f"expected the variables 1 to {len(board.places())}, each once")
    if backend is None:
        backend = "autoref" if len(order) <= _TINY else _BEST
    manager = _manager(backend, memory, reorder)
    manager.declare(*(str(variable) for variable in order))
    try:
        whole = manager.true
        for part in _parts(board, order, memory):
            whole &= part(manager)
            if backend == "autoref" and memory and len(manager) * _NODE_BYTES > memory:
                raise Stopped(f"more than {memory >> 20} MiB of memory")
    except ValueError as error:
        if "NULL" not in str(error):
            raise
        # This is how dd tells that CUDD has met its memory limit.
        raise Stopped(f"more than {(memory or 0) >> 20} MiB of memory") from None
    levels = {variable: manager.level_of_var(str(variable)) for variable in order}
    return read(whole, sorted(order, key=levels.__getitem__), backend)


def variable_order(board: Board) -> tuple[tuple[int, ...], str]:
    """The variables by level, and how they run: along the shorter side, so that few rules are open.

    Rows first is the order of the board; a board wider than high is read by columns.
    """
    numbers = range(1, len(board.places()) + 1)
    if board.width <= board.height:
        return tuple(numbers), "by rows"

    places = board.places()

    def column_first(variable: int) -> list[Cell]:
        return [(c, r) for r, c in cells_of(places[variable - 1])]

    return tuple(sorted(numbers, key=column_first)), "by columns"


def _manager(backend: Backend, memory: int | None, reorder: bool) -> Any:
    if backend == "autoref":
        manager = dd.autoref.BDD()
        manager.configure(reordering=reorder)
        return manager
    # The default cache is set aside for far larger jobs; CUDD lets it grow as needed.
    manager = dd.cudd.BDD(memory_estimate=1 << 28, initial_cache_size=1 << 12)
    manager.configure(reordering=reorder, max_cache_hard=1 << 24)
    if memory is not None:
        manager.configure(max_memory=memory)
    return manager


_Part = Callable[[Any], Any]


def _parts(board: Board, order: tuple[int, ...], memory: int | None) -> list[_Part]:
    """What to conjoin, bottom first; each part makes its own BDD when it is called."""
    level = {variable: i for i, variable in enumerate(order)}
    rules = [named.rule for named in board.constraints()]
    joint = [rule for rule in rules if isinstance(rule, Table | Paths | Chordless)]
    shaped = any(isinstance(rule, Paths | Chordless) for rule in rules)
    found: list[tuple[tuple[int, int, int], _Part]] = []

    def add(variables: tuple[int, ...], part: _Part, last: int = 0) -> None:
        reach = [level[variable] for variable in variables] or [len(order)]
        found.append(((last, -min(reach), -max(reach)), part))

    for rule in rules:
        match rule:
            case Table(variables, _):
                if not shaped:
                    add(variables, _bind(automata.table, rule))
            case Clause(literals):
                add(tuple(abs(v) for v in literals), _bind(automata.clause, rule))
            case Distinct():
                for first, second in automata.distinct_pairs(rule):
                    # Lines that only must differ are many: other rules cut them down first.
                    add(first + second, _bind(automata.differ, first, second), last=1)
            case Paths() | Chordless():
                pass
            case _:
                assert_never(rule)
    if shaped:
        room = 1 << 62 if memory is None else memory // _STATE_BYTES
        add((), lambda manager: edges.build(edges.DiagramMachine(joint, order), manager, room))
    return [part for _, part in sorted(found, key=lambda item: item[0])]


def _bind(make: Callable[..., Any], *arguments: Any) -> _Part:
    return lambda manager: make(manager, *arguments)
