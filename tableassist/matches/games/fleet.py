"""A fleet list that was looked up in the catalogue: what it holds, what it costs, whether an edition allows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import msgspec.structs

from tableassist.errors import BadRequestError
from tableassist.pieces.catalogue import CrewCard, FortCard, Rarity, ShipCard, make_slug
from tableassist.pieces.lookup import CardMatch, ListedCard, index_cards, match_card
from tableassist.rulebook import GameStart
from tableassist.rulebook.state import CrewStart
from tableassist.store.files import FORMAT, write_text_safely
from tableassist.store.models import packaged_catalogue, read_fleet
from tableassist.store.table import start_of_table, table_of_raw
from tableassist.store.table_edit import quoted

MOST_HINTS = 20
"""After so many cards that nobody knows no nearest name is sought any more."""
MOST_LETTERS = 80
"""Of a name in a table file."""


@dataclass(slots=True)
class Manned:
    """A ship or fort, and what the list has aboard."""

    id: str
    listed: ListedCard
    card: ShipCard | FortCard
    crew: list[CrewCard] = field(default_factory=list)
    equipment: list[ListedCard] = field(default_factory=list)


@dataclass(slots=True)
class Fleet:
    name: str
    ships: list[Manned] = field(default_factory=list)
    crew: list[CrewCard] = field(default_factory=list)
    """Listed before any ship."""
    equipment: list[ListedCard] = field(default_factory=list)
    lost: list[CardMatch] = field(default_factory=list)
    """Listed, and no card that anybody knows."""
    otherwise: list[CardMatch] = field(default_factory=list)
    """Cards that have other points than the list says."""
    harbor: int = 0
    left_out: tuple[str, ...] = ()
    total: int | None = None
    """What the list says that it costs."""
    limit: int | None = None
    """What the list says that it may cost."""


def imported_fleet(path: Path, lists: Sequence[Path] = ()) -> Fleet:
    read, index = read_fleet(path, lists), index_cards(packaged_catalogue())
    fleet = Fleet(read.name, harbor=len(read.harbor), left_out=read.left_out, total=read.total)
    fleet.limit = read.limit
    for listed in read.cards:
        _add(fleet, match_card(listed, index, hints=len(fleet.lost) < MOST_HINTS))
    return fleet


def _add(fleet: Fleet, match: CardMatch) -> None:
    card, ship = match.card, fleet.ships[-1] if fleet.ships else None
    if match.is_equipment:
        (fleet if ship is None else ship).equipment.append(match.listed)
    elif card is None:
        fleet.lost.append(match)
    elif isinstance(card, CrewCard):
        (fleet if ship is None else ship).crew.append(card)
    else:
        fleet.ships.append(Manned(_new_id(fleet, card.name), match.listed, card))
    if card is not None and match.listed.points not in (None, getattr(card, "points", None)):
        fleet.otherwise.append(match)


def _new_id(fleet: Fleet, name: str) -> str:
    taken, plain = {each.id for each in fleet.ships}, make_slug(name) or "ship"
    names = (plain, *(f"{plain}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in names if each not in taken)


def fleet_start(fleet: Fleet, player: str, *, edition: str, points: int | None) -> GameStart:
    """A game's set-up with this player's fleet alone."""
    raw: dict[str, object] = {
        "format": FORMAT,
        "name": fleet.name[:MOST_LETTERS] or "fleet",
        "camera": "typical",
        "edition": edition,
        "mat": {"width_mm": 915.0, "height_mm": 915.0, "tags": []},
        "players": [{"name": player}],
        "pieces": [
            {
                "id": each.id,
                "card": each.card.key,
                "owner": player,
                "crew": [card.key for card in each.crew],
                "equipment": [
                    {"name": item.name[:MOST_LETTERS], "points": item.points or 0} for item in each.equipment
                ],
            }
            for each in fleet.ships
        ],
    }
    start = start_of_table(table_of_raw(raw, Path("fleet")))
    more = (*start.crew, *_ashore(fleet, player))
    return msgspec.structs.replace(start, crew=more, build_total=points or fleet.limit or 0)


def _ashore(fleet: Fleet, player: str) -> Iterator[CrewStart]:
    for number, card in enumerate(fleet.crew, start=1):
        yield CrewStart(
            f"crew-{number}",
            player,
            name=card.name,
            points=card.points,
            nation=card.nation.value,
            effects=card.effects,
            card=card.key,
            generic=card.rarity is Rarity.GENERIC,
        )
    for number, item in enumerate(fleet.equipment, start=1):
        yield CrewStart(
            f"equipment-{number}", player, name=item.name[:MOST_LETTERS], equipment=True, points=item.points or 0
        )


def write_fleet(path: Path, fleet: Fleet, player: str, start: GameStart) -> None:
    """`.toml`: the pieces of a table file; `.json`: a game's set-up."""
    match path.suffix.lower():
        case ".toml":
            write_text_safely(path, pieces_text(fleet, player))
        case ".json":
            write_text_safely(path, msgspec.json.format(msgspec.json.encode(start), indent=1).decode() + "\n")
        case suffix:
            raise BadRequestError("--out: got '{suffix}', expected .toml or .json", suffix=suffix[:20])


def pieces_text(fleet: Fleet, player: str) -> str:
    """To be put into a table file."""
    lines: list[str] = []
    for each in fleet.ships:
        lines += [
            "[[pieces]]",
            f"id = {quoted(each.id)}",
            f"card = {quoted(each.card.key)}  # {_plain(each.card.name)}",
        ]
        lines += [f"owner = {quoted(player)}"]
        if each.crew:
            keys, names = [quoted(card.key) for card in each.crew], [_plain(card.name) for card in each.crew]
            lines.append(f"crew = [{', '.join(keys)}]  # {', '.join(names)}")
        if each.equipment:
            items = [
                f"{{ name = {quoted(item.name[:MOST_LETTERS])}, points = {item.points or 0} }}"
                for item in each.equipment
            ]
            lines.append(f"equipment = [{', '.join(items)}]")
        lines.append("")
    return "\n".join(lines)


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())
