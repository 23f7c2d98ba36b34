"""The command line: ``python -m ledger``."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ledger.claims import Claim, ClaimError
from ledger.page import fill, listed, pages, table, written
from ledger.record import RECORD, Record, RecordError
from ledger.store import ResultStore, StoreError, code
from native.commands import positive
from native.files import write_text
from native.limits import Limit, watched
from puzzles.commandline import (
    BAD_INPUT,
    FOUND,
    INTERRUPTED,
    LIMIT,
    Parser,
    add_limits,
    guarded,
    interrupt,
)

__all__ = ["main"]

_STORE = Path("ledger.sqlite")
_ROOT = Path(__file__).parent.parent
_KEPT = "what is measured is kept, the same command goes on"
_EXAMPLES = """\
  PROG                       every claim and its verdict
  PROG show D11 N3           the figures of two claims
  PROG run D11 --seed 2      measure one claim with another seed; print, record nothing
  PROG run --workers 2 --record   measure everything, record it and write the pages
  PROG check                 measure the first boards of parts not heavy, compare
"""


def _parser(prog: str) -> Parser:
    parser = Parser(
        prog=prog,
        description="What four articles claim about the puzzles, measured again.",
        epilog=_EXAMPLES.replace("PROG", prog),
    )
    shared = Parser(add_help=False)
    shared.add_argument(
        "claims", nargs="*", metavar="ID", help="claims, as D11; all if none is named"
    )
    shared.add_argument("--json", action="store_true", help="for programs")
    measuring = Parser(add_help=False)
    measuring.add_argument("--workers", type=positive, default=1, metavar="K")
    add_limits(measuring, "run")
    measuring.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler's workers")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("list", parents=[shared], help="a line per claim (the default)")
    commands.add_parser("show", parents=[shared], help="the recorded figures")
    run = commands.add_parser("run", parents=[shared, measuring], help="measure and print")
    run.add_argument("--seed", type=int, default=1, metavar="S")
    run.add_argument(
        "--store",
        type=Path,
        default=_STORE,
        metavar="FILE",
        help=f"where results are kept until all are there ({_STORE})",
    )
    run.add_argument(
        "--record",
        type=Path,
        nargs="?",
        const=RECORD,
        metavar="FILE",
        help="record the figures: in the package's own record, and write the pages; or in this file",
    )
    commands.add_parser("check", parents=[shared, measuring], help="compare first boards")
    commands.add_parser(
        "write", help="write docs/ledger.md, docs/ledger/ and what other pages quote"
    )
    return parser


def main(argv: Sequence[str] | None = None, prog: str = "python -m ledger") -> int:
    """Run the command line; return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] == "--json":
        arguments.insert(0, "list")
    asked = _parser(prog).parse_args(arguments)
    return guarded(lambda: _guarded(asked))


def _guarded(asked: argparse.Namespace) -> int:
    from generate.made import InvariantError
    from generate.workers import Lost, Unreachable

    try:
        with watched(getattr(asked, "timeout", None), getattr(asked, "memory", None)):
            return _COMMANDS[asked.command](asked)
    except Limit as reached:
        print(f"ledger: stopped: not ready within {reached}; {_KEPT}", file=sys.stderr)
        return LIMIT
    except (ClaimError, RecordError, StoreError, Unreachable) as error:
        print(f"ledger: {error}", file=sys.stderr)
        return BAD_INPUT
    except Lost as error:
        print(f"ledger: {error}; {_KEPT}", file=sys.stderr)
        return FOUND
    except (AssertionError, InvariantError) as error:
        print(f"ledger: an invariant of a claim failed: {error}", file=sys.stderr)
        return FOUND
    except BaseException as error:
        if not interrupt(error):
            raise
        print(f"ledger: stopped; {_KEPT}", file=sys.stderr)
        return INTERRUPTED


def _list(asked: argparse.Namespace) -> int:
    record = Record.read(RECORD)
    claims = listed(asked.claims)
    if asked.json:
        print(json.dumps([_plain(claim, record) for claim in claims], ensure_ascii=False))
        return 0
    for claim in claims:
        verdict = record[claim.id].verdict if claim.id in record else "not measured"
        print(f"{claim.id:4} {claim.kind:8} {verdict:28} {claim.statement}")
    return 0


def _plain(claim: Claim, record: Record) -> dict[str, object]:
    """A claim for programs."""
    known = next((entry for entry in record if entry.claim.id == claim.id), None)
    figures = known.figures.values() if known else ()
    return {
        "id": claim.id,
        "puzzle": claim.puzzle,
        "kind": claim.kind,
        "statement": claim.statement,
        "because": claim.because or None,
        "settled": claim.settled or None,
        "verdict": known.verdict if known else None,
        "seed": known.seed if known else None,
        "seconds": known.seconds if known else None,
        "command": known.command if known else None,
        "figures": [
            {
                "name": found.name,
                "article": found.article
                if isinstance(found.article, int | list | None)
                else str(found.article),
                "ours": found.ours,
                found.tally.kind: found.tally.json(),
                "n": found.n,
                "interval": found.interval,
                "variation": found.figure.variation,
                "verdict": found.verdict,
            }
            for found in figures
        ],
    }


def _show(asked: argparse.Namespace) -> int:
    if asked.json:
        return _list(asked)
    print(
        "\n\n".join(
            str(table(claim.id, found=Record.read(RECORD))) for claim in listed(asked.claims)
        )
    )
    return 0


def _run(asked: argparse.Namespace) -> int:
    from tqdm import tqdm

    from ledger.run import full_tasks, measure

    claims = listed(asked.claims)
    work = [(claim, full_tasks(claim)) for claim in claims]
    state = code()
    measured = Record({})
    if asked.record:
        Record.read(asked.record)  # refused before anything is measured
    kept = ResultStore.opened(asked.store, state, asked.seed)
    with (
        kept as store,
        tqdm(total=sum(len(tasks) for _, tasks in work), unit="task", disable=None) as bar,
    ):
        for run in measure(
            work,
            asked.seed,
            workers=asked.workers,
            scheduler=asked.scheduler,
            store=store,
            tick=bar.update,
        ):
            # Read anew each time: another run may have recorded other claims meanwhile.
            records = [measured, *([Record.read(asked.record)] if asked.record else [])]
            for record in records:
                record.put(
                    run.claim.id,
                    run.figures,
                    run.first,
                    seed=asked.seed,
                    seconds=run.seconds,
                    day=datetime.date.today().isoformat(),
                    code=state,
                )
            if asked.record:
                write_text(asked.record, records[-1].text())
    if asked.json:
        print(json.dumps([_plain(claim, measured) for claim in claims], ensure_ascii=False))
    else:
        print("\n\n".join(str(table(claim.id, found=measured)) for claim in claims))
    # Only the package's own record stands behind the pages.
    return _write(asked) if asked.record and asked.record.resolve() == RECORD.resolve() else 0


def _check(asked: argparse.Namespace) -> int:
    from tqdm import tqdm

    from ledger.run import differences, first_tasks, measure

    record = Record.read(RECORD)
    claims = listed(asked.claims)
    by_seed: dict[int, list[Claim]] = {}
    for claim in claims:
        by_seed.setdefault(record[claim.id].seed, []).append(claim)
    wrong: list[str] = []
    asked_for = {
        seed: [(claim, first_tasks(claim)) for claim in group] for seed, group in by_seed.items()
    }
    total = sum(len(tasks) for work in asked_for.values() for _, tasks in work)
    with tqdm(total=total, unit="task", disable=None) as bar:
        for seed, work in asked_for.items():
            for run in measure(
                work, seed, workers=asked.workers, scheduler=asked.scheduler, tick=bar.update
            ):
                wrong += differences(run, record[run.claim.id])
    if asked.json:
        print(json.dumps({"claims": [claim.id for claim in claims], "differ": wrong}))
    else:
        print("".join(f"{line}\n" for line in wrong), end="")
        told = f"{len(wrong)} figure{'s' * (len(wrong) != 1)} differ" if wrong else "as recorded"
        named = ", ".join(claim.id for claim in claims)
        print(f"{named}, the first boards of each part that is not heavy: {told}")
    return FOUND if wrong else 0


def _write(asked: argparse.Namespace) -> int:
    record = Record.read(RECORD)
    texts = {_ROOT / name: text for name, text in written(record).items()}
    for path in pages(_ROOT):
        if path not in texts:
            text = path.read_text(encoding="utf-8")
            texts[path] = fill(text, record, "docs/" if path.parent == _ROOT else "")
    for path in sorted((_ROOT / "docs" / "ledger").glob("*.*")):
        if path not in texts:
            path.unlink()  # a claim that has no variations any more
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_text(path, text)
    return 0


_COMMANDS = {"list": _list, "show": _show, "run": _run, "check": _check, "write": _write}

if __name__ == "__main__":
    sys.exit(main())
