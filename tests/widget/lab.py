"""A real JupyterLab for the tests, and a headless browser that shows one of its notebooks.

Everything that Jupyter would read from or write to the user's home goes to a temporary directory.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["BROWSER", "Kernel", "Lab", "opened", "running"]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds after which something that must happen is taken not to happen."""
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))),
    None,
)
FLAGS = [
    "--no-sandbox",  # a container's root has none
    "--disable-gpu",
    "--no-first-run",
    # No talk with servers of the browser's vendor.
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "@jupyterlab/apputils-extension/themes": {"adaptive-theme": False},
}


@dataclass(frozen=True, slots=True)
class Lab:
    """A running JupyterLab that serves ``folder``."""

    url: str
    token: str
    folder: Path
    runtime: Path


@contextmanager
def running(folder: Path) -> Iterator[Lab]:
    """A JupyterLab in ``folder``, on a free port, with a token of its own."""
    served, own = folder / "served", folder / "jupyter"
    settings = own / "settings"
    for name, values in SETTINGS.items():
        path = settings / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    served.mkdir()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON"))},
        "HOME": str(own),
        "JUPYTER_CONFIG_DIR": str(own / "config"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(settings),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "IPYTHONDIR": str(own / "ipython"),
        "PYTHONPATH": str(ROOT),
    }
    token = secrets.token_hex(16)
    with (folder / "jupyterlab.log").open("wb") as log:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *("--ip=127.0.0.1", "--ServerApp.port=0", f"--IdentityProvider.token={token}"),
                *("--expose-app-in-browser", "--LabApp.extension_manager=readonly"),
                f"--ServerApp.root_dir={served}",
            ],
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            info = own / "runtime" / f"jpserver-{server.pid}.json"
            url = json.loads(_when_written(info, server))["url"]
            yield Lab(url, token, served, own / "runtime")
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _when_written(path: Path, server: subprocess.Popen[bytes]) -> str:
    """The server writes how it can be reached when it is ready to be."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError("JupyterLab ended at its start; see jupyterlab.log")
        if path.exists() and (text := path.read_text()).endswith("}"):
            return text
        time.sleep(0.05)
    raise RuntimeError("JupyterLab did not start")


@contextmanager
def opened(lab: Lab, cells: list[str]) -> Iterator[tuple[Page, Kernel]]:
    """A notebook of these cells, open in the browser and run; its page and its kernel."""
    from jupyter_client.blocking import BlockingKernelClient
    from nbformat import v4, write
    from playwright.sync_api import sync_playwright

    # Without a kernel's name JupyterLab would ask for one.
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(
        cells=[v4.new_code_cell(source) for source in cells], metadata={"kernelspec": spec}
    )
    write(notebook, lab.folder / "boards.ipynb")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        page = chromium.new_page(viewport={"width": 1100, "height": 1000})
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(f"{lab.url}lab/tree/boards.ipynb?token={lab.token}")
        page.locator(".jp-Notebook .jp-CodeCell").nth(len(cells) - 1).wait_for()
        # The kernel of the notebook, once it replies.
        page.wait_for_function(
            "window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
        )
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        identity = page.evaluate(
            "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id"
        )
        client = BlockingKernelClient(connection_file=str(lab.runtime / f"kernel-{identity}.json"))
        client.load_connection_file()
        client.start_channels()
        try:
            yield page, Kernel(client)
        finally:
            client.stop_channels()
            chromium.close()


@dataclass(frozen=True, slots=True)
class Kernel:
    """The notebook's kernel, asked past the browser."""

    client: Any

    def value(self, expression: str) -> str:
        """What an expression is worth in the kernel, as Python writes it."""
        reply = self.client.execute(
            "", silent=True, user_expressions={"it": expression}, reply=True, timeout=PATIENCE
        )
        it = reply["content"]["user_expressions"]["it"]
        assert it["status"] == "ok", it
        return str(it["data"]["text/plain"])
