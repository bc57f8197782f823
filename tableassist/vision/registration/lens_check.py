"""Whether the calibrated lens is the one that the picture was taken with, by how the mat's tags fit.

A wrong lens makes the mat's tags fit badly, or bends the places of everything on the mat, and the pieces then seem to
lean or to float. So before anything else is blamed, the same corners are registered twice more: with a focal length
that may be another (zoom or focus has changed), and with a lens of which next to nothing is known (another camera). If
one of these explains the picture and the profile does not, the lens is at fault, and the better explanation is used:
the mat itself shows the focal length, with the plus-minus that this costs.

Observability: a plane seen from straight above looks the same from farther away with a longer lens, so only a tilted
camera shows its focal length: near the vertical nothing is claimed. Tilted by t, the picture shows sin t / f by how
lines converge and cos t by how the mat is foreshortened. An error e of the mat's aspect (paper feeds unevenly, a mat
is not cut square) is taken for one of cos t, and shifts f by the share

    df / f = d(ln sin t) = -cot(t)^2 d(ln cos t) = cot(t)^2 e.                                                     (1)
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.vision.camera.lens import PARAMETERS, Lens
from tableassist.vision.camera.typical_lens import TYPICAL_SHARE, typical_lens
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.registration.registration_health import Health, LensFault
from tableassist.vision.tags.sighting import TagSighting, seen_once

MIN_TAGS = 6
"""Pose and lens are eleven unknowns: fewer tags fit nearly any lens."""
SUSPECT_HOMOGRAPHY_MM = 0.25
"""A homography of the same corners absorbs any focal length. Up to here the fitted camera agrees with it, and a wrong
lens costs less than the calibration's own plus-minus."""
SUSPECT_PLACE_CHI = 1.5
"""And up to here the tags lie where the layout says, as far as noise and placement let it be known."""
ZOOM_CENTRE_SHARE, ZOOM_K1_SIGMA = 0.001, 0.005
"""How far zoom or focus may shift the optical axis (as a share of the width) and the distortion along with the focal
length."""
ASPECT_SIGMA = 0.002
"""Of the mat's width against its height: printers feed paper 0.3 % wrong, tape measures and cuts are half as bad."""
ZOOM_SIGMAS, MIN_ZOOM = 4.0, 0.008
"""A change of the focal length is claimed from so many sigmas on, and not below what focusing anew may do unnoticed."""
MAX_ZOOM = 0.06
"""Focusing from near to far changes a webcam's focal length by up to 5 %. More is rather another camera."""
MIN_RATIO, MIN_MISFIT_PX = 1.6, 0.25
"""The profile fits so many times worse than another lens, and by so much at least. Mats that are taped badly or not
flat fit a free lens better too, by 1.2 times at most in 130 pictures."""
NOT_BETTER = 1.1
"""A misfit that a free focal length reduces by less than this is no sign of a wrong lens."""
SAME_FIT = 1.25
"""Two lenses explain a picture equally well if their misfits differ by less."""


@dataclass(frozen=True, slots=True, eq=False)
class LensCheck:
    fault: LensFault
    registration: Registration
    """By the lens that the mat shows."""
    focal_change: float
    """As a share: 0.03 is 3 % longer than the profile says."""
    focal_sigma: float
    profile_px: float
    """Misfit of all mat tags with the profile's lens, RMS."""
    found_px: float
    """And with the lens of `registration`."""


def check_lens(
    on_mat: tuple[TagSighting, ...], mat: MatLayout, lens: Lens, registered: Registration | None
) -> LensCheck | None:
    """What is wrong with the lens; None where nothing is, or where the picture cannot tell. `registered` is the
    registration by this lens."""
    pairs = seen_once(on_mat, (tag.key for tag in mat.tags))
    if len(pairs) < MIN_TAGS or not _is_suspect(registered):
        return None
    profile_px = math.inf if registered is None else _misfit_px(registered, pairs, mat)
    zoomed = _usable(register(on_mat, mat, _lens_with_free_focal_length(lens)))
    zoomed_px = math.inf if zoomed is None else _misfit_px(zoomed, pairs, mat)
    change, sigma = (0.0, math.inf) if zoomed is None else _focal_change(zoomed, lens)
    is_changed = abs(change) > max(MIN_ZOOM, ZOOM_SIGMAS * sigma)
    is_healthy = registered is not None and registered.health is Health.GOOD
    if is_healthy and not is_changed and profile_px < NOT_BETTER * zoomed_px:
        return None  # a free focal length explains nothing, so there is hardly anything to explain
    other = _usable(register(on_mat, mat, typical_lens(lens.width_px, lens.height_px)))
    other_px = math.inf if other is None else _misfit_px(other, pairs, mat)
    fits_badly = profile_px > max(MIN_MISFIT_PX, MIN_RATIO * min(zoomed_px, other_px))
    if not (is_changed or fits_badly):
        return None
    if zoomed is not None and abs(change) < MAX_ZOOM and zoomed_px < SAME_FIT * other_px:
        return LensCheck(LensFault.ZOOM, zoomed, change, sigma, profile_px, zoomed_px)
    if other is None or not fits_badly:
        return None
    return LensCheck(LensFault.OTHER_CAMERA, other, *_focal_change(other, lens), profile_px, other_px)


def _is_suspect(registered: Registration | None) -> bool:
    """A quick look, which spares good pictures the rest."""
    if registered is None or registered.health is not Health.GOOD or registered.mat_tags_left_out:
        return True
    return registered.homography_mm > SUSPECT_HOMOGRAPHY_MM or registered.place_chi > SUSPECT_PLACE_CHI


def _usable(registration: Registration | None) -> Registration | None:
    if registration is None or registration.health is Health.UNRELIABLE:
        return None
    return registration if registration.lens.fx > 0 else None


def _lens_with_free_focal_length(lens: Lens) -> Lens:
    covariance = lens.covariance.copy()
    covariance[:2, :2] += (TYPICAL_SHARE * (lens.fx + lens.fy) / 2) ** 2
    covariance[2, 2] += (ZOOM_CENTRE_SHARE * lens.width_px) ** 2
    covariance[3, 3] += (ZOOM_CENTRE_SHARE * lens.width_px) ** 2
    k1 = PARAMETERS.index("k1")
    covariance[k1, k1] += ZOOM_K1_SIGMA**2
    return replace(lens, covariance=covariance)


def _focal_change(found: Registration, lens: Lens) -> tuple[float, float]:
    """As a share, and its sigma: by the fit, and by what the mat's aspect adds (1)."""
    change = (found.lens.fx + found.lens.fy) / (lens.fx + lens.fy) - 1.0
    by_fit = float(np.linalg.norm(found.lens_factor[:2].mean(axis=0))) * 2.0 / (lens.fx + lens.fy)
    cosine = abs(float(found.pose.rotation[2, 2]))
    cot_squared = cosine**2 / max(1.0 - cosine**2, 1e-6)
    return change, math.hypot(by_fit, ASPECT_SIGMA * cot_squared)


def _misfit_px(found: Registration, pairs: tuple[tuple[int, TagSighting], ...], mat: MatLayout) -> float:
    """RMS over the corners of all tags, also of those that the registration left out."""
    squares = []
    for index, sighting in pairs:
        corners = found.lens.project(found.pose.into_camera(mat_tag_corners(mat.tags[index])))
        squares.append(((np.asarray(sighting.corners) - corners) ** 2).sum(axis=-1))
    return math.sqrt(float(np.mean(squares)))
