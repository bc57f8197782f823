"""What the mat's tags tell beside the camera's place: that it was moved, that its zoom changed, that a print is off."""

import math
from collections import Counter
from collections.abc import Mapping

import numpy as np

from tableassist.geometry.arrays import MatPoints
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message, template
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.table_state import MatMoved
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.mat_layout import MatLayout
from tableassist.vision.localisation.registration import Health, Registration
from tableassist.vision.tags.sighting import TagSighting

ZOOM_TURN_RAD = 0.01
ZOOM_SIDEWAYS = 0.35
KNOCKED_PX = 1.5
"""The mat's corners in the picture shift by less than this while the camera stands still."""
LEAST_FOR_MAT = 3
SAID_NS = 5_000_000_000
"""What happens in one frame is said for so long, or nobody could read it."""
LEAST_FOR_PRINT, ODD_PRINT = 4, 0.015
"""Pieces that must be seen to compare prints, and the share that is believed: a quarter of a millimetre in 18."""
_TOO_LARGE = template(
    "the pieces' tags look {percent:.0f} % larger than they should beside the mat's: mat or tags were not printed at "
    "100 %. Measure a tag with a ruler and check it against the table file; nothing is judged"
)
_TOO_SMALL = template(
    "the pieces' tags look {percent:.0f} % smaller than they should beside the mat's: mat or tags were not printed at "
    "100 %. Measure a tag with a ruler and check it against the table file; nothing is judged"
)


def mat_warnings(registration: Registration, on_mat: tuple[TagSighting, ...]) -> tuple[Message, ...]:
    warnings = []
    count = Counter(sighting.tag for sighting in on_mat)
    if twice := tuple(sorted(tag for tag, times in count.items() if times > 1)):
        warnings.append(
            Message("mat tag {tags} is seen twice, so it is not used: is another table's mat in view?", tags=twice)
        )
    if registration.health is not Health.GOOD:
        warnings.append(Message("measuring is degraded: {reason}", reason=registration.reason))
    if left_out := registration.mat_tags_left_out:
        warnings.append(
            Message("mat tag {tags} is not where the table file says, or is partly hidden: left out", tags=left_out)
        )
    return tuple(warnings)


def mat_moved(
    registration: Registration, t_ns: int, before: Registration | None, said: MatMoved | None
) -> MatMoved | None:
    """What has moved since the frame before, else what is still to be said of an earlier one."""
    if before is not None and before is not registration and _shift_px(registration, before) > KNOCKED_PX:
        return MatMoved(_what_moved(registration, before), t_ns)
    return said if said is not None and t_ns - said.t_ns < SAID_NS else None


def odd_print_warning(registration: Registration, fits: Mapping[str, PieceFit]) -> Message | None:
    """A mat printed at 97 % makes every distance 3 % wrong, and fits itself perfectly; but the pieces' tags, which were
    printed apart, then look too large on it."""
    scale_errors = [fit.scale_error for fit in fits.values() if fit.pose is not None]
    if len(scale_errors) < LEAST_FOR_PRINT:
        return None
    apart = float(np.median(scale_errors)) - registration.scale_error
    if abs(apart) < ODD_PRINT:
        return None
    words = _TOO_LARGE if apart > 0 else _TOO_SMALL
    return Message(words, percent=100 * abs(apart))


def other_mat_warning(poses: Mapping[str, PiecePose], mat: MatLayout) -> Message | None:
    """Two tables with the same printed mat: while ours is hidden, theirs would do, and every move would be a metre."""
    if len(poses) < LEAST_FOR_MAT or any(_on(mat, each.pose) for each in poses.values()):
        return None
    return Message("all pieces lie beside the mat: is it another table's mat that is in view? Nothing is judged")


def _on(mat: MatLayout, at: PlanarPose) -> bool:
    return 0.0 <= at.x_mm <= mat.width_mm and 0.0 <= at.y_mm <= mat.height_mm


def _what_moved(registration: Registration, before: Registration) -> Message:
    """A camera that seems to have moved along its own axis, without a turn, has rather changed its zoom or focus."""
    turn = registration.pose.rotation @ before.pose.rotation.T
    turned_rad = math.acos(min(1.0, max(-1.0, (float(np.trace(turn)) - 1.0) / 2.0)))
    shift = before.pose.rotation @ (registration.pose.position - before.pose.position)
    along, aside = abs(float(shift[2])), float(np.hypot(shift[0], shift[1]))
    if turned_rad < ZOOM_TURN_RAD and aside < ZOOM_SIDEWAYS * along:
        return Message(
            "the picture grew or shrank by {percent:.1f} %: if nobody moved the camera nearer or away, its zoom or "
            "focus has changed, and it must be calibrated again",
            percent=abs(100.0 * float(shift[2]) / registration.camera_height_mm),
        )
    return Message("the camera or the mat was moved: registered again")


def _shift_px(registration: Registration, before: Registration) -> float:
    """How far the mat's middle and a place beside it have moved in the picture; 0 between pictures of two sizes."""
    if (registration.lens.width_px, registration.lens.height_px) != (before.lens.width_px, before.lens.height_px):
        return 0.0
    places = MatPoints(np.array([[300.0, 300.0], [600.0, 300.0], [300.0, 600.0]]))
    shift = np.subtract(registration.image_from_mat(places), before.image_from_mat(places))
    return float(np.linalg.norm(shift, axis=1).max())
