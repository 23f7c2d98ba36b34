"""Engine ``bdd``: compile the rules into one binary decision diagram and traverse it.

Compiled from the vocabulary of :mod:`puzzles.rules` and not from a CNF, so that its agreement with
the SAT route is evidence: tables through their automata, ``Distinct`` by pairs, the rules of a graph
by the machines of :mod:`count.edges` and :mod:`count.wholes`, one a graph.  The package is ``dd``, with
CUDD where its wheel has it; boards of few variables go to the pure Python ``dd.autoref``, which has no
tables to set up.

Rules are conjoined from the bottom of the variable order upwards.  A rule that begins above the
diagram built so far is then joined by walking its own levels only: everything further down is
shared as it stands.  (The other way round every step walks the whole diagram.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Literal, TypeAlias

import dd.autoref

from count import automata, edges, wholes
from count.diagram import Diagram, read
from count.limits import Limits, Stopped
from count.results import EngineCount
from count.width import bits, followed
from puzzles.board import Board
from puzzles.language import Count, Listed
from puzzles.language import size as words_of
from puzzles.rules import (
    Cell,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Paths,
    Rule,
    Table,
    cells_of,
    refuse,
)

__all__ = ["compile_board", "count", "marginals", "refuses", "sample", "size", "tally", "weighted"]

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
_SHORT = 4
"""Clauses of so many literals run along with a shape as tables, besides being conjoined."""
_MOST_WORDS = 10_000
"""A table is written out in another order up to so many words."""
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


def weighted(board: Board, weights: Mapping[int, tuple[Fraction, Fraction]]) -> Fraction:
    """The sum over the solutions of the product of their literals' weights."""
    return compile_board(board).weighted(weights)


def size(board: Board, order: Sequence[int] | None = None) -> int:
    """The nodes of the board's diagram, the terminal among them, with its variables in this order.

    ``order``: all board variables, 1 and up, topmost first; that of :func:`variable_order` if None.
    The diagram of a set of solutions is unique once the order is fixed (Bryant 1986), so the number
    depends on nothing else.
    """
    return len(compile_board(board, order=order))


def refuses(board: Board) -> str | None:
    """Why the diagram would be too large: an estimate of its width."""
    rules = [named.rule for named in board.constraints()]
    order, _ = variable_order(board)
    estimate = bits(rules, order)
    if estimate > _BITS and all(isinstance(rule, Table | Clause) for rule in rules):
        # Tables and clauses may bind each other so that far fewer states are ever met.
        estimate = min(estimate, followed(_tables(rules, order), order))
    if estimate > _BITS:
        return f"a diagram up to 2^{estimate:.0f} nodes wide, more than 2^{_BITS}"
    return None


def _tables(rules: Sequence[Rule], order: Sequence[int]) -> list[Table]:
    """The tables that can be read in this order, short clauses among them."""
    level = {variable: i for i, variable in enumerate(order)}
    tables = [rule for rule in rules if isinstance(rule, Table) and _runs_along(rule, level)]
    clauses = [rule for rule in rules if isinstance(rule, Clause) and len(rule.literals) <= _SHORT]
    return tables + [_as_table(rule) for rule in clauses]


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
    shapes = _shapes(rules)
    shaped = {variable for shape in shapes for variable in _over(shape)}
    found: list[tuple[tuple[int, int, int], _Part]] = []

    def add(variables: tuple[int, ...], part: _Part, last: int = 0) -> None:
        reach = [level[variable] for variable in variables] or [len(order)]
        found.append(((last, -min(reach), -max(reach)), part))

    tables: list[Table] = []  # those that run along with a shape
    for rule in rules:
        match rule:
            case Table(scope, _):
                if not shaped.isdisjoint(scope) and _runs_along(rule, level):
                    tables.append(rule)
                else:
                    add(scope, _bind(automata.table, rule))
            case Clause(literals):
                if not shaped.isdisjoint(rule.variables()) and len(literals) <= _SHORT:
                    tables.append(_as_table(rule))
                add(rule.variables(), _bind(automata.clause, rule))
            case Distinct():
                for first, second in automata.distinct_pairs(rule):
                    # Lines that only must differ are many: other rules cut them down first.
                    add(first + second, _bind(automata.differ, first, second), last=1)
            case Paths() | Chordless() | Loop() | Connected():
                pass
            case _:
                refuse(rule, "bdd")
    room = 1 << 62 if memory is None else memory // _STATE_BYTES
    for shape in shapes:
        add((), _bind(_machine, shape, tables, order, room))
    return [part for _, part in sorted(found, key=lambda item: item[0])]


_Shape: TypeAlias = tuple[Paths | Chordless, ...] | Loop | Connected
"""Rules that one machine follows."""


def _over(shape: _Shape) -> tuple[int, ...]:
    return (shape[0] if isinstance(shape, tuple) else shape).variables()


def _shapes(rules: Sequence[Rule]) -> list[_Shape]:
    """The rules over graphs: Paths and Chordless of one graph together, each other one by itself."""
    linked: dict[Graph, list[list[Paths | Chordless]]] = {}
    found: list[_Shape] = []
    for rule in rules:
        match rule:
            case Paths(graph) | Chordless(graph):
                groups = linked.setdefault(graph, [])
                # A second rule Paths over one graph has other ends: a machine of its own.
                taken = groups and any(isinstance(other, Paths) for other in groups[-1])
                if not groups or (taken and isinstance(rule, Paths)):
                    groups.append([])
                groups[-1].append(rule)
            case Loop() | Connected():
                found.append(rule)
            case Table() | Clause() | Distinct():
                pass
            case _:
                refuse(rule, "bdd")
    found += [tuple(group) for groups in linked.values() for group in groups]
    return found


def _machine(
    manager: Any, shape: _Shape, tables: Sequence[Table], order: Sequence[int], room: int
) -> Any:
    """The BDD of a shape together with the tables and short clauses that share a variable with it."""
    own = set(_over(shape))
    along = [table for table in tables if not own.isdisjoint(table.scope)]
    own.update(variable for table in along for variable in table.scope)
    sequence = [variable for variable in order if variable in own]
    machine: edges.Stepped
    match shape:
        case Loop():
            machine = wholes.CurveMachine(shape, along, sequence)
        case Connected():
            machine = wholes.ConnectedMachine(shape, along, sequence)
        case _:
            machine = edges.DiagramMachine(shape, along, sequence)
    return edges.build(machine, manager, room)


def _runs_along(table: Table, level: dict[int, int]) -> bool:
    """Can the table be read in the order of the levels without writing out too many words?"""
    levels = [level[variable] for variable in table.scope]
    return (
        isinstance(table.words, Count)
        or levels == sorted(levels)
        or words_of(table.words) <= _MOST_WORDS
    )


def _as_table(rule: Clause) -> Table:
    scope = rule.variables()
    words = [
        word
        for word in range(1 << len(scope))
        if any((word >> scope.index(abs(x)) & 1) == (x > 0) for x in rule.literals)
    ]
    return Table(scope, Listed.of(len(scope), words))


def _bind(make: Callable[..., Any], *arguments: Any) -> _Part:
    return lambda manager: make(manager, *arguments)
