"""The commands of a match: record, verify, report, export. Heavy imports wait until a command needs them."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.play.league import League, LeagueHub, LeagueToken, choose_membership
from tableassist.cli.terminal import echo, painter, progress_bar, tell, tell_written
from tableassist.messages import say
from tableassist.store.export import ExportKind
from tableassist.store.report import ForumMarkup

app = typer.Typer()
RECORD, PANEL = "Record", "Look back"
FOR_A_FORUM = "bbcode, markdown: a text to paste in a forum."
Match = Annotated[Path, Argument(help="The match: its folder, or its name in the library.")]


@app.command(
    rich_help_panel=RECORD,
    epilog="Examples:\n\n  tableassist record camera:0 --table my-table.toml --out final.match\n\n"
    "  tableassist record camera:0 --table my-table.toml --no-video\n\n"
    "  tableassist record camera:0 camera:1 --table my-table.toml\n\n"
    "  tableassist record studio:demo --seconds 30 --out demo.match\n\n"
    "  tableassist record camera:0 --table my-table.toml --out final.match --resume\n\n"
    "  tableassist record camera:0 --table my-table.toml --league 7K2M-9QXD-V4TB",
)
def record(
    sources: Annotated[
        list[str],
        Argument(
            metavar="SOURCE...",
            help="camera:N, camera:NAME, a video, folder or picture, http(s)://, rtsp://, studio:NAME. Several are "
            "cameras of one table.",
        ),
    ],
    table: Annotated[Path | None, Option("--table", "-t", help="The table file; a studio has its own.")] = None,
    out: Annotated[Path | None, Option("--out", "-o", help="The match's folder. Default: in the library.")] = None,
    video: Annotated[
        bool, Option("--video/--no-video", help="Record the pictures too, or only where the pieces are.")
    ] = True,
    seconds: Annotated[
        float | None, Option(min=0.1, help="Stop after this many seconds. Default: run until Ctrl-C.")
    ] = None,
    resume: Annotated[bool, Option("--resume", help="Resume --out, or this table's last interrupted match.")] = False,
    go_on: Annotated[bool, Option("--go-on", hidden=True)] = False,  # what --resume was called before
    league: League = None,
    league_hub: LeagueHub = None,
    league_token: LeagueToken = None,
) -> None:
    """Record a match without a window: positions of all pieces, rulings, and pictures."""
    from tableassist.capture import join_sources
    from tableassist.cli.match.record import record_source

    source = join_sources(sources)
    membership = choose_membership(league, league_hub, league_token)
    raise typer.Exit(
        record_source(source, table, out, video=video, seconds=seconds, go_on=resume or go_on, membership=membership)
    )


@app.command(
    rich_help_panel=RECORD,
    epilog="Examples:\n\n  tableassist verify final.match\n\n  tableassist verify final.match --key anne.pub",
)
def verify(
    match: Annotated[str, Argument(help="The match's folder, or its name in the library.")],
    key: Annotated[
        list[Path] | None, Option("--key", help="A public key. The signature must be by one of these; repeatable.")
    ] = None,
    signed: Annotated[bool, Option("--signed", help="Require a signature, by anyone.")] = False,
    most: Annotated[int, Option("--most", min=1, help="List at most this many differences.")] = 20,
) -> None:
    """Check that a match is as it was recorded: its chain and signature, its pictures, and every ruling made again.

    Exit code 0 if it agrees, 3 if something differs, 4 if something is not proven, 5 if the signature is wrong, or is
    missing where one was demanded, 2 if it cannot be read.
    """
    from tableassist.cli.match.verify import verify_and_tell

    raise typer.Exit(verify_and_tell(match, tuple(key or ()), most, is_signature_demanded=signed))


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist report friday.match --out friday.html\n\n"
    "  tableassist report friday.match --as bbcode",
)
def report(
    match: Match,
    out: Annotated[
        Path | None, Option("--out", "-o", help="Default: MATCH.html, here; a text for a forum is printed.")
    ] = None,
    markup: Annotated[ForumMarkup | None, Option("--as", help=FOR_A_FORUM)] = None,
) -> None:
    """A battle report: one page with the game, its key moments, gold, fleets, moves, verdicts, disputes and plans.

    For any browser and for paper, or as a text to paste in a forum.
    """
    from tableassist.matches.report import forum_text_of_match, write_report

    if markup is not None:
        with progress_bar() as progress:
            text = forum_text_of_match(match, markup, progress)
        _hand_out(text, out)
        return
    with progress_bar() as progress:
        written = write_report(match, out, painter=painter(), progress=progress)
    tell_written(written)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist export friday.match --as pcn\n\n"
    "  tableassist export friday.match --as gif --at 3:05 --seconds 4\n\n"
    "  tableassist export friday.match --as mp4 --at 1:10:00 --seconds 60 --out ram.mp4",
)
def export(
    match: Match,
    kind: Annotated[
        ExportKind,
        Option("--as", help="mp4, gif: video with the overlay; csv: poses; jsonl, mcap: everything; pcn: the score."),
    ],
    out: Annotated[Path | None, Option("--out", "-o", help="Default: MATCH.KIND, here.")] = None,
    at: Annotated[str | None, Option(help="mp4, gif: where to start, counted from the beginning of the match.")] = None,
    seconds: Annotated[float, Option(help="mp4, gif: how many seconds, with --at.")] = 4.0,
) -> None:
    """A match as video, GIF, CSV, JSON lines, MCAP, or as a score to paste into a forum post."""
    from tableassist.matches import export_match

    with progress_bar() as progress:
        film = painter(steady=True)
        written = export_match(match, kind, out, painter=film, at=at, seconds=seconds, progress=progress)
    tell_written(written)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist score friday.pcn\n\n  tableassist score friday.pcn --out friday.html\n\n"
    "  tableassist score friday.pcn --as markdown",
)
def score(
    path: Annotated[
        Path, Argument(metavar="SCORE", help="A .pcn file made by `tableassist export`, or a game in JSON lines.")
    ],
    out: Annotated[
        Path | None, Option("--out", "-o", help="A page with the table after each turn; with --as, the text.")
    ] = None,
    markup: Annotated[ForumMarkup | None, Option("--as", help=FOR_A_FORUM)] = None,
) -> None:
    """Read a score that you were sent: in words, as a page with plans, or as a text for a forum.

    If it is broken, you are told where and why.
    """
    from tableassist import __version__
    from tableassist.matches.games import read_refereed
    from tableassist.store.files import write_text_safely
    from tableassist.store.report import forum_text
    from tableassist.store.score import score_lines, score_page

    read, refereed, problem = read_refereed(path)
    if problem is not None:
        tell(say(problem), err=True)
    if markup is not None:
        _hand_out(forum_text(read, refereed, markup, version=__version__), out)
        return
    if out is not None:
        write_text_safely(out, score_page(read, refereed))
        tell_written(out)
        return
    for line in score_lines(read, refereed):
        # A name from elsewhere may hold signs that a terminal obeys.
        tell("".join(letter for letter in say(line) if letter.isprintable()))


def _hand_out(text: str, out: Path | None) -> None:
    from tableassist.store.files import write_text_safely

    if out is None:
        echo(text.removesuffix("\n"))
    else:
        write_text_safely(out, text)
        tell_written(out)
