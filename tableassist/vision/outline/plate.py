"""The printed card round a tag: whether it has an arrow strip, as seen in the pictures."""

import numpy as np

from tableassist.geometry import Floats, PiecePoints
from tableassist.pieces import TagMount
from tableassist.vision.outline.hidden import ARROW_STRIP_MM
from tableassist.vision.outline.view import OutlineView, look_up
from tableassist.vision.tags.pattern import plate_mm

PAPER_SHARE = 0.82
"""A place as bright as this share of the quiet zone, in all three colours, is taken for paper: rather too much card is
masked than shore traced along a card's edge."""


def has_arrow_strip(views: tuple[OutlineView, ...], mount: TagMount) -> bool:
    """Whether white card goes on ahead of the quiet zone in most of the views."""
    half = 0.5 * plate_mm(mount.family, mount.size_mm)
    quiet = 0.5 * (half + 0.5 * mount.size_mm)
    run = np.linspace(-0.7, 0.7, 15) * half
    around = np.concatenate(
        [
            np.column_stack([np.full(15, -quiet), run]),
            np.column_stack([run, np.full(15, quiet)]),
            np.column_stack([run, np.full(15, -quiet)]),
        ]
    )
    # Arrow and number are printed in the middle and above it; the strip's outer parts stay white.
    ahead = np.array(
        [[half + share * ARROW_STRIP_MM, side * half] for share in (0.35, 0.6) for side in (-0.75, -0.55, 0.4, 0.9)]
    )
    votes = [_is_paper(_colours(view, mount, ahead), _colours(view, mount, around)) for view in views]
    return sum(votes) * 2 >= len(votes)


def _is_paper(places: Floats, paper: Floats) -> bool:
    return bool((np.median(places, axis=0) >= PAPER_SHARE * np.median(paper, axis=0)).all())


def _colours(view: OutlineView, mount: TagMount, in_tag: Floats) -> Floats:
    """(N, 3) of places given in the tag's frame."""
    c, s = np.cos(mount.yaw_rad), np.sin(mount.yaw_rad)
    places = PiecePoints(in_tag @ np.array([[c, s], [-s, c]]) + np.array([mount.x_mm, mount.y_mm]))
    pixels = np.asarray(view.image_points(places, mount.z_mm))
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 3, 0)
    high = np.ceil(pixels.max(axis=0)).astype(int) + 4
    crop = np.ascontiguousarray(view.image[low[1] : high[1], low[0] : high[0]].astype(np.float32))
    return look_up(crop, pixels - low)
