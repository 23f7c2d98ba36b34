"""Descriptions from TOML text or Python dictionaries. Whatever is not understood is refused."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from sequences.local_rules.conditions import read_conditions, read_content, read_derived
from sequences.local_rules.description import Description, Side, Size
from sequences.local_rules.keys import DescriptionError, Table

__all__ = ["from_dictionary", "load", "loads", "parse_size"]

LARGEST_SIDE = 10_000
VALUES = 64


def load(path: str | Path) -> Description:
    """The description in a TOML file.

    Raises DescriptionError (a ValueError) with the file and the key for anything wrong in it, and
    OSError if it cannot be read.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise DescriptionError(f"{path}: expected UTF-8") from None
    return loads(text, str(path))


def loads(text: str, name: str = "<text>") -> Description:
    """The description in a TOML text; `name` is what messages call it.

    >>> str(loads('size = "n+1 x 4"\\nvalues = "0..1"').size)
    '(n+1) X 4'
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DescriptionError(f"{name}: expected TOML: {error}") from None
    except RecursionError:
        raise DescriptionError(f"{name}: expected TOML, not such deep nesting") from None
    return from_dictionary(document, name)


def from_dictionary(document: Mapping[str, Any], name: str = "<description>") -> Description:
    """A description as a Python dictionary with the keys of the TOML form."""
    top = Table(name, "", document)
    size = parse_size(top.text("size"), top.place("size"))
    stem = Path(name).stem if name.endswith(".toml") else "local"
    called = top.text("name", stem)
    if not re.fullmatch(r"[\w .+-]{1,80}", called):
        raise top.error("name", "expected letters, digits, spaces and . + - only")
    content = read_content(top)
    if content is None:
        values = _values(top)
    else:
        if top.has("values"):
            raise top.error("values", "not beside [permutation], [tiles] or [links]")
        values = content.values
    if len(values) > VALUES:
        raise top.error("values", f"expected at most {VALUES} values, not {len(values)}")
    wrap = top.choice("wrap", ("none", "columns", "rows", "both"), "none")
    derived = read_derived(top)
    conditions = read_conditions(top, values, tuple(d.name for d in derived), wrap != "none")
    description = Description(
        name=called,
        title=top.text("title", f"{size} arrays of the description {called}"),
        size=size,
        offset=top.number("offset", 1, 0, 1000),
        values=values,
        divisor=top.number("divide", 1, 1, 10**9),
        wrap_rows=wrap in ("rows", "both"),
        wrap_columns=wrap in ("columns", "both"),
        derived=derived,
        conditions=conditions,
        content=content,
        source=json.dumps(document, sort_keys=True),
    )
    top.finish()
    for side in (size.rows, size.columns):
        if side.variable and side.at(description.offset) < 0:
            raise top.error("size", f"negative at {side.variable} = {description.offset}")
    return description


def _values(top: Table) -> tuple[int, ...]:
    given = top.any("values")
    if isinstance(given, str):
        match = re.fullmatch(r"\s*(-?[0-9]{1,4})\s*\.\.\s*(-?[0-9]{1,4})\s*", given)
        if not match or int(match[1]) > int(match[2]):
            raise top.error("values", f'expected a range such as "0..3", not {given!r}')
        if int(match[2]) - int(match[1]) >= VALUES:
            raise top.error("values", f"expected at most {VALUES} values")
        return tuple(range(int(match[1]), int(match[2]) + 1))
    whole = isinstance(given, list | tuple) and all(type(v) is int for v in given)
    if not whole or not given or any(abs(v) > 9999 for v in given):
        raise top.error("values", 'expected a range such as "0..3", or a list of numbers')
    if len(set(given)) < len(given):
        raise top.error("values", "expected each value once")
    return tuple(sorted(given))


_SIDE = re.compile(
    r"\s*(?P<open>\()?\s*"
    r"(?:(?:(?P<factor>[0-9]{1,3})\s*\*?\s*)?(?P<variable>[nk])|(?P<number>[+-]?[0-9]+))"
    r"(?P<shift>(?:\s*[+-]\s*[0-9]+)*)\s*(?(open)\))\s*"
)
"""One side. Brackets stand around all of it or nowhere: 2(n+1) is not 2n+1, and n1 is not n+1."""


def parse_size(text: str, place: str = "size") -> Size:
    """A size such as `n+1 x 4`, `3 x n`, `n x k`, `n x n` or `n` (one row).

    Brackets around a side, spaces and X or × for x are allowed, so that a size can be copied from
    an OEIS name. Raises DescriptionError.

    >>> str(parse_size("(n+1)X(1+1)")), str(parse_size("4 x 3n"))
    ('(n+1) X 2', '4 X 3n')
    """
    parts = re.split("[xX×]", text)
    if len(parts) == 1:
        parts = ["1", *parts]
    if len(parts) != 2:
        raise DescriptionError(f"{place}: expected a size such as n+1 x 4, not {text!r}")
    size = Size(*(_side(part, text, place) for part in parts))
    match (size.rows.variable, size.columns.variable):
        case ("", ""):
            raise DescriptionError(f"{place}: expected a side that grows with n, not {text!r}")
        case ("k", "k") | ("k", "") | ("", "k"):
            raise DescriptionError(f"{place}: expected n; k is the columns of a table n x k")
        case ("k", "n"):
            raise DescriptionError(f"{place}: expected n in the rows and k in the columns")
        case _:
            return size


def _side(part: str, text: str, place: str) -> Side:
    match = _SIDE.fullmatch(part)
    if not match:
        raise DescriptionError(f"{place}: expected sides such as 4, n, 3n or n+1, not {text!r}")
    variable: Literal["", "n", "k"] = match["variable"] or ""  # type: ignore[assignment]  # by the pattern
    factor = int(match["factor"] or 1) if variable else 0
    summands = re.sub(r"\s", "", (match["number"] or "") + match["shift"])
    shift = sum(map(int, re.findall(r"[+-]?[0-9]+", summands)))
    if (variable and factor < 1) or abs(shift) > LARGEST_SIDE or (not variable and shift < 1):
        raise DescriptionError(f"{place}: expected sides from 1 to {LARGEST_SIDE}, not {text!r}")
    return Side(factor, variable, shift)


def names(items: Iterable[str]) -> str:
    """A list of words for a message."""
    return ", ".join(items)
