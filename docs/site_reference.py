"""The directive ``{public-names} PACKAGE``: the documentation of every name in ``PACKAGE.__all__``.

``{public-names} PACKAGE again`` only names them, for a package whose names are those of others.
Sphinx's ``automodule`` passes over names that a package loads when they are first used.
"""

from __future__ import annotations

import importlib
import inspect
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

__all__ = ["PublicNames", "entries", "setup"]


def entries(package: str) -> list[str]:
    """reStructuredText for each public name of a package, in the order of ``__all__``."""
    module = importlib.import_module(package)
    lines = []
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value):
            kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        else:
            kind = "autofunction" if callable(value) else ""
        lines += [f".. {kind}:: {package}.{name}", ""] if kind else _data(package, name, value)
    return lines


def _data(package: str, name: str, value: Any) -> list[str]:
    """A name that is bound to data.  Its own docstring would be that of its type."""
    lines = [f".. py:data:: {package}.{name}", f"   :type: {type(value).__name__}", ""]
    if isinstance(value, dict):
        lines += [f"   Keys: {', '.join(f'``{key}``' for key in value)}.", ""]
    return lines


def _named(package: str) -> list[str]:
    """A line for each public name that another module documents: where it is from."""
    module = importlib.import_module(package)
    lines = []
    for name in module.__all__:
        home = getattr(getattr(module, name), "__module__", "") or ""
        if home:
            lines.append(f"- ``{package}.{name}``: from ``{home.partition('.')[0]}``")
    return [*lines, ""]


class PublicNames(Directive):
    """The package's docstring, then its public names."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[Any]:
        package = self.arguments[0]
        module = importlib.import_module(package)
        text = [*inspect.cleandoc(module.__doc__ or "").splitlines(), ""]
        text += [
            f".. py:currentmodule:: {package}",
            "",
            f".. py:module:: {package}",
            "   :no-index:",
            "",
        ]
        text += entries(package) if len(self.arguments) == 1 else _named(package)
        node = nodes.section()
        node.document = self.state.document
        self.state.nested_parse(StringList(text, source=f"{package}/__init__.py"), 0, node)
        return list(node.children)


def setup(app: Any) -> dict[str, bool]:
    app.add_directive("public-names", PublicNames)
    return {"parallel_read_safe": True}
