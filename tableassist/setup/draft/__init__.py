"""The draft of a table in the wizard.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.setup.draft.table_draft import (
        MOST_ISLANDS,
        MOST_PLAYERS,
        MOST_POINTS,
        MOST_TERRAIN,
        DraftPlayer,
        FleetCard,
        TableDraft,
        draft_again,
        find_fleet_cards,
        first_draft,
        keep_draft,
        kept_draft,
        new_table_of,
        renamed,
        terrain_names,
        with_edition,
        with_new_player,
        with_ship,
        with_terrain,
        with_unit,
        without_player,
        without_ship,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "table_draft": "DraftPlayer FleetCard MOST_ISLANDS MOST_PLAYERS MOST_POINTS MOST_TERRAIN TableDraft "
            "draft_again find_fleet_cards first_draft keep_draft kept_draft new_table_of renamed "
            "terrain_names with_edition with_new_player with_ship with_terrain with_unit "
            "without_player without_ship",
        },
    )

__all__ = [
    "MOST_ISLANDS",
    "MOST_PLAYERS",
    "MOST_POINTS",
    "MOST_TERRAIN",
    "DraftPlayer",
    "FleetCard",
    "TableDraft",
    "draft_again",
    "find_fleet_cards",
    "first_draft",
    "keep_draft",
    "kept_draft",
    "new_table_of",
    "renamed",
    "terrain_names",
    "with_edition",
    "with_new_player",
    "with_ship",
    "with_terrain",
    "with_unit",
    "without_player",
    "without_ship",
]
