"""Path covers of a grid, single cells allowed (A070862, A380451)."""

from __future__ import annotations

from sequences.families.paths import PathMachine, catalan_states
from sequences.problem import Entry, Family

__all__ = ["COVERS"]


def build_covers(height: int, width: int) -> PathMachine:
    return PathMachine(width, singles=True)


COVERS = Family(
    name="covers",
    title="path covers of the {grid} grid, single cells permitted",
    definition=(
        "Sets of edges of the grid graph in which every cell has degree at most 2 and which"
        " contain no cycle: its linear forests, the empty one included."
    ),
    build=build_covers,
    states=catalan_states,
    entries=(
        Entry("A070862", "square", offset=1),
        Entry("A380451", "strip", offset=1, width=2),
    ),
)
