"""Rules to CNF to SAT: solve, enumerate, decide uniqueness, export."""

from __future__ import annotations

from encode.decide import Decision, NoCertificate, decide, solutions, solve
from encode.dimacs import dimacs
from encode.encoder import formula
from encode.formula import Formula, Group
from encode.search import TimeLimit

__all__ = [
    "Decision",
    "Formula",
    "Group",
    "NoCertificate",
    "TimeLimit",
    "decide",
    "dimacs",
    "formula",
    "solutions",
    "solve",
]
