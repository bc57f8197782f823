"""Lens models of two families, pinhole and fisheye, each from the simplest to the fullest, nested in the next."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.camera.lens import PARAMETERS, Lens, Projection

DISTORTION_AT_CORNER = 0.5
"""Prior sigma of what one radial coefficient does at the picture's corner, as a share of the radius: wider than any
lens that draws straight lines, but it keeps coefficients that cancel each other from running away."""
TANGENTIAL_SIGMA = 0.02
CENTRE_SHARE = 0.1
"""Prior sigma of the optical axis off the picture's centre, as a share of the width."""
RADIAL_POWER = {
    Projection.PINHOLE: {"k1": 1, "k2": 2, "k3": 3, "k4": 1, "k5": 2, "k6": 3},
    Projection.FISHEYE: {"k1": 1, "k2": 2, "k3": 3, "k4": 4},
}


@dataclass(frozen=True, slots=True)
class LensModel:
    name: str
    free: tuple[tuple[str, ...], ...]
    """Groups of PARAMETERS; those in one group move together."""
    projection: Projection = Projection.PINHOLE

    @property
    def spread(self) -> Floats:
        """(12, p): PARAMETERS by the model's own unknowns."""
        out = np.zeros((len(PARAMETERS), len(self.free)))
        for column, group in enumerate(self.free):
            for name in group:
                out[PARAMETERS.index(name), column] = 1.0
        return out


_CENTRE = (("cx",), ("cy",))
_ONE_FOCAL = (("fx", "fy"),)
_TWO_FOCALS = (("fx",), ("fy",))
_TANGENTIAL = (("p1",), ("p2",))
_ANGLE = (("k1",), ("k2",), ("k3",), ("k4",))

NOTHING_FREE = LensModel("given", ())
_PINHOLE = (
    LensModel("f k1", (*_ONE_FOCAL, ("k1",))),
    LensModel("f c k1", (*_ONE_FOCAL, *_CENTRE, ("k1",))),
    LensModel("f c k1 k2", (*_ONE_FOCAL, *_CENTRE, ("k1",), ("k2",))),
    LensModel("fx fy c k1 k2", (*_TWO_FOCALS, *_CENTRE, ("k1",), ("k2",))),
    LensModel("fx fy c k1 k2 p1 p2", (*_TWO_FOCALS, *_CENTRE, ("k1",), ("k2",), *_TANGENTIAL)),
    LensModel("fx fy c k1-k3 p1 p2", (*_TWO_FOCALS, *_CENTRE, ("k1",), ("k2",), *_TANGENTIAL, ("k3",))),
    LensModel("rational", (*_TWO_FOCALS, *_CENTRE, *((name,) for name in PARAMETERS[4:]))),
)
_FISHEYE = (
    LensModel("fisheye f c k1", (*_ONE_FOCAL, *_CENTRE, ("k1",)), Projection.FISHEYE),
    LensModel("fisheye f c k1 k2", (*_ONE_FOCAL, *_CENTRE, ("k1",), ("k2",)), Projection.FISHEYE),
    LensModel("fisheye f c k1-k4", (*_ONE_FOCAL, *_CENTRE, *_ANGLE), Projection.FISHEYE),
    LensModel("fisheye fx fy c k1-k4", (*_TWO_FOCALS, *_CENTRE, *_ANGLE), Projection.FISHEYE),
)
MODELS = {Projection.PINHOLE: _PINHOLE, Projection.FISHEYE: _FISHEYE}
CLEANING_MODELS = {Projection.PINHOLE: _PINHOLE[2], Projection.FISHEYE: _FISHEYE[1]}
"""Rich enough to tell a bad view from a bent picture."""


def prior_sigma(lens: Lens) -> Floats:
    """(12,) about `plain_lens`: infinite for the focal lengths."""
    corner = np.hypot(lens.width_px, lens.height_px) / (lens.fx + lens.fy)
    sigma = np.full(len(PARAMETERS), np.inf)
    sigma[2:4] = CENTRE_SHARE * lens.width_px
    for position, name in enumerate(PARAMETERS[4:], start=4):
        power = RADIAL_POWER[lens.projection].get(name)
        sigma[position] = TANGENTIAL_SIGMA if power is None else DISTORTION_AT_CORNER / corner ** (2 * power)
    return sigma
