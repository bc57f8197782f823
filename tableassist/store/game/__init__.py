"""Games as JSON lines: the refereed game and the card game. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.game.both_games import (
        AnyGameFile,
        any_game_of_acts,
        any_lines,
        card_start_of,
        parse_any_lines,
    )
    from tableassist.store.game.card_game_file import CardGameFile
    from tableassist.store.game.card_table import is_card_table, read_card_table
    from tableassist.store.game.entries import entry_text, parse_entry, parse_entry_of
    from tableassist.store.game.game_file import GameFile
    from tableassist.store.game.json_lines import MOST_BYTES, line_of, lines_of, parse_json_lines
    from tableassist.store.game.match_game import game_of_acts
    from tableassist.store.game.record import object_of
    from tableassist.store.game.schema import lines_schema
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "both_games": "AnyGameFile any_game_of_acts any_lines card_start_of parse_any_lines",
            "card_game_file": "CardGameFile",
            "card_table": "is_card_table read_card_table",
            "entries": "entry_text parse_entry parse_entry_of",
            "game_file": "GameFile",
            "json_lines": "MOST_BYTES line_of lines_of parse_json_lines",
            "match_game": "game_of_acts",
            "record": "object_of",
            "schema": "lines_schema",
        },
    )

__all__ = [
    "MOST_BYTES",
    "AnyGameFile",
    "CardGameFile",
    "GameFile",
    "any_game_of_acts",
    "any_lines",
    "card_start_of",
    "entry_text",
    "game_of_acts",
    "is_card_table",
    "line_of",
    "lines_of",
    "lines_schema",
    "object_of",
    "parse_any_lines",
    "parse_entry",
    "parse_entry_of",
    "parse_json_lines",
    "read_card_table",
]
