"""Proof files and their checker: every true one is accepted, every tampered one refused."""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sequences
from sequences.certificate import certificate
from sequences.exact import value
from sequences.families import family
from sequences.proof import prove
from sequences.verify import RefusedError, verify
from sequences.verify_definitions import definition
from tests.sequences import oracles_sequences as oracles

ACCEPTED = [
    ("paths", 2),
    ("paths", 3),
    ("paths", 4),
    ("covers", 3),
    ("no-three", 3),
    ("no-three/rows,columns", 3),
    ("no-three/diagonal,antidiagonal", 3),
    ("no-three/rows,columns,diagonal", 3),
    ("induced-matchings", 4),
    ("hamiltonian-paths", 1),
    ("hamiltonian-paths", 3),
    ("single-paths", 3),
    ("at-most-two-per-line", 3),
    ("tribonacci", 1),
    ("lazy-caterer", 1),
]


def make(name: str, width: int, first: int = 1) -> dict[str, Any]:
    """A proof file as a reader sees it, through JSON."""
    document: dict[str, Any] = json.loads(
        json.dumps(certificate(prove(family(name), width, first)))
    )
    return document


@pytest.mark.parametrize(("name", "width"), ACCEPTED)
def test_a_proof_is_accepted(name: str, width: int) -> None:
    statements = verify(make(name, width))
    assert any("proved over Z" in statement for statement in statements)


def test_a_proof_from_row_zero_is_accepted() -> None:
    assert verify(make("tribonacci", 1, first=0))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "width"), [("paths", 6), ("no-three", 6), ("covers", 6), ("induced-matchings", 7)]
)
def test_a_large_proof_is_accepted(name: str, width: int) -> None:
    assert verify(make(name, width))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All numbers and words of a JSON value, with the way to them."""
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*path, index))
    else:
        yield path, value


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    copied = copy.deepcopy(document)
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copied


@pytest.mark.parametrize(("name", "width"), [("paths", 2), ("no-three", 1), ("covers", 2)])
def test_every_tampered_number_is_refused(
    name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whole grids are counted again for each change; a few of them are enough here.
    monkeypatch.setattr("sequences.verify.TRIALS", 1 << 7)
    document = make(name, width)
    numbers = [(path, old) for path, old in places(document) if isinstance(old, int)]
    assert len(numbers) > 30
    for path, old in numbers:
        for new in {old + 1, old - 1, -old, 0, old + 2**62} - {old}:
            with pytest.raises(RefusedError):
                verify(changed(document, path, new))


def test_every_tampered_word_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sequences.verify.TRIALS", 1 << 7)
    document = make("paths", 2)
    for path, old in places(document):
        if isinstance(old, str):
            for new in ("", old + "x", "covers", 3, None):
                with pytest.raises(RefusedError):
                    verify(changed(document, path, new))


@pytest.mark.parametrize("fraction", [1.0, True])
def test_numbers_of_another_type_are_refused(fraction: object) -> None:
    document = make("paths", 2)
    assert document["terms"][0] == fraction
    with pytest.raises(RefusedError, match="form"):
        verify(changed(document, ("terms", 0), fraction))


def test_missing_and_superfluous_parts_are_refused() -> None:
    document = make("paths", 2)
    for key in document:
        with pytest.raises(RefusedError):
            verify({k: v for k, v in document.items() if k != key})
    with pytest.raises(RefusedError):
        verify({**document, "remark": "trust me"})
    others: list[Any] = [None, [], {}, 3, "proof"]
    for other in others:
        with pytest.raises(RefusedError):
            verify(other)


def test_a_dropped_term_or_coefficient_is_refused() -> None:
    document = make("paths", 2)
    for path in (("terms",), ("recurrence", "coefficients"), ("lumping",), ("machine", "moves")):
        short: Any = document
        for key in path:
            short = short[key]
        with pytest.raises(RefusedError):
            verify(changed(document, path, short[:-1]))


def test_a_recurrence_longer_than_needed_is_refused() -> None:
    # True, but not the shortest: the Hankel determinant of size 5 is 0.
    document = make("paths", 2)
    document["recurrence"] = {"order": 5, "coefficients": [6, -7, 0, 4, -2]}
    document["terms"].append(211928)
    document["minimality"]["hankel_determinant"] = 0
    with pytest.raises(RefusedError, match="shorter"):
        verify(document)


def test_a_finer_lumping_is_accepted_only_with_its_own_bound() -> None:
    document = make("paths", 2)
    document["lumping"] = list(range(5))
    with pytest.raises(RefusedError, match="classes"):
        verify(document)
    document["lumped_states"] = 5
    document["terms"].append(211928)
    assert verify(document)


def test_a_proof_for_another_family_is_refused() -> None:
    document = make("paths", 2)
    for name in ("covers", "single-paths", "no-three", "takuzu", "unheard-of"):
        with pytest.raises(RefusedError):
            verify({**document, "family": name})


def test_the_checker_shares_no_code_with_the_search() -> None:
    folder = Path(sequences.__file__).parent
    allowed = {"sequences.verify_definitions"}
    for name in ("verify.py", "verify_definitions.py"):
        for node in ast.walk(ast.parse((folder / name).read_text("utf-8"))):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                modules = [node.module or ""]
            for module in modules:
                own = module in allowed or module.startswith("sequences.local_check")
                assert not module.startswith("sequences") or own, module


GRID_ORACLES = {
    "paths": oracles.count_paths,
    "covers": oracles.count_covers,
    "hamiltonian-paths": oracles.count_hamiltonian_paths,
    "single-paths": oracles.count_single_paths,
    "at-most-two-per-line": oracles.count_at_most_two,
    "induced-matchings": oracles.count_induced_matchings,
}


@pytest.mark.parametrize("name", GRID_ORACLES)
def test_the_definitions_of_the_checker_agree_with_the_oracles(name: str) -> None:
    for height, width in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]:
        assert definition(name).grid(height, width) == GRID_ORACLES[name](height, width)


@pytest.mark.parametrize(("name", "width"), ACCEPTED)
def test_brute_force_rows_add_up_to_the_counts(name: str, width: int) -> None:
    known = definition(name)
    vector = {known.start(width): 1}
    for height in range(1, 6):
        moved: dict[str, int] = {}
        for word, count in vector.items():
            for target, multiplicity in known.row(word, width).items():
                moved[target] = moved.get(target, 0) + count * multiplicity
        vector = moved
        total = sum(count * known.accept(word) for word, count in vector.items())
        assert total == value(family(name), height, width)


@pytest.mark.parametrize("more", [1, 2, 5, 30])
@pytest.mark.parametrize("prime", [2, 3, 97, 2**61 - 1])
def test_a_recurrence_longer_than_need_be_is_refused(more: int, prime: int) -> None:
    document = make("paths", 2)
    terms = [value(family("paths"), n, 2) for n in range(1, 9 + more)]
    document["recurrence"] = {"order": 4 + more, "coefficients": [5, -2, -2, 2] + [0] * more}
    document["terms"] = terms
    document["minimality"] = {"prime": prime, "hankel_determinant": 1}
    with pytest.raises(RefusedError):
        verify(document)


@pytest.mark.parametrize(
    ("machine", "words"),
    [("no-three/columns", "tribonacci"), ("at-most-two-per-line", "lazy-caterer")],
)
def test_words_have_no_width(machine: str, words: str) -> None:
    document = make(machine, 2)
    assert verify(document)
    document["family"] = words
    with pytest.raises(RefusedError, match="no width"):
        verify(document)


@pytest.mark.parametrize(("name", "width"), [("paths", 11), ("no-three", 21), ("covers", 100)])
def test_a_width_that_would_take_for_ever_is_refused(name: str, width: int) -> None:
    document = make("paths", 2)
    document["family"], document["width"] = name, width
    document["machine"]["states"][0] = "." * width
    with pytest.raises(RefusedError, match="width is not checked"):
        verify(document)


def test_grids_before_the_first_term_are_counted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    known = definition("paths")

    def grid(height: int, width: int) -> int:
        counted.append(height)
        return known.grid(height, width)

    monkeypatch.setattr("sequences.verify.definition", lambda name: replace(known, grid=grid))
    verify(make("paths", 2, first=50))
    assert counted == [0, 1, 2, 3, 4, 5]
