"""Finding cards by name, number and what they can do: exact before prefix, word, part of a word, and slips."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tableassist.pieces.card_sets import CARD_SETS
from tableassist.pieces.catalogue import Card, CardKind, Catalogue, FortCard, Nation, ShipCard
from tableassist.pieces.effects import Effect
from tableassist.pieces.name_matching import fold, fold_all, nearby, slips_allowed, squeeze


class Match(IntEnum):
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
class Found:
    card: Card
    match: Match
    slips: int = 0


def find_cards(catalogue: Catalogue, wanted: CardQuery) -> tuple[Found, ...]:
    """Best first; cards that match equally well in the order of their sets. Slips only where nothing else fits."""
    tests = tuple(_tests(wanted))
    cards = [card for card in catalogue.cards if all(test(card) for test in tests)] if tests else catalogue.cards
    if not wanted.words:
        return tuple(Found(card, Match.EXACT) for card in sorted(cards, key=_order))
    typed = fold(wanted.words)
    if not typed:
        return ()
    names = fold_all([card.name for card in cards])
    found = _numbered(catalogue, wanted.words, cards) or list(_named(typed, names, cards))
    found = found or _mistyped(typed, names, cards, is_unfinished=wanted.is_unfinished)
    return tuple(sorted(found, key=lambda hit: (hit.match, hit.slips, *_order(hit.card))))


def known_keywords(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(sorted({keyword for ship in catalogue.ships for keyword in ship.keywords}))


_SET_ORDER = {code: place for place, code in enumerate(CARD_SETS)}
_KIND_ORDER = {kind: place for place, kind in enumerate(CardKind)}


def _order(card: Card) -> tuple[int, int, str, str]:
    return _KIND_ORDER[card.kind], _SET_ORDER[card.set], card.number.rjust(12), card.name


def _tests(wanted: CardQuery) -> Iterator[Callable[[Card], bool]]:
    """Only those that were asked for: two thousand cards go through each."""
    kind, set_code, nation, effect = wanted.kind, wanted.set, wanted.nation, wanted.effect
    points, masts, keyword = wanted.points, wanted.masts, wanted.keyword
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
    if wanted.released_only:
        yield lambda card: card.released


def _numbered(catalogue: Catalogue, words: str, cards: Sequence[Card]) -> list[Found]:
    """A number stands for its card, and for the others that share it."""
    card = catalogue.card(words) if any(letter.isdigit() for letter in words) else None
    if card is None:
        return []
    return [Found(other, Match.EXACT) for other in (card, *catalogue.same_number(card)) if other in cards]


def _named(typed: str, names: Sequence[str], cards: Sequence[Card]) -> Iterator[Found]:
    squeezed, parts = squeeze(typed), typed.split()
    for name, card in zip(names, cards, strict=True):
        match = _match(typed, squeezed, parts, name)
        if match is not None:
            yield Found(card, match)


def _match(typed: str, squeezed: str, parts: Sequence[str], name: str) -> Match | None:
    name_squeezed = name.replace(" ", "")
    if squeezed in name_squeezed:
        if name_squeezed == squeezed:
            return Match.EXACT
        if name_squeezed.startswith(squeezed):
            return Match.PREFIX
        if any(squeeze(name[place:]).startswith(squeezed) for place in _word_starts(name)):
            return Match.WORD
        return Match.PART if typed in name else None
    if len(parts) > 1 and all(part in name for part in parts) and _all_words_begin(parts, name):
        return Match.WORD
    return None


def _word_starts(name: str) -> list[int]:
    return [place + 1 for place, letter in enumerate(name) if letter == " "]


def _all_words_begin(parts: Sequence[str], name: str) -> bool:
    """`gol hms` fits `HMS Goliath`: in any order."""
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in parts)


def _mistyped(typed: str, names: Sequence[str], cards: Sequence[Card], *, is_unfinished: bool) -> list[Found]:
    """The whole name with slips, or each typed word with slips among the words of the name, whichever has fewer."""
    whole = _counts(squeeze(typed), {squeeze(name) for name in names})
    words = {word for name in names for word in name.split()}
    parts = [_counts(part, words) for part in typed.split()]
    if is_unfinished:
        parts[-1] = _counts_of_beginnings(typed.rsplit(maxsplit=1)[-1], words) | parts[-1]
    found = []
    for name, card in zip(names, cards, strict=True):
        counts = [whole.get(squeeze(name)), _sum_of_least(parts, name.split())]
        known = [count for count in counts if count is not None]
        if known:
            found.append(Found(card, Match.SLIP, min(known)))
    return found


def _counts(typed: str, words: Iterable[str]) -> dict[str, int]:
    return {word: count for count, word in nearby(typed, words, slips_allowed(typed))}


def _counts_of_beginnings(typed: str, words: Iterable[str]) -> dict[str, int]:
    """Of the longer words that begin like this."""
    begins: dict[str, list[str]] = {}
    for word in words:
        if len(word) > len(typed):
            begins.setdefault(word[: len(typed)], []).append(word)
    return {word: count for begin, count in _counts(typed, begins).items() for word in begins[begin]}


def _sum_of_least(parts: Sequence[dict[str, int]], words: Sequence[str]) -> int | None:
    total = 0
    for part in parts:
        counts = [part[word] for word in words if word in part]
        if not counts:
            return None
        total += min(counts)
    return total
