"""What a piece may sail in one move: her base move, what adds to it and what takes it away."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.move_segment import MoveSegment
from tableassist.pieces.piece import CannonRange, Piece
from tableassist.rules.editions.ruler import Ruler
from tableassist.rules.editions.terms.movement import BonusPlace, MoveTerms


class MoveTrait(StrEnum):
    """A keyword that changes how a piece moves."""

    SCHOONER = "Schooner"
    GALLEY = "Galley"
    LONGSHIP = "Longship"
    TURTLE_SHIP = "Turtle Ship"
    TITAN = "Titan"
    CREATURE = "Sea Creature"
    GHOSTLY = "Ghost Ship"
    """Only while she is ghostly."""


STERN_TURNERS = frozenset({MoveTrait.SCHOONER, MoveTrait.GALLEY, MoveTrait.LONGSHIP})
MOVES_WITHOUT_MASTS = frozenset({MoveTrait.LONGSHIP, MoveTrait.TURTLE_SHIP})


class Holds(StrEnum):
    EMPTY = "empty"
    PARTLY = "partly full"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class MoveAllowance:
    """Segments in no order; `forbidden` says why she may not move at all."""

    base: tuple[MoveSegment, ...]
    bonus: tuple[MoveSegment, ...] = ()
    why: tuple[str, ...] = ()
    """What changed the card's move, and each thing that nobody told."""
    forbidden: str | None = None
    untold: bool = False
    """Whether she might move if somebody told what `forbidden` asks for."""

    @property
    def words(self) -> str:
        return "+".join((*self.base, *self.bonus)) or "none"

    def orders(self, place: BonusPlace) -> tuple[tuple[MoveSegment, ...], ...]:
        """Every order in which she may sail them."""
        if place is BonusPlace.ANYWHERE:
            return tuple(sorted(set(permutations((*self.base, *self.bonus)))))
        return tuple(
            sorted({(*base, *bonus) for base in permutations(self.base) for bonus in permutations(self.bonus)})
        )


@dataclass(frozen=True, slots=True)
class ShipState:
    """What decides about a move and no camera sees. None: nobody told."""

    masts_standing: int
    effects: frozenset[Effect] = frozenset()
    masts_built: int = 1
    holds: Holds | None = None
    captain: bool | None = None
    towing: bool = False
    states: frozenset[PieceState] = frozenset()
    trade_current: bool = False
    """Whether a friendly trade current adds S this turn."""


def traits_of(piece: Piece, *, ghostly: bool = False) -> frozenset[MoveTrait]:
    """By the card's keywords, and by the packaged hull, which is named after its keyword."""
    keywords = set(piece.keywords)
    named: set[MoveTrait] = {trait for trait in MoveTrait if trait in keywords and trait is not MoveTrait.GHOSTLY}
    hull = piece.model.name
    named |= {trait for trait in MoveTrait if hull.startswith(trait.lower().replace(" ", "-"))}
    if piece.model.kind is PieceKind.SEA_CREATURE:
        named.add(MoveTrait.CREATURE)
    if ghostly:
        named.add(MoveTrait.GHOSTLY)
    return frozenset(named)


def segment_mm(segment: MoveSegment, ruler: Ruler) -> float:
    return ruler.reach_mm(CannonRange(segment.value))


def allowances(
    base_move: Sequence[MoveSegment], ship: ShipState, traits: frozenset[MoveTrait], terms: MoveTerms
) -> tuple[MoveAllowance, ...]:
    """One, or one for each way that what nobody told may be."""
    stuck, untold = _stuck(base_move, ship, traits, terms), _untold(base_move, ship)
    if stuck is not None or untold is not None:
        return (MoveAllowance((), forbidden=stuck or untold, untold=stuck is None),)
    start = MoveAllowance(tuple(base_move))
    if not ship.masts_standing and ship.masts_built and MoveTrait.GALLEY not in traits:
        start = MoveAllowance((MoveSegment.SHORT,), why=("without a mast she moves S",))
    if ship.towing:
        start = MoveAllowance((MoveSegment.SHORT,), why=(f"towing makes her base move S ({terms.tow_section})",))
    ways = [_with_known_bonus(start, ship)]
    for effect, holds, segment, words in _CONDITIONS:
        if effect in ship.effects:
            ways = [way for each in ways for way in _conditional(each, segment, words, _known(ship, holds))]
    if Effect.S_WHEN_FULL in ship.effects:
        full = None if ship.holds is None else ship.holds is Holds.FULL
        ways = [way for each in ways for way in _when_full(each, full)]
    return tuple(dict.fromkeys(ways))


_CONDITIONS = (
    (Effect.PLUS_S_WITHOUT_CARGO, "holds", MoveSegment.SHORT, "her holds are empty"),
    (Effect.PLUS_L_WITH_CAPTAIN, "captain", MoveSegment.LONG, "a captain is aboard"),
    (Effect.PLUS_L_WITH_ALL_MASTS, "masts", MoveSegment.LONG, "all her masts stand"),
)


def _known(ship: ShipState, what: str) -> bool | None:
    if what == "holds":
        return None if ship.holds is None else ship.holds is Holds.EMPTY
    return ship.captain if what == "captain" else ship.masts_standing >= ship.masts_built


def _stuck(
    base_move: Sequence[MoveSegment], ship: ShipState, traits: frozenset[MoveTrait], terms: MoveTerms
) -> str | None:
    """Why she may not move at all, or None."""
    for state in (PieceState.SUNK, PieceState.WRECKED, PieceState.PINNED):
        if state in ship.states:
            return f"she is {state}"
    if MoveSegment.TOWED in base_move:
        return "her base move is T: she moves only when towed"
    if ship.masts_built and not ship.masts_standing and not _moves_bare(ship, traits):
        return f"she has no mast: derelict ({terms.derelict_section})"
    return None


def _untold(base_move: Sequence[MoveSegment], ship: ShipState) -> str | None:
    """Why nobody can tell how far she moves, or None."""
    if not base_move:
        return "nobody told her base move"
    if MoveSegment.DRAGON in base_move:
        return "how far a base move of D flies is on the card's keyword only"
    if PieceState.LOST in ship.states:
        return "she was lost: her move begins where the roll puts her"
    return None


def _moves_bare(ship: ShipState, traits: frozenset[MoveTrait]) -> bool:
    return bool(Effect.DERELICT_MOVES_S in ship.effects or traits & (MOVES_WITHOUT_MASTS | {MoveTrait.GALLEY}))


def _with_known_bonus(start: MoveAllowance, ship: ShipState) -> MoveAllowance:
    short = MoveSegment.SHORT
    if Effect.BASE_MOVE_PLUS_S in ship.effects:
        start = replace(start, bonus=(*start.bonus, short), why=(*start.why, "+S by an ability"))
    if ship.trade_current:
        start = replace(start, bonus=(*start.bonus, short), why=(*start.why, "+S by a trade current"))
    return start


def _conditional(way: MoveAllowance, segment: MoveSegment, words: str, known: bool | None) -> list[MoveAllowance]:
    more = replace(way, bonus=(*way.bonus, segment), why=(*way.why, f"+{segment} as {words}"))
    if known is not None:
        return [more if known else way]
    return [more, replace(way, why=(*way.why, f"no +{segment}, unless {words}"))]


def _when_full(way: MoveAllowance, full: bool | None) -> list[MoveAllowance]:
    short = MoveAllowance((MoveSegment.SHORT,), why=("her whole move is S as her holds are full",))
    if full is not None:
        return [short if full else way]
    return [replace(way, why=(*way.why, "unless her holds are full")), short]
