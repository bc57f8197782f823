"""What a player fills in of an act of the card game, and the words of its panel."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec.structs

from tableassist.messages import Message, say, sentence, tr
from tableassist.overlay.cards.row_words import card_title
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.rulebook.cardgame import CardAct, CardGame, CardOffer
from tableassist.rulebook.cardgame.actions import CardCorrection
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS
from tableassist.rulebook.play import Need
from tableassist.store.game_words import ending_words_of_cards
from tableassist.table.notes import turn_words
from tableassist.table.offer_choices import choices_of, need_label, plays_and_others
from tableassist.ui.game.act_fields import ActField, Choice, FieldKind
from tableassist.ui.game.offers import OfferGroups
from tableassist.ui.game.pending import Decision


def standing_words(game: CardGame) -> str:
    """Whose turn it is, or that it is over."""
    if game.ended:
        return tr("The game is over.")
    return tr("Turn {turn}: {whose}", turn=game.turn, whose=turn_words(game.player))


def fame_lines(game: CardGame) -> tuple[str, ...]:
    """Until the end nobody knows whose the ships are: only what was taken is a player's."""
    if game.ending is not None:
        return tuple(tr("{player}: {fame} fame", player=each, fame=fame) for each, fame in game.ending.score.items())
    return tuple(tr("{player}: {fame} fame taken", player=each, fame=game.taken[each].total) for each in game.players)


def winner_words(game: CardGame) -> str:
    return "" if game.ending is None else sentence(ending_words_of_cards(game.ending))


def difference_decisions(differences: tuple[CardDifference, ...]) -> tuple[Decision, ...]:
    """One for each thing that would be corrected: a row that lies otherwise is corrected at once, whole."""
    made: dict[object, tuple[int, list[CardDifference]]] = {}
    for number, each in enumerate(differences):
        key = each.correction if each.correction is not None else number
        made.setdefault(key, (number, []))[1].append(each)
    return tuple(_difference(number, some) for number, some in made.values())


def _difference(number: int, some: list[CardDifference]) -> Decision:
    heading = tr("The table does not match the record")
    words = "\n".join(sentence(each.words) for each in some)
    corrected = some[0].correction is not None
    yes = (tr("The table is right: {words}", words=say(some[0].told)),) if corrected else ()
    return Decision(number, heading, words, yes, tr("The record is right: I have corrected the table"))


def card_fields(game: CardGame) -> Callable[[CardOffer], tuple[ActField, ...]]:
    """Of any offer of this game."""
    return lambda offer: tuple(_field(game, need) for need in offer.needs)


def _field(game: CardGame, need: Need) -> ActField:
    label, choices = need_label(need), choices_of(game, need)
    if need.field != "pirates":
        return ActField(need.field, label, FieldKind.ONE, choices)
    value = need.choices if len(need.choices) == need.most else None
    return ActField(need.field, label, FieldKind.SOME, choices, need.least, need.most, value)


def offer_groups(game: CardGame, offers: Iterable[CardOffer]) -> OfferGroups:
    """Movement cards first; then what else may be done."""
    plays, others = plays_and_others(game, offers)
    groups = ((tr("Play a movement card"), plays), (tr("Or"), others))
    return tuple((heading, some) for heading, some in groups if some)


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
        _one_field(
            game, each.name, values.get(each.name, None if each.required else each.default), required=each.required
        )
        for each in infos
    )


def _one_field(game: CardGame, name: str, value: Any, *, required: bool) -> ActField:
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
