"""What is wrong with the hub now, each under the name of what it is about, in words."""

import logging
from collections.abc import Callable
from threading import Lock

from tableassist.messages import Message

log = logging.getLogger(__name__)


class Problems:
    """Safe from any thread."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._lock = Lock()
        self._now: dict[str, Message] = {}

    @property
    def all(self) -> tuple[Message, ...]:
        with self._lock:
            return tuple(self._now.values())

    def tell(self, about: str, problem: Message | None) -> None:
        """None: it is over."""
        with self._lock:
            before = self._now.get(about)
            if before == problem:
                return
            if problem is None:
                del self._now[about]
            else:
                self._now[about] = problem
        if problem is None:
            log.info("over: %s", before)
        elif before is None:
            log.info("%s", problem)
        self._on_change()
