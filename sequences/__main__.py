"""`python -m sequences`: see `sequences.cli`."""

from __future__ import annotations

import sys

from sequences.cli import main

if __name__ == "__main__":
    sys.exit(main())
