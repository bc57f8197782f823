"""Acts of moving, and of what terrain does to those who move."""

from tableassist.pieces.model import PieceKind
from tableassist.rulebook.referee.acts.act import Act, Answer


class Move(Act, frozen=True, tag="move"):
    """A move action, and what the ship touches where it ended."""

    ship: str
    legal: Answer = None
    """Whether the way she went was within her move."""
    come_about: bool = False
    """She turned in place instead of sailing."""
    docks: str = ""
    """The island or fort that her bow touches now."""
    bow_on: tuple[str, ...] = ()
    """Ships that her bow touches."""
    bow_to_bow: tuple[str, ...] = ()
    """Those of them whose bow is all that it touches."""
    touches: tuple[str, ...] = ()
    """Other pieces that any part of her touches."""
    touches_bow_of: tuple[str, ...] = ()
    """Ships whose bow some part of her touches."""
    terrain: tuple[str, ...] = ()
    """Terrain that took effect on the way, in order; once each."""
    plus_s: bool = False
    """She sailed the +S that an ability gives her: that of a helmsman, who is turned face up by it."""
    current: str = ""
    """The friendly trade current that gave her one more S."""
    over_edge: bool = False
    """She sailed over the edge of the table."""
    keep: tuple[str, ...] = ()
    """Coins that stay aboard though she docks where treasure is unloaded: by a card, for no text lets a player."""


class SternTurn(Act, frozen=True, tag="stern-turn"):
    """A schooner or galley turns on her stern after her move action, and what she touches then."""

    ship: str
    legal: Answer = None
    """Whether her stern stayed where it was."""
    docks: str = ""
    """The island or fort that her bow touches after it."""
    bow_on: tuple[str, ...] = ()
    bow_to_bow: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    touches_bow_of: tuple[str, ...] = ()


class LeaveFog(Act, frozen=True, tag="leave-fog"):
    """The roll before a lost ship is moved out of her fog bank; her move action begins with it."""

    ship: str
    roll: int
    number: int = 0
    """The number on the edge where she was put; 0: that of the die."""
    at_number: Answer = None
    """Whether she touches that number, with her stern where the edition says so."""
    faces_away: Answer = None
    """Whether she faces away from the fog."""


class RollTerrain(Act, frozen=True, tag="roll-terrain"):
    """The roll for a reef or a Sargasso Sea that a ship has come upon."""

    ship: str
    terrain: str
    roll: int


class Untangle(Act, frozen=True, tag="untangle"):
    """A tangled ship's action: a roll to come free of the weeds."""

    ship: str
    roll: int
    at_edge: Answer = None
    """Where she came free: whether she touches an edge of the weeds, with her stern where the edition says so."""
    faces_away: Answer = None
    """Where she came free: whether she faces away from the weeds."""


class Whirl(Act, frozen=True, tag="whirl"):
    """A ship that touches a whirlpool is put at another one."""

    ship: str
    whirlpool: str
    to: str
    roll: int


class WhirlpoolLoss(Act, frozen=True, tag="whirlpool-loss"):
    """What a ship loses in a whirlpool: one of these."""

    ship: str
    mast: int = 0
    coin: str = ""
    crew: str = ""


class RollForIcebergs(Act, frozen=True, tag="roll-for-icebergs"):
    """At the beginning of a turn: the icebergs whose gold number it is will move."""

    player: str
    roll: int


class DriftIceberg(Act, frozen=True, tag="drift-iceberg"):
    """An iceberg moves S, straight out of the number that was rolled."""

    iceberg: str
    roll: int
    touches: str = ""
    """The ship, creature or island that stopped it."""


class Declare(Act, frozen=True, tag="declare"):
    """At the beginning of a turn: whether a ship is ghostly or submerged until her player's next turn."""

    ship: str
    state: str
    """`ghostly`, `submerged`, or `none`."""


class LayTerrain(Act, frozen=True, tag="lay-terrain"):
    """A fog bank or a trade current is laid during the game, as a card allows."""

    ship: str
    terrain: str
    kind: PieceKind
    within: Answer = None
    """Whether it is as near to her as the card says."""


SailingAct = (
    Move
    | SternTurn
    | LeaveFog
    | RollTerrain
    | Untangle
    | Whirl
    | WhirlpoolLoss
    | RollForIcebergs
    | DriftIceberg
    | Declare
    | LayTerrain
)
