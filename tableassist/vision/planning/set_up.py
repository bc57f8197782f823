"""How well a table is known when it is set up by eye, and when lens, mat and mounts have been measured."""

import logging
import math
from dataclasses import replace

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import Message
from tableassist.pieces.physical import LIFT_SIGMA_MM, MIN_LEAN_SIGMA_RAD
from tableassist.vision.camera.lens import PARAMETERS, Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.planning.accuracy import MountSigmas, SetUp, mat_sightings
from tableassist.vision.planning.noise import with_claimed_noise
from tableassist.vision.planning.reading import MAT_IDS
from tableassist.vision.planning.ship_fit import StandingSigmas
from tableassist.vision.planning.view import PlannedView, PlayArea, hung, lowest_height_mm
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.survey.priors import RulerDistance
from tableassist.vision.survey.survey import survey_mat

MAT_TAG_MM = 44.0
MAT_TAG_INSET_MM = 30.0
"""From the mat's edge to a tag's centre: the white rim stays on the mat."""
MAT_TAG_SPACING_MM = 300.0
TAPED_SIGMA_MM = 0.5
"""Tags that were taped by hand: what a table file takes where it says nothing."""
BY_EYE = MountSigmas(1.0, 1.0, math.radians(3.0))
"""A plate set by eye: what a table file takes where it says nothing."""
BY_JIG = MountSigmas(0.2, 0.2, math.radians(0.15))
"""Off the fitting-out jig, set down four times, a little to another side each time."""
SET_DOWN = StandingSigmas(MIN_LEAN_SIGMA_RAD, LIFT_SIGMA_MM, math.radians(0.3))
"""A ship that stood as straight on the jig as ships do, and her plate as the jig measured it."""
FITTED_BY_HAND = MountSigmas(0.35, 0.2, math.radians(0.21))
"""What `mount` claims of the bow, the height and the turn after four set-downs by a hand that is good to 0.3 mm and 0.6
degrees: the middle of three ships on the studio's jig (0.25 to 0.57 mm, 0.18 to 0.23 mm, 0.21 to 0.25 degrees)."""
FITTED_SLOPE = math.radians(0.3)
"""Of her plate, as the jig measured it."""
FITTED_OUTLINE_SIGMA_MM = 0.2
"""Of an outline that was traced on the jig."""
ANGLE_DEG = 30.0
"""Off the vertical: where the camera hangs in every plan and on every page. From there a lean shows everywhere on the
mat, and tags of 18 mm still read on its far side at 1080p."""
CALIBRATED_SHARE = 3e-4
"""Sigma of a calibrated focal length. Twenty pictures of the board give a third of it in the studio (1080p); a board
on paper bends, and real pictures disagree by that much more. The same holds for the numbers below."""
CALIBRATED_ASPECT_SHARE = 1e-4
CALIBRATED_CENTRE_SHARE = 2e-4
CALIBRATED_BEND = {"k1": 3e-4, "k2": 5e-4}
BEND_CORRELATION = -0.9
SURVEY_PICTURES = 6


def planned_mat(width_mm: float, height_mm: float) -> MatLayout:
    """Tags all round the border, some 300 mm apart; never more than the mat has ids for."""
    columns, rows = (_along(side) for side in (width_mm, height_mm))
    while 2 * (len(columns) + len(rows)) - 4 > MAT_IDS:
        if len(columns) >= len(rows):
            columns = _spaced(width_mm, len(columns) - 1)
        else:
            rows = _spaced(height_mm, len(rows) - 1)
    places = [(x, y) for y in rows for x in columns if y in (rows[0], rows[-1]) or x in (columns[0], columns[-1])]
    tags = tuple(MatTag("36h11", number, MAT_TAG_MM, x, y, 0.0) for number, (x, y) in enumerate(places))
    return MatLayout(width_mm, height_mm, tags, TAPED_SIGMA_MM)


def _along(side_mm: float) -> list[float]:
    return _spaced(side_mm, max(3, round((side_mm - 2 * MAT_TAG_INSET_MM) / MAT_TAG_SPACING_MM) + 1))


def _spaced(side_mm: float, count: int) -> list[float]:
    return [float(x) for x in np.linspace(MAT_TAG_INSET_MM, side_mm - MAT_TAG_INSET_MM, count)]


def measured(lens: Lens, mat: MatLayout, area: PlayArea, *, is_calibrated: bool) -> SetUp:
    """After `calibrate`, `survey` and `mount`."""
    known = lens if is_calibrated else calibrated(lens)
    surveyed = mat if mat.surveyed is not None else survey_as_planned(mat, area, known)
    # A distance by ruler, as the planned survey has one, proves the scale of all of it.
    surveyed = replace(surveyed, print_scale_sigma=0.0, tag_size_sigma=0.0)
    return SetUp(Message("all measured"), known, surveyed, BY_JIG, SET_DOWN)


def calibrated(lens: Lens) -> Lens:
    """The same lens, known as well as a calibration tells it."""
    focal, side = (lens.fx + lens.fy) / 2, max(lens.width_px, lens.height_px)
    covariance = np.zeros((12, 12))
    covariance[:2, :2] = (CALIBRATED_SHARE * focal) ** 2
    covariance[:2, :2] += np.diag([(CALIBRATED_ASPECT_SHARE * focal) ** 2] * 2)
    covariance[2, 2] = covariance[3, 3] = (CALIBRATED_CENTRE_SHARE * side) ** 2
    one, other = (PARAMETERS.index(name) for name in CALIBRATED_BEND)
    sigmas = np.array(list(CALIBRATED_BEND.values()))
    bend = np.outer(sigmas, sigmas) * [[1.0, BEND_CORRELATION], [BEND_CORRELATION, 1.0]]
    covariance[np.ix_([one, other], [one, other])] = bend
    return replace(lens, covariance=covariance)


def survey_as_planned(mat: MatLayout, area: PlayArea, lens: Lens, *, ruler: bool = True) -> MatLayout:
    """The mat as a survey of six tilted pictures would know it, with or without one distance by ruler; as it is, where
    its tags do not read from that far to the side."""
    height = lowest_height_mm(area, lens, ANGLE_DEG)
    if height is None:
        return mat
    side = hung(area, lens, height_mm=height, angle_deg=ANGLE_DEG)
    turns = (math.tau * number / SURVEY_PICTURES for number in range(SURVEY_PICTURES))
    views = tuple(with_claimed_noise(tuple(mat_sightings(_from_side(side, area, turn), mat))) for turn in turns)
    try:
        return survey_mat(views, mat, lens, ruler=_ruler(mat) if ruler else None).layout
    except BadRequestError:
        logging.getLogger(__name__).debug("no survey could be planned", exc_info=True)
        return mat


def _ruler(mat: MatLayout) -> RulerDistance:
    """One distance by hand, between the first tag and the one farthest from it."""
    first = mat.tags[0]
    far = max(mat.tags, key=lambda tag: math.hypot(tag.x_mm - first.x_mm, tag.y_mm - first.y_mm))
    return RulerDistance(first.tag, far.tag, math.hypot(far.x_mm - first.x_mm, far.y_mm - first.y_mm))


def _from_side(view: PlannedView, area: PlayArea, turn_rad: float) -> PlannedView:
    """The same camera carried round the mat's centre."""
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    about_centre = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    centre = np.array([*area.centre, 0.0])
    place = about_centre @ (view.pose.position - centre) + centre
    rotation = view.pose.rotation @ about_centre.T
    return replace(view, pose=CameraPose(rotation, -rotation @ place))
