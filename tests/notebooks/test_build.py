"""``python -m notebooks.build``: what goes wrong is told in a line, and spoils nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from notebooks import build

ROOT = Path(build.__file__).resolve().parents[1]


def notebook(path: Path, *sources: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [v4.new_markdown_cell("# Title"), *map(v4.new_code_cell, sources)]
    nbformat.write(v4.new_notebook(cells=cells, metadata={"kernelspec": spec}), path)
    return path


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build, "TARGET", tmp_path / "pages")
    return tmp_path / "pages"


def refused(capfd: pytest.CaptureFixture[str], *arguments: str | Path) -> list[str]:
    """The lines of complaint of a run that must end with status 2."""
    assert build.main([str(argument) for argument in arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    return err.splitlines()


def test_one_that_fails_is_told_in_a_line_and_the_others_are_built(
    tmp_path: Path, target: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = notebook(tmp_path / "bad.ipynb", "1", "raise ValueError('one\\ntwo')")
    good = notebook(tmp_path / "good.ipynb", "print('done')")
    target.mkdir()
    (target / "bad.html").write_text("a page of an earlier run")
    assert build.main([str(bad), str(good)]) == 1
    out, err = capfd.readouterr()
    assert err == f"{bad}: cell 3: ValueError: one two\n"
    assert out.startswith(f"{target / 'good.html'}  (")
    assert [path.name for path in target.iterdir()] == ["good.html"]
    assert "done" in (target / "good.html").read_text(encoding="utf-8")


def test_a_kernel_that_dies_is_told_in_a_line(
    tmp_path: Path, target: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    dead = notebook(tmp_path / "dead.ipynb", "import os; os._exit(1)")
    assert build.main([str(dead)]) == 1
    assert capfd.readouterr().err == f"{dead}: cell 2: DeadKernelError: Kernel died\n"


@pytest.mark.parametrize("strip", [[], ["--strip"]])
def test_what_is_no_notebook_is_told_before_anything_is_run(
    tmp_path: Path, target: Path, capfd: pytest.CaptureFixture[str], strip: list[str]
) -> None:
    files = {
        "text": b"no JSON",
        "list": b"[]",
        "other": b'{"name": 1}',
        "bytes": b"\xff",
        "cells": b'{"cells": 3, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    paths = [tmp_path / name for name in [*files, "missing", "."]]
    lines = refused(capfd, *strip, *paths)
    assert len(lines) == len(paths)
    for line, path in zip(lines, paths, strict=True):
        assert line.startswith(f"{path}:")
        assert "expected a notebook" in line
    assert not target.exists()


def test_two_of_one_name_are_refused(
    tmp_path: Path, target: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    paths = [notebook(tmp_path / folder / "same.ipynb", "1") for folder in ("a", "b")]
    (line,) = refused(capfd, *paths)
    assert line == f"{paths[1]}: expected notebooks of different names, found {paths[0]} too"


def test_where_nothing_can_be_written_nothing_is_run(
    tmp_path: Path, target: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = notebook(tmp_path / "one.ipynb", f"open({str(tmp_path / 'ran')!r}, 'w')")
    target.write_text("a file where a folder should be")
    (line,) = refused(capfd, path)
    assert line.startswith(f"{target}: cannot be written to: ")
    target.unlink()
    (target / "one.html").mkdir(parents=True)
    (line,) = refused(capfd, path)
    assert line == f"{target / 'one.html'}: expected a file to write to, found a folder"
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("strip", [[], ["--strip"]])
def test_a_missing_package_is_named_with_the_extra_that_has_it(strip: list[str]) -> None:
    program = """
import sys
for name in ("nbformat", "nbclient", "nbconvert", "ipykernel"):
    sys.modules[name] = None
from notebooks.build import main
sys.exit(main(sys.argv[1:]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, *strip], capture_output=True, text=True, cwd=ROOT
    )
    needed = "nbformat" if strip else "nbformat, nbclient, nbconvert, ipykernel"
    assert done.stderr == f"{needed} not installed: pip install -e '.[notebooks]'\n"
    assert done.returncode == 2


def test_stripping_takes_outputs_away_and_is_the_form_that_is_kept(tmp_path: Path) -> None:
    path = notebook(tmp_path / "one.ipynb", "1")
    whole = nbformat.read(path, as_version=4)
    whole.cells[1].outputs = [v4.new_output("stream", text="1")]
    nbformat.write(whole, path)
    assert build.main(["--strip", str(path)]) == 0
    assert nbformat.read(path, as_version=4).cells[1].outputs == []
    kept = build.notebooks()[0]
    copy = tmp_path / kept.name
    copy.write_bytes(kept.read_bytes())
    assert build.main(["--strip", str(copy)]) == 0
    assert copy.read_bytes() == kept.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([kept.name, "one.ipynb"])


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT can be sent to a process there")
def test_ctrl_c_ends_the_kernel_too(tmp_path: Path) -> None:
    told = tmp_path / "kernel"
    path = notebook(
        tmp_path / "endless.ipynb",
        f"import os, pathlib, time\npathlib.Path({str(told)!r}).write_text(str(os.getpid()) + '.')",
        "time.sleep(600)",
    )
    program = (
        "import pathlib, sys; from notebooks import build; "
        f"build.TARGET = pathlib.Path({str(tmp_path / 'pages')!r}); "
        "sys.exit(build.main(sys.argv[1:]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        end = time.monotonic() + 60
        while not (told.exists() and told.read_text().endswith(".")):
            assert running.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (out, err, running.returncode) == ("", "stopped\n", 130)
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()[:-1]), 0)
    assert list((tmp_path / "pages").iterdir()) == []
