"""A table that takes part in a league: joining, the outbox of what it has to tell, and the link to the hub."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.hub_link.joining import FoundHub, find_hubs, joined
    from tableassist.table.hub_link.link import HubLink
    from tableassist.table.hub_link.link_state import Connection, TableHealth
    from tableassist.table.hub_link.match_feed import MatchFeed
    from tableassist.table.hub_link.membership_file import league_root, membership_for, read_memberships
    from tableassist.table.hub_link.outbox import Outbox
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "joining": "FoundHub find_hubs joined",
            "link": "HubLink",
            "link_state": "Connection TableHealth",
            "match_feed": "MatchFeed",
            "membership_file": "league_root membership_for read_memberships",
            "outbox": "Outbox",
        },
    )

__all__ = [
    "Connection",
    "FoundHub",
    "HubLink",
    "MatchFeed",
    "Outbox",
    "TableHealth",
    "find_hubs",
    "joined",
    "league_root",
    "membership_for",
    "read_memberships",
]
