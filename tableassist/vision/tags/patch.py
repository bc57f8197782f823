"""A tag's small picture, kept to see at a glance whether anything about it has changed."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats
from tableassist.vision.tags.grey_picture import GreyPicture
from tableassist.vision.tags.sighting import TagSighting

SIDE = 14
EDGE = 1.15
CHANGE = 0.045
"""Of the contrast, RMS: a tag of 16 px shifted by 0.1 px, a shadow's edge or a fingertip on it. Noise is half that."""
NOISE_GAIN = 1.8
MOST_NOISE = 0.2
_AXIS = np.linspace(-EDGE, EDGE, SIDE)
_RIGHT, _UP = (axis.ravel() for axis in np.meshgrid((_AXIS + 1) / 2, (_AXIS + 1) / 2))
_LEFT, _DOWN = 1 - _RIGHT, 1 - _UP
_BY_CORNER = np.column_stack([_DOWN * _LEFT, _DOWN * _RIGHT, _UP * _RIGHT, _UP * _LEFT])
"""(N, 4): how much there is of each corner at each place, the lower left one first. Perspective hardly bends so small a
thing."""


@dataclass(frozen=True, slots=True, eq=False)
class TagPatch:
    places: npt.NDArray[np.float32]
    """(N, 2) pixels at which the tag is sampled."""
    levels: Floats
    """(N,) grey levels there, less their mean and over their spread."""


def sample(picture: GreyPicture, places: npt.NDArray[np.float32]) -> Floats:
    """(T, N) levels with mean 0 and spread 1: brighter or dimmer light is no change."""
    levels = picture.at(places).astype(np.float64)
    levels -= levels.mean(axis=1, keepdims=True)
    levels /= np.maximum(_rms(levels), 1.0)[:, None]
    return levels


def _rms(levels: Floats) -> Floats:
    return np.asarray(np.sqrt(np.einsum("tn,tn->t", levels, levels) / levels.shape[1]), dtype=np.float64)


def make_patches(picture: GreyPicture, sightings: list[TagSighting]) -> list[TagPatch]:
    if not sightings:
        return []
    places = (_BY_CORNER @ np.array([sighting.corners for sighting in sightings])).astype(np.float32)
    return [TagPatch(*each) for each in zip(places, sample(picture, places), strict=True)]


class Patches:
    """Of all known tags, as arrays, in which a frame only replaces what it has changed."""

    def __init__(self) -> None:
        self._each: list[TagPatch] = []
        self._places, self._levels = np.empty((0, SIDE**2, 2), np.float32), np.empty((0, SIDE**2))

    def changed(self, picture: GreyPicture, patches: list[TagPatch]) -> Flags:
        """(T,) whether each of these, at least one, looks different from when it was made."""
        self._take(patches)
        rms = _rms(sample(picture, self._places) - self._levels)
        # Two pictures of a still table differ by noise alone; what most tags show is noise.
        # But never so much: then the whole picture has shifted, and every tag is in another place.
        noise = NOISE_GAIN * float(np.median(rms)) if len(rms) >= 8 else 0.0
        return np.asarray(rms > min(max(2 * CHANGE, noise), MOST_NOISE))

    def _take(self, patches: list[TagPatch]) -> None:
        if len(patches) != len(self._each):
            self._places = np.array([patch.places for patch in patches])
            self._levels = np.array([patch.levels for patch in patches])
        else:
            for index, (old, new) in enumerate(zip(self._each, patches, strict=True)):
                if old is not new:
                    self._places[index], self._levels[index] = new.places, new.levels
        self._each = patches
