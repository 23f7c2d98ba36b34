"""The ledger: what four published articles claim about the four puzzles, measured again.

``claims()`` is the data, ``record()`` what the last full run found, ``table("D11")`` shows a claim with
its figures.  ``python -m ledger`` does the same on the command line and measures anew.
"""

from ledger.claims import Claim, ClaimError, Figure, claim, claims
from ledger.page import Table, table
from ledger.record import Entry, Measured, Record, RecordError, record

__all__ = [
    "Claim",
    "ClaimError",
    "Entry",
    "Figure",
    "Measured",
    "Record",
    "RecordError",
    "Table",
    "claim",
    "claims",
    "record",
    "table",
]
