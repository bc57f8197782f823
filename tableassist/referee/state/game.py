"""A game: everything that has become of its pieces, whose turn it is, and what is owed."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec
import msgspec.structs

from tableassist.referee.acts.table import FactKind
from tableassist.referee.state.duty import Duty
from tableassist.referee.state.start import GameStart
from tableassist.referee.state.things import Coin, CrewMember, Island, TerrainPiece
from tableassist.referee.state.unit import Unit
from tableassist.rules.editions.edition import Edition
from tableassist.rules.editions.terms.readings import reading
from tableassist.rules.ruling.ruling import Verdict

Question = tuple[FactKind, str, str, int]
"""Kind, subject, target, cannon."""


Call = tuple[str, str, str, int]
"""A call that a judge may decide otherwise: rule, subject, target, cannon."""


class Decision(msgspec.Struct, frozen=True):
    """What a judge decided about a call."""

    answer: Verdict
    judge: str
    reason: str = ""


class Phase(StrEnum):
    SETTING_UP = "setting-up"
    PLAYING = "playing"
    OVER = "over"


class Ending(msgspec.Struct, frozen=True):
    why: str
    """The condition that ended it: `more-than-half`, `all-unloaded`, `one-can-move`, `half-cannot-move`,
    `end-token-home`, `end-token-sunk`, `half-sunk`, `agreed`."""
    winners: tuple[str, ...]
    """More than one: a tie that the table's tie-break does not decide. Empty while a coin that counts is not turned
    over."""
    gold: Mapping[str, int]
    """What each player has in the end."""


class RamMade(msgspec.Struct, frozen=True):
    """A ram that a boarding party may follow."""

    ship: str
    target: str
    declined: frozenset[str] = frozenset()
    """Players who want none."""
    boarded: frozenset[str] = frozenset()
    """Players who have sent one."""
    passed: frozenset[str] = frozenset()
    """Players who went on without deciding, and so sent none."""


class SetUpProgress(msgspec.Struct, frozen=True):
    """How far the set-up has come."""

    rolls: tuple[tuple[str, int], ...] = ()
    first: str = ""
    islands: tuple[str, ...] = ()
    """In the order of placing."""
    terrain: tuple[str, ...] = ()
    placed_by: Mapping[str, str] = {}
    homes: tuple[str, ...] = ()
    """Players whose home was chosen, in order."""
    ships: frozenset[str] = frozenset()
    """Ships that were put at home."""
    contributed: tuple[str, ...] = ()
    """Players whose treasure is in, in order."""


class Sunk(msgspec.Struct, frozen=True):
    """Gold of a sunk ship that is split as soon as all its coins are turned over."""

    coins: tuple[str, ...]
    sinker: str
    owner: str


class Game(msgspec.Struct, frozen=True):
    start: GameStart
    edition: Edition
    """With the multiplayer add-on and the house's values on top."""
    phase: Phase
    order: tuple[str, ...]
    player: str
    """Whose turn it is."""
    units: Mapping[str, Unit]
    crew: Mapping[str, CrewMember]
    islands: Mapping[str, Island]
    terrain: Mapping[str, TerrainPiece]
    coins: Mapping[str, Coin]
    gold: Mapping[str, int]
    """Gold that is no longer a coin, by home island or fort: the halves of a split."""
    facts: Mapping[Question, Verdict]
    starting_gold: int | None
    """None while not all coins are known."""
    turn: int = 1
    duties: tuple[Duty, ...] = ()
    rams: tuple[RamMade, ...] = ()
    sunk: tuple[Sunk, ...] = ()
    just_moved: str = ""
    """The ship whose move action was the last thing that was done, so that a ram or a captain's shot may follow."""
    acted: bool = False
    """Whether any action was given in this turn."""
    built_fort: bool = False
    set_up: SetUpProgress = SetUpProgress()
    ending: Ending | None = None
    end_coins: tuple[str, ...] = ()
    """Multiplayer: the last coins that were taken from the wild islands."""
    overrulings: Mapping[Call, Decision] = {}
    """What judges decided about calls, until a piece of the call moves."""
    events: Mapping[str, tuple[str, ...]] = {}
    """Event cards that each player still holds."""

    def unit(self, piece: str) -> Unit | None:
        return self.units.get(piece)

    def reading(self, name: str) -> str:
        return reading(name, self.start.house)

    def fleet(self, player: str) -> Iterator[Unit]:
        """What the player commands now, but for what is sunk and forts that are not built."""
        return (each for each in self.units.values() if each.owner == player and in_play(each))

    def answer(self, kind: FactKind, subject: str, target: str, cannon: int = 0) -> Verdict | None:
        return self.facts.get((kind, subject, target, cannon))

    def coins_at(self, place: str) -> tuple[Coin, ...]:
        return tuple(each for each in self.coins.values() if each.at == place)

    def crew_at(self, place: str) -> tuple[CrewMember, ...]:
        return tuple(each for each in self.crew.values() if each.at == place)

    def home_of(self, player: str) -> str:
        """The player's home island; empty while there is none."""
        return next((each.id for each in self.islands.values() if each.home == player), "")

    def owed(self) -> Duty | None:
        """The first thing that must be answered."""
        return next((each for each in self.duties if each.must), None)

    @property
    def multiplayer(self) -> bool:
        return self.start.multiplayer


def in_play(unit: Unit) -> bool:
    return not unit.gone and (not unit.is_fort or bool(unit.docked_at))


def changed(game: Game, **fields: Any) -> Game:
    return msgspec.structs.replace(game, **fields)


def with_unit(game: Game, unit: Unit, **fields: Any) -> Game:
    """The game with this unit changed."""
    after = msgspec.structs.replace(unit, **fields) if fields else unit
    return msgspec.structs.replace(game, units={**game.units, after.card.id: after})


def with_coins(game: Game, coins: Iterator[Coin] | tuple[Coin, ...]) -> Game:
    return msgspec.structs.replace(game, coins={**game.coins, **{each.card.id: each for each in coins}})


def with_crew(game: Game, member: CrewMember, **fields: Any) -> Game:
    after = msgspec.structs.replace(member, **fields)
    return msgspec.structs.replace(game, crew={**game.crew, after.card.id: after})


def with_island(game: Game, island: Island, **fields: Any) -> Game:
    after = msgspec.structs.replace(island, **fields)
    return msgspec.structs.replace(game, islands={**game.islands, after.card.id: after})


def with_duty(game: Game, duty: Duty) -> Game:
    return msgspec.structs.replace(game, duties=(*game.duties, duty))


def without_duty(game: Game, duty: Duty) -> Game:
    """The first that is equal goes."""
    at = game.duties.index(duty)
    return msgspec.structs.replace(game, duties=game.duties[:at] + game.duties[at + 1 :])
