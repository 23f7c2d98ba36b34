"""``python -m ladder BOARD``."""

from __future__ import annotations

import sys

from ladder.command import main

if __name__ == "__main__":
    sys.exit(main())
