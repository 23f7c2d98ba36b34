"""Languages against brute-force lists: same words, same size, a trimmed automaton."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.language import Count, Language, Line, Listed, size


def letters(word: int, width: int) -> str:
    """The word as text, first letter first."""
    return "".join(str(word >> i & 1) for i in range(width))


def longest_run(text: str) -> int:
    return max((len(list(run)) for _, run in groupby(text)), default=0)


def listed_by_hand(language: Language) -> list[int]:
    """The words by trying all of them, from the definitions in prose."""
    width = language.width
    found = []
    for word in range(1 << width):
        text = letters(word, width)
        match language:
            case Count():
                fits = text.count("1") in language.allowed
            case Line():
                short = language.run is None or longest_run(text) < language.run
                fits = short and language.ones in (None, text.count("1"))
            case Listed():
                fits = word in language.words
        if fits:
            found.append(word)
    return found


def walked(language: Language) -> list[int]:
    """The words that the automaton reads to the end; fails where it is not trimmed."""
    found: list[int] = []

    def go(state: tuple[int, ...], position: int, word: int) -> bool:
        if position == language.width:
            found.append(word)
            return True
        ends = False
        for bit in (0, 1):
            target = language.step(state, position, bit)
            if target is not None:
                assert go(target, position + 1, word | bit << position), "a state without a word"
                ends = True
        return ends

    if language.start is not None:
        assert go(language.start, 0, 0), "a start without a word"
    return sorted(found)


def check(language: Language) -> None:
    words = listed_by_hand(language)
    assert walked(language) == words
    assert list(language) == words
    assert len(language) == size(language) == len(words)
    for word in range(2 << language.width):
        assert (word in language) == (word in words)


@pytest.mark.parametrize("width", range(7))
def test_count_is_the_words_with_an_allowed_number_of_ones(width: int) -> None:
    for chosen in range(1 << (width + 2)):
        # Numbers above the width are allowed and match nothing.
        check(Count(width, frozenset(k for k in range(width + 2) if chosen >> k & 1)))


@pytest.mark.parametrize("width", range(9))
@pytest.mark.parametrize("run", [None, 1, 2, 3, 4])
def test_line_is_the_words_without_long_runs_and_with_the_ones(width: int, run: int | None) -> None:
    for ones in (None, *range(width + 2)):
        check(Line(width, run, ones))


@given(
    st.integers(0, 6).flatmap(lambda w: st.tuples(st.just(w), st.sets(st.integers(0, 2**w - 1))))
)
def test_listed_is_its_words(drawn: tuple[int, set[int]]) -> None:
    width, words = drawn
    check(Listed.of(width, words))


def test_binairo_dictionary_sizes_b1() -> None:
    """Claim B1; OEIS A177790."""
    sizes = [len(Line(n, 3, n // 2)) for n in range(2, 13, 2)]
    assert sizes == [2, 6, 14, 34, 84, 208]


def test_a_line_of_twenty_is_small_as_an_automaton() -> None:
    line = Line(20, 3, 10)
    assert len(line) == 8196
    assert line.start is not None
    layer = {line.start}
    widest = 1
    for position in range(20):
        steps = [line.step(state, position, bit) for state in layer for bit in (0, 1)]
        layer = {state for state in steps if state is not None}
        widest = max(widest, len(layer))
    assert widest <= 57


def test_sizes_are_exact_beyond_machine_words() -> None:
    assert size(Count(200, frozenset(range(201)))) == 2**200
    assert size(Line(1200, None, None)) == 2**1200
