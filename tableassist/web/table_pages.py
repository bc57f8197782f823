"""The pages of a running table: the server, and a link for each seat."""

from tableassist.table.seats import Seat
from tableassist.table.table import Table
from tableassist.web.server import PageServer


class TablePages:
    """The pages read the table's snapshots and submit commands to its owner. Links stay valid while the table is open,
    from game to game and when the server is started again, until somebody renews them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._server: PageServer | None = None
        self._tokens: dict[Seat, str] = {}

    @property
    def server(self) -> PageServer | None:
        """None while the pages are off."""
        return self._server

    def start(self, *, to_network: bool = False, port: int | None = None) -> PageServer:
        """Start the server, or start it again for the network."""
        self.stop()
        table = self._table
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
            self._tokens[seat] = self._table.seats.invite(seat)
        return self._server.link(page, self._tokens[seat])

    def renew(self, seat: Seat) -> None:
        """Revoke the links of this seat; the next one that is asked for is new."""
        self._table.seats.revoke(seat)
        self._tokens.pop(seat, None)
        self._table.board.post()
