"""`tableassist league` runs the hub; its sub-commands are for the organiser. Heavy imports wait."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.league.members import tables, users
from tableassist.cli.league.place import DATABASE_VARIABLE, Folder, league_folder


class ExportForm(StrEnum):
    CSV = "csv"
    JSON = "json"


class ExportedTable(StrEnum):
    STANDINGS = "standings"
    PAIRINGS = "pairings"
    SEASON = "season"


league = typer.Typer(
    invoke_without_command=True,
    help="Run the hub of a league night: many tables, one judge's desk.",
    epilog="Examples:\n\n  tableassist league --network --title 'Tuesday league'\n\n"
    "  tableassist league table add table-1\n\n  tableassist league user add Jo --role judge\n\n"
    "  tableassist league backup tuesday.backup",
)
league.add_typer(tables, name="table")
league.add_typer(users, name="user")


@league.callback()
def run(
    context: typer.Context,
    folder: Folder = None,
    name: Annotated[
        str | None, Option("--name", help="The league's name on the bus: a-z, 0-9 and -. Default: league.")
    ] = None,
    title: Annotated[str | None, Option("--title", help="Display name.")] = None,
    database: Annotated[
        str | None,
        Option(
            "--database",
            envvar=DATABASE_VARIABLE,
            help="postgresql://user:password@host/name, or a file. Default: a file in the folder.",
        ),
    ] = None,
    broker: Annotated[
        str | None,
        Option("--broker", help="mqtts://user:password@host. Default: a mosquitto of the hub's own."),
    ] = None,
    network: Annotated[
        bool | None, Option("--network/--no-network", help="Let tables and judges on other computers connect.")
    ] = None,
    host: Annotated[
        str | None,
        Option("--host", help="The name or address at which they reach this computer, if it is not detected."),
    ] = None,
    port: Annotated[int | None, Option("--port", min=1, max=65535, help="Port of the desk. Default: 8750.")] = None,
    take_over: Annotated[
        bool, Option("--take-over", help="Take over from a hub that claims to be running; that hub stops.")
    ] = False,
) -> None:
    """Run the hub until Ctrl-C. What is said here is kept in the folder, and need not be said again."""
    if context.invoked_subcommand is not None:
        context.obj = folder
        return
    place = league_folder(context, folder)
    from tableassist.cli.league.hub import run_league

    options = {
        "league": name,
        "title": title,
        "database": database,
        "broker": broker,
        "network": network,
        "host": host,
        "port": port,
    }
    run_league(place, {key: value for key, value in options.items() if value is not None}, take_over=take_over)


@league.command(
    epilog="Examples:\n\n"
    "  tableassist league backup tuesday.backup\n\n"
    "  tableassist league backup tuesday.backup --force",
)
def backup(
    context: typer.Context,
    out: Annotated[Path, Argument(help="The file to write.")],
    folder: Folder = None,
    force: Annotated[bool, Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Copy everything into one file: database, keys, settings. The hub may run meanwhile. Keep the file to yourself."""
    from tableassist.cli.league.hub import write_backup

    write_backup(context, out, folder, force=force)


@league.command(epilog="Examples:\n\n  tableassist league restore tuesday.backup")
def restore(
    context: typer.Context,
    source: Annotated[Path, Argument(help="A file made by backup.")],
    folder: Folder = None,
    database: Annotated[
        str | None,
        Option(
            "--database", envvar=DATABASE_VARIABLE, help="Database to restore into. Default: the one this folder uses."
        ),
    ] = None,
    force: Annotated[bool, Option("--force", help="Replace existing data.")] = False,
) -> None:
    """Bring back what a backup holds, into PostgreSQL or a file, whichever it came from. The hub must not run."""
    from tableassist.cli.league.hub import restore_backup

    restore_backup(context, source, folder, database, force=force)


@league.command(
    epilog="Examples:\n\n"
    "  tableassist league prune --pictures-older-than 90d\n\n"
    "  tableassist league prune --audit-older-than 730d",
)
def prune(
    context: typer.Context,
    pictures_older_than: Annotated[
        str | None, Option("--pictures-older-than", help="Delete evidence bundles older than this, such as 90d.")
    ] = None,
    audit_older_than: Annotated[
        str | None, Option("--audit-older-than", help="Delete rows of the audit trail older than this, such as 730d.")
    ] = None,
    folder: Folder = None,
) -> None:
    """Delete old pictures; rulings and decisions are kept."""
    from tableassist.cli.league.hub import prune_league

    prune_league(context, folder, pictures=pictures_older_than, audit=audit_older_than)


@league.command(
    epilog="Examples:\n\n  tableassist league audit\n\n  tableassist league audit --about table-3 --most 200",
)
def audit(
    context: typer.Context,
    about: Annotated[str, Option("--about", help="Only this table's or user's.")] = "",
    most: Annotated[int, Option("--most", min=1, help="Show at most this many rows, newest first.")] = 50,
    as_json: Annotated[bool, Option("--json", help="For programs.")] = False,
    folder: Folder = None,
) -> None:
    """Show who did what, when, and from where."""
    from tableassist.cli.league.hub import print_audit

    print_audit(context, folder, about=about, most=most, as_json=as_json)


@league.command(
    epilog="Examples:\n\n"
    "  tableassist league export standings.csv\n\n"
    "  tableassist league export league.json --as json",
)
def export(
    context: typer.Context,
    out: Annotated[Path | None, Argument(help="The file to write. Default: the terminal.")] = None,
    form: Annotated[ExportForm, Option("--as", help="csv: one table; json: all of it.")] = ExportForm.CSV,
    what: Annotated[ExportedTable, Option("--what", help="The table, for csv.")] = ExportedTable.STANDINGS,
    folder: Folder = None,
) -> None:
    """Write pairings, standings and the season table as the public page has them."""
    from tableassist.cli.league.hub import export_league

    export_league(context, folder, out, is_json=form is ExportForm.JSON, what=what.value)


@league.command(name="broker-files", epilog="Examples:\n\n  tableassist league broker-files broker/")
def broker_files(
    context: typer.Context,
    out: Annotated[Path, Argument(help="The folder to write to.")],
    folder: Folder = None,
) -> None:
    """Write the password file and access list for a mosquitto that the hub does not run itself."""
    from tableassist.cli.league.hub import write_broker_files

    write_broker_files(context, out, folder)
