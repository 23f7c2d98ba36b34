"""Attacks on the checker of proof files: what it accepts is true, whatever the file says.

The attacker knows how the checker works: after each change the file is made to fit again (number of
classes, terms of the tampered machine, determinant), so that one false part is all that is left to find.
What is accepted is judged by the machines of `sequences.families`, which the checker does not use.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from sequences.certificate import certificate
from sequences.exact import strip_terms
from sequences.families import family
from sequences.linear import berlekamp_massey, hankel_determinant
from sequences.proof import prove
from sequences.verify import RefusedError, _quotient, verify
from sequences.verify_definitions import definition

Document = dict[str, Any]

PRIME = 2**61 - 1
SEEDS = [
    ("paths", 2),
    ("covers", 2),
    ("no-three", 2),
    ("no-three/rows", 3),
    ("no-three/columns", 2),
    ("induced-matchings", 2),
    ("hamiltonian-paths", 2),
    ("single-paths", 2),
    ("at-most-two-per-line", 2),
    ("tribonacci", 1),
    ("lazy-caterer", 1),
]


@cache
def text(name: str, width: int, first: int = 1) -> str:
    return json.dumps(certificate(prove(family(name), width, first)))


def fresh(name: str = "paths", width: int = 2, first: int = 1) -> Document:
    found: Document = json.loads(text(name, width, first))
    return found


@pytest.fixture(autouse=True)
def few_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole grids are counted anew for each file; a few of them are enough here."""
    monkeypatch.setattr("sequences.verify.TRIALS", 1 << 7)


def run(machine: Document, count: int) -> list[int]:
    """The first numbers of the machine of a file, whatever it is."""
    vector, found = list(machine["accept"]), []
    for _ in range(count):
        found.append(vector[0])
        vector = [sum(m * vector[t] for t, m in image) for image in machine["moves"]]
    return found


def determinant(document: Document, prime: int = PRIME) -> None:
    order = document["recurrence"]["order"]
    document["minimality"] = {
        "prime": prime,
        "hankel_determinant": hankel_determinant(document["terms"], order, prime) % prime,
    }


def fitted(document: Document) -> Document:
    """The recurrence, terms, determinant and number of classes that the file's machine gives."""
    states = document["lumped_states"] = max(document["lumping"]) + 1
    offset = document["offset"]
    numbers = run(document["machine"], offset + 4 * states + 4)[offset:]
    found = berlekamp_massey(numbers, PRIME)
    coefficients = [c if c <= PRIME // 2 else c - PRIME for c in found]
    document["recurrence"] = {"order": len(coefficients), "coefficients": coefficients}
    document["terms"] = numbers[: states + len(coefficients)]
    determinant(document)
    return document


# --- attacks by hand ----------------------------------------------------------------------------


def fewer_states(document: Document) -> None:
    """A machine without its last state, whose bound is lower."""
    machine = document["machine"]
    last = len(machine["states"]) - 1
    for key in ("states", "accept", "moves"):
        del machine[key][last]
    machine["moves"] = [[m for m in image if m[0] != last] for image in machine["moves"]]
    document["lumping"] = list(range(last))
    fitted(document)


def one_state(document: Document) -> None:
    document["machine"] = {"states": [".."], "accept": [1], "moves": [[[0, 6]]]}
    document["lumping"] = [0]
    fitted(document)


def a_dead_state(document: Document) -> None:
    machine = document["machine"]
    machine["states"].append("xx)")
    machine["accept"].append(0)
    machine["moves"].append([])
    document["lumping"].append(max(document["lumping"]) + 1)
    fitted(document)


def a_state_twice(document: Document) -> None:
    machine = document["machine"]
    for key in ("states", "accept", "moves"):
        machine[key].append(copy.deepcopy(machine[key][1]))
    document["lumping"].append(document["lumping"][1])
    fitted(document)


def one_class(document: Document) -> None:
    document["lumping"] = [0] * len(document["lumping"])
    document["lumped_states"] = 1
    document["recurrence"] = {"order": 1, "coefficients": [6]}
    document["terms"] = [1, 6]
    determinant(document)


def by_weight(document: Document) -> None:
    """States of equal weight in one class, and all numbers those of its first state."""
    machine, numbers = document["machine"], dict[int, int]()
    classes = [numbers.setdefault(weight, len(numbers)) for weight in machine["accept"]]
    firsts = [classes.index(group) for group in numbers.values()]
    sums: list[dict[int, int]] = [{} for _ in firsts]
    for image, first in zip(sums, firsts, strict=True):
        for target, multiplicity in machine["moves"][first]:
            image[classes[target]] = image.get(classes[target], 0) + multiplicity
    lumped = {
        "accept": [machine["accept"][first] for first in firsts],
        "moves": [[[*move] for move in image.items()] for image in sums],
    }
    made = fitted({**document, "machine": lumped, "lumping": [*numbers.values()]})
    document.update({**made, "machine": machine, "lumping": classes})


def classes_that_cancel(document: Document) -> None:
    document["lumping"] = [-c for c in document["lumping"]]


def too_few_terms(document: Document) -> None:
    document["lumped_states"] -= 1
    document["terms"].pop()


def a_later_start(document: Document) -> None:
    """The terms of n = 1, 2, ... said to be those of n = 2, 3, ..."""
    document["offset"] = 2


def row_zero_left_out(document: Document) -> None:
    document["offset"] = 0


def double_weights(document: Document) -> None:
    document["machine"]["accept"] = [2 * a for a in document["machine"]["accept"]]
    fitted(document)


def moves_that_add_up(document: Document) -> None:
    """A move split in two: the numbers are right, the list is not the one."""
    target, multiplicity = document["machine"]["moves"][0][0]
    document["machine"]["moves"][0][:1] = [[target, 0], [target, multiplicity]]


def a_target_from_behind(document: Document) -> None:
    """Python would take -1 for the last state."""
    moves = document["machine"]["moves"]
    moves[0] = [[t - len(moves), m] for t, m in moves[0]]


def double_terms(document: Document) -> None:
    """They obey the recurrence just as well."""
    document["terms"] = [2 * term for term in document["terms"]]
    determinant(document)


def more_terms(document: Document) -> None:
    document["terms"] = strip_terms(family("paths"), 2, 1, 9)


def another_bound(document: Document) -> None:
    document["lumped_states"] = 5


def another_order(document: Document) -> None:
    document["recurrence"]["order"] = 3
    document["terms"].pop()
    determinant(document)


def another_determinant(document: Document) -> None:
    document["minimality"]["hankel_determinant"] += 1


def not_the_shortest(document: Document) -> None:
    """A true recurrence of order 5 over a machine of 5 classes; the determinant is 0, and said to be."""
    document["lumping"] = list(range(5))
    document["lumped_states"] = 5
    document["recurrence"] = {"order": 5, "coefficients": [6, -7, 0, 4, -2]}
    document["terms"] = strip_terms(family("paths"), 2, 1, 10)
    determinant(document)


def a_composite_modulus(document: Document) -> None:
    determinant(document, 3_215_031_751 if document["terms"] else 4)  # strong for 2, 3, 5 and 7


def a_negative_modulus(document: Document) -> None:
    document["minimality"]["prime"] = -document["minimality"]["prime"]


def a_modulus_that_hides(document: Document) -> None:
    """A longer recurrence, and a determinant said not to be 0."""
    document["recurrence"] = {"order": 5, "coefficients": [6, -7, 0, 4, -2]}
    document["terms"] = strip_terms(family("paths"), 2, 1, 9)
    document["minimality"] = {"prime": 2, "hankel_determinant": 1}


def an_order_of_none(document: Document) -> None:
    document["recurrence"] = {"order": 0, "coefficients": []}
    document["terms"] = document["terms"][:4]
    document["minimality"] = {"prime": 2, "hankel_determinant": 1}


def transposed(document: Document) -> None:
    document["width"] = 3


ATTACKS: list[Callable[[Document], None]] = [
    fewer_states,
    one_state,
    a_dead_state,
    a_state_twice,
    one_class,
    by_weight,
    classes_that_cancel,
    too_few_terms,
    a_later_start,
    row_zero_left_out,
    double_weights,
    moves_that_add_up,
    a_target_from_behind,
    double_terms,
    more_terms,
    another_bound,
    another_order,
    another_determinant,
    not_the_shortest,
    a_composite_modulus,
    a_negative_modulus,
    a_modulus_that_hides,
    an_order_of_none,
    transposed,
]


@pytest.mark.parametrize("trials", [1 << 7, -1])
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused(
    attack: Callable[[Document], None], trials: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With whole grids to compare with, and without any: then the other steps must do it alone."""
    monkeypatch.setattr("sequences.verify.TRIALS", trials)
    document = fresh()
    assert verify(document)
    attack(document)
    with pytest.raises(RefusedError):
        verify(document)


def test_a_rule_for_rows_that_the_whole_grids_contradict_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = definition("paths")

    def other(height: int, width: int) -> int:
        return known.grid(height, width) + (height == 2)

    changed = replace(known, grid=other)
    monkeypatch.setattr("sequences.verify.definition", lambda name: changed)
    with pytest.raises(RefusedError, match="brute force counts 7 at n = 2"):
        verify(fresh())


def test_states_of_other_weights_are_not_one_class() -> None:
    moves = [[[0, 1], [1, 1]], [[0, 1], [1, 1]]]
    assert _quotient({"states": "ab", "accept": [1, 1], "moves": moves}, [0, 0]) == ([1], [{0: 2}])
    with pytest.raises(RefusedError, match="lumpable"):
        _quotient({"states": "ab", "accept": [1, 0], "moves": moves}, [0, 0])


@pytest.mark.parametrize("width", [0, -1, -2, 101, 10**30, True, 2.0, "2", "２", None])
def test_a_width_that_is_none_is_refused(width: object) -> None:
    with pytest.raises(RefusedError):
        verify({**fresh(), "width": width})


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e0, "1", "１", [1], None, False])
def test_a_number_that_is_none_is_refused_wherever_it_stands(number: object) -> None:
    changes: list[Callable[[Document], None]] = [
        lambda d: d.update(version=number),
        lambda d: d.update(offset=number),
        lambda d: d.update(lumped_states=number),
        lambda d: d["machine"]["accept"].__setitem__(0, number),
        lambda d: d["machine"]["moves"][0][0].__setitem__(1, number),
        lambda d: d["lumping"].__setitem__(0, number),
        lambda d: d["recurrence"].update(order=number),
        lambda d: d["recurrence"]["coefficients"].__setitem__(0, number),
        lambda d: d["terms"].__setitem__(0, number),
        lambda d: d["minimality"].update(prime=number),
        lambda d: d["minimality"].update(hankel_determinant=number),
    ]
    for change in changes:
        document = fresh()
        change(document)
        with pytest.raises(RefusedError, match="form"):
            verify(document)


@pytest.mark.parametrize(
    ("name", "width", "other"),
    [
        ("no-three", 2, "no-three/rows,columns,diagonal,antidiagonal"),
        ("no-three/rows", 3, "no-three/rows,rows"),
        ("no-three/rows", 3, "no-three/rows,"),
        ("no-three/rows", 3, "no-three/row"),
        ("no-three/rows", 3, "no-three/columns"),
        ("no-three/rows", 3, "no-three/ROWS"),
        ("no-three/rows", 3, "no-three/rows "),
        ("no-three/columns", 2, "no-three/"),
        ("no-three/rows,columns", 2, "no-three/columns,rows"),
        ("paths", 2, "paths "),
        ("paths", 2, "Paths"),
        ("paths", 2, "p\u0430ths"),  # a Cyrillic letter
        ("tribonacci", 1, "no-three/columns,diagonal"),
    ],
)
def test_a_family_has_one_name(name: str, width: int, other: str) -> None:
    """Builder and checker cannot read a name differently where each family has one."""
    document = fresh(name, width)
    assert verify(document)
    document["family"] = other
    if other == "no-three/columns,diagonal":  # on one column there is no diagonal: it is true
        assert "column or diagonal" in verify(document)[0]
    else:
        with pytest.raises(RefusedError):
            verify(document)


# --- what is said -------------------------------------------------------------------------------


def test_the_statements_say_what_is_counted_proved_and_trusted() -> None:
    assert verify(fresh("no-three/rows", 3)) == [
        "no-three/rows: a(n) is the number of matrices of 0s and 1s with no three consecutive 1s in a"
        " row, on n rows and 3 columns",
        "machine of 7 states derived again, 1 after exact lumping",
        "a(n) = 7*a(n-1) for all n >= 2: proved over Z by 1 + 1 exact terms",
        "no recurrence of this form of lower order holds from a(1) on",
        "trusted: the rule for one more row in sequences/verify_definitions.py, which agrees with all"
        " grids of 0 to 2 rows counted whole",
    ]
    # Two terms prove this one, and grids of up to seven cells are counted for it all the same.
    assert verify(fresh("no-three/rows", 1))[-1].endswith("0 to 7 rows counted whole")
    # a(n) = a(n-1) + n is shorter, but of another form.
    counted, _, proved, shortest, _ = verify(fresh("lazy-caterer", 1, 0))
    assert counted.endswith("words of 0s and 1s with at most two 1s, of length n")
    assert proved.startswith("a(n) = 3*a(n-1) - 3*a(n-2) + 1*a(n-3) for all n >= 3:")
    assert shortest == "no recurrence of this form of lower order holds from a(0) on"


@pytest.mark.parametrize(
    ("name", "first"), [*product(["paths", "no-three", "single-paths"], [0, 9])]
)
def test_a_short_or_late_file_is_no_reason_to_count_fewer_grids(name: str, first: int) -> None:
    assert verify(fresh(name, 2, first))[-1] == verify(fresh(name, 2))[-1]


@pytest.mark.parametrize("name", [*dict(SEEDS), "no-three/diagonal", "no-three/antidiagonal"])
def test_the_rule_for_one_more_row_gives_all_small_grids(name: str) -> None:
    """The checker's rows against its whole grids, and so against the definition: what is trusted."""
    known = definition(name)
    compared = 0
    for width in range(1, 2 if known.words else 6):
        vector = {known.start(width): 1}
        height = 0
        while known.trials(height, width) <= 1 << 10 and height < 6:
            total = sum(count * known.accept(word) for word, count in vector.items())
            assert total == known.grid(height, width), (height, width)
            compared += 1
            moved: dict[str, int] = {}
            for word, count in vector.items():
                for target, multiplicity in known.row(word, width).items():
                    moved[target] = moved.get(target, 0) + count * multiplicity
            vector = moved
            height += 1
    assert compared >= 6


# --- attacks at random --------------------------------------------------------------------------


def renumbered(document: Document, rng: Random) -> None:
    """The states in another order; the start mostly stays where it must be."""
    machine = document["machine"]
    order = list(range(len(machine["states"])))
    rest = order[1:]
    rng.shuffle(rest)
    order = [0, *rest]
    if rng.random() < 0.1:
        rng.shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    document["machine"] = {
        "states": [machine["states"][old] for old in order],
        "accept": [machine["accept"][old] for old in order],
        "moves": [sorted([place[t], m] for t, m in machine["moves"][old]) for old in order],
    }
    numbers: dict[int, int] = {}
    classes = [document["lumping"][old] for old in order]
    document["lumping"] = [numbers.setdefault(group, len(numbers)) for group in classes]


def relumped(document: Document, rng: Random) -> None:
    classes = document["lumping"]
    if rng.random() < 0.5:
        document["lumping"] = list(range(len(classes)))
    else:
        numbers: dict[int, int] = {}
        mixed = [c if rng.random() < 0.8 else rng.choice(classes) for c in classes]
        document["lumping"] = [numbers.setdefault(group, len(numbers)) for group in mixed]


def machine_changed(document: Document, rng: Random) -> None:
    machine = document["machine"]
    state = rng.randrange(len(machine["states"]))
    image = machine["moves"][state]
    match rng.randrange(4):
        case 0:
            machine["accept"][state] += rng.choice([-1, 1])
        case 1 if image:
            del image[rng.randrange(len(image))]
        case 2 if image:
            rng.choice(image)[rng.randrange(2)] = rng.randrange(len(machine["states"]))
        case _:
            image.append([rng.randrange(len(machine["states"])), rng.randint(-1, 2)])
            image.sort()


def recurrence_changed(document: Document, rng: Random) -> None:
    coefficients = document["recurrence"]["coefficients"]
    if coefficients and rng.random() < 0.5:
        coefficients[rng.randrange(len(coefficients))] += rng.choice([-1, 1])
    else:
        # Times (1 - x): true, but not the shortest.
        pairs = zip([-1, *coefficients], [*coefficients, 0], strict=True)
        document["recurrence"] = {
            "order": len(coefficients) + 1,
            "coefficients": [after - before for before, after in pairs],
        }
        document["terms"].append(document["terms"][-1])


def renamed(document: Document, rng: Random) -> None:
    document["family"] = rng.choice(SEEDS)[0]


def moved(document: Document, rng: Random) -> None:
    document["offset"] = rng.randint(0, 4)


def rewidened(document: Document, rng: Random) -> None:
    document["width"] = rng.randint(1, 3)


def terms_changed(document: Document, rng: Random) -> None:
    terms = document["terms"]
    match rng.randrange(3):
        case 0:
            terms[rng.randrange(len(terms))] += rng.choice([-1, 1])
        case 1:
            terms.pop()
            document["lumped_states"] -= 1
        case _:
            factor = rng.randint(-1, 2)
            document["terms"] = [factor * term for term in terms]


def prime_changed(document: Document, rng: Random) -> None:
    determinant(document, rng.choice([2, 3, 5, 97, 91, 2**61 - 1, 2**89 - 1]))


CHANGES = [
    renumbered,
    relumped,
    machine_changed,
    recurrence_changed,
    renamed,
    moved,
    rewidened,
    terms_changed,
    prime_changed,
]


def tampered(rng: Random) -> Document:
    document = fresh(*rng.choice(SEEDS))
    for change in rng.choices(CHANGES, k=rng.randint(1, 3)):
        try:
            change(document, rng)
            if rng.random() < 0.6:
                fitted(document)
            elif rng.random() < 0.5:
                determinant(document)
        except (IndexError, ValueError):  # nothing to change, or 91 has no inverse: left as it is
            continue
    return document


def nonsingular(matrix: list[list[int]]) -> bool:
    """By fraction-free elimination over the integers."""
    rows = copy.deepcopy(matrix)
    for column in range(len(rows)):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return False
        rows.remove(pivot)
        rows.insert(column, pivot)
        for below in range(column + 1, len(rows)):
            factor = rows[below][column]
            pairs = zip(rows[below], pivot, strict=True)
            rows[below] = [a * pivot[column] - factor * b for a, b in pairs]
    return True


def true(document: Document) -> bool:
    """Whether the file says the truth, by the machines that are not the checker's, on more terms."""
    counted = family(document["family"])
    if counted.name != document["family"]:
        return False
    coefficients, terms = document["recurrence"]["coefficients"], document["terms"]
    order = len(coefficients)
    if order != document["recurrence"]["order"]:
        return False
    known = strip_terms(counted, document["width"], document["offset"], 2 * len(terms) + 20)
    holds = all(
        known[n] == sum(c * known[n - i] for i, c in enumerate(coefficients, 1))
        for n in range(order, len(known))
    )
    shortest = nonsingular([known[i : i + order] for i in range(order)])
    return known[: len(terms)] == terms and holds and shortest


@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.slow)])
def test_what_is_accepted_is_true(count: int) -> None:
    rng = Random(f"tampered/{count}")
    changed = accepted = 0
    while changed < count:
        document = tampered(rng)
        if document in (fresh(name, width) for name, width in SEEDS):
            continue
        changed += 1
        try:
            verify(document)
        except RefusedError:
            continue
        accepted += 1
        assert true(document), document
    # The attacker is near enough to the truth to hit it now and then.
    assert count // 50 < accepted < count // 2
