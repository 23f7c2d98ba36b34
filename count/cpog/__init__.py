"""A checker of CPOG certificates: a graph equals a formula, and so many models it has.

This package imports nothing of ours: what writes certificates is :mod:`count.certified`, and the two
share no code.  Read :mod:`count.cpog.check` for what is established and how.
"""

from __future__ import annotations

from count.cpog.check import Checked, check
from count.cpog.cnf import Cnf, read_cnf
from count.cpog.graph import Graph
from count.cpog.refused import Refused

__all__ = ["Checked", "Cnf", "Graph", "Refused", "check", "read_cnf"]
