"""The card game of 2012 as acts over a log: what is fine or foul, what is owed, what may be done, the end.

Values only, no camera, no clock, no dice. Sections name the rule book's chapters.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.cardgame.act import CardAct, CardDuty, CardDutyKind
    from tableassist.rulebook.cardgame.actions.movement import ship_choices
    from tableassist.rulebook.cardgame.changes import ships_concerned
    from tableassist.rulebook.cardgame.referee import (
        CARD_GAME,
        AnyCardAct,
        CardOffer,
        RefereedCardAct,
        RefereedCardGame,
        card_answers,
        judge_card_act,
        public_state,
        referee_card_game,
        whole_state,
    )
    from tableassist.rulebook.cardgame.state import (
        CARD_READINGS_BY_NAME,
        FEWEST_PLAYERS,
        MOST_PLAYERS,
        OPEN_CARDS,
        CardEnding,
        CardGame,
        CardStart,
        list_hidden_adventures,
        list_hidden_movements,
        playable,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "act": "CardAct CardDuty CardDutyKind",
            "actions.movement": "ship_choices",
            "changes": "ships_concerned",
            "referee": "AnyCardAct CARD_GAME CardOffer RefereedCardAct RefereedCardGame "
            "card_answers judge_card_act public_state referee_card_game whole_state",
            "state": "CARD_READINGS_BY_NAME CardEnding CardGame CardStart FEWEST_PLAYERS "
            "MOST_PLAYERS OPEN_CARDS list_hidden_adventures list_hidden_movements playable",
        },
    )

__all__ = [
    "CARD_GAME",
    "CARD_READINGS_BY_NAME",
    "FEWEST_PLAYERS",
    "MOST_PLAYERS",
    "OPEN_CARDS",
    "AnyCardAct",
    "CardAct",
    "CardDuty",
    "CardDutyKind",
    "CardEnding",
    "CardGame",
    "CardOffer",
    "CardStart",
    "RefereedCardAct",
    "RefereedCardGame",
    "card_answers",
    "judge_card_act",
    "list_hidden_adventures",
    "list_hidden_movements",
    "playable",
    "public_state",
    "referee_card_game",
    "ship_choices",
    "ships_concerned",
    "whole_state",
]
