"""Games of the referee: new ones, their documents, fleets, JSON and scores.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.games.card_json import card_act_object, card_game_object
    from tableassist.matches.games.document import GameDocument, read_game, save_game
    from tableassist.matches.games.fleet import Fleet, Manned, fleet_start, imported_fleet, write_fleet
    from tableassist.matches.games.game_json import JUDGE, Viewer, act_object, game_object, offer_object
    from tableassist.matches.games.kept_game import keep_game
    from tableassist.matches.games.new_card_game import NewCardGame, dealt_start, start_as_it_lies, write_card_game
    from tableassist.matches.games.new_game import write_new_game
    from tableassist.matches.games.score_pages import read_refereed, write_score_page
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_json": "card_act_object card_game_object",
            "document": "GameDocument read_game save_game",
            "fleet": "Fleet Manned fleet_start imported_fleet write_fleet",
            "game_json": "JUDGE Viewer act_object game_object offer_object",
            "kept_game": "keep_game",
            "new_card_game": "NewCardGame dealt_start start_as_it_lies write_card_game",
            "new_game": "write_new_game",
            "score_pages": "read_refereed write_score_page",
        },
    )

__all__ = [
    "JUDGE",
    "Fleet",
    "GameDocument",
    "Manned",
    "NewCardGame",
    "Viewer",
    "act_object",
    "card_act_object",
    "card_game_object",
    "dealt_start",
    "fleet_start",
    "game_object",
    "imported_fleet",
    "keep_game",
    "offer_object",
    "read_game",
    "read_refereed",
    "save_game",
    "start_as_it_lies",
    "write_card_game",
    "write_fleet",
    "write_new_game",
    "write_score_page",
]
