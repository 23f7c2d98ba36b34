"""Limits on an engine's run, and what it says when it meets one."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AtLeast", "CheckpointError", "Limits", "NoSolutions", "Stopped"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one engine may spend on one board; None for no limit.

    ``seconds``: wall time; ``memory``: bytes; ``cap``: solutions that an enumeration lists before
    it settles for "at least so many"; ``reorder``: whether a decision diagram may move variables.

    ``layers``: bytes that the frontier's layers may take in memory, half of this computer's if None;
    ``checkpoint``: a folder for its progress, and for layers that outgrow that memory; ``resume``: go on
    from what is there.
    """

    seconds: float | None = None
    memory: int | None = 4 << 30
    cap: int = 20_000
    reorder: bool = False
    layers: int | None = None
    checkpoint: str | None = None
    resume: bool = False

    def __post_init__(self) -> None:
        if self.seconds == float("inf"):
            object.__setattr__(self, "seconds", None)
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"expected a limit of 0 seconds or more, found {self.seconds}")


class Stopped(Exception):
    """An engine met a limit, or died, before it had the count: the message says which."""


class AtLeast(Stopped):
    """An enumeration was stopped after ``models`` solutions, each different."""

    def __init__(self, models: int, limit: str) -> None:
        super().__init__(limit)
        self.models = models
        self.limit = limit

    def __reduce__(self) -> tuple[type[AtLeast], tuple[int, str]]:
        return AtLeast, (self.models, self.limit)


class NoSolutions(ValueError):
    """Asked for a random solution, or for a share of the solutions, of a board that has none."""


class CheckpointError(ValueError):
    """A checkpoint belongs to another count."""
