"""What lies on the table and aboard: crew, coins, islands, terrain."""

import msgspec

from tableassist.pieces.model import PieceKind
from tableassist.rulebook.state.start import CoinStart, CrewStart, IslandStart, TerrainStart

GONE = ""
"""Where a crew or a coin is that has left the game."""


class CrewMember(msgspec.Struct, frozen=True):
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
    def id(self) -> str:
        return self.card.id

    @property
    def name(self) -> str:
        return self.card.name or self.card.id

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


class Island(msgspec.Struct, frozen=True):
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
    def id(self) -> str:
        return self.card.id

    @property
    def name(self) -> str:
        return self.card.name or self.card.id

    @property
    def is_wild(self) -> bool:
        return not self.home


class TerrainPiece(msgspec.Struct, frozen=True):
    card: TerrainStart
    rating: int = 0
    """The die of a reef or a Sargasso Sea, until the turn ends; 0: not rolled."""
    stuck: bool = False
    """An iceberg that hit an island moves no more."""
    placed_by: str = ""

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def name(self) -> str:
        return self.card.name or self.card.id

    @property
    def kind(self) -> PieceKind:
        return self.card.kind
