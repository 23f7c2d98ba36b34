"""Proof files about descriptions: true ones are accepted, tampered and misleading ones refused."""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sequences.analysis import Effort, find
from sequences.local_rules.builder import build
from sequences.local_rules.family import local
from sequences.local_rules.reading import from_dictionary, load
from sequences.machine import MachineTooLargeError
from sequences.verify import RefusedError, verify
from tests.sequences import random_rules

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = ROOT / "examples" / "sequences"
QUICK = ["A051926", "A209729", "A228793", "A269271", "A269466", "A046984", "A279704"]


def proof(source: Any, size: str | None = None) -> dict[str, Any]:
    """A proof file as a reader sees it, through JSON."""
    query = local(source, size)
    found = find(query, Effort.PROOF)
    assert found.proof is not None, found.reason
    assert query.family.certificate is not None
    document: dict[str, Any] = json.loads(json.dumps(query.family.certificate(found.proof)))
    return document


@pytest.mark.parametrize("number", QUICK)
def test_a_proof_is_accepted(number: str) -> None:
    assert any("proved over Z" in line for line in verify(proof(RULES / f"{number}.toml")))


def strip(path: Path) -> str | None:
    """A column of a table."""
    size = load(path).size
    return f"{size.rows} x {size.columns.at(2)}" if size.shape == "table" else None


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(RULES.glob("A*.toml")), ids=lambda path: path.stem)
def test_all_examples_are_accepted(path: Path) -> None:
    assert verify(proof(path, strip(path)))


def accepted_at_random(seeds: range, large: int) -> int:
    """Whether builder and checker understand random rules alike; how many were compared."""
    compared = 0
    for seed in seeds:
        random = Random(seed)
        rule = {**random_rules.description(random), "offset": random.choice([1, 2])}
        width = random.choice([1, 2, 2, 3])
        growing = random.choice(["n", "n", "n+1", "2n", "2n+1"])
        turned = random.random() < 0.5
        size = f"{width} x {growing}" if turned else f"{growing} x {width}"
        try:
            build(from_dictionary(rule), width, turned, large)
        except MachineTooLargeError:
            continue
        assert verify(proof(rule, size)), (seed, size)
        compared += 1
    return compared


def test_builder_and_checker_understand_random_rules_alike() -> None:
    assert accepted_at_random(range(12), 60) > 4


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_builder_and_checker_understand_many_random_rules_alike(block: int) -> None:
    assert accepted_at_random(range(500 + 50 * block, 550 + 50 * block), 2000) > 30


# --- attacks -----------------------------------------------------------------------------------


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all whole numbers in a document."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from numbers(part, (*path, key))
    elif type(value) is int:
        yield path


def changed(document: dict[str, Any], path: tuple[Any, ...], value: int) -> dict[str, Any]:
    tampered = copy.deepcopy(document)
    place = tampered
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += value
    return tampered


def refused(document: Any) -> None:
    with pytest.raises(RefusedError):
        verify(document)


def tamper(document: dict[str, Any], count: int, seed: int) -> None:
    """Change one number at random, `count` times."""
    random = Random(seed)
    places = list(numbers(document))
    for _ in range(count):
        path = random.choice(places)
        change = random.choice([-2, -1, 1, 2, 10**6])
        if path == ("minimality", "prime"):
            continue  # another prime may prove the same
        refused(changed(document, path, change))


TAMPERED = {
    "size": "n+1 x 2", "values": "0..2", "offset": 1,
    "windows": [{"shape": "2x2", "require": "abs(det) <= 1"}],
    "neighbours": [{"axes": "vertical", "of": 0, "require": "count(1) >= 1"}],
}  # fmt: skip


def test_every_other_number_is_refused() -> None:
    tamper(proof(TAMPERED), 50, 1)


@pytest.mark.slow
def test_a_thousand_tampered_files_are_refused() -> None:
    for seed, number in enumerate(QUICK):
        tamper(proof(RULES / f"{number}.toml"), 125, seed)


def test_a_machine_of_another_rule_is_refused() -> None:
    document = proof(RULES / "A228793.toml")
    other = proof({**document["description"], "fixed": {"top-left": 0}})
    refused({**document, "description": other["description"]})
    refused({**other, "description": document["description"]})
    assert verify(other)


def test_a_bound_from_a_smaller_machine_is_refused() -> None:
    """Fewer states would make fewer terms enough: the start alone, and a state taken out."""
    document = proof(RULES / "A228793.toml")
    machine = document["machine"]
    alone = {"accept": machine["accept"][:1], "moves": [[[0, 5]]]}
    refused({**document, "machine": alone, "terms": document["terms"][: 1 + 6]})
    last = len(machine["accept"]) - 1
    smaller = {
        "accept": machine["accept"][:last],
        "moves": [[move for move in moves if move[0] != last] for moves in machine["moves"][:last]],
    }
    refused({**document, "machine": smaller, "terms": document["terms"][:-1]})


def test_a_larger_machine_is_as_good() -> None:
    """The bound may be larger than need be, if there are as many terms."""
    document = proof(RULES / "A051926.toml")
    recurrence = document["recurrence"]["coefficients"]
    terms = document["terms"]
    more = sum(c * terms[-i] for i, c in enumerate(recurrence, 1))
    machine = document["machine"]
    larger = {"accept": [*machine["accept"], 1], "moves": [*machine["moves"], []]}
    assert verify({**document, "machine": larger, "terms": [*terms, more]})
    refused({**document, "machine": larger})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("size", "n x 5x"), ("size", "n x k"), ("size", "5 x 5"), ("size", "n x n"), ("offset", -1),
        ("size", "n x 4"), ("size", "5 x n"), ("format", "kazoe recurrence proof"), ("version", 2),
        ("terms", []), ("machine", {"accept": [], "moves": []}), ("size", "n x 5\n"),
    ],
)  # fmt: skip
def test_a_changed_entry_is_refused(key: str, value: Any) -> None:
    refused({**proof(RULES / "A228793.toml"), key: value})


BASE = {"size": "n x 2", "values": "0..1"}
WIDE = ["(9**8)**8", "((9**8)**8)**8"]


@pytest.mark.parametrize(
    "table",
    [
        {"windows": [{"shape": "2x2", "require": "x"}]},
        {"windows": [{"shape": "2x2", "require": "__import__('os')"}]},
        {"windows": [{"shape": "2x2", "require": "a.b == 1"}]},
        {"windows": [{"shape": "2x2", "require": "(lambda: True)()"}]},
        {"windows": [{"shape": "2x2", "require": "a + b"}]},
        {"windows": [{"shape": "2x2", "require": "a % b == 0"}]},
        {"windows": [{"shape": "2x2", "require": "a == 0 or " * 300 + "b == 0"}]},
        {"windows": [{"shape": "2x2", "require": f"{WIDE[1]} > a"}]},
        {"windows": [{"shape": "2x2", "require": "(" * 900 + "a" + ")" * 900 + "== 1"}]},
        {"windows": [{"shape": "2x2", "require": "a == 1", "reject": "a == 1"}]},
        {"windows": [{"shape": "2x2", "require": "a == 1", "on": "y"}]},
        {"windows": [{"shapes": ["2x3", "3x2"], "forbid": "0 0 0 / 0 0 0"}]},
        {"windows": [{"forbid": ["0 0", "0 / 0"]}]},
        {"windows": [{"shape": "2x2", "require": "a == 1", "violations": "about 1"}]},
        {"windows": "2x2"}, {"patterns": [{"axes": "sideways", "forbid": "0"}]},
        {"patterns": [{"axes": "vertical"}]}, {"neighbours": [{"require": "equal == 0"}]},
        {"neighbours": [{"axes": "king", "of": [0], "require": "neighbours == 0"}]},
        {"fixed": {"middle": 1}}, {"fixed": [1]}, {"fixed": {"top": 7}},
        {"order": [{"before": [[0, 0]]}]},
        {"lines": [{"axes": "horizontal", "registers": {"x": 0}, "require": "x == 0"}]},
        {"lines": [{"axes": "horizontal", "registers": [1], "require": "x == 0"}]},
        {"lines": [{"axes": "horizontal", "require": "x == 0"}], "wrap": "rows"},
        {"wrap": "all"}, {"divide": 0}, {"unknown": 1}, {"tiles": {"shapes": "##"}},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_not_understood_is_refused_by_both(table: dict[str, Any]) -> None:
    """No description means something to one side that the other would not read."""
    rule = {**BASE, **table}
    with pytest.raises(ValueError, match=r"."):
        local(rule).terms(3)
    document = proof(BASE)
    refused({**document, "description": rule})


SIZES = {
    "2(n+1) x 2": None, "n1 x 2": None, "n 1 x 2": None, "n*1 x 2": None, "2*(n+1) x 2": None,
    "n x 1 2": None, "n x (1)(2)": None, "n x 2)": None, "(n x 2": None, "n+ x 2": None,
    "*n x 2": None, "0n x 2": None, "(n+1)X(1+1)": [15, 57, 216], "2 n x 2": [15, 216, 3105],
    "2*n + 1 - 1 x 2": [15, 216, 3105], "(2n-1) × 2": [4, 57, 819], "2 X n": [4, 15, 57],
}  # fmt: skip
"""No block of four ones in two columns: the first terms, or None where the size means nothing."""


@pytest.mark.parametrize("size", SIZES)
def test_a_size_means_what_it_says_to_builder_and_checker(size: str) -> None:
    """Dropping brackets and stars would read 2(n+1) as 2n+1 and n*1 as n+1."""
    rule = {"size": "n x 2", "values": "0..1", "windows": [{"forbid": "1 1 / 1 1"}]}
    terms = SIZES[size]
    if terms is not None:
        document = proof(rule, size)
        assert document["terms"][:3] == terms
        assert verify({**document, "size": size})
        return
    with pytest.raises(ValueError, match="expected s"):
        local(rule, size)
    for meant in ("2n+1 x 2", "n+1 x 2", "n x 2"):  # for which these might be taken
        refused({**proof(rule, meant), "size": size})


def test_what_the_divisor_does_not_divide_is_refused() -> None:
    document = proof({"size": "n x 2", "values": "0..1", "windows": [{"forbid": "1 1 / 1 1"}]})
    assert [term % 2 for term in document["terms"][:2]] == [0, 1]
    document["description"]["divide"] = 2
    refused(document)


def test_a_recurrence_that_is_not_the_shortest_is_refused() -> None:
    """Its Hankel determinant is 0, and saying so does not help."""
    document = proof({"size": "n x 2", "values": "0..1", "windows": [{"forbid": "1 1 / 1 1"}]})
    p, q = document["recurrence"]["coefficients"]
    terms = document["terms"]
    while len(terms) < 6:
        terms.append(p * terms[-1] + q * terms[-2])
    machine = document["machine"]
    assert len(machine["accept"]) == 2
    document["machine"] = {"accept": [*machine["accept"], 1], "moves": [*machine["moves"], []]}
    document["recurrence"] = {"order": 3, "coefficients": [p + 1, q - p, -q]}
    document["minimality"]["hankel_determinant"] = 0
    refused(document)


def test_clockwise_is_down_the_right_side() -> None:
    window = {"shape": "3x2", "reject": "clockwise[2] > a"}
    assert verify(proof({"size": "n x 2", "values": "0..1", "windows": [window]}))


def test_zero_divides_zero_only() -> None:
    pattern = {"axes": "horizontal", "require": "divides(a, b)"}
    document = proof({"size": "n x 2", "values": "0..2", "patterns": [pattern]})
    assert document["terms"][0] == 6  # 00, 10, 11, 12, 20, 22
    assert verify(document)


@pytest.mark.parametrize("text", ["a + b == 0 # or c == 0", "\uff41 == 0"])
def test_an_expression_has_no_comments_and_no_other_letters(text: str) -> None:
    rule = {"size": "n x 2", "values": "0..1", "windows": [{"shape": "2x2", "reject": "a == 0"}]}
    document = proof(rule)
    document["description"]["windows"][0]["reject"] = text
    refused(document)


def test_the_checker_imports_nothing_of_the_builder() -> None:
    for path in sorted((ROOT / "sequences" / "local_check").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert not node.level, path.name
                modules = [str(node.module)]
            for module in modules:
                inside = module.partition(".")[0] == "sequences"
                assert not inside or module.startswith("sequences.local_check"), (path.name, module)
