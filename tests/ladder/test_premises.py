"""Premises: each step's rule decides the same from them alone, and needs every one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ladder import climb, engine_of
from ladder.engine import Log, Refuted, Step, bits
from ladder.explain import Deduction, deductions
from puzzles import parse, read
from puzzles.board import name_of

BOARDS = ["binairo-10x10", "norinori-6x6", "nondango-8x8", "numberlink-7x7"]


def decides(found: Deduction, kept: int) -> bool:
    """Does the step's propagator, left alone with these places, come to the same?"""
    assert found.by is not None
    on, off = found.on & kept, found.off & kept
    while True:
        try:
            got_on, got_off = found.by.infer(on, off, (on | off) & found.by.scope, found.by.state())
        except Refuted:
            return False
        if not (got_on & ~on or got_off & ~off):
            return not (found.new_on & ~on or found.new_off & ~off)
        on, off = on | got_on, off | got_off


@pytest.mark.parametrize("name", BOARDS)
def test_premises_are_enough_and_none_can_be_left_out(name: str) -> None:
    board = read(str(Path("examples") / f"{name}.txt"))
    seen = 0
    for _, found in climb(board, up_to="probe", trace=True).trace():
        premises = found.premises(board)
        if found.technique == "probe":
            assert premises == 0
            continue
        assert premises & ~(found.on | found.off) == 0
        assert decides(found, premises)
        for bit in bits(premises):
            assert not decides(found, premises & ~(1 << bit))
        seen += premises.bit_count()
    assert seen


def named(text: str, technique: str) -> set[str]:
    """The premises of the first step of a technique, by name."""
    board = parse(text)
    trace = climb(board, up_to="probe", trace=True).trace()
    found = next(found for _, found in trace if found.technique == technique)
    return {name_of(board.places()[bit]) for bit in bits(found.premises(board))}


def test_premises_are_the_places_that_the_reason_names() -> None:
    text = "binairo\n0 . 0 .\n. . . .\n. . . .\n. . . ."
    assert named(text, "sandwich") == {"r0c0", "r0c2"}
    assert named("binairo\n0 0 . .\n. . . .\n. . . .\n. . . .", "pair") == {"r0c0", "r0c1"}


def test_a_chain_is_the_premise_of_the_edge_that_would_close_it() -> None:
    board = parse("numberlink unused\n1 . .\n. . .\n1 . .")
    places = board.places()
    chain = [((0, 1), (0, 2)), ((0, 1), (1, 1)), ((0, 2), (1, 2))]
    on = sum(1 << places.index(edge) for edge in chain)
    log: Log = []
    engine_of(board, "chain").root(on, 0, log)
    closes = 1 << places.index(((1, 1), (1, 2)))
    found = next(
        found
        for step in log
        if isinstance(step, Step)
        for found in deductions(board, step)
        if found.new_off & closes and found.technique == "chain"
    )
    seen = {places[bit] for bit in bits(found.premises(board))}
    assert seen == set(chain)
