"""The families once more, for the checker alone: straight from their definitions, by brute force.

Nothing here is shared with the machines that find recurrences. Each definition has two parts:

- `grid(h, w)`: the number of objects on a small grid, by trying all sets of edges or of cells;
- `row(word, width)`: what one more row of cells does to a state, by trying everything that the row
  could be. A state is read by its meaning, which is repeated here.

Trusts: nothing of ours; what is counted is what `meaning` says and `grid` tries. That `row` is right
for every number of rows is argued in its comments and compared with `grid` where grids are small.
Does not trust: a name with parts that it does not know; it raises KeyError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

__all__ = ["Definition", "definition"]

Cells = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Definition:
    """What the checker knows of a family."""

    meaning: str
    """What is counted, in words: plural, without the size of the grid."""
    start: Callable[[int], str]
    accept: Callable[[str], int]
    row: Callable[[str, int], Counter[str]]
    grid: Callable[[int, int], int]
    trials: Callable[[int, int], int]
    """How many things `grid` has to try."""
    row_trials: Callable[[int], int]
    """How many things `row` has to try, by width."""
    words: bool = False
    """Whether the objects are words, so that 1 is the only width."""


def definition(family: str) -> Definition:
    """Raises KeyError for a family without a definition here."""
    if family == "no-three":
        return _no_three(list(_STEPS), words=False)
    if family == "tribonacci":
        return _no_three(["columns"], words=True)
    if family.startswith("no-three/"):
        lines = family.removeprefix("no-three/").split(",")
        # One family has one name: each line once, in this order, and not all of them.
        if lines != [line for line in _STEPS if line in lines] or len(lines) == len(_STEPS):
            raise KeyError(family)
        return _no_three(lines, words=False)
    return _DEFINITIONS[family]


_STEPS = {"rows": (0, 1), "columns": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}
"""From each place of a line to the next one, as rows down and columns to the right."""

# --- sets of edges -----------------------------------------------------------------------------


def _edge_sets(height: int, width: int) -> Iterator[list[tuple[int, int]]]:
    cells = [(r, c) for r in range(height) for c in range(width)]
    edges = [(r * width + c, r * width + c + 1) for r, c in cells if c + 1 < width]
    edges += [(r * width + c, r * width + c + width) for r, c in cells if r + 1 < height]
    for chosen in product((False, True), repeat=len(edges)):
        yield [edge for edge, taken in zip(edges, chosen, strict=True) if taken]


def _edge_trials(height: int, width: int) -> int:
    return int(2 ** (height * (width - 1) + (height - 1) * width))


def _parts(size: int, edges: Iterable[tuple[int, int]]) -> list[int] | None:
    """For each vertex the least vertex connected to it, or None if there is a cycle."""
    part = list(range(size))
    for a, b in edges:
        low, high = sorted((part[a], part[b]))
        if low == high:
            return None
        part = [low if p == high else p for p in part]
    return part


@dataclass(frozen=True)
class _Linear:
    """Sets of paths: the degrees allowed, and whether there is exactly one path."""

    degrees: frozenset[int]
    one: bool

    def grid(self, height: int, width: int) -> int:
        return sum(self._good(height * width, edges) for edges in _edge_sets(height, width))

    def _good(self, size: int, edges: list[tuple[int, int]]) -> bool:
        degree = [sum(v in edge for edge in edges) for v in range(size)]
        parts = _parts(size, edges)
        if parts is None or any(d > 2 for d in degree):
            return False
        if self.one:
            if 0 in self.degrees:  # cells off the path
                return len({parts[v] for v in range(size) if degree[v]}) == 1
            return len(set(parts)) == 1
        return all(d in self.degrees for d in degree)

    def row(self, word: str, width: int) -> Counter[str]:
        """Letters of a word: `.` no edge into the next row; `x` an edge whose path has an end
        already; matching parentheses, the two edges of one path that has none. `!`: all done."""
        found: Counter[str] = Counter()
        if word == "!":
            if 0 in self.degrees:
                found["!"] += 1
            return found
        pairs, stack = [], []
        for column, letter in enumerate(word):
            if letter == "(":
                stack.append(column)
            elif letter == ")":
                pairs.append((stack.pop(), column))
        ups = [letter != "." for letter in word]
        for right in product((0, 1), repeat=width - 1):
            sides = [a + b + up for a, b, up in zip((0, *right), (*right, 0), ups, strict=True)]
            if any(side > 2 for side in sides):
                continue
            across = [(c, c + 1) for c in range(width - 1) if right[c]]
            parts = _parts(width, [*across, *pairs])
            if parts is None:
                continue
            for down in product((0, 1), repeat=width):
                degree = [side + below for side, below in zip(sides, down, strict=True)]
                if any(d > 2 for d in degree):
                    continue
                if self.one:
                    after = self._after_one(word, parts, degree, down)
                elif all(d in self.degrees for d in degree):
                    after = self._word(word, parts, degree, down)[0]
                else:
                    after = None
                if after is not None:
                    found[after] += 1
        return found

    def _word(
        self, word: str, parts: list[int], degree: list[int], down: tuple[int, ...]
    ) -> tuple[str, int, int]:
        """The next word, the ends so far of paths that go on, the paths completed in this row."""
        letters = ["."] * len(parts)
        ends = complete = 0
        for part in set(parts):
            members = [c for c, p in enumerate(parts) if p == part]
            open_edges = [c for c in members if down[c]]
            mine = sum(word[c] == "x" for c in members) + sum(degree[c] == 1 for c in members)
            if len(open_edges) == 2:
                letters[open_edges[0]], letters[open_edges[1]] = "()"
            elif len(open_edges) == 1:
                letters[open_edges[0]] = "x"
            elif any(degree[c] for c in members):
                complete += 1
                mine = 0
            ends += mine
        return "".join(letters), ends, complete

    def _after_one(
        self, word: str, parts: list[int], degree: list[int], down: tuple[int, ...]
    ) -> str | None:
        if 0 in degree and 0 not in self.degrees:
            # A path through all cells may be a single cell on a grid of one cell only.
            return "!" if word == "." and down == (0,) else None
        after, ends, complete = self._word(word, parts, degree, down)
        if complete:
            return "!" if complete == 1 and not any(down) else None
        return after if ends <= 2 else None

    def start(self, width: int) -> str:
        return "." * width

    def accept(self, word: str) -> int:
        return int(word == "!" if self.one else set(word) == {"."})


def _linear(meaning: str, degrees: Iterable[int], one: bool = False) -> Definition:
    family = _Linear(frozenset(degrees), one)
    return Definition(
        meaning,
        family.start,
        family.accept,
        family.row,
        family.grid,
        _edge_trials,
        lambda width: 1 << 2 * width - 1,
    )


# --- sets of cells -----------------------------------------------------------------------------


def _cell_trials(height: int, width: int) -> int:
    return int(2 ** (height * width))


def _grids(height: int, width: int) -> Iterator[Cells]:
    return product(product((0, 1), repeat=width), repeat=height)


def _count(good: Callable[[Cells], bool]) -> Callable[[int, int], int]:
    return lambda height, width: sum(map(good, _grids(height, width)))


def _matched(cells: Cells) -> bool:
    shaded = {(r, c) for r, row in enumerate(cells) for c, bit in enumerate(row) if bit}
    near = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return all(sum((r + a, c + b) in shaded for a, b in near) == 1 for r, c in shaded)


def _matched_row(word: str, width: int) -> Counter[str]:
    """Letters: `.` blank; `m` shaded, with a shaded neighbour; `s` shaded, still without one."""
    found: Counter[str] = Counter()
    for row in product((0, 1), repeat=width):
        letters = []
        for c, bit in enumerate(row):
            if (word[c] == "s" and not bit) or (word[c] == "m" and bit):
                break
            near = sum((*row[max(c - 1, 0) : c], *row[c + 1 : c + 2], word[c] == "s"))
            if bit and near > 1:
                break
            letters.append(("m" if near else "s") if bit else ".")
        else:
            found["".join(letters)] += 1
    return found


def _no_three(lines: list[str], words: bool) -> Definition:
    chosen = [_STEPS[line] for line in lines]

    def good(cells: Cells) -> bool:
        ones = {(r, c) for r, row in enumerate(cells) for c, bit in enumerate(row) if bit}
        return not any(
            {(r + a, c + b), (r + 2 * a, c + 2 * b)} <= ones for r, c in ones for a, b in chosen
        )

    def row(word: str, width: int) -> Counter[str]:
        """Letters: `o` and `#` a 1 in the last row; `-` and `#` a 1 would make three below."""
        found: Counter[str] = Counter()
        for bits in product((0, 1), repeat=width):
            if any(bit and letter in "-#" for bit, letter in zip(bits, word, strict=True)):
                continue
            if not good((bits,)):
                continue
            letters = ""
            for c in range(width):
                makes_three = any(
                    0 <= c - b < width
                    and 0 <= c - 2 * b < width
                    and bits[c - b]
                    and word[c - 2 * b] in "o#"
                    for a, b in chosen
                    if a
                )
                letters += ".o-#"[bits[c] + 2 * makes_three]
            found[letters] += 1
        return found

    named = " or ".join(line.removesuffix("s") for line in lines)
    return Definition(
        f"{'words' if words else 'matrices'} of 0s and 1s with no three consecutive 1s"
        + ("" if words else f" in a {named}"),
        lambda width: "." * width,
        lambda word: 1,
        row,
        _count(good),
        _cell_trials,
        lambda width: 1 << width,
        words,
    )


def _at_most_two(cells: Cells) -> bool:
    return all(sum(line) <= 2 for line in (*cells, *zip(*cells, strict=True)))


def _at_most_two_row(word: str, width: int) -> Counter[str]:
    """The word says how many columns hold no 1 so far and how many hold one."""
    empty, half = map(int, word.split(","))
    sums = [0] * empty + [1] * half + [2] * (width - empty - half)
    found: Counter[str] = Counter()
    for row in product((0, 1), repeat=width):
        after = [a + b for a, b in zip(sums, row, strict=True)]
        if sum(row) <= 2 and max(after) <= 2:
            found[f"{after.count(0)},{after.count(1)}"] += 1
    return found


_AT_MOST_TWO = Definition(
    "matrices of 0s and 1s with at most two 1s in each row and each column",
    lambda width: f"{width},0",
    lambda word: 1,
    _at_most_two_row,
    _count(_at_most_two),
    _cell_trials,
    lambda width: 1 << width,
)

_DEFINITIONS = {
    "paths": _linear("partitions of the grid into paths of at least two cells", (1, 2)),
    "covers": _linear("partitions of the grid into paths, single cells permitted", (0, 1, 2)),
    "hamiltonian-paths": _linear(
        "undirected paths through all cells of the grid", (1, 2), one=True
    ),
    "single-paths": _linear(
        "undirected paths of at least two cells in the grid", (0, 1, 2), one=True
    ),
    "induced-matchings": Definition(
        "sets of cells of the grid, each of which has exactly one neighbour in the set",
        lambda width: "." * width,
        lambda word: int("s" not in word),
        _matched_row,
        _count(_matched),
        _cell_trials,
        lambda width: 1 << width,
    ),
    "at-most-two-per-line": _AT_MOST_TWO,
    "lazy-caterer": replace(
        _AT_MOST_TWO, meaning="words of 0s and 1s with at most two 1s", words=True
    ),
}
