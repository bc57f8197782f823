"""The command `tableassist`. Heavy imports wait until a command needs them."""

import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tableassist import __version__
from tableassist.errors import TableAssistError

app = typer.Typer(
    name="tableassist",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Measures a real tabletop game with a camera, and says YES, NO or TOO CLOSE TO CALL.",
    epilog="Start with [bold]tableassist demo[/bold]: a staged game, no camera needed.",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tableassist {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what is done, to standard error.")] = False,
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    level = logging.DEBUG if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(name)s: %(message)s", stream=sys.stderr)


@app.command(
    epilog="Examples:\n\n  tableassist demo\n\n  tableassist demo --no-window --out my-demo\n\n"
    "  tableassist demo --stage oblique"
)
def demo(
    window: Annotated[
        bool | None, typer.Option("--window/--no-window", help="Open the window, or write files. Default: as you can.")
    ] = None,
    stage: Annotated[str, typer.Option(help="Which synthetic camera: demo, demo-1080p or oblique.")] = "demo",
    out: Annotated[Path, typer.Option(help="Folder for the files, made if it is not there.")] = Path("demo-out"),
    seed: Annotated[int, typer.Option(help="Of the camera's noise.")] = 0,
) -> None:
    """Play a staged game on a synthetic camera: no hardware needed.

    With a display it opens the window. Without one it writes a video with the overlay, three overhead pictures
    and the rulings as JSON.
    """
    from tableassist.cli.demo import play_in_window, write_files
    from tableassist.ui.application import has_display

    if window is None:
        window = has_display()
        if not window:
            typer.echo(f"No display found: writing files to {out}/ instead of opening a window.")
    if window:
        raise typer.Exit(play_in_window(stage))
    write_files(stage, out, seed)


@app.command(
    epilog="Examples:\n\n  tableassist judge photo.jpg --table league.toml\n\n"
    "  tableassist judge photo.jpg --table league.toml --json > rulings.json"
)
def judge(
    picture: Annotated[Path, typer.Argument(help="A photograph of the table: JPEG or PNG.")],
    table: Annotated[Path, typer.Option("--table", "-t", help="The table file (TOML): mat, camera, pieces.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Judge one picture: where every piece lies, and what may be done."""
    from tableassist.cli.judge import judge_picture

    judge_picture(picture, table, as_json=as_json)


@app.command(
    epilog="Examples:\n\n  tableassist watch camera:0 --table league.toml\n\n"
    "  tableassist watch camera:Logitech --table league.toml\n\n"
    "  tableassist watch http://192.0.2.7:8080/video --table league.toml\n\n  tableassist watch studio:oblique"
)
def watch(
    source: Annotated[
        str, typer.Argument(help="camera:N, camera:NAME, a video, folder or picture, http(s)://, rtsp://, studio:NAME.")
    ],
    table: Annotated[
        Path | None, typer.Option("--table", "-t", help="The table file; a studio brings its own.")
    ] = None,
) -> None:
    """Open the window on a camera, a stream, a video or pictures."""
    from tableassist.cli.watch import watch_source

    raise typer.Exit(watch_source(source, table))


@app.command(
    epilog="Examples:\n\n  tableassist calibrate camera:0 --out my-camera.toml\n\n"
    "  tableassist calibrate photos/ --board chessboard:8x6:30 --out my-camera.toml --report report.png\n\n"
    "  tableassist calibrate photos/ --board mat --table league.toml --out my-camera.toml"
)
def calibrate(
    source: Annotated[
        str, typer.Argument(help="camera:N, camera:NAME, a folder of pictures, a video, http(s)://, rtsp://.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The camera profile to write (TOML).")],
    board: Annotated[
        str, typer.Option(help="charuco, a board's .toml, chessboard:COLUMNSxROWS:MM (inner corners), or mat.")
    ] = "charuco",
    table: Annotated[Path | None, typer.Option("--table", "-t", help="The table file, for --board mat.")] = None,
    report: Annotated[Path | None, typer.Option(help="Also draw the report as a picture (PNG).")] = None,
    name: Annotated[str | None, typer.Option(help="What to call the camera. Default: the source's name.")] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Write the profile even if it is rejected.")] = False,
) -> None:
    """Calibrate a camera's lens from views of a printed board, or of the mat's own tags.

    Twenty views, the board tilted to every side and seen in every corner of the picture, do it. From a camera or a
    video, sharp and still views are taken by themselves. Exit code 1: rejected.
    """
    from tableassist.cli.calibrate import calibrate_source

    raise typer.Exit(calibrate_source(source, board, table, out, report, name, keep=keep))


@app.command(
    epilog="Examples:\n\n  tableassist survey photos/ --table league.toml --out mat.toml\n\n"
    "  tableassist survey walk-round.mp4 --table league.toml --ruler 0:6:1200.5 --out mat.toml"
)
def survey(
    source: Annotated[str, typer.Argument(help="A folder of pictures, a video, or (in a pinch) one picture.")],
    table: Annotated[Path, typer.Option("--table", "-t", help="The table file: where the tags were meant to be.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The surveyed mat to write (TOML).")],
    ruler: Annotated[
        str | None, typer.Option(help="A distance by hand, centre to centre: TAG:TAG:MM, or TAG:TAG:MM:SIGMA.")
    ] = None,
    camera: Annotated[
        str | None, typer.Option(help="The profile of the camera that took the pictures. Default: the table's.")
    ] = None,
) -> None:
    """Survey the mat: find where its tags really are, how large they are, and how sure that is.

    Five to ten pictures from different sides, tilted by 30 to 45 degrees, do it; or turn and shift the mat under a
    fixed camera. One picture works, with a larger plus-minus.
    """
    from tableassist.cli.survey import survey_source

    survey_source(source, table, out, ruler, camera)


@app.command(epilog="Example:\n\n  tableassist cameras")
def cameras() -> None:
    """List the cameras of this computer."""
    from tableassist.capture.camera_device import list_cameras

    devices = list_cameras()
    for device in devices:
        typer.echo(f"camera:{device.index}\t{device.name}")
    if not devices:
        typer.echo("No camera found. A network camera is opened by its http:// or rtsp:// address.")


def main() -> None:
    """No traceback reaches a user: what he can mend is one line and exit code 2."""
    try:
        app()
    except TableAssistError as problem:
        typer.echo(f"tableassist: {problem}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
