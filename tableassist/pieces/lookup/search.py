"""Find cards by name, number, what they can do, and by the names that their cards link to."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from tableassist.pieces.catalogue import CARD_SETS, Card, CardKind, Catalogue, CrewCard, FortCard, Nation, ShipCard
from tableassist.pieces.effects import Effect
from tableassist.text_line import fold_name, fold_names, iter_near_words, max_slips, squeeze_name


class NameMatch(IntEnum):
    """How well a name fits what was typed; less is better."""

    EXACT = 0
    PREFIX = 1
    WORD = 2
    PART = 3
    SLIP = 4
    """Only with letters wrong: a "did you mean"."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """A number from `least` to `most`, both included."""

    least: int
    most: int

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most


@dataclass(frozen=True, slots=True)
class CardQuery:
    """What to look for; None asks for nothing."""

    words: str = ""
    kind: CardKind | None = None
    set: str | None = None
    nation: Nation | None = None
    masts: NumberRange | None = None
    points: NumberRange | None = None
    """A fort has no points: it is bought with gold."""
    keyword: str | None = None
    effect: Effect | None = None
    released_only: bool = False
    is_unfinished: bool = False
    """The last word is still being typed: where it has slips, the beginning of a name's word is enough."""


@dataclass(frozen=True, slots=True)
class FoundCard:
    card: Card
    match: NameMatch
    slips: int = 0


def find_cards(catalogue: Catalogue, query: CardQuery) -> tuple[FoundCard, ...]:
    """Find cards, best match first, then in the order of their sets. Slips are allowed only where nothing else fits."""
    filters = tuple(_iter_filters(query))
    cards = (
        [card for card in catalogue.cards if all(accepts(card) for accepts in filters)] if filters else catalogue.cards
    )
    if not query.words:
        return tuple(FoundCard(card, NameMatch.EXACT) for card in sorted(cards, key=_sort_key))
    typed = fold_name(query.words)
    if not typed:
        return ()
    names = fold_names([card.name for card in cards])
    hits = _find_by_number(catalogue, query.words, cards) or list(_iter_by_name(typed, names, cards))
    hits = hits or _find_with_slips(typed, names, cards, is_unfinished=query.is_unfinished)
    return tuple(sorted(hits, key=lambda hit: (hit.match, hit.slips, *_sort_key(hit.card))))


def list_keywords(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(sorted({keyword for ship in catalogue.ships for keyword in ship.keywords}))


_SET_ORDER = {code: place for place, code in enumerate(CARD_SETS)}
_KIND_ORDER = {kind: place for place, kind in enumerate(CardKind)}


def _sort_key(card: Card) -> tuple[int, int, str, str]:
    return _KIND_ORDER[card.kind], _SET_ORDER[card.set], card.number.rjust(12), card.name


def _iter_filters(query: CardQuery) -> Iterator[Callable[[Card], bool]]:
    """Yield a filter for each criterion that was given: two thousand cards go through each of them."""
    kind, set_code, nation, effect = query.kind, query.set, query.nation, query.effect
    points, masts, keyword = query.points, query.masts, query.keyword
    if kind is not None:
        yield lambda card: card.kind is kind
    if set_code is not None:
        yield lambda card: card.set == set_code
    if nation is not None:
        yield lambda card: card.nation is nation
    if effect is not None:
        yield lambda card: effect in card.effects
    if points is not None:
        yield lambda card: not isinstance(card, FortCard) and card.points in points
    if masts is not None:
        yield lambda card: isinstance(card, ShipCard) and card.masts in masts
    if keyword is not None:
        yield lambda card: isinstance(card, ShipCard) and keyword in card.keywords
    if query.released_only:
        yield lambda card: card.released


def _find_by_number(catalogue: Catalogue, words: str, cards: Sequence[Card]) -> list[FoundCard]:
    """Return the card with this number, and the others that share it."""
    card = catalogue.card(words) if any(letter.isdigit() for letter in words) else None
    if card is None:
        return []
    return [
        FoundCard(candidate, NameMatch.EXACT)
        for candidate in (card, *catalogue.same_number(card))
        if candidate in cards
    ]


def _iter_by_name(typed: str, names: Sequence[str], cards: Sequence[Card]) -> Iterator[FoundCard]:
    squeezed, parts = squeeze_name(typed), typed.split()
    for name, card in zip(names, cards, strict=True):
        match = _match_name(typed, squeezed, parts, name)
        if match is not None:
            yield FoundCard(card, match)


def _match_name(typed: str, squeezed: str, parts: Sequence[str], name: str) -> NameMatch | None:
    name_squeezed = name.replace(" ", "")
    if squeezed in name_squeezed:
        if name_squeezed == squeezed:
            return NameMatch.EXACT
        if name_squeezed.startswith(squeezed):
            return NameMatch.PREFIX
        if any(squeeze_name(name[place:]).startswith(squeezed) for place in _word_starts(name)):
            return NameMatch.WORD
        return NameMatch.PART if typed in name else None
    if len(parts) > 1 and all(part in name for part in parts) and _all_words_begin(parts, name):
        return NameMatch.WORD
    return None


def _word_starts(name: str) -> list[int]:
    return [place + 1 for place, letter in enumerate(name) if letter == " "]


def _all_words_begin(parts: Sequence[str], name: str) -> bool:
    """Return whether each part begins a word of the name, in any order: `gol hms` fits `HMS Goliath`."""
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in parts)


def _find_with_slips(
    typed: str, names: Sequence[str], cards: Sequence[Card], *, is_unfinished: bool
) -> list[FoundCard]:
    """Match the whole name with slips, or each typed word with slips, whichever needs fewer."""
    whole = _count_slips_by_word(squeeze_name(typed), {squeeze_name(name) for name in names})
    words = {word for name in names for word in name.split()}
    parts = [_count_slips_by_word(part, words) for part in typed.split()]
    if is_unfinished:
        parts[-1] = _count_slips_of_beginnings(typed.rsplit(maxsplit=1)[-1], words) | parts[-1]
    hits = []
    for name, card in zip(names, cards, strict=True):
        counts = [whole.get(squeeze_name(name)), _sum_fewest_slips(parts, name.split())]
        fewest = [count for count in counts if count is not None]
        if fewest:
            hits.append(FoundCard(card, NameMatch.SLIP, min(fewest)))
    return hits


def _count_slips_by_word(typed: str, words: Iterable[str]) -> dict[str, int]:
    return {word: count for count, word in iter_near_words(typed, words, max_slips(typed))}


def _count_slips_of_beginnings(typed: str, words: Iterable[str]) -> dict[str, int]:
    """Count the slips against the beginnings of longer words."""
    begins: dict[str, list[str]] = {}
    for word in words:
        if len(word) > len(typed):
            begins.setdefault(word[: len(typed)], []).append(word)
    return {word: count for begin, count in _count_slips_by_word(typed, begins).items() for word in begins[begin]}


def _sum_fewest_slips(parts: Sequence[dict[str, int]], words: Sequence[str]) -> int | None:
    total = 0
    for part in parts:
        counts = [part[word] for word in words if word in part]
        if not counts:
            return None
        total += min(counts)
    return total


_ALL_SHIPS = re.compile(rf"all ({'|'.join(nation.value for nation in Nation)}) ships", re.IGNORECASE)


def are_linked(one: ShipCard | CrewCard, other: ShipCard | CrewCard, known: frozenset[str]) -> bool:
    """Return whether either card names the other. `known`: all card names. Two ships are never linked."""
    if isinstance(one, ShipCard) and isinstance(other, ShipCard):
        return False
    return _link_names_card(one, other, known) or _link_names_card(other, one, known)


def _link_names_card(one: ShipCard | CrewCard, other: ShipCard | CrewCard, known: frozenset[str]) -> bool:
    return any(_name_means_card(name, other, known) for name in split_link(one.link, known))


def _name_means_card(name: str, card: ShipCard | CrewCard, known: frozenset[str]) -> bool:
    """Return whether a name in a link means this card.

    `Sao Feng`, who has no card, means `Captain Sao Feng`, and `All Viking ships` the ships of a nation.
    """
    if (nation := find_nation_of_ships(name)) is not None:
        return isinstance(card, ShipCard) and card.nation is nation
    named, own = squeeze_name(fold_name(name)), squeeze_name(fold_name(card.name))
    return named == own or (bool(named) and named not in known and named in own)


def find_nation_of_ships(name: str) -> Nation | None:
    match = _ALL_SHIPS.fullmatch(name.strip())
    return next((nation for nation in Nation if match and nation.value.casefold() == match[1].casefold()), None)


def list_card_names(catalogue: Catalogue) -> frozenset[str]:
    return frozenset(squeeze_name(fold_name(card.name)) for card in catalogue.cards)


@lru_cache(maxsize=4096)
def split_link(link: str, known: frozenset[str]) -> tuple[str, ...]:
    """Split a link into names at commas and `and`, but not where a card's name has a comma itself."""
    if not link or squeeze_name(fold_name(link)) in known:
        return (link,) if link else ()
    parts = [part for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", link) if part]
    names: list[str] = []
    for part in parts:
        if names and squeeze_name(fold_name(names[-1] + part)) in known:
            names[-1] = f"{names[-1]}, {part}"
        else:
            names.append(part)
    return tuple(names)
