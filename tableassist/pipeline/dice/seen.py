"""The dice corner in one picture after another: looked at only where it has changed and lies still again."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tableassist.pipeline.dice.rolls import DiceRoll, LyingDie, follow_dice
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.dice.corner_place import CornerPlace, corner_place
from tableassist.vision.dice.ground import ground_window
from tableassist.vision.dice.read import read_dice
from tableassist.vision.dice.reading import DieReading
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting

Window = tuple[int, int, int, int]
SAME_MM, SAME_RAD = 0.5, math.radians(0.5)
"""A sheet whose tags are read a little otherwise has not been moved."""
SAME_PX = 2
CHANGED_LEVELS, CHANGED_SHARE, CHANGED_PX = 14, 0.0015, 8
"""Pixels that differ by so many grey levels, beside the whole, and how many of them make a change."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceSeen:
    readings: tuple[DieReading, ...] = ()
    """As last read; none while something moves there."""
    at_rest: bool = False
    """Whether the corner is seen in this picture, and lies still."""
    place: CornerPlace | None = None
    """Where the sheet was last seen."""
    roll: DiceRoll | None = None
    """What came to rest in this picture."""
    lying: tuple[LyingDie, ...] = ()
    window: Window | None = None
    last: Image | None = None
    """The corner in the last picture."""
    read: Image | None = None
    """The corner as it was read."""

    def hidden(self) -> "DiceSeen":
        """After a picture in which it is not seen."""
        return replace(self, readings=(), at_rest=False, roll=None, last=None)


NO_DICE = DiceSeen()


def look_at_dice(
    frame: Frame,
    registration: Registration,
    sightings: tuple[TagSighting, ...],
    corner: DiceCorner,
    before: DiceSeen,
) -> DiceSeen:
    place = _kept_place(corner_place(sightings, corner, registration), before.place)
    window = None if place is None else ground_window(corner, place, registration)
    if place is None or window is None:
        return before.hidden()
    window = _kept_window(window, before.window)
    left, top, right, bottom = window
    now = np.ascontiguousarray(frame.image[top:bottom, left:right])
    seen = replace(before, place=place, window=window, last=now, roll=None)
    if before.last is not None and _differs(now, before.last):
        return replace(seen, readings=(), at_rest=False)
    readings, read = before.readings, before.read
    if read is None or not before.at_rest or place is not before.place or _differs(now, read):
        readings, read = read_dice(frame.image, corner, place, registration), now
    lying, roll = follow_dice(before.lying, readings, frame.t_ns)
    return replace(seen, readings=readings, at_rest=True, lying=lying, roll=roll, read=read)


def _kept_place(new: CornerPlace | None, old: CornerPlace | None) -> CornerPlace | None:
    """The old one while it is good enough: a hand may cover its tags, and no tag is read twice the same."""
    if new is None or old is None:
        return new or old
    apart = math.hypot(new.pose.x_mm - old.pose.x_mm, new.pose.y_mm - old.pose.y_mm)
    return old if apart < SAME_MM and abs(new.pose.heading_rad - old.pose.heading_rad) < SAME_RAD else new


def _kept_window(new: Window, old: Window | None) -> Window:
    is_same = old is not None and max(abs(a - b) for a, b in zip(new, old, strict=True)) <= SAME_PX
    return old if is_same and old is not None else new


def _differs(one: Image, other: Image) -> bool:
    """More than by noise, and more than the light as a whole has changed."""
    if one.shape != other.shape:
        return True
    off = cv2.blur(cv2.subtract(one, other, dtype=cv2.CV_16S), (3, 3)).reshape(-1, 3 if one.ndim == 3 else 1)
    beside = np.abs(off - np.median(off, axis=0).astype(np.int16)).max(axis=1)
    return int((beside > CHANGED_LEVELS).sum()) > max(CHANGED_PX, CHANGED_SHARE * len(beside))
