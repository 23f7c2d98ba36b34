"""Where boards come from: files, standard input, URLs, texts; and what a caller may add."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import BoardError, FormatError, Numberlink, parse, read, read_all, write

TEXT = "numberlink\n1 . 1\n. . .\n"
BOARD = Numberlink(labels=(("1", None, "1"), (None, None, None)))


class _Piped:
    """Standard input that holds bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_a_board_is_read_from_a_file_by_name_or_path(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(TEXT)
    assert read(file) == BOARD
    assert read(str(file)) == BOARD
    assert read_all(file) == [BOARD]


def test_a_board_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Piped(TEXT.encode()))
    assert read("-") == BOARD
    monkeypatch.setattr(sys, "stdin", _Piped(b"numberlink\n1 ."))
    with pytest.raises(FormatError, match=r"^<stdin>:2:1: "):
        read("-")


def test_a_board_is_read_from_text_and_from_a_url() -> None:
    assert read(TEXT) == BOARD
    assert read("https://puzz.link/p?arukone/3/2/1g1i") == BOARD.__class__(
        labels=(("A", None, "A"), (None, None, None))
    )
    assert read("2x2:e").kind == "binairo"


def test_a_file_is_preferred_to_a_game_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("2x2:e").write_text(TEXT)
    assert read("2x2:e") == BOARD


@pytest.mark.parametrize("name", ["missing.txt", "norinori/easy/1.txt", "a\0b", "x" * 5000, ""])
def test_a_missing_file_is_called_missing(name: str) -> None:
    with pytest.raises(FormatError, match="no such file"):
        read(name)


def test_a_path_is_never_taken_for_a_url() -> None:
    with pytest.raises(FormatError, match="no such file"):
        read(Path("norinori/1/2/g"))


def test_a_foreign_url_is_no_missing_file() -> None:
    with pytest.raises(FormatError, match="expected a URL that holds the board"):
        read("https://example.org/board")


def test_a_directory_is_no_board(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is a directory"):
        read(tmp_path)


def test_errors_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes("numberlink\r\n1 ä 1\r\n. . .\r\n".encode())
    with pytest.raises(FormatError) as caught:
        read(file)
    assert str(caught.value).startswith(f"{file}:2:3: ")


def test_a_file_that_is_no_utf_8_says_where(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes("numberlink\nä ".encode() + b"\xff 1\n")
    with pytest.raises(FormatError) as caught:
        read(file)
    assert str(caught.value) == f"{file}:2:3: expected UTF-8 text, found the byte 0xff"


@given(data=st.binary() | st.binary().map(lambda tail: TEXT.encode() + tail))
def test_any_bytes_give_boards_or_a_format_error(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", _Piped(data))
        with suppress(FormatError):
            assert read_all("-")


def test_one_board_is_one_board() -> None:
    assert len(read_all(f"{TEXT}\n{TEXT}")) == 2
    with pytest.raises(FormatError, match="expected one board, found 2"):
        read(f"{TEXT}\n{TEXT}")


def test_variants_are_added_to_those_of_the_text() -> None:
    text = "numberlink unused\n1 . 1"
    assert parse(text, variants=["no-touch"]).variants == {"unused", "no-touch"}
    assert parse("0 1\n1 0", variants=["repeats"]).text() == "binairo repeats\n0 1\n1 0"


def test_a_kind_or_variant_that_does_not_exist_is_the_callers_error() -> None:
    with pytest.raises(BoardError, match="expected a puzzle of binairo"):
        parse("0 1", puzzle="sudoku")
    with pytest.raises(BoardError, match="numberlink has no variant 'repeats'"):
        parse(TEXT, variants=["repeats"])
    with pytest.raises(BoardError, match="expected one of text, url, pzpr, tatham"):
        write(BOARD, "pdf")
