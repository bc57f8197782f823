"""A league whose hub is not in this process: for commands that show what the desk shows."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Engine

from tableassist.errors import BadRequestError
from tableassist.formats.league.commands import AnyOrder
from tableassist.league.hub.live_tables import HeardTable
from tableassist.messages import Message


class LeagueAtRest:
    """As the desk sees a hub, without tables that are heard now."""

    def __init__(self, engine: Engine, league: str, title: str) -> None:
        self.engine, self.league, self.title = engine, league, title
        self.tables: Mapping[str, HeardTable] = {}
        self.warnings: tuple[Message, ...] = ()

    def listen(self, _listener: Callable[[Any], None]) -> Callable[[], None]:
        return lambda: None

    def order(self, table: str, _order: AnyOrder, _by: str) -> str:
        raise BadRequestError("{table}: only the hub that runs gives orders", table=table[:80])
