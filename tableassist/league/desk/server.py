"""The desk's server: started by the hub's command, in a thread of its own."""

from tableassist.league.desk.app import Desk
from tableassist.league.desk.hub_view import HubView, Inviting, Joining
from tableassist.league.desk.live import TICK_S
from tableassist.web.serving.app_server import AppServer, own_names

FIRST_PORT = 8720


class DeskServer(AppServer):
    def __init__(
        self,
        hub: HubView,
        joining: Joining,
        invite: Inviting,
        *,
        to_network: bool = True,
        port: int | None = None,
        tick_s: float = TICK_S,
    ) -> None:
        """`to_network`: tables and judges in the local network reach it; else only this computer. `tick_s`: between two
        messages to a reader."""
        desk = Desk(hub, joining, invite, names=own_names(), tick_s=tick_s)
        super().__init__(desk.app, to_network=to_network, port=port, first_port=FIRST_PORT)
