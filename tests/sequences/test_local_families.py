"""Built-in families in the language, the examples of its page, and families handed in."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from sequences import Family, local, prove, value
from sequences.certificate import certificate
from sequences.families import family
from sequences.local_rules.family import count
from sequences.local_rules.reading import from_dictionary
from sequences.verify import RefusedError, verify
from sequences.verify_definitions import Definition

ROOT = Path(__file__).resolve().parent.parent.parent
BINARY: dict[str, Any] = {"size": "n x k", "values": "0..1"}
TWO_OF_A_LINE = {"registers": {"ones": 0}, "next": {"ones": "ones + x"}, "reject": "ones + x > 2"}
SIDES = ["horizontal", "vertical"]
DIAGONALS = ["diagonal", "antidiagonal"]
SAME: dict[str, dict[str, Any]] = {
    "no-three": {"patterns": [{"axes": SIDES + DIAGONALS, "forbid": "1 1 1"}]},
    "no-three/rows,columns": {"patterns": [{"axes": SIDES, "forbid": "1 1 1"}]},
    "no-three/diagonal,antidiagonal": {"patterns": [{"axes": DIAGONALS, "forbid": "1 1 1"}]},
    "induced-matchings": {"neighbours": [{"axes": SIDES, "of": 1, "require": "equal == 1"}]},
    "at-most-two-per-line": {"lines": [{"axes": SIDES, **TWO_OF_A_LINE}]},
}


@pytest.mark.parametrize("name", SAME)
def test_a_built_in_family_counts_as_its_description(name: str) -> None:
    description = from_dictionary({**BINARY, **SAME[name]})
    for height, width in product(range(1, 6), range(1, 5)):
        assert count(description, height, width) == value(family(name), height, width)


def test_every_example_of_the_page_is_understood() -> None:
    text = (ROOT / "docs" / "local-rules.md").read_text("utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert len(blocks) > 9
    parts = [part for block in blocks for part in _parts(block)]
    for part in parts:
        document = tomllib.loads(part)
        if not {"permutation", "tiles", "links"} & document.keys():
            document = {"values": "0..3", **document}
        assert local({"size": "n x 2", **document}, "n x 2").terms(3), part


def _parts(block: str) -> Iterator[str]:
    """Tables of one block; those that belong together stay together."""
    if "[permutation]" in block:
        yield from re.split(r"\n(?=\[tiles\])", block)
    else:
        yield block


# --- a family handed in ------------------------------------------------------------------------


class Sparse:
    """Rows of cells without two adjacent 1s in a row; a state says nothing."""

    def __init__(self, width: int) -> None:
        self.width, self.stages, self.start = width, 1, "-"

    def step(self, state: str, stage: int) -> Iterator[tuple[str, int]]:
        a, b = 1, 1
        for _ in range(self.width):
            a, b = b, a + b
        yield "-", b

    def accept(self, state: str) -> int:
        return 1


def sparse_rows(width: int) -> Iterator[tuple[int, ...]]:
    for row in product((0, 1), repeat=width):
        if not any(a and b for a, b in pairwise(row)):
            yield row


SPARSE = Family(
    "sparse-rows", "{grid} 0/1 arrays without two adjacent 1s in a row", "As the title says.",
    lambda height, width: Sparse(width), lambda width: 1,
)  # fmt: skip
DEFINED = Definition(
    meaning="0/1 arrays without two adjacent 1s in a row",
    start=lambda width: "-",
    accept=lambda word: 1,
    row=lambda word, width: Counter({"-": len(list(sparse_rows(width)))}),
    grid=lambda height, width: len(list(sparse_rows(width))) ** height,
    trials=lambda height, width: 2 ** (height * width),
    row_trials=lambda width: 2**width,
)


def test_a_machine_in_python_is_certified_with_a_definition_of_its_own() -> None:
    document = json.loads(json.dumps(certificate(prove(SPARSE, 3))))
    with pytest.raises(RefusedError, match="no definition"):
        verify(document)
    assert any("proved over Z" in line for line in verify(document, own={"sparse-rows": DEFINED}))
    wrong = {"sparse-rows": Definition(**{**vars(DEFINED), "grid": lambda h, w: 2 ** (h * w)})}
    with pytest.raises(RefusedError, match="brute force"):
        verify(document, own=wrong)
