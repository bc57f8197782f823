"""Use cases of recorded matches.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.card_past import CardPast, card_past_of
    from tableassist.matches.export import export_match
    from tableassist.matches.painter import Painter
    from tableassist.matches.recorded_match import game_of_match, happenings_of_match, open_played_match
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_past": "CardPast card_past_of",
            "export": "export_match",
            "painter": "Painter",
            "recorded_match": "game_of_match happenings_of_match open_played_match",
        },
    )

__all__ = [
    "CardPast",
    "Painter",
    "card_past_of",
    "export_match",
    "game_of_match",
    "happenings_of_match",
    "open_played_match",
]
