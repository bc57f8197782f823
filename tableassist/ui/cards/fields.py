"""The fields of a card game's offers as a person fills them in, and the offers in groups. No widgets."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from tableassist.cardgame.acts import Accuse, PassTurn, PlayMovement, RepairShips
from tableassist.cardgame.offers import CardOffer
from tableassist.cardgame.state.game import CardGame
from tableassist.cardgame.state.movement_cards import kind_name
from tableassist.cardgame.state.ships import SHIPS
from tableassist.messages import Message, say, sentence, tr
from tableassist.overlay.cards.row_words import card_title
from tableassist.play.offer import Need
from tableassist.ui.game.acting.act_fields import ActField, Choice, FieldKind
from tableassist.ui.game.offers import OfferGroups

LABELS = {
    "ships": Message("Which ship?"),
    "discard": Message("Which movement card is discarded?"),
    "pirate": Message("The pirate of which ship?"),
    "card": Message("Which card?"),
    "pirates": Message("Pirates of which ships?"),
}
PAIR = 2


def card_fields(game: CardGame) -> Callable[[CardOffer], tuple[ActField, ...]]:
    """Of any offer of this game."""
    return lambda offer: tuple(_field(game, need) for need in offer.needs)


def _field(game: CardGame, need: Need) -> ActField:
    label = tr("Which two neighbours?") if need.field == "ships" and need.most == PAIR else say(LABELS[need.field])
    match need.field:
        case "ships":
            choices = tuple(_ships(game, need))
        case "pirate" | "pirates":
            choices = tuple((each, say(game.ship_name(str(each)))) for each in need.choices)
        case _:
            choices = tuple((card, card_title(card)) for card in one_of_each_kind(map(str, need.choices)))
    kind = FieldKind.SOME if need.field == "pirates" else FieldKind.ONE
    value = need.choices[: need.most] if need.field == "pirates" and _is_known(need) else None
    return ActField(need.field, label, kind, choices, need.least, need.most, value)


def _is_known(need: Need) -> bool:
    """Whether there is nothing to choose."""
    return len(need.choices) == need.most


def _ships(game: CardGame, need: Need) -> Iterator[Choice]:
    """One press chooses one ship, or two neighbours."""
    space = {ship: number for number, ship in enumerate(game.row, start=1)}
    names = {ship: say(game.ship_name(ship)) for ship in SHIPS}
    ships = tuple(map(str, need.choices))
    if need.most != PAIR:
        for ship in ships:
            yield (ship,), tr("{space}: {ship}", space=space[ship], ship=names[ship])
        return
    for front, behind in pairwise(ships):
        words = tr("{space}: {ship} and {other}", space=f"{space[front]}-{space[behind]}", ship=names[front],
                   other=names[behind])  # fmt: skip
        yield (front, behind), words


def one_of_each_kind(cards: Iterable[str]) -> tuple[str, ...]:
    """Copies of a card are alike."""
    kinds: dict[str, str] = {}
    for card in cards:
        kinds.setdefault(kind_name(card), card)
    return tuple(kinds.values())


def offer_groups(offers: Iterable[CardOffer]) -> OfferGroups:
    """Movement cards first, one of each kind; then what else may be done."""
    plays: dict[str, CardOffer] = {}
    others: list[CardOffer] = []
    for offer in offers:
        if isinstance(offer.act, PlayMovement):
            plays.setdefault(kind_name(offer.act.movement), offer)
        else:
            others.append(offer)
    groups = ((tr("Play a movement card"), tuple(plays.values())), (tr("Or"), tuple(others)))
    return tuple((heading, some) for heading, some in groups if some)


def offer_words(offer: CardOffer) -> str:
    """Short: whose turn it is stands above."""
    act: Any = offer.act
    match act:
        case PlayMovement():
            return card_title(act.movement)
        case RepairShips():
            return tr("Repair all ships")
        case Accuse():
            return tr("Accuse {player}…", player=act.accused)
        case PassTurn(discard=""):
            return tr("Pass")
        case PassTurn():
            return tr("Pass and replace a movement card…")
    return sentence(offer.words)
