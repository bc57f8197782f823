"""The demo's game: a shot that an island blocks and then does not, a docking, a ram with a boarding party, a hand in
the way, a mast shot away, and the last gold brought home."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from shapely import Polygon

from tableassist.geometry import PlanarPose, wrap_deg
from tableassist.pieces import Piece
from tableassist.studio.staging.staged_game import (
    HandReach,
    KeyMoment,
    MastTaken,
    StagedGame,
    StagedScript,
    StagedVoyage,
    ahead,
    outline_at,
    slid_to_contact,
    voyage,
)
from tableassist.studio.staging.staged_table import ClutterKind, StagedClutter, StagedHand, StagedTable
from tableassist.vision.registration.mat_layout import MatLayout

# The places below are for a mat of 915 mm.

_START: dict[str, tuple[float, float, float]] = {
    "english-home": (165.0, 170.0, 15.0),
    "pirate-home": (750.0, 745.0, -10.0),
    "palm-island": (700.0, 385.0, 75.0),
    "skull-island": (430.0, 500.0, 10.0),
    "turtle-island": (215.0, 660.0, -25.0),
    "reef": (425.0, 320.0, 35.0),
    "fog-bank": (520.0, 770.0, 5.0),
    "titan": (135.0, 275.0, 75.0),
    "oxley": (516.0, 441.0, 170.0),
    "plantagenet": (531.0, 149.0, 16.0),
    "europa": (172.0, 378.0, 44.0),
    "harbinger": (486.0, 560.5, 195.0),
    "revenge": (718.0, 268.0, 185.0),
    "windjammer": (645.0, 755.0, 190.0),
    "bonny-kate": (825.0, 486.0, 231.0),
}
"""x, y in mm and heading in degrees: the middle of a game, each ship a legal move away from her part in the story."""

_DOCKING_TURN = (797.0, 451.0)
_RAMMING_TURN = (576.0, 162.0)
_HOMING_TURN = (641.0, 777.0)
"""Where the bonny-kate, the plantagenet and the windjammer turn between their two segments."""

_NEAR_SIDE_DEG, _FAR_SIDE_DEG, _LEFT_OF_NEAR_DEG = -90.0, 90.0, -120.0
"""Where players reach in from; an arm should cross no ship that stands still."""
_COVER_FROM_S, _COVER_S, _COVER_REACH_S = 33.5, 1.0, 0.6
_LOST_MAST = MastTaken(55.0, "oxley", 1, _LEFT_OF_NEAR_DEG)
THROWS = ((37.3, 6), (40.0, 2), (52.0, 5))
"""When a die comes to lie, and what it shows: the boarding party's, each player one, then the Harbinger's shot."""
DICE_CORNER_AT = PlanarPose(1070.0, 330.0, math.pi / 2.0)
"""The lower-left corner of the sheet that dice are thrown on: to the right of the mat."""
PICKED_UP_S = 1.25
"""So long before the next throw a die is picked up."""
_THROWN_FROM = (1010.0, 425.0, 0.0)
_DURATION_S = 68.0


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
        KeyMoment("hit", _LOST_MAST.t_s + calm),
        KeyMoment("home", voyages[-1].to_s + calm),
    )
    start = {name: _start(name) for name in pieces if name in _START}
    script = StagedScript(mat, dict(pieces), start, voyages, (_LOST_MAST,), reaches=_throwing_hands(), clutter=_CLUTTER)
    return StagedGame(_DURATION_S, moments, _cover_with_hand(script.table_at))


def _throwing_hands() -> tuple[HandReach, ...]:
    thrown = [t_s for t_s, _ in THROWS]
    return tuple(HandReach(t_s, *_THROWN_FROM) for t_s in (*thrown, *(t_s - PICKED_UP_S for t_s in thrown[1:])))


def _cover_with_hand(table_at: Callable[[float], StagedTable]) -> Callable[[float], StagedTable]:
    """With the hand that leans in."""

    def at(t_s: float) -> StagedTable:
        table, hand = table_at(t_s), _covering_hand(t_s)
        return table if hand is None else replace(table, hands=(*table.hands, hand))

    return at


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


def _voyages(pieces: Mapping[str, Piece]) -> tuple[StagedVoyage, ...]:
    """The whole story; each move starts when the hand of the one before is gone, and the first when a camera that is
    slow to start has seen the set-up.

    Every move is what her card allows, bow to bow: L is 83.8 mm and S 57.5 mm, each a straight line.
    """
    made: list[StagedVoyage] = []
    _add(made, pieces, "oxley", [_straight_on(made, "oxley", 79.0)], 2.3, _LEFT_OF_NEAR_DEG)
    _add(made, pieces, "harbinger", [_straight_on(made, "harbinger", 80.0)], 6.5, _FAR_SIDE_DEG)
    _add(made, pieces, "oxley", [_straight_on(made, "oxley", 80.0)], 11.25, _LEFT_OF_NEAR_DEG)
    _add(made, pieces, "bonny-kate", [_DOCKING_TURN, _docking_stop(pieces)], 16.0, _FAR_SIDE_DEG)
    _add(made, pieces, "revenge", [_straight_on(made, "revenge", 80.0)], 22.5, _FAR_SIDE_DEG)
    _add(made, pieces, "plantagenet", [_RAMMING_TURN, _ramming_stop(pieces, made)], 26.6, _NEAR_SIDE_DEG)
    _add(made, pieces, "europa", [(204.0, 409.0), (241.0, 427.0)], 43.2, _NEAR_SIDE_DEG)
    _add(made, pieces, "windjammer", [_HOMING_TURN, _home_stop(pieces)], 59.0, _FAR_SIDE_DEG)
    return tuple(made)


def _now(made: list[StagedVoyage], name: str) -> PlanarPose:
    before = [v.end for v in made if v.piece == name]
    return before[-1] if before else _start(name)


def _straight_on(made: list[StagedVoyage], name: str, by_mm: float) -> tuple[float, float]:
    """Where a base move of L ends, which is one line."""
    there = ahead(_now(made, name), by_mm)
    return there.x_mm, there.y_mm


def _docking_stop(pieces: Mapping[str, Piece]) -> tuple[float, float]:
    """Where the bonny-kate's bow meets the palm island."""
    palm = _start("palm-island")
    return _bow_on(pieces["bonny-kate"], _DOCKING_TURN, palm, outline_at(pieces["palm-island"], palm))


def _ramming_stop(pieces: Mapping[str, Piece], made: list[StagedVoyage]) -> tuple[float, float]:
    """Where the plantagenet's bow meets the revenge's side, amidships."""
    struck = _now(made, "revenge")
    return _bow_on(pieces["plantagenet"], _RAMMING_TURN, ahead(struck, -6.0), outline_at(pieces["revenge"], struck))


def _home_stop(pieces: Mapping[str, Piece]) -> tuple[float, float]:
    """Where the windjammer's bow meets her home."""
    home = _start("pirate-home")
    return _bow_on(pieces["windjammer"], _HOMING_TURN, home, outline_at(pieces["pirate-home"], home))


def _bow_on(piece: Piece, turn: tuple[float, float], aim: PlanarPose, target: Polygon) -> tuple[float, float]:
    x, y = turn
    course = math.atan2(aim.y_mm - y, aim.x_mm - x)
    met = slid_to_contact(piece, PlanarPose(x, y, course), target)
    return met.x_mm, met.y_mm


def _add(
    made: list[StagedVoyage],
    pieces: Mapping[str, Piece],
    name: str,
    stops: list[tuple[float, float]],
    from_s: float,
    side_deg: float,
) -> None:
    start = _now(made, name)
    forward = 0.32 * max(x for x, _ in pieces[name].model.hull)
    bare = voyage(name, start, stops, from_s=from_s, arm_deg=side_deg, grip=(forward, 0.0))
    arm_deg = _arm_clear_of_stern(bare, side_deg)
    made.append(voyage(name, start, stops, from_s=from_s, arm_deg=arm_deg, grip=(forward, 0.0)))


def _arm_clear_of_stern(planned: StagedVoyage, side_deg: float) -> float:
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
    arm_deg = 16.0
    x, y = PlanarPose(555.0, 200.0, math.radians(arm_deg)).place_one(back, 0.0)
    return StagedHand(x, y, arm_deg, height_mm=95.0, spread=True)
