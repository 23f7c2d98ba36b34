"""Sphinx configuration of the documentation site: ``make docs`` writes it to build/docs/.

Every warning is an error there.  Pages are Markdown (MyST); the reference is made from the docstrings
and from what each command prints for ``--help``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

project = "Kazoe"
author = "The Kazoe developers"
copyright = author  # Sphinx asks for this very name

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "site_commands",
    "site_reference",
]
exclude_patterns = ["pictures/*.py"]
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist", "substitution"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_title = "Kazoe 数え"
html_static_path: list[str] = []
html_copy_source = False
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
# The notebooks as `make notebooks` renders them, where that was done before.
BUILT = ROOT / "build" / "notebooks"
html_extra_path = [str(BUILT)] if BUILT.is_dir() else []


def link_notebooks(app: Any, page: str, source: list[str]) -> None:
    """On the page of the notebooks, lead to those that were built and not to their files."""
    for path in BUILT.glob("*.html") if page == "notebooks" else ():
        link = f"[{path.stem}.ipynb](../notebooks/{path.stem}.ipynb)"
        source[0] = source[0].replace(link, f'<a href="{path.name}">{path.stem}.ipynb</a>')


def setup(app: Any) -> None:
    app.connect("source-read", link_notebooks)
