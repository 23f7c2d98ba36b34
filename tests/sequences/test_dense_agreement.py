"""Both number paths, exact integers and residues, give the same terms; they share no code."""

import pytest

from sequences.dense import compute
from sequences.exact import value
from sequences.families import family


@pytest.mark.parametrize("name", ["paths", "covers", "no-three", "induced-matchings"])
def test_exact_integers_and_residues_agree(name: str) -> None:
    for height in range(1, 8):
        for width in range(1, 6):
            assert value(family(name), height, width) == compute(name, height, width)
            assert value(family(name), width, height) == compute(name, height, width)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paths", "covers", "no-three", "induced-matchings"])
def test_exact_integers_and_residues_agree_on_wider_grids(name: str) -> None:
    for width in range(6, 9):
        assert value(family(name), 9, width) == compute(name, 9, width)
