"""Lift, filter, project: what all rungs share.

A table's variables together are one *lifted variable* whose values are the table's words.
``filter`` the words by the decided variables; ``project`` the survivors: a variable that all
survivors set is on, one that none sets is off.  This one projection contains the counting rules, the
run rules and every technique that looks at one line, region or cell at a time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ladder.engine import Refuted, bits
from puzzles import Board
from puzzles.language import Language, State, size
from puzzles.rules import Cell, Clause, Named, Table

__all__ = [
    "LISTING_LIMIT",
    "ClauseRule",
    "Lifted",
    "Listing",
    "Memoryless",
    "Projection",
    "Transducer",
    "project",
    "span",
]

LISTING_LIMIT = 9000
"""Words up to which a table is listed; a Binairo line of 20 cells has 8196."""
_MEMO_LIMIT = 4096


@dataclass(frozen=True, slots=True)
class Projection:
    """What the survivors of a filtered table agree on, and how many they are."""

    on: int
    off: int
    survivors: int


class Memoryless:
    """What propagators without a state per node have in common."""

    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    covers: tuple[Named, ...] = ()

    def _rules(self) -> str:
        return "+".join(self.names)

    def state(self) -> object:
        return None

    def copy(self, state: object) -> object:
        return state


class Lifted(Memoryless, ABC):
    """A table as one lifted variable; subclasses know how its words are kept.

    ``places[i]`` is the board variable, as a mask, of letter i of the language ``words``.
    """

    words: Language

    def __init__(self, named: Named, table: Table) -> None:
        self.names = named.names
        self.cells = named.cells
        self.words = table.words
        self.covers = (named,)
        self.places = tuple(1 << v - 1 for v in table.scope)
        self.scope = sum(self.places)
        self._memo: dict[tuple[int, int], Projection] = {}

    def project(self, on: int, off: int) -> Projection:
        """Filter by the position and project; memoised, since probing meets positions again."""
        key = (on & self.scope, off & self.scope)
        found = self._memo.get(key)
        if found is None:
            if len(self._memo) >= _MEMO_LIMIT:
                self._memo.clear()
            found = self._memo[key] = self._project(*key)
        return found

    @abstractmethod
    def survivors(self, on: int, off: int) -> Iterator[int]:
        """The words that the position leaves, as board masks."""

    @abstractmethod
    def project_without(self, on: int, off: int, struck: Collection[int]) -> Projection:
        """Project the survivors other than ``struck``: some of their words, each once."""

    @abstractmethod
    def _project(self, on: int, off: int) -> Projection: ...

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        found = self.project(on, off)
        if not found.survivors:
            raise Refuted(f"{self._rules()}: no way is left to fill {span(self.cells)}")
        return found.on, found.off


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A listed language turned on its side: bit k of ``columns[i]`` is letter i of word k."""

    words: tuple[int, ...]
    columns: tuple[int, ...]
    number: dict[int, int]

    @classmethod
    def of(cls, language: Language) -> Dictionary:
        words = tuple(language)
        columns = []
        for i in range(language.width):
            letters = "".join("1" if word >> i & 1 else "0" for word in reversed(words))
            columns.append(int(letters or "0", 2))
        return cls(words, tuple(columns), {word: k for k, word in enumerate(words)})


_dictionary = lru_cache(maxsize=64)(Dictionary.of)
"""Lines, regions and cells of equal length share their words, on one board and on the next."""


class Listing(Lifted):
    """A lifted variable whose words are listed, and filtered all at once as sets of words."""

    def __init__(self, named: Named, table: Table) -> None:
        super().__init__(named, table)
        self._dictionary = _dictionary(table.words)
        self._all = (1 << len(self._dictionary.words)) - 1

    def survivors(self, on: int, off: int) -> Iterator[int]:
        for k in bits(self._alive(on, off)):
            word = self._dictionary.words[k]
            yield sum(place for i, place in enumerate(self.places) if word >> i & 1)

    def project_without(self, on: int, off: int, struck: Collection[int]) -> Projection:
        number = self._dictionary.number
        return self._agreed(self._alive(on, off) & ~sum(1 << number[word] for word in struck))

    def _project(self, on: int, off: int) -> Projection:
        return self._agreed(self._alive(on, off))

    def _alive(self, on: int, off: int) -> int:
        """The words that the position leaves, as a set of their numbers."""
        alive = self._all
        for place, column in zip(self.places, self._dictionary.columns, strict=True):
            if on & place:
                alive &= column
            elif off & place:
                alive &= ~column
        return alive

    def _agreed(self, alive: int) -> Projection:
        on = off = 0
        for place, column in zip(self.places, self._dictionary.columns, strict=True):
            held = alive & column
            if not held:
                off |= place
            if held == alive:
                on |= place
        return Projection(on, off, alive.bit_count())


class Transducer(Lifted):
    """A lifted variable with too many words to list: they are counted on its automaton."""

    def survivors(self, on: int, off: int) -> Iterator[int]:
        stack = [(self.words.start, 0, 0)]
        while stack:
            state, position, word = stack.pop()
            if state is None:
                continue
            if position == len(self.places):
                yield word
                continue
            place = self.places[position]
            for letter in _letters(place, on, off):
                target = self.words.step(state, position, letter)
                stack.append((target, position + 1, word | place * letter))

    def project_without(self, on: int, off: int, struck: Collection[int]) -> Projection:
        ones, survivors = self._ones(on, off)
        left = [n - sum(word >> i & 1 for word in struck) for i, n in enumerate(ones)]
        return self._agreed(left, survivors - len(struck))

    def _project(self, on: int, off: int) -> Projection:
        return self._agreed(*self._ones(on, off))

    def _agreed(self, ones: list[int], survivors: int) -> Projection:
        on = sum(p for n, p in zip(ones, self.places, strict=True) if n == survivors)
        off = sum(p for n, p in zip(ones, self.places, strict=True) if n == 0)
        return Projection(on, off, survivors)

    def _ones(self, on: int, off: int) -> tuple[list[int], int]:
        """How many survivors set each place, and how many there are: runs in both directions."""
        start = self.words.start
        layer = {} if start is None else {start: 1}
        moves: list[list[tuple[State, int, State, int]]] = []
        for position, place in enumerate(self.places):
            following: dict[State, int] = {}
            taken = []
            for state, paths in layer.items():
                for letter in _letters(place, on, off):
                    target = self.words.step(state, position, letter)
                    if target is not None:
                        following[target] = following.get(target, 0) + paths
                        taken.append((state, letter, target, paths))
            layer = following
            moves.append(taken)
        survivors = sum(layer.values())
        endings = dict.fromkeys(layer, 1)
        ones = []
        for taken in reversed(moves):
            before: dict[State, int] = {}
            through = 0
            for state, letter, target, paths in taken:
                ways = endings.get(target, 0)
                before[state] = before.get(state, 0) + ways
                through += letter * paths * ways
            endings = before
            ones.append(through)
        ones.reverse()
        return ones, survivors


class ClauseRule(Memoryless):
    """Unit propagation on one clause.

    On a live Nondango triple this is hyper-arc consistency: a circle loses its support exactly
    when the other two circles are their regions' last.
    """

    def __init__(self, named: Named, clause: Clause) -> None:
        self.names = named.names
        self.cells = named.cells
        self.covers = (named,)
        self._positive = sum(1 << v - 1 for v in set(clause.literals) if v > 0)
        self._negative = sum(1 << -v - 1 for v in set(clause.literals) if v < 0)
        self.scope = self._positive | self._negative

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        if on & self._positive or off & self._negative or self._positive & self._negative:
            return 0, 0
        positive, negative = self._positive & ~off, self._negative & ~on
        free = positive | negative
        if not free:
            raise Refuted(f"{self._rules()}: broken at {span(self.cells)}")
        if free & (free - 1):
            return 0, 0
        return positive, negative


def project(board: Board, *names: str) -> list[Lifted | ClauseRule]:
    """The projections of the board's tables and clauses, of the rules named or of all."""
    found: list[Lifted | ClauseRule] = []
    for named in board.constraints():
        if names and not set(names).intersection(named.names):
            continue
        if isinstance(named.rule, Table):
            short = size(named.rule.words) <= LISTING_LIMIT
            found.append((Listing if short else Transducer)(named, named.rule))
        elif isinstance(named.rule, Clause):
            found.append(ClauseRule(named, named.rule))
    return found


def span(cells: Sequence[Cell]) -> str:
    """Cells in words: each of up to three, or the first and the last."""
    if len(cells) <= 3:
        return " ".join(f"r{r}c{c}" for r, c in cells) or "no cell"
    (r, c), (i, j) = cells[0], cells[-1]
    return f"r{r}c{c}..r{i}c{j}"


def _letters(place: int, on: int, off: int) -> tuple[int, ...]:
    return (1,) if on & place else (0,) if off & place else (0, 1)
