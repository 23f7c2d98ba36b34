"""Rungs: a ladder of reasoning methods of rising strength, the same shape for every puzzle.

A puzzle class names what its rungs add (:class:`puzzles.logic.RungSpec`); here the names become
propagators.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ladder.chains import Chains
from ladder.distinct import DistinctLines
from ladder.engine import Propagator
from ladder.pairs import RegionPairs
from ladder.projection import Lifted, project
from ladder.reach import Reach, Touching
from ladder.wholes import Joined, SingleLoop, Trees
from puzzles import Board
from puzzles.language import Count
from puzzles.rules import Chordless, Clause, Connected, Distinct, Loop, Named, Paths, Table, refuse

__all__ = ["TECHNIQUES", "Ladder", "Rung", "ladder"]


@dataclass(frozen=True, slots=True)
class Rung:
    """A set of propagators run to their joint fixpoint; each rung holds the one below it.

    ``left_out`` says why the rung is left out under the rules in force, where it would be unsound.
    """

    name: str
    propagators: tuple[Propagator, ...]
    statement: str
    left_out: str | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The propagation rungs of a puzzle, weakest first; ``probe`` and ``search`` stand on the last."""

    rungs: tuple[Rung, ...]


Technique = Callable[[Board, Sequence[Named], Sequence[Propagator]], list[Propagator]]
"""From a board, its rules in force and the propagators so far: those that a technique adds."""


def ladder(board: Board) -> Ladder:
    """The propagation rungs that the board's class names.

    Raises ``ValueError`` for a technique that does not exist, or is unsound for the board's rules.
    """
    rungs: list[Rung] = []
    held: tuple[Propagator, ...] = ()
    rules = board.constraints()
    for spec in board.rungs():
        if spec.left_out is None:
            if spec.rules is None:
                held = (*held, *project(board))
            elif spec.rules:
                held = (*held, *project(board, *spec.rules))
            for name in spec.techniques:
                if name not in TECHNIQUES:
                    known = ", ".join(TECHNIQUES)
                    raise ValueError(f"expected a technique among {known}, found {name!r}")
                held = (*held, *TECHNIQUES[name](board, rules, held))
        rungs.append(Rung(spec.name, held, spec.statement, spec.left_out))
    return Ladder(tuple(rungs))


def _distinct(board: Board, rules: Sequence[Named], held: Sequence[Propagator]) -> list[Propagator]:
    """Strike the words of finished lines: :class:`ladder.distinct.DistinctLines`."""
    tables = [p for p in held if isinstance(p, Lifted)]
    return [
        DistinctLines(named, named.rule, tables)
        for named in rules
        if isinstance(named.rule, Distinct)
    ]


def _pairs(board: Board, rules: Sequence[Named], held: Sequence[Propagator]) -> list[Propagator]:
    """Norinori's regions of two, compared by the domino rule: :class:`ladder.pairs.RegionPairs`."""
    regions = [p for p in held if isinstance(p, Lifted) and p.names == ("region",)]
    return [RegionPairs(board, regions)]


def _chains(board: Board, rules: Sequence[Named], held: Sequence[Propagator]) -> list[Propagator]:
    """No edge that closes a loop or welds two labels: :class:`ladder.chains.Chains`."""
    found: list[Propagator] = []
    for named in rules:
        if isinstance(named.rule, Paths):
            _degrees(rules, named.rule)
            found.append(Chains(named, named.rule))
    return found


def _touching(board: Board, rules: Sequence[Named], held: Sequence[Propagator]) -> list[Propagator]:
    """No chord: :class:`ladder.reach.Touching`."""
    acyclic = {named.rule.graph for named in rules if isinstance(named.rule, Paths)}
    return [
        Touching(named, named.rule, loops=named.rule.graph not in acyclic)
        for named in rules
        if isinstance(named.rule, Chordless)
    ]


def _reach(board: Board, rules: Sequence[Named], held: Sequence[Propagator]) -> list[Propagator]:
    """No pair or part cut off over the edges not off: :class:`ladder.reach.Reach`."""
    found: list[Propagator] = []
    for named in rules:
        if isinstance(named.rule, Paths):
            all_used = _degrees(rules, named.rule)
            found.append(Reach(named, named.rule, all_used=all_used))
    return found


def _degrees(rules: Sequence[Named], rule: Paths) -> bool:
    """Must every cell have an edge?  Raises unless ends have one edge and other cells none or two."""
    ends = {cell for cell, _ in rule.ends}
    counts = [
        (frozenset(named.rule.scope), named.rule.words.allowed)
        for named in rules
        if isinstance(named.rule, Table) and isinstance(named.rule.words, Count)
    ]
    tables: dict[frozenset[int], frozenset[int]] = {}
    for scope, allowed in counts:
        tables[scope] = tables.get(scope, allowed) & allowed
    used = True
    for cell, around in rule.graph.at().items():
        found = tables.get(frozenset(around))
        if found is None or not found <= (frozenset({1}) if cell in ends else frozenset({0, 2})):
            raise ValueError(f"chains are paths only where degrees say so, found {cell} without")
        used = used and 0 not in found
    return used


def _whole(board: Board, rules: Sequence[Named], held: Sequence[Propagator]) -> list[Propagator]:
    """Every rule over lines and graphs, of any board: lines, paths, chords, loops, connection."""
    found: list[Propagator] = []
    for named in rules:
        match named.rule:
            case Table() | Clause():
                pass
            case Distinct():
                tables = [p for p in held if isinstance(p, Lifted)]
                found.append(DistinctLines(named, named.rule, tables))
            case Paths() as rule:
                found.append(Trees(named, rule))
            case Chordless():
                pass
            case Loop() as rule:
                found.append(SingleLoop(named, rule))
            case Connected() as rule:
                found.append(Joined(named, rule))
            case _:
                refuse(named.rule, "ladder")
    return [*found, *_touching(board, rules, held)]


TECHNIQUES: dict[str, Technique] = {
    "distinct": _distinct,
    "pairs": _pairs,
    "chains": _chains,
    "touching": _touching,
    "reach": _reach,
    "whole": _whole,
}
"""The techniques that a rung may name."""
