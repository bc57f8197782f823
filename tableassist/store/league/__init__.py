"""What a table and the hub of a league night send each other. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.league.commands import (
        AnyOrder,
        Assign,
        Decide,
        LeagueCommand,
        RoundClock,
        Tell,
        opened_command,
        signed_command,
    )
    from tableassist.store.league.join_code import (
        ALPHABET,
        LENGTH,
        NAME_LENGTH,
        JoinCode,
        Membership,
        new_join_code,
        read_join_code,
        sealed,
        unsealed,
    )
    from tableassist.store.league.states import HubStatus, LeagueTableState, PlayerShown, TableStatus
    from tableassist.store.league.topics import LeagueTopics, check_name
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "commands": "AnyOrder Assign Decide LeagueCommand RoundClock Tell opened_command signed_command",
            "join_code": "ALPHABET JoinCode LENGTH Membership NAME_LENGTH new_join_code read_join_code sealed unsealed",
            "states": "HubStatus LeagueTableState PlayerShown TableStatus",
            "topics": "LeagueTopics check_name",
        },
    )

__all__ = [
    "ALPHABET",
    "LENGTH",
    "NAME_LENGTH",
    "AnyOrder",
    "Assign",
    "Decide",
    "HubStatus",
    "JoinCode",
    "LeagueCommand",
    "LeagueTableState",
    "LeagueTopics",
    "Membership",
    "PlayerShown",
    "RoundClock",
    "TableStatus",
    "Tell",
    "check_name",
    "new_join_code",
    "opened_command",
    "read_join_code",
    "sealed",
    "signed_command",
    "unsealed",
]
