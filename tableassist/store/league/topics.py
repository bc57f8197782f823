"""The topics of a league on the bus. A table writes only below its own name; the broker sees to that."""

import re
from dataclasses import dataclass

from tableassist.errors import BadRequestError

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""Of a league, and of a table as the bus knows it: also the table's user name at the broker."""


@dataclass(frozen=True, slots=True)
class LeagueTopics:
    league: str

    def __post_init__(self) -> None:
        check_name(self.league, "league")

    @property
    def hub(self) -> str:
        """Retained: `HubStatus`. Written by the hub, read by all."""
        return f"{self.league}/hub"

    @property
    def all_tables(self) -> str:
        """What the hub subscribes to."""
        return f"{self.league}/tables/+/+"

    def table(self, table: str) -> "TableTopics":
        return TableTopics(self.league, table)

    def table_of(self, topic: str) -> tuple[str, str] | None:
        """The table and the last word of one of its topics; None for any other."""
        parts = topic.split("/")
        if len(parts) != 4 or parts[:2] != [self.league, "tables"] or not NAME.fullmatch(parts[2]):
            return None
        return parts[2], parts[3]


@dataclass(frozen=True, slots=True)
class TableTopics:
    league: str
    table: str

    def __post_init__(self) -> None:
        check_name(self.league, "league")
        check_name(self.table, "table")

    @property
    def status(self) -> str:
        """Retained: `TableStatus`. Also the table's will."""
        return self._topic("status")

    @property
    def state(self) -> str:
        """Retained: `LeagueTableState`, what the table looks like now."""
        return self._topic("state")

    @property
    def records(self) -> str:
        """QoS 1: `RecordBatch`."""
        return self._topic("records")

    @property
    def evidence(self) -> str:
        """QoS 1: `EvidencePart`, as MessagePack."""
        return self._topic("evidence")

    @property
    def receipts(self) -> str:
        """QoS 1, from the hub: `Receipt`."""
        return self._topic("receipts")

    @property
    def commands(self) -> str:
        """QoS 1, from the hub: `SignedCommand`."""
        return self._topic("commands")

    def _topic(self, word: str) -> str:
        return f"{self.league}/tables/{self.table}/{word}"


def check_name(name: str, what: str) -> str:
    if not NAME.fullmatch(name):
        raise BadRequestError("{what}: got '{name}', expected up to 40 of a-z, 0-9 and -", what=what, name=name[:80])
    return name
