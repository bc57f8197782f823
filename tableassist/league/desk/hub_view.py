"""What the desk needs of the hub."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sqlalchemy import Engine

from tableassist.formats.league.commands import AnyOrder
from tableassist.formats.league.states import TableState, TableStatus


class SeenTable(Protocol):
    """A table as the bus tells of it."""

    @property
    def status(self) -> TableStatus | None: ...
    @property
    def state(self) -> TableState | None: ...
    @property
    def seen_ms(self) -> int: ...
    @property
    def clock_skew_ms(self) -> int | None: ...


class HubView(Protocol):
    @property
    def engine(self) -> Engine: ...
    @property
    def league(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def tables(self) -> Mapping[str, SeenTable]: ...

    def listen(self, listener: Callable[[Any], None]) -> Callable[[], None]:
        """`listener` is called from any thread and returns at once. What ends it."""

    def order(self, table: str, order: AnyOrder, by: str) -> str:
        """Kept, signed, and sent until the table has answered. The command's id."""

    def invite(self, table: str, title: str, by: str) -> str:
        """A table is let in: the code that is typed there."""
