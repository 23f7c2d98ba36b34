"""Partitions of a grid into paths: `paths` (at least two cells each) and `covers` (any length)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from sequences.families.plugs import join, stop
from sequences.machine import Move, State
from sequences.problem import Family

__all__ = ["PATHS", "PathMachine", "open_moves"]


def open_moves(word: str, column: int, last: bool) -> Iterator[str]:
    """Words after one cell with at least one edge, its path running on or ending here.

    Places `column` and `column + 1` of the word are the plugs into the cell from the left and from
    above; afterwards they are those out of it to below and to the right. No plug leaves the grid
    on the right of the `last` column. Complete paths vanish; loops are never formed.
    """
    left, up = word[column], word[column + 1]
    before, after = word[:column], word[column + 2 :]
    if left != "." and up != ".":
        joined = join(word, column)
        if joined is not None:
            yield joined
    elif left == up:  # neither: the cell starts a path
        yield before + "x." + after
        if not last:
            yield before + ".x" + after
            yield before + "()" + after
    else:
        plug = up if left == "." else left
        yield stop(word, column if up == "." else column + 1)
        yield before + plug + "." + after
        if not last:
            yield before + "." + plug + after


@dataclass(frozen=True, slots=True)
class PathMachine:
    """One stage per cell. States are words of plugs (`sequences.families.plugs`).

    At row ends place c is the plug below column c; inside a row one more place holds the plug
    between the cell just read and the next one.
    """

    width: int
    singles: bool
    """Whether a path may be a single cell."""

    @property
    def stages(self) -> int:
        return self.width

    @property
    def start(self) -> State:
        return "." * self.width

    def step(self, state: State, stage: int) -> Iterator[Move]:
        word = "." + state if stage == 0 else state
        last = stage == self.width - 1
        moves = list(open_moves(word, stage, last))
        if self.singles and word[stage : stage + 2] == "..":
            moves.append(word)
        for move in moves:
            yield (move[:-1] if last else move), 1

    def accept(self, state: State) -> int:
        return int(state == self.start)


def catalan_states(width: int) -> int:
    """Words of plugs of a given length: Catalan(width + 1)."""
    return comb(2 * width + 2, width + 1) // (width + 2)


def build_paths(height: int, width: int) -> PathMachine:
    return PathMachine(width, singles=False)


PATHS = Family(
    name="paths",
    title="partitions of the {grid} grid into paths of at least two cells",
    definition=(
        "Sets of edges of the grid graph in which every cell has degree 1 or 2 and which contain"
        " no cycle. Two partitions into the same sets of cells count twice if their edges differ;"
        " a path may run alongside itself."
    ),
    build=build_paths,
    states=catalan_states,
)
