"""The hub of a league night: many tables, one judges' desk, one database. Only the names below are for other packages.

They are loaded when they are first used: the hub's libraries are an extra and take a second to import.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.league.administration import LeagueAdmin, open_admin
    from tableassist.league.backup import restore_league
    from tableassist.league.doctor import check_league
    from tableassist.league.hub.live_tables import describe_clock_error
    from tableassist.league.league_folder import LeagueFolder, LeagueSettings, default_league_folder
    from tableassist.league.server import LeagueServer
    from tableassist.league.storage.accounts import UserRole
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "administration": "LeagueAdmin open_admin",
            "backup": "restore_league",
            "doctor": "check_league",
            "hub.live_tables": "describe_clock_error",
            "league_folder": "LeagueFolder LeagueSettings default_league_folder",
            "server": "LeagueServer",
            "storage.accounts": "UserRole",
        },
    )

__all__ = [
    "LeagueAdmin",
    "LeagueFolder",
    "LeagueServer",
    "LeagueSettings",
    "UserRole",
    "check_league",
    "default_league_folder",
    "describe_clock_error",
    "open_admin",
    "restore_league",
]
