"""Write the console blocks of the pages anew: ``python -m tests.docs.renew [PAGE...]``.

A block that differs only in seconds stays as it is.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.docs.console import PAGES, ROOT, elided, run


def renewed(page: str) -> str:
    """The text of a page with the output of its commands as it is now."""
    lines = page.split("\n")
    with tempfile.TemporaryDirectory() as folder:
        found = list(run(page, Path(folder)))
    for command, printed in reversed(found):
        lines[command.first : command.end] = elided(command.printed, printed)
    return "\n".join(lines)


def main(names: list[str]) -> None:
    """Renew these pages, or all."""
    for name in names or PAGES:
        path = ROOT / name
        before = path.read_text("utf-8")
        after = renewed(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{name}: renewed")


if __name__ == "__main__":
    main(sys.argv[1:])
