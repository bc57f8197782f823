"""`tableassist print` as a person runs it."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest

import tableassist
from tableassist.cli.table.files import print_sheet
from tableassist.errors import BadFileError, BadRequestError
from tableassist.printing.paper import Paper, Sheet

TABLE = Path(tableassist.__file__).parent / "studio" / "demo_table.toml"
"""With cardboard islands."""


@pytest.mark.parametrize(
    ("sheet", "paper"), [*((sheet, Paper.A4) for sheet in Sheet), (Sheet.KIT, Paper.LETTER)], ids=str
)
def test_every_sheet_is_written_and_the_user_is_told_to_measure(sheet, paper, tmp_path, capsys):
    out = tmp_path / "made" / "sheet.pdf"
    print_sheet(sheet, None if sheet is Sheet.ISLANDS else TABLE, out, paper)
    pages = len(pdfium.PdfDocument(out.read_bytes()))
    said = capsys.readouterr().out
    assert f"{out}: {pages} page" in said.replace("\n", "")
    assert "Print at 100 %" in said
    assert "100 mm line" in said
    assert [path.name for path in out.parent.iterdir()] == ["sheet.pdf"]


def test_board_ruler_and_jig_need_no_table(tmp_path):
    for sheet in (Sheet.BOARD, Sheet.RULER, Sheet.JIG):
        print_sheet(sheet, None, tmp_path / f"{sheet}.pdf", Paper.A4)
        assert (tmp_path / f"{sheet}.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("sheet", [Sheet.MAT, Sheet.PIECES])
def test_what_belongs_to_a_table_asks_for_it(sheet, tmp_path):
    with pytest.raises(BadRequestError, match="expected --table"):
        print_sheet(sheet, None, tmp_path / "x.pdf", Paper.A4)


def test_one_piece_can_be_printed_again(tmp_path):
    out = tmp_path / "x.pdf"
    print_sheet(Sheet.PIECES, TABLE, out, Paper.A4, only=["oxley"])
    text = pdfium.PdfDocument(out.read_bytes())[0].get_textpage().get_text_range()
    assert "HMS Oxley" in text
    assert "HMS Titan" not in text
    with pytest.raises(BadRequestError, match="got 'oxly', expected one of titan, oxley"):
        print_sheet(Sheet.PIECES, TABLE, out, Paper.A4, only=["oxly"])


def test_a_place_that_cannot_be_written_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadFileError, match="cannot be written"):
        print_sheet(Sheet.RULER, None, tmp_path / "file" / "x.pdf", Paper.A4)


def test_a_plain_chessboard_is_refused(tmp_path):
    with pytest.raises(BadRequestError, match="expected charuco or a board file"):
        print_sheet(Sheet.BOARD, None, tmp_path / "x.pdf", Paper.A4, board="chessboard:8x6:30")
