"""Who may do what on the pages of a table: a seat is a secret in a link or QR code."""

import hashlib
import secrets
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

TOKEN_BYTES = 24
MOST_TOKEN = 100
"""Characters; a longer one is none of ours."""


class Role(StrEnum):
    SPECTATOR = "spectator"
    """Sees what fair play allows."""
    PLAYER = "player"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Seat:
    role: Role
    player: str = ""
    """Whose seat it is; empty for all but players."""

    @property
    def is_judge(self) -> bool:
        return self.role is Role.JUDGE


SPECTATOR, JUDGE = Seat(Role.SPECTATOR), Seat(Role.JUDGE)


class Seats:
    """Of one game. Only digests of the tokens are kept, so that nothing which is shown or logged opens a seat. Safe
    from any thread."""

    def __init__(self, *, open_to_spectators: bool = False) -> None:
        self.open_to_spectators = open_to_spectators
        """Whether the spectators' page works without a token."""
        self._lock = Lock()
        self._seats: dict[bytes, Seat] = {}

    def invite(self, seat: Seat) -> str:
        """A token for the seat; those given before stay good."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._lock:
            self._seats[_digest(token)] = seat
        return token

    def seat_of(self, token: str) -> Seat | None:
        """None where it opens nothing."""
        if not token:
            return SPECTATOR if self.open_to_spectators else None
        if len(token) > MOST_TOKEN:
            return None
        with self._lock:
            return self._seats.get(_digest(token))

    def revoke(self, seat: Seat) -> None:
        """Every token of the seat; who holds one is out at the next word."""
        with self._lock:
            self._seats = {digest: each for digest, each in self._seats.items() if each != seat}

    def revoke_all(self) -> None:
        """The game is over for all who hold a token."""
        with self._lock:
            self._seats = {}


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
