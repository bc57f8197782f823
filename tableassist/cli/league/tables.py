"""`tableassist league table`: which tables belong to the league."""

from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.league.place import Folder, open_league, parse_span_ms
from tableassist.cli.pages.qr_code import qr_lines
from tableassist.cli.terminal import make_console, plain_table, tell
from tableassist.messages import say, tr

tables = typer.Typer(
    no_args_is_help=True,
    help="The tables of the league: add, list, remove.",
    epilog="Examples:\n\n  tableassist league table add table-3\n\n  tableassist league table list",
)
Name = Annotated[str, Argument(help="Its name on the bus: a-z, 0-9 and -, such as table-3.")]


@tables.command(
    epilog="Examples:\n\n"
    "  tableassist league table add table-3 --title 'Table 3'\n\n"
    "  tableassist league table add table-3 --again",
)
def add(
    context: typer.Context,
    name: Name,
    title: Annotated[str, Option("--title", help="What people read, such as 'Table 3'.")] = "",
    good_for: Annotated[str, Option("--good-for", help="How long the code can be used.")] = "12h",
    member_for: Annotated[str, Option("--member-for", help="How long the table may stay, or: forever.")] = "400d",
    again: Annotated[
        bool, Option("--again", help="The table is there already: invite it anew; what it had is no longer good.")
    ] = False,
    folder: Folder = None,
) -> None:
    """Invite a table, and show the code that is typed or scanned there."""
    token_ms = None if member_for == "forever" else parse_span_ms(member_for, "--member-for")
    invitation_ms = parse_span_ms(good_for, "--good-for")
    with open_league(context, folder) as admin:
        code = admin.invite_table(name, title=title, again=again, invitation_ms=invitation_ms, token_ms=token_ms)
    for line in qr_lines(str(code)):
        tell(line)
    tell(tr("{table} joins with the code {code}, once, within {span}:", table=name, code=str(code), span=good_for))
    tell(f"tableassist watch camera:0 --league {code}")


@tables.command(name="list", epilog="Examples:\n\n  tableassist league table list")
def list_all(context: typer.Context, folder: Folder = None) -> None:
    """Show the tables, when they were last seen, and whose clock is wrong."""
    with open_league(context, folder) as admin:
        rows = admin.list_tables()
    from tableassist.league import describe_clock_error

    if not rows:
        tell(tr("no tables yet: tableassist league table add table-1"))
        return
    shown = plain_table(
        (tr("table"), tr("title"), tr("added"), tr("last seen"), tr("member until"), tr("clock")), left=6
    )
    for row in rows:
        clock = describe_clock_error(row.title or row.id, row.clock_ahead_ms)
        times = (_format_time(row.added_ms), _format_time(row.seen_ms), _format_time(row.expires_ms))
        shown.add_row(row.id, row.title, *times, "" if clock is None else say(clock))
    make_console().print(shown)


@tables.command(epilog="Examples:\n\n  tableassist league table remove table-3")
def remove(context: typer.Context, name: Name, folder: Folder = None) -> None:
    """Throw a table out, at once. What it told stays."""
    with open_league(context, folder) as admin:
        admin.remove_table(name)
    tell(tr("{table} is out of the league; what it told stays", table=name))


def _format_time(t_ms: int | None) -> str:
    import time

    return "" if t_ms is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(t_ms / 1_000))
