"""An interactive board for Jupyter: steps up the ladder, marks judged live, two solutions compared.

Only :class:`BoardWidget` needs anywidget, and loads it when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from widget.marks import Broken, broken
from widget.pages import export
from widget.session import Session

if TYPE_CHECKING:
    from widget.board import BoardWidget

__all__ = ["BoardWidget", "Broken", "Session", "broken", "export"]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name != "BoardWidget":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from widget.board import BoardWidget
    except ModuleNotFoundError as missing:
        if missing.name not in ("anywidget", "ipywidgets", "traitlets"):
            raise
        raise ImportError(
            f"BoardWidget needs {missing.name}, which is not installed: "
            "pip install -e '.[notebooks]'"
        ) from missing
    return BoardWidget
