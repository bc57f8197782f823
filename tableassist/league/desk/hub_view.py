"""What the desk needs of the hub."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Engine

from tableassist.formats.league.commands import AnyOrder
from tableassist.formats.league.states import LeagueTableState, TableStatus
from tableassist.messages import Message


class SeenTable(Protocol):
    """A table as the bus tells of it."""

    @property
    def status(self) -> TableStatus | None: ...
    @property
    def state(self) -> LeagueTableState | None: ...
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

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What is wrong with the hub now."""


class Joining(Protocol):
    """Tables that want to come in."""

    def answer(self, name: str, *, origin: str) -> bytes | None:
        """The sealed membership of the invitation that is named so; None where there is none."""


Inviting: TypeAlias = Callable[[str, str, str], str]
"""Table, title, and who invites it; the code that is typed at the table."""
