"""Messages that could not be used: counted, and told in the audit trail, but not so often that they fill it."""

import logging
from collections import Counter
from collections.abc import Sequence
from threading import Lock

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tableassist.league.hub.intake import BadMessage
from tableassist.league.storage.audit_trail import note

EACH_HOUR = 30
"""Rows of the audit trail for one table."""
MOST_TABLES = 5_000
HOUR_MS = 3_600_000
log = logging.getLogger(__name__)


class BadMessages:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = Lock()
        self._hour = 0
        self._in_hour: Counter[str] = Counter()
        self.count = 0

    def tell(self, bad: Sequence[BadMessage], *, now_ms: int) -> None:
        told = [each for each in bad if self._is_told(each, now_ms)]
        self.count += len(bad)
        for each in told:
            log.warning("%s: %s: %s", each.table, each.what, each.details[:300])
        if not told:
            return
        try:
            with self._engine.begin() as connection:
                for each in told:
                    note(
                        connection, at_ms=now_ms, who=each.table, what=each.what, about=each.table, details=each.details
                    )
        except SQLAlchemyError as problem:
            log.warning("not in the audit trail: %s", problem)

    def _is_told(self, bad: BadMessage, now_ms: int) -> bool:
        with self._lock:
            if now_ms // HOUR_MS != self._hour or len(self._in_hour) > MOST_TABLES:
                self._hour = now_ms // HOUR_MS
                self._in_hour.clear()
            self._in_hour[bad.table] += 1
            return self._in_hour[bad.table] <= EACH_HOUR
