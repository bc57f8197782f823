"""A fleet as players share it: read the list, and find the catalogue's card for each entry."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.pieces.catalogue import CARD_SETS, Card, Catalogue, CrewCard, FortCard, Nation, normalize_key
from tableassist.pieces.lookup.search import CardQuery, find_cards
from tableassist.text_line import find_nearest_word, fold_name, fold_names, squeeze_name


@dataclass(frozen=True, slots=True)
class ListedCard:
    name: str
    place: str
    """Where in the file: a line, or an entry."""
    points: int | None = None
    number: str = ""
    """Set and number in one word: `SM001`."""
    nation: str = ""
    aboard: bool = False
    """Listed under a ship: crew or equipment."""
    equipment: bool = False
    """Known to be equipment; else it may be."""


@dataclass(frozen=True, slots=True)
class FleetList:
    name: str
    cards: tuple[ListedCard, ...]
    """Each ship, and after her what is aboard."""
    harbor: tuple[ListedCard, ...] = ()
    """What the player has beside the fleet: treasure, islands, events."""
    left_out: tuple[str, ...] = ()
    """Lines that name no card."""
    total: int | None = None
    """What the list itself says that the fleet costs."""
    limit: int | None = None
    """What it says that the fleet may cost."""


MAX_LINES, MAX_LINE_LETTERS = 1000, 300
_POINTS = r"\(\s*(?P<{name}>[0-9]{{1,3}})\s*(?:p|pts?|points?)?\.?\s*\)"
_CARD_LINE = re.compile(
    rf"(?P<indent>\s*)(?P<bullet>[-*•+]\s+)?(?:{_POINTS.format(name='before')}\s*)?(?P<name>[^#]+?)"
    rf"(?:\s*{_POINTS.format(name='behind')})?(?:\s*#\s*(?P<number>[A-Za-z0-9/-]{{1,20}}))?"
    r"(?:\s+[-–—]\s+(?P<nation>[^#()]{1,40}))?\s*"
)
_TITLE = re.compile(r"\[(?P<name>[^\]]{1,200})\]\([^)]*\)\s*")
_HARBOR = re.compile(r"\s*harbou?r\s*:?\s*", re.IGNORECASE)
_TOTAL = re.compile(
    r"\s*(?:total|points?)?\s*:?\s*(?P<points>[0-9]{1,4})\s*(?:/\s*[0-9]{1,4}\s*)?(?:p|pts?|points?)\.?\s*"
    r"|\s*total\s*:?\s*(?P<bare>[0-9]{1,4})\s*",
    re.IGNORECASE,
)


def parse_fleet_text(text: str, known_names: frozenset[str]) -> FleetList:
    """Parse a fleet list. `known_names`: of all cards; they tell a line without points and number from prose."""
    title, total, in_harbor = "", None, False
    cards: list[ListedCard] = []
    harbor: list[ListedCard] = []
    left_out: list[str] = []
    for number, line in enumerate(text.splitlines()[:MAX_LINES], start=1):
        if not line.strip():
            continue
        if _HARBOR.fullmatch(line):
            in_harbor = True
        elif not cards and not title and (match := _TITLE.fullmatch(line.strip())):
            title = match["name"]
        elif (match := _TOTAL.fullmatch(line[:MAX_LINE_LETTERS])) is not None:
            total = int(match["points"] or match["bare"])
        elif (card := _parse_card(line, number, known_names)) is None:
            left_out.append(line.strip()[:MAX_LINE_LETTERS])
        else:
            (harbor if in_harbor else cards).append(card)
    return FleetList(title, tuple(cards), tuple(harbor), tuple(left_out), total)


def _parse_card(line: str, number: int, known_names: frozenset[str]) -> ListedCard | None:
    match = _CARD_LINE.fullmatch(line) if len(line) <= MAX_LINE_LETTERS else None
    if match is None:
        return None
    points = match["before"] or match["behind"]
    name = match["name"].strip(" \t,;:")
    if not name or (not points and not match["number"] and squeeze_name(fold_name(name)) not in known_names):
        return None
    return ListedCard(
        name=name,
        place=f"line {number}",
        points=int(points) if points else None,
        number=match["number"] or "",
        nation=(match["nation"] or "").strip(),
        aboard=len(match["indent"].expandtabs(4)) > 0,
    )


MAX_SUGGESTIONS = 3
_DIGITS = re.compile(r"([0-9]+[a-z]?)$", re.IGNORECASE)
_SET_CODES = sorted(CARD_SETS, key=len, reverse=True)
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
    **{squeeze_name(fold_name(nation.value)): nation for nation in Nation},
}


@dataclass(frozen=True, slots=True)
class CardIndex:
    """The catalogue by name, built once for a whole list."""

    catalogue: Catalogue
    by_name: Mapping[str, tuple[Card, ...]]
    """Squeezed, as `name_matching` has it."""


def index_cards(catalogue: Catalogue) -> CardIndex:
    by_name: dict[str, tuple[Card, ...]] = {}
    for name, card in zip(fold_names([card.name for card in catalogue.cards]), catalogue.cards, strict=True):
        by_name[squeeze_name(name)] = (*by_name.get(squeeze_name(name), ()), card)
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


def match_card(listed: ListedCard, index: CardIndex, *, hints: bool = True) -> CardMatch:
    """Find the card that an entry of the list means. `hints`: also suggest names where none fits."""
    if listed.equipment:
        return CardMatch(listed, None)
    own = squeeze_name(fold_name(listed.name))
    best = _find_best(listed, index.by_name.get(own, ())) or _find_with_slips(listed, own, index)
    if best is not None:
        return CardMatch(listed, best)
    return CardMatch(listed, None, _suggest_names(listed, index.catalogue) if hints else ())


def _may_be_card(listed: ListedCard, card: Card) -> bool:
    return isinstance(card, CrewCard) or not listed.aboard


def _find_best(listed: ListedCard, cards: tuple[Card, ...]) -> Card | None:
    """Return the card that agrees with most of the entry; of equals the first that was published."""
    fitting = [card for card in cards if _may_be_card(listed, card)]
    return max(fitting, key=lambda card: _agreements(listed, card), default=None)


def _agreements(listed: ListedCard, card: Card) -> tuple[bool, ...]:
    code, number = split_set_and_number(listed.number)
    return (
        find_nation(listed.nation) is card.nation,
        code == card.set,
        bool(number) and number == _normalize_number(card.number),
        listed.points is not None and listed.points == _points_of(card),
        card.released,
        not card.reprint,
    )


def _find_with_slips(listed: ListedCard, own: str, index: CardIndex) -> Card | None:
    """Accept a nearly right name where nation, set, number or points agree."""
    near = find_nearest_word(own, index.by_name) if own else None
    best = _find_best(listed, index.by_name[near]) if near is not None else None
    return best if best is not None and any(_agreements(listed, best)[:4]) else None


def _suggest_names(listed: ListedCard, catalogue: Catalogue) -> tuple[str, ...]:
    """Suggest cards by name, and by number unless it may be equipment, which the catalogue does not have."""
    code, number = split_set_and_number(listed.number)
    candidates = [hit.card for hit in find_cards(catalogue, CardQuery(words=listed.name))]
    if listed.nation or not listed.aboard:
        candidates += [
            card for card in catalogue.cards if number and (card.set, _normalize_number(card.number)) == (code, number)
        ]
    suggestions = (f"{card.name} ({card.key})" for card in candidates if _may_be_card(listed, card))
    return tuple(dict.fromkeys(suggestions))[:MAX_SUGGESTIONS]


def split_set_and_number(text: str) -> tuple[str, str]:
    """Split `SM001` into set SM and number 1; the set is empty if it is unknown."""
    code = next((set_code for set_code in _SET_CODES if text.casefold().startswith(set_code.casefold())), "")
    return code, _normalize_number(text[len(code) :])


def _normalize_number(number: str) -> str:
    digits = _DIGITS.search(number)
    return normalize_key(digits[1]) if digits is not None else normalize_key(number)


def find_nation(text: str) -> Nation | None:
    return _NATIONS.get(squeeze_name(fold_name(text)))


def _points_of(card: Card) -> int | None:
    return None if isinstance(card, FortCard) else card.points
