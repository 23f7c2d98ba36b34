"""The compiled frontier against the Python machines, enumeration, and TdZdd's counts."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest

import native.jit
from benchmarks.counting_frontier import cut_board
from count import frontier
from count.frontier import build, size
from count.frontier import machine as evaluation
from count.frontier.automaton import compile_rule
from count.frontier.compiled.layers import Run, TooMany, total
from count.frontier.compiled.programs import cheapest, count_programs, programs
from count.frontier.compiled.table import BATCH, look_up
from count.frontier.components import divide
from count.frontier.joint import JointMachine
from count.frontier.local import Local
from count.frontier.mate import Plugs
from count.limits import Limits, Stopped
from puzzles import Binairo, Nondango, Norinori, Numberlink
from puzzles.rules import Clause
from tests.compiled import MEMORY, by_each_program, by_python
from tests.strategies import tiny_boards


def random_numberlink(random: Random, sides: tuple[int, int]) -> Numberlink:
    """Labels anywhere, on the rim more often than not; a label may have four cells."""
    height, width = random.randint(*sides), random.randint(*sides)
    cells = [(r, c) for r in range(height) for c in range(width)]
    rim = [(r, c) for r, c in cells if r in (0, height - 1) or c in (0, width - 1)]
    chosen = random.sample(random.choice([cells, rim]), 2 * random.randint(1, min(5, width)))
    names = "1122334455" if random.random() < 0.8 else "1111223344"
    labels = dict(zip(chosen, names, strict=False))
    rows = tuple(tuple(labels.get((r, c)) for c in range(width)) for r in range(height))
    return Numberlink(labels=rows, variants=frozenset({"unused"} if random.random() < 0.7 else ()))


@pytest.mark.parametrize("block", range(3))
def test_random_numberlink_boards(block: int) -> None:
    random = Random(block)
    solved = 0
    for _ in range(60):
        board = random_numberlink(random, (2, 6))
        expected = by_python(board)
        assert by_each_program(board) == {expected}, board.text()
        solved += expected > 1
    assert solved > 10


@pytest.mark.parametrize("limit", [7, pytest.param(12, marks=pytest.mark.slow)])
def test_tiny_numberlink_boards_against_the_verifier(limit: int) -> None:
    compared = 0
    for board in tiny_boards("numberlink", limit=limit):
        if not isinstance(board, Numberlink) or "no-touch" in board.variants:
            continue
        solutions = sum(not board.violations(mask) for mask in range(1 << len(board.places())))
        assert by_each_program(board) == {solutions}, board.text()
        compared += 1
    assert compared > 10


def test_boards_full_of_labels() -> None:
    """Labels in clusters, which no path may pass between."""
    for seed in range(100):
        random = Random(seed)
        height, width = random.randint(5, 8), random.randint(5, 7)
        pairs = random.randint(height * width // 8, height * width // 4)
        board = cut_board(height, width, pairs, seed, *["unused"] * (seed % 3 > 0))
        assert by_each_program(board) == {by_python(board)}, board.text()


def test_states_that_lead_nowhere_are_dropped() -> None:
    division = divide(COUNTS[3][0])
    assert division is not None
    program, *_ = programs(build.machines(division.components[0], division.places))
    run = Run.of(program)
    assert run.finish(MEMORY) == COUNTS[3][1]
    assert run.paths < 500_000  # 600 456 where only chords to the rim are known


def test_the_estimate_is_of_the_right_size() -> None:
    for board, _ in COUNTS:
        division = divide(board)
        assert division is not None
        machine = next(build.machines(division.components[0], division.places))
        assert isinstance(machine, Plugs)
        (program,) = programs([machine])
        run = Run.of(program)
        run.finish(MEMORY)
        assert run.paths / 10 < size.estimate(machine) < 10 * run.paths
        assert sum(program.expected) == size.estimate(machine)


def test_of_several_sides_a_cheap_one_is_chosen() -> None:
    """The 10x10 board, whose sides take 60 000 to 600 000 states."""
    division = divide(COUNTS[1][0])
    assert division is not None
    sides = programs(build.machines(division.components[0], division.places))
    states = []
    for side in sides:
        run = Run.of(side)
        run.finish(MEMORY)
        states.append(run.paths)
    best = cheapest(sides, MEMORY)
    best.finish(MEMORY)
    assert best.paths <= 2 * min(states) < max(states) / 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_larger_random_boards(seed: int) -> None:
    board = random_numberlink(Random(1000 + seed), (6, 8))
    assert by_each_program(board) == {by_python(board)}, board.text()


COUNTS = [
    # Counted by TdZdd's ddnumlin (Yoshinaka et al., Algorithms 5(2), 2012) and by the Python machine.
    (cut_board(10, 10, 8, 1), 73915704),
    (cut_board(10, 10, 8, 1, "unused"), 15715506853491),
    (cut_board(12, 12, 12, 1), 6162863184),
    (cut_board(12, 12, 12, 1, "unused"), 9382861258506279517),
]


@pytest.mark.parametrize(("board", "solutions"), COUNTS)
def test_counts_of_tdzdd_from_every_side(board: Numberlink, solutions: int) -> None:
    assert by_each_program(board) == {solutions}


def test_a_count_beyond_one_word_of_tdzdd() -> None:
    board, solutions = COUNTS[3]
    assert frontier.count(board) == solutions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "pairs", "variants", "solutions"),
    [
        (15, 25, (), 879442093005448),
        (15, 18, (), 1588830985038120308),
        (15, 25, ("unused",), 272488240151424281729136970),
        (18, 30, (), 417023675470868148683376),
    ],
)
def test_large_counts_of_tdzdd(
    size: int, pairs: int, variants: tuple[str, ...], solutions: int
) -> None:
    assert frontier.count(cut_board(size, size, pairs, 1, *variants)) == solutions


PEER = Path(os.environ.get("KAZOE_DDNUMLIN", "build/peers/ddnumlin"))


@pytest.mark.slow
@pytest.mark.skipif(not PEER.exists(), reason="ddnumlin is not built: see ../shared/tools/build")
@pytest.mark.parametrize("seed", range(100))
def test_random_boards_against_tdzdd(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for _ in range(5):
        size = random.randint(8, 12)
        unused = random.random() < 0.5
        pairs = random.randint(size // 2 + 2, size + 2)
        board = cut_board(size, size, pairs, random.randrange(10**6), *["unused"] * unused)
        rows = "\n".join(" ".join(label or "-" for label in row) for row in board.labels)
        (tmp_path / "board.dat").write_text(f"{size} {size}\n{rows}\n")
        done = subprocess.run(
            [PEER, "-a", "-m", "0", *([] if unused else ["-k", "0"]), tmp_path / "board.dat"],
            capture_output=True,
            text=True,
            check=True,
        )
        expected = int(done.stderr.rpartition("#solution = ")[2].split()[0])
        assert by_each_program(board) == {expected}, board.text()


@pytest.mark.parametrize("kind", ["binairo", "norinori", "nondango"])
def test_tables_and_clauses(kind: str) -> None:
    several = 0
    for board in tiny_boards(kind, limit=9):
        plain = board.dropping("distinct") if isinstance(board, Binairo) else board
        expected = by_python(plain)
        assert by_each_program(plain) == {expected}, board.text()
        several += expected > 1
    assert several > 1


def graph_board(random: Random) -> Numberlink:
    """A small board that the plug machine does not count."""
    board = random_numberlink(random, (2, 4))
    touch = random.random() < 0.6
    dropped = random.choice(
        [("degree",), ("paths",), ("degree", "paths"), ()] if touch else [("degree",)]
    )
    return (board.variant("no-touch") if touch else board).dropping(*dropped)


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(block, marks=pytest.mark.slow) for block in range(1, 20))]
)
def test_graph_rules_of_any_kind(block: int) -> None:
    random = Random(block)
    several = 0
    for _ in range(30):
        board = graph_board(random)
        expected = by_python(board)
        assert by_each_program(board) == {expected}, (board.text(), sorted(board.without))
        several += expected > 1
    assert several > 5


def test_a_given_inside_a_graph_board_is_kept() -> None:
    """No board prints givens on edges; the machine takes them all the same."""
    board = cut_board(4, 4, 2, 3, "no-touch", "unused")
    (machine,) = build.machines(divide(board).components[0], board.places())
    assert isinstance(machine, JointMachine)
    plain = Run.of(programs([machine])[0]).finish(MEMORY)
    parts = []
    for bit in (0, 1):
        machine.fixed[5] = bit
        parts.append(evaluation.count(machine))
        assert Run.of(programs([machine])[0]).finish(MEMORY) == parts[-1]
    assert sum(parts) == plain
    assert min(parts) > 0


def test_known_counts_of_blank_boards() -> None:
    circles = frozenset((r, c) for r in range(8) for c in range(8))
    blank = ((0,) * 8,) * 8
    # OEIS A181218(8); 8x8 Binairo with repeats, from 0/1 matrices counted row by row.
    nondango = Nondango(regions=blank, circles=circles).dropping("region")
    assert by_each_program(nondango) == {1328921689649459}
    assert by_each_program(Binairo.blank(8, 8).dropping("distinct")) == {12413918}
    norinori = Norinori(regions=((0,) * 6,) * 6).dropping("region")
    assert by_each_program(norinori) == {349511}


def chain(length: int) -> Local:
    """Of every two variables in a row one is true: a Fibonacci number of ways."""
    order = range(1, length + 1)
    rank = {v: v for v in order}
    rules = [compile_rule(Clause((v, v + 1)), {}, rank) for v in order[:-1]]
    return Local(order, [rule for rule in rules if rule is not None])


@pytest.mark.parametrize("length", [1, 2, 88, 92, 95, 180, 300])
def test_counts_of_several_words(length: int) -> None:
    a, b = 1, 2
    for _ in range(length - 1):
        a, b = b, a + b
    assert count_programs(programs([chain(length)])) == b


FULL = (1 << 64) - 1


def looked_up(sources: list[list[int]], room: int, most: int = 100) -> list[list[int]] | int:
    """Every source's path goes to the state that is its own key, all in one batch."""
    read = np.array(sources, np.uint64)
    keys = np.zeros((BATCH, 1), np.uint64)
    keys[: len(read)] = read[:, :1]
    records = np.zeros((1, 1 + room), np.uint64)
    origins = np.arange(BATCH)
    slots = np.zeros(2, np.uint32)
    found, _, number = look_up(records, 0, slots, 1, keys, origins, len(read), read, most)
    return number if number < 0 else found[:number].tolist()


def test_a_carry_runs_on_and_none_is_lost() -> None:
    assert looked_up([[9, FULL], [9, 1]], 2) == [[9, 0, 1]]
    assert looked_up([[9, FULL, FULL, 3], [9, FULL, 0, 0]], 3) == [[9, FULL - 1, 0, 4]]
    assert looked_up([[9, FULL, FULL], [9, 1, 0]], 2) == -1
    assert looked_up([[9, FULL, FULL], [9, 0, 1]], 2) == -1
    assert looked_up([[9, FULL, FULL], [9, 0, 0]], 2) == [[9, FULL, FULL]]


def test_equal_states_are_found_and_others_kept_apart() -> None:
    keys = [k % 20 for k in range(BATCH)]
    expected = [[k, keys.count(k)] for k in range(20)]
    assert looked_up([[k, 1] for k in keys], 1) == expected
    assert looked_up([[k, 1] for k in keys], 1, most=19) == -2


def test_a_total_of_several_words() -> None:
    layer = np.array([[5, FULL, 1], [6, FULL, FULL], [7, 1, 1]], np.uint64)
    assert total(layer, 2, 1) == 2 * FULL + ((1 + FULL) << 64)


def test_an_overflow_is_an_error() -> None:
    (program,) = programs([chain(100)])
    run = Run.of(program)
    while run.level < 90:
        run.step(MEMORY)
    run.layer[:, program.words] = (1 << 64) - 1
    run.layer = run.layer[:, : program.words + 1].copy()
    run.bits = 1
    with pytest.raises(OverflowError, match="proved bound"):
        run.finish(MEMORY)


def test_memory_is_kept() -> None:
    board = cut_board(10, 10, 8, 1)
    division = divide(board)
    assert division is not None
    found = programs(build.machines(division.components[0], division.places))
    with pytest.raises(TooMany, match="states in one layer"):
        Run.of(found[0]).finish(20_000)
    with pytest.raises(Stopped, match="states in one layer"):
        count_programs(found[:1], Limits(layers=20_000))


def test_the_engine_goes_over_to_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    board = cut_board(8, 8, 7, 1, "unused")
    used = []
    monkeypatch.setattr(frontier, "_budget", lambda: 100)
    monkeypatch.setattr(
        "count.frontier.compiled.programs.count_programs",
        lambda found, *more: used.append(len(found)) or count_programs(found, *more),
    )
    assert frontier.count(board) == 3521918
    assert used == [4]
    monkeypatch.setattr(frontier, "_budget", lambda: 10**9)
    assert frontier.count(board) == 3521918
    assert used == [4]


def test_codes_that_outgrow_a_byte_stay_with_python() -> None:
    rows = tuple((f"row{r}",) * 4 for r in range(250))
    division = divide(Numberlink(labels=rows, variants=frozenset({"unused"})))
    assert division is not None
    machines = list(build.machines(division.components[0], division.places))
    assert isinstance(machines[0], Plugs)
    assert programs(machines) == []


def test_machine_code_without_a_folder_to_keep_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A read-only installation, and a user without a home."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(native.jit._settings, "CACHE_DIR", "")
    monkeypatch.setattr(Path, "home", homeless)
    (tmp_path / "file").write_text("")
    package = tmp_path / "file"  # no folder can be made below a file
    assert native.jit._folder(package) is None
    monkeypatch.setattr(native.jit, "_folder", lambda package: None)

    def double(x: int) -> int:
        return 2 * x

    assert native.jit.compiled(double)(21) == 42
