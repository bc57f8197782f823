"""Which crew and ships are linked, by the names that their cards print."""

import re
from functools import lru_cache

from tableassist.pieces.catalogue import Catalogue, CrewCard, Nation, ShipCard
from tableassist.pieces.name_matching import fold, squeeze

_ALL_SHIPS = re.compile(rf"all ({'|'.join(nation.value for nation in Nation)}) ships", re.IGNORECASE)


def are_linked(one: ShipCard | CrewCard, other: ShipCard | CrewCard, known: frozenset[str]) -> bool:
    """Whether either card names the other; `known`: all names there are (`known_names`). Two ships are never linked."""
    if isinstance(one, ShipCard) and isinstance(other, ShipCard):
        return False
    return _names(one, other, known) or _names(other, one, known)


def _names(one: ShipCard | CrewCard, other: ShipCard | CrewCard, known: frozenset[str]) -> bool:
    return any(_means(name, other, known) for name in linked_names(one.link, known))


def _means(name: str, card: ShipCard | CrewCard, known: frozenset[str]) -> bool:
    """`Sao Feng`, who is no card, stands for `Captain Sao Feng`, and `All Viking ships` for a nation's."""
    if (nation := nation_of_ships(name)) is not None:
        return isinstance(card, ShipCard) and card.nation is nation
    named, own = squeeze(fold(name)), squeeze(fold(card.name))
    return named == own or (bool(named) and named not in known and named in own)


def nation_of_ships(name: str) -> Nation | None:
    found = _ALL_SHIPS.fullmatch(name.strip())
    return next((each for each in Nation if found and each.value.casefold() == found[1].casefold()), None)


def known_names(catalogue: Catalogue) -> frozenset[str]:
    return frozenset(squeeze(fold(card.name)) for card in catalogue.cards)


@lru_cache(maxsize=4096)
def linked_names(link: str, known: frozenset[str]) -> tuple[str, ...]:
    """A link's names, parted at commas and `and`, but not where a known name has a comma itself."""
    if not link or squeeze(fold(link)) in known:
        return (link,) if link else ()
    parts = [part for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", link) if part]
    names: list[str] = []
    for part in parts:
        if names and squeeze(fold(names[-1] + part)) in known:
            names[-1] = f"{names[-1]}, {part}"
        else:
            names.append(part)
    return tuple(names)
