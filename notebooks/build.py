"""Run the notebooks and render them: ``python -m notebooks.build [--strip] [NOTEBOOK ...]``.

Each notebook is run from top to bottom in a fresh kernel of this interpreter and written to
``build/notebooks/`` as one HTML file that needs nothing else: no server, no network.  ``--strip`` runs
nothing; it takes outputs, execution counts and what editors leave behind out of the files, which is
the form in which they are kept.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import nbformat
from nbformat import NotebookNode

__all__ = ["HERE", "TARGET", "execute", "html", "main", "notebooks", "stripped"]

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "build" / "notebooks"
_SECONDS = 600
"""A cell that takes longer hangs."""
_TEMPLATE = """
{%- extends 'index.html.j2' -%}
{% block html_head_js %}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
"""
"""nbconvert's own page without the scripts that it would fetch from the network."""


def notebooks() -> list[Path]:
    """All notebooks, by name."""
    return sorted(HERE.glob("*.ipynb"))


def stripped(notebook: NotebookNode) -> NotebookNode:
    """A copy without outputs, execution counts and editors' metadata."""
    kept = nbformat.from_dict(notebook)
    kept.metadata = NotebookNode(
        kernelspec={"display_name": "Python 3", "language": "python", "name": "python3"},
        language_info={"name": "python"},
    )
    for cell in kept.cells:
        cell.metadata = NotebookNode()
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    return kept


def execute(path: Path) -> NotebookNode:
    """The notebook with its outputs, run in ``notebooks/`` against the packages beside that folder.

    Raises :class:`nbclient.exceptions.CellExecutionError` where a cell does.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=_SECONDS,
        resources={"metadata": {"path": str(HERE)}},
        # Without their state, widgets are rendered as the pictures that they come with.
        store_widget_state=False,
    )
    manager = client.create_kernel_manager()
    # Without folders to look in, this interpreter's own kernel is the only one there is.
    manager.kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    paths = [str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    client.execute(env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    return notebook


def html(notebook: NotebookNode, title: str) -> str:
    """An executed notebook as a page that stands alone."""
    from nbconvert import HTMLExporter

    exporter = HTMLExporter(raw_template=_TEMPLATE, embed_images=True)
    exporter.exclude_anchor_links = True
    page, _ = exporter.from_notebook_node(notebook, {"metadata": {"name": title}})
    return str(page)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m notebooks.build", description=__doc__)
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK")
    parser.add_argument("--strip", action="store_true", help="take outputs out of the files")
    chosen = parser.parse_args(argv)
    for path in chosen.notebooks or notebooks():
        if chosen.strip:
            nbformat.write(stripped(nbformat.read(path, as_version=4)), path)
            continue
        started = time.perf_counter()
        page = html(execute(path), path.stem)
        TARGET.mkdir(parents=True, exist_ok=True)
        target = TARGET / f"{path.stem}.html"
        target.write_text(page, encoding="utf-8")
        print(f"{target}  ({time.perf_counter() - started:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
