"""Which card of the catalogue a list means: by name, number, nation and points, with slips forgiven."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.pieces.card_sets import CARD_SETS
from tableassist.pieces.catalogue import Card, Catalogue, CrewCard, FortCard, Nation, plain_key
from tableassist.pieces.catalogue_search import CardQuery, find_cards
from tableassist.pieces.fleet_list.listed import ListedCard
from tableassist.pieces.name_matching import fold, fold_all, nearest, squeeze

MOST_NEAR = 3
_DIGITS = re.compile(r"([0-9]+[a-z]?)$", re.IGNORECASE)
_SETS = sorted(CARD_SETS, key=len, reverse=True)
_NATIONS = {
    "pirates": Nation.PIRATE,
    "england": Nation.ENGLISH,
    "spain": Nation.SPANISH,
    "france": Nation.FRENCH,
    "america": Nation.AMERICAN,
    "americans": Nation.AMERICAN,
    "corsairs": Nation.BARBARY_CORSAIR,
    "corsair": Nation.BARBARY_CORSAIR,
    "barbarycorsairs": Nation.BARBARY_CORSAIR,
    "jade": Nation.JADE_REBELLION,
    "vikings": Nation.VIKING,
    "mercenaries": Nation.MERCENARY,
    **{squeeze(fold(nation.value)): nation for nation in Nation},
}


@dataclass(frozen=True, slots=True)
class CardIndex:
    """The catalogue by name, made once for a whole list."""

    catalogue: Catalogue
    by_name: Mapping[str, tuple[Card, ...]]
    """Squeezed, as `name_matching` has it."""


def card_index(catalogue: Catalogue) -> CardIndex:
    by_name: dict[str, tuple[Card, ...]] = {}
    for name, card in zip(fold_all([card.name for card in catalogue.cards]), catalogue.cards, strict=True):
        by_name[squeeze(name)] = (*by_name.get(squeeze(name), ()), card)
    return CardIndex(catalogue, by_name)


@dataclass(frozen=True, slots=True)
class CardMatch:
    listed: ListedCard
    card: Card | None
    near: tuple[str, ...] = ()
    """Names that it may have meant, where no card was found."""

    @property
    def is_equipment(self) -> bool:
        """Not in the catalogue, which has none: what is aboard with its points but without a nation."""
        listed = self.listed
        return listed.equipment or (
            self.card is None and listed.aboard and listed.points is not None and not listed.nation and not self.near
        )


def find_card(listed: ListedCard, index: CardIndex, *, hints: bool = True) -> CardMatch:
    """`hints`: whether to look for names that may have been meant."""
    if listed.equipment:
        return CardMatch(listed, None)
    own = squeeze(fold(listed.name))
    best = _best(listed, index.by_name.get(own, ())) or _with_slips(listed, own, index)
    if best is not None:
        return CardMatch(listed, best)
    return CardMatch(listed, None, _near(listed, index.catalogue) if hints else ())


def _fits(listed: ListedCard, card: Card) -> bool:
    return isinstance(card, CrewCard) or not listed.aboard


def _best(listed: ListedCard, cards: tuple[Card, ...]) -> Card | None:
    """The one that agrees with most of what the list says; of equals the first that came out."""
    fitting = [card for card in cards if _fits(listed, card)]
    return max(fitting, key=lambda card: _agreement(listed, card), default=None)


def _agreement(listed: ListedCard, card: Card) -> tuple[bool, ...]:
    code, number = set_and_number(listed.number)
    return (
        nation_named(listed.nation) is card.nation,
        code == card.set,
        bool(number) and number == _plain_number(card.number),
        listed.points is not None and listed.points == _points(card),
        card.released,
        not card.reprint,
    )


def _with_slips(listed: ListedCard, own: str, index: CardIndex) -> Card | None:
    """A name that is nearly right is believed where nation, set, number or points agree."""
    near = nearest(own, index.by_name) if own else None
    best = _best(listed, index.by_name[near]) if near is not None else None
    return best if best is not None and any(_agreement(listed, best)[:4]) else None


def _near(listed: ListedCard, catalogue: Catalogue) -> tuple[str, ...]:
    """By the name; by the number too where it cannot be equipment, whose numbers the catalogue does not know."""
    code, number = set_and_number(listed.number)
    found = [hit.card for hit in find_cards(catalogue, CardQuery(words=listed.name))]
    if listed.nation or not listed.aboard:
        found += [
            card for card in catalogue.cards if number and (card.set, _plain_number(card.number)) == (code, number)
        ]
    named = (f"{card.name} ({card.key})" for card in found if _fits(listed, card))
    return tuple(dict.fromkeys(named))[:MOST_NEAR]


def set_and_number(text: str) -> tuple[str, str]:
    """`SM001` is set SM and number 1; the set is empty where nobody knows it."""
    code = next((each for each in _SETS if text.casefold().startswith(each.casefold())), "")
    return code, _plain_number(text[len(code) :])


def _plain_number(number: str) -> str:
    found = _DIGITS.search(number)
    return plain_key(found[1]) if found is not None else plain_key(number)


def nation_named(text: str) -> Nation | None:
    return _NATIONS.get(squeeze(fold(text)))


def _points(card: Card) -> int | None:
    return None if isinstance(card, FortCard) else card.points
