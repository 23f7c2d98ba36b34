"""What the tests know of each puzzle: a module per puzzle, found by its name.

``oracle(board)`` lists all solutions as sets of places, from plain data by :mod:`tests.oracles`;
``drawn(max_cells, drops)`` is a Hypothesis strategy; ``tiny()`` lists boards of a few variables,
``exhaustive()`` all boards of some sizes, ``larger(random)`` boards of 9 to 24 cells;
``seeded(side, random)`` draws a board that mostly has solutions; ``DROPPED`` are boards whose rules are
dropped one by one and together; ``RUNGS`` and ``TECHNIQUES`` are those of its ladder; ``EXAMPLE`` is a
shipped board with one solution; banks are tried at ``BANK_SIZE``; ``figures_fit(board, figures)`` judges
what a bank says of a board.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["facts"]


def facts(kind: str) -> Any:
    """The module of a puzzle."""
    return import_module(f"tests.kinds.{kind}")
