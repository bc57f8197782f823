"""The commands about the program itself: doctor, licences. Heavy imports wait until they are needed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

if TYPE_CHECKING:
    from tableassist.setup.doctor import DoctorLine

app = typer.Typer()
PANEL = "Look up"


@app.command(
    rich_help_panel=PANEL,
    epilog="Examples:\n\n  tableassist doctor\n\n  tableassist doctor --camera camera:0\n\n"
    "  tableassist doctor --league\n\n"
    "  tableassist doctor --camera camera:0 --table my-table.toml --bundle report.zip",
)
def doctor(
    camera: Annotated[
        str | None, Option(help="Try this source for two seconds: camera:0, http://..., studio:demo.")
    ] = None,
    bundle: Annotated[
        Path | None, Option(help="Write the results to a zip file for a bug report, after asking.")
    ] = None,
    table: Annotated[
        Path | None, Option("--table", "-t", help="With --camera: what it sees of this table. Goes into the bundle.")
    ] = None,
    with_picture: Annotated[
        bool, Option("--with-picture", help="Include the camera's last picture in the bundle.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Write the bundle without asking.")] = False,
    league: Annotated[bool, Option("--league", help="Also check the league that runs on this computer.")] = False,
    league_folder: Annotated[
        Path | None, Option("--league-folder", help="The league's folder. Default: in your data folder.")
    ] = None,
    as_json: Annotated[bool, Option("--json", help="For programs.")] = False,
) -> None:
    """Check what this computer has, what it lacks and what to do about it. Exit code 1: something is missing.

    Nothing is sent anywhere. A bundle's contents are listed before it is written, and no picture is added unasked.
    """
    from tableassist.cli.doctor.doctor import see_doctor

    code = see_doctor(
        camera,
        bundle=bundle,
        table=table,
        with_picture=with_picture,
        yes=yes,
        as_json=as_json,
        more=_league_lines(league_folder) if league or league_folder is not None else (),
    )
    raise typer.Exit(code)


@app.command(rich_help_panel=PANEL, epilog="Examples:\n\n  tableassist licences\n\n  tableassist licences --json")
def licences(
    as_json: Annotated[bool, Option("--json", help="Also list the files with the full texts.")] = False,
) -> None:
    """List every package that Table Assist is shipped with, its version and its licence."""
    from tableassist.cli.doctor.doctor import tell_licences

    tell_licences(as_json=as_json)


def _league_lines(folder: Path | None) -> "tuple[DoctorLine, ...]":
    from tableassist.cli.league.place import NEEDED, need_extra
    from tableassist.errors import TableAssistError
    from tableassist.setup.doctor import missing

    try:
        need_extra()
    except TableAssistError as problem:
        return (missing(NEEDED[0], problem.message, "pip install 'tableassist[league]'"),)
    from tableassist.league import LeagueFolder, check_league, default_league_folder

    return tuple(check_league(LeagueFolder(folder or default_league_folder())))
