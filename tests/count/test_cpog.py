"""The checker of certificates: each rule of the format, by hand, and against brute force."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO
from math import prod
from pathlib import Path
from random import Random

import pytest

from count.certified.compile import prove_compiled
from count.certified.listing import list_models, prove_listing
from count.certified.proof import Proof
from count.cpog import Refused, check, read_cnf
from encode.formula import Formula
from tests.count.cpog_peer import PROGRAM, Said, cpog_check

# (x1 or x2) and (x1 or not x3): the sum over x1 of x1 and of (not x1) x2 (not x3); 4 + 1 models.
CNF = "p cnf 3 2\n1 2 0\n1 -3 0\n"
CPOG = """\
r 6
3 p 4 -1 2 -3 0
7 s 5 1 4 4 0
10 p 6 5 0
12 a -1 5 0 8 0
13 a 5 0 12 1 2 3 9 0
14 a 6 0 13 10 0
d 12 8 0
d 13 14 11 0
d 1 14 11 7 5 0
d 2 14 11 7 6 0
"""


def judged(cnf: str, cpog: str) -> int | str:
    """The count, or the reason for refusal with its line."""
    try:
        return check(read_cnf(cnf), cpog.splitlines()).count()
    except Refused as refused:
        return f"{refused.line}: {refused.reason}"


def changed(old: str, new: str) -> str:
    assert CPOG.count(old) == 1, old
    return CPOG.replace(old, new)


def test_a_certificate_by_hand() -> None:
    assert judged(CNF, CPOG) == 5


def test_the_sizes_of_the_proof_are_told() -> None:
    found = check(read_cnf(CNF), CPOG.splitlines())
    assert (found.added, found.deleted, found.hints) == (3, 4, 20)
    assert sorted(found.graph.models()) == [0b001, 0b010, 0b011, 0b101, 0b111]
    assert found.graph.projections(1, 5) == 2
    assert found.graph.projections(1, 4) is None


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        # The lines themselves.
        ("r 6\n", "", "11: expected a line r LITERAL, found none"),
        ("r 6\n", "r 6\nr 6\n", "2: the root was declared before, as 6"),
        ("r 6\n", "r 6 0\n", "1: expected r LITERAL"),
        ("r 6\n", "r 0\n", "1: expected r LITERAL"),
        ("r 6\n", "r -6\n", "12: expected the clause (-6) alone to be left, found 14"),
        ("r 6\n", "r 5\n", "12: expected the clause (5) alone to be left, found 14"),
        ("r 6\n", "r 7\n", "12: expected a variable that is known, found literal 7"),
        ("r 6\n", "q 6\n", "1: expected a step a, p, s, d, r or a comment c, found 'q'"),
        ("r 6\n", "12\nr 6\n", "1: expected a step a, p, s, d, r or a comment c, found '12'"),
        ("10 p 6", "do 5\n10 p 6", "4: expected a step a, p, s, d, r or a comment c, found 'do'"),
        ("10 p 6 5 0", "10 p 6 5", "4: expected one 0, at the end"),
        ("10 p 6 5 0", "10 p 6 0 5 0", "4: expected one 0, at the end"),
        ("10 p 6 5 0", "10 p 6 05 0", "4: expected an integer, found '05'"),
        ("10 p 6 5 0", "10 p 6 +5 0", "4: expected an integer, found '+5'"),
        ("10 p 6 5 0", "10 p 6 5 -0", "4: expected an integer, found '-0'"),
        ("10 p 6 5 0", "10 p 6 0x5 0", "4: expected an integer, found '0x5'"),
        ("10 p 6 5 0", "10 p 0", "4: expected a new variable above 3, found 0"),
        # Numbers and variables.
        ("10 p 6", "9 p 6", "4: clause 9 comes after clause 9"),
        ("3 p 4", "2 p 4", "2: clause 2 comes after clause 2"),
        ("10 p 6", "10 p 5", "4: expected a new variable above 3, found 5"),
        ("10 p 6", "10 p 3", "4: expected a new variable above 3, found 3"),
        ("10 p 6 5 0", "10 p 6 7 0", "4: expected a variable that is known, found literal 7"),
        ("12 a -1 5", "12 a -1 5 7", "5: expected a variable that is known, found literal 7"),
        ("12 a -1 5", "12 a -1 5 1", "5: clause 12 holds a variable twice"),
        ("12 a -1 5", "12 a -1 5 -1", "5: clause 12 holds a variable twice"),
        ("12 a -1 5 0 8 0", "12 a -1 5", "5: expected a 0 behind the literals of the clause"),
        # Products and sums.
        ("-1 2 -3", "-1 2 -2", "2: the parts of product 4 share variables, at -2"),
        ("-1 2 -3", "-1 2 2", "2: the parts of product 4 share variables, at 2"),
        ("10 p 6 5 0", "10 p 6 3 5 0", "4: the parts of product 6 share variables, at 5"),
        (
            "5 1 4 4 0",
            "5 1 4 0",
            "3: the exclusion in sum 5 is not shown: no hint leads to a contradiction",
        ),
        ("5 1 4 4 0", "5 1 -4 4 0", "3: the exclusion in sum 5: hint 4 holds already, by -4"),
        (
            "5 1 4 4 0",
            "5 1 1 4 0",
            "3: the exclusion in sum 5 is not shown: no hint leads to a contradiction",
        ),
        ("5 1 4 4 0", "5 1 4 1 0", "3: hint 1 of sum 5 is no defining clause"),
        ("5 1 4 4 0", "5 1 0", "3: expected ID s VARIABLE PART PART HINTS 0"),
        ("5 1 4 4 0", "5 1 0 4 0", "3: expected a variable that is known, found literal 0"),
        # Implied clauses.
        ("0 8 0\n13", "0 0\n13", "5: clause 12 is not shown: no hint leads to a contradiction"),
        ("0 8 0\n13", "0 8 9 0\n13", "5: clause 12 is shown before hint 9"),
        ("0 8 0\n13", "0 12 0\n13", "5: clause 12: hint 12 is no clause that is there"),
        ("0 8 0\n13", "0 -8 0\n13", "5: clause 12: hint -8 is no clause that is there"),
        ("12 1 2 3 9", "1 12 2 3 9", "6: clause 13: hint 1 has two open literals"),
        ("12 1 2 3 9", "12 1 1 2 3 9", "6: clause 13: hint 1 holds already, by 2"),
        ("14 a 6", "14 a -6", "7: clause 14: hint 10 holds already, by 6"),
        # Deletion.
        ("d 12 8 0\n", "", "11: expected the clause (6) alone to be left, found 12, 14"),
        ("d 12 8 0", "d", "8: expected d CLAUSE HINTS 0"),
        ("d 12 8 0", "d 12 8", "8: expected one 0, at the end"),
        (
            "d 12 8 0",
            "d 12 0",
            "8: the deletion of clause 12 is not shown: no hint leads to a contradiction",
        ),
        (
            "d 12 8 0",
            "d 12 12 0",
            "8: the deletion of clause 12: hint 12 is no clause that is there",
        ),
        ("d 12 8 0", "d 8 11 0", "8: clause 8 cannot be deleted: it is a defining clause"),
        ("d 12 8 0", "d 15 8 0", "8: clause 15 cannot be deleted: it is not there"),
        ("d 12 8 0", "d 12 8 0\nd 12 8 0", "9: clause 12 cannot be deleted: it is not there"),
        (
            "d 12 8 0",
            "15 a 4 6 0 14 0\nd 12 8 0",
            "13: expected the clause (6) alone to be left, found 14, 15",
        ),
        (
            "d 12 8 0",
            "15 a 6 0 14 0\nd 12 8 0",
            "13: expected the clause (6) alone to be left, found 14, 15",
        ),
    ],
)
def test_each_rule_is_enforced(old: str, new: str, refusal: str) -> None:
    assert judged(CNF, changed(old, new)) == refusal


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "1: expected a line p cnf, found none"),
        ("1 0\n", "1: expected p cnf before the first clause"),
        ("p cnf 1\n", "1: expected p cnf VARIABLES CLAUSES"),
        ("p cnf -1 0\n", "1: expected numbers from 0 on in p cnf"),
        ("p cnf 1 0\np cnf 1 0\n", "2: expected one line p cnf, found a second"),
        ("p cnf 1 1\n", "2: expected 1 clauses, found 0"),
        ("p cnf 1 1\n2 0\n", "2: literal 2 is beyond variable 1"),
        ("p cnf 1 1\n1\n", "2: expected one clause to a line, with 0 at its end alone"),
        ("p cnf 1 2\n1 0 -1 0\n", "2: expected one clause to a line, with 0 at its end alone"),
        ("p cnf 1 1\nx 0\n", "2: expected an integer, found 'x'"),
        ("p cnf 1 0\nc p weight 1 1/0 0\n", "2: expected c p weight LITERAL WEIGHT 0"),
        ("p cnf 1 0\nc p weight 1 1e9 0\n", "2: expected c p weight LITERAL WEIGHT 0"),
        ("p cnf 1 0\nc p weight 1 1 0\n", "2: literal 1 has a weight, -1 none"),
        ("p cnf 1 0\nc p weight 2 1 0\n", "2: no variable 2 to weigh"),
        ("p cnf 1 0\nc p weight 1 1 0\nc p weight 1 1 0\n", "3: literal 1 has a weight already"),
    ],
)
def test_a_malformed_formula_is_refused_with_its_line(text: str, refusal: str) -> None:
    with pytest.raises(Refused) as caught:
        read_cnf(text, "it")
    assert str(caught.value) == f"it:{refusal}"


def test_a_clause_that_always_holds_needs_no_hints_and_takes_none() -> None:
    cnf = "p cnf 1 1\n1 -1 0\n"
    assert judged(cnf, "r 2\n2 p 2 0\n3 a 2 0 2 0\nd 1 0\n") == 2
    told = judged(cnf, "r 2\n2 p 2 0\n3 a 2 0 2 0\nd 1 3 0\n")
    assert told == "4: clause 1 always holds: expected no hints"


# Two files that cpog-check accepts, with wrong counts.
OVERLAP = (
    # Its test for repeated variables expects a sorted list, and a product's own literals are not
    # sorted while they are read: 3 is taken twice, and the density of the product is 1/8.
    "p cnf 5 2\n5 0\n3 0\n",
    "r 6\n3 p 6 5 3 3 0\n7 a 6 0 1 2 3 0\nd 1 7 4 0\nd 2 7 5 0\n",
    8,
    4,
    "2: the parts of product 6 share variables, at 3",
)
NOT_DEFINING = (
    # It takes the clause behind the last one of an operation for a defining clause too: here
    # clause 5, which follows from the formula.  So a sum of x1 and x2 passes whose parts exclude
    # each other under the formula only, and is then negated.
    "p cnf 2 2\n-1 0\n-2 0\n",
    "r 5\n3 p 3 -1 0\n5 a -1 0 1 0\n6 s 4 1 2 5 0\n9 p 5 -4 0\n11 a 5 0 1 2 9 6 0\n"
    "d 5 1 0\nd 1 11 10 7 0\nd 2 11 10 8 0\n",
    1,
    0,
    "4: hint 5 of sum 4 is no defining clause",
)


@pytest.mark.parametrize(("cnf", "cpog", "right", "wrong", "refusal"), [OVERLAP, NOT_DEFINING])
def test_forged_counts_that_cpog_check_accepts_are_refused(
    tmp_path: Path, cnf: str, cpog: str, right: int, wrong: int, refusal: str
) -> None:
    assert judged(cnf, cpog) == refusal
    assert len(brute(read_cnf(cnf).variables, read_cnf(cnf).clauses)) == right
    said = peer(tmp_path, cnf, cpog)
    assert said.accepted
    assert said.count == wrong


def peer(folder: Path, cnf: str, cpog: str) -> Said:
    (folder / "it.cnf").write_text(cnf)
    (folder / "it.cpog").write_text(cpog)
    return cpog_check(folder / "it.cnf", folder / "it.cpog")


@pytest.mark.parametrize(
    ("old", "new", "accepted"),
    [
        # Harmless where the rest holds, yet not what the format says: ours is stricter.
        ("0 8 0\n13", "0 8 9 0\n13", True),  # a hint behind the contradiction
        ("d 12 8 0", "15 a 6 0 14 0\nd 12 8 0", True),  # the root's clause twice
        ("12 a -1 5", "12 a -1 5 5", True),  # a literal twice
        # It finds the root by itself, and dies when it is to count.
        ("r 6\n", "", False),
    ],
)
def test_where_ours_is_stricter(tmp_path: Path, old: str, new: str, accepted: bool) -> None:
    text = changed(old, new)
    assert isinstance(judged(CNF, text), str)
    said = peer(tmp_path, CNF, text)
    assert said.accepted == accepted, said.words
    assert said.count == (5 if accepted else None)


# Against brute force.


def brute(variables: int, clauses: Sequence[Sequence[int]]) -> list[int]:
    return [
        mask
        for mask in range(1 << variables)
        if all(any((mask >> abs(x) - 1 & 1) == (x > 0) for x in clause) for clause in clauses)
    ]


def drawn(random: Random) -> Formula:
    """A formula of a few clauses, of which some hold a variable twice, and some always."""
    variables = random.randint(1, 7)
    literals = [sign * v for v in range(1, variables + 1) for sign in (1, -1)]
    formula = Formula()
    formula.group("board", "", variables)
    for _ in range(random.randint(0, 9)):
        if random.random() < 0.3:
            formula.section("another rule")
        formula.add(*random.choices(literals, k=random.choice((1, 2, 2, 3, 3, 4))))
    return formula


def written(formula: Formula, models: list[int] | None) -> str:
    """The certificate: listed if the models are given, else compiled."""
    out = StringIO()
    proof = Proof(out, formula.variables, len(formula.clauses))
    if models is not None:
        prove_listing(proof, formula.clauses, models, formula.variables)
    else:
        order = list(range(1, formula.variables + 1))
        count = prove_compiled(proof, formula, order, 2)
        assert count == len(brute(formula.variables, formula.clauses))
    return out.getvalue()


def dimacs(formula: Formula, weights: str = "") -> str:
    lines = [f"p cnf {formula.variables} {len(formula.clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in formula.clauses]
    return ("c t wmc\n" if weights else "") + "\n".join(lines) + f"\n{weights}"


@pytest.mark.parametrize("seed", range(16))
def test_drawn_formulas_are_certified_both_ways(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    formula = drawn(random)
    models = brute(formula.variables, formula.clauses)
    weight = {
        literal: Fraction(random.randint(-3, 9), random.choice((1, 2, 3, 5)))
        for v in range(1, formula.variables + 1)
        for literal in (v, -v)
    }
    lines = "".join(f"c p weight {literal} {w} 0\n" for literal, w in weight.items())
    total = sum(
        (
            prod(
                (weight[v if mask >> v - 1 & 1 else -v] for v in range(1, formula.variables + 1)),
                start=Fraction(1),
            )
            for mask in models
        ),
        Fraction(0),
    )
    listed = list_models(formula.clauses, formula.variables, 1 << 7)
    assert sorted(listed or []) == models
    for way in [models] + [None] * bool(models):
        text = written(formula, way)
        found = check(read_cnf(dimacs(formula, lines)), text.splitlines())
        assert found.count() == len(models)
        assert sorted(found.graph.models()) == models
        assert found.weighted(read_cnf(dimacs(formula, lines))) == total
        if PROGRAM is not None:
            said = peer(tmp_path, dimacs(formula), text)
            assert (said.accepted, said.count) == (True, len(models)), said.words


def test_more_models_than_the_limit_are_no_list() -> None:
    assert list_models([(1, 2)], 2, 2) is None
    assert list_models([(1, 2)], 2, 3) is not None
    assert list_models([(1,), ()], 2, 3) == []
    pairs = [(1, -3), (-1, 3), (2, -4), (-2, 4)]  # the first two variables determine the others
    assert sorted(list_models(pairs, 4, 4, own=2) or []) == [0b0000, 0b0101, 0b1010, 0b1111]
    assert sorted(list_models([(1,)], 3, 4) or []) == [1, 3, 5, 7]


def test_weighted_counts_are_those_of_cpog_check(tmp_path: Path) -> None:
    """Decimals that add up to 1, or to a number with a finite reciprocal, as it needs them."""
    weights = "".join(
        f"c p weight {v} {w} 0\nc p weight {-v} {u} 0\n"
        for v, w, u in ((1, "0.3", "0.7"), (2, "1", "1"), (3, "0.125", "0.125"))
    )
    cnf = "c t wmc\n" + CNF.replace("\n", "\n" + weights, 1)
    ours = check(read_cnf(cnf), CPOG.splitlines()).weighted(read_cnf(cnf))
    assert ours == Fraction("0.3") * 2 * Fraction("0.25") + Fraction("0.7") * Fraction("0.125")
    assert peer(tmp_path, cnf, CPOG).weighted == ours


def test_negated_parts_are_counted() -> None:
    """The same two-variable function as a negated product."""
    cnf = "p cnf 3 1\n1 2 0\n"
    cpog = (
        "r 5\n2 p 4 -1 -2 0\n5 p 5 -4 0\n7 a -4 0 3 4 1 0\n8 a 5 0 7 5 0\nd 7 8 6 0\nd 1 8 6 2 0\n"
    )
    assert judged(cnf, cpog) == 6
    found = check(read_cnf(cnf), cpog.splitlines())
    with pytest.raises(ValueError, match="negated"):
        list(found.graph.models())
    half, third = Fraction(1, 2), Fraction(1, 3)
    weights = {1: (half, third), 2: (third, half)}
    assert found.graph.weighted(weights) == 2 * ((half + third) ** 2 - half * third)


def test_the_checker_shares_no_code_with_the_prover() -> None:
    folder = Path(__file__).resolve().parents[2] / "count" / "cpog"
    modules = sorted(folder.glob("*.py"))
    assert len(modules) >= 4
    ours = {"count", "encode", "puzzles", "ladder", "generate", "sequences", "tests"}
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert not node.level
                names = [str(node.module)]
            for name in names:
                assert name.split(".")[0] not in ours or name.startswith("count.cpog"), path
                assert name.split(".")[0] not in ("numpy", "numba", "pysat", "dd"), path
