"""A board as a formula: dispatch over the rule vocabulary.

``complete`` - every model is a solution, and the board variables determine every auxiliary (but
the four-colour bits of ``chordless`` without ``paths``): for export and projected counting.
``lazy`` - quicker to solve, but Paths, Chordless, Loop and Connected are only approached: a model may
hold loops, chords, several parts and, without the rule ``degree``, wrong joins, which
:mod:`encode.cuts` rules out as they appear.
``normal`` - the lazy shape with clauses that not all solutions satisfy but the normal ones do,
which are enough to decide a board by (:mod:`encode.normal`).
Without those rules, the shapes differ in difference variables of Distinct, which only the
complete shape determines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Literal, TypeAlias, get_args

from encode.chordless import add_chordless
from encode.connected import add_connected, add_degrees, add_loop
from encode.cuts import Rules
from encode.forest import Forest, cell_label
from encode.formula import Formula
from encode.labels import add_labels, add_squares
from encode.lines import add_distinct
from encode.normal import Moves
from encode.tables import add_table
from puzzles.board import Board
from puzzles.rules import (
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Named,
    Paths,
    Table,
    cells_of,
    refuse,
)
from puzzles.source import BoardLike, as_board

__all__ = ["Shape", "encoded", "formula"]

Shape: TypeAlias = Literal["complete", "lazy", "normal"]


def formula(board: BoardLike, *, shape: Shape = "complete") -> Formula:
    """The rules in force as clauses over the board variables 1 .. n and auxiliaries.

    >>> from puzzles import Binairo
    >>> f = formula(Binairo.blank(2, 2))
    >>> f.variables, len(f.clauses), f.functional
    (8, 26, True)

    :class:`ValueError` for another shape than those of :data:`Shape`.
    """
    if shape not in get_args(Shape):
        raise ValueError(f"expected a shape of {', '.join(get_args(Shape))}, found {shape!r}")
    board = as_board(board)
    return encoded(board, board.constraints(), shape)


def encoded(board: Board, constraints: Sequence[Named], shape: Shape) -> Formula:
    """The formula of these constraints over the board's variables."""
    result = Formula()
    names = ["-".join(map(cell_label, cells_of(place))) for place in board.places()]
    result.group("board", "the board's own variables", names)
    rules = Rules(constraints, normal=shape == "normal")
    units = [
        named.rule.literals[0]
        for named in constraints
        if isinstance(named.rule, Clause) and len(named.rule.literals) == 1
    ]
    fixed = {abs(literal): literal > 0 for literal in units}
    forests: dict[Graph, Forest] = {}
    shaped = colours = 0  # rules with groups of their own: the first one's have short names
    said = ""
    for number, named in enumerate(constraints, start=1):
        if (meaning := _meaning(named)) != said:
            result.section(meaning)
            said = meaning
        match named.rule:
            case Table(scope, words):
                add_table(result, scope, words, f"table{number}")
            case Clause(literals):
                result.add_loosely(literals)
            case Distinct() as rule:
                add_distinct(result, rule, fixed, names, shape == "complete")
            case Paths(graph, ends) as rule:
                linked = rules.over(graph, dict(ends))
                where, shaped = f".{number}" * bool(shaped), shaped + 1
                if shape == "complete":
                    forests[graph] = Forest(result, rule, linked.degrees, where)
                elif linked.degrees:
                    add_labels(result, rule, linked, where)
            case Chordless(graph):
                if shape == "complete":
                    where, colours = f".{number}" * bool(colours), colours + 1
                    add_chordless(result, graph, forests.get(graph), where)
            case Loop() as rule:
                if shape == "complete":
                    add_loop(result, rule, f"loop{number}")
                else:
                    add_degrees(result, rule, f"loop{number}")
            case Connected() as rule:
                if shape == "complete":
                    add_connected(result, rule, f"connected{number}")
            case _:
                refuse(named.rule, "encode")
    if shape != "complete":
        for linked in rules.linked:
            add_squares(result, linked)
    if shape == "normal":
        for move, clauses in groupby(Moves(rules).clauses(), itemgetter(0)):
            result.section(f"no {move} leads away from a normal solution")
            result.extend(clause for _, clause in clauses)
    if () in result.clauses:
        # Not every reader of DIMACS takes the empty clause.
        never = result.group("never", "a rule that nothing can satisfy", 1).at(0)
        result.clauses[:] = [clause for clause in result.clauses if clause] + [(never,), (-never,)]
    return result


def _meaning(named: Named) -> str:
    rules = " and ".join(named.names)
    if not isinstance(named.rule, Table) or not named.cells:
        return rules
    if len(named.cells) == 1:
        return f"{rules} at {cell_label(named.cells[0])}"
    return f"{rules} at {cell_label(named.cells[0])}..{cell_label(named.cells[-1])}"
