"""The tables and people of a league."""

from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.league.place import Folder, open_league, parse_span_ms
from tableassist.cli.terminal import make_console, plain_table, qr_lines, tell
from tableassist.errors import BadRequestError
from tableassist.messages import say, tr

tables = typer.Typer(
    no_args_is_help=True,
    help="The tables of the league: add, list, remove.",
    epilog="Examples:\n\n  tableassist league table add table-3\n\n  tableassist league table list",
)
TableName = Annotated[str, Argument(help="Its name on the bus: a-z, 0-9 and -, such as table-3.")]


@tables.command(
    name="add",
    epilog="Examples:\n\n"
    "  tableassist league table add table-3 --title 'Table 3'\n\n"
    "  tableassist league table add table-3 --again",
)
def add_table(
    context: typer.Context,
    name: TableName,
    title: Annotated[str, Option("--title", help="Display name, such as 'Table 3'.")] = "",
    good_for: Annotated[str, Option("--good-for", help="How long the code stays valid.")] = "12h",
    member_for: Annotated[str, Option("--member-for", help="How long the table stays a member, or: forever.")] = "400d",
    again: Annotated[
        bool, Option("--again", help="Re-invite an existing table and revoke its old credentials.")
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
def list_tables(context: typer.Context, folder: Folder = None) -> None:
    """List the tables, when they were last seen, and which clocks are wrong."""
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


@tables.command(name="remove", epilog="Examples:\n\n  tableassist league table remove table-3")
def remove_table(context: typer.Context, name: TableName, folder: Folder = None) -> None:
    """Remove a table at once. Its records are kept."""
    with open_league(context, folder) as admin:
        admin.remove_table(name)
    tell(tr("{table} has left the league; its records are kept", table=name))


def _format_time(t_ms: int | None) -> str:
    import time

    return "" if t_ms is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(t_ms / 1_000))


users = typer.Typer(
    no_args_is_help=True,
    help="Judges, admins, spectators: add, list, revoke.",
    epilog="Examples:\n\n  tableassist league user add Jo --role judge",
)
PersonName = Annotated[str, Argument(help="The person's name; a spectator's of a-z, 0-9 and -.")]
ROLES = ("admin", "judge", "spectator")


@users.command(
    name="add",
    epilog="Examples:\n\n"
    "  tableassist league user add Jo --role judge\n\n"
    "  tableassist league user add stream --role spectator --good-for 12h",
)
def add_user(
    context: typer.Context,
    name: PersonName,
    role: Annotated[str, Option("--role", help="admin, judge, or spectator: a program that listens.")] = "judge",
    good_for: Annotated[
        str, Option("--good-for", help="How long the link stays valid, such as 12h, 90d; or: forever.")
    ] = "90d",
    folder: Folder = None,
) -> None:
    """Give a user a link to the desk. It is shown once: only its digest is stored."""
    if role not in ROLES:
        raise BadRequestError("--role: got '{role}', expected {roles}", role=role[:40], roles=ROLES)
    good_for_ms = None if good_for == "forever" else parse_span_ms(good_for, "--good-for")
    with open_league(context, folder) as admin:
        from tableassist.league import UserRole

        user, token = admin.add_user(name, UserRole(role), good_for_ms=good_for_ms)
        if user.role is UserRole.SPECTATOR:
            broker = admin.broker_for(user, token)
            tell(
                tr(
                    "{name} listens at {broker}, user {name}, password {token}",
                    name=user.name,
                    broker=broker,
                    token=token,
                )
            )
            return
        link = admin.desk_link(token)
    for line in qr_lines(link):
        tell(line)
    tell(tr("{name} is {role}. The link, which only {name} should have:", name=user.name, role=role))
    tell(link)


@users.command(name="list", epilog="Examples:\n\n  tableassist league user list")
def list_users(context: typer.Context, folder: Folder = None) -> None:
    """List who has access."""
    with open_league(context, folder) as admin:
        rows = admin.list_users()
    if not rows:
        tell(tr("no users yet: tableassist league user add Jo --role judge"))
        return
    shown = plain_table((tr("name"), tr("role"), tr("state")), left=3)
    for user in rows:
        shown.add_row(user.name, user.role, tr("revoked") if user.revoked_ms is not None else "")
    make_console().print(shown)


@users.command(name="revoke", epilog="Examples:\n\n  tableassist league user revoke Jo")
def revoke_user(context: typer.Context, name: PersonName, folder: Folder = None) -> None:
    """Revoke all of a user's links at once."""
    with open_league(context, folder) as admin:
        user = admin.revoke_user(name)
    tell(tr("{name} can no longer come in", name=user.name))
