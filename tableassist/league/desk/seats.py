"""Who sits at the desk: a user of the league, by the token in his link."""

import time
from threading import Lock

from tableassist.league.desk.hub_view import HubView
from tableassist.league.storage.engine import reading
from tableassist.league.storage.tokens import MOST_TOKEN, token_digest
from tableassist.league.storage.user_list import User, UserRole, user_of_token

AGAIN_S = 2.0
"""So long an answer holds: whoever is revoked is out after it."""
MOST_KEPT = 2_000


class DeskSeats:
    """Safe from any thread."""

    def __init__(self, hub: HubView) -> None:
        self._hub = hub
        self._lock = Lock()
        self._kept: dict[str, tuple[float, User | None]] = {}
        """By the token's digest: nothing that is kept opens a seat."""

    def user_of(self, token: str) -> User | None:
        """None for the public. A spectator's token is for the bus: here it opens no more than none does."""
        if not token or len(token) > MOST_TOKEN:
            return None
        now, digest = time.monotonic(), token_digest(token)
        with self._lock:
            known = self._kept.get(digest)
        if known is not None and now - known[0] < AGAIN_S:
            return known[1]
        with reading(self._hub.engine) as connection:
            user = user_of_token(connection, token, now_ms=round(time.time() * 1000))
        if user is not None and user.role is UserRole.SPECTATOR:
            user = None
        with self._lock:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[digest] = now, user
        return user
