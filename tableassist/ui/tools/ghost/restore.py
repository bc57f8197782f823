"""Putting a bumped piece back: how far from where it lay, which way, and whether it is back. No widgets."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.messages import Message, say, template, tr
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.tracking import Change, PieceEvent

BACK_MM = 0.5
BACK_RAD = math.radians(1.0)
"""No hand puts a piece back better; a plus-minus that is wider counts instead."""
LEAST_TOLD_MM = 0.1
LEAST_TOLD_DEG = 0.5
MOST_RESTS = 6
"""Places from before that are remembered of each piece."""


Rests = Mapping[str, tuple[PlanarPose, ...]]
"""Piece to where it lay still before, the newest last."""


def remembered(rests: Rests, events: Iterable[PieceEvent]) -> Rests:
    """With the places that these events speak of; the very same where nothing was moved."""
    after = rests
    for each in events:
        if each.change is Change.MOVED and each.start is not None:
            after = {**after, each.piece: (*after.get(each.piece, ()), each.start)[-MOST_RESTS:]}
    return after


@dataclass(frozen=True, slots=True)
class WayBack:
    """As whoever has the piece in hand sees it, in its own directions."""

    ahead_mm: float
    """Below zero: astern."""
    port_mm: float
    """Below zero: to starboard."""
    turn_rad: float
    """Counter-clockwise, to port; below zero to starboard."""
    is_back: bool

    @property
    def mm(self) -> float:
        return math.hypot(self.ahead_mm, self.port_mm)


def way_back(now: PiecePose, before: PlanarPose) -> WayBack:
    """Only what this piece suffers by itself counts as plus-minus: the camera was wrong the same way before."""
    pose = now.pose
    dx, dy = before.x_mm - pose.x_mm, before.y_mm - pose.y_mm
    c, s = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
    turn = wrap_rad(before.heading_rad - pose.heading_rad)
    spread = CALL_SIGMAS * math.sqrt(2.0)
    near_mm = max(BACK_MM, spread * math.sqrt(float(np.linalg.eigvalsh(now.own[:2, :2])[-1])))
    near_rad = max(BACK_RAD, spread * math.sqrt(float(now.own[2, 2])))
    is_back = math.hypot(dx, dy) <= near_mm and abs(turn) <= near_rad
    return WayBack(c * dx + s * dy, c * dy - s * dx, turn, is_back)


def way_back_words(way: WayBack) -> str:
    """As in "1.8 mm to port, 3° to starboard"."""
    if way.is_back:
        return tr("back where it was")
    ahead, port, turned = abs(way.ahead_mm), abs(way.port_mm), abs(math.degrees(way.turn_rad))
    parts = []
    if ahead >= LEAST_TOLD_MM:
        parts.append(tr("{mm:.1f} mm ahead", mm=ahead) if way.ahead_mm > 0 else tr("{mm:.1f} mm astern", mm=ahead))
    if port >= LEAST_TOLD_MM:
        parts.append(tr("{mm:.1f} mm to port", mm=port) if way.port_mm > 0 else tr("{mm:.1f} mm to starboard", mm=port))
    if turned >= LEAST_TOLD_DEG:
        to_port, to_starboard = template("turn {degrees:g}° to port"), template("turn {degrees:g}° to starboard")
        parts.append(say(Message(to_port if way.turn_rad > 0 else to_starboard, degrees=round(turned, 1))))
    return ", ".join(parts)
