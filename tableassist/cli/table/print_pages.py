"""`tableassist print`: says what was printed, and how to print it at its size."""

from collections.abc import Sequence
from pathlib import Path

from tableassist.cli.terminal import tell
from tableassist.messages import Message, tr
from tableassist.printing import Paper, Sheet
from tableassist.setup.plan import printed_sheet
from tableassist.store.files import write_bytes_safely


def print_sheet(
    sheet: Sheet, table: Path | None, out: Path | None, paper: Paper, only: Sequence[str] = (), board: str = "charuco"
) -> None:
    path = out if out is not None else Path(f"{sheet}.pdf")
    printed = printed_sheet(sheet, table, paper, only, board)
    write_bytes_safely(path, printed.pdf)
    pages = Message.plural("1 page", "{count} pages", count=printed.pages)
    if printed.tags:
        tags = Message.plural("1 tag", "{count} tags", count=len(printed.tags))
        tell(tr("{path}: {pages} of {paper}, {tags}", path=path, pages=pages, paper=paper.label, tags=tags))
    else:
        tell(tr("{path}: {pages} of {paper}", path=path, pages=pages, paper=paper.label))
    if sheet is Sheet.KIT and table is None:
        tell(tr("It is the kit of the sample table: `tableassist new my-table.toml --sample` gives you its file."))
    tell(tr("Print at 100 % (actual size), then measure the 100 mm line on each page."))
