"""`tableassist league user`: judges and admins, who come to the desk, and spectators, who listen on the bus."""

from typing import Annotated

import typer
from typer import Argument, Option

from tableassist.cli.league.place import Folder, opened, origin, span_ms, who
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
    from tableassist.league.hub.hub import wall_ms
    from tableassist.league.hub.joining import membership_of
    from tableassist.league.hub.opening import desk_address
    from tableassist.league.storage.accounts import UserRole, add_user, note

    now = wall_ms()
    expires = None if good_for == "forever" else now + span_ms(good_for, "--good-for")
    with opened(context, folder) as (place, settings, engine):
        with engine.begin() as connection:
            user, token = add_user(connection, settings.league, name, UserRole(role), now_ms=now, expires_ms=expires)
            note(connection, at_ms=now, who=who(), what=f"gave a link: {role}", about=user.name, origin=origin())
        if user.role is UserRole.SPECTATOR:
            broker = membership_of(place, settings, user.name, token).broker
            said = tr(
                "{name} listens at {broker}, user {name}, password {token}", name=user.name, broker=broker, token=token
            )
            tell(said)
            return
    link = f"{desk_address(settings)}/desk#{token}"
    for line in qr_lines(link):
        tell(line)
    tell(tr("{name} is {role}. The link, which only {name} should have:", name=user.name, role=role))
    tell(link)


@users.command(name="list", epilog="Examples:\n\n  tableassist league user list")
def list_all(context: typer.Context, folder: Folder = None) -> None:
    """Show who may come in."""
    from tableassist.league.storage.accounts import listed_users
    from tableassist.league.storage.database import reading

    with opened(context, folder) as (_, settings, engine), reading(engine) as connection:
        rows = listed_users(connection, settings.league)
    if not rows:
        tell(tr("no users yet: tableassist league user add Jo --role judge"))
        return
    shown = plain_table((tr("name"), tr("role"), tr("state")), left=3)
    for each in rows:
        shown.add_row(each.name, each.role, tr("revoked") if each.revoked_ms is not None else "")
    make_console().print(shown)


@users.command(epilog="Examples:\n\n  tableassist league user revoke Jo")
def revoke(context: typer.Context, name: Name, folder: Folder = None) -> None:
    """Make every link of somebody worthless, at once."""
    from tableassist.league.hub.hub import wall_ms
    from tableassist.league.storage.accounts import note, revoke_user

    with opened(context, folder) as (_, settings, engine), engine.begin() as connection:
        user = revoke_user(connection, settings.league, name, now_ms=wall_ms())
        note(connection, at_ms=wall_ms(), who=who(), what="revoked", about=user.name, origin=origin())
    tell(tr("{name} can no longer come in", name=user.name))
