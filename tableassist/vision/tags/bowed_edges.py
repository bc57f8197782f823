"""Corners that are set right for the lens: it bows the edges of a large tag, and the detector takes them for straight.

The detector fits a line to each edge and takes the corners where the lines meet. An edge that bulges by 0.1 px shifts
its line by two thirds of that. How far follows from the lens alone: bend a tag's edges as the lens does, fit lines to
them as the detector does, and see how far the corners miss.
"""

import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera.lens import Lens, Projection
from tableassist.vision.tags.sighting import TagSighting

SAMPLES = 16
"""Places along an edge at which the detector looks for it, the corners left out; more on edges beyond 128 px."""
_ALONG = (np.arange(SAMPLES) + 1.0) / (SAMPLES + 1.0)


def straightened(sightings: tuple[TagSighting, ...], lens: Lens) -> Floats:
    """(T, 4, 2) corners. Those that the fit of the whole pattern placed are of small tags, on which no edge bows."""
    corners = np.array([sighting.corners for sighting in sightings], dtype=np.float64).reshape(-1, 4, 2)
    large = np.array([sighting.noise is None for sighting in sightings], dtype=bool)
    is_straight = lens.projection is Projection.PINHOLE and not any(lens.distortion)
    if not large.any() or is_straight:
        return corners
    corners[large] -= _missed_by_lines(corners[large], lens)
    return corners


def _missed_by_lines(corners: Floats, lens: Lens) -> Floats:
    """(T, 4, 2): where lines along the bowed edges meet, less the corners."""
    straight = lens.normalise(ImagePoints(corners))
    reach = np.roll(straight, -1, axis=1) - straight
    places = straight[:, :, None] + reach[:, :, None] * _ALONG[:, None]
    bent = lens.project(np.concatenate([places, np.ones((*places.shape[:-1], 1))], axis=-1))
    middle = bent.mean(axis=2)
    arm = bent - middle[:, :, None]
    _, vectors = np.linalg.eigh(arm.transpose(0, 1, 3, 2) @ arm)
    across = vectors[..., 0]
    offset = (across * middle).sum(axis=-1)
    # Corner k is where edge k - 1 ends and edge k begins.
    both = np.stack([np.roll(across, 1, axis=1), across], axis=2)
    meet = np.linalg.solve(both, np.stack([np.roll(offset, 1, axis=1), offset], axis=2)[..., None])[..., 0]
    return np.asarray(meet - corners, dtype=np.float64)
