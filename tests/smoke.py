"""Install the built wheel in a new environment, outside the checkout, and try it.

    python -m tests.smoke FOLDER

FOLDER holds one wheel and one source distribution.  Exit status 1 with what failed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

__all__ = ["COMMANDS", "main"]

ROOT = Path(__file__).resolve().parent.parent
BOARD = "norinori\n1 1 2 2\n1 1 2 2\n"
"""Two regions of four cells: each holds one domino."""

COMMANDS = [
    (["encode", "board.txt"], "several solutions"),
    (["count", "board.txt", "--by", "frontier,bdd"], "frontier"),
    (["ladder", "board.txt"], "local"),
    (["generate", "binairo", "4x4", "--seed", "1", "--format", "url"], "4x4u:"),
    (["sequences", "2xn"], "PROVED over Z"),
    (["ledger", "show", "B1"], "B1"),
]
"""What is run as ``python -m ...`` beside a file ``board.txt``, and a text that it prints."""

PACKAGES = [
    "puzzles",
    "encode",
    "count",
    "ladder",
    "generate",
    "native",
    "sequences",
    "ledger",
    "widget",
]


def run(arguments: list[str], folder: Path) -> str:
    """What a command prints; it is run in ``folder`` with nothing of the checkout on its path."""
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def contents(wheel: Path, source: Path) -> list[str]:
    """What is missing in the two files, or in them by mistake."""
    names = zipfile.ZipFile(wheel).namelist()
    with tarfile.open(source) as archive:
        sources = [name.partition("/")[2] for name in archive.getnames()]
    wrong = [f"{wheel.name} lacks {p}/py.typed" for p in PACKAGES if f"{p}/py.typed" not in names]
    for data in ["ledger/record.json", "ledger/binairo/claims.toml", "widget/board.js"]:
        wrong += [f"{wheel.name} lacks {data}"] * (data not in names and (ROOT / data).exists())
    wrong += [
        f"{wheel.name} holds {name}" for name in names if name.startswith(("tests/", "docs/"))
    ]
    wrong += [f"{source.name} lacks pyproject.toml"] * ("pyproject.toml" not in sources)
    return wrong


def main(argv: list[str] | None = None) -> int:
    """Install and try the wheel in the folder named."""
    words = sys.argv[1:] if argv is None else argv
    if len(words) != 1:
        print("usage: python -m tests.smoke FOLDER", file=sys.stderr)
        return 2
    wheels, sources = list(Path(words[0]).glob("*.whl")), list(Path(words[0]).glob("*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        print(f"{words[0]}: expected one wheel and one source distribution", file=sys.stderr)
        return 2
    wrong = contents(wheels[0], sources[0])
    folder = Path(tempfile.mkdtemp(prefix="kazoe-smoke-"))
    try:
        python = str(folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python")
        run([sys.executable, "-m", "venv", "env"], folder)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pins = str(ROOT / "constraints.txt")
        run([*install, "--constraint", pins, str(wheels[0].resolve())], folder)
        (folder / "board.txt").write_text(BOARD)
        for words, expected in COMMANDS:
            printed = run([python, "-m", *words], folder)
            if expected not in printed:
                wrong.append(f"python -m {' '.join(words)}: expected {expected!r} in\n{printed}")
    except RuntimeError as error:
        wrong.append(str(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"{wheels[0].name}: installed elsewhere, {len(COMMANDS)} commands as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
