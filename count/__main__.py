"""``python -m count``."""

from __future__ import annotations

import sys

from count.cli import main

sys.exit(main())
