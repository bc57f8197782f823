"""The commands of a game: demo, judge, watch. Heavy imports wait until a command needs them."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.play.league import League, LeagueHub, LeagueToken, choose_membership
from tableassist.cli.terminal import painter, progress_bar, tell
from tableassist.errors import BadRequestError
from tableassist.messages import sentence, template, tr

app = typer.Typer()
PANEL = "Play"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist demo\n\n  tableassist demo --no-window --out my-demo\n\n"
    "  tableassist demo --stage oblique\n\n  tableassist demo --stage cards --no-window",
)
def demo(
    window: Annotated[
        bool | None,
        Option("--window/--no-window", help="Open the window, or write files. Default: a window if possible."),
    ] = None,
    stage: Annotated[
        str,
        Option(
            help="Which stage: demo, demo-1080p, oblique, or cards (the card game); or, to see how problems are "
            "reported, leaning (ships that lean or are held up), swapped (plates swapped, a mast off) or "
            "small-print (printed at 97 %)."
        ),
    ] = "demo",
    out: Annotated[Path, Option(help="Folder for the files; made if missing.")] = Path("demo-out"),
    seed: Annotated[int, Option(help="Random seed for the camera noise.")] = 0,
) -> None:
    """Play a staged game on a synthetic camera: no hardware needed.

    With a display it opens the window. Without one it writes a video with the overlay, overhead pictures of its key
    moments, the rulings as JSON, and the game as it was followed.
    """
    from tableassist.cli.play.watch import watch_source
    from tableassist.sources import CARD_STAGE
    from tableassist.table.demo import demo_camera_words, write_demo
    from tableassist.ui import has_display

    if window is None:
        window = has_display()
        if not window:
            tell(tr("No display found: writing files to {folder}/ instead of opening a window.", folder=out))
    if window:
        raise typer.Exit(watch_source(f"studio:{stage}", None))
    if stage == CARD_STAGE:
        _write_cards(out, seed)
        return
    with progress_bar() as progress:
        written = write_demo(stage, out, seed, painter=painter(steady=True), progress=progress)
    for path in written:
        tell(str(path))
    for words in demo_camera_words(stage):
        tell(sentence(words), wrap=True)


def _write_cards(out: Path, seed: int) -> None:
    from tableassist.table.demo import write_card_demo

    with progress_bar() as progress:
        written, words = write_card_demo(out, seed, progress=progress)
    for path in written:
        tell(str(path))
    for word in words:
        tell(sentence(word), wrap=True)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist judge photo.jpg --table my-table.toml\n\n"
    "  tableassist judge photo.jpg phone.jpg --table my-table.toml\n\n"
    "  tableassist judge camera:0 --table my-table.toml\n\n"
    "  tableassist judge photo.jpg --table my-table.toml --about titan\n\n"
    "  tableassist judge photo.jpg --table my-table.toml --confirm harbinger\n\n"
    "  tableassist judge photo.jpg --table my-table.toml --set-up\n\n"
    "  tableassist judge photo.jpg --table my-table.toml --json > rulings.json\n\n"
    "  tableassist judge row.jpg --cards",
)
def judge(
    sources: Annotated[
        list[str],
        Argument(
            metavar="PICTURE...",
            help="A photograph of the table (JPEG or PNG), or a camera or stream; and more photographs of the same "
            "table at rest, such as one from a phone.",
        ),
    ],
    table: Annotated[
        Path | None,
        Option("--table", "-t", help="The table file (TOML): mat, camera, pieces. With --cards: its camera."),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="Print everything as JSON.")] = False,
    set_up: Annotated[bool, Option("--set-up", help="Also check the set-up: numbers, spacing, ships at home.")] = False,
    cards: Annotated[bool, Option("--cards", help="A table of the card game: its row and open cards.")] = False,
    about: Annotated[
        list[str] | None,
        Option("--about", "--piece", help="Only rulings about this piece (its id, or part of its name); repeatable."),
    ] = None,
    everything: Annotated[bool, Option("--all", help="Every ruling, plain noes and the parts of shots too.")] = False,
    confirm: Annotated[
        list[str] | None,
        Option(
            "--confirm",
            help="You have looked at this ship: all masts standing, plate straight, flat on the mat. Its id, part of "
            "its name, or 'all'; repeatable.",
        ),
    ] = None,
    camera: Annotated[
        list[str] | None,
        Option(
            "--camera",
            help="PICTURE=PROFILE: a picture's camera profile, or 'typical'; repeatable. Without it the first "
            "picture is taken to be from the table's camera; for the others, only the lens data in the file is "
            "used.",
        ),
    ] = None,
) -> None:
    """Judge one picture: the pieces, the contacts, the shots in range and the close calls; or which cards lie where.

    A second picture of the same table, from another side, shows how far ships lean, what a hand hides, and masts. It
    may come from a phone: a few mat tags and the ships in question are enough.
    """
    if cards:
        from tableassist.cli.play.card_table import judge_cards

        source, *others = sources
        if others:
            form = template("judge --cards: got {count} pictures, expected one")
            raise BadRequestError(form, count=len(sources))
        judge_cards(source, table, as_json=as_json)
        return
    if table is None:
        raise BadRequestError("judge: no table given, expected --table TABLE.toml, or --cards")
    from tableassist.cli.play.judge import judge_sources

    judge_sources(
        sources,
        table,
        as_json=as_json,
        set_up=set_up,
        about=about or (),
        everything=everything,
        confirm=confirm or (),
        cameras=camera or (),
    )


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist watch\n\n  tableassist watch camera:0 --table my-table.toml\n\n"
    "  tableassist watch camera:Logitech --table my-table.toml\n\n"
    "  tableassist watch camera:0 camera:1 --table my-table.toml\n\n"
    "  tableassist watch http://192.0.2.7:8080/video --table my-table.toml\n\n  tableassist watch studio:oblique\n\n"
    "  tableassist watch camera:0 --table my-table.toml --pages --network\n\n"
    "  tableassist watch camera:0 --table my-table.toml --league 7K2M-9QXD-V4TB\n\n"
    "  tableassist watch camera:0 --table my-table.toml --league mqtts://192.0.2.5/friday",
)
def watch(
    sources: Annotated[
        list[str] | None,
        Argument(
            metavar="[SOURCE]...",
            help="camera:N, camera:NAME, a video, folder or picture, http(s)://, rtsp://, studio:NAME. Several are "
            "cameras of one table.",
        ),
    ] = None,
    table: Annotated[Path | None, Option("--table", "-t", help="The table file; a studio has its own.")] = None,
    pages: Annotated[
        bool, Option("--pages", help="Share the table with browsers: players' phones, spectators, a stream.")
    ] = False,
    network: Annotated[
        bool, Option("--network", help="With --pages: let others on the local network open them.")
    ] = False,
    league: League = None,
    league_hub: LeagueHub = None,
    league_token: LeagueToken = None,
) -> None:
    """Open the window on a camera, a stream, a video or pictures; without a source, the window asks."""
    from tableassist.capture import join_sources
    from tableassist.cli.play.watch import watch_source

    source = join_sources(sources) if sources else None
    if (pages or network) and (source is None or (network and not pages)):
        raise BadRequestError("watch: --pages needs a source, and --network needs --pages")
    if league is not None and source is None:
        raise BadRequestError("watch: --league needs a source")
    membership = choose_membership(league, league_hub, league_token)
    raise typer.Exit(watch_source(source, table, pages=pages, to_network=network, membership=membership))


@app.command(
    "open",
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist open friday.match\n\n  tableassist open friday.pcn\n\n"
    "  tableassist open my-table.toml photo.jpg",
)
def open_command(
    files: Annotated[
        list[Path] | None,
        Argument(metavar="FILE...", help="A table file, a picture, a video, a match or its zip, a score (.pcn)."),
    ] = None,
) -> None:
    """Open files in the window, as a double click does; without one, the window asks."""
    from tableassist.cli.play.watch import open_files

    raise typer.Exit(open_files(tuple(files or ())))


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist case my-table.toml photo.jpg\n\n"
    "  tableassist case my-table.toml photo.jpg --about revenge --why 'Her bow does not touch.'",
)
def case(
    table: Annotated[Path, Argument(help="The table file (TOML).")],
    picture: Annotated[Path, Argument(help="A photograph of the disputed table.")],
    out: Annotated[Path | None, Option("--out", "-o", help="Default: PICTURE.case.toml next to the picture.")] = None,
    about: Annotated[list[str] | None, Option("--about", help="Only rulings about this piece; repeatable.")] = None,
    everything: Annotated[bool, Option("--all", help="Also show plain noes.")] = False,
    why: Annotated[str | None, Option("--why", help="One sentence: what is right, and why.")] = None,
) -> None:
    """Make a case file of a dispute: poses as measured, rulings as made, for you to correct."""
    from tableassist.judging.cases import write_case

    made = write_case(table, picture, out=out, about=about or (), everything=everything, why=why)
    counts = {"pieces": made.pieces, "rulings": made.rulings}
    tell(tr("written: {path} ({pieces} pieces, {rulings} rulings to correct)", path=made.path, **counts))
