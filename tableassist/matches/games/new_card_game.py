"""A card game that begins: shuffled by the program, or as it lies on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tableassist.errors import BadRequestError
from tableassist.rulebook import Log
from tableassist.rulebook.cardgame import FEWEST_PLAYERS, CardStart
from tableassist.rulebook.cardgame.cards import ADVENTURES, MOVEMENTS, SHIPS
from tableassist.store.files import write_text_safely
from tableassist.store.game import CardGameFile, any_lines, card_start_of

SHUFFLES = 8
"""More than a game can use: it has 58 turns at most, and at least 12 cards are drawn before each."""


@dataclass(frozen=True, slots=True)
class NewCardGame:
    """What people say of a card game that begins."""

    players: tuple[str, ...]
    first: str = ""
    upcoming: bool = False
    hand: bool = False
    extended: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)


def dealt_start(new: NewCardGame, random: Random) -> CardStart:
    """Everything shuffled and dealt: the program knows every card."""
    pirates, each = _shuffled(SHIPS, random), 3 if len(new.players) == FEWEST_PLAYERS else 2
    return _start(
        new,
        row=_shuffled(SHIPS, random),
        first=new.first or (random.choice(new.players) if new.players else ""),
        adventures=_shuffled(ADVENTURES, random),
        movements=_shuffled(MOVEMENTS, random),
        shuffles=[_shuffled(MOVEMENTS, random) for _ in range(SHUFFLES)],
        pirates={player: pirates[at * each : (at + 1) * each] for at, player in enumerate(new.players[:4])},
    )


def start_as_it_lies(new: NewCardGame, row: Sequence[str]) -> CardStart:
    """`row`: front first. Nobody knows the piles and pirates: what is turned up is owed."""
    return _start(new, row=row, first=new.first)


def _start(new: NewCardGame, **cards: Any) -> CardStart:
    raw = {"game": "card", "players": new.players, "readings": dict(new.readings), **cards}
    return card_start_of({**raw, "upcoming": new.upcoming, "hand": new.hand, "extended": new.extended}, "game cards")


def _shuffled(cards: Sequence[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(cards, len(cards)))


def write_card_game(start: CardStart, out: Path, *, force: bool) -> None:
    if out.exists() and not force:
        raise BadRequestError("game cards {path}: the file already exists; --force overwrites it", path=out)
    write_text_safely(out, any_lines(CardGameFile(start, Log())))
