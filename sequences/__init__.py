"""Transfer matrices, recurrences and proofs for integer sequences of grids.

    from sequences import family, fit, prove, value

    value(family("paths"), 4, 4)                    # one entry of a table: 99636
    fit([1, 6, 26, 118, ...], hold_back=2)          # a recurrence of any list of integers
    prove(family("no-three"), 3).recurrence         # the shortest recurrence of a strip, proved
    local("examples/sequences/A181250.toml")        # a rule of your own: docs/local-rules.md

`python -m sequences --help` shows the command line, docs/sequences.md the reasoning. The names below
are loaded when they are first used, so that importing the package costs nothing. Proof files are
written by `sequences.certificate` and checked by `sequences.verify`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sequences.analysis import Effort, find, judge
    from sequences.asymptotics import growth
    from sequences.exact import strip_terms, value
    from sequences.families import FAMILIES, family
    from sequences.local_rules.family import local
    from sequences.problem import Family
    from sequences.proof import check_conjecture, prove, prove_modulo
    from sequences.query import table
    from sequences.recurrence import FitError, Recurrence, Status, fit
    from sequences.registry import parse

__all__ = [
    "FAMILIES",
    "Effort",
    "Family",
    "FitError",
    "Recurrence",
    "Status",
    "check_conjecture",
    "family",
    "find",
    "fit",
    "growth",
    "judge",
    "local",
    "parse",
    "prove",
    "prove_modulo",
    "strip_terms",
    "table",
    "value",
]

_HOMES = {
    "FAMILIES": "families",
    "Effort": "analysis",
    "Family": "problem",
    "FitError": "recurrence",
    "Recurrence": "recurrence",
    "Status": "recurrence",
    "check_conjecture": "proof",
    "family": "families",
    "find": "analysis",
    "fit": "recurrence",
    "growth": "asymptotics",
    "judge": "analysis",
    "local": "local_rules.family",
    "parse": "registry",
    "prove": "proof",
    "prove_modulo": "proof",
    "strip_terms": "exact",
    "table": "query",
    "value": "exact",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'sequences' has no attribute {name!r}")
    return getattr(import_module(f"sequences.{_HOMES[name]}"), name)
