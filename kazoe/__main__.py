"""``python -m kazoe``: the same as the command ``kazoe``."""

from __future__ import annotations

import sys
from pathlib import Path

# Python puts the working directory first, where a file count.py or a folder puzzles/ of the user's
# would be taken for a package of ours.
_ROOT = Path(__file__).resolve().parent.parent
if sys.path and Path(sys.path[0] or ".").resolve() != _ROOT:
    del sys.path[0]

from kazoe.command import main  # noqa: E402  the path must be right first

if __name__ == "__main__":
    sys.exit(main())
