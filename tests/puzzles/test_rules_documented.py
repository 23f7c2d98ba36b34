"""docs/rules.md names every rule, variant and kind of constraint, each puzzle in its own section."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from puzzles import KINDS
from puzzles.rules import Rule

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
SECTIONS = {part.split()[0].lower(): part for part in TEXT.split("\n## ")[1:]}


def listed(section: str, heading: str) -> set[str]:
    """The names in the first column of the table whose first heading is this."""
    for table in re.findall(r"(?:^\|.*\n)+", section, flags=re.MULTILINE):
        first = [line.split("|")[1].strip() for line in table.splitlines()]
        if first[0] == heading:
            return {name.strip("`") for name in first[2:]}
    return set()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_rule_and_variant_is_documented(kind: str) -> None:
    assert listed(SECTIONS[kind], "rule") == set(KINDS[kind].RULES)
    assert listed(SECTIONS[kind], "variant") == set(KINDS[kind].VARIANTS)


def test_the_whole_vocabulary_is_documented() -> None:
    kinds = {name.partition("(")[0] for name in listed(TEXT, "kind")}
    assert kinds == {rule.__name__ for rule in get_args(Rule)}
