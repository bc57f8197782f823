"""A game: everything that has become of its pieces, whose turn it is, and what is owed."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec.structs

from tableassist.rulebook.editions.house_rule import reading
from tableassist.rulebook.editions.terms import Edition
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.start import GameStart
from tableassist.rulebook.state.things import Coin, CrewMember, Duty, Island, TerrainPiece, Unit


class FactKind(StrEnum):
    """What a camera sees of two pieces, or a person states in its place."""

    DOCKED = "docked"
    """The subject lies docked at the target, an island or a fort."""
    BOW_ON = "bow-on"
    """The subject's bow touches the target."""
    BOW_TO_BOW = "bow-to-bow"
    """The subject's bow touches the target's bow and no other part of it."""
    TOUCHES = "touches"
    """Any part touches any part."""
    TOUCHES_BOW_OF = "touches-bow-of"
    """Any part of the subject touches the bow of the target."""
    SHOT = "shot"
    """Cannon `cannon` of the subject has a shot at the target: range and line of fire."""
    IN_TERRAIN = "in-terrain"
    """The subject touches the target, a piece of terrain."""
    WITHIN_S = "within-s"
    """The two are no farther apart than S."""


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
    turn: int = 0
    """The turn it was made in."""


class SetUpProgress(msgspec.Struct, frozen=True):
    """How far the set-up has come."""

    rolls: tuple[tuple[str, int], ...] = ()
    totals: Mapping[str, int] = {}
    """Build totals that players have said."""
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


class GameState(msgspec.Struct, frozen=True, dict=True):
    """Everything the rules talk about. A table without a refereed game is a state to which only corrections were made.

    With a `__dict__`, in which look-ups that many rules share are kept as long as this value lives.
    """

    start: GameStart
    edition: Edition
    """With the multiplayer add-on and the house's values on top."""
    phase: Phase
    order: tuple[str, ...]
    player: str
    """Whose turn it is; empty where nobody keeps count."""
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
        return (unit for unit in self.units.values() if unit.owner == player and unit.in_play)

    def answer(self, kind: FactKind, subject: str, target: str, cannon: int = 0) -> Verdict | None:
        return self.facts.get((kind, subject, target, cannon))

    def coins_at(self, place: str) -> tuple[Coin, ...]:
        return tuple(coin for coin in self.coins.values() if coin.at == place)

    def crew_at(self, place: str) -> tuple[CrewMember, ...]:
        if "crew_by_place" in self.__dict__:
            return self.crew_by_place.get(place, ())
        return tuple([member for member in self.crew.values() if member.at == place])

    @cached_property
    def facts_by_piece(self) -> Mapping[str, tuple[tuple[Question, Verdict], ...]]:
        """Facts about each piece, as their subject or target, in the order in which they were stated."""
        facts: dict[str, list[tuple[Question, Verdict]]] = {}
        for question, answer in self.facts.items():
            for piece in {question[1], question[2]}:
                facts.setdefault(piece, []).append((question, answer))
        return {piece: tuple(facts) for piece, facts in facts.items()}

    def facts_about(self, piece: str) -> tuple[tuple[Question, Verdict], ...]:
        if "facts_by_piece" in self.__dict__:
            return self.facts_by_piece.get(piece, ())
        return tuple([fact for fact in self.facts.items() if fact[0][1] == piece or fact[0][2] == piece])

    def build_indexes(self) -> None:
        """Index crew and facts, where many pieces are to be asked about. Most states of a game are asked about the
        piece of the next act alone: to look through everything for that is faster than to index it."""
        _ = self.crew_by_place, self.facts_by_piece

    @cached_property
    def crew_by_place(self) -> Mapping[str, tuple[CrewMember, ...]]:
        """Crew and equipment by the ship or island where they are."""
        places: dict[str, tuple[CrewMember, ...]] = {}
        for member in self.crew.values():
            places[member.at] = (*places.get(member.at, ()), member)
        return places

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Player who commands each piece; pieces of nobody are not listed. Crew are pieces only ashore."""
        owned = {key: member.owner for key, member in self.crew.items() if member.at in self.islands or member.is_token}
        owned |= {key: piece.placed_by for key, piece in self.terrain.items()}
        owned |= {key: unit.owner for key, unit in self.units.items()}
        return {key: owner for key, owner in owned.items() if owner}

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """Player whose home each island is; wild islands are not listed."""
        return {key: island.home for key, island in self.islands.items() if island.home}

    @cached_property
    def masts_lost(self) -> Mapping[str, frozenset[int]]:
        """Masts that are off, by piece; whole pieces are not listed."""
        return {key: unit.masts_lost for key, unit in self.units.items() if unit.masts_lost}

    @cached_property
    def towed_by(self) -> Mapping[str, str]:
        """Ship that tows each towed piece."""
        return {key: unit.towed_by for key, unit in self.units.items() if unit.towed_by}

    def tows(self, ship: str) -> frozenset[str]:
        """Pieces that this ship has in tow."""
        return frozenset(towed for towed, tower in self.towed_by.items() if tower == ship)

    def are_enemies(self, one: str, other: str) -> bool:
        """Say whether two pieces belong to two different players."""
        first, second = self.owners.get(one), self.owners.get(other)
        return first is not None and second is not None and first != second

    @property
    def players(self) -> tuple[str, ...]:
        """In the order of their seats: fleets have their colours by it."""
        return tuple(player.name for player in self.start.players)

    @property
    def player_in_turn(self) -> str | None:
        """Whose turn it is; None before play, after it, and where nobody keeps count."""
        return self.player or None if self.phase is Phase.PLAYING else None

    def home_of(self, player: str) -> str:
        """The player's home island; empty while there is none."""
        return next((island.id for island in self.islands.values() if island.home == player), "")

    def owed(self) -> Duty | None:
        """The first thing that must be answered."""
        return next((duty for duty in self.duties if duty.must), None) if self.duties else None

    @property
    def multiplayer(self) -> bool:
        return self.start.multiplayer

    def replace(self, **fields: Any) -> "GameState":
        """Return the state with these fields changed."""
        return msgspec.structs.replace(self, **fields)

    def with_unit(self, unit: Unit, **fields: Any) -> "GameState":
        """Return the state with this piece in it, after these changes of its fields."""
        after = msgspec.structs.replace(unit, **fields) if fields else unit
        return msgspec.structs.replace(self, units={**self.units, after.card.id: after})

    def with_turn(self, unit: Unit, **fields: Any) -> "GameState":
        """Return the state with these changes of what the piece has done in this turn."""
        return self.with_unit(unit, turn=msgspec.structs.replace(unit.turn, **fields))

    def with_coins(self, coins: Iterable[Coin]) -> "GameState":
        return msgspec.structs.replace(self, coins={**self.coins, **{coin.id: coin for coin in coins}})

    def with_crew(self, member: CrewMember, **fields: Any) -> "GameState":
        after = msgspec.structs.replace(member, **fields)
        return msgspec.structs.replace(self, crew={**self.crew, after.card.id: after})

    def with_island(self, island: Island, **fields: Any) -> "GameState":
        after = msgspec.structs.replace(island, **fields)
        return msgspec.structs.replace(self, islands={**self.islands, after.card.id: after})

    def with_duty(self, duty: Duty) -> "GameState":
        return msgspec.structs.replace(self, duties=(*self.duties, duty))

    def without_duty(self, duty: Duty) -> "GameState":
        """Return the state without the first duty that is equal."""
        place = self.duties.index(duty)
        return msgspec.structs.replace(self, duties=self.duties[:place] + self.duties[place + 1 :])

    def with_seats(self, seats: tuple[str, ...]) -> "GameState":
        """Return the state with its players in this order of seats, so that fleets keep their colours.

        The same value where they sit so already, or where other people play.
        """
        if self.players == seats or set(self.players) != set(seats):
            return self
        by_name = {player.name: player for player in self.start.players}
        start = msgspec.structs.replace(self.start, players=tuple(by_name[name] for name in seats))
        return msgspec.structs.replace(self, start=start)
