"""The server of a table's pages, which the table never waits for."""

from tableassist.table.seats import Seats
from tableassist.table.snapshot import SnapshotBoard
from tableassist.web.app import FinishedMatch, Pages
from tableassist.web.asking import Remote
from tableassist.web.serving.app_server import AppServer, own_names


class PageServer(AppServer):
    def __init__(
        self,
        board: SnapshotBoard,
        seats: Seats,
        remote: Remote,
        *,
        to_network: bool = False,
        port: int | None = None,
        past: FinishedMatch | None = None,
    ) -> None:
        """`past`: a finished match, instead of a table that is played at."""
        pages = Pages(board, seats, remote, names=own_names(), past=past)
        super().__init__(pages.app, to_network=to_network, port=port)
