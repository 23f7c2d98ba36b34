"""The ledger in print: a claim's table, the page docs/ledger.md, and blocks of it in other pages.

A page quotes the record between marks, which ``python -m ledger write`` fills and a test compares:

    <!-- ledger table N3 D9 -->      a table with one line per claim, on lines of its own
    <!-- /ledger -->

    <!-- ledger value D11; 8x8, 4 white: unique -->93.1 %<!-- /ledger -->     one figure, in a line
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ledger.claims import PUZZLES, Claim, claim, claims
from ledger.record import Entry, Measured, Record, printed, record
from ledger.tally import Mean, Rate, Values

__all__ = ["Table", "fill", "page", "summary", "table"]

_SHOWN = 3
"""Figures of a claim in the summary; the rest are counted."""
_HEAD = ("figure", "article", "ours", "n", "95 % interval", "verdict")
_VERDICTS = {
    "reproduced": "reproduced",
    "consistent": "consistent",
    "within error": "within sampling error",
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
        def cells(tag: str, row: Iterable[str]) -> str:
            return "".join(f"<{tag} style='text-align:left'>{_html(cell)}</{tag}>" for cell in row)

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
        said.append(f"*Why it differs.* {entry.claim.because}")
    return " ".join(said)


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
            "within error": "would fit within sampling error",
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
    """One line per claim: what is claimed, the article's first figures and ours, and the verdict."""
    rows = []
    for entry in entries:
        judged = entry.judged()
        more = f" … ({len(judged)} in all)" if len(judged) > _SHOWN else ""
        article = " / ".join(_unit(found, printed(found.article)) for found in judged[:_SHOWN])
        ours = " / ".join(found.ours for found in judged[:_SHOWN])
        identifier = entry.claim.id
        section = f"{link}#{identifier.lower()}"
        verdict = entry.verdict
        if verdict.startswith("differs"):
            verdict += f", [because ...]({section})"
        statement = entry.claim.statement
        rows.append((f"[{identifier}]({section})", statement, article + more, ours + more, verdict))
    return Table(("id", "claim", "article", "ours", "verdict"), tuple(rows))


def _unit(found: Measured, text: str) -> str:
    return f"{text} %" if isinstance(found.tally, Rate) else text


_ABOUT = """# The ledger

Four articles describe Binairo, Norinori, Nondango and Numberlink, a solver of graded strength and a
generator for each, and what was measured with them. This page holds every claim of theirs against ours.
It is written by `python -m ledger write` from the record of a full run (`ledger/record.json`), never by
hand. `make ledger` measures everything anew ({minutes:.0f} minutes of CPU time; it can be stopped and
goes on); the default tests measure the first boards of each part that is not heavy again.

- *exact* figures must be equal: **reproduced**, or the claim is wrong.
- *sampled* figures come from boards that we draw with a recorded seed, by our own generators.
  **Consistent**: the article's figure, as rounded in print, lies inside our 95 % interval (Wilson's for
  rates, normal for means, of order statistics for medians). *Within sampling error*: it lies outside,
  but our sample and the article's are not told apart at 5 %, by Fisher's exact test for rates, by a
  normal one for means (whose published boards are taken to spread as ours do). **Differs**: neither;
  then the reason is given as far as it is shown by varying the generator or the variant of a rule. Of
  figures that truly agree one in twenty still falls outside.
- *settled*: an open question that is settled now.
- *Variations*, in italics, are of boards made, or rules read, otherwise. They do not enter the verdict.

Seconds are CPU seconds of all tasks of a claim.
"""


def page(found: Record) -> str:
    """The text of docs/ledger.md."""
    entries = list(found)
    lines = [_ABOUT.format(minutes=sum(entry.seconds for entry in entries) / 60)]
    lines += ["## All claims", "", summary(entries).markdown(), ""]
    for puzzle in PUZZLES:
        of_puzzle = [entry for entry in entries if entry.claim.puzzle == puzzle]
        if not of_puzzle:
            continue
        lines += [f"## {puzzle.capitalize()}", ""]
        for entry in of_puzzle:
            lines += [
                f"### {entry.claim.id}",
                "",
                entry.claim.statement,
                "",
                _figures(entry, False),
                "",
            ]
            lines += [_reason(entry), ""] if _reason(entry) else []
            lines += [_foot(entry), ""]
            varied = sum(each.figure.variation for each in entry.figures.values())
            if varied:
                head = f"<details><summary>{varied} figures of variations</summary>"
                lines += [head, "", _figures(entry, True), "", "</details>", ""]
    return "\n".join(lines).rstrip() + "\n"


def _figures(entry: Entry, varied: bool) -> str:
    """The claim's own figures, or those of its variations."""
    rows = [_row(each) for each in entry.figures.values() if each.figure.variation == varied]
    return Table(_HEAD, tuple(rows)).markdown()


def _foot(entry: Entry) -> str:
    said = [f"{entry.claim.kind.capitalize()}: {entry.verdict}", f"`{entry.command}`"]
    said.append(f"{entry.boards} boards or tasks in {entry.seconds:.1f} s, {entry.day}")
    return "; ".join(said) + "."


_MARKED = re.compile(r"(<!-- ledger (table|value) ([^>]*?) -->)(.*?)(<!-- /ledger -->)", re.DOTALL)


def fill(text: str, found: Record, link: str) -> str:
    """``text`` with what stands between the marks written anew; ``link`` leads to docs/ledger.md."""
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
    named = dict.fromkeys(claim(each).id for each in asked)
    return [claim(each) for each in named or claims()]
