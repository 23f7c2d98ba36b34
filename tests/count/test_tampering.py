"""Certificates that are tampered with are refused, each for the reason that it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from count.certified.statement import board_of, statement
from count.certified.verify import verify
from count.certified.write import Written, write
from count.cpog import Refused
from puzzles import Binairo, read
from tests.count.cpog_peer import cpog_check
from tests.count.test_certified import EXAMPLES, blank_norinori, full_nondango

Edit = Callable[[list[str], Random], str]
"""Changes the lines of a certificate; what must be said then, as a regular expression."""
HINT = r"hint -?\d+ (holds already|has two open literals|is no clause)|is not shown|is shown before"


def steps(lines: list[str], kind: str) -> list[int]:
    return [i for i, line in enumerate(lines) if kind in line.split()[:2]]


def drop_step(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "aps" for i in steps(lines, kind)])
    del lines[i]
    return r"is no clause that is there|is known|alone to be left|it is not there"


def drop_deletion(lines: list[str], random: Random) -> str:
    del lines[random.choice(steps(lines, "d"))]
    return "alone to be left"


def no_root(lines: list[str], random: Random) -> str:
    del lines[steps(lines, "r")[0]]
    return "expected a line r LITERAL"


def second_root(lines: list[str], random: Random) -> str:
    lines.insert(random.randrange(len(lines)), lines[steps(lines, "r")[0]])
    return "the root was declared before"


def other_root(lines: list[str], random: Random) -> str:
    i = steps(lines, "r")[0]
    root = int(lines[i].split()[1])
    lines[i] = f"r {random.choice([-root, 1, -1])}"
    return "alone to be left"


def extra_root(lines: list[str], random: Random) -> str:
    """The root's clause once more, or one that follows from it."""
    root = lines[steps(lines, "r")[0]].split()[1]
    i = next(i for i in steps(lines, "a") if lines[i].split()[2:4] == [root, "0"])
    number = lines[i].split()[0]
    last = max(int(line.split()[0]) for line in lines if line[0].isdigit())
    literals = random.choice([root, f"{root} 1", f"-1 {root}"])
    lines.insert(len(lines) - 1, f"{last + 99} a {literals} 0 {number} 0")
    return "alone to be left"


def lost_hint(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "ad" for i in steps(lines, kind)])
    words = lines[i].split()
    del words[-2]
    lines[i] = " ".join(words)
    return HINT


def absent_hint(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "ad" for i in steps(lines, kind)])
    words = lines[i].split()
    words[-2] = "999999999"
    lines[i] = " ".join(words)
    return "hint 999999999 is no clause that is there"


def repeated_hint(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "ads" for i in steps(lines, kind)])
    words = lines[i].split()
    words.insert(-1, words[-2])
    lines[i] = " ".join(words)
    return "is shown before hint"


def shared_variable(lines: list[str], random: Random) -> str:
    i = random.choice(steps(lines, "p"))
    words = lines[i].split()
    twice = random.choice(words[3:-1])
    words.insert(random.randrange(3, len(words)), random.choice([twice, str(-int(twice))]))
    lines[i] = " ".join(words)
    return "share variables"


def overlapping_sum(lines: list[str], random: Random) -> str:
    i = random.choice(steps(lines, "s"))
    words = lines[i].split()
    words[3 + random.randrange(2)] = random.choice(["1", "-1", words[3], words[4]])
    if words == lines[i].split():
        words[4] = words[3]
    lines[i] = " ".join(words)
    return rf"the exclusion in sum {words[2]}|is not shown|hint|known"


def undefined_exclusion(lines: list[str], random: Random) -> str:
    i = random.choice(steps(lines, "s"))
    words = lines[i].split()
    words.insert(5, "1")
    lines[i] = " ".join(words)
    return "hint 1 of sum .* is no defining clause"


def flipped_part(lines: list[str], random: Random) -> str:
    """Another function: somewhere a step no longer follows, or the sum's parts overlap."""
    i = random.choice(steps(lines, "p"))
    words = lines[i].split()
    k = random.randrange(3, len(words) - 1)
    words[k] = str(-int(words[k]))
    lines[i] = " ".join(words)
    return HINT


def old_number(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "aps" for i in steps(lines, kind)])
    words = lines[i].split()
    words[0] = str(random.randrange(1, int(words[0])))
    lines[i] = " ".join(words)
    return "comes after clause" if int(words[0]) else ""


def old_variable(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "ps" for i in steps(lines, kind)])
    words = lines[i].split()
    words[2] = str(random.randrange(1, int(words[2])))
    lines[i] = " ".join(words)
    return "expected a new variable"


def unknown_variable(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "ap" for i in steps(lines, kind)])
    words = lines[i].split()
    words.insert(3 if words[1] == "p" else 2, "999999999")
    lines[i] = " ".join(words)
    return "expected a variable that is known"


def deleted_definition(lines: list[str], random: Random) -> str:
    number = lines[random.choice(steps(lines, "p"))].split()[0]
    lines.insert(len(lines) - 1, f"d {number} {number} 0")
    return "it is a defining clause"


def deleted_twice(lines: list[str], random: Random) -> str:
    i = random.choice(steps(lines, "d"))
    lines.insert(i, lines[i])
    return "cannot be deleted: it is not there|is no clause that is there"


def changed_count(lines: list[str], random: Random) -> str:
    i = next(i for i, line in enumerate(lines) if line.startswith("c count "))
    lines[i] = f"c count {int(lines[i].split()[2]) + random.choice([-1, 1, 10**20])}"
    return "the graph has .* models, stated are"


def broken_line(lines: list[str], random: Random) -> str:
    i = random.choice([i for kind in "apsd" for i in steps(lines, kind)])
    lines[i] = random.choice([lines[i][:-2], lines[i].replace(" ", " x ", 1), lines[i] + " 0", "?"])
    return "expected"


EDITS: tuple[Edit, ...] = (
    drop_step,
    drop_deletion,
    no_root,
    second_root,
    other_root,
    extra_root,
    lost_hint,
    absent_hint,
    repeated_hint,
    shared_variable,
    overlapping_sum,
    undefined_exclusion,
    flipped_part,
    old_number,
    old_variable,
    unknown_variable,
    deleted_definition,
    deleted_twice,
    changed_count,
    broken_line,
)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> list[Written]:
    """Listed and compiled, with sums in all of them."""
    folder = tmp_path_factory.mktemp("certificates")
    several = read(EXAMPLES / "binairo-several-4x4.txt")
    return [
        write(several, folder / "listed"),
        write(blank_norinori(3), folder / "compiled", listed=0),
        write(full_nondango(3), folder / "nondango", listed=0),
        write(Binairo.blank(2, 2), folder / "differ", listed=0),
    ]


def tamper(written: Written, edit: Edit, seed: int, folder: Path) -> None:
    """Ours must refuse, for the reason; what cpog-check accepts must then be of the known kinds."""
    lines = written.cpog.read_text().splitlines()
    reason = edit(lines, Random(seed))
    changed = folder / "changed.cpog"
    changed.write_text("\n".join(lines) + "\n")
    with pytest.raises(Refused, match=reason):
        verify(written.cnf, changed)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_a_tampered_certificate_is_refused(
    edit: Edit, certificates: list[Written], tmp_path: Path
) -> None:
    for seed, written in enumerate(certificates):
        tamper(written, edit, seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_two_thousand_tampered_certificates(
    edit: Edit, certificates: list[Written], tmp_path: Path
) -> None:
    for seed in range(100):
        tamper(certificates[seed % len(certificates)], edit, 1000 + seed, tmp_path)


@pytest.mark.parametrize("edit", [drop_step, lost_hint, flipped_part, shared_variable, other_root])
def test_cpog_check_refuses_them_too(
    edit: Edit, certificates: list[Written], tmp_path: Path
) -> None:
    """But for the kinds of tests/count/test_cpog.py: there the difference is explained."""
    for seed, written in enumerate(certificates[:2]):
        lines = written.cpog.read_text().splitlines()
        edit(lines, Random(seed))
        (tmp_path / "changed.cpog").write_text("\n".join(lines) + "\n")
        said = cpog_check(written.cnf, tmp_path / "changed.cpog")
        assert (
            not said.accepted
            or said.count != verify(written.cnf, written.cpog).count
            or (edit is shared_variable)
        )


# The CNF and the board.


def of_another_board(text: str) -> Iterator[tuple[str, str]]:
    """(changed text, reason) of a CNF file."""
    yield text.replace("p cnf 46 ", "p cnf 47 "), "the encoder writes"
    yield text.replace("c board . . . .", "c board 1 . . .", 1), "the encoder writes"
    yield text.replace("c board", "c bored"), "the text form is no board"
    yield text.replace("kazoe count certificate 1", "kazoe count certificate 2"), "names no board"
    yield text + "\n", "the encoder writes"
    lines = text.splitlines()
    yield "\n".join([*lines[:-2], lines[-1], lines[-2]]) + "\n", "the encoder writes"
    yield "\n".join(lines[:-1]) + "\n", "expected 231 clauses, found 230"
    yield text.replace("c kazoe count", "c without distinct\nc kazoe count"), "names no board"
    first, rest = text.split("\n", 1)
    yield f"{first}\nc without distinct\n{rest}", "the encoder writes"
    yield f"{first}\nc without nothing\n{rest}", "the text form is no board"


def test_the_cnf_must_be_that_of_its_board(certificates: list[Written], tmp_path: Path) -> None:
    written = certificates[0]
    text = written.cnf.read_text()
    seen = 0
    for changed, reason in of_another_board(text):
        assert changed != text
        (tmp_path / "it.cnf").write_text(changed)
        with pytest.raises(Refused, match=reason):
            verify(tmp_path / "it.cnf", written.cpog)
        seen += 1
    assert seen == 10


def test_a_certificate_of_another_board_is_refused(
    certificates: list[Written], tmp_path: Path
) -> None:
    """The same shape of formula, but a given is another: the proof does not follow."""
    board = read(EXAMPLES / "binairo-several-4x4.txt")
    (tmp_path / "it.cnf").write_text(statement(Binairo.blank(4, 4)))
    with pytest.raises(Refused, match=r"comes after|hint"):
        verify(tmp_path / "it.cnf", certificates[0].cpog)
    assert (
        board_of(line[2:] for line in statement(board).splitlines() if line.startswith("c "))
        == board
    )
