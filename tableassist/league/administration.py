"""What the organiser does with a league besides running its hub: tables, users, retention, export, the audit trail."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine

from tableassist.errors import BadRequestError
from tableassist.league.backup import Digests, make_backup
from tableassist.league.broker.accounts import format_access_list, format_password_file
from tableassist.league.desk.app import CSV
from tableassist.league.desk.snapshot import LeagueAtRest, Snapshot, read_snapshot
from tableassist.league.desk.views import export_everything
from tableassist.league.hub.hub import wall_ms
from tableassist.league.hub.joining import invite_table, make_membership
from tableassist.league.hub.opening import desk_address, open_database
from tableassist.league.league_folder import LeagueFolder, LeagueSettings
from tableassist.league.storage.accounts import (
    AuditRow,
    ListedTable,
    User,
    UserRole,
    add_user,
    has_table,
    list_audit,
    list_broker_accounts,
    list_tables,
    list_users,
    note_audit,
    prune_audit,
    remove_table,
    revoke_user,
    withdraw_invitations,
)
from tableassist.league.storage.database import read_only
from tableassist.league.storage.incoming import prune_bundles
from tableassist.store.league import JoinCode


class LeagueAdmin:
    """Every change is noted in the audit trail under `who` and `origin`. The hub may run meanwhile."""

    def __init__(
        self, folder: LeagueFolder, settings: LeagueSettings, engine: Engine, *, who: str, origin: str
    ) -> None:
        self.folder, self.settings = folder, settings
        self._engine, self._who, self._origin = engine, who, origin

    # Tables

    def invite_table(
        self, table: str, *, title: str, again: bool, invitation_ms: int, token_ms: int | None
    ) -> JoinCode:
        """Add a table and return the code it joins with. `again`: re-invite an existing one, revoking its token."""
        with self._engine.begin() as connection:
            return invite_table(
                connection,
                self.folder,
                self.settings,
                table,
                title=title,
                again=again,
                invitation_ms=invitation_ms,
                token_ms=token_ms,
                who=self._who,
                origin=self._origin,
            )

    def list_tables(self) -> Sequence[ListedTable]:
        with read_only(self._engine) as connection:
            return list_tables(connection, self.settings.league)

    def remove_table(self, table: str) -> None:
        """Remove a table at once; its matches stay."""
        with self._engine.begin() as connection:
            if not has_table(connection, table):
                raise BadRequestError("table: got '{name}', expected one of `league table list`", name=table[:80])
            remove_table(connection, table, now_ms=wall_ms())
            withdraw_invitations(connection, table)
            self._note(connection, "removed", table)

    # Users

    def add_user(self, name: str, role: UserRole, *, good_for_ms: int | None) -> tuple[User, str]:
        """Add a user and return the token of the link. `good_for_ms`: None for one that does not expire."""
        now = wall_ms()
        expires_ms = None if good_for_ms is None else now + good_for_ms
        with self._engine.begin() as connection:
            user, token = add_user(connection, self.settings.league, name, role, now_ms=now, expires_ms=expires_ms)
            self._note(connection, f"gave a link: {role}", user.name)
        return user, token

    def desk_link(self, token: str) -> str:
        return f"{desk_address(self.settings)}/desk#{token}"

    def broker_for(self, user: User, token: str) -> str:
        """The broker's address for a spectator's program."""
        return make_membership(self.folder, self.settings, user.name, token).broker

    def list_users(self) -> Sequence[User]:
        with read_only(self._engine) as connection:
            return list_users(connection, self.settings.league)

    def revoke_user(self, name: str) -> User:
        """Revoke every link of a user at once."""
        with self._engine.begin() as connection:
            user = revoke_user(connection, self.settings.league, name, now_ms=wall_ms())
            self._note(connection, "revoked", user.name)
        return user

    # Keeping

    def make_backup(self, out: Path) -> Digests:
        with self._engine.begin() as connection:
            self._note(connection, "made a backup", out.name)
        return make_backup(self._engine, self.folder, out)

    def note_restored(self, source: Path) -> None:
        with self._engine.begin() as connection:
            self._note(connection, "restored a backup", source.name)

    def prune_pictures(self, older_than_ms: int, typed: str) -> tuple[int, int]:
        """Delete old evidence bundles: how many, and their bytes. `typed`: the span for the audit trail."""
        now = wall_ms()
        with self._engine.begin() as connection:
            count, size = prune_bundles(connection, before_ms=now - older_than_ms, now_ms=now)
            details = f"{count} evidence bundles, {size / 1e6:.1f} MB"
            self._note(connection, "pruned pictures", typed, details)
        return count, size

    def prune_audit(self, older_than_ms: int, typed: str) -> int:
        with self._engine.begin() as connection:
            rows = prune_audit(connection, before_ms=wall_ms() - older_than_ms)
            self._note(connection, "pruned the audit trail", typed)
        return rows

    def list_audit(self, *, most: int, about: str = "") -> Sequence[AuditRow]:
        """The newest first."""
        with read_only(self._engine) as connection:
            return list_audit(connection, most=most, about=about)

    def format_broker_files(self) -> Mapping[str, str]:
        """Password file and access list for a mosquitto that is not the hub's own, by file name."""
        with read_only(self._engine) as connection:
            accounts = list_broker_accounts(connection, self.settings.league, now_ms=wall_ms())
        return {
            "passwords": format_password_file(accounts),
            "access": format_access_list(self.settings.league, accounts),
        }

    # Export

    def export_csv(self, table: str) -> bytes:
        """One of "standings", "pairings", "season", as on the public page."""
        return CSV[table](self._snapshot())

    def export_everything(self) -> dict[str, Any]:
        return export_everything(self._snapshot())

    def _snapshot(self) -> Snapshot:
        return read_snapshot(LeagueAtRest(self._engine, self.settings.league, self.settings.title))

    def _note(self, connection: Connection, what: str, about: str, details: str = "") -> None:
        note_audit(
            connection, at_ms=wall_ms(), who=self._who, what=what, about=about, origin=self._origin, details=details
        )


@contextmanager
def open_admin(folder: LeagueFolder, *, who: str, origin: str) -> Iterator[LeagueAdmin]:
    """Open an existing league's database. BadRequestError where the folder holds no league."""
    settings = folder.known()
    engine = open_database(folder, settings)
    try:
        yield LeagueAdmin(folder, settings, engine, who=who, origin=origin)
    finally:
        engine.dispose()
