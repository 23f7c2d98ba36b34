"""Proof files: a `Proof` as JSON, for `python -m sequences verify` and for other checkers.

The keys:

    format, version    "kazoe recurrence proof", 1
    family, width      what is counted, and the fixed side of the strip
    offset             the n of the first term
    machine            states (words as the family explains them; the first is the start),
                       accept (a weight for each), moves (for each a list of [state, multiplicity])
    lumping            a class for each state, numbered by first appearance
    lumped_states      N, the number of classes
    recurrence         order r and coefficients (a(n) = sum of c_i a(n-i))
    terms              N + r consecutive terms
    minimality         a prime and the Hankel determinant of size r modulo it, not 0
"""

from __future__ import annotations

from typing import Any

from sequences.linear import hankel_determinant
from sequences.proof import Proof

__all__ = ["FORMAT", "VERSION", "certificate"]

FORMAT = "kazoe recurrence proof"
VERSION = 1


def certificate(proof: Proof) -> dict[str, Any]:
    """The proof as a JSON object."""
    matrix, recurrence = proof.bound.matrix, proof.recurrence
    prime = recurrence.primes[0]
    return {
        "format": FORMAT,
        "version": VERSION,
        "family": proof.family,
        "width": proof.width,
        "offset": recurrence.offset,
        "machine": {
            "states": list(matrix.states),
            "accept": list(matrix.accept),
            "moves": [[list(move) for move in sorted(image.items())] for image in matrix.rows],
        },
        "lumping": list(proof.bound.classes),
        "lumped_states": proof.bound.lumped,
        "recurrence": {
            "order": recurrence.order,
            "coefficients": list(recurrence.coefficients),
        },
        "terms": list(proof.terms),
        "minimality": {
            "prime": prime,
            "hankel_determinant": hankel_determinant(proof.terms, recurrence.order, prime),
        },
    }
