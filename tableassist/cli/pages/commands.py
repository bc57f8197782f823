"""`tableassist serve`. Heavy imports wait until the command needs them."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.play.league import League, LeagueHub, LeagueToken, choose_membership
from tableassist.errors import BadRequestError
from tableassist.table import FairPlay

app = typer.Typer()
PANEL = "Look back"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist serve final.match\n\n  tableassist serve final.match --network --port 8700\n\n"
    "  tableassist serve camera:0 --table my-table.toml --network --begin\n\n"
    "  tableassist serve camera:0 --table my-table.toml --record friday.match\n\n"
    "  tableassist serve camera:0 camera:1 --table my-table.toml --network\n\n"
    "  tableassist serve --table my-table.toml --network\n\n  tableassist serve studio:demo",
)
def serve(
    whats: Annotated[
        list[str] | None,
        Argument(
            metavar="MATCH|SOURCE...",
            help="A match: its folder, or its name in the library. Or a live source: camera:N, a video, http(s)://, "
            "rtsp://, studio:NAME. Several sources are cameras of one table. None, with --table: a table that no "
            "camera looks at, judged by photos from the players' phones.",
        ),
    ] = None,
    table: Annotated[
        Path | None, Option("--table", "-t", help="Live source: the table file; a studio has its own.")
    ] = None,
    record: Annotated[Path | None, Option("--record", help="Live source: record this match.")] = None,
    begin: Annotated[bool, Option("--begin", help="Live source: start a game as soon as the mat is in view.")] = False,
    resume: Annotated[bool, Option("--resume", help="Live source: resume this table's last game.")] = False,
    fair_play: Annotated[
        FairPlay, Option("--fair-play", help="Live source: which rulings players and spectators see.")
    ] = FairPlay.OPEN,
    network: Annotated[
        bool, Option("--network", help="Listen on the local network (default: this computer only).")
    ] = False,
    port: Annotated[int | None, Option("--port", min=0, max=65535, help="Default: the first free one.")] = None,
    league: League = None,
    league_hub: LeagueHub = None,
    league_token: LeagueToken = None,
) -> None:
    """Serve a finished match, or a whole live table without a window, as pages in the browser, until Ctrl-C.

    A live table has a page for each player's phone, the judge, spectators and a stream.
    """
    from tableassist.capture import join_sources
    from tableassist.cli.pages.serve import is_live_source

    if not whats and table is None:
        raise BadRequestError(
            "serve: got no match and no source, expected one, or --table for a table without a camera"
        )
    what = join_sources(whats or ["photos"])
    if is_live_source(what, table):
        from tableassist.cli.pages.live import serve_table

        membership = choose_membership(league, league_hub, league_token)
        serve_table(
            what,
            table,
            record_to=record,
            begin=begin,
            resume=resume,
            to_network=network,
            port=port,
            fair_play=fair_play,
            membership=membership,
        )
        return
    from tableassist.cli.pages.serve import serve_match

    serve_match(Path(what), to_network=network, port=port)
