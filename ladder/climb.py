"""A board's ladder, run rung by rung: what each decides, which one finishes, and why, step by step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ladder.engine import LadderEngine, Log, Node, Probe, Refuted, Step
from ladder.explain import Deduction, deductions, sentence
from ladder.probe import probe
from ladder.rungs import Ladder, Rung, ladder
from ladder.search import SearchResult, search
from native.progress import stage
from native.words import quoted
from puzzles import Board, BoardLike, Picture, as_board
from puzzles.pictures import html

__all__ = [
    "Climb",
    "Reached",
    "climb",
    "engine_of",
    "forget",
    "ladder_of",
    "position",
    "rung_names",
]

_KEPT = 4
"""Boards whose ladders are kept: a setter asks about the same few boards again and again."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a rung reached from the empty position: ``on`` and ``off`` of ``of`` variables.

    ``refuted`` holds the reason if the rung saw that there is no solution; ``left_out`` why the rung
    does not apply.  ``steps`` are the deductions beyond the rung below, if a trace was asked for.
    """

    rung: str
    on: int
    off: int
    of: int
    refuted: str | None
    left_out: str | None
    seconds: float
    steps: tuple[Step | Probe, ...]

    @property
    def decided(self) -> int:
        """Board variables that are decided."""
        return (self.on | self.off).bit_count()

    @property
    def complete(self) -> bool:
        """Is every variable decided?"""
        return self.decided == self.of


@dataclass(frozen=True, slots=True)
class Climb:
    """A board's way up its ladder.

    ``finished_by`` is the first rung that decides everything or refutes the board; None if the
    climb was told to stop below it.  ``search`` is the complete search's account, if it was needed.
    """

    board: Board
    rungs: tuple[Reached, ...]
    finished_by: str | None
    search: SearchResult | None

    @property
    def solutions(self) -> int:
        """The number of solutions found, cut off as the search was; 0 or 1 where none was needed.

        Raises ``ValueError`` if the climb was told to stop before it knew.
        """
        if self.search:
            return self.search.count
        if self.finished_by is None:
            raise ValueError("the climb stopped below the rung that finishes the board")
        return 0 if self.rungs[-1].refuted else 1

    @property
    def branch_points(self) -> int:
        """Guesses of the search; 0 where none was needed."""
        return self.search.branch_points if self.search else 0

    def trace(self) -> Iterator[tuple[str, Deduction]]:
        """Every deduction with the rung that made it; nothing unless the climb kept a trace."""
        for reached in self.rungs:
            for step in reached.steps:
                for deduction in deductions(self.board, step):
                    yield reached.rung, deduction

    def pictures(self) -> Iterator[Picture]:
        """A picture per deduction: what it decided and its premises set off, its reason below."""
        for rung, found in self.trace():
            caption = f"{rung}: {sentence(self.board, found)}"
            yield Picture((replace(found.drawing(self.board), caption=caption),))

    def picture(self) -> Picture:
        """What the climb decided by propagation and probing, and what a search added in words."""
        last = self.rungs[-1]
        drawing = self.board.position_drawing(last.on, last.off)
        if self.search:
            found = f"{'at least ' * self.search.cut}{self.search.count}"
            words = f"{found} solution{'s' * (self.search.count != 1)}"
            caption = f"{last.rung} decides {last.decided} of {last.of}; search finds {words}"
            drawing = replace(drawing, caption=caption)
        return Picture((drawing,))

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def _repr_html_(self) -> str:
        *rungs, finished = str(self).splitlines()
        return html([finished, *rungs], self.picture())

    def __str__(self) -> str:
        lines = []
        for r in self.rungs:
            note = f"left out: {r.left_out}" if r.left_out else f"{r.decided:4} of {r.of} decided"
            note += f", refuted: {r.refuted}" if r.refuted else ""
            lines.append(f"{r.rung:9} {note}  ({r.seconds:.3f} s)")
        if self.search:
            count, points = self.search.count, self.search.branch_points
            lines.append(
                f"{'search':9} {'at least ' * self.search.cut}{count} solution{'s' * (count != 1)}, "
                f"{points} branch point{'s' * (points != 1)}"
            )
        lines.append(f"finished by {self.finished_by or 'none of these'}")
        return "\n".join(lines)


def ladder_of(board: BoardLike) -> Ladder:
    """The propagation rungs of the board's puzzle under its rules in force."""
    return _ladder(as_board(board))


def engine_of(board: BoardLike, rung: str) -> LadderEngine:
    """The engine of a propagation rung; for ``probe`` and ``search`` that of the last one."""
    return _engine(as_board(board), rung)


def rung_names(board: BoardLike) -> tuple[str, ...]:
    """All rungs, weakest first: the puzzle's own, then ``probe`` and ``search``."""
    return (*(rung.name for rung in ladder_of(board).rungs), "probe", "search")


# Kept by board and never by path: a file may have changed.
_ladder = lru_cache(maxsize=_KEPT)(ladder)


@lru_cache(maxsize=4 * _KEPT)
def _engine(board: Board, rung: str) -> LadderEngine:
    rungs = _ladder(board).rungs
    if rung in ("probe", "search"):
        return LadderEngine(board, rungs[-1].propagators)
    for found in rungs:
        if found.name == rung:
            return LadderEngine(board, found.propagators)
    raise ValueError(f"expected a rung among {', '.join(rung_names(board))}, found {quoted(rung)}")


def forget() -> None:
    """Drop the ladders that are kept, so that the next board pays for its own tables."""
    _ladder.cache_clear()
    _engine.cache_clear()


def position(board: BoardLike, rung: str, on: int = 0, off: int = 0) -> tuple[int, int] | None:
    """What the rung decides from a position, as (on, off); None if it refutes it.

    Raises ``ValueError`` for ``search``, which counts and decides nothing, for an unknown rung and for
    bits beyond the board's variables.
    """
    if rung == "search":
        raise ValueError("expected a rung that decides, found 'search', which counts")
    engine = engine_of(as_board(board), rung)
    try:
        node = engine.root(on, off)
        if rung == "probe":
            node = probe(engine, node)
    except Refuted:
        return None
    return node.on, node.off


def climb(
    board: BoardLike,
    *,
    up_to: str = "search",
    trace: bool = False,
    limit: int | None = 2,
    max_branch_points: int | None = None,
) -> Climb:
    """Run the rungs from the empty position, weakest first, until one finishes the board.

    ``limit`` cuts the search off at so many solutions (None: count all).  Raises ``ValueError`` for an
    unknown rung, :class:`ladder.search.SearchLimit` past ``max_branch_points``.
    """
    board = as_board(board)
    names = rung_names(board)
    if up_to not in names:
        raise ValueError(f"expected a rung among {', '.join(names)}, found {quoted(up_to)}")
    wanted = names[: names.index(up_to) + 1]
    reached: list[Reached] = []
    node: Node | None = None
    engine: LadderEngine | None = None
    for rung in ladder_of(board).rungs:
        if rung.name in wanted:
            stage("rung {}", rung.name)
            engine = engine_of(board, rung.name)
            result, node = _run(engine, rung, node, trace)
            reached.append(result)
            if _settles(board, result):
                return Climb(board, tuple(reached), rung.name, None)
    if engine is None or node is None or "probe" not in wanted:
        return Climb(board, tuple(reached), None, None)
    result, node = _probe(engine, node, trace)
    reached.append(result)
    if node is None or _settles(board, result):
        return Climb(board, tuple(reached), "probe", None)
    if "search" not in wanted:
        return Climb(board, tuple(reached), None, None)
    found = search(engine, node, limit, max_branch_points, probe)
    return Climb(board, tuple(reached), "search", found)


def _settles(board: Board, result: Reached) -> bool:
    """Refuted, or everything decided and right: a weak rung may fill a board against a rule above."""
    return result.refuted is not None or (result.complete and not board.violations(result.on))


def _run(
    engine: LadderEngine, rung: Rung, below: Node | None, trace: bool
) -> tuple[Reached, Node | None]:
    """One propagation rung, from what the rung below decided."""
    log: Log = []  # kept in any case: where the rung refutes, it holds how far that went
    on, off = (below.on, below.off) if below else (0, 0)
    started = time.perf_counter()
    refuted, node = None, None
    try:
        node = engine.root(on, off, log)
        on, off = node.on, node.off
    except Refuted as why:
        refuted = str(why)
        if log:
            on, off = log[-1].on | log[-1].new_on, log[-1].off | log[-1].new_off
    seconds = time.perf_counter() - started
    of, steps = engine.variables, tuple(log) if trace else ()
    return Reached(rung.name, on, off, of, refuted, rung.left_out, seconds, steps), node


def _probe(engine: LadderEngine, below: Node, trace: bool) -> tuple[Reached, Node | None]:
    log: Log = []  # kept in any case: where the rung refutes, it holds how far that went
    started = time.perf_counter()
    refuted, node = None, None
    on, off = below.on, below.off
    try:
        node = probe(engine, below, log)
        on, off = node.on, node.off
    except Refuted as why:
        refuted = str(why)
        if log:
            on, off = log[-1].on | log[-1].new_on, log[-1].off | log[-1].new_off
    seconds = time.perf_counter() - started
    of, steps = engine.variables, tuple(log) if trace else ()
    return Reached("probe", on, off, of, refuted, None, seconds, steps), node
