"""Formulas of a notebook as pictures, for a page that must not fetch MathJax from the network.

In Jupyter, ``$...$`` in a text and :class:`IPython.display.Math` are set by MathJax.  For a built page
matplotlib draws the same LaTeX (the part that it knows) as SVG; the source is the picture's
alternative text.
"""

from __future__ import annotations

import base64
import io
import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["drawn", "picture"]

_FORMULA = re.compile(r"(?<!\\)\$\$?([^$]+?)\$\$?")
_ALONE = re.compile(r"^\$\$?([^$]+?)\$\$?$", re.MULTILINE)
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_SIZE = 11
"""Points; about the size of the text of a page."""


def picture(latex: str) -> str:
    """An ``img`` element of a formula, on the base line of the text around it.

    ``ValueError`` for LaTeX that matplotlib does not know.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import math_to_image

    # matplotlib knows neither IPython's \displaystyle nor the short names.
    plain = re.sub(r"\\(ge|le)\b", r"\\\1q", latex.replace(r"\displaystyle", ""))
    latex = " ".join(plain.split())
    drawing = io.BytesIO()
    font = FontProperties(size=_SIZE, math_fontfamily="cm")
    depth = math_to_image(f"${latex}$", drawing, prop=font, dpi=72, format="svg")
    data = base64.b64encode(drawing.getvalue()).decode("ascii")
    return (
        f'<img style="display:inline;margin:0;vertical-align:-{float(depth):.1f}pt" '
        f'alt="{escape(latex)}" src="data:image/svg+xml;base64,{data}">'
    )


def drawn(notebook: NotebookNode) -> NotebookNode:
    """A copy of the notebook in which formulas are pictures."""
    import nbformat

    copy = nbformat.from_dict(notebook)
    for cell in copy.cells:
        if cell.cell_type == "markdown":
            parts = _CODE.split(cell.source)  # every other part is code
            parts[::2] = [_pictures(part) for part in parts[::2]]
            cell.source = "".join(parts)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/latex" in data:
                data["text/html"] = _pictures(data.pop("text/latex"))
    return copy


def _pictures(text: str) -> str:
    # A line that begins with an element would be no paragraph for Markdown.
    text = _ALONE.sub(lambda found: f"<p>{picture(found[1])}</p>", text)
    return _FORMULA.sub(lambda found: picture(found[1]), text)
