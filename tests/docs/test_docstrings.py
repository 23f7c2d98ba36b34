"""Every public name that a user can reach says what it is."""

from __future__ import annotations

import importlib
import inspect

import pytest

PACKAGES = [
    "kazoe",
    "puzzles",
    "encode",
    "count",
    "ladder",
    "generate",
    "sequences",
    "ledger",
    "widget",
]


def silent(package: str) -> list[str]:
    """Public names, and public members of public classes, without a docstring."""
    found = []
    module = importlib.import_module(package)
    for name in module.__all__:
        value = getattr(module, name)
        if (inspect.isclass(value) or inspect.isroutine(value)) and not inspect.getdoc(value):
            found.append(name)
        if not inspect.isclass(value):
            continue
        for key, member in vars(value).items():
            if isinstance(member, property):
                function = member.fget
            else:
                function = getattr(member, "__func__", member)
            written = inspect.isfunction(function) and function.__qualname__.startswith(
                value.__name__
            )
            if not key.startswith("_") and written and not inspect.getdoc(getattr(value, key)):
                found.append(f"{name}.{key}")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_a_docstring(package: str) -> None:
    assert silent(package) == []
