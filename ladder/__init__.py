"""How far graded pencil logic gets: rungs of rising strength, probing and search."""

from __future__ import annotations

from ladder.climb import Climb, Reached, climb, engine_of, ladder_of, position, rung_names
from ladder.engine import Engine, Probe, Refuted, Step
from ladder.explain import Deduction
from ladder.probe import probe
from ladder.rungs import Ladder, Rung
from ladder.search import Search, SearchLimit, search

__all__ = [
    "Climb",
    "Deduction",
    "Engine",
    "Ladder",
    "Probe",
    "Reached",
    "Refuted",
    "Rung",
    "Search",
    "SearchLimit",
    "Step",
    "climb",
    "engine_of",
    "ladder_of",
    "position",
    "probe",
    "rung_names",
    "search",
]
