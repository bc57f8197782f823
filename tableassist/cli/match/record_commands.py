"""The commands of the record: record, verify. Heavy imports wait until a command needs them."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

app = typer.Typer()
PANEL = "Record"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist record camera:0 --table league.toml --out final.match\n\n"
    "  tableassist record camera:0 --table league.toml --no-video\n\n"
    "  tableassist record studio:demo --seconds 30 --out demo.match\n\n"
    "  tableassist record camera:0 --table league.toml --out final.match --resume",
)
def record(
    source: Annotated[
        str, Argument(help="camera:N, camera:NAME, a video, folder or picture, http(s)://, rtsp://, studio:NAME.")
    ],
    table: Annotated[Path | None, Option("--table", "-t", help="The table file; a studio brings its own.")] = None,
    out: Annotated[Path | None, Option("--out", "-o", help="The match's folder. Default: in the library.")] = None,
    video: Annotated[
        bool, Option("--video/--no-video", help="Record the pictures too, or only where the pieces lie.")
    ] = True,
    seconds: Annotated[float | None, Option(min=0.1, help="Stop after so many seconds. Default: at Ctrl-C.")] = None,
    resume: Annotated[
        bool, Option("--resume", help="Go on with --out, or with the last match of this table that was cut off.")
    ] = False,
    go_on: Annotated[bool, Option("--go-on", hidden=True)] = False,  # what --resume was called before
) -> None:
    """Record a match without a window: where every piece lay, what was ruled, and the pictures."""
    from tableassist.cli.match.record import record_source

    raise typer.Exit(record_source(source, table, out, video=video, seconds=seconds, go_on=resume or go_on))


@app.command(rich_help_panel=PANEL, epilog="Example:\n\n  tableassist verify final.match")
def verify(
    match: Annotated[str, Argument(help="The match's folder, or its name in the library.")],
    most: Annotated[int, Option("--most", min=1, help="List at most this many differences.")] = 20,
) -> None:
    """Judge a match again and list what differs: exit code 0 if nothing does, 1 if something does, 2 if it cannot be
    read."""
    from tableassist.cli.match.verify import verify_match

    raise typer.Exit(verify_match(match, most))
