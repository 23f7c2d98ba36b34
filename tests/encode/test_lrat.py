"""The proof checkers: whatever is accepted follows, and the proofs of solvers are accepted.

"Follows" is judged by all assignments of a few variables, written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from encode.lrat import Checker, ProofError, check, parsed
from encode.opinion import refusal
from encode.trim import Untrimmed, trimmed

Clause = tuple[int, ...]
SMALL: list[Clause] = [(1, 2), (1, -2), (-1, 3), (-1, -3)]
"""No model; the proof: 1, then the empty clause."""
PROOF = ["5 1 0 1 2 0", "6 3 0 5 3 0", "7 0 5 6 4 0"]


def models(clauses: Sequence[Sequence[int]], variables: int) -> list[tuple[bool, ...]]:
    """All assignments of variables 1 .. n under which every clause has a true literal."""
    return [
        values
        for values in product((False, True), repeat=variables)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
    ]


def random_formula(random: Random, variables: int, clauses: int) -> list[Clause]:
    return [
        tuple(random.choice((v, -v)) for v in random.sample(range(1, variables + 1), width))
        for width in random.choices((1, 2, min(3, variables)), (1, 4, 5), k=clauses)
    ]


def hints_for(random: Random, clause: Sequence[int], known: Sequence[Clause]) -> list[int]:
    """Numbers of clauses along which unit propagation makes one false, in some random order; as far
    as it gets."""
    false = set(clause)
    hints = []
    progress = True
    while progress:
        progress = False
        for number in random.sample(range(1, len(known) + 1), len(known)):
            rest = set(known[number - 1]) - false
            if not rest:
                return [*hints, number]
            if len(rest) == 1 and -min(rest) not in false:
                hints.append(number)
                false.add(-min(rest))
                progress = True
    return hints


def spoiled(random: Random, hints: list[int], known: int) -> list[int]:
    """Hints that are mostly wrong."""
    hints = list(hints)
    at = random.randrange(len(hints) + 1)
    match random.randrange(5):
        case 0:
            hints[at:at] = [random.randint(1, known + 2)]
        case 1:
            del hints[at:]
        case 2:
            hints[at : at + 1] = [random.randint(1, known + 2)]
        case 3:
            random.shuffle(hints)
        case _:
            hints[at : at + 1] = []
    return hints


def attack(random: Random, steps: int) -> int:
    """A random proof for a formula that has models: steps that are accepted are kept.  The number of
    steps kept; every clause kept must follow."""
    variables = random.randint(2, 5)
    while not (
        alive := models(
            known := random_formula(random, variables, random.randint(2, 12)), variables
        )
    ):
        pass
    checker = Checker(known)
    given = len(known)
    for _ in range(steps):
        clause = random_formula(random, variables + random.randrange(2), 1)[0]
        match random.randrange(8):
            case 0:
                clause += clause[:1]
            case 1:
                clause += (-clause[0],)
            case 2 | 3:
                clause = ()
        hints = hints_for(random, clause, known)
        if random.random() < 0.6:
            hints = spoiled(random, hints, len(known))
        number = len(known) + 1 + (random.randrange(20) == 0)
        try:
            checker.add(" ".join(map(str, (number, *clause, 0, *hints, 0))))
        except ProofError:
            continue
        known.append(clause)
        assert not checker.refuted
        for values in alive:
            assert any(values[abs(x) - 1] == (x > 0) for x in clause), (known, hints)
    return len(known) - given


def test_no_formula_with_models_is_refuted() -> None:
    random = Random(1)
    kept = [attack(random, 8) for _ in range(1000)]
    assert sum(kept) > 1000


@pytest.mark.slow
def test_no_formula_with_models_is_refuted_in_many_tries() -> None:
    random = Random(2)
    assert sum(attack(random, 20) for _ in range(100_000)) > 100_000


def dratify_attack(random: Random, rat: bool) -> bool:
    """Is a formula that has models refuted by dratify?  Steps that are accepted are kept."""
    from dratify import CNF, DRATChecker, from_dimacs

    variables = random.randint(2, 5)
    while not models(clauses := random_formula(random, variables, random.randint(2, 8)), variables):
        pass
    cnf = CNF()
    for clause in clauses:
        cnf.add_dimacs(clause)
    checker = DRATChecker(cnf, check_rat=rat)
    known = list(clauses)
    for _ in range(14):
        if random.random() < 0.3:
            step, kind = random.choice(known), "d"
        else:
            step, kind = random_formula(random, variables + 2, 1)[0], "a"
        if checker.check_step(kind, tuple(map(from_dimacs, step))) and kind == "a":
            known.append(step)
    checker.check_step("a", ())
    return bool(checker.result.reached_empty)


def test_dratify_refutes_no_formula_with_models_without_rat() -> None:
    random = Random(3)
    assert not any(dratify_attack(random, rat=False) for _ in range(300))


@pytest.mark.slow
def test_dratify_refutes_formulas_with_models_with_rat_only() -> None:
    """Why it is called without.  A version in which the first line fails is put right."""
    random = Random(4)
    assert any(dratify_attack(random, rat=True) for _ in range(3000))
    random = Random(4)
    assert not any(dratify_attack(random, rat=False) for _ in range(100_000))


def proved(clauses: Sequence[Clause], solver: str) -> list[str] | None:
    """The DRUP proof of a solver; None if there is a model."""
    with Solver(name=solver, bootstrap_with=clauses, with_proof=True) as prover:
        return None if prover.solve() else list(prover.get_proof())


def accepted(count: int, variables: int, compile: bool) -> int:
    """Solver proofs of so many random formulas without models, trimmed and checked; the number of
    their lines."""
    random = Random(5)
    lines = 0
    while count:
        clauses = random_formula(random, variables, 4 * variables)
        proof = proved(clauses, random.choice(("cadical195", "cadical153", "glucose4")))
        if proof is not None:
            count -= 1
            short = trimmed(clauses, proof, compile=compile)
            check(clauses, short)
            assert refusal(clauses, short) is None
            lines += len(short)
    return lines


def test_proofs_of_solvers_are_accepted() -> None:
    assert accepted(150, 12, compile=False) > 300


@pytest.mark.slow
def test_proofs_of_solvers_are_accepted_when_trimmed_in_machine_code() -> None:
    assert accepted(150, 12, compile=True) == accepted(150, 12, compile=False)
    assert accepted(100, 80, compile=True) > 1000


def test_trimming_leaves_out_what_is_not_needed() -> None:
    clauses = [(4, 5), *SMALL, (4, -5)]
    proof = ["4 0", "4 1 0", "d 4 5 0", "1 -3 0", "1 0", "d 1 2 0", "3 0", "0"]
    lines = trimmed(clauses, proof)
    check(clauses, lines)
    assert [tuple(map(abs, parsed(line)[1])) for line in lines] == [(1,), (3,), ()]
    assert not {1, 6} & {hint for line in lines for hint in parsed(line)[2]}


def test_what_is_no_unit_propagation_is_not_trimmed() -> None:
    for proof in ([], ["1 2 0"], ["4 0", "5 -4 0", "d 5 -4 0", "-5 0", "0"]):
        with pytest.raises(Untrimmed):
            trimmed([(1, 2, 3), (-1, -2, 3)], proof)
    with pytest.raises(Untrimmed, match=r"gives \(1,\)"):
        trimmed([(1, 2, 3), (-1, 2), (-1, -2)], ["1 0", "0"])


def test_the_empty_clause_among_the_clauses_is_refuted_at_once() -> None:
    lines = trimmed([(1, 2), (), (-1,)], [])
    assert lines == ["4 0 2 0"]
    check([(1, 2), (), (-1,)], lines)
    assert refusal([(1, 2), (), (-1,)], lines) is None


def test_the_small_proof_is_accepted() -> None:
    check(SMALL, PROOF)
    assert refusal(SMALL, PROOF) is None


@pytest.mark.parametrize(
    ("proof", "refusal"),
    [
        ([], "does not end with the empty clause"),
        (PROOF[:2], "does not end with the empty clause"),
        ([*PROOF, "8 1 0 1 2 0"], "does not end with the empty clause"),
        (["5 0 0"], "the last hint is not false"),
        (["5 0 1 0"], "hint 1 leaves 2"),
        (["5 0 5 0"], "hint 5 is no earlier"),
        (["5 0 6 0"], "hint 6 is no earlier"),
        (["5 1 0 1 0"], "the last hint is not false"),
        (["5 1 0 1 1 0"], "hint 1 holds already"),
        (["5 1 0 2 2 1 0"], "hint 2 holds already"),
        (["5 1 0 1 2 3 0"], "hint 2 leaves 0"),
        (["6 1 0 1 2 0"], "expected line 5"),
        (["4 1 0 1 2 0"], "expected line 5"),
        (["5 4 1 0 1 2 0"], "a variable that"),
        (["5 -4 1 0 1 2 0"], "a variable that"),
        (["5 1 0 1 2"], "expected a proof line"),
        (["5 1 0 1 2 0 "], "expected a proof line"),
        (["5 1 0 1 2 0\n"], "expected a proof line"),
        (["5 1 0 -1 2 0"], "expected a proof line"),
        (["5 1 0 1 2 0 0"], "expected a proof line"),
        (["5 d 1 0"], "expected a proof line"),
        (["5 1  0 1 2 0"], "expected a proof line"),
        (["5 01 0 1 2 0"], "expected a proof line"),
        (["5 -0 0 1 2 0"], "expected a proof line"),
        (["٥ 1 0 1 2 0"], "expected a proof line"),
        ([f"5 1 0 {'9' * 18} 0"], "is no earlier"),
        ([f"5 1 0 {'9' * 5000} 0"], "expected a proof line"),
        ([f"5 {'9' * 18} 0 1 0"], "a variable that"),
        (["-5 1 0 1 2 0"], "expected a proof line"),
        (["0"], "expected a proof line"),
        ([""], "expected a proof line"),
    ],
)
def test_other_proofs_are_refused(proof: list[str], refusal: str) -> None:
    with pytest.raises(ProofError, match=refusal):
        check(SMALL, proof)


def test_a_clause_is_a_set_of_literals() -> None:
    check([(1, 1), (-1, -1, -1)], ["3 0 1 2 0"])
    assert parsed("3 1 1 0 0") == (3, (1, 1), ())


def test_the_second_opinion_does_not_take_the_hints_word() -> None:
    """Lines that :func:`check` would refuse, since the clause does not follow at all."""
    assert refusal([(1, 2), (-1, -2)], ["3 1 0 1 2 0", "4 2 0 3 1 0", "5 0 3 4 2 0"])
    assert refusal(SMALL, ["5 3 0 1 2 3 0"])  # follows, but leads to nothing


def test_the_second_opinion_knows_no_rat() -> None:
    """The five lines that dratify takes with RAT, with hints that make the deletion fall between."""
    proof = ["3 3 0 1 0", "4 4 -3 0 1 0", "5 3 0 4 0", "6 -4 0 1 0", "7 0 1 0"]
    assert refusal([(1, 2), (-1, -2)], proof) is not None
