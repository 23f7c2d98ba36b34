"""That the board determines the auxiliary variables: refuted copies, and forged refutations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest

from count.certified import verify as verifying
from count.certified import write as writing
from count.certified.determined import Undetermined, check_refutation, refutation, two_copies
from count.certified.verify import verify
from count.certified.write import Written, write
from count.cpog import Refused
from encode.formula import Formula
from puzzles import Binairo, BoardError, Numberlink
from tests.count.test_certified import blank_norinori

Clauses = list[tuple[int, ...]]
PAIR = Numberlink(labels=(("A", None), (None, "A"))).variant("unused")
"""Two solutions, and auxiliary variables that say which cell is whose parent."""


def models(variables: int, clauses: Clauses) -> list[tuple[bool, ...]]:
    """By trying all assignments."""
    return [
        values
        for values in product((False, True), repeat=variables)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
    ]


def drawn(random: Random) -> tuple[int, int, Clauses]:
    """A formula of 2 or 3 own variables and 1 or 2 others; often the others are determined."""
    own, others = random.randint(2, 3), random.randint(1, 2)
    clauses: Clauses = []
    for new in range(own + 1, own + others + 1):
        a, b = random.sample(range(1, new), 2)
        both = [(-new, a), (-new, b), (new, -a, -b)]
        clauses += both if random.random() < 0.7 else random.sample(both, 2)
    for _ in range(random.randint(0, 5)):
        literals = [sign * v for v in range(1, own + others + 1) for sign in (1, -1)]
        clauses.append(tuple(random.choices(literals, k=random.randint(1, 3))))
    return own, own + others, clauses


def test_the_copies_have_a_model_exactly_if_two_models_agree_on_the_board() -> None:
    seen = set()
    for seed in range(60):
        own, variables, clauses = drawn(Random(seed))
        found = models(variables, clauses)
        determined = len({values[:own] for values in found}) == len(found)
        seen.add((determined, bool(found)))
        both = two_copies(clauses, variables, own)
        assert (not models(3 * variables - 2 * own, both)) == determined, seed
        if determined:
            lines = refutation(clauses, variables, own)
            assert lines
            assert check_refutation(clauses, variables, own, lines) is None
        else:
            with pytest.raises(Undetermined):
                refutation(clauses, variables, own)
            end = f"{len(both) + 1} 0 {len(both)} 0"
            assert check_refutation(clauses, variables, own, [end]) is not None
    assert seen == {(True, True), (True, False), (False, True)}


def test_an_empty_clause_and_no_line_at_all() -> None:
    assert refutation([(), (1, 2)], 2, 1) == ["7 0 1 0"]
    assert check_refutation([(), (1, 2)], 2, 1, ["7 0 1 0"]) is None
    assert check_refutation([(1, 2)], 2, 1, []) is not None


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return write(PAIR, tmp_path_factory.mktemp("determined") / "it")


def lines_of(written: Written) -> list[str]:
    return written.cpog.read_text().splitlines()


def refuting(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if line.startswith("c lrat ")]


def judged(written: Written, folder: Path, lines: list[str]) -> str:
    """Why models are solutions, or the refusal behind the file's name."""
    (folder / "changed.cpog").write_text("\n".join(lines) + "\n")
    try:
        return verify(written.cnf, folder / "changed.cpog").one_to_one
    except Refused as refused:
        return f"{refused.line}: {refused.reason}"


def test_the_answer_says_what_it_rests_on(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_of(written)
    assert written.refutation == len(refuting(lines)) > 1
    assert judged(written, tmp_path, lines) == (
        "the auxiliary variables are determined by the board: proved by a refutation of "
        f"{written.refutation} lines"
    )
    without = [line for line in lines if not line.startswith("c lrat ")]
    assert judged(written, tmp_path, without) == "no two of the models agree on the board"
    monkeypatch.setattr(verifying, "LISTED", 1)
    assert judged(written, tmp_path, without) == (
        "that the auxiliary variables are determined by the board rests on the proofs in "
        "docs/certified-counts.md"
    )


def dropped(lines: list[str], at: list[int]) -> str:
    del lines[at[1]]
    return r"the refutation: expected line \d+, found line \d+"


def beheaded(lines: list[str], at: list[int]) -> str:
    del lines[at[-1]]
    return "the refutation: it does not end with the empty clause"


def hint_lost(lines: list[str], at: list[int]) -> str:
    *words, _, end = lines[at[-1]].split()
    lines[at[-1]] = " ".join([*words, end])
    return "the refutation: line .*: (the last hint is not false|hint .* leaves)"


def hint_ahead(lines: list[str], at: list[int]) -> str:
    words = lines[at[0]].split()
    words[-2] = "999999"
    lines[at[0]] = " ".join(words)
    return "the refutation: line .*: hint 999999 is no earlier clause"


def end_at_once(lines: list[str], at: list[int]) -> str:
    words = lines[at[0]].split()
    del words[3 : words.index("0")]
    lines[at[0]] = " ".join(words)
    return "the refutation: line .*: (hint|the last hint)"


def flipped(lines: list[str], at: list[int]) -> str:
    words = lines[at[0]].split()
    words[3] = str(-int(words[3]))
    lines[at[0]] = " ".join(words)
    return "the refutation: line .*: (hint|the last hint)"


def garbled(lines: list[str], at: list[int]) -> str:
    lines[at[0]] += " 1"
    return "the refutation: expected a proof line with hints"


TAMPERINGS: list[Callable[[list[str], list[int]], str]] = [
    dropped,
    beheaded,
    hint_lost,
    hint_ahead,
    end_at_once,
    flipped,
    garbled,
]


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_a_tampered_refutation_is_refused(
    tamper: Callable[[list[str], list[int]], str], written: Written, tmp_path: Path
) -> None:
    lines = lines_of(written)
    reason = tamper(lines, refuting(lines))
    (tmp_path / "changed.cpog").write_text("\n".join(lines) + "\n")
    with pytest.raises(Refused, match=reason) as caught:
        verify(written.cnf, tmp_path / "changed.cpog")
    before = lines_of(written)
    first = next(i for i, (a, b) in enumerate(zip(lines, before, strict=False)) if a != b)
    assert caught.value.line == (refuting(lines)[-1] if tamper is beheaded else first) + 1


def test_a_refutation_of_another_board_is_refused(written: Written, tmp_path: Path) -> None:
    other = write(Binairo.blank(2, 2), tmp_path / "other")
    lines = lines_of(other)
    theirs = [line for line in lines_of(written) if line.startswith("c lrat ")]
    at = refuting(lines)
    assert "the refutation: expected line" in judged(
        other, tmp_path, [*lines[: at[0]], *theirs, *lines[at[-1] + 1 :]]
    )


def test_where_there_are_no_auxiliaries_there_is_nothing_to_refute(tmp_path: Path) -> None:
    plain = write(blank_norinori(2), tmp_path / "plain")
    lines = lines_of(plain)
    assert (plain.count, plain.refutation, refuting(lines)) == (5, 0, [])
    assert judged(plain, tmp_path, lines) == "the formula has no auxiliary variables"
    assert judged(plain, tmp_path, ["c lrat 1 0 1 0", *lines]) == (
        "1: a refutation, but the formula has no auxiliary variables"
    )


def test_of_one_model_and_beyond_the_limit_none_is_written(tmp_path: Path) -> None:
    one = write(Binairo(givens=((1, None), (None, None))), tmp_path / "one")
    assert (one.count, one.refutation) == (1, 0)
    late = write(PAIR, tmp_path / "late", refuted_within=0)
    assert (late.count, late.refutation) == (2, 0)
    assert verify(late.cnf, late.cpog).one_to_one == "no two of the models agree on the board"


def test_a_board_with_a_loose_auxiliary_gets_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a one as the encoder takes for determined, by mistake."""

    def loose(board: object) -> Formula:
        formula = Formula()
        formula.group("edge", "", 1)
        formula.group("loose", "", 1)
        formula.add(1, 2)
        return formula

    monkeypatch.setattr(writing, "formula", loose)
    board = Numberlink(labels=(("A", "A"),))
    with pytest.raises(BoardError, match="no certificate: two models of the formula agree"):
        write(board, tmp_path / "it", listed=0)
    assert list(tmp_path.iterdir()) == []
