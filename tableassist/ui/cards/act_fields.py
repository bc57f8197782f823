"""All acts of the card game as a person may say them: to change one, or to say what no button offers. No widgets."""

from collections.abc import Mapping
from typing import Any

import msgspec.structs

from tableassist.messages import Message, say, tr
from tableassist.overlay.cards.row_words import card_title
from tableassist.rulebook.cardgame import CardAct, CardGame
from tableassist.rulebook.cardgame.actions import CardCorrection
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS
from tableassist.ui.game.acting.act_fields import ActField, Choice, FieldKind

CARD_LABELS: Mapping[str, Message] = {
    "accused": Message("Who is accused"),
    "card": Message("Card"),
    "discard": Message("Movement card that is discarded"),
    "movement": Message("Movement card"),
    "pirate": Message("Pirate of"),
    "pirates": Message("Pirates of"),
    "player": Message("Player"),
    "ships": Message("Ships"),
    "value": Message("Current state, separated by commas (ids as in the manual)"),
    "what": Message("Correction"),
    "yes": Message("It is true"),
}
CORRECTED: Mapping[CardCorrection, Message] = {
    CardCorrection.ROW: Message("the row, front first"),
    CardCorrection.DAMAGED: Message("ships that are damaged"),
    CardCorrection.UNDAMAGED: Message("ships that are not damaged"),
    CardCorrection.FAME: Message("fame of ships"),
    CardCorrection.TAKEN: Message("fame that players have taken"),
    CardCorrection.TURN: Message("whose turn it is"),
    CardCorrection.ACTIVE: Message("the active adventure, and those after it"),
    CardCorrection.OPEN: Message("the open movement cards"),
    CardCorrection.PILE: Message("how many adventure cards are in the pile"),
}
MOST_SHIPS = 2


def all_card_fields(game: CardGame, kind: type[CardAct], act: CardAct | None) -> tuple[ActField, ...]:
    """Of any act, from one of its kind or from nothing."""
    values = {} if act is None else msgspec.structs.asdict(act)
    infos = msgspec.structs.fields(kind)
    return tuple(
        _field(game, each.name, values.get(each.name, None if each.required else each.default), required=each.required)
        for each in infos
    )


def _field(game: CardGame, name: str, value: Any, *, required: bool) -> ActField:
    label = say(CARD_LABELS[name])
    if name == "yes":
        return ActField(name, label, FieldKind.FLAG, value=value)
    if name == "value":
        return ActField(name, label, FieldKind.NAMES, value=value or ())
    if name in ("ships", "pirates"):
        most = MOST_SHIPS if name == "ships" else game.start.pirates_each
        return ActField(name, label, FieldKind.SOME, _ships(game), 0, most, value)
    none: tuple[Choice, ...] = () if required else (("", tr("nothing")),)
    return ActField(name, label, FieldKind.ONE, (*none, *_choices(game, name)), value=value)


def _choices(game: CardGame, name: str) -> tuple[Choice, ...]:
    match name:
        case "player" | "accused":
            return tuple((each, each) for each in game.players)
        case "pirate":
            return _ships(game)
        case "what":
            return tuple((each, say(words)) for each, words in CORRECTED.items())
        case "card":
            return _cards((*ADVENTURES, *MOVEMENTS))
    return _cards(MOVEMENTS)


def _ships(game: CardGame) -> tuple[Choice, ...]:
    return tuple((each, say(game.ship_name(each))) for each in SHIPS)


def _cards(cards: tuple[str, ...]) -> tuple[Choice, ...]:
    """Each copy by itself: an act may be changed to the very card that was played."""
    return tuple((each, tr("{card} ({id})", card=card_title(each), id=each)) for each in cards)
