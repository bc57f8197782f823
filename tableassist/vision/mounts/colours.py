"""The colours of a ship's hull on the fitting-out sheet, to be kept with her mounts."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tableassist.geometry import PlanarPose
from tableassist.messages import Text
from tableassist.pieces import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.hull.appearance import HullAppearance, mean_appearance
from tableassist.vision.hull.look import seen_appearance
from tableassist.vision.mounts.jig import Jig, JigSlot
from tableassist.vision.mounts.views import JigPicture, bow_x_mm, possible_slots

CONTRAST = 0.0
"""On the sheet's white paper a hull looks much like a shadow: it need not stand out to be where the stop has it."""
ALIKE = 1.0
"""Sigmas by which the colours of one set-down may differ from those of all: a hand or a lamp was in the way."""


def with_colours(picture: JigPicture, image: Image, piece: Piece, jig: Jig, lens: Lens) -> JigPicture:
    """For every direction that the ship may lie in: which it is, only several set-downs tell, and by then the image is
    gone. Where she does not lie, there is no hull to be seen, and nothing is told."""
    standing = range(1, piece.model.upright_count + 1)
    found = {}
    for slot, registration, mounted in possible_slots(picture, piece, jig, lens):
        pose = _pose_in(slot, piece)
        seen = seen_appearance(image, registration, mounted, pose, standing, least_contrast=CONTRAST)
        if seen is not None:
            found[slot.name] = seen
    return replace(picture, colours=found)


def mean_colours(pictures: Iterable[JigPicture], slots: Mapping[Text, str]) -> HullAppearance | None:
    """Of the pictures that were used, whose directions are given by their names. None where they do not agree."""
    used = ((picture, slots[picture.name]) for picture in pictures if picture.name in slots)
    seen = [picture.colours[slot] for picture, slot in used if slot in picture.colours]
    mean = mean_appearance(seen)
    if mean is None or any((mean.sigmas_from(each) or 0.0) > ALIKE for each in seen):
        return None
    return mean


def _pose_in(slot: JigSlot, piece: Piece) -> PlanarPose:
    """By the stop and the keel line, not by the tag: where that sits on her is not known yet."""
    bow = bow_x_mm(piece.model)
    c, s = math.cos(slot.heading_rad), math.sin(slot.heading_rad)
    return PlanarPose(slot.x_mm - bow * c, slot.y_mm - bow * s, slot.heading_rad)
