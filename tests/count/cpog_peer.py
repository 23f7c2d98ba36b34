"""The C checker ``cpog-check``, where it is built (``build/peers``) or on the path."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

__all__ = ["Said", "cpog_check"]

PEERS = Path(__file__).resolve().parents[2] / "build" / "peers"
PROGRAM = shutil.which("cpog-check", path=str(PEERS)) or shutil.which("cpog-check")


class Said:
    """What it said: ``accepted``, the counts where it did, and its words."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.accepted = "FULL-PROOF SUCCESS" in words
        found = {
            line.split(" = ")[0].removeprefix("CHECK: "): line.split(" = ")[1]
            for line in words.splitlines()
            if " = " in line and "model count" in line
        }
        self.count = int(found["Regular model count"]) if "Regular model count" in found else None
        weighted = found.get("Weighted model count")
        self.weighted = None if weighted is None else Fraction(weighted)


def cpog_check(cnf: Path, cpog: Path) -> Said:
    """Its verdict on two files; the test is skipped where the program is not found."""
    if PROGRAM is None:
        pytest.skip("cpog-check is not built")
    done = subprocess.run([PROGRAM, cnf, cpog], capture_output=True, text=True, timeout=600)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("Looking for")]
    return Said("\n".join(lines))
