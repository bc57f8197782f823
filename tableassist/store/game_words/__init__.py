"""Acts, results and happenings of a game in words. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.game_words.acts import act_words, amendment_words
    from tableassist.store.game_words.card_acts import card_act_words
    from tableassist.store.game_words.card_results import came_of, ending_words_of_cards
    from tableassist.store.game_words.fame import fame_of_players, revealed_owners
    from tableassist.store.game_words.happenings import happening_words
    from tableassist.store.game_words.results import (
        OPINIONS,
        ending_words,
        fame_words,
        judged_words,
        phase_words,
        score_words,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "acts": "act_words amendment_words",
            "card_acts": "card_act_words",
            "card_results": "came_of ending_words_of_cards",
            "fame": "fame_of_players revealed_owners",
            "happenings": "happening_words",
            "results": "OPINIONS ending_words fame_words judged_words phase_words score_words",
        },
    )

__all__ = [
    "OPINIONS",
    "act_words",
    "amendment_words",
    "came_of",
    "card_act_words",
    "ending_words",
    "ending_words_of_cards",
    "fame_of_players",
    "fame_words",
    "happening_words",
    "judged_words",
    "phase_words",
    "revealed_owners",
    "score_words",
]
