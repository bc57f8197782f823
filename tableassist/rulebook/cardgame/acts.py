"""All acts of the card game in one visible union. Each is defined with its rules, in `actions`."""

from typing import TypeAlias, get_args

from tableassist.rulebook.cardgame.act import CardAct
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import OwnUp, RevealPirates, TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips

__all__ = [
    "CARD_ACTS",
    "CARD_ACT_BY_VERB",
    "Accuse",
    "AnswerAccusation",
    "AnyCardAct",
    "CardAct",
    "CardCorrection",
    "CorrectCards",
    "OwnUp",
    "PassTurn",
    "PlayMovement",
    "RepairShips",
    "RevealPirates",
    "TurnUp",
]

AnyCardAct: TypeAlias = (
    PlayMovement | RepairShips | Accuse | PassTurn | AnswerAccusation | OwnUp | TurnUp | RevealPirates | CorrectCards
)
CARD_ACTS: tuple[type[CardAct], ...] = get_args(AnyCardAct)
CARD_ACT_BY_VERB: dict[str, type[CardAct]] = {str(each.__struct_config__.tag): each for each in CARD_ACTS}
