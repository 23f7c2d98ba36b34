"""A formula in conjunctive normal form whose variables have names.

As in DIMACS, variables are 1, 2, ... and a clause is a tuple of literals.  The board's own
variables come first; auxiliaries follow in labelled groups, each with the meaning of its variables
and whether the board variables determine them (*functional*: then a plain model count equals the
count projected onto the board).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

__all__ = ["Formula", "Group", "Section"]


@dataclass(frozen=True, slots=True)
class Group:
    """Variables ``name[a,b,...]`` with a, b, ... from the labels of the ``axes``, numbered row by
    row from ``first``.

    >>> group = Group("label", "cell has this label", 5, (("r0c0", "r0c1"), ("A", "B")), True)
    >>> group("r0c1", "A"), group.name_of(7)
    (7, 'label[r0c1,A]')
    """

    name: str
    meaning: str
    first: int
    axes: tuple[tuple[str, ...], ...]
    functional: bool

    def __len__(self) -> int:
        return prod(len(axis) for axis in self.axes)

    def __call__(self, *labels: str) -> int:
        """The variable with these labels."""
        return self.at(*(axis.index(label) for axis, label in zip(self.axes, labels, strict=True)))

    def at(self, *indices: int) -> int:
        """The variable at these positions of the axes."""
        offset = 0
        for axis, index in zip(self.axes, indices, strict=True):
            offset = offset * len(axis) + index
        return self.first + offset

    def name_of(self, variable: int) -> str:
        """The name of one of the group's variables, as ``board[r0c1]``."""
        offset = variable - self.first
        labels: list[str] = []
        for axis in reversed(self.axes):
            offset, index = divmod(offset, len(axis))
            labels.append(axis[index])
        return f"{self.name}[{','.join(reversed(labels))}]"

    def names(self) -> Iterator[tuple[int, str]]:
        """Every variable with its name, ascending."""
        for variable, labels in enumerate(product(*self.axes), start=self.first):
            yield variable, f"{self.name}[{','.join(labels)}]"


@dataclass(frozen=True, slots=True)
class Section:
    """From clause number ``first`` (counted from zero) on, the clauses say this."""

    first: int
    meaning: str


@dataclass(slots=True)
class Formula:
    """Clauses, what they mean, and who the variables are.

    ``projection`` are the board variables 1 .. n in board order; ``groups[0]`` names them.
    """

    clauses: list[tuple[int, ...]] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    variables: int = 0

    def __repr__(self) -> str:
        own, clauses = len(self.projection), len(self.clauses)
        told = "determine" if self.functional else "do not determine"
        rest = "" if own == self.variables else f"; the board's {own} {told} the others"
        return f"Formula of {self.variables} variables and {clauses} clauses{rest}"

    @property
    def projection(self) -> range:
        """The board variables, in board order."""
        return range(1, len(self.groups[0]) + 1 if self.groups else 1)

    @property
    def functional(self) -> bool:
        """Do the board variables determine every auxiliary?"""
        return all(group.functional for group in self.groups)

    @property
    def names(self) -> dict[int, str]:
        """Every variable's name."""
        return {variable: name for group in self.groups for variable, name in group.names()}

    def group(
        self,
        name: str,
        meaning: str,
        *axes: Sequence[str] | int,
        functional: bool = True,
    ) -> Group:
        """New variables, one per combination of the axes' labels (an int n: labels 0 .. n - 1)."""
        labelled = tuple(
            tuple(map(str, range(axis))) if isinstance(axis, int) else tuple(axis) for axis in axes
        )
        group = Group(name, meaning, self.variables + 1, labelled, functional)
        self.groups.append(group)
        self.variables += len(group)
        return group

    def to_pysat(self) -> Any:
        """The clauses as a ``pysat.formula.CNF``, with the names of the variables in its comments."""
        from pysat.formula import CNF

        cnf = CNF(from_clauses=[list(clause) for clause in self.clauses])
        cnf.nv = max(cnf.nv, self.variables)
        cnf.comments = [f"c var {variable} {name}" for variable, name in self.names.items()]
        return cnf

    @classmethod
    def from_pysat(cls, cnf: Any, own: int | None = None) -> Formula:
        """The formula of a ``pysat.formula.CNF``, of ``own`` variables to count over (None: all).

        Nothing is known of the others, so they are not taken to be functional.
        """
        own = cnf.nv if own is None else own
        if not 0 <= own <= cnf.nv:
            raise ValueError(f"expected 0 to {cnf.nv} variables, found {own}")
        formula = cls()
        formula.group("board", "the variables to count over", own)
        if own < cnf.nv:
            formula.group("auxiliary", "a variable of the CNF", cnf.nv - own, functional=False)
        formula.extend(tuple(clause) for clause in cnf.clauses)
        return formula

    def section(self, meaning: str) -> None:
        """What the clauses from here on say."""
        self.sections.append(Section(len(self.clauses), meaning))

    def add(self, *literals: int) -> None:
        """Add a clause; no literal may repeat or contradict another."""
        self.clauses.append(literals)

    def add_loosely(self, literals: Iterable[int]) -> None:
        """Add a clause whose literals may repeat or contradict each other: such a one says nothing.

        Not every reader of DIMACS takes a variable twice in a clause.
        """
        clause = tuple(literals)
        if len(set(map(abs, clause))) == len(clause):
            self.add(*clause)
            return
        clause = tuple(dict.fromkeys(clause))
        if not any(-literal in clause for literal in clause):
            self.add(*clause)

    def extend(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Add clauses, as :meth:`add` does."""
        self.clauses.extend(clauses)

    def equal(self, variable: int, other: int, *unless: int) -> None:
        """``variable`` equals ``other`` (a literal), unless one of the literals ``unless`` holds."""
        self.add(*unless, -variable, other)
        self.add(*unless, variable, -other)

    def either(self, variable: int, first: int, second: int) -> None:
        """``variable`` holds exactly when ``first`` or ``second`` (literals) does."""
        self.add(-variable, first, second)
        self.add(variable, -first)
        self.add(variable, -second)

    def differs(self, variable: int, first: int, second: int) -> None:
        """``variable`` holds exactly when ``first`` and ``second`` (literals) differ."""
        self.add(-variable, first, second)
        self.add(-variable, -first, -second)
        self.add(variable, -first, second)
        self.add(variable, first, -second)
