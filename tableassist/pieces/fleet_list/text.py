"""A fleet list as text: `(15p) Revenant #SM001 - Pirates`, crew and equipment indented below their ship.

That is how PSMList's fleet builder copies a fleet, after a heading with its name and address; a harbor of other things
may follow. Lists typed by hand may leave out the points, the number or the nation, or put the points behind the name.
"""

import re

from tableassist.pieces.fleet_list.listed import FleetList, ListedCard
from tableassist.pieces.name_matching import fold, squeeze

MOST_LINES, MOST_LETTERS = 1000, 300
_POINTS = r"\(\s*(?P<{name}>[0-9]{{1,3}})\s*(?:p|pts?|points?)?\.?\s*\)"
_CARD = re.compile(
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
    """`known_names`: of all cards, as `links` has them. They tell a line without points and number from prose."""
    title, total, harboring = "", None, False
    cards: list[ListedCard] = []
    harbor: list[ListedCard] = []
    left_out: list[str] = []
    for number, line in enumerate(text.splitlines()[:MOST_LINES], start=1):
        if not line.strip():
            continue
        if _HARBOR.fullmatch(line):
            harboring = True
        elif not cards and not title and (found := _TITLE.fullmatch(line.strip())):
            title = found["name"]
        elif (found := _TOTAL.fullmatch(line[:MOST_LETTERS])) is not None:
            total = int(found["points"] or found["bare"])
        elif (card := _card(line, number, known_names)) is None:
            left_out.append(line.strip()[:MOST_LETTERS])
        else:
            (harbor if harboring else cards).append(card)
    return FleetList(title, tuple(cards), tuple(harbor), tuple(left_out), total)


def _card(line: str, number: int, known_names: frozenset[str]) -> ListedCard | None:
    found = _CARD.fullmatch(line) if len(line) <= MOST_LETTERS else None
    if found is None:
        return None
    points = found["before"] or found["behind"]
    name = found["name"].strip(" \t,;:")
    if not name or (not points and not found["number"] and squeeze(fold(name)) not in known_names):
        return None
    return ListedCard(
        name=name,
        place=f"line {number}",
        points=int(points) if points else None,
        number=found["number"] or "",
        nation=(found["nation"] or "").strip(),
        aboard=len(found["indent"].expandtabs(4)) > 0,
    )
