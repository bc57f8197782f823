"""The commands that measure a camera, a mat and pieces: calibrate, survey, scale, mount, prove, scan, assign."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.terminal import echo, tell
from tableassist.errors import BadRequestError
from tableassist.messages import tr

app = typer.Typer()
PANEL = "Measure a table"


@app.command(rich_help_panel=PANEL, epilog="Examples:\n\n  tableassist cameras")
def cameras() -> None:
    """List the cameras of this computer."""
    from tableassist.capture import list_cameras

    devices = list_cameras()
    for device in devices:
        echo(f"camera:{device.index}\t{device.name}")
    if not devices:
        tell(tr("No camera found. A network camera is opened by its http:// or rtsp:// address."))


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist calibrate camera:0 --table my-table.toml\n\n"
    "  tableassist calibrate camera:0 --out my-camera.toml\n\n"
    "  tableassist calibrate camera:0 --out my-camera.toml --table my-table.toml --use\n\n"
    "  tableassist calibrate photos/ --board chessboard:8x6:30 --out my-camera.toml --report report.png\n\n"
    "  tableassist calibrate photos/ --board mat --table my-table.toml --out my-camera.toml",
)
def calibrate(
    source: Annotated[str, Argument(help="camera:N, camera:NAME, a folder of pictures, a video, http(s)://, rtsp://.")],
    table: Annotated[
        Path | None, Option("--table", "-t", help="The table file, which will use the profile; also for --board mat.")
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            "--out",
            "-o",
            help="The camera profile to write. Default: TABLE-camera.toml, which the table file then uses.",
        ),
    ] = None,
    board: Annotated[
        str, Option(help="charuco, a board's .toml, chessboard:COLUMNSxROWS:MM (inner corners), or mat.")
    ] = "charuco",
    use: Annotated[bool, Option("--use", help="With --out: make the table file use this profile.")] = False,
    report: Annotated[Path | None, Option(help="Also draw the report as a picture (PNG).")] = None,
    name: Annotated[str | None, Option(help="What to call the camera. Default: the source's name.")] = None,
    keep: Annotated[bool, Option("--keep", help="Write the profile even if it is rejected.")] = False,
) -> None:
    """Calibrate a camera's lens from views of a printed board, or of the mat's own tags.

    Twenty views, the board tilted to every side and seen in every corner of the picture, do it. From a camera or a
    video, sharp and still views are taken by themselves. Exit code 1: rejected.
    """
    from tableassist.cli.measure.calibrate import calibrate_source
    from tableassist.setup.measure.calibrating import profile_path

    if out is None:
        if table is None:
            raise BadRequestError("calibrate: expected --table TABLE.toml, or --out for a profile without a table")
        out, use = profile_path(table), True
    raise typer.Exit(calibrate_source(source, board, table, out, report, name, keep=keep, use=use))


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist survey camera:0 --table my-table.toml\n\n"
    "  tableassist survey photos/ --table my-table.toml --out mat.toml\n\n"
    "  tableassist survey walk-round.mp4 --table my-table.toml --ruler 0:6:1200.5 --out mat.toml --use",
)
def survey(
    source: Annotated[
        str, Argument(help="A camera or stream, a folder of pictures, a video, or (in a pinch) one picture.")
    ],
    table: Annotated[Path, Option("--table", "-t", help="The table file, which says where the tags should be.")],
    out: Annotated[
        Path | None,
        Option(
            "--out", "-o", help="The surveyed mat to write. Default: TABLE-mat.toml, which the table file then uses."
        ),
    ] = None,
    ruler: Annotated[
        str | None, Option(help="A distance by hand, centre to centre: TAG:TAG:MM, or TAG:TAG:MM:SIGMA.")
    ] = None,
    camera: Annotated[
        str | None, Option(help="The profile of the camera that took the pictures. Default: the table's.")
    ] = None,
    use: Annotated[bool, Option("--use", help="With --out: make the table file use this survey.")] = False,
) -> None:
    """Survey the mat: find where its tags really are, how large they are, and how sure that is.

    Five to ten pictures from different sides, tilted by 30 to 45 degrees, do it; or turn and shift the mat under a
    fixed camera. A running camera takes eight by itself, one each time it is held still on a new view, and beeps.
    One picture works, with a larger plus-minus.
    """
    from tableassist.cli.measure.survey import survey_source
    from tableassist.setup.measure.surveying import survey_path

    survey_source(source, table, out or survey_path(table), ruler, camera, use=use or out is None)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist scale my-table.toml --line 99.8\n\n"
    "  tableassist scale my-table.toml --card card.jpg\n\n"
    "  tableassist scale my-table.toml --card camera:0 --card-size 88.9x63.4\n\n"
    "  tableassist scale my-table.toml --ruler 0:6:1208.5",
)
def scale(
    table: Annotated[Path, Argument(help="The table file; the results are written into it.")],
    line: Annotated[float | None, Option(help="The 100 mm line on a printed page as you measure it, mm.")] = None,
    card: Annotated[
        str | None,
        Option(
            metavar="SOURCE", help="A picture (or camera) of the mat with one card on it: of the game, or a bank card."
        ),
    ] = None,
    ruler: Annotated[
        str | None, Option(help="Between the centres of two mat tags, by hand: TAG:TAG:MM, or TAG:TAG:MM:SIGMA.")
    ] = None,
    card_size: Annotated[
        str | None, Option(help="LONGxSHORT of your card in mm. Default: 89.2x63.7 or 85.6x53.98, by its shape.")
    ] = None,
    sigma: Annotated[float | None, Option(help="With --line: how well you measured it, mm. Default: 0.2.")] = None,
    force: Annotated[bool, Option("--force", help="Accept a scale that is more than 5 % off.")] = False,
    forget: Annotated[
        bool, Option("--forget", help="Forget the measured scale, for example after printing again.")
    ] = False,
) -> None:
    """Check how large the print came out. Until then distances are good to 4 % only.

    There are three ways: the 100 mm line at the foot of a printed page, a card on the mat, or one distance
    between two mat tags by ruler. Without any of them, it shows what is known so far.
    """
    from tableassist.cli.measure.scale import prove_scale

    prove_scale(table, line=line, card=card, ruler=ruler, card_size=card_size, sigma=sigma, force=force, forget=forget)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist mount --table my-table.toml\n\n"
    "  tableassist mount 'HMS Titan' --table my-table.toml --source camera:1 --directions 2\n\n"
    "  tableassist mount titan --table my-table.toml --source set-downs/ --dry-run",
)
def mount(
    table: Annotated[Path, Option("--table", "-t", help="The table file; the results are written into it.")],
    ships: Annotated[
        list[str] | None, Argument(metavar="SHIP", help="Ids or names of ships. Default: all ships with a tag.")
    ] = None,
    source: Annotated[
        str, Option("--source", "-s", help="A camera, stream or video; or pictures, each one set-down.")
    ] = "camera:0",
    directions: Annotated[int, Option(help="Set-downs per ship, 2 to 4; four find the bow to 0.3 mm.")] = 4,
    check_line: Annotated[
        float | None, Option(help="The jig's printed check line as you measure it, mm. Default: as the table's print.")
    ] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Measure and report, but write nothing.")] = False,
) -> None:
    """Fit out ships: measure on the printed jig sheet where each ship's tags sit.

    Lay the sheet flat, well away from the middle of the picture. Set the ship down as asked, bow at the stop, keel on
    the line; it beeps once she has been at rest. Exit code 1: a ship must be done again.
    """
    from tableassist.cli.measure.mount import mount_ships

    code = mount_ships(source, table, ships or (), directions=directions, check_line_mm=check_line, dry_run=dry_run)
    raise typer.Exit(code)


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist prove camera:0 --table my-table.toml\n\n"
    "  tableassist prove docked.jpg --table my-table.toml",
)
def prove(
    source: Annotated[str, Argument(help="The camera above the table, a stream, or a picture of a docked ship.")],
    table: Annotated[Path, Option("--table", "-t", help="The table file.")],
    seconds: Annotated[float, Option(min=1.0, help="How long to watch a camera for a docking.")] = 120.0,
) -> None:
    """Prove the table: dock a ship, and the program says DOCKED with the gap and its plus-minus.

    Put a ship's bow against the shore of an island that she may dock at, and take your hands away. If she is not
    called docked, it names the step of the set-up that would help most. Exit code 1: not docked.
    """
    from tableassist.cli.measure.prove import prove_table

    raise typer.Exit(prove_table(source, table, seconds=seconds))


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n"
    "  tableassist scan photos/ --table my-table.toml --piece palm-island --out my-palm.toml --update\n\n"
    "  tableassist scan camera:0 --table my-table.toml --piece oxley --out oxley.toml --edit\n\n"
    "  tableassist scan photos/ --table my-table.toml --tag 77 --kind island --out found.toml\n\n"
    "  tableassist scan card.jpg --table my-table.toml --card --update",
)
def scan(
    source: Annotated[str, Argument(help="A folder of pictures, a picture, a video, camera:N, http(s)://, rtsp://.")],
    table: Annotated[Path, Option("--table", "-t", help="The table file: mat, camera, pieces.")],
    piece: Annotated[str | None, Option(help="The piece's id in the table file.")] = None,
    out: Annotated[
        Path | None, Option("--out", "-o", help="A model file to write (TOML); not needed with --update.")
    ] = None,
    card: Annotated[bool, Option("--card", help="Measure L and S from a card that is flat on the mat.")] = False,
    islands: Annotated[bool, Option("--islands", help="All cardboard islands and terrain at once.")] = False,
    tag: Annotated[int | None, Option(help="The tag of a piece that the table file does not know.")] = None,
    tag_size: Annotated[float, Option(help="Side of that tag's black square, mm.")] = 20.0,
    height: Annotated[float, Option(help="Height of that piece's upper face above the mat, mm.")] = 1.0,
    kind: Annotated[str | None, Option(help="island, reef, fog-bank ... Default: as in the table file.")] = None,
    empty: Annotated[Path | None, Option(help="A picture of the mat without the piece; surer.")] = None,
    picture: Annotated[Path | None, Option(help="Also draw the outline on the piece (PNG).")] = None,
    update: Annotated[bool, Option("--update", help="Write it into the table file.")] = False,
    edit: Annotated[bool, Option("--edit", help="Check the outline, and adjust its points, before saving it.")] = False,
) -> None:
    """Scan outlines, or the ruler, from pictures of the table.

    Islands: four pictures, all islands turned and moved between them, their plates at least 3 mm from every shore.
    Ships: eight pictures by a camera about 30 degrees off vertical, the lamp on the camera's side.
    """
    from tableassist.cli.measure import scan as scans
    from tableassist.setup.measure.scanning import ScannedPiece, ScanRequest

    if card:
        if piece is not None or tag is not None or islands:
            raise BadRequestError("scan: got --card and a piece, expected one of them")
        scans.scan_card(source, table, update=update)
        return
    if islands:
        if piece is not None or tag is not None:
            raise BadRequestError("scan: got --islands and a piece, expected one of them")
        many = ScanRequest(source, table, out, kind=kind, empty=empty, update=update)
        raise typer.Exit(scans.scan_islands(many))
    new = None if tag is None else ScannedPiece(tag, tag_size, height)
    raise typer.Exit(scans.scan(ScanRequest(source, table, out, piece, new, kind, empty, picture, update, edit)))


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist assign camera:0 --table my-table.toml\n\n"
    "  tableassist assign camera:0 --table my-table.toml --tag 57 --piece oxley --mount flag",
)
def assign(
    source: Annotated[str, Argument(help="A picture of the table, or any other source.")],
    table: Annotated[Path, Option("--table", "-t", help="The table file.")],
    tag: Annotated[int | None, Option(help="The unknown tag. Default: list all unknown tags in view.")] = None,
    piece: Annotated[str | None, Option(help="The id of the piece that has the tag.")] = None,
    mount: Annotated[str | None, Option(help="flag, masthead, deck or plate. Default: as the model says.")] = None,
    mast: Annotated[int | None, Option(help="For a masthead: the mast, 1 foremost.")] = None,
    size: Annotated[float | None, Option(help="Side of the black square, mm. Default: as the model says.")] = None,
    family: Annotated[str | None, Option(help="Needed if two families with the same number are in view.")] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Show what would be written, but write nothing.")] = False,
    as_json: Annotated[bool, Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """Assign an unknown tag to a piece: first list the unknown tags in view, then say which piece one of them is on."""
    from tableassist.cli.measure.mount import list_unknown, tell_assigned
    from tableassist.setup.measure.assigning import assign_tag

    if tag is None and piece is None:
        list_unknown(source, table, as_json=as_json)
    elif tag is None or piece is None:
        raise BadRequestError("assign: got only one of --tag and --piece, expected both, or none to see the list")
    else:
        done = assign_tag(
            source, table, tag=tag, piece=piece, family=family, mount=mount, mast=mast, size_mm=size, dry_run=dry_run
        )
        tell_assigned(tag, done, dry_run=dry_run)
