"""One path in a grid: through all cells (A120443, A332307) or through some (A288518)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sequences.families.paths import open_moves
from sequences.machine import Move, State
from sequences.problem import Entry, Family

__all__ = ["HAMILTONIAN_PATHS", "SINGLE_PATHS", "OnePathMachine"]

DONE = "!"
"""The state once the path is complete."""


@dataclass(frozen=True, slots=True)
class OnePathMachine:
    """One stage per cell. States are words of plugs with at most two ends, or DONE.

    As long as the path is not complete, each of its ends is joined to a plug of the frontier, so
    the letters `x` count the ends.
    """

    width: int
    spanning: bool
    """Whether the path must use all cells."""

    @property
    def stages(self) -> int:
        return self.width

    @property
    def start(self) -> State:
        return "." * self.width

    def step(self, state: State, stage: int) -> Iterator[Move]:
        last = stage == self.width - 1
        if state == DONE:
            if not self.spanning:
                yield DONE, 1
            return
        word = "." + state if stage == 0 else state
        blank = "." * len(word)
        for move in open_moves(word, stage, last):
            if move == blank:  # the path has just been completed
                if last or not self.spanning:
                    yield DONE, 1
            elif self._one_path(word, move):
                yield (move[:-1] if last else move), 1
        if word[stage : stage + 2] == "..":
            if not self.spanning:
                yield (word[:-1] if last else word), 1
            elif self.width == 1:  # a single cell; above it there is nothing, or a plug would come
                yield DONE, 1

    def _one_path(self, word: str, move: str) -> bool:
        """Whether `move` has at most two ends and closed off no path of its own."""
        ends = move.count("x")
        # Two plugs with ends met, or one was ended, yet other plugs remain: a second path.
        return ends <= 2 and not (ends < word.count("x"))

    def accept(self, state: State) -> int:
        return int(state == DONE)


def one_path_states(width: int) -> int:
    """Motzkin-like growth; close enough for w <= 12."""
    return int(3**width)


def build_hamiltonian(height: int, width: int) -> OnePathMachine:
    return OnePathMachine(width, spanning=True)


def build_single(height: int, width: int) -> OnePathMachine:
    return OnePathMachine(width, spanning=False)


HAMILTONIAN_PATHS = Family(
    name="hamiltonian-paths",
    title="(undirected) Hamiltonian paths in the {grid} grid",
    definition=(
        "Paths of the grid graph that use every cell once, as sets of edges: a path and its"
        " reverse are the same. On one cell there is one."
    ),
    build=build_hamiltonian,
    states=one_path_states,
    entries=(
        Entry("A120443", "square", offset=1),
        Entry("A332307", "antidiagonals", offset=1),
    ),
)

SINGLE_PATHS = Family(
    name="single-paths",
    title="(undirected) paths in the {grid} grid, paths of length zero not counted",
    definition=(
        "Paths of the grid graph with at least one edge, as sets of edges; the cells off the path"
        " are free."
    ),
    build=build_single,
    states=one_path_states,
    entries=(Entry("A288518", "antidiagonals", offset=1),),
)
