"""Command line: ``python -m encode BOARD ...`` and ``python -m encode verify FILE``."""

from __future__ import annotations

import sys

from encode.command import main

if __name__ == "__main__":
    sys.exit(main())
