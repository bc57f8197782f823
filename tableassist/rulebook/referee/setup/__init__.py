"""The set-up: who is first, islands, terrain, homes, ships, crew, treasure; and whether the fleets are allowed."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.referee.setup.fleet import (
        LIMIT,
        FleetProblem,
        check_fleet,
        fleet_points,
        fleet_problems,
        total_of,
    )
    from tableassist.rulebook.referee.setup.homes import ships_to_place
    from tableassist.rulebook.referee.setup.layout import (
        islands_to_place,
        list_placed_islands,
        next_to_place,
        next_to_place_terrain,
        terrain_to_place,
    )
    from tableassist.rulebook.referee.setup.treasure import missing, set_up_offers
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "fleet": "FleetProblem LIMIT check_fleet fleet_points fleet_problems total_of",
            "homes": "ships_to_place",
            "layout": "islands_to_place next_to_place next_to_place_terrain list_placed_islands terrain_to_place",
            "treasure": "missing set_up_offers",
        },
    )

__all__ = [
    "LIMIT",
    "FleetProblem",
    "check_fleet",
    "fleet_points",
    "fleet_problems",
    "islands_to_place",
    "list_placed_islands",
    "missing",
    "next_to_place",
    "next_to_place_terrain",
    "set_up_offers",
    "ships_to_place",
    "terrain_to_place",
    "total_of",
]
