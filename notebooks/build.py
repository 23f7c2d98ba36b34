"""Run the notebooks and render them: ``python -m notebooks.build [--strip] [NOTEBOOK ...]``.

Each notebook is run from top to bottom in a fresh kernel of this interpreter and written to
``build/notebooks/`` as one HTML file that needs nothing else: no server, no network.  ``--strip`` runs
nothing; it takes outputs, execution counts and what editors leave behind out of the files, which is
the form in which they are kept.

Exit status: 1 where a notebook fails (the others are run all the same, and a page of it from an
earlier run is removed), 2 where an argument is no notebook, a package is missing or nothing can be
written, 130 on Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbclient import NotebookClient
    from nbformat import NotebookNode

__all__ = ["HERE", "TARGET", "Failed", "execute", "html", "main", "notebooks", "read", "stripped"]

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "build" / "notebooks"
_SECONDS = 600
"""A cell that takes longer hangs."""
_LINE = 300
"""Longer messages are cut."""
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


class Failed(Exception):
    """A notebook that does not run to its end: in which cell, and why, in a line."""


def read(path: Path) -> NotebookNode:
    """A notebook; ``ValueError`` or ``OSError`` for a file that holds none."""
    import nbformat

    try:
        text = path.read_text(encoding="utf-8")
        content = json.loads(text)
        if not isinstance(content, dict) or "nbformat" not in content:
            raise ValueError(f"{path}: expected a notebook, found other JSON")
        # Before it is read: reading would only log what is wrong with it.
        nbformat.validate(nbformat.from_dict(content))
        return nbformat.reads(text, as_version=4)
    except json.JSONDecodeError as error:
        where = f"{path}:{error.lineno}:{error.colno}"
        raise ValueError(f"{where}: expected a notebook, which is JSON: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: expected a notebook in UTF-8") from error
    except (nbformat.ValidationError, AttributeError, KeyError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"{path}: expected a notebook of format 4: {reason}") from error


def stripped(notebook: NotebookNode) -> NotebookNode:
    """A copy without outputs, execution counts and editors' metadata."""
    import nbformat
    from nbformat import NotebookNode

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

    Raises :class:`Failed` where a cell does; ``KeyboardInterrupt`` on Ctrl-C, the kernel ended.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from nbclient import NotebookClient

    notebook = read(path)
    at = 0

    def note(cell: NotebookNode, cell_index: int) -> None:
        nonlocal at
        at = cell_index + 1

    client = NotebookClient(
        notebook,
        timeout=_SECONDS,
        resources={"metadata": {"path": str(HERE)}},
        # Without their state, widgets are rendered as the pictures that they come with.
        store_widget_state=False,
        # It would warn that others on this machine could listen in.
        extra_arguments=["--log-level=ERROR"],
        on_cell_start=note,
    )
    manager = client.create_kernel_manager()
    # Without folders to look in, this interpreter's own kernel is the only one there is.
    manager.kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    try:
        asyncio.run(_run(client, manager))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except Exception as error:
        # A cell's error, a kernel that dies or hangs: nbclient has no common class for them.
        where = f"cell {at}" if at else "before the first cell"
        name = getattr(error, "ename", type(error).__name__)
        reason = getattr(error, "evalue", str(error))
        raise Failed(f"{where}: {_line(f'{name}: {reason}')}") from error
    return notebook


async def _run(client: NotebookClient, manager: Any) -> None:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def stop() -> None:
        client.shutdown_kernel = "immediate"
        task.cancel()

    # Set after nbclient's own, which would end the kernel and call that the notebook's failure.
    # Where a loop takes no signals (Windows), Ctrl-C is Python's.
    with suppress(NotImplementedError):
        loop.call_soon(partial(loop.add_signal_handler, signal.SIGINT, stop))
    paths = [str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        await client.async_execute(env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    except Exception:
        if task.cancelling():  # nbclient takes that for the kernel's death
            raise asyncio.CancelledError from None
        raise
    finally:
        # nbclient leaves a kernel behind that is stopped while it starts.
        if manager.has_kernel:
            await manager.shutdown_kernel(now=True)


def _line(text: str) -> str:
    """The text in one line, and not too long a one."""
    words = " ".join(text.split())
    return words if len(words) <= _LINE else words[: _LINE - 1] + "…"


def html(notebook: NotebookNode, title: str) -> str:
    """An executed notebook as a page that stands alone; its formulas are pictures."""
    from nbconvert import HTMLExporter

    from notebooks.formulas import drawn

    exporter = HTMLExporter(raw_template=_TEMPLATE, embed_images=True)
    exporter.exclude_anchor_links = True
    page, _ = exporter.from_notebook_node(drawn(notebook), {"metadata": {"name": title}})
    return str(page)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m notebooks.build", description=__doc__)
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK")
    parser.add_argument("--strip", action="store_true", help="take outputs out of the files")
    chosen = parser.parse_args(argv)
    paths = chosen.notebooks or notebooks()
    needed = ["nbformat"] if chosen.strip else ["nbformat", "nbclient", "nbconvert", "ipykernel"]
    try:
        complaints = _missing(needed) or _unreadable(paths)
        if not chosen.strip:
            complaints = complaints or _alike(paths) or _unwritable(paths)
        for complaint in complaints:
            print(complaint, file=sys.stderr)
        if complaints:
            return 2
        return _strip(paths) if chosen.strip else _build(paths)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def _missing(packages: Iterable[str]) -> list[str]:
    absent = [name for name in packages if find_spec(name) is None]
    if not absent:
        return []
    return [f"{', '.join(absent)} not installed: pip install -e '.[notebooks]'"]


def _unreadable(paths: Iterable[Path]) -> list[str]:
    found = []
    for path in paths:
        try:
            read(path)
        except OSError as error:
            found.append(f"{path}: expected a notebook: {error.strerror}")
        except ValueError as error:
            found.append(_line(str(error)))
    return found


def _alike(paths: Iterable[Path]) -> list[str]:
    first: dict[str, Path] = {}
    return [
        f"{path}: expected notebooks of different names, found {first[path.stem]} too"
        for path in paths
        if first.setdefault(path.stem, path) is not path
    ]


def _unwritable(paths: Iterable[Path]) -> list[str]:
    """Found before anything is run."""
    try:
        TARGET.mkdir(parents=True, exist_ok=True)
        for path in paths:
            if _target(path).is_dir():
                return [f"{_target(path)}: expected a file to write to, found a folder"]
            part = _beside(_target(path))
            part.touch()
            part.unlink()
    except OSError as error:
        return [f"{TARGET}: cannot be written to: {error.strerror}"]
    return []


def _target(path: Path) -> Path:
    return TARGET / f"{path.stem}.html"


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def _write(path: Path, text: str) -> None:
    """All of it or nothing."""
    part = _beside(path)
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _strip(paths: Iterable[Path]) -> int:
    import nbformat

    failed = False
    for path in paths:
        try:
            _write(path, nbformat.writes(stripped(read(path))) + "\n")
        except OSError as error:
            print(f"{path}: cannot be written: {error.strerror}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


def _build(paths: Iterable[Path]) -> int:
    failed = False
    for path in paths:
        started = time.perf_counter()
        target = _target(path)
        try:
            _write(target, html(execute(path), path.stem))
        except Exception as error:
            # Whatever it is (a page that cannot be rendered, a full disk), the others are run.
            reason = error if isinstance(error, Failed) else f"{type(error).__name__}: {error}"
            print(f"{path}: {_line(str(reason))}", file=sys.stderr)
            # No page of an earlier run shall pass for this one's.
            target.unlink(missing_ok=True)
            failed = True
        else:
            print(f"{target}  ({time.perf_counter() - started:.0f} s)", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
