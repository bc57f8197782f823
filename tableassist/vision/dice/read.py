"""All dice on the dice corner's ground, from one picture."""

import math

import numpy as np

from tableassist.geometry import Floats
from tableassist.messages import Message
from tableassist.vision.camera.frame import Image
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.dice.corner_place import CornerPlace
from tableassist.vision.dice.face import REACH
from tableassist.vision.dice.ground import GroundPicture, ground_picture, ground_window
from tableassist.vision.dice.pose import EDGE, YAW, X, Y
from tableassist.vision.dice.reading import ANOTHER_THING, AT_THE_RIM, NOT_CLEAR, TWO_VALUES, DieReading
from tableassist.vision.dice.search import FoundDie, Thing, find_things
from tableassist.vision.registration.registration import Registration

SURE = 0.999
CLEAR, FITS = 0.18, 0.6
"""The most that a die leaves unexplained on its face, and the least score, to be read."""
CLEAR_AT_RIM = 0.12
"""The same where a thing reaches the ground's rim: only a part of it is seen, and it may be a hand."""
WHOLE = 0.1
"""Of a thing of which dice leave no more unexplained, they need not score so well: dice beside each other cost each
other some."""
LEAST_CONTRAST = 4.0
"""Sigmas of the noise."""
EXPLAINED = 0.2
"""Of a thing: where dice leave more of it unexplained, they are none."""
ONE_MORE = 0.9
"""Of the smallest die's face: so much beside dice that were read is another thing."""
ON_GROUND = 0.45
"""Of the edge: so far from the ground's rim a die stands wholly on it."""
TOO_SMALL = 0.91
"""Of the smallest edge: what seems to be a smaller die is a part of another."""
LEAD = 0.1
"""Of the score, before that of another die in the same place."""
WHITE_NOISE = 0.01
"""Share of a face that no layout explains even in the best picture."""
PX_A_SAY = 4.0
"""Pixels whose errors go together: a blurred picture has fewer than it seems."""


def read_dice(
    image: Image, corner: DiceCorner, place: CornerPlace, registration: Registration
) -> tuple[DieReading, ...]:
    """From left to right. None where the corner is cut off by the picture's edge, or its ground is not seen."""
    window = ground_window(corner, place, registration)
    ground = None if window is None else ground_picture(image, window, corner, place, registration)
    if ground is None:
        return ()
    return dice_on(ground, corner, place)


def dice_on(ground: GroundPicture, corner: DiceCorner, place: CornerPlace) -> tuple[DieReading, ...]:
    sheet = corner.ground
    middle = np.array([[(sheet.left_mm + sheet.right_mm) / 2, (sheet.low_mm + sheet.high_mm) / 2]])
    found: list[DieReading] = []
    for thing in find_things(ground, corner.edges_looked_for_mm, place.on_mat(middle)[0]):
        found += _readings(thing, corner, place)
    return tuple(sorted(found, key=lambda reading: (reading.x_mm, reading.y_mm)))


def _readings(thing: Thing, corner: DiceCorner, place: CornerPlace) -> list[DieReading]:
    stands = DieReading(None, thing.x_mm, thing.y_mm, corner.edges_mm[0], 0.0, 0.0, ANOTHER_THING)
    if not thing.dice or thing.unexplained > EXPLAINED:
        return [stands]
    out = [_reading(die, corner, place, thing) for die in thing.dice]
    # A thin line at the ground's rim that looks like no die is the rim, in a blurred picture. Anything thicker may be a
    # die that lies half beside the ground: it is not sure, but it is there.
    out = [
        reading
        for reading, die in zip(out, thing.dice, strict=True)
        if reading.reason is not AT_THE_RIM or thing.is_thick or _is_clear(die)
    ]
    return [*out, stands] if thing.faces > ONE_MORE else out


def _is_clear(die: FoundDie) -> bool:
    return bool(die.scores.unexplained[0, die.value - 1] < CLEAR and die.score > FITS)


def _reading(die: FoundDie, corner: DiceCorner, place: CornerPlace, thing: Thing) -> DieReading:
    left = die.scores.unexplained[0]
    value = die.value
    certainty = _certainty(left, value, die)
    clear = CLEAR_AT_RIM if thing.at_rim else CLEAR
    least_score = FITS if thing.at_rim or thing.unexplained > WHOLE else 0.0
    reason: Message | None = None
    if not _is_on_ground(die.pose, corner, place):
        reason = AT_THE_RIM
    elif die.pose[EDGE] < TOO_SMALL * corner.edges_looked_for_mm[0]:
        reason = ANOTHER_THING
    elif (
        left[value - 1] + thing.unexplained > clear
        or die.score < least_score
        or die.scores.contrast[0] < LEAST_CONTRAST
    ):
        reason = NOT_CLEAR
    elif certainty < SURE or die.score - die.rival < LEAD:
        reason = TWO_VALUES
    x, y, yaw, edge = (float(die.pose[k]) for k in (X, Y, YAW, EDGE))
    return DieReading(value if reason is None else None, x, y, edge, yaw, certainty, reason)


def _certainty(left: Floats, value: int, die: FoundDie) -> float:
    """By how much less each other value explains, over as many pixels as the face has."""
    pixels = (2 * REACH * float(die.pose[EDGE])) ** 2 * die.near.px2_per_mm2
    lost = 0.5 * pixels / PX_A_SAY * np.log((left + WHITE_NOISE) / (left[value - 1] + WHITE_NOISE))
    return float(1.0 / np.exp(-lost).sum())


def _is_on_ground(pose: Floats, corner: DiceCorner, place: CornerPlace) -> bool:
    right, up = place.on_sheet(pose[:2])
    ground, margin = corner.ground, ON_GROUND * float(pose[EDGE])
    across = min(right - ground.left_mm, ground.right_mm - right)
    return bool(math.isfinite(across) and min(across, up - ground.low_mm, ground.high_mm - up) > margin)
