"""A card game as a score, and back: `[Game "card"]` and tags for what lay on the table. docs/pcn.md lists them."""

from collections.abc import Iterator
from typing import Any

from tableassist.rulebook.cardgame import CARD_GAME, CardStart
from tableassist.rulebook.play import play_one
from tableassist.store.game.both_games import card_start_of
from tableassist.store.game.card_game_file import CardGameFile
from tableassist.store.score.score import MOST_TURN, NEWEST, Score, Tag

RULES = ("upcoming", "hand", "extended")
LISTS = {"Row": "row", "Damaged": "damaged", "Adventures": "adventures", "Movements": "movements"}
DEALT = {"Pirates": "pirates", "Hand": "hands"}


def card_tags(start: CardStart) -> tuple[Tag, ...]:
    return tuple(_tags(start))


def _tags(start: CardStart) -> Iterator[Tag]:
    yield Tag("Format", (str(NEWEST),))
    yield Tag("Game", ("card", *(each for each in RULES if getattr(start, each))))
    if start.name:
        yield Tag("Table", (start.name,))
    yield from (Tag("House", (name, value)) for name, value in sorted(start.readings.items()))
    yield from (Tag("Player", (name, *(("first",) if name == start.first else ()))) for name in start.players)
    yield from (Tag("Ship", (ship, name)) for ship, name in sorted(start.names.items()))
    for name, field in LISTS.items():
        if values := getattr(start, field):
            yield Tag(name, values)
    yield from (Tag("Shuffle", order) for order in start.shuffles)
    for name, field in DEALT.items():
        yield from (Tag(name, (player, *cards)) for player, cards in getattr(start, field).items())


def card_start_of_score(score: Score, where: str) -> CardStart:
    """BadFileError says which tag is wrong."""
    raw: dict[str, Any] = {"game": "card", "players": [], "row": []}
    for tag in score.tags:
        _read(tag, raw)
    return card_start_of(raw, where)


def _read(tag: Tag, raw: dict[str, Any]) -> None:
    first, *rest = (*tag.values, *("",) * (2 - len(tag.values)))
    match tag.name:
        case "Game":
            raw.update(dict.fromkeys(tag.values[1:], True))
        case "Table":
            raw["name"] = first
        case "House":
            raw.setdefault("readings", {})[first] = rest[0]
        case "Ship":
            raw.setdefault("names", {})[first] = rest[0]
        case "Player":
            raw["players"].append(first)
            raw.update({"first": first} if "first" in rest else {})
        case "Shuffle":
            raw.setdefault("shuffles", []).append(tag.values)
        case name if name in LISTS:
            raw[LISTS[name]] = tag.values
        case name if name in DEALT:
            raw.setdefault(DEALT[name], {})[first] = tag.values[1:]


def card_turns(game: CardGameFile) -> dict[int, int]:
    """The turn that each act which counts was done in."""
    now, turns = CARD_GAME.start(game.start), {}
    for entry in game.log.entries_that_count:
        turns[entry.number] = min(now.turn, MOST_TURN)
        now, _ = play_one(now, entry, CARD_GAME)
    return turns
