"""`tableassist league user`: judges and admins, who come to the desk, and spectators, who listen on the bus."""

from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.league.place import Folder, open_league, parse_span_ms
from tableassist.cli.pages.qr_code import qr_lines
from tableassist.cli.terminal import make_console, plain_table, tell
from tableassist.errors import BadRequestError
from tableassist.messages import tr

users = typer.Typer(
    no_args_is_help=True,
    help="Judges, admins, spectators: add, list, revoke.",
    epilog="Examples:\n\n  tableassist league user add Jo --role judge",
)
Name = Annotated[str, Argument(help="The person's name; a spectator's of a-z, 0-9 and -.")]
ROLES = ("admin", "judge", "spectator")


@users.command(
    epilog="Examples:\n\n"
    "  tableassist league user add Jo --role judge\n\n"
    "  tableassist league user add stream --role spectator --good-for 12h",
)
def add(
    context: typer.Context,
    name: Name,
    role: Annotated[str, Option("--role", help="admin, judge, or spectator: a program that listens.")] = "judge",
    good_for: Annotated[
        str, Option("--good-for", help="How long the link is good, such as 12h, 90d; or: forever.")
    ] = "90d",
    folder: Folder = None,
) -> None:
    """Give somebody a link to the desk. Shown once: only its digest is kept."""
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
def list_all(context: typer.Context, folder: Folder = None) -> None:
    """Show who may come in."""
    with open_league(context, folder) as admin:
        rows = admin.list_users()
    if not rows:
        tell(tr("no users yet: tableassist league user add Jo --role judge"))
        return
    shown = plain_table((tr("name"), tr("role"), tr("state")), left=3)
    for user in rows:
        shown.add_row(user.name, user.role, tr("revoked") if user.revoked_ms is not None else "")
    make_console().print(shown)


@users.command(epilog="Examples:\n\n  tableassist league user revoke Jo")
def revoke(context: typer.Context, name: Name, folder: Folder = None) -> None:
    """Make every link of somebody worthless, at once."""
    with open_league(context, folder) as admin:
        user = admin.revoke_user(name)
    tell(tr("{name} can no longer come in", name=user.name))
