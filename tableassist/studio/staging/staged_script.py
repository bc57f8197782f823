"""What happens on a staged table, and when: ships sail, masts come off, ships sink. A game is made of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.geometry import PlanarPose
from tableassist.pieces.piece import Piece
from tableassist.studio.staging.staged_game import StagedVoyage, reaching_hand
from tableassist.studio.staging.staged_table import StagedClutter, StagedHand, StagedPiece, StagedTable
from tableassist.vision.registration.mat_layout import MatLayout

_HOLD_S = 0.25
"""How long fingers rest on what they take off the table."""


@dataclass(frozen=True, slots=True)
class MastTaken:
    """A hand takes a mast off a ship."""

    t_s: float
    """When it is off."""
    piece: str
    mast: int
    """1 is the foremost."""
    arm_deg: float


@dataclass(frozen=True, slots=True)
class SetAside:
    """A hand takes a piece off the table: she is sunk."""

    t_s: float
    piece: str
    arm_deg: float


@dataclass(frozen=True, slots=True)
class HandReach:
    """A hand that comes to a place and goes again: to throw dice, or to take them."""

    t_s: float
    x_mm: float
    y_mm: float
    arm_deg: float


@dataclass(frozen=True, slots=True)
class StagedScript:
    mat: MatLayout
    pieces: Mapping[str, Piece]
    start: Mapping[str, PlanarPose]
    """A piece without one is not on the table."""
    voyages: tuple[StagedVoyage, ...]
    """In the order of time."""
    masts: tuple[MastTaken, ...] = ()
    aside: tuple[SetAside, ...] = ()
    reaches: tuple[HandReach, ...] = ()
    clutter: tuple[StagedClutter, ...] = ()

    def table_at(self, t_s: float) -> StagedTable:
        taken: tuple[MastTaken | SetAside, ...] = (*self.masts, *self.aside)
        hands = (
            *(voyage.hand_at(t_s) for voyage in self.voyages),
            *(self._taking(taking, t_s) for taking in taken),
            *(reaching_hand(reach.x_mm, reach.y_mm, reach.arm_deg, abs(t_s - reach.t_s)) for reach in self.reaches),
        )
        gone = {taking.piece for taking in self.aside if taking.t_s <= t_s}
        return StagedTable(
            self.mat,
            tuple(self._staged(self.pieces[name], t_s) for name in self.start if name not in gone),
            hands=tuple(hand for hand in hands if hand is not None),
            clutter=self.clutter,
        )

    def _staged(self, piece: Piece, t_s: float) -> StagedPiece:
        lost = {mast.mast for mast in self.masts if mast.piece == piece.id and mast.t_s <= t_s}
        masts = None
        if lost:
            masts = tuple(mast for mast in range(1, len(piece.model.masts) + 1) if mast not in lost)
        begun = [voyage for voyage in self.voyages if voyage.piece == piece.id and voyage.from_s <= t_s]
        if not begun:
            return StagedPiece(piece, self.start[piece.id], masts)
        last = begun[-1]
        if t_s >= last.to_s:
            return StagedPiece(piece, last.end, masts)
        return StagedPiece(piece, last.pose_at(t_s), masts, lift_mm=last.lift_at(t_s), motion=last.motion_at(t_s))

    def _taking(self, taken: MastTaken | SetAside, t_s: float) -> StagedHand | None:
        away = max(taken.t_s - _HOLD_S - t_s, t_s - taken.t_s)
        piece = self.pieces[taken.piece]
        held = (0.0, 0.0)
        if isinstance(taken, MastTaken):
            mast = piece.model.masts[taken.mast - 1]
            held = (mast.x_mm, mast.y_mm)
        x, y = self._staged(piece, taken.t_s - 1e-3).pose.place_one(*held)
        return reaching_hand(x, y, taken.arm_deg, away)
