"""Which engines are asked, what their results amount to, and what happens when one fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

import count as package
from count import (
    ENGINES,
    Count,
    CountingEngine,
    Limits,
    NoSolutions,
    Stopped,
    count,
    counting,
    marginals,
    sample,
)
from count.counting import _Run
from count.limits import AtLeast
from count.registry import SAMPLERS, chosen
from encode import TimeLimit
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink

BOARD = Binairo.blank(4, 4)
NONE = Norinori(regions=((0, 1), (1, 1)))


@pytest.fixture
def odd_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engines of this folder's odd modules, and ``absent``, beside the others."""
    for name in ("liar", "sluggish", "crashing", "hungry", "pondering"):
        engine = CountingEngine(name, name, f"tests.count.{name}", apart=name == "crashing")
        monkeypatch.setitem(ENGINES, name, engine)
    absent = CountingEngine("absent", "absent", "count.brute", package="no_such_package_at_all")
    monkeypatch.setitem(ENGINES, "absent", absent)


def test_default_asks_two_engines() -> None:
    result = count(BOARD)
    assert result.value == 72
    assert len(result.counts) == 2
    assert result.counts.keys() == result.seconds.keys()


def test_all_asks_every_engine_that_fits() -> None:
    result = count(BOARD, "all")
    here = {name for name, engine in ENGINES.items() if engine.missing() is None}
    assert result.counts == dict.fromkeys(here, 72)
    assert result.agree


def test_engines_can_be_named_in_both_ways() -> None:
    assert list(count(BOARD, "brute,bdd").counts) == ["brute", "bdd"]
    assert list(count(BOARD, ["brute", "bdd", "brute"]).counts) == ["brute", "bdd"]
    assert chosen(" sat , bdd") == ("sat", "bdd")


def test_a_name_that_no_engine_has_is_an_error() -> None:
    with pytest.raises(ValueError, match="no engine 'abacus'"):
        count(BOARD, "abacus")


def test_no_engine_is_an_error() -> None:
    with pytest.raises(ValueError, match="no engine ''"):
        count(BOARD, "")
    with pytest.raises(ValueError, match="no engine is named"):
        count(BOARD, [])


@pytest.mark.parametrize("timeout", [-1.0, float("nan")])
def test_a_limit_that_is_none_is_an_error(timeout: float) -> None:
    for ask in (count, marginals):
        with pytest.raises(ValueError, match="limit of 0 seconds or more"):
            ask(BOARD, timeout=timeout)


def test_an_infinite_limit_is_no_limit() -> None:
    assert count(BOARD, "brute", timeout=float("inf")).counts == {"brute": 72}
    assert marginals(BOARD, timeout=float("inf")) == marginals(BOARD)


def test_fewer_samples_than_none_are_an_error() -> None:
    with pytest.raises(ValueError, match="from 0 on, found -1"):
        sample(BOARD, -1, 1)


@pytest.mark.usefixtures("odd_engines")
@pytest.mark.parametrize("timeout", [None, 30.0])
def test_a_lying_engine_is_noticed(timeout: float | None) -> None:
    result = count(BOARD, "brute,liar", timeout=timeout)
    assert result.counts == {"brute": 72, "liar": 73}
    assert not result.agree
    assert result.value is None
    assert "DISAGREE" in str(result)


@pytest.mark.usefixtures("odd_engines")
def test_a_time_limit_holds_and_is_told() -> None:
    result = count(BOARD, "sluggish,brute", timeout=1.0)
    assert result.counts == {"brute": 72} or result.counts == {}
    assert "sluggish: no result within 0.5 s" in result.notes


@pytest.mark.usefixtures("odd_engines")
def test_the_time_limit_holds_for_the_estimate_of_the_size_too() -> None:
    """By default no engine is forced, and asked first whether the board is too large."""
    assert count(BOARD, "pondering", timeout=30).counts == {"pondering": 72}  # forced
    limits = Limits(seconds=0.5)
    run = _Run(BOARD, limits, lambda name: None)
    assert not run.attempt(ENGINES["pondering"])
    assert run.notes == ["pondering: no result within 0.5 s"]


@pytest.mark.usefixtures("odd_engines")
def test_an_engine_that_refuses_is_tried_only_when_named_and_limited() -> None:
    result = count(BOARD, "sluggish")
    assert result.notes == ("sluggish: not tried: it never ends",)
    assert result.value is None


@pytest.mark.usefixtures("odd_engines")
def test_a_crash_stays_in_its_own_process() -> None:
    result = count(BOARD, "crashing,brute")
    assert result.counts == {"brute": 72}
    assert result.notes == ("crashing: died of signal 9",)


@pytest.mark.usefixtures("odd_engines")
def test_an_engine_that_is_not_installed_is_listed_as_such() -> None:
    result = count(BOARD, "absent", timeout=5)
    assert result.notes == (
        "absent: not tried: not installed (no Python package no_such_package_at_all)",
    )


@pytest.mark.usefixtures("odd_engines")
def test_memory_is_bounded_in_the_process_of_a_limited_run() -> None:
    result = count(BOARD, "hungry", limits=Limits(seconds=30, memory=1 << 29))
    assert result.counts == {}
    assert result.notes == ("hungry: more than 0.536871 GB of memory",)


def test_no_result_is_unknown_and_never_a_guess() -> None:
    result = count(Binairo.blank(20, 20), "brute")
    assert result.value is None
    assert str(result) == "unknown"
    assert result.agree


def test_a_capped_enumeration_says_at_least() -> None:
    result = count(BOARD, "sat", limits=Limits(cap=10))
    assert result.counts == {"sat": 10}
    assert result.at_least == {"sat"}
    assert result.value is None
    assert "sat >= 10" in str(result)


def test_a_cap_equal_to_the_count_is_exact() -> None:
    assert count(BOARD, "sat", limits=Limits(cap=72)).value == 72


def test_a_lower_bound_above_an_exact_count_is_a_disagreement() -> None:
    fields = {"board": BOARD, "seconds": {"frontier": 0.0, "sat": 0.0}}
    bound = frozenset({"sat"})
    assert not Count(counts={"frontier": 9, "sat": 10}, at_least=bound, **fields).agree
    assert Count(counts={"frontier": 10, "sat": 10}, at_least=bound, **fields).value == 10
    assert Count(counts={"frontier": 11, "sat": 10}, at_least=bound, **fields).value == 11


def test_a_probabilistic_engine_is_no_witness_on_its_own() -> None:
    fields = {"board": BOARD, "seconds": {"frontier": 0.0, "ganak": 0.0}}
    hashed = frozenset({"ganak"})
    assert Count(counts={"ganak": 72}, probable=hashed, **fields).value is None
    assert Count(counts={"ganak": 72, "frontier": 72}, probable=hashed, **fields).value == 72
    assert not Count(counts={"ganak": 73, "frontier": 72}, probable=hashed, **fields).agree


def test_limits_survive_the_way_between_processes() -> None:
    import pickle

    stop = pickle.loads(pickle.dumps(AtLeast(7, "the cap")))
    assert (stop.models, stop.limit) == (7, "the cap")


def test_the_progress_names_each_engine_that_sets_out() -> None:
    told: list[str] = []
    count(BOARD, "brute,bdd", progress=told.append)
    assert told == ["brute", "bdd"]


@pytest.mark.parametrize("engine", SAMPLERS)
@pytest.mark.parametrize("timeout", [None, 30.0])
def test_samples_are_solutions_and_the_same_for_the_same_seed(
    engine: str, timeout: float | None
) -> None:
    found = sample(BOARD, 20, 5, by=engine, timeout=timeout)
    assert all(not BOARD.violations(solution.mask) for solution in found)
    assert found == sample(BOARD, 20, 5, by=engine)
    assert found != sample(BOARD, 20, 6, by=engine)


@pytest.mark.parametrize("engine", SAMPLERS)
@pytest.mark.parametrize("timeout", [None, 30.0])
def test_marginals_are_fractions_by_place(engine: str, timeout: float | None) -> None:
    board = Binairo(givens=((1, None), (None, None)))
    shares = marginals(board, by=engine, timeout=timeout)
    assert shares == {(0, 0): 1, (0, 1): 0, (1, 0): 0, (1, 1): 1}
    assert shares.named() == {"r0c0": "1", "r0c1": "0", "r1c0": "0", "r1c1": "1"}
    assert all(isinstance(share, Fraction) for share in shares.values())


@pytest.mark.parametrize("engine", SAMPLERS)
@pytest.mark.parametrize("timeout", [None, 30.0])
def test_a_board_without_solutions_has_no_samples_and_no_shares(
    engine: str, timeout: float | None
) -> None:
    with pytest.raises(NoSolutions):
        sample(NONE, 1, 1, by=engine, timeout=timeout)
    with pytest.raises(NoSolutions):
        marginals(NONE, by=engine, timeout=timeout)


def test_only_some_engines_sample() -> None:
    with pytest.raises(ValueError, match="brute does not sample: frontier and bdd do"):
        sample(BOARD, 1, 1, by="brute")


@pytest.mark.usefixtures("odd_engines")
def test_the_time_limit_of_shares_holds_for_the_estimate_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The task is run here: another process would not know of the odd engine in frontier's place.
    monkeypatch.setitem(ENGINES, "frontier", ENGINES["pondering"])
    given = []

    def told(task: Callable[..., object], arguments: tuple[object, ...], limits: Limits) -> None:
        given.append((task, arguments, limits.seconds))
        raise Stopped("told")

    monkeypatch.setattr(counting, "run_apart", told)
    with pytest.raises(Stopped, match="told"):
        marginals(BOARD, timeout=0.5)
    assert given == [(counting._shares, (None, BOARD), 0.5)]


@pytest.mark.usefixtures("odd_engines")
def test_a_sampler_that_refuses_gives_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SAMPLERS:
        monkeypatch.setitem(ENGINES, name, replace(ENGINES[name], module="tests.count.sluggish"))
    with pytest.raises(Stopped, match="frontier: it never ends; bdd: it never ends"):
        marginals(BOARD)


def test_results_print_and_draw_themselves() -> None:
    result = count(BOARD, "brute")
    assert repr(result).startswith("4x4 binairo: 72 solutions: brute 72 (")
    assert result._repr_svg_().startswith("<svg")
    assert "72 solutions" in result._repr_svg_()
    shares = marginals(BOARD)
    assert repr(shares).splitlines()[1] == "r0c1  1/2"
    assert shares._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    "board",
    [
        Nondango(regions=((0, 0),), circles=frozenset()),
        Nondango(regions=((0, 0),), circles=frozenset(), without=frozenset({"region"})),
        Numberlink(labels=((None,),)),
        Numberlink(labels=((None,),), variants=frozenset({"unused"})),
    ],
)
def test_a_board_without_variables_has_one_solution_or_none(board: Nondango | Numberlink) -> None:
    result = count(board, "all")
    assert result.value == (not board.violations(0))


def test_the_package_names_what_it_offers() -> None:
    assert {name for name in package.__all__ if not hasattr(package, name)} == set()


def test_an_enumeration_out_of_time_tells_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def two_and_no_more(board: Board, *, timeout: float | None) -> Iterator[int]:
        yield 1
        yield 2
        raise TimeLimit(3)

    monkeypatch.setattr("count.sat.solutions", two_and_no_more)
    result = count(BOARD, "sat")
    assert result.counts == {"sat": 2}
    assert result.at_least == {"sat"}
    assert result.value is None
    assert result.notes == ("sat: stopped at 3 s",)


def test_an_engine_that_failed_first_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    dying = CountingEngine("frontier", "frontier", "tests.count.crashing", apart=True)
    monkeypatch.setitem(ENGINES, "frontier", dying)
    for name in ("brute-lifted", "brute", "sat", "tididi"):
        absent = replace(ENGINES[name], package="no_such_package_at_all")
        monkeypatch.setitem(ENGINES, name, absent)
    result = count(BOARD)
    assert result.counts == {"bdd": 72}
    assert [note for note in result.notes if "frontier" in note] == ["frontier: died of signal 9"]
    assert "no second engine: bdd alone" in result.notes
