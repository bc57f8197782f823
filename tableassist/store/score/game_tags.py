"""How a game begins, as the tags of a score, and back: a game can be refereed from its score alone."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tableassist.rulebook import GameStart
from tableassist.rulebook.editions import HouseValue
from tableassist.rulebook.engine import ALL_HOUSE_RULES
from tableassist.rulebook.state import CoinStart, CrewStart, IslandStart, PlayerStart, ShipStart, TerrainStart
from tableassist.store.files.toml_file import pick
from tableassist.store.game.cards import card_fields
from tableassist.store.game.json_lines import start_of
from tableassist.store.score.score import WITH_ACTS, Score, Tag
from tableassist.store.score.tag_fields import fields_from, texts_of

KINDS = {each.name: each.kind for each in ALL_HOUSE_RULES}
OF_GAME = ("edition", "multiplayer", "house", "players", "ships", "crew", "islands", "terrain", "name")
"""Fields that have tags of their own."""


def game_tags(start: GameStart) -> tuple[Tag, ...]:
    """The card of a ship or crew is named, and what it prints is written out all the same: the next catalogue may have
    it otherwise."""
    return tuple(_tags(start))


def _tags(start: GameStart) -> Iterator[Tag]:
    yield Tag("Format", (str(WITH_ACTS),))
    if start.name:
        yield Tag("Table", (start.name,))
    yield Tag("Edition", (start.edition, *(("multiplayer",) if start.multiplayer else ())))
    yield from (Tag("House", (name, house_text(value))) for name, value in sorted(start.house.items()))
    if rest := texts_of(start, besides=OF_GAME):
        yield Tag("Game", tuple(rest))
    yield from (Tag("Player", (each.name, *texts_of(each))) for each in start.players)
    for ship in start.ships:
        rest = texts_of(ship, like=_printed(ship), besides=("name", "card", "coins"))
        yield Tag("Ship", _trimmed(ship.id, ship.name, ship.owner, ship.card, *rest))
    for crew in start.crew:
        rest = texts_of(crew, like=_printed(crew), besides=("name", "card"))
        yield Tag("Crew", _trimmed(crew.id, crew.name, crew.owner, crew.card, *rest))
    for island in start.islands:
        yield Tag("Island", _trimmed(island.id, island.name, *texts_of(island, besides=("name", "coins"))))
    for piece in start.terrain:
        yield Tag("Terrain", (piece.id, piece.name, piece.kind.value, *texts_of(piece, besides=("name",))))
    places = [(each.id, each.coins) for each in start.islands] + [(each.id, each.coins) for each in start.ships]
    for place, coins in places:
        yield from (Tag("Coin", (coin.id, place, *texts_of(coin))) for coin in coins)


def _printed(piece: ShipStart | CrewStart) -> ShipStart | CrewStart:
    """As it is where nothing but its card is said."""
    kind = type(piece)
    return msgspec.convert({"id": piece.id, "owner": piece.owner, **card_fields(piece.card, "")}, kind)


def _trimmed(*values: str) -> tuple[str, ...]:
    """Without empty ones at the end."""
    return _trimmed(*values[:-1]) if values and not values[-1] else values


def house_text(value: HouseValue) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:.15g}" if isinstance(value, float) else value


def start_of_score(score: Score, where: str) -> GameStart:
    """BadFileError says which tag is wrong."""
    raw: dict[str, Any] = {}
    for tag in score.tags:
        if tag.name == "Edition" and tag.values:
            raw |= {"edition": tag.values[0], "multiplayer": "multiplayer" in tag.values[1:]}
        elif tag.name == "House" and len(tag.values) == 2:
            raw.setdefault("house", {})[tag.values[0]] = _house_value(*tag.values)
        elif tag.name == "Game":
            raw |= fields_from(tag.values, GameStart)
    if table := score.tag("Table"):
        raw["name"] = table
    raw["players"] = [{"name": each[0], **fields_from(each[1:], PlayerStart)} for each in _values(score, "Player", 1)]
    raw["ships"] = [_row(each, ("id", "name", "owner", "card"), ShipStart) for each in _values(score, "Ship", 3)]
    raw["crew"] = [_row(each, ("id", "name", "owner", "card"), CrewStart) for each in _values(score, "Crew", 3)]
    raw["islands"] = [_row(each, ("id", "name"), IslandStart) for each in _values(score, "Island", 1)]
    raw["terrain"] = [_row(each, ("id", "name", "kind"), TerrainStart) for each in _values(score, "Terrain", 3)]
    _put_coins(raw, score, where)
    return start_of(raw, where)


def _values(score: Score, name: str, least: int) -> Iterator[tuple[str, ...]]:
    """Of each tag of this name, filled up with empty ones."""
    for tag in score.tags:
        if tag.name == name and tag.values:
            yield tag.values + ("",) * (least - len(tag.values))


def _row(values: tuple[str, ...], named: tuple[str, ...], kind: type[msgspec.Struct]) -> dict[str, Any]:
    head = {key: value for key, value in zip(named, values, strict=False) if value or key in ("id", "owner")}
    return {**head, **fields_from(values[len(named) :], kind)}


def _put_coins(raw: dict[str, Any], score: Score, where: str) -> None:
    places: dict[str, dict[str, Any]] = {each["id"]: each for each in (*raw["islands"], *raw["ships"])}
    for values in _values(score, "Coin", 2):
        name = pick(where, f"Coin {values[0]}", values[1], places)
        places[name].setdefault("coins", []).append({"id": values[0], **fields_from(values[2:], CoinStart)})


def _house_value(name: str, value: str) -> HouseValue:
    kind = KINDS.get(name, str)
    if kind is bool:
        return {"true": True, "false": False}.get(value, value)
    try:
        return float(value) if kind is float else value
    except ValueError:
        return value
