"""Diagrams into ``dd`` and back: for conjunctions, and for whoever wants the ``dd`` object.

A :class:`~count.diagram.Diagram` is plain arrays, and its manager is gone; here a function of a new
manager is made of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from count.diagram import Diagram, read

__all__ = ["condition", "conjoin", "load", "manager"]


def manager(order: Sequence[int], backend: str) -> Any:
    """A ``dd`` manager, of ``cudd`` or ``autoref``, with the variables ``str(v)`` in this order,
    which stays as it is."""
    made: Any
    if backend == "cudd":
        import dd.cudd

        made = dd.cudd.BDD(memory_estimate=1 << 28, initial_cache_size=1 << 12)
    else:
        import dd.autoref

        made = dd.autoref.BDD()
    made.configure(reordering=False)
    made.declare(*(str(variable) for variable in order))
    return made


def load(diagram: Diagram, into: Any = None) -> Any:
    """The diagram as a function of the manager ``into``, or of a new one.

    The manager must have the diagram's variables, in any order.
    """
    made = manager(diagram.order, diagram.backend) if into is None else into
    functions = [made.true]

    def of(reference: int) -> Any:
        function = functions[reference >> 1]
        return ~function if reference & 1 else function

    for node in range(1, len(diagram)):
        variable = made.var(str(diagram.order[diagram.levels[node]]))
        functions.append(made.ite(variable, of(diagram.high[node]), of(diagram.low[node])))
    return of(diagram.root)


def conjoin(first: Diagram, second: Diagram) -> Diagram:
    """The models that both have; ValueError unless their variables and orders are the same."""
    if first.order != second.order:
        raise ValueError("expected two diagrams over the same variables in the same order")
    made = manager(first.order, first.backend)
    return read(load(first, made) & load(second, made), first.order, first.backend)


def condition(diagram: Diagram, literals: Sequence[int]) -> Diagram:
    """The models that have these literals; the variables stay, with their values fixed."""
    made = manager(diagram.order, diagram.backend)
    function = load(diagram, made)
    for literal in literals:
        if abs(literal) not in diagram.order:
            raise ValueError(f"expected a literal of the diagram's variables, found {literal}")
        variable = made.var(str(abs(literal)))
        function = function & (variable if literal > 0 else ~variable)
    return read(function, diagram.order, diagram.backend)
