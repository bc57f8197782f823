"""What a piece may sail in one move: her base move, what adds to it and what takes it away."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from tableassist.messages import Message, Text
from tableassist.pieces import CannonRange, Effect, MoveSegment, Piece, PieceKind
from tableassist.rulebook.editions.terms import BonusPlace, MoveTerms, Ruler
from tableassist.rulebook.state.refusals import ONLY_TOWED


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


class Holds(StrEnum):
    EMPTY = "empty"
    PARTLY = "partly full"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class MoveAllowance:
    """Segments in no order; `forbidden` says why she may not move at all."""

    base: tuple[MoveSegment, ...]
    bonus: tuple[MoveSegment, ...] = ()
    why: tuple[Message, ...] = ()
    """What changed the card's move, and each thing that nobody has said."""
    forbidden: Message | None = None
    untold: bool = False
    """Whether she might move if somebody told what `forbidden` asks for."""

    @property
    def words(self) -> Text:
        return "+".join((*self.base, *self.bonus)) or Message("none")

    def orders(self, place: BonusPlace) -> tuple[tuple[MoveSegment, ...], ...]:
        """Every order in which she may sail them."""
        if place is BonusPlace.ANYWHERE:
            return tuple(sorted(set(permutations((*self.base, *self.bonus)))))
        return tuple(
            sorted({(*base, *bonus) for base in permutations(self.base) for bonus in permutations(self.bonus)})
        )


@dataclass(frozen=True, slots=True)
class ShipState:
    """What a move depends on and no camera sees. None: nobody has said."""

    masts_standing: int
    held: Message | None = None
    """Why she may not move at all; None where she may."""
    is_derelict: bool = False
    is_lost: bool = False
    effects: frozenset[Effect] = frozenset()
    masts_built: int = 1
    holds: Holds | None = None
    captain: bool | None = None
    towing: bool = False
    trade_current: bool | None = False
    """Whether a friendly trade current adds S this turn."""
    after_loading: bool = False
    """Whether this is the S that her card gives her for having loaded, and no move action."""


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


def allowances(base_move: Sequence[MoveSegment], ship: ShipState, terms: MoveTerms) -> tuple[MoveAllowance, ...]:
    """One, or one for each way that what nobody has said may be."""
    held = ONLY_TOWED if ship.held is None and MoveSegment.TOWED in base_move else ship.held
    untold = _untold(base_move, ship)
    if held is not None or untold is not None:
        return (MoveAllowance((), forbidden=held or untold, untold=held is None),)
    start = MoveAllowance(tuple(base_move))
    if ship.is_derelict:
        start = MoveAllowance((MoveSegment.SHORT,), why=(Message("without a mast she moves S"),))
    if ship.towing:
        towing = Message("towing makes her base move S ({section})", section=terms.tow_section)
        start = MoveAllowance((MoveSegment.SHORT,), why=(towing,))
    if ship.after_loading and Effect.MOVES_S_AFTER_LOADING in ship.effects:
        return (MoveAllowance((MoveSegment.SHORT,), why=(Message("S after loading, by her card"),)),)
    ways = [start if ship.towing and not terms.helmsman_tows else _with_known_bonus(start, ship)]
    if ship.trade_current is not False:
        ways = [
            way
            for plain_way in ways
            for way in _conditional(plain_way, MoveSegment.SHORT, ON_CURRENT, ship.trade_current)
        ]
    for effect, holds, segment, words in _CONDITIONS:
        if effect in ship.effects:
            ways = [
                way
                for plain_way in ways
                for way in _conditional(plain_way, segment, words, _holds_if_known(ship, holds))
            ]
    if Effect.S_WHEN_FULL in ship.effects:
        full = None if ship.holds is None else ship.holds is Holds.FULL
        ways = [way for plain_way in ways for way in _when_full(plain_way, full)]
    return tuple(dict.fromkeys(ways))


ON_CURRENT = Message("a trade current of her side carries her")
_CONDITIONS = (
    (Effect.PLUS_S_WITHOUT_CARGO, "holds", MoveSegment.SHORT, Message("her holds are empty")),
    (Effect.PLUS_L_WITH_CAPTAIN, "captain", MoveSegment.LONG, Message("a captain is aboard")),
    (Effect.PLUS_L_WITH_ALL_MASTS, "masts", MoveSegment.LONG, Message("all her masts stand")),
)


def _holds_if_known(ship: ShipState, what: str) -> bool | None:
    if what == "holds":
        return None if ship.holds is None else ship.holds is Holds.EMPTY
    return ship.captain if what == "captain" else ship.masts_standing >= ship.masts_built


def _untold(base_move: Sequence[MoveSegment], ship: ShipState) -> Message | None:
    """Why nobody can tell how far she moves, or None."""
    if not base_move:
        return Message("nobody told her base move")
    if MoveSegment.DRAGON in base_move:
        return Message("how far a base move of D flies is on the card's keyword only")
    if ship.is_lost:
        return Message("she was lost: her move begins where the roll puts her")
    return None


def _with_known_bonus(start: MoveAllowance, ship: ShipState) -> MoveAllowance:
    short = MoveSegment.SHORT
    if Effect.BASE_MOVE_PLUS_S in ship.effects:
        start = replace(start, bonus=(*start.bonus, short), why=(*start.why, Message("+S by an ability")))
    return start


def _conditional(way: MoveAllowance, segment: MoveSegment, words: Message, known: bool | None) -> list[MoveAllowance]:
    gained = Message("+{segment} as {condition}", segment=segment, condition=words)
    more = replace(way, bonus=(*way.bonus, segment), why=(*way.why, gained))
    if known is not None:
        return [more if known else way]
    missed = Message("no +{segment}, unless {condition}", segment=segment, condition=words)
    return [more, replace(way, why=(*way.why, missed))]


def _when_full(way: MoveAllowance, full: bool | None) -> list[MoveAllowance]:
    short = MoveAllowance((MoveSegment.SHORT,), why=(Message("her whole move is S as her holds are full"),))
    if full is not None:
        return [short if full else way]
    return [replace(way, why=(*way.why, Message("unless her holds are full"))), short]
