"""The four actions of a turn, answers to what is owed, and corrections: each with its judge and its fold."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
    from tableassist.rulebook.cardgame.actions.answers import OwnUp, RevealPirates, TurnUp
    from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
    from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "accuse": "Accuse AnswerAccusation",
            "answers": "OwnUp RevealPirates TurnUp",
            "corrections": "CardCorrection CorrectCards",
            "movement": "PassTurn PlayMovement RepairShips",
        },
    )

__all__ = [
    "Accuse",
    "AnswerAccusation",
    "CardCorrection",
    "CorrectCards",
    "OwnUp",
    "PassTurn",
    "PlayMovement",
    "RepairShips",
    "RevealPirates",
    "TurnUp",
]
