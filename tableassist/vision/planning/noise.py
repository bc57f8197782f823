"""What noise the pattern fit would claim for tags that were never seen: they are painted as a webcam would, and fitted.

The corners of a planned tag are known exactly; what is asked is only their plus-minus. It comes from the fit that
measures, `tag_refinement.refine`, on small pictures with a typical contrast, blur, noise and compression, so whatever
is changed in the fit is changed in the plan too.
"""

from dataclasses import replace

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera.frame import Image
from tableassist.vision.tags.pattern import RIM, tag_pattern
from tableassist.vision.tags.refinement import LARGEST_PX, refine, side_px
from tableassist.vision.tags.sighting import TagSighting

TAG_IDS = {"36h11": 587, "25h9": 35, "16h5": 30}


BLACK, WHITE = 28.0, 228.0
"""A decent webcam over a table in a lit room, in grey levels; checked against the studio's pictures."""
BLUR_PX = 0.6
"""With the pixels' own width, which the painting adds."""
READ_NOISE, SHOT_NOISE = 0.9, 0.045
"""A sigma, and a variance per grey level."""
JPEG_QUALITY = 92
CELL_PX = 64
"""Room for a tag of LARGEST_PX on its corner, with its white rim."""
FINER = 3
MODULE_PX = 8
"""Of the pattern from which is painted."""
NOISE_SEED = 36


def with_claimed_noise(sightings: tuple[TagSighting, ...]) -> tuple[TagSighting, ...]:
    """Small tags get the covariance that the pattern fit claims for them; large ones are the detector's."""
    small = [index for index, sighting in enumerate(sightings) if side_px(sighting) <= LARGEST_PX]
    if not small:
        return sightings
    columns = int(np.ceil(np.sqrt(len(small))))
    rows = -(-len(small) // columns)
    sheet = np.ones((rows * CELL_PX, columns * CELL_PX))
    moved = []
    for cell, index in enumerate(small):
        row, column = divmod(cell, columns)
        corner = np.array([column, row]) * CELL_PX
        patch, at = _painted(sightings[index])
        sheet[corner[1] : corner[1] + CELL_PX, corner[0] : corner[0] + CELL_PX] = patch
        real = replace(sightings[index], tag=_real_id(sightings[index]), corners=ImagePoints(at + corner))
        moved.append(real)
    fitted = refine(_developed(sheet), tuple(moved)).sightings
    claims = {index: fit.noise for index, fit in zip(small, fitted, strict=True)}
    return tuple(
        replace(sighting, noise=claims[index]) if index in claims else sighting
        for index, sighting in enumerate(sightings)
    )


def _real_id(sighting: TagSighting) -> int:
    """A plan may have more places than the family has tags."""
    return sighting.tag % TAG_IDS[sighting.family]


def _painted(sighting: TagSighting) -> tuple[Floats, Floats]:
    """A cell with the tag, white 1 and black 0, where it lies between the pixels as planned; and its corners there."""
    corners = np.asarray(sighting.corners)
    at = corners - np.round(corners.mean(axis=0)) + CELL_PX / 2
    pattern = tag_pattern(sighting.family, _real_id(sighting))
    print_px = np.asarray(np.kron(pattern, np.ones((MODULE_PX, MODULE_PX))), dtype=np.float32)
    low, high = RIM * MODULE_PX - 0.5, (len(pattern) - RIM) * MODULE_PX - 0.5
    printed = np.array([[low, high], [high, high], [high, low], [low, low]], dtype=np.float32)
    fine = ((at + 0.5) * FINER - 0.5).astype(np.float32)
    homography = cv2.getPerspectiveTransform(printed, fine)
    size = (CELL_PX * FINER, CELL_PX * FINER)
    large = cv2.warpPerspective(print_px, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (CELL_PX, CELL_PX), interpolation=cv2.INTER_AREA), dtype=np.float64), at


def _developed(sheet: Floats) -> Image:
    levels = BLACK + (WHITE - BLACK) * sheet
    blurred = cv2.GaussianBlur(levels, (0, 0), BLUR_PX)
    # Always the same noise: a plan asked for twice is the same plan.
    noise = np.random.default_rng(NOISE_SEED).standard_normal(blurred.shape)
    noisy = blurred + noise * np.sqrt(READ_NOISE**2 + SHOT_NOISE * blurred)
    grey = np.clip(np.round(noisy), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), dtype=np.uint8)
