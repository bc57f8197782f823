"""The game that is played at a table, of either kind: its log, its commands, and what is shown of it."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.game.card_game import TableCardGame, card_settings_of
    from tableassist.table.game.card_handling import BETWEEN
    from tableassist.table.game.desk import GameDesk
    from tableassist.table.game.handling import owner_of
    from tableassist.table.game.new_game import NewGame, wild_islands
    from tableassist.table.game.table_game import TableGame
    from tableassist.table.game.views import DIE_WORDS, die_source, name_thing, names_of_things
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_game": "TableCardGame card_settings_of",
            "card_handling": "BETWEEN",
            "desk": "GameDesk",
            "handling": "owner_of",
            "new_game": "NewGame wild_islands",
            "table_game": "TableGame",
            "views": "DIE_WORDS die_source name_thing names_of_things",
        },
    )

__all__ = [
    "BETWEEN",
    "DIE_WORDS",
    "GameDesk",
    "NewGame",
    "TableCardGame",
    "TableGame",
    "card_settings_of",
    "die_source",
    "name_thing",
    "names_of_things",
    "owner_of",
    "wild_islands",
]
