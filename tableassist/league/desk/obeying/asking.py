"""Who asks, and what it takes to obey."""

from dataclasses import dataclass

from sqlalchemy import Connection

from tableassist.league.desk.hub_view import HubView, Inviting
from tableassist.league.storage.audit_trail import note
from tableassist.league.storage.user_list import User, UserRole


@dataclass(frozen=True, slots=True)
class DeskAsking:
    hub: HubView
    user: User
    now_ms: int
    invite: Inviting
    origin: str = ""
    """The address that asks."""

    @property
    def is_admin(self) -> bool:
        return self.user.role is UserRole.ADMIN

    def note(self, connection: Connection, what: str, about: str = "", details: str = "") -> None:
        note(
            connection,
            at_ms=self.now_ms,
            who=self.user.name,
            what=what,
            about=about,
            origin=self.origin,
            details=details,
        )
