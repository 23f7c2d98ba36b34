"""The record of the full run: complete, measured again on the first boards, and quoted as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ledger import Record, RecordError, claim, claims, record, table
from ledger.claims import Task
from ledger.page import fill, pages, written
from ledger.run import Run, differences, first_tasks, measure

ROOT = Path(__file__).resolve().parents[2]
IDS = list(claims())


@pytest.mark.parametrize("identifier", IDS)
def test_the_first_boards_are_as_recorded(identifier: str) -> None:
    """Same seed, same boards, same figures: the claims are measured anew, a little of each part."""
    entry = record()[identifier]
    (run,) = measure([(entry.claim, first_tasks(entry.claim))], entry.seed)
    assert run.first
    assert differences(run, entry) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "identifier", [name for name in IDS if any(part.heavy for part in claim(name).parts)]
)
def test_the_first_boards_of_heavy_parts_are_as_recorded(identifier: str) -> None:
    entry = record()[identifier]
    tasks = [part.tasks()[0] for part in entry.claim.parts if part.heavy]
    (run,) = measure([(entry.claim, tasks)], entry.seed)
    assert differences(run, entry) == []


@pytest.mark.parametrize("identifier", IDS)
def test_a_full_run_stands_behind_every_verdict(identifier: str) -> None:
    entry = record()[identifier]
    assert set(entry.first) == {part.key for part in entry.claim.parts}
    for found in entry.figures.values():
        if found.n is not None and found.figure.of and not found.figure.variation:
            # Groups come as they come, and may be smaller.
            group = re.search(
                r" [5-9] pairs: |of 5 to 9 pairs|of those with one answer", found.name
            )
            assert group or found.n >= found.figure.of, f"{found.name}: fewer than the article's"


@pytest.mark.parametrize("identifier", IDS)
def test_a_claim_that_differs_says_why_and_an_exact_one_holds(identifier: str) -> None:
    entry = record()[identifier]
    if entry.verdict.startswith("differs"):
        assert entry.claim.because
    if entry.claim.kind == "exact":
        wrong = [
            found.name
            for found in entry.judged()
            if found.tally.exact and found.verdict != "reproduced"
        ]
        assert wrong == []
    assert bool(entry.claim.settled) == (entry.claim.kind == "open")


def test_another_seed_gives_other_boards() -> None:
    entry = record()["B6"]
    (run,) = measure([(entry.claim, first_tasks(entry.claim))], entry.seed + 1)
    assert differences(run, entry) != []


def test_a_figure_that_changed_is_named() -> None:
    entry = record()["B1"]
    (run,) = measure([(entry.claim, first_tasks(entry.claim))], entry.seed)
    changed = Run(entry.claim)
    for part, tallies in run.first.items():
        changed.first[part] = {
            name: tally for name, tally in tallies.items() if "listing" not in name
        }
    (complaint,) = differences(changed, entry)
    assert "by listing all words: recorded [2, 6, 14, 34, 84, 208], now nothing" in complaint


@pytest.mark.parametrize("workers", [1, 2])
def test_chunks_and_workers_change_nothing(workers: int) -> None:
    listed = claim("B6")
    (part, *_) = listed.parts
    tasks = part.tasks()[:2]
    (whole,) = measure([(listed, tasks)], 3, workers=workers)
    boards = [board for task in tasks for board in range(task.first, task.first + task.count)]
    single = [Task(part, board, 1) for board in boards]
    (divided,) = measure([(listed, single)], 3)
    assert {n: t.json() for n, t in whole.figures.items()} == {
        n: t.json() for n, t in divided.figures.items()
    }


def test_the_pages_are_what_the_record_says() -> None:
    texts = written(record())
    folder = ROOT / "docs" / "ledger"
    kept = {f"docs/ledger/{path.name}" for path in folder.iterdir()} | {"docs/ledger.md"}
    assert kept == set(texts)
    for name, text in texts.items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, "python -m ledger write"


def test_every_row_of_a_table_has_the_columns_of_its_head() -> None:
    """A bar within a cell, in a mark of the ledger say, would break the table."""
    tables = 0
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        head = 0
        fenced = False
        for line in path.read_text(encoding="utf-8").splitlines():
            fenced ^= line.lstrip().startswith("```")
            bars = len(re.findall(r"(?<!\\)\|", line))
            if fenced or not line.startswith(("| ", "|-")):
                head = 0
                continue
            tables += not head
            head = head or bars
            assert bars == head, f"{path.name}: {line[:80]}"
    assert tables > 40


@pytest.mark.parametrize("path", pages(ROOT), ids=lambda path: path.name)
def test_what_other_pages_quote_is_what_the_record_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("<!-- ledger") == text.count("<!-- /ledger -->")
    link = "docs/" if path.parent == ROOT else ""
    assert fill(text, record(), link) == text, "python -m ledger write"


def test_quoted_figures_and_tables_are_filled_in() -> None:
    text = "of <!-- ledger value B7; 6x6: least number of givens -->9<!-- /ledger --> givens\n"
    assert "-->5<!--" in fill(text, record(), "")
    text = "<!-- ledger table B1 B7 -->\nold\n<!-- /ledger -->"
    filled = fill(text, record(), "")
    assert "[B7](ledger/binairo.md#b7)" in filled
    assert "old" not in filled
    assert fill(filled, record(), "") == filled
    with pytest.raises(RecordError, match="B7 has no figure 'nonsense'; expected one of"):
        fill("<!-- ledger value B7; nonsense -->9<!-- /ledger -->", record(), "")


def test_the_record_in_json_is_read_back_and_kept_in_order(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(record().text(), encoding="utf-8")
    assert Record.read(path).text() == record().text()
    assert list(json.loads(record().text())) == IDS


def test_a_record_that_lacks_or_spoils_a_claim_says_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="B1 is not in the record; python -m ledger run B1"):
        Record.read(tmp_path / "none.json")["B1"]
    path = tmp_path / "broken.json"
    path.write_text("[1, 2", encoding="utf-8")
    with pytest.raises(RecordError, match=r"broken\.json: expected a record"):
        Record.read(path)
    data = json.loads(record().text())
    data["B1"]["figures"]["another"] = {"total": 1}
    with pytest.raises(RecordError, match="B1: listed and recorded figures differ, in 'another'"):
        Record(data)["B1"]


def test_a_table_in_markdown_and_html() -> None:
    shown = table("B7")
    assert "| 6x6: least number of givens |" in shown.markdown()
    html = shown._repr_html_()
    assert html.count("<tr>") == 1 + len(claim("B7").figures)
    assert "least givens (docs/least-givens.md)" in html
    assert "<i>Settled.</i>" in html
    assert "*" not in html
