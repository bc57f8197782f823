"""What the mat's tags tell beside the camera's place: that it was moved, that its zoom changed, that a print is off."""

import math
from collections import Counter
from collections.abc import Mapping

import numpy as np

from tableassist.geometry import MatPoints, PlanarPose, wrap_rad
from tableassist.messages import Message, template
from tableassist.pipeline.missing_pieces import MAT_GRID
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.pipeline.table_state import MatMoved
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.print_scale import NOTED_SIGMA
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.sighting import TagSighting

ZOOM_TURN_RAD = 0.01
ZOOM_SIDEWAYS = 0.35
CUT_OFF_SHARE = 0.02
"""A mat of which less is outside is in view as a whole."""
KNOCKED_PX = 1.5
"""The mat's corners in the picture shift by less than this while the camera stands still."""
LEAST_FOR_MAT = 3
MOSTLY_TURNED = 0.75
"""Share of the mat's tags that must be turned by the same right angle before the whole mat is said to be."""
SAID_NS = 5_000_000_000
"""What happens in one frame is said for so long, or nobody could read it."""
LEAST_FOR_PRINT, ODD_PRINT = 4, 0.015
"""Pieces that must be seen to compare prints, and the share that is believed: a quarter of a millimetre in 18."""
APART_MM, TURNED_DEG = 1.5, 3.0
"""A tag that is left out and lies within this is rather half hidden, or its picture is spoilt."""
_TOO_LARGE = template(
    "the pieces' tags look {percent:.0f} % too large compared with the mat tags: they were printed at different "
    "sizes. Measure the 100 mm line on a printed page and enter it with tableassist scale --line, or print them all "
    "again together; nothing is judged"
)
_TOO_SMALL = template(
    "the pieces' tags look {percent:.0f} % too small compared with the mat tags: they were printed at different "
    "sizes. Measure the 100 mm line on a printed page and enter it with tableassist scale --line, or print them all "
    "again together; nothing is judged"
)
HULLS_LOOK_LARGER = 0.017
"""By shadows and rails, in prints of the right size: mean over pictures of upright fleets, 1.2 to 2.1 %."""
ODD_HULLS, ODD_HULL_SIGMAS = 0.025, 3.0
"""Hulls that look larger or smaller than that by this share, and by this many sigmas, all together. What is smaller is
allowed for: a print that nobody has measured has a sigma of 2 % (`UNPROVEN_SIGMA`), and a call needs 2.5 sigmas, so a
print that is off by 2.5 % uses up half of its distance from the limit, and one at 97 % more than that. With 0.033 a kit
at 95 % under a vertical camera was judged, and one of 48 answers was a wrong call."""
FINE_PX_PER_MM = 0.9
"""By the table file's own millimetres: a kit printed at 95 % makes a picture look coarser by as much."""
_HULLS_LARGE = template(
    "compared with the printed tags, the hulls look {percent:.0f} % larger than their models: was the kit printed at "
    "{printed:.0f} %? Check its scale with tableassist scale; until then nothing is judged"
)
_HULLS_SMALL = template(
    "compared with the printed tags, the hulls look {percent:.0f} % smaller than their models: was the kit printed "
    "at {printed:.0f} %? Check its scale with tableassist scale; until then nothing is judged"
)


def mat_warnings(registration: Registration, on_mat: tuple[TagSighting, ...], mat: MatLayout) -> tuple[Message, ...]:
    warnings = []
    count = Counter(sighting.tag for sighting in on_mat)
    if twice := tuple(sorted(tag for tag, times in count.items() if times > 1)):
        warnings.append(
            Message("mat tag {tags} is in view twice, so it is ignored: is another table's mat in view?", tags=twice)
        )
    if registration.lens_fault is not None and isinstance(registration.reason, Message):
        warnings.append(registration.reason)
    elif registration.health is not Health.GOOD:
        warnings.append(Message("measuring is degraded: {reason}", reason=registration.reason))
    seen = {sighting.tag: sighting for sighting in on_mat}
    places = {tag.tag: tag for tag in mat.tags}
    warnings += [
        _left_out(registration, seen[tag], places[tag]) for tag in registration.mat_tags_left_out if tag in seen
    ]
    return tuple(warnings)


def all_turned_warning(registration: Registration, on_mat: tuple[TagSighting, ...], mat: MatLayout) -> Message | None:
    """That the mat's tags were all glued on another way round. Their middles alone still give about the camera's
    place, so nothing else would say so; only asked where the tags fit badly."""
    if registration.health is Health.GOOD:
        return None
    places = {(tag.family, tag.tag): tag for tag in mat.tags}
    quarters = Counter(_quarters_turned(registration, s, places[s.family, s.tag]) for s in on_mat)
    turned, count = max(quarters.items(), key=lambda item: item[1], default=(0, 0))
    if turned == 0 or count < LEAST_FOR_MAT or count < MOSTLY_TURNED * len(on_mat):
        return None
    form = template(
        "the mat's tags are turned by {degrees} degrees against the table file: change yaw_deg of its tags there, or "
        "run tableassist survey; nothing is judged"
    )
    return Message(form, degrees=90 * turned)


def _quarters_turned(registration: Registration, sighting: TagSighting, tag: MatTag) -> int:
    """How many right angles, counter-clockwise, to the nearest."""
    return round(_turned_rad(registration, sighting, tag) / (math.pi / 2)) % 4


def _turned_rad(registration: Registration, sighting: TagSighting, tag: MatTag) -> float:
    corners = registration.mat_from_image(sighting.corners)
    right = corners[1] + corners[2] - corners[0] - corners[3]
    return wrap_rad(math.atan2(right[1], right[0]) - tag.yaw_rad)


def _left_out(registration: Registration, sighting: TagSighting, tag: MatTag) -> Message:
    """With a number, so that somebody can put it right."""
    corners = registration.mat_from_image(sighting.corners)
    x, y = corners.mean(axis=0)
    apart_mm = math.hypot(x - tag.x_mm, y - tag.y_mm)
    turned_deg = math.degrees(abs(_turned_rad(registration, sighting, tag)))
    if turned_deg > TURNED_DEG and apart_mm < tag.size_mm / 2:
        form = template("mat tag {tag} is turned by {turned_deg:.0f} degrees compared with the table file: ignored")
        return Message(form, tag=tag.tag, turned_deg=turned_deg)
    if apart_mm > APART_MM:
        form = template("mat tag {tag} is {apart_mm:.0f} mm from where the table file says: ignored")
        return Message(form, tag=tag.tag, apart_mm=apart_mm)
    form = template("mat tag {tags} is not where the table file says, or is partly hidden: ignored")
    return Message(form, tags=(tag.tag,))


def portrait_warning(
    registration: Registration | None, mat: MatLayout, width_px: int, height_px: int
) -> Message | None:
    """A mat is about as wide as it is deep, and lies within a landscape picture seen at a slant; in one that is taller
    than wide its sides are cut off."""
    if height_px <= width_px:
        return None
    if registration is None:
        return Message("the picture is taller than wide: turn the camera sideways, so that the whole mat is in view")
    places = MatPoints(MAT_GRID * (mat.width_mm, mat.height_mm))
    inside = registration.image_from_mat(places)
    size = (width_px - 1, height_px - 1)
    share = 1.0 - float(((inside >= 0.0) & (inside <= size)).all(axis=-1).mean())
    if share < CUT_OFF_SHARE:
        return None
    return Message(
        "{percent:.0f} % of the mat is outside the picture, which is taller than wide: turn the camera sideways",
        percent=100 * share,
    )


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
    ordered, half = sorted(scale_errors), len(scale_errors) // 2
    apart = (ordered[half] + ordered[~half]) / 2 - registration.scale_error
    if abs(apart) < ODD_PRINT:
        return None
    words = _TOO_LARGE if apart > 0 else _TOO_SMALL
    return Message(words, percent=100 * abs(apart))


def odd_hulls_warning(registration: Registration, fits: Mapping[str, PieceFit], mat: MatLayout) -> Message | None:
    """A kit that was printed at 96 % in one go fits itself perfectly, tags and all; but hulls were not printed. In a
    coarse picture their blurred rims make them look larger."""
    if registration.lens.fx / registration.camera_height_mm < FINE_PX_PER_MM:
        return None
    looks = [fit.hull.look for fit in fits.values() if fit.hull is not None and not fit.hull.look.turned]
    sizes = np.array([(look.size, look.size_sigma) for look in looks if look.cannot_tell is None]).reshape(-1, 2)
    if mat.print_scale_sigma < NOTED_SIGMA or len(sizes) < LEAST_FOR_PRINT:
        return None
    weight = sizes[:, 1] ** -2
    larger = float((weight * sizes[:, 0]).sum() / weight.sum()) - 1.0 - HULLS_LOOK_LARGER
    if abs(larger) < max(ODD_HULLS, ODD_HULL_SIGMAS / math.sqrt(float(weight.sum()))):
        return None
    words = _HULLS_LARGE if larger > 0 else _HULLS_SMALL
    return Message(words, percent=100 * abs(larger), printed=100 / (1.0 + larger))


def other_mat_warning(poses: Mapping[str, PiecePose], mat: MatLayout) -> Message | None:
    """Two tables with the same printed mat: while ours is hidden, theirs would do, and every move would be a metre."""
    if len(poses) < LEAST_FOR_MAT or any(_on(mat, each.pose) for each in poses.values()):
        return None
    return Message("all pieces are off the mat: is another table's mat in view? Nothing is judged")


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
            "the picture grew or shrank by {percent:.1f} %: unless the camera was moved nearer or farther away, its "
            "zoom or focus has changed and it must be calibrated again",
            percent=abs(100.0 * float(shift[2]) / registration.camera_height_mm),
        )
    return Message("the camera or the mat was moved: located the mat again")


def _shift_px(registration: Registration, before: Registration) -> float:
    """How far the mat's middle and a place beside it have moved in the picture; 0 between pictures of two sizes."""
    if (registration.lens.width_px, registration.lens.height_px) != (before.lens.width_px, before.lens.height_px):
        return 0.0
    places = MatPoints(np.array([[300.0, 300.0], [600.0, 300.0], [300.0, 600.0]]))
    shift = np.subtract(registration.image_from_mat(places), before.image_from_mat(places))
    return float(np.linalg.norm(shift, axis=1).max())
