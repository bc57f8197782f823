"""The pages of a running table: the server, and a link for each seat."""

from typing import TYPE_CHECKING

from tableassist.table import Seat, Table

if TYPE_CHECKING:
    from tableassist.web.app import PageServer


class TablePages:
    """The pages read the table's snapshots and submit commands to its owner. Links stay valid while the table is open,
    from game to game and when the server is started again, until somebody renews them.

    Nothing of the server is loaded before somebody switches it on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._server: PageServer | None = None
        self._tokens: dict[Seat, str] = {}

    @property
    def server(self) -> "PageServer | None":
        """None while the pages are off."""
        return self._server

    @property
    def is_on(self) -> bool:
        return self._server is not None

    @property
    def to_network(self) -> bool:
        return self._server is not None and self._server.to_network

    def start(self, *, to_network: bool = False, port: int | None = None) -> "PageServer":
        """Start the server, or start it again for the network. BadRequestError if no port is free."""
        from tableassist.web.app import PageServer  # noqa: PLC0415  loaded where pages are wanted

        self.stop()
        table = self.table
        self._server = PageServer(table.board, table.seats, table, to_network=to_network, port=port)
        self._server.start()
        return self._server

    def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def link(self, page: str, seat: Seat) -> str:
        """Find the seat's own link; the same each time until it is renewed."""
        assert self._server is not None
        if seat not in self._tokens:
            self._tokens[seat] = self.table.seats.invite(seat)
        return self._server.link(page, self._tokens[seat])

    def renew(self, seat: Seat) -> None:
        """Revoke the links of this seat; the next one that is asked for is new."""
        self.table.seats.revoke(seat)
        self._tokens.pop(seat, None)
        self.table.board.post()
