"""The offers of a card game as buttons of a window or a page show them: short words, and what may be picked."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from tableassist.messages import Message, say, sentence, tr
from tableassist.overlay.cards.row_words import card_title
from tableassist.rulebook.cardgame import CardGame, CardOffer
from tableassist.rulebook.cardgame.actions import Accuse, PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import kind_name
from tableassist.rulebook.play import Need

LABELS = {
    "ships": Message("Which ship?"),
    "discard": Message("Which movement card is discarded?"),
    "pirate": Message("The pirate of which ship?"),
    "card": Message("Which card?"),
    "pirates": Message("Pirates of which ships?"),
}
PAIR = 2
Choice = tuple[Any, str]
"""A value, and what it is called."""


def need_label(need: Need) -> str:
    return tr("Which two neighbours?") if is_pair(need) else say(LABELS[need.field])


def is_pair(need: Need) -> bool:
    return need.field == "ships" and need.most == PAIR


def choices_of(game: CardGame, need: Need) -> tuple[Choice, ...]:
    """Ships to be moved are tuples: one press chooses one ship, or two neighbours."""
    if need.field == "ships":
        return tuple(_ships(game, need))
    if need.field in ("pirate", "pirates"):
        return tuple((choice, say(game.ship_name(str(choice)))) for choice in need.choices)
    cards = tuple(map(str, need.choices))
    if need.field == "discard" and not game.start.hand:
        return tuple((card, movement_words(game, card)) for card in cards)
    return tuple((card, card_title(card)) for card in one_of_each_kind(cards))


def _ships(game: CardGame, need: Need) -> Iterator[Choice]:
    space = {ship: number for number, ship in enumerate(game.row, start=1)}
    ships = tuple(map(str, need.choices))
    names = {ship: say(game.ship_name(ship)) for ship in ships}
    if not is_pair(need):
        for ship in ships:
            yield (ship,), tr("{space}: {ship}", space=space[ship], ship=names[ship])
        return
    for front, behind in pairwise(ships):
        spaces = f"{space[front]}-{space[behind]}"
        yield (front, behind), tr("{space}: {ship} and {other}", space=spaces, ship=names[front], other=names[behind])


def movement_words(game: CardGame, card: str) -> str:
    """With its place, where another card of the same kind lies open too: the camera tells them apart."""
    alike = [each for each in game.open if each and kind_name(each) == kind_name(card)]
    if card not in alike or len(alike) == 1:
        return card_title(card)
    return tr("{card} (place {number})", card=card_title(card), number=game.open.index(card) + 1)


def one_of_each_kind(cards: Iterable[str]) -> tuple[str, ...]:
    """Copies in a pile or a hand are alike."""
    kinds: dict[str, str] = {}
    for card in cards:
        kinds.setdefault(kind_name(card), card)
    return tuple(kinds.values())


def plays_and_others(
    game: CardGame, offers: Iterable[CardOffer]
) -> tuple[tuple[CardOffer, ...], tuple[CardOffer, ...]]:
    """Movement cards, of a hand one of each kind; and what else may be done."""
    plays: dict[str, CardOffer] = {}
    others: list[CardOffer] = []
    for offer in offers:
        if isinstance(offer.act, PlayMovement):
            card = offer.act.movement
            plays.setdefault(kind_name(card) if game.start.hand else card, offer)
        else:
            others.append(offer)
    return tuple(plays.values()), tuple(others)


def offer_words(game: CardGame, offer: CardOffer) -> str:
    """Short: whose turn it is stands above."""
    match offer.act:
        case PlayMovement(movement=card):
            return movement_words(game, card)
        case RepairShips():
            return tr("Repair all ships")
        case Accuse(accused=player):
            return tr("Accuse {player}…", player=player)
        case PassTurn(discard=""):
            return tr("Pass")
        case PassTurn():
            return tr("Pass and replace a movement card…")
    return sentence(offer.words)
