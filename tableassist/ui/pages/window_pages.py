"""The pages of the window's table. Nothing of the server is loaded before somebody switches it on."""

from typing import TYPE_CHECKING

from tableassist.table.seats import Seat
from tableassist.ui.session.session import Session

if TYPE_CHECKING:
    from tableassist.web.table_pages import TablePages


class WindowPages:
    """Outlives the window that shows it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages: TablePages | None = None

    @property
    def is_on(self) -> bool:
        return self._pages is not None and self._pages.server is not None

    @property
    def to_network(self) -> bool:
        return self._pages is not None and self._pages.server is not None and self._pages.server.to_network

    @property
    def is_open_to_spectators(self) -> bool:
        return self._session.table.seats.open_to_spectators

    @property
    def players(self) -> tuple[str, ...]:
        return self._session.settings.state.players

    def start(self, *, to_network: bool = False, port: int | None = None) -> None:
        """Switch the pages on; BadRequestError if no port is free."""
        from tableassist.web.table_pages import TablePages  # noqa: PLC0415  loaded where pages are wanted

        if self._pages is None:
            self._pages = TablePages(self._session.table)
        self._pages.start(to_network=to_network, port=port)

    def stop(self) -> None:
        if self._pages is not None:
            self._pages.stop()

    def close(self) -> None:
        self.stop()

    def open_to_spectators(self, wanted: bool) -> None:
        self._session.table.seats.open_to_spectators = wanted

    def link(self, page: str, seat: Seat) -> str:
        """Find the seat's own link; the same each time until it is renewed."""
        assert self._pages is not None
        return self._pages.link(page, seat)

    def renew(self, seat: Seat) -> None:
        """Revoke the links of this seat."""
        assert self._pages is not None
        self._pages.renew(seat)
