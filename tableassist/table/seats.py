"""Who may do what at a table: a seat is a secret in a link or QR code."""

import hashlib
import secrets
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

from tableassist.rulebook import Source

TOKEN_BYTES = 24
MAX_TOKEN_LENGTH = 100
"""Characters; a longer one is none of ours."""


class Role(StrEnum):
    SPECTATOR = "spectator"
    """Sees what fair play allows."""
    STREAM = "stream"
    """Sees what a spectator sees, under a link of its own."""
    PLAYER = "player"
    JUDGE = "judge"
    SCREEN = "screen"
    """The people at the table's own screen: they see everything and may do everything. No link opens this seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    role: Role
    player: str = ""
    """Whose seat it is; empty for all but players."""

    @property
    def is_judge(self) -> bool:
        """Whether nothing is hidden from this seat, and it decides for everybody."""
        return self.role in (Role.JUDGE, Role.SCREEN)

    @property
    def only_watches(self) -> bool:
        return self.role in (Role.SPECTATOR, Role.STREAM)

    @property
    def by(self) -> str:
        """Who the log says did it; empty: nobody in particular."""
        return "judge" if self.role is Role.JUDGE else self.player

    @property
    def source(self) -> Source:
        return Source.PERSON if self.role is Role.SCREEN else Source.PHONE


SPECTATOR, STREAM, JUDGE, SCREEN = Seat(Role.SPECTATOR), Seat(Role.STREAM), Seat(Role.JUDGE), Seat(Role.SCREEN)


class Seats:
    """The links of one table. They stay valid from game to game until somebody renews them.

    Only digests of the tokens are kept, so that nothing which is shown or logged opens a seat. Safe from any thread."""

    def __init__(self, *, open_to_spectators: bool = False) -> None:
        self.open_to_spectators = open_to_spectators
        """Whether the spectators' page works without a token."""
        self._lock = Lock()
        self._seats: dict[bytes, Seat] = {}

    def invite(self, seat: Seat) -> str:
        """Make a token for the seat; earlier ones stay valid."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._lock:
            self._seats[_digest(token)] = seat
        return token

    def seat_of(self, token: str) -> Seat | None:
        """Find the seat that a token opens; None: it opens nothing."""
        if not token:
            return SPECTATOR if self.open_to_spectators else None
        if len(token) > MAX_TOKEN_LENGTH:
            return None
        with self._lock:
            return self._seats.get(_digest(token))

    def revoke(self, seat: Seat) -> None:
        """Revoke every token of the seat; readers who hold one are disconnected at the next message."""
        with self._lock:
            self._seats = {digest: each for digest, each in self._seats.items() if each != seat}


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
