"""The demo's game: a shot that an island blocks and then does not, a docking, a ramming, and a hand in the way."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.geometry.angles import wrap_deg
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.piece import Piece
from tableassist.studio.contact import ahead, outline_at, slid_to_contact
from tableassist.studio.staged_game import KeyMoment, StagedGame, Voyage, voyage
from tableassist.studio.staged_table import ClutterKind, StagedClutter, StagedHand, StagedPiece, StagedTable
from tableassist.vision.mat_layout import MatLayout

Places = Mapping[str, PlanarPose]
_SIDE_MM = 915.0
"""The places below are for a mat of this side."""

_START: dict[str, tuple[float, float, float]] = {
    "english-home": (165.0, 170.0, 15.0),
    "pirate-home": (750.0, 745.0, -10.0),
    "palm-island": (700.0, 385.0, 75.0),
    "skull-island": (430.0, 500.0, 10.0),
    "turtle-island": (215.0, 660.0, -25.0),
    "reef": (425.0, 320.0, 35.0),
    "fog-bank": (520.0, 770.0, 5.0),
    "titan": (135.0, 275.0, 75.0),
    "oxley": (245.0, 245.0, 45.0),
    "plantagenet": (290.0, 150.0, 5.0),
    "europa": (180.0, 320.0, 60.0),
    "harbinger": (640.0, 650.0, 215.0),
    "revenge": (755.0, 640.0, 260.0),
    "windjammer": (645.0, 755.0, 190.0),
    "bonny-kate": (815.0, 600.0, 265.0),
}
"""x, y in mm and heading in degrees."""

_NEAR_SIDE_DEG, _FAR_SIDE_DEG = -90.0, 90.0
_COVER_FROM_S, _COVER_S, _COVER_REACH_S = 35.0, 1.0, 0.6
_DURATION_S = 42.0


def demo_game(mat: MatLayout, pieces: Mapping[str, Piece]) -> StagedGame:
    voyages = _voyages(pieces)
    ends = {name: max(v.to_s for v in voyages if v.piece == name) for name in ("harbinger", "plantagenet")}
    first, second = (v for v in voyages if v.piece == "oxley")
    docked = next(v for v in voyages if v.piece == "bonny-kate")
    calm = 1.2  # the hand is gone by then
    moments = (
        KeyMoment("blocked", max(first.to_s, ends["harbinger"]) + calm),
        KeyMoment("cleared", second.to_s + calm),
        KeyMoment("docked", docked.to_s + calm),
        KeyMoment("rammed", ends["plantagenet"] + calm),
        KeyMoment("covered", _COVER_FROM_S + _COVER_REACH_S + _COVER_S / 2.0),
    )
    return StagedGame(_DURATION_S, moments, _Script(mat, dict(pieces), voyages).table_at)


@dataclass(frozen=True, slots=True)
class _Script:
    mat: MatLayout
    pieces: Mapping[str, Piece]
    voyages: tuple[Voyage, ...]

    def table_at(self, t_s: float) -> StagedTable:
        held = [voyage.hand_at(t_s) for voyage in self.voyages]
        hands = [hand for hand in (*held, _covering_hand(t_s)) if hand is not None]
        return StagedTable(
            self.mat,
            tuple(self._staged(piece, t_s) for name, piece in self.pieces.items() if name in _START),
            hands=tuple(hands),
            clutter=_CLUTTER,
        )

    def _staged(self, piece: Piece, t_s: float) -> StagedPiece:
        begun = [v for v in self.voyages if v.piece == piece.id and v.from_s <= t_s]
        if not begun:
            return StagedPiece(piece, _start(piece.id))
        last = begun[-1]
        if t_s >= last.to_s:
            return StagedPiece(piece, last.end)
        return StagedPiece(piece, last.pose_at(t_s), lift_mm=last.lift_at(t_s), motion=last.motion_at(t_s))


_CLUTTER = (
    StagedClutter(ClutterKind.MUG, 1085.0, 690.0, 0.5),
    StagedClutter(ClutterKind.CARD, -125.0, 300.0, 0.35),
    StagedClutter(ClutterKind.CARD, -150.0, 405.0, -0.15),
    StagedClutter(ClutterKind.DIE, 1010.0, 240.0, 0.4),
    StagedClutter(ClutterKind.DIE, 1042.0, 266.0, 1.1),
)


def _start(name: str) -> PlanarPose:
    x, y, heading_deg = _START[name]
    return PlanarPose(x, y, math.radians(heading_deg))


def _voyages(pieces: Mapping[str, Piece]) -> tuple[Voyage, ...]:
    """The whole story; each move starts when the hand of the one before is gone."""
    skull = _start("skull-island")
    half = _half_width(pieces["skull-island"])
    shooter_y = half + _half_width(pieces["harbinger"]) + 6.0
    target_y = half + _half_width(pieces["oxley"]) + 6.0
    near = [skull.place_one(-105.0, -target_y - 4.0), skull.place_one(0.0, -target_y)]
    far = [skull.place_one(95.0, shooter_y), skull.place_one(0.0, shooter_y)]
    out = [skull.place_one(66.0, -target_y), skull.place_one(88.0, -target_y + 30.0)]
    made: list[Voyage] = []
    _add(made, pieces, "oxley", near, 1.2, _NEAR_SIDE_DEG)
    _add(made, pieces, "harbinger", far, 6.7, _FAR_SIDE_DEG)
    _add(made, pieces, "oxley", out, 12.6, _NEAR_SIDE_DEG)
    _add(made, pieces, "bonny-kate", [(806.0, 505.0), _docking_stop(pieces)], 16.8, _FAR_SIDE_DEG)
    _add(made, pieces, "revenge", [(655.0, 505.0), (600.0, 340.0), (575.0, 240.0)], 21.9, _FAR_SIDE_DEG)
    _add(made, pieces, "plantagenet", [(385.0, 195.0), _ramming_stop(pieces, made)], 28.9, _NEAR_SIDE_DEG)
    _add(made, pieces, "europa", [(215.0, 440.0), (265.0, 510.0)], 37.9, _NEAR_SIDE_DEG)
    return tuple(made)


def _docking_stop(pieces: Mapping[str, Piece]) -> tuple[float, float]:
    """Where the bonny-kate's bow meets the palm island."""
    palm = _start("palm-island")
    course = math.atan2(palm.y_mm - 505.0, palm.x_mm - 806.0)
    island = outline_at(pieces["palm-island"], palm)
    docked = slid_to_contact(pieces["bonny-kate"], PlanarPose(806.0, 505.0, course), island)
    return docked.x_mm, docked.y_mm


def _ramming_stop(pieces: Mapping[str, Piece], made: list[Voyage]) -> tuple[float, float]:
    """Where the plantagenet's bow meets the revenge's side, amidships."""
    struck = next(v for v in made if v.piece == "revenge").end
    aim = ahead(struck, 4.0)
    course = math.atan2(aim.y_mm - 195.0, aim.x_mm - 385.0)
    side = outline_at(pieces["revenge"], struck)
    rammed = slid_to_contact(pieces["plantagenet"], PlanarPose(385.0, 195.0, course), side)
    return rammed.x_mm, rammed.y_mm


def _half_width(piece: Piece) -> float:
    return max(abs(y) for _, y in piece.model.hull)


def _add(
    made: list[Voyage],
    pieces: Mapping[str, Piece],
    name: str,
    stops: list[tuple[float, float]],
    from_s: float,
    side_deg: float,
) -> None:
    before = [v.end for v in made if v.piece == name]
    start = before[-1] if before else _start(name)
    forward = 0.32 * max(x for x, _ in pieces[name].model.hull)
    bare = voyage(name, start, stops, from_s=from_s, arm_deg=side_deg, grip=(forward, 0.0))
    arm_deg = _arm_clear_of_stern(bare, side_deg)
    made.append(voyage(name, start, stops, from_s=from_s, arm_deg=arm_deg, grip=(forward, 0.0)))


def _arm_clear_of_stern(planned: Voyage, side_deg: float) -> float:
    """The player leans so that the arm hides the flag at the stern as little as can be."""

    def clearance(lean_deg: float) -> float:
        sterns = [math.degrees(leg.end.heading_rad) + 180.0 for leg in planned.legs]
        apart = [abs(wrap_deg(side_deg + lean_deg - stern)) for stern in sterns]
        return min(*apart, 90.0) - 0.05 * abs(lean_deg)

    leans = (0.0, -15.0, 15.0, -30.0, 30.0, -45.0, 45.0)
    return side_deg + max(leans, key=clearance)


def _covering_hand(t_s: float) -> StagedHand | None:
    """A player leans in over the right-hand border: two ships, and tags of the mat, are hidden."""
    gone = max(_COVER_FROM_S + _COVER_REACH_S - t_s, t_s - (_COVER_FROM_S + _COVER_REACH_S + _COVER_S), 0.0)
    if gone >= _COVER_REACH_S:
        return None
    back = 520.0 * (gone / _COVER_REACH_S) ** 2
    arm_deg = 10.0
    x, y = PlanarPose(505.0, 236.0, math.radians(arm_deg)).place_one(back, 0.0)
    return StagedHand(x, y, arm_deg, height_mm=95.0, spread=True)
