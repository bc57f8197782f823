"""The commands about the program itself: doctor, licences. Heavy imports wait until they are needed."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Option

app = typer.Typer()
PANEL = "Look up"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist doctor\n\n  tableassist doctor --camera camera:0\n\n"
    "  tableassist doctor --camera camera:0 --table league.toml --bundle report.zip",
)
def doctor(
    camera: Annotated[
        str | None, Option(help="Try this source for two seconds: camera:0, http://..., studio:demo.")
    ] = None,
    bundle: Annotated[Path | None, Option(help="Write what was found as a zip for a bug report, after asking.")] = None,
    table: Annotated[Path | None, Option("--table", "-t", help="Put this table file into the bundle.")] = None,
    with_picture: Annotated[
        bool, Option("--with-picture", help="Put the camera's last picture into the bundle.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Write the bundle without asking.")] = False,
    as_json: Annotated[bool, Option("--json", help="For programs.")] = False,
) -> None:
    """Check what this computer has and lacks, and what to do about it. Exit code 1: something is missing.

    Nothing is sent anywhere. A bundle holds what is listed before it is written, and no picture unless you say so.
    """
    from tableassist.cli.doctor.doctor import see_doctor

    code = see_doctor(camera, bundle=bundle, table=table, with_picture=with_picture, yes=yes, as_json=as_json)
    raise typer.Exit(code)


@app.command(rich_help_panel=PANEL, epilog="Examples:\n\n  tableassist licences\n\n  tableassist licences --json")
def licences(as_json: Annotated[bool, Option("--json", help="With the files of the full texts.")] = False) -> None:
    """List every package that Table Assist is shipped with, its version and its licence."""
    from tableassist.cli.doctor.licences import tell_licences

    tell_licences(as_json=as_json)
