"""Proof files about descriptions, for `sequences.local_check` and other checkers.

The keys:

    format, version   "kazoe local rule proof", 1
    description       the description, as the TOML file has it
    size              the strip, such as "n+1 x 4"
    offset            the n of the first term
    machine           accept (a weight for each state) and moves (for each state a list of [state,
                      multiplicity]); state 0 is the start. One row of the machine is as many rows
                      of the array as the size grows by from n to n + 1
    recurrence        order r and coefficients (a(n) = sum of c_i a(n-i))
    terms             N + r consecutive counts, before division, where N is the number of states
    minimality        a prime and the Hankel determinant of size r modulo it, not 0
"""

from __future__ import annotations

import json
from typing import Any

from sequences.linear import hankel_determinant
from sequences.lumping import quotient
from sequences.proof import Proof

__all__ = ["FORMAT", "local_certificate"]

FORMAT = "kazoe local rule proof"
VERSION = 1


def local_certificate(proof: Proof, source: str, size: str, offset: int) -> dict[str, Any]:
    """The proof as a JSON object; `source` is the description's document."""
    machine = quotient(proof.bound.matrix, proof.bound.classes)
    prime = proof.recurrence.primes[0]
    order = proof.recurrence.order
    return {
        "format": FORMAT,
        "version": VERSION,
        "description": json.loads(source),
        "size": size,
        "offset": offset,
        "machine": {
            "accept": list(machine.accept),
            "moves": [[list(move) for move in sorted(image.items())] for image in machine.rows],
        },
        "recurrence": {"order": order, "coefficients": list(proof.recurrence.coefficients)},
        "terms": list(proof.terms),
        "minimality": {
            "prime": prime,
            "hankel_determinant": hankel_determinant(proof.terms, order, prime),
        },
    }
