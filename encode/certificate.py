"""Certificates."""

from __future__ import annotations

from pathlib import Path

from encode.search import Search

__all__ = ["write_certificate"]


def write_certificate(
    path: str | Path, search: Search, found: list[int], solver: str
) -> None:
    raise NotImplementedError
