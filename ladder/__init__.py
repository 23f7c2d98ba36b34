"""How far graded pencil logic gets: rungs of rising strength, probing and search."""

from __future__ import annotations

from ladder.climb import Climb, Reached, climb, engine_of, ladder_of, position, rung_names
from ladder.engine import LadderEngine, Probe, Refuted, Step
from ladder.explain import Deduction
from ladder.probe import probe
from ladder.rungs import Ladder, Rung
from ladder.search import SearchLimit, SearchResult, search

__all__ = [
    "Climb",
    "Deduction",
    "Ladder",
    "LadderEngine",
    "Probe",
    "Reached",
    "Refuted",
    "Rung",
    "SearchLimit",
    "SearchResult",
    "Step",
    "climb",
    "engine_of",
    "ladder_of",
    "position",
    "probe",
    "rung_names",
    "search",
]
