"""Descriptions and bare terms on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sequences.cli import main

RULES = Path(__file__).resolve().parent.parent.parent / "examples" / "sequences"
SPARSE = str(RULES / "A188861.toml")


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_description_is_counted_and_proved(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = output(capsys, SPARSE)
    assert status == 0
    assert "16, 41, 68, 95" in out
    assert "a(n) = 2*a(n-1) - a(n-2) for n > 3" in out
    assert "PROVED over Z" in out


def test_another_size_may_follow(capsys: pytest.CaptureFixture[str]) -> None:
    assert "here on 3 X n arrays" in output(capsys, SPARSE, "3xn", "--terms", "4")[1]
    assert output(capsys, SPARSE, "nxk", "--table", "2", "2")[1] == "2 4\n3 7\n"
    status, _, err = output(capsys, SPARSE, "--table", "2", "2")
    assert (status, "no k" in err) == (2, True)
    status, _, err = output(capsys, SPARSE, "3xm")
    assert (status, "expected sides such as" in err) == (2, True)


@pytest.mark.parametrize(("first", "status"), [("4", 0), ("3", 1), (None, 1)])
def test_a_claim_has_a_threshold(
    first: str | None, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    extra = ["--from", first] if first else []
    found, out, _ = output(capsys, SPARSE, "--check", "2,-1", *extra)
    assert found == status
    assert (
        "the last n at which it fails is 3" if status == 0 else "it says 66, the term is 68"
    ) in out


def test_a_proof_file_is_accepted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "proof.json")
    assert output(capsys, SPARSE, "--certificate", file)[0] == 0
    status, out, _ = output(capsys, "verify", file)
    assert (status, "n x 4 arrays under the rule" in out.replace("X", "x")) == (0, True)
    document = json.loads(Path(file).read_text("utf-8"))
    document["description"]["patterns"][0]["axes"] = "vertical"
    Path(file).write_text(json.dumps(document), "utf-8")
    status, out, _ = output(capsys, "verify", file)
    assert (status, "does not count these arrays" in out) == (1, True)


def test_oeis_lines_and_b_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, SPARSE, "--b-file", "--terms", "2")[1] == "1 16\n2 41\n"
    out = output(capsys, SPARSE, "--oeis")[1]
    assert "%N A188861 Number of n X 4 binary arrays" in out
    assert '"forbid": "0 1"' in out


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('size = "n x 2"', "values: missing"),
        ('size = "n x 2"\nvalues = "0..1"\ncolour = 1', "colour: unknown here"),
        ('size = "n x 2"\nvalues = "0..1"\n[[windows]]\nshape = "2x2"\nrequire = "a +"',
         "windows[1].require: 'a +': character 4: expected"),
        ('size = "n x 2"\nvalues = "0..1"\n[[patterns]]\naxes = "up"\nforbid = "1"',
         "patterns[1].axes: expected one of horizontal"),
        ("size = ", "expected TOML"),
    ],
)  # fmt: skip
def test_a_wrong_description_is_told_with_its_place(
    text: str, complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rule.toml"
    file.write_text(text, "utf-8")
    status, out, err = output(capsys, str(file))
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}: ")
    assert complaint in err
    assert err.count("\n") == 1


def test_an_expression_that_cannot_be_evaluated_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rule.toml"
    file.write_text(
        'size = "n x 2"\nvalues = "0..1"\n[[windows]]\nshape = "2x2"\nrequire = "z == 1"'
    )
    status, _, err = output(capsys, str(file))
    assert (status, "windows[1].require: unknown name 'z'" in err) == (2, True)


def test_bare_terms_are_fitted_never_more(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = output(capsys, "fit", "1,2,5,13,34,89")
    assert status == 0
    assert "a(n) = 3*a(n-1) - a(n-2)" in out
    assert "not proved: fitted to 6 terms" in out
    assert output(capsys, "fit", "3,1,4,1,5,9")[0] == 1
    assert output(capsys, "fit", "one,two")[0] == 2
    assert output(capsys, "fit")[0] == 2
