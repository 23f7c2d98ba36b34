"""``kazoe encode``: the command of :mod:`encode`, with a count beside the solver."""

from __future__ import annotations

from collections.abc import Sequence

from encode import command

__all__ = ["main"]


def main(argv: Sequence[str] | None = None, prog: str = "kazoe encode") -> int:
    """Run the command line; its exit status is that of ``python -m encode``."""
    from count.beside import counting

    return command.main(argv, prog, helper=counting)
