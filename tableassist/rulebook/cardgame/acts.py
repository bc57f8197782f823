"""All acts of the card game. JSON tells them apart by `act`."""

from enum import StrEnum
from typing import TypeAlias, get_args

import msgspec


class CardAct(msgspec.Struct, frozen=True, tag_field="act", omit_defaults=True, forbid_unknown_fields=True):
    """The first field is who acts or what it is about, as in the acts of the constructible game."""


class PlayMovement(CardAct, frozen=True, tag="play"):
    player: str
    movement: str
    ships: tuple[str, ...] = ()


class RepairShips(CardAct, frozen=True, tag="repair"):
    player: str


class Accuse(CardAct, frozen=True, tag="accuse"):
    player: str
    accused: str
    pirate: str
    discard: str = ""
    """With the hand rule: the movement card that it costs."""


class PassTurn(CardAct, frozen=True, tag="pass"):
    player: str
    discard: str = ""
    """A movement card to be replaced; empty: none."""


class AnswerAccusation(CardAct, frozen=True, tag="answer"):
    player: str
    yes: bool


class OwnUp(CardAct, frozen=True, tag="mutiny"):
    """Who owns the ship that Mutiny struck."""

    player: str
    """Empty: nobody does."""
    pirate: str


class TurnUp(CardAct, frozen=True, tag="turn-up"):
    card: str
    """An adventure or an open movement card."""


class RevealPirates(CardAct, frozen=True, tag="reveal"):
    """All pirates of a player, at the end of the game."""

    player: str
    pirates: tuple[str, ...]


class CardCorrection(StrEnum):
    ROW = "row"
    DAMAGED = "damaged"
    UNDAMAGED = "undamaged"
    FAME = "fame"
    TAKEN = "taken"
    TURN = "turn"
    ACTIVE = "active"
    OPEN = "open"
    PILE = "pile"


class CorrectCards(CardAct, frozen=True, tag="correct"):
    """A person puts the record right to what lies on the table."""

    what: CardCorrection
    value: tuple[str, ...]


AnyCardAct: TypeAlias = (
    PlayMovement | RepairShips | Accuse | PassTurn | AnswerAccusation | OwnUp | TurnUp | RevealPirates | CorrectCards
)
CARD_ACTS: tuple[type[CardAct], ...] = get_args(AnyCardAct)
CARD_ACT_BY_VERB: dict[str, type[CardAct]] = {str(each.__struct_config__.tag): each for each in CARD_ACTS}
