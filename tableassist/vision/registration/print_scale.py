"""The scale of the print: how large the printed tags and mat came out, how sure that is, and what follows from it."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from tableassist.geometry import Floats, plus_minus
from tableassist.messages import Message
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

UNPROVEN_SIGMA = 0.02
"""Of a print that nobody has measured. Home printers shrink by 0 to 4 %: "fit to page" makes 97 % of A4 and 94 to 96 %
of borderless paper, and the feed is off by 0.3 %. The root mean square of an even spread from 0 to 4 % is 2.3 %; most
people do print at 100 %. Measuring the 100 mm line once removes it."""
NOTED_SIGMA = 0.005
"""A scale that is known worse than this is worth a word: half a millimetre in a card's length."""
REACH_MM = 84.0
"""About L, for saying what a share of scale is in millimetres."""


class ScaleProof(StrEnum):
    LINE = "line"
    """The line of 100 mm on a printed page, by ruler."""
    CARD = "card"
    """A card of known size on the mat, through the camera."""
    RULER = "ruler"
    """From the centre of one mat tag to that of another, by ruler."""


@dataclass(frozen=True, slots=True)
class PrintScale:
    scale: float
    """True length over the length that the table file says: 0.97 is a print at 97 %."""
    sigma: float
    """One standard deviation, as a share."""
    proven_by: ScaleProof | None = None


UNPROVEN = PrintScale(1.0, UNPROVEN_SIGMA)
TRUE_TO_SIZE = PrintScale(1.0, 0.0)
"""Of what was never printed."""


@dataclass(frozen=True, slots=True)
class _Scaled:
    """What a print's scale makes of the lengths in a table file."""

    places: float
    mat_tags: float
    piece_tags: float
    sigma: float
    """Of every distance on the mat."""
    size_sigma: float
    """Of the mat tags' sizes against the distances between them."""


def _scaled(mat: MatLayout, print_scale: PrintScale) -> _Scaled:
    """A mat in one piece is print all over. Of tags taped by hand only the sizes are: their distances were measured."""
    scale, sigma = print_scale.scale, print_scale.sigma
    if not mat.is_taped:
        return _Scaled(scale, scale, scale, sigma, 0.0)
    match print_scale.proven_by:
        case ScaleProof.LINE:
            # The line tells how large the tags are; a tape measure told where they lie. A mat that was printed in one
            # piece after all gives itself away: its tags then look too large or small beside their distances, which
            # widens the plus-minus (`layout_scale.doubted_scale`) and is told (`registration_health`).
            return _Scaled(1.0, scale, scale, sigma, sigma)
        case ScaleProof.CARD | ScaleProof.RULER:
            # They tell of the mat as it lies there, and nothing of the print.
            return _Scaled(scale, 1.0, 1.0, sigma, UNPROVEN_SIGMA)
        case None:
            return _Scaled(1.0, 1.0, 1.0, sigma, sigma)


def to_scale(mat: MatLayout, print_scale: PrintScale) -> MatLayout:
    """The table file's layout as it was printed, and how sure its scale is."""
    by = _scaled(mat, print_scale)
    grows = 1.0 if mat.is_taped else by.places
    return replace(
        mat,
        width_mm=mat.width_mm * grows,
        height_mm=mat.height_mm * grows,
        tags=tuple(scaled_tag(tag, by.places, by.mat_tags, mat) for tag in mat.tags),
        print_scale_sigma=by.sigma,
        tag_size_sigma=by.size_sigma,
        place_scale=by.places,
    )


def scaled_tag(tag: MatTag, places: float, size: float, mat: MatLayout) -> MatTag:
    """A printed mat grows with its print. One with taped tags is what it is, and its tags keep their middle."""
    x, y = mat.centre if mat.is_taped else (0.0, 0.0)
    return replace(tag, size_mm=tag.size_mm * size, x_mm=x + (tag.x_mm - x) * places, y_mm=y + (tag.y_mm - y) * places)


def piece_tag_scale(mat: MatLayout, print_scale: PrintScale) -> float:
    """By which the sizes of the pieces' tags are to be multiplied, which were printed with the mat's."""
    return _scaled(mat, print_scale).piece_tags


def piece_tag_scale_sigma(mat: MatLayout, print_scale: PrintScale) -> float:
    """How well `piece_tag_scale` is known: one standard deviation, as a share."""
    by = _scaled(mat, print_scale)
    return by.size_sigma if mat.is_taped else by.sigma


def without_doubt(mat: MatLayout) -> MatLayout:
    """As if the scale were proven: to measure the scale itself by."""
    return replace(mat, print_scale_sigma=0.0)


def with_print_scale(
    pose_factor: Floats, lens_factor: Floats, pose: CameraPose, mat: MatLayout
) -> tuple[Floats, Floats]:
    """The factors (6, K) and (12, K) of a registration with one more error: the scale of all that was printed."""
    if mat.print_scale_sigma == 0.0:
        return pose_factor, lens_factor
    column = scale_step(pose, mat)[:, None]
    return np.hstack([pose_factor, column]), np.hstack([lens_factor, np.zeros((len(lens_factor), 1))])


def scale_step(pose: CameraPose, mat: MatLayout) -> Floats:
    """(6,) how a pose answers to the scale of all that was printed, wrong by one sigma.

    If the mat is (1 + e) times as large as believed, about its centre c, the same picture was taken from
    t' = (1 + e) t + e R c, turned as before.
    """
    step = np.zeros(6)
    step[3:] = mat.print_scale_sigma * (pose.translation + pose.rotation[:, :2] @ np.array(mat.centre))
    return step


def print_scale_note(mat: MatLayout) -> Message | None:
    """A quiet word where the scale is known badly: what it costs, and how to get rid of it."""
    if mat.print_scale_sigma < NOTED_SIGMA:
        return None
    return Message(
        "the scale of the print has not been checked, so distances are good to ± {percent:.1f} % only ({off_mm:.1f} mm "
        "in {reach_mm:.0f}): measure the 100 mm line on a printed page, a card on the mat, or the distance between two "
        "mat tags, and enter it with tableassist scale",
        percent=100 * plus_minus(mat.print_scale_sigma),
        off_mm=plus_minus(mat.print_scale_sigma * REACH_MM),
        reach_mm=REACH_MM,
    )
