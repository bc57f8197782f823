"""A piece in motion: from its rest until it rests again, with what lay where before and after."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tableassist.geometry import PlanarPose
from tableassist.pipeline.moves.found_move import Turn, apart_mm
from tableassist.rulebook import Ruling, Scene, Verdict
from tableassist.rulebook.engine import CONTACT, DOCKING, RAM, TOW, Held
from tableassist.scene.placed_piece import PlacedPiece

CONTACTS = frozenset({CONTACT.id, DOCKING.id, RAM.id})
VAGUE = (Verdict.TOO_CLOSE, Verdict.NOT_SEEN)
SURE_NS = 300_000_000
"""A pose this old was measured before the hand took hold: a move is noticed only once the piece is a little off."""


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """Where a piece lies still, as it was a short while ago."""

    placed: PlacedPiece
    newer: PlacedPiece
    newer_ns: int


def still_at(rest: Rest | None, placed: PlacedPiece, t_ns: int) -> Rest:
    if rest is None:
        return Rest(placed, placed, t_ns)
    if t_ns - rest.newer_ns < SURE_NS:
        return rest
    return Rest(rest.newer, placed, t_ns)


@dataclass(frozen=True, slots=True)
class Span:
    """When a piece was in motion, and how far it came."""

    piece: str
    from_ns: int
    to_ns: int
    net_mm: float
    """From where it lay to where it lies now."""
    farthest_mm: float
    """From where it lay, at any time."""
    tows: frozenset[str]
    """What it could tow before it moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    piece: str
    turn: Turn
    moved_ns: int
    start: PlanarPose | None = None
    """Where it lay; None for a piece that was never seen before."""
    before: Scene | None = None
    """The table before it moved."""
    held_before: frozenset[Held] = frozenset()
    stopped_ns: int | None = None
    """Since when it has lain still; None while it moves."""
    settled_ns: int = 0
    after: Scene | None = None
    """The table once it lay still."""
    held_after: frozenset[Held] = frozenset()
    rulings: tuple[Ruling, ...] = ()
    """Those of `after`."""
    at: PlanarPose | None = None
    """Where it was last seen."""
    farthest_mm: float = 0.0

    @property
    def end(self) -> PlacedPiece:
        """Of a motion that is over."""
        placed = None if self.after is None else self.after.find(self.piece)
        assert placed is not None
        return placed

    @property
    def net_mm(self) -> float:
        return 0.0 if self.start is None or self.at is None else apart_mm(self.start, self.at)

    def is_surer_than(self, rulings: Iterable[Ruling]) -> bool:
        """Whether a contact of hers that was sure once she lay still is not sure by these: a hand has come near since,
        and she has not moved."""
        now = {(each.rule, each.subject, each.target): each.verdict for each in rulings if self._is_her_contact(each)}
        sure = (each for each in self.rulings if each.verdict is Verdict.YES and self._is_her_contact(each))
        return any(now.get((each.rule, each.subject, each.target)) in VAGUE for each in sure)

    def _is_her_contact(self, ruling: Ruling) -> bool:
        return ruling.rule in CONTACTS and self.piece in (ruling.subject, ruling.target)

    def span(self, now_ns: int) -> Span:
        until = now_ns if self.stopped_ns is None else self.stopped_ns
        tows = frozenset(each.target for each in self.held_before if each.rule == TOW.id and each.subject == self.piece)
        return Span(self.piece, self.moved_ns, until, self.net_mm, self.farthest_mm, tows)

    def seen_at(self, at: PlanarPose) -> "Motion":
        if at is self.at:
            return self
        far = self.farthest_mm if self.start is None else max(self.farthest_mm, apart_mm(self.start, at))
        return replace(self, at=at, farthest_mm=far)
