"""What the commands do; `sequences.cli` reads their options."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from itertools import islice
from pathlib import Path
from typing import Any

from native.commands import FOUND, LIMIT
from native.files import write_text
from sequences.analysis import Effort, Finding, find, judge
from sequences.cli import InputError
from sequences.families import family
from sequences.formulas import generating_function_text, recurrence_text
from sequences.query import Query, SequenceEngine, antidiagonals, table
from sequences.recurrence import FitError, Status, fit
from sequences.registry import NAMES, parse
from sequences.report import (
    b_file,
    growth_text,
    json_report,
    latex,
    oeis_lines,
    status_text,
    table_text,
    terms_text,
    verdict_text,
)

__all__ = ["fit_terms", "run_query", "show_list", "verify_file"]

OEIS_TERMS = 40
"""Terms to fill the three data lines of an OEIS entry from, where more terms cost nothing."""


def show_list(options: Namespace) -> int:
    """The families, their definitions and OEIS entries."""
    families = [family(name) for name in NAMES]
    if options.json:
        listed = [
            {
                "family": known.name,
                "title": known.title.format(grid="n X k"),
                "definition": known.definition,
                "entries": [entry.number for entry in known.entries],
            }
            for known in families
        ]
        print(json.dumps(listed, indent=1))
        return 0
    for known in families:
        size = "n" if known.words else "n X k"
        print(f"{known.name}\n    Number of {known.title.format(grid=size)}")
        for entry in known.entries:
            query = Query(known, entry.shape, entry.width, entry, entry.number)
            where = {"square": "squares", "antidiagonals": "table", "word": "words"}.get(
                entry.shape, f"strip {query.grid}"
            )
            print(f"    {entry.number}  {where}{', ' + entry.note if entry.note else ''}")
    return 0


def verify_file(options: Namespace) -> int:
    """Check a proof file with the separate checker."""
    from sequences.verify import RefusedError, verify

    name = "<stdin>" if options.file == "-" else options.file
    try:
        if options.file != "-":
            text = Path(options.file).read_text("utf-8")
        elif sys.stdin is None:
            raise InputError(f"{name}:1:1: expected an open standard input")
        else:
            text = sys.stdin.read()
        document = json.loads(text, object_pairs_hook=_distinct)
    except OSError as error:
        raise InputError(f"{name}:1:1: expected a readable file ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{name}:1:1: expected UTF-8") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{name}:{error.lineno}:{error.colno}: expected JSON") from None
    except _RepeatedKeyError as repeated:
        raise InputError(f"{name}:1:1: expected each key once, not {repeated}") from None
    except RecursionError:
        raise InputError(f"{name}:1:1: expected a proof file, not such deep nesting") from None
    try:
        statements = verify(document)
    except RefusedError as refusal:
        if options.json:
            print(json.dumps({"accepted": False, "reason": str(refusal)}))
        else:
            print(f"refused: {refusal}")
        return FOUND
    if options.json:
        print(json.dumps({"accepted": True, "statements": statements}))
    else:
        print("\n".join(["accepted", *statements]))
    return 0


class _RepeatedKeyError(Exception):
    """An object has a key twice, so that two readers may see two different proofs."""


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedKeyError(ascii(key))
        found[key] = value
    return found


def fit_terms(options: Namespace) -> int:
    """A recurrence of a bare list of terms: fitted, never more."""
    parts = re.split(r"[\s,]+", options.file.strip(" ,"))
    if not all(re.fullmatch("[+-]?[0-9]+", part) for part in parts):
        raise ValueError("fit: expected terms such as 1,2,5,13,34,89")
    terms = [int(part) for part in parts]
    try:
        found = fit(terms)
    except FitError as error:
        if options.json:
            print(json.dumps({"terms": terms, "recurrence": None, "reason": str(error)}))
        else:
            print(f"no recurrence: {error}")
        return FOUND
    if options.json:
        report = {"order": found.order, "coefficients": list(found.coefficients)}
        print(json.dumps({"terms": terms, "recurrence": report, "status": found.status.value}))
    else:
        print(f"recurrence: {recurrence_text(found)} (the first term is a(0))")
        print(f"status: {status_text(Finding(found))}")
        print(f"g.f.: {generating_function_text(found)}")
    return 0


def _query(options: Namespace) -> Query:
    """The sequence that is meant: by name, or by a description and perhaps another size."""
    if not options.what.endswith(".toml"):
        return parse(options.what, options.family)
    from sequences.local_rules.family import query
    from sequences.local_rules.keys import DescriptionError
    from sequences.local_rules.reading import load

    if options.family:
        raise ValueError("--family goes with 2xn, nxn and kxn, not with a description")
    try:
        return query(load(options.what), options.file)
    except OSError as error:
        raise InputError(f"{options.what}: expected a readable file ({error.strerror})") from None
    except DescriptionError as error:
        raise InputError(str(error)) from None


def run_query(options: Namespace) -> int:
    """Whatever is asked about one query."""
    query = _query(options)
    engine = SequenceEngine(
        options.workers,
        options.scheduler,
        options.checkpoint,
        options.resume,
        progress=sys.stderr.isatty(),
    )
    if options.table:
        return _table(options, query, engine)
    if options.check:
        return _check(options, query)
    formulas = options.recurrence or options.prove or options.gf or options.asymptotics
    forms = options.oeis or options.latex
    # b-files, pictures and large terms come without formulas unless those are asked for.
    plain = options.b_file or options.picture or engine.forced
    finding = None
    if options.prove or options.certificate:
        finding = find(query, Effort.PROOF)
    elif formulas or (forms and query.linear):
        finding = find(query, Effort.FIT)
    elif query.linear and not plain:
        finding = find(query, Effort.QUICK)
    count = options.terms or (OEIS_TERMS if options.oeis and query.linear else None)
    count = count or query.default_count()
    terms = _terms(query, count, engine, finding)
    if options.certificate:
        _write_certificate(Path(options.certificate), query, finding)
    if options.picture:
        from sequences.plot import plot

        plot(Path(options.picture), query.title, query.offset, terms)
    if options.json:
        print(json.dumps(json_report(query, terms, finding)))
    elif options.b_file:
        print(b_file(query, terms))
    elif options.oeis:
        print(oeis_lines(query, terms, finding or Finding(None)))
    elif options.latex:
        print(latex(query, terms, finding.recurrence if finding else None))
    elif formulas:
        _print_formulas(options, finding or Finding(None))
    else:
        print(terms_text(query, terms))
        if finding is not None:
            _print_formulas(options, finding, everything=True)
    return 0


def _terms(query: Query, count: int, engine: SequenceEngine, finding: Finding | None) -> list[int]:
    """Terms, from a proved recurrence where there is one and it saves work."""
    recurrence = finding.recurrence if finding else None
    if recurrence is None or recurrence.status is not Status.PROVED or engine.forced:
        return query.terms(count, engine)
    known = query.offset == recurrence.offset
    return list(islice(recurrence.terms(), count)) if known else query.terms(count, engine)


def _print_formulas(options: Namespace, finding: Finding, everything: bool = False) -> None:
    recurrence = finding.recurrence
    proper = recurrence is not None and recurrence.status is not Status.PROVED_MODULO
    wanted = everything or options.recurrence or options.prove
    if recurrence is not None and proper and wanted:
        print(f"recurrence: {recurrence_text(recurrence)}")
    if wanted or recurrence is None or recurrence.status is not Status.PROVED:
        print(f"status: {status_text(finding)}")
    if recurrence is not None and proper and (everything or options.gf):
        print(f"g.f.: {generating_function_text(recurrence)}")
    if recurrence is not None and proper and (everything or options.asymptotics):
        print(f"growth: {growth_text(recurrence)}")


def _table(options: Namespace, query: Query, engine: SequenceEngine) -> int:
    height, width = options.table
    if query.family.words:
        raise ValueError(f"{query.family.name} counts words; there is no table")
    if query.family.certificate and query.shape != "antidiagonals":
        raise ValueError(
            "--table: this size has no k; ask for another, such as nxk, after the file"
        )
    rows = table(query.family, height, width, engine)
    report: dict[str, Any] = {"family": query.family.name, "height": height, "width": width}
    if options.antidiagonals:
        # Only the antidiagonals that lie in the table as a whole.
        total = min(height, width) * (min(height, width) + 1) // 2
        pairs = islice(antidiagonals(), total)
        listed = [rows[h - 1][w - 1] for h, w in pairs]
        report["antidiagonals"] = listed
        print(json.dumps(report) if options.json else ", ".join(map(str, listed)))
    else:
        report["table"] = rows
        print(json.dumps(report) if options.json else table_text(rows))
    return 0


def _check(options: Namespace, query: Query) -> int:
    verdict = judge(query, options.check, options.claimed)
    if options.json:
        report = {
            "family": query.family.name,
            "what": query.label,
            "coefficients": list(options.check),
            "verdict": verdict.kind,
            "reason": verdict.reason,
            "n": verdict.n,
            "predicted": verdict.predicted,
            "actual": verdict.actual,
            "holds_from": verdict.holds_from,
        }
        print(json.dumps(report))
    else:
        print(verdict_text(verdict, options.check))
    return {"proved": 0, "refuted": FOUND, "undecided": LIMIT}[verdict.kind]


def _write_certificate(path: Path, query: Query, finding: Finding | None) -> None:
    from sequences.certificate import certificate

    if finding is None or finding.proof is None:
        reason = finding.reason if finding else ""
        raise ValueError(f"there is no proof to write{': ' + reason if reason else ''}")
    write = query.family.certificate or certificate
    write_text(path, json.dumps(write(finding.proof)) + "\n")
