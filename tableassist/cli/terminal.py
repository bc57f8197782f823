"""What commands print with: words in the reader's language, tables that can be copied, a bar while one waits."""

import io
import json
import logging
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from tableassist.messages import Text, current_language, say, tr, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from tableassist.process import Progress
    from tableassist.ui import PicturePainter
    from tableassist.vision.survey.findings import Finding

WIDTH_OF_A_PIPE = 120


def terminal_width() -> int:
    return max(40, shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns)


def echo(text: str = "", *, err: bool = False, mark: str = "", ink: str | None = None) -> None:
    """A stranger's name cannot speak to the terminal: what is not printable is shown as its escape. `mark`: what stands
    before it, in bold and in that ink."""
    stream = sys.stderr if err else sys.stdout
    marked = typer.style(mark, fg=ink, bold=True) if mark and stream.isatty() else mark
    _write(marked + visible(text, keep="\n\t"), stream)


def _write(line: str, stream: TextIO) -> None:
    """Not `typer.echo`, which writes UTF-8 to a terminal that says it takes ASCII."""
    stream.write(f"{line}\n")
    stream.flush()


def echo_json(text: str) -> None:
    """JSON knows escapes itself, for the letters that a terminal would obey and for those that its encoding lacks."""
    plain = "".join(letter if letter.isprintable() or letter in "\n\t" else _json_escape(letter) for letter in text)
    try:
        plain.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        plain = "".join(letter if letter.isascii() else _json_escape(letter) for letter in plain)
    _write(plain, sys.stdout)


def _json_escape(letter: str) -> str:
    return json.dumps(letter)[1:-1]


def make_console(*, err: bool = False, width: int | None = None) -> "Console":
    """Every console of ours: as `echo`, for tables and bars. Nothing is markup; what is styled is a rich `Text`."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.text import Text as RichText

    class PlainConsole(Console):
        def render_str(self, text: str, **options: Any) -> RichText:
            """Before a table's columns are laid out by it."""
            return super().render_str(visible(text, keep="\n\t"), **options)

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else visible(text, keep="\n\t"), style, control)

    return PlainConsole(stderr=err, width=width, highlight=False, markup=False, emoji=False)


def plain_log() -> logging.Handler:
    class PlainFormatter(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return visible(super().format(record), keep="\n\t")

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainFormatter("%(asctime)s %(name)s: %(message)s"))
    return handler


def tell(
    text: Text, style: str | None = None, *, console: "Console | None" = None, err: bool = False, wrap: bool = False
) -> None:
    """One line, however long, or wrapped between words. `console`: the one on which a bar or a status runs."""
    if style is None and console is None and not wrap:
        echo(say(text), err=err)
        return
    out = console or make_console(err=err)
    out.print(say(text), style=style, markup=False, highlight=False, soft_wrap=not wrap)


def tell_findings(findings: "Iterable[Finding]", console: "Console") -> None:
    styles = {"warning": "bold yellow", "note": "default", "advice": "cyan"}
    for finding in findings:
        lead = "! " if finding.weight == "warning" else "- "
        tell(lead + say(finding.words), styles[finding.weight], console=console, wrap=True)


def tell_written(path: Path) -> None:
    tell(tr("written: {path} ({megabytes:.1f} MB)", path=path, megabytes=path.stat().st_size / 1e6))


def number(value: float, form: str) -> str:
    """As the reader's language writes it: number(0.5, ".1f")."""
    return current_language().format_field(float(value), form)


def plain_table(
    columns: Sequence[str], *, left: int = 1, title: str | None = None, caption: str | None = None
) -> "Table":
    """The first `left` columns hold words, the others numbers. Without a frame, so that it can be copied."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        title=title, caption=caption, title_justify="left", title_style="bold", caption_justify="left", box=SIMPLE_HEAD
    )
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < left else "right", overflow="fold")
    return table


def print_rows(
    titles: Sequence[str] | None,
    rows: Sequence[Sequence[str]],
    *,
    given: Sequence[int],
    right: Sequence[int] = (),
    indent: int = 0,
) -> None:
    """A row a line. What does not fit is taken from the `given` columns, the widest first; the others stay whole."""
    from rich.table import Table
    from rich.text import Text as RichText

    console = make_console(width=terminal_width())
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=titles is not None)
    for place in range(len(rows[0])):
        title = "" if titles is None else titles[place]
        table.add_column(title, justify="right" if place in right else "left", no_wrap=place not in given)
    for row in rows:
        table.add_row(*(RichText(visible(cell), no_wrap=True, overflow="ellipsis") for cell in row))
    with console.capture() as captured:
        console.print(table, width=terminal_width() - indent)
    for line in captured.get().splitlines():
        _write(" " * indent + line.rstrip(), sys.stdout)  # the console has made it plain, and bold


def shortened(text: str) -> str:
    """To a line of the terminal."""
    width = terminal_width()
    return text if len(text) <= width else text[: width - 1] + "…"


def painter(*, steady: bool = False) -> "PicturePainter":
    """That services are handed where no window is open."""
    from tableassist.ui import PicturePainter, make_picture_application

    make_picture_application()
    return PicturePainter(steady=steady)


@contextmanager
def progress_bar() -> "Iterator[Progress]":
    """Gone at the end, and only where somebody watches."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
    console = make_console(err=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=1.0)

        def told(what: Text, share: float) -> None:
            bar.update(task, completed=share, description=say(what))

        yield told


def qr_lines(text: str) -> list[str]:
    """Draw a QR code in characters."""
    import segno

    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()
