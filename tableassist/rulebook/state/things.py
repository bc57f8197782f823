"""The things of a game: ships, crew, coins, islands and terrain as they are now, and what their players owe."""

from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec

from tableassist.pieces import PieceKind, PieceState
from tableassist.pieces.catalogue import PrintedCannon, parse_cannons
from tableassist.rulebook.state.start import CoinStart, CrewStart, IslandStart, ShipStart, TerrainStart


class DutyKind(StrEnum):
    MAST = "mast"
    """The owner picks `count` masts, segments or flags that were hit."""
    TERRAIN = "terrain"
    """A roll for the reef or the weeds `other`."""
    ICEBERGS = "icebergs"
    """The roll at the beginning of the turn."""
    DRIFT = "drift"
    """The iceberg moves: a roll for the way."""
    WHIRLPOOL = "whirlpool"
    """A mast, a coin or a crew is lost."""
    PRIZE = "prize"
    """The winner of a boarding party takes something from `other`."""
    CREW = "crew"
    """The loser of a boarding party picks the crew that goes."""
    COIN = "coin"
    """A coin is turned over: what is it worth?"""
    MYSTERIOUS = "mysterious"
    """A roll for the mysterious island `other`."""
    BOARDING = "boarding"
    """May be answered: a boarding party after a ram, `player` decides."""


class Duty(msgspec.Struct, frozen=True):
    kind: DutyKind
    player: str
    """Who has to answer."""
    piece: str
    """The ship, iceberg or coin that it is about; the player, where no piece is."""
    other: str = ""
    count: int = 1
    rammed: int = 0
    """Of the masts: how many a ram takes."""

    @property
    def must(self) -> bool:
        """Whether nothing else may be done before."""
        return self.kind is not DutyKind.BOARDING


NO_MASTS: frozenset[int] = frozenset()
NO_STATES: frozenset[PieceState] = frozenset()
NOBODY: frozenset[str] = frozenset()


class UnitTurn(msgspec.Struct, frozen=True):
    """What a piece has done in this turn; a new turn begins with none of it."""

    actions: tuple[str, ...] = ()
    """The actions she was given, in order: move, shoot, explore, repair, untangle."""
    shooting: bool = False
    """Whether she is in the middle of a shoot action, or of a captain's shot."""
    fired: tuple[int, ...] = ()
    """Cannons that have fired in it."""
    targets: frozenset[str] = NOBODY
    """Whom she has fired at in it."""
    missed: frozenset[int] = NO_MASTS
    """Cannons that have missed in it: one of them may shoot again by a cannoneer."""
    shot_again: bool = False
    """Whether a cannoneer's second roll was used."""
    leaving_fog: bool = False
    """Whether the roll to leave was made and the move is still to come."""
    turn_over: bool = False
    """Whether terrain ended her turn."""
    whirled: bool = False
    scuttle_tried: bool = False
    used_current: bool = False
    laid: frozenset[PieceKind] = frozenset()
    """Kinds of terrain that she has laid: each ability once a turn."""
    boarded_afar: bool = False
    stern_turned: bool = False


FRESH_TURN = UnitTurn()


class Named(msgspec.Struct, frozen=True):
    """What has a card from the set-up, with an id and perhaps a name."""

    card: Any

    @property
    def id(self) -> str:
        return str(self.card.id)

    @property
    def name(self) -> str:
        return str(self.card.name or self.card.id)


class Unit(Named, frozen=True):
    """A piece by her card, her condition, and what she has done in this turn."""

    card: ShipStart
    owner: str
    masts_lost: frozenset[int] = NO_MASTS
    states: frozenset[PieceState] = NO_STATES
    """Those that acts began and nothing else tells: ghostly, submerged, wrecked, sunk, on fire, cancelled."""

    masts_rammed: frozenset[int] = NO_MASTS
    """Lost masts that a ram took."""
    docked_at: str = ""
    """Island or fort. A built fort's own island."""
    lost_in: str = ""
    """The fog bank she is in."""
    tangled_in: str = ""
    """The Sargasso Sea that holds her."""
    terrain: frozenset[str] = NOBODY
    """Terrain that she touches."""
    towing: tuple[str, ...] = ()
    towed_by: str = ""
    rammed: frozenset[str] = NOBODY
    """Enemies that she rammed and whose hull her bow has touched since."""
    withheld: frozenset[str] = NOBODY
    """Coins aboard that did not become her captor's with her: they are not unloaded at the captor's home."""
    keeping: frozenset[str] = NOBODY
    """Coins that stay aboard when she docks after the move that is under way."""
    scuttling: bool = False
    end_token: bool = False

    began_docked_at: str = ""
    """Where she lay when her player's turn began."""
    began_on: frozenset[str] = NOBODY
    """Terrain that she touched when the turn began; in revolution, where her last move ended."""
    arriving: str | None = None
    """Where she docks (empty: nowhere) when the terrain that she came upon is rolled for; None: she has arrived."""
    explored_here: bool = False
    """Whether she explored the island where she lies since she docked."""
    turn: UnitTurn = FRESH_TURN

    @property
    def kind(self) -> PieceKind:
        return self.card.kind

    @property
    def masts_standing(self) -> tuple[int, ...]:
        lost = self.masts_lost
        return tuple(mast for mast in range(1, self.card.masts + 1) if mast not in lost)

    @property
    def masts(self) -> int:
        """How many stand."""
        return self.card.masts - len(self.masts_lost)

    @property
    def cannons(self) -> tuple[PrintedCannon, ...]:
        return cannons_of(self.card.cannons)

    def mast_of(self, cannon: int) -> int:
        """The mast that carries a cannon and takes it along when it goes; 0 for one that is fixed to the hull."""
        masts = self.card.cannon_masts
        if masts:
            return masts[cannon - 1] if cannon <= len(masts) else 0
        return cannon if cannon <= self.card.masts else 0

    def in_turn(self, **fields: Any) -> UnitTurn:
        """Return what she has done in this turn, with these fields changed."""
        return msgspec.structs.replace(self.turn, **fields)

    def has(self, keyword: str) -> bool:
        return keyword in self.card.keywords

    @property
    def in_play(self) -> bool:
        return not self.gone and (not self.is_fort or bool(self.docked_at))

    @property
    def is_bare(self) -> bool:
        """Whether the last of her masts, segments or flags is off."""
        return self.card.masts > 0 and self.masts <= 0

    @property
    def is_abandoned(self) -> bool:
        """Whether a fort has lost its flags, or a person has ticked that."""
        return self.is_fort and not self.gone and (PieceState.ABANDONED in self.states or self.is_bare)

    @property
    def is_lost(self) -> bool:
        return bool(self.lost_in) or PieceState.LOST in self.states

    @property
    def is_tangled(self) -> bool:
        return bool(self.tangled_in) or PieceState.TANGLED in self.states

    @property
    def is_wrecked(self) -> bool:
        return PieceState.WRECKED in self.states

    @property
    def gone(self) -> bool:
        return PieceState.SUNK in self.states

    @property
    def is_fort(self) -> bool:
        return self.card.kind is PieceKind.FORT

    @property
    def is_creature(self) -> bool:
        return self.card.kind is PieceKind.SEA_CREATURE

    @property
    def is_ship(self) -> bool:
        return self.card.kind is PieceKind.SHIP


@lru_cache(maxsize=1024)
def cannons_of(printed: str) -> tuple[PrintedCannon, ...]:
    return parse_cannons(printed) if printed else ()


GONE = ""
"""Where a crew or a coin is that has left the game."""


class CrewMember(Named, frozen=True):
    card: CrewStart
    owner: str
    at: str
    """A ship or an island; empty: out of the game, or not assigned yet."""
    face_up: bool = False
    cancelled: bool = False
    """Whether an enemy has switched its ability off for now."""
    hits_this_turn: int = 0
    """Of a marine on an island."""
    actions: tuple[str, ...] = ()
    """Of a marine, who shoots on his own."""

    @property
    def is_token(self) -> bool:
        """A marine that is a piece of its own on the mat, and was never aboard a ship."""
        return not self.at and self.card.at is None and not self.card.card


class Coin(msgspec.Struct, frozen=True):
    card: CoinStart
    at: str
    """A ship, fort or island; empty: out of the game, or not dealt yet."""
    value: int | None
    face_up: bool = False
    """Whether all players have seen it."""

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def is_unique(self) -> bool:
        return bool(self.card.unique)

    @property
    def worth(self) -> int:
        return self.value or 0


class Island(Named, frozen=True):
    card: IslandStart
    home: str = ""
    """The player whose home it is; empty: wild."""
    explored_by: frozenset[str] = frozenset()
    """Players who have explored it."""
    tokens: frozenset[str] = frozenset()
    """Players who have left their token there."""
    ever_explored: bool = False
    """Whether anybody has explored it since its treasure was laid."""
    flipped: bool = False
    """Whether a mysterious island shows its effects."""
    fort: str = ""
    placed_by: str = ""

    @property
    def is_wild(self) -> bool:
        return not self.home


class TerrainPiece(Named, frozen=True):
    card: TerrainStart
    rating: int = 0
    """The die of a reef or a Sargasso Sea, until the turn ends; 0: not rolled."""
    stuck: bool = False
    """An iceberg that hit an island moves no more."""
    placed_by: str = ""

    @property
    def kind(self) -> PieceKind:
        return self.card.kind
