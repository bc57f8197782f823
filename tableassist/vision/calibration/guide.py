"""Live guidance: which frames of a moving board are worth keeping, and what is still missing."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.messages import Message, template
from tableassist.vision.calibration.coverage import TILTS, Coverage, coverage_of
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.lens_fit.start import start_pose
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

STILL_PX = 0.5
"""Median motion of the corners since the last frame."""
SHARP_SHARE = 0.7
"""Of the sharpest of the recent frames."""
FORGET = 0.995
"""The best sharpness fades by this share a frame, so that a darker room does not stop everything."""
NEW_SHIFT, NEW_TURN, NEW_SCALE = 0.07, 0.15, 0.15
"""A view is new when it lies this share of the width elsewhere, is turned by this much (radians), or is nearer or
farther by this share."""
ENOUGH_VIEWS, ENOUGH_COVERED, MOST_VIEWS = 16, 0.75, 40


@dataclass(frozen=True, slots=True, eq=False)
class Guide:
    target: CalibrationTarget
    views: tuple[CalibrationView, ...] = ()
    poses: tuple[CameraPose, ...] = ()
    """Rough ones, with a typical lens."""
    last: CalibrationView | None = None
    best_sharpness: float = 0.0

    @property
    def coverage(self) -> Coverage:
        return coverage_of(self.views, self.poses)

    @property
    def enough(self) -> bool:
        seen = self.coverage
        wide = seen.covered >= ENOUGH_COVERED and not seen.missing_tilts
        return (len(self.views) >= ENOUGH_VIEWS and wide) or len(self.views) >= MOST_VIEWS


class WhyNot(StrEnum):
    """Why a frame is not taken."""

    NO_BOARD = template("no board")
    MIRRORED = template("the picture is mirrored: switch mirroring off in the camera's settings")
    MOVING = template("moving")
    BLURRED = template("blurred")
    SEEN_BEFORE = template("seen before")

    @property
    def words(self) -> Message:
        return Message(self.value)


@dataclass(frozen=True, slots=True)
class ViewOffer:
    why_not: WhyNot | None = None

    @property
    def taken(self) -> bool:
        return self.why_not is None


def offer(guide: Guide, view: CalibrationView | None, sharpness: float) -> tuple[Guide, ViewOffer]:
    """One frame; `view` is None where no board was found in it."""
    if view is None:
        return replace(guide, last=None), ViewOffer(WhyNot.NO_BOARD)
    best = max(guide.best_sharpness * FORGET, sharpness)
    here = replace(guide, last=view, best_sharpness=best)
    if guide.last is None or _motion_px(guide.last, view) > STILL_PX:
        return here, ViewOffer(WhyNot.MOVING)
    if sharpness < SHARP_SHARE * best:
        return here, ViewOffer(WhyNot.BLURRED)
    pose = start_pose(view, guide.target, typical_lens(view.width_px, view.height_px))
    if pose is None or not _is_new(pose, guide):
        return here, ViewOffer(WhyNot.SEEN_BEFORE)
    return replace(here, views=(*guide.views, view), poses=(*guide.poses, pose)), ViewOffer()


class Ask(StrEnum):
    """What the person who holds the board should do next."""

    BEGIN = "begin"
    FACE_ON = "face on"
    TILT = "tilt"
    """So that one side is farther away."""
    MOVE = "move"
    """To a part of the picture."""
    VARY = "vary"
    NOTHING = "nothing"
    """There are enough views."""


@dataclass(frozen=True, slots=True)
class Hint:
    ask: Ask
    where: str = ""
    """The side to tilt away, or the part of the picture to move to."""

    @property
    def words(self) -> Message:
        if self.ask is Ask.TILT:
            return _TILT_WORDS[self.where]
        if self.ask is Ask.MOVE:
            return Message("move the board to the {part} of the picture", part=Message(self.where))
        return _ASK_WORDS[self.ask]


_ASK_WORDS: Final = {
    Ask.BEGIN: Message("hold the board still in front of the camera, so that it fills half of the picture"),
    Ask.FACE_ON: Message("hold the board flat towards the camera"),
    Ask.VARY: Message("turn and tilt the board in other ways, nearer and farther"),
    Ask.NOTHING: Message("enough views"),
}
_TILT_WORDS: Final = {
    "left": Message("tilt the board by 20-40 degrees so that its left side is farther away"),
    "right": Message("tilt the board by 20-40 degrees so that its right side is farther away"),
    "top": Message("tilt the board by 20-40 degrees so that its top side is farther away"),
    "bottom": Message("tilt the board by 20-40 degrees so that its bottom side is farther away"),
}


def next_hint(guide: Guide) -> Message:
    """What to do next, in words."""
    return hint_of(guide).words


def hint_of(guide: Guide) -> Hint:
    seen = guide.coverage
    if guide.enough:
        return Hint(Ask.NOTHING)
    if not guide.views:
        return Hint(Ask.BEGIN)
    fewest = min(zip(seen.tilts, TILTS, strict=True))
    wanted = max(1, len(guide.views) // 8)
    if fewest[0] < wanted and (len(guide.views) % 2 == 0 or not seen.emptiest):
        return Hint(Ask.FACE_ON) if fewest[1] == "flat" else Hint(Ask.TILT, fewest[1])
    return Hint(Ask.MOVE, seen.emptiest) if seen.emptiest else Hint(Ask.VARY)


def board_sharpness(grey: npt.NDArray[np.uint8], view: CalibrationView) -> float:
    """How steep the board's steepest edges are against its own contrast: 1 is an edge within one pixel."""
    low = np.maximum(np.floor(view.px.min(axis=0)).astype(int), 0)
    high = np.ceil(view.px.max(axis=0)).astype(int) + 1
    patch = grey[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    if min(patch.shape) < 8:
        return 0.0
    slope = np.hypot(cv2.Scharr(patch, cv2.CV_32F, 1, 0), cv2.Scharr(patch, cv2.CV_32F, 0, 1)) / 32.0
    dark, bright = np.percentile(patch, (5, 95))
    return float(np.percentile(slope, 98) / max(bright - dark, 1.0))


def _motion_px(before: CalibrationView, now: CalibrationView) -> float:
    _, first, second = np.intersect1d(before.index, now.index, return_indices=True)
    if len(first) < 4:
        return float("inf")
    return float(np.median(np.linalg.norm(before.px[first] - now.px[second], axis=1)))


def _is_new(pose: CameraPose, guide: Guide) -> bool:
    middle = guide.target.points.mean(axis=0)
    at = pose.into_camera(middle)
    for other in guide.poses:
        there = other.into_camera(middle)
        shift = float(np.linalg.norm(at[:2] / at[2] - there[:2] / there[2])) * 0.73
        turn = float(np.arccos(np.clip((np.trace(pose.rotation @ other.rotation.T) - 1) / 2, -1, 1)))
        if shift < NEW_SHIFT and turn < NEW_TURN and abs(at[2] / there[2] - 1) < NEW_SCALE:
            return False
    return True
