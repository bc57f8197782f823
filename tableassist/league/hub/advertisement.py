"""Says on the local network that the hub is here, by multicast DNS, so that tables find it without an address."""

import logging
import socket
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from tableassist.errors import fault_words

if TYPE_CHECKING:
    from zeroconf import Zeroconf

SERVICE = "_tableassist-league._tcp.local."
log = logging.getLogger(__name__)


class Advertisement:
    """Nothing waits for it, and the league goes on without it: then an address is typed."""

    def __init__(self, *, league: str, title: str, address: str, port: int, on_problem: Callable[[str], None]) -> None:
        self._league, self._title, self._address, self._port = league, title, address, port
        self._on_problem = on_problem
        self._zeroconf: Zeroconf | None = None
        self._thread = Thread(target=self._run, name="advertisement", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._thread.join(5.0)
        if self._zeroconf is not None:
            self._zeroconf.close()

    def _run(self) -> None:
        try:
            from zeroconf import ServiceInfo, Zeroconf  # noqa: PLC0415 - a large import for a small thing

            host = socket.gethostname().split(".")[0] or "hub"
            info = ServiceInfo(
                SERVICE,
                f"{self._title[:40].replace('.', ' ').strip() or self._league} ({host[:15]}).{SERVICE}",
                port=self._port,
                addresses=[socket.inet_aton(self._address)],
                properties={"league": self._league, "title": self._title[:200], "path": "/join"},
                server=f"{host}.local.",
            )
            self._zeroconf = Zeroconf(interfaces=[self._address])
            # Not strict: the service's name has three letters more than the standard's fifteen.
            self._zeroconf.register_service(info, allow_name_change=True, strict=False)
        except Exception as problem:  # no network, no multicast, a port that is taken
            log.warning("the hub cannot be found by name: %s", problem, exc_info=True)
            self._on_problem(fault_words(problem))
