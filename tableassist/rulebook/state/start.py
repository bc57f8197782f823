"""How a game begins: who plays by which rules, with which pieces. As a file has it."""

from typing import Annotated

import msgspec

from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.editions.house_rule import HouseValue

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Words = Annotated[str, msgspec.Meta(max_length=200)]
Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Cannons = Annotated[str, msgspec.Meta(pattern=r"^([1-6][SL](-[1-6][SL]){0,11})?$")]
BaseMove = Annotated[str, msgspec.Meta(pattern=r"^([SL](\+[SL]){0,5}|T|D)?$")]


class Start(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a game's set-up."""


class CoinStart(Start, frozen=True):
    id: Id
    value: Small | None = None
    """None: nobody has looked."""
    unique: Words = ""
    """Its name, if it is a unique treasure."""
    by: Words = ""
    """Who contributed it."""


class PlayerStart(Start, frozen=True):
    name: Id
    """Also the player's id."""
    events: tuple[Id, ...] = ()
    """Event cards in the fleet."""
    event_points: Small = 0
    """What they cost together."""
    build_total: Small = 0
    """What this player's fleet may cost, where it is not the same for all; 0: as for all."""


class ShipStart(Start, frozen=True):
    """A ship, sea creature or fort, with what is printed on its card."""

    id: Id
    owner: Id
    name: Words = ""
    kind: PieceKind = PieceKind.SHIP
    """`ship`, `sea-creature` or `fort`. A fort is in its player's collection until it is built."""
    masts: Small = 1
    """As built: masts, segments or flags."""
    cannons: Cannons = ""
    """Front to back, rank and range: `2L-3S`. The first stands on mast 1, and on."""
    base_move: BaseMove = ""
    cargo: Small = 0
    points: Small = 0
    gold_cost: Small = 0
    """Of a fort."""
    nation: Words = ""
    keywords: tuple[Words, ...] = ()
    effects: tuple[Effect, ...] = ()
    links: tuple[Id, ...] = ()
    """Crew that she is linked to, by id."""
    card: Words = ""
    """Its key in the catalogue."""
    masts_lost: tuple[int, ...] = ()
    states: tuple[PieceState, ...] = ()
    at: Words | None = None
    """The island where she is docked when the log begins; empty: at sea; left out: her player's home, if play has
    begun."""
    coins: tuple[CoinStart, ...] = ()
    """Aboard, or inside a fort."""
    cannon_masts: tuple[Small, ...] = ()
    """The mast of each cannon, front to back, where it is not its own number; 0: fixed to the hull."""


class CrewStart(Start, frozen=True):
    id: Id
    owner: Id
    name: Words = ""
    at: Id | None = None
    """The ship or island where it is; None: not assigned yet."""
    equipment: bool = False
    """Any nation may use it."""
    points: Small = 0
    nation: Words = ""
    keywords: tuple[Words, ...] = ()
    effects: tuple[Effect, ...] = ()
    links: tuple[Id, ...] = ()
    """Crew that it is linked to, by id."""
    card: Words = ""
    generic: bool = False
    """A captain, helmsman and so on of which a fleet may hold several."""
    cancelled: bool = False
    """Whether an enemy has switched its ability off for now."""


class IslandStart(Start, frozen=True):
    id: Id
    name: Words = ""
    home: Words = ""
    """The player whose home it is; empty: wild."""
    coins: tuple[CoinStart, ...] = ()
    mysterious: bool = False
    explored_by: tuple[Id, ...] = ()
    """Players whose token lies there."""
    gone: bool = False
    """Whether it is out of the game, even if it is still on the table."""


class TerrainStart(Start, frozen=True):
    id: Id
    kind: PieceKind
    name: Words = ""
    number: Small = 0
    """The gold number of an iceberg."""
    by: Words = ""
    """Who placed it: a trade current is friendly to its player."""
    gone: bool = False
    """Whether it is out of the game, even if it is still on the table."""


class GameStart(Start, frozen=True):
    edition: Words = "complete"
    multiplayer: bool = False
    house: dict[str, HouseValue] = {}
    """House rules and readings that the table has picked, by name."""
    players: tuple[PlayerStart, ...] = ()
    """In the order of their turns, clockwise round the table."""
    ships: tuple[ShipStart, ...] = ()
    crew: tuple[CrewStart, ...] = ()
    islands: tuple[IslandStart, ...] = ()
    terrain: tuple[TerrainStart, ...] = ()
    build_total: Small = 0
    """What each fleet may cost; 0: what the edition recommends."""
    setting_up: bool = False
    """Whether the log begins with the acts of the set-up; else play begins at once, with the first player."""
    starting_gold: Small | None = None
    """All gold that was contributed, where not every coin's value is given here."""
    name: Words = ""
