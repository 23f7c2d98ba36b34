"""What every interpreter of rules says of one random board, against trying all assignments.

    python -m tests.vocabulary_fuzz FIRST LAST

checks the boards of these numbers and names those that fail.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from random import Random

import encode
from count import bdd, brute, brute_lifted, frontier
from encode.cuts import Rules
from ladder import climb, position, rung_names
from tests.compiled import by_each_program
from tests.encode.brute import models, projected
from tests.vocabulary_boards import Stated, board_of, solutions_of

__all__ = ["check"]


def check(number: int, *, quick: bool = False) -> int:
    """Every interpreter on the board of this number; how many solutions it has.

    ``quick``: what takes longest, in turn on every third board only.
    """
    board = board_of(number)
    truth = solutions_of(board)
    counts(board, truth)
    if not quick or number % 3 == 1:
        machine_code(board, truth)
    enumeration(board, truth)
    if not quick or number % 3 == 0:
        complete(board, truth)
    if truth and (not quick or number % 3 == 1):
        shares(board, truth)
    rungs(board, truth, Random(number))
    if not quick or number % 3 == 2:
        search(board, truth)
    cuts(board, truth, Random(number))
    return len(truth)


def counts(board: Stated, truth: tuple[int, ...]) -> None:
    for engine in (frontier, bdd, brute, brute_lifted):
        found = engine.count(board)
        assert found == len(truth), f"{engine.__name__}: {found}, not {len(truth)}"


def machine_code(board: Stated, truth: tuple[int, ...]) -> None:
    """Every board has a program, whatever its rules."""
    found = by_each_program(board)
    assert found == {len(truth)}, f"machine code: {found}, not {len(truth)}"


def enumeration(board: Stated, truth: tuple[int, ...]) -> None:
    listed = sorted(encode.solutions(board))
    assert listed == list(truth), f"solutions: {len(listed)}, not {len(truth)}"
    decision = encode.decide(board)
    assert decision.verdict == ("none", "unique", "several")[min(2, len(truth))], decision.verdict
    witnesses = {solution.mask for solution in decision.solutions}
    assert witnesses <= set(truth), "a witness is no solution"
    assert len(witnesses) == min(2, len(truth)), "a witness is wanting"


def complete(board: Stated, truth: tuple[int, ...]) -> None:
    """The models of the complete formula are the solutions, and the auxiliaries follow from them."""
    formula = encode.formula(board)
    assert projected(formula) == set(truth), "the complete formula has other models"
    if formula.functional and len(truth) < 20:
        every = len(models(formula, range(1, formula.variables + 1)))
        assert every == len(truth), f"the complete formula has {every} models"


def shares(board: Stated, truth: tuple[int, ...]) -> None:
    wanted = tuple(
        Fraction(sum(mask >> i & 1 for mask in truth), len(truth))
        for i in range(len(board.places()))
    )
    for engine in (frontier, bdd):
        assert engine.marginals(board) == wanted, f"{engine.__name__}: marginals"
        assert set(engine.sample(board, 2, Random(1))) <= set(truth), f"{engine.__name__}: sample"


def rungs(board: Stated, truth: tuple[int, ...], random: Random) -> None:
    """From a random position: what a rung decides holds in every solution, and a stronger rung
    decides no less; the search counts."""
    size = len(board.places())
    known = random.getrandbits(size) & random.getrandbits(size)
    value = random.choice(truth) if truth and random.random() < 0.7 else random.getrandbits(size)
    on, off = known & value, known & ~value
    left = [mask for mask in truth if mask & on == on and not mask & off]
    below: tuple[int, int] | None = (on, off)
    for rung in rung_names(board)[:-1]:
        got = position(board, rung, on, off)
        if got is None:
            assert not left, f"{rung} refutes a position that has a solution"
        else:
            assert all(mask & got[0] == got[0] for mask in left), f"{rung} turns on too much"
            assert not any(mask & got[1] for mask in left), f"{rung} turns off too much"
            assert below is not None, f"{rung} refutes less than the rung below it"
            assert not below[0] & ~got[0], f"{rung} turns on less than the rung below it"
            assert not below[1] & ~got[1], f"{rung} turns off less than the rung below it"
            if rung != "project" and (got[0] | got[1]).bit_count() == size:
                assert got[0] in left, f"{rung} finishes with what is no solution"
        below = got


def search(board: Stated, truth: tuple[int, ...]) -> None:
    """The search above all rungs counts, and every deduction on the way holds and has a reason."""
    found = climb(board, limit=None, trace=True)
    assert found.solutions == len(truth), f"search: {found.solutions}, not {len(truth)}"
    for _, deduction in found.trace():
        assert deduction.reason, "a deduction without a reason"
        new_on, new_off = deduction.new_on, deduction.new_off
        assert all(mask & new_on == new_on and not mask & new_off for mask in truth), "unsound"


def cuts(board: Stated, truth: tuple[int, ...], random: Random) -> None:
    """Cuts found in any assignment exclude it, and no solution, and can be derived again."""
    rules = Rules(board.constraints())
    mask = random.getrandbits(len(board.places()))
    for cut in rules.broken(mask):
        assert not satisfies(cut.clause, mask), f"{cut.why} does not exclude the assignment"
        assert all(satisfies(cut.clause, other) for other in truth), (
            f"{cut.why} cuts a solution off"
        )
        assert Rules(board.constraints()).clause(cut.why, cut.over) == cut.clause
    if truth:
        chosen = random.choice(truth)
        clause = rules.blocking(chosen, len(board.places()))
        assert not satisfies(clause, chosen), "blocking leaves the solution"
        assert all(satisfies(clause, other) for other in truth if other != chosen), "blocks more"


def satisfies(clause: tuple[int, ...], mask: int) -> bool:
    return any((mask >> abs(v) - 1 & 1) == (v > 0) for v in clause)


def main(first: int, last: int) -> int:
    several: dict[int, int] = {}
    failed = 0
    for number in range(first, last):
        try:
            models = check(number)
        except Exception as error:  # every failure is told with its number, and the others go on
            failed += 1
            print(f"{number}: {type(error).__name__}: {error}", flush=True)
        else:
            several[min(2, models)] = several.get(min(2, models), 0) + 1
    print(f"boards {first}..{last - 1}: {failed} failed; solutions (2: several): {several}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
