"""The ledger in print: a claim's table, docs/ledger.md, docs/ledger/, and blocks in other pages.

A page quotes the record between marks, which ``python -m ledger write`` fills and a test compares:

    <!-- ledger table N3 D9 -->      a table with one line per claim, on lines of its own
    <!-- /ledger -->

    <!-- ledger value D11; 8x8, 4 white: unique -->93.1 %<!-- /ledger -->     one figure, in a line
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import compress
from pathlib import Path

from ledger.claims import PUZZLES, Claim, claim, claims
from ledger.plot import plot
from ledger.record import Entry, Measured, Record, printed, record
from ledger.tally import Mean, Rate, Values

__all__ = ["Table", "fill", "listed", "page", "pages", "summary", "table", "written"]

_SHOWN = 3
"""Figures of a claim in the summary; the rest are counted."""
_HEAD = ("figure", "article", "ours", "n", "95 % interval", "verdict")
_VERDICTS = {
    "reproduced": "reproduced",
    "consistent": "consistent",
    "differs": "**differs**",
    "ours": "",
}


@dataclass(frozen=True, slots=True)
class Table:
    """Head and rows of Markdown cells; Jupyter shows it as HTML."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()

    def markdown(self) -> str:
        """The table in GitHub's Markdown, its title above and its notes below."""
        lines = [" | ".join(self.head), " | ".join("---" for _ in self.head)]
        lines += [" | ".join(cell.replace("|", "\\|") for cell in row) for row in self.rows]
        above = [f"{self.title}\n"] if self.title else []
        below = [f"\n{note}" for note in self.notes if note]
        return "\n".join([*above, *(f"| {line} |" for line in lines), *below])

    __str__ = markdown

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_html_(self) -> str:
        """For Jupyter: without the columns that are empty in every row."""
        filled = [any(row[k] for row in self.rows) for k in range(len(self.head))]

        def cells(tag: str, row: Iterable[str]) -> str:
            kept = compress(row, filled)
            return "".join(f"<{tag} style='text-align:left'>{_html(cell)}</{tag}>" for cell in kept)

        rows = "".join(f"<tr>{cells('td', row)}</tr>" for row in self.rows)
        head = f"<thead><tr>{cells('th', self.head)}</tr></thead>"
        title = f"<p>{_html(self.title)}</p>" if self.title else ""
        notes = "".join(f"<p>{_html(note)}</p>" for note in self.notes if note)
        return f"{title}<table>{head}<tbody>{rows}</tbody></table>{notes}"


def _html(text: str) -> str:
    """The little Markdown that our cells use."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))
    text = re.sub(r"\*(\S[^*]*?)\*", r"<i>\1</i>", text)
    text = re.sub(r"`(.+?)`", r"<code>\1</code>", text)
    # A notebook's page may lie anywhere, so a link becomes the name of the page.
    return re.sub(r"\[(.+?)\]\((.+?)\)", r"\1 (docs/\2)", text)


def table(identifier: str, *, variations: bool = True, found: Record | None = None) -> Table:
    """A claim's statement, figures and reason from the record (``found``, or the one shipped)."""
    entry = (found or record())[identifier]
    rows = [
        _row(each) for each in entry.figures.values() if variations or not each.figure.variation
    ]
    return Table(
        _HEAD,
        tuple(rows),
        f"**{entry.claim.id}.** {entry.claim.statement}",
        (_reason(entry),),
    )


def _reason(entry: Entry) -> str:
    said = []
    if entry.claim.settled:
        said.append(f"*Settled.* {entry.claim.settled}")
    if entry.claim.because:
        said.append(f"*{_because(entry)}.* {entry.claim.because}")
    return " ".join(said)


def _because(entry: Entry) -> str:
    return "Why it differs" if entry.verdict.startswith("differs") else "Remarks"


def _row(found: Measured) -> tuple[str, ...]:
    figure = found.figure
    article = printed(figure.article)
    if article and isinstance(found.tally, Rate):
        article += " %"
    if figure.of:
        article += f" over {figure.of}" if isinstance(found.tally, Mean) else f" of {figure.of}"
    name = f"*{found.name}*" if figure.variation else found.name
    verdict = _VERDICTS[found.verdict]
    if figure.variation and article:
        verdict = {
            "reproduced": "equal",
            "consistent": "would fit",
        }.get(found.verdict, "does not fit")
    return name, article, _ours(found), str(found.n or ""), _interval(found), verdict


def _ours(found: Measured) -> str:
    if isinstance(found.tally, Values) and found.tally.times:
        return f"{found.ours} ({found.tally.least} to {found.tally.most})"
    return found.ours


def _interval(found: Measured) -> str:
    ends = found.interval
    if ends is None:
        return ""
    places = 2 if isinstance(found.tally, Mean) else 0 if isinstance(found.tally, Values) else 1
    return "{:.{p}f} to {:.{p}f}".format(*ends, p=places)


def summary(entries: Iterable[Entry], link: str = "") -> Table:
    """One line per claim: what is claimed, the article's figures and ours, verdict, and a sentence.

    ``link`` leads to docs/.
    """
    rows = []
    for entry in entries:
        judged = entry.judged()
        # Figures that were measured tell more than invariants that hold.
        told = [found for found in judged if found.verdict == "differs"]
        told += [found for found in judged if not found.tally.exact and found not in told]
        shown = (told or judged)[:_SHOWN]
        more = f" … ({len(judged)} in all)" if len(judged) > len(shown) else ""
        article = " / ".join(_unit(found, printed(found.article)) for found in shown)
        ours = " / ".join(found.ours for found in shown)
        section = f"{link}ledger/{entry.claim.puzzle}.md#{entry.claim.id.lower()}"
        remark = _sentence(entry.claim.settled or entry.claim.because)
        rows.append(
            (
                f"[{entry.claim.id}]({section})",
                _sentence(entry.claim.statement),
                article + more,
                ours,
                entry.verdict,
                re.sub(r"\[(.+?)\]\(.+?\)", r"\1", remark),
            )
        )
    return Table(("id", "claim", "article", "ours", "verdict", "in a sentence"), tuple(rows))


def _sentence(text: str) -> str:
    """The first sentence, without what stands behind a colon in it."""
    return re.split(r"(?<=[a-z0-9)`])(?:\. (?=[A-Z])|: )", text, maxsplit=1)[0].rstrip(
        "."
    ) + "." * bool(text)


def _unit(found: Measured, text: str) -> str:
    return f"{text} %" if isinstance(found.tally, Rate) else text


_ABOUT = """# The ledger

Four articles describe Binairo, Norinori, Nondango and Numberlink, a solver of graded strength and a
generator for each, and what was measured with them. This page holds every claim of theirs against
ours: {counts}. It is written by `python -m ledger write` from the record of a full run
(`ledger/record.json`), never by hand. `make ledger` measures everything anew ({minutes:.0f} minutes
of CPU time; it can be stopped and goes on); the default tests measure the first boards of each part
that is not heavy again, so that a claim whose procedure has changed fails until it is measured
anew.

Each claim is measured by the article's procedure first: its rungs, its way to make boards, its kind
of sample. What the article leaves open was fixed before measuring, and the claim says so; or it is
swept whole.

- *exact* figures must be equal: **reproduced**, or the claim is wrong.
- *sampled* figures come from boards that we draw with a recorded seed. **Consistent**: where the
  article's number of boards is known, its sample and ours are not told apart at 5 % (Fisher's exact
  test for rates and medians, a normal one for means, whose published boards are taken to spread as
  ours do); where it is not, its figure lies in our 95 % interval (Wilson's for rates, normal for
  means, of order statistics for medians). **Differs**: told apart, with the number of such figures.
  One of twenty figures that truly agree still differs.
- *settled*: an open question that is settled now.

One page a puzzle has all figures: [Binairo](ledger/binairo.md), [Norinori](ledger/norinori.md),
[Nondango](ledger/nondango.md), [Numberlink](ledger/numberlink.md). Boards made, or rules read, in
another way are *variations*, which enter no verdict: each claim's are a data file and a plot beside
its page.

"""
_PUZZLE = """# The ledger: {name}

All figures of the claims about {name}, from the record of a full run. [The ledger](../ledger.md)
says what the verdicts mean.

"""


def page(found: Record) -> str:
    """The text of docs/ledger.md."""
    entries = list(found)
    tally: dict[str, int] = {}
    for entry in entries:
        verdict = entry.verdict.partition(" ")[0]
        tally[verdict] = tally.get(verdict, 0) + 1
    counts = ", ".join(
        f"{tally[verdict]} {'differ' if verdict == 'differs' else verdict}"
        for verdict in ("reproduced", "consistent", "settled", "differs")
        if verdict in tally
    )
    minutes = sum(entry.seconds for entry in entries) / 60
    return _ABOUT.format(minutes=minutes, counts=counts) + summary(entries).markdown() + "\n"


def written(found: Record) -> dict[str, str]:
    """All that is written from the record alone: text by the path from the root."""
    texts = {"docs/ledger.md": page(found)}
    for puzzle in PUZZLES:
        entries = [entry for entry in found if entry.claim.puzzle == puzzle]
        lines = [_PUZZLE.format(name=puzzle.capitalize())]
        for entry in entries:
            lines += [f"## {entry.claim.id}", "", entry.claim.statement, "", _figures(entry), ""]
            lines += [_reason(entry).replace("](", "](../"), ""] if _reason(entry) else []
            lines += [_foot(entry), ""]
            varied = [each for each in entry.figures.values() if each.figure.variation]
            if varied:
                stem = entry.claim.id.lower()
                lines += [
                    f"{len(varied)} figures of variations: [data]({stem}.csv), [plot]({stem}.svg).",
                    "",
                ]
                texts[f"docs/ledger/{stem}.csv"] = _data(entry)
                texts[f"docs/ledger/{stem}.svg"] = plot(entry)
        if entries:
            texts[f"docs/ledger/{puzzle}.md"] = "\n".join(lines).rstrip() + "\n"
    return texts


def _figures(entry: Entry) -> str:
    """The claim's own figures."""
    rows = [_row(each) for each in entry.figures.values() if not each.figure.variation]
    return Table(_HEAD, tuple(rows)).markdown()


def _data(entry: Entry) -> str:
    """All figures of a claim as CSV, its own and those of variations."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("figure", "variation", "article", "of", "ours", "n", "low", "high", "verdict"))
    for each in entry.figures.values():
        low, high = (f"{end:.3f}" for end in each.interval) if each.interval else ("", "")
        figure = each.figure
        rows.writerow(
            (
                each.name,
                "yes" if figure.variation else "no",
                printed(figure.article),
                figure.of or "",
                each.ours,
                "" if each.n is None else each.n,
                low,
                high,
                each.verdict,
            )
        )
    return text.getvalue()


def _foot(entry: Entry) -> str:
    said = [f"{entry.claim.kind.capitalize()}: {entry.verdict}", f"`{entry.command}`"]
    said.append(f"{entry.boards} boards or tasks in {entry.seconds:.1f} s, {entry.day}")
    return "; ".join(said) + "."


_MARKED = re.compile(r"(<!-- ledger (table|value) ([^>]*?) -->)(.*?)(<!-- /ledger -->)", re.DOTALL)


def fill(text: str, found: Record, link: str) -> str:
    """``text`` with what stands between the marks written anew; ``link`` leads to docs/."""
    writers: dict[str, Callable[[str], str]] = {
        "table": lambda ids: f"\n{summary((found[each] for each in ids.split()), link)}\n",
        "value": lambda which: _quoted(found, which),
    }

    def written(match: re.Match[str]) -> str:
        mark, kind, argument, _, end = match.groups()
        return f"{mark}{writers[kind](argument)}{end}"

    return _MARKED.sub(written, text)


def _quoted(found: Record, which: str) -> str:
    identifier, _, name = which.partition(";")
    return found.figure(identifier.strip(), name.strip()).ours


def pages(root: Path) -> Sequence[Path]:
    """The pages that may quote the record: README.md and docs/."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def listed(asked: Sequence[str]) -> list[Claim]:
    """The claims of these ids, each once; all of them for none."""
    named = dict.fromkeys(claim(each).id for given in asked for each in given.split(","))
    return [claim(each) for each in named or claims()]
