"""Counts with a certificate: what writes CPOG files, and what ties them to a board.

:mod:`count.cpog` checks the files; nothing of this package is used there.
"""

from __future__ import annotations
