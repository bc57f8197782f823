"""The hull itself on the sheet: traced in the set-downs' pictures, and the frame of the piece taken from it.

Hull and tags are seen in the same pictures, so how well a hand set the ship down does not enter: where the traced hull
lay takes the place of the stop and the keel line. Her frame is the hull's own: the keel is the line about which her
two sides are alike, the origin lies half-way between bow and stern on it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from tableassist.geometry import Floats, ImagePoints, Indices, PiecePoints, PlanarPose, plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pieces import Piece, PieceKind, TagMount
from tableassist.pieces.physical import PieceOutline
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.hull_trace.trace import NotTraced, SheetPicture, TracedHull, trace_hull
from tableassist.vision.mounts.jig import FIRST_A4_JIG, Jig, printed_areas
from tableassist.vision.mounts.rim_errors import MIN_RIM_SIGMA_MM, RimErrors, rms, widen
from tableassist.vision.mounts.solve import Solved
from tableassist.vision.mounts.unknowns import MountScene, is_flat_card
from tableassist.vision.mounts.views import JigPicture, SetDown
from tableassist.vision.outline.curve import simplified
from tableassist.vision.outline.edit import is_simple
from tableassist.vision.outline.view import look_up
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.tags.sighting import TagSighting

CROP_PX = 24
"""Round the sheet's tags: their own white, and a ship that stands at the edge."""
CORNER_MM = 0.03
"""A corner of the outline nearer than this to the line through its neighbours is left out."""
MAX_CORNERS = 300
MAX_FOLD_MM = 0.4
"""A loop that reaches no farther from the rest of the outline comes of points half a millimetre apart at a corner."""
FRAME_SIGMAS = 3.3
"""Keels farther off than this are not the hand's doing."""
STOP_LOOK_MM, STOP_AHEAD_MM = (4.0, 8.0), 2.5
"""Where the first sheets have their stop line and the newer ones nothing, to both sides of the bow; and how far ahead
of it the ground is compared."""
STOP_DIP = 0.08
"""Half a millimetre of black, seen at a pixel a mm, takes away a third of the light."""


@dataclass(frozen=True, slots=True, eq=False)
class HullFrame:
    """The frame of the hull's own symmetry, in the frame that the set-downs gave."""

    x_mm: float
    y_mm: float
    turn_rad: float
    by_offsets: Floats
    """(3, N) how x, y and turn answer to errors of the rim's points, outward."""

    def points(self, points: Floats) -> Floats:
        """(N, 2) into the hull's own frame."""
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return np.asarray((np.asarray(points) - (self.x_mm, self.y_mm)) @ np.array([[c, -s], [s, c]]))

    def motion(self, covariance: Floats) -> Floats:
        """(3, 3) of x, y and turn about the hull's own origin, from that about the origin of the set-downs' frame."""
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        moved = np.array([[1.0, 0.0, -self.y_mm], [0.0, 1.0, self.x_mm], [0.0, 0.0, 1.0]])
        return np.asarray(turned @ moved @ covariance @ moved.T @ turned.T, dtype=np.float64)

    def mount(self, mount: TagMount) -> TagMount:
        x, y = self.points(np.array([[mount.x_mm, mount.y_mm]]))[0]
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return replace(
            mount,
            x_mm=float(x),
            y_mm=float(y),
            yaw_rad=mount.yaw_rad - self.turn_rad,
            slope_x=c * mount.slope_x + s * mount.slope_y,
            slope_y=-s * mount.slope_x + c * mount.slope_y,
        )


def sheet_crop(image: Image, sightings: tuple[TagSighting, ...], jig: Jig) -> tuple[Image, tuple[int, int]] | None:
    """The part of a picture that shows the sheet, a copy, and where it begins; None where the sheet is not seen."""
    keys = {tag.key for tag in jig.tags.tags}
    corners = [np.asarray(one.corners) for one in sightings if one.key in keys]
    if not corners:
        return None
    places = np.concatenate(corners)
    size = image.shape[1], image.shape[0]
    left, top = (max(0, math.floor(value) - CROP_PX) for value in places.min(axis=0))
    high = zip(places.max(axis=0), size, strict=True)
    right, bottom = (min(most, math.ceil(value) + CROP_PX) for value, most in high)
    return np.ascontiguousarray(image[top:bottom, left:right]), (left, top)


def trace_on_sheet(
    pictures: Mapping[Text, JigPicture],
    downs: tuple[SetDown, ...],
    scene: MountScene,
    solved: Solved,
    piece: Piece,
    jig: Jig,
) -> TracedHull | NotTraced | None:
    """None where there are no pictures, only sightings. The piece's tags count as being where they were solved."""
    lens = scene.lens.shifted(scene.lens_root @ solved.at.values[: scene.columns.lens])
    scale = 1.0 + float(solved.at.values[scene.columns.scale_at])
    shots = []
    for number, down in enumerate(downs):
        crop = pictures[down.name].crop
        if crop is None:
            return None
        camera = solved.at.poses[number]
        squares = tuple(
            ImagePoints(np.asarray(lens.project(camera.into_camera(mat_tag_corners(jig.tags.tags[k])))))
            for k in down.jig_seen
        )
        shots.append(SheetPicture(*crop, camera, hull_pose(number, scene, solved), squares))
    mounts = list(piece.mounts)
    for tag in {tag for down in downs for tag in down.ship_seen}:
        x, y, z, yaw = (float(value) for value in solved.at.values[scene.columns.ship(tag)][:4])
        mounts[tag] = replace(mounts[tag], x_mm=x, y_mm=y, z_mm=z, yaw_rad=yaw)
    stops = [PlanarPose(x * scale, y * scale, heading) for x, y, heading in scene.slots.tolist()]
    sheet = jig if not _is_first_print(shots, stops, lens) else FIRST_A4_JIG
    lines = [area * scale for area in printed_areas(sheet)]
    poses = [shot.pose for shot in shots]
    at, back = pose_columns(range(len(downs)), scene), np.linalg.inv(_hand_by_trace(poses, scene))
    covariance = back @ solved.covariance[np.ix_(at, at)] @ back.T
    fitted = replace(piece, mounts=tuple(mounts))
    traced = trace_hull(fitted, tuple(shots), lens, covariance, scene.bow_x_mm, _glued_stern_x(piece, fitted), lines)
    if isinstance(traced, NotTraced) and sheet is FIRST_A4_JIG:
        form = template("{why}. Print the new sheet: it has two white and two grey places")
        return NotTraced(Message(form, why=traced.why))
    return traced


def _glued_stern_x(piece: Piece, fitted: Piece) -> float | None:
    """Where the stern is if the wake plate is as far abaft it as the table file says; None without such a plate."""
    stern = min(x for x, _ in piece.model.hull)
    for mount, solved in zip(piece.mounts, fitted.mounts, strict=True):
        if is_flat_card(mount) and mount.x_mm < stern:
            return stern + solved.x_mm - mount.x_mm
    return None


def _is_first_print(shots: list[SheetPicture], stops: list[PlanarPose], lens: Lens) -> bool:
    """Whether the stop is a line through the bow, as on the sheets that were printed first: it is dark beside the bow,
    where newer ones are blank."""
    dips = []
    for shot, stop in zip(shots, stops, strict=True):
        for side in (-1.0, 1.0):
            across = side * np.linspace(*STOP_LOOK_MM, 9)
            line, ahead = (
                _levels(shot, stop, lens, np.column_stack([np.full(9, far), across])) for far in (0.0, STOP_AHEAD_MM)
            )
            dips.append(1.0 - float(np.median(line)) / max(float(np.median(ahead)), 1.0))
    return float(np.median(dips)) > STOP_DIP


def _levels(shot: SheetPicture, stop: PlanarPose, lens: Lens, places: Floats) -> Floats:
    """Grey levels at places ahead of the stop and to port of the line."""
    on_sheet = np.asarray(stop.place(PiecePoints(places)))
    solid = np.column_stack([on_sheet, np.zeros(len(on_sheet))])
    at = np.asarray(lens.project(shot.camera.into_camera(solid))) - shot.offset_px
    return np.asarray(look_up(shot.image.astype(np.float32), ImagePoints(at)).mean(axis=-1), dtype=np.float64)


def hull_pose(number: int, scene: MountScene, solved: Solved) -> PlanarPose:
    """Where the fit has the ship in a picture, on the sheet."""
    dx, dy, turn = (float(value) for value in solved.at.values[scene.columns.hand(number)][:3])
    x, y, heading = (float(value) for value in scene.slots[number])
    scale, heading = 1.0 + float(solved.at.values[scene.columns.scale_at]), heading + turn
    ahead = scene.bow_x_mm
    return PlanarPose(x * scale + dx - ahead * math.cos(heading), y * scale + dy - ahead * math.sin(heading), heading)


def pose_columns(numbers: Iterable[int], scene: MountScene) -> Indices:
    """(3 K,) where the poses of these set-downs stand among the unknowns: x and y of the bow, turn."""
    starts = np.array([scene.columns.hand(number).start for number in numbers], dtype=np.intp)
    return (starts[:, None] + np.arange(3)).ravel()


def take_in_hull(solved: Solved, traced: TracedHull, scene: MountScene) -> tuple[Solved, RimErrors]:
    """The fit of the tags once the hull has shown where it lay in each picture, and the rim's errors with the tags'.

    The trace began with what the tags say of the poses, so its poses P' with their covariance S' are those of tags and
    hull together. The tags know of the hull by the poses alone, so with C the covariance of all unknowns x and S its
    block of the poses,

        x' = x + C_xP S^-1 (P' - P),        C' = C - C_xP S^-1 (S - S') S^-1 C_Px,        C'_dx = S'_dP S^-1 C_Px
    """
    at = pose_columns(traced.numbers, scene)
    first = [hull_pose(number, scene, solved) for number in traced.numbers]
    by_trace = _hand_by_trace(first, scene)
    step, spread = by_trace @ traced.pose_steps.ravel(), by_trace @ traced.pose_covariance @ by_trace.T
    before = solved.covariance[np.ix_(at, at)]
    gain = np.linalg.solve(before, solved.covariance[at]).T
    covariance = solved.covariance - gain @ (before - spread) @ gain.T
    covariance = (covariance + covariance.T) / 2
    rim = widen(traced)
    with_unknowns = traced.rim_with_poses @ by_trace.T @ gain.T
    errors = RimErrors(np.asarray(traced.points), traced.normals, rim, with_unknowns, covariance)
    return replace(solved, at=solved.at.moved(gain @ step), covariance=covariance), errors


def _hand_by_trace(poses: Sequence[PlanarPose], scene: MountScene) -> Floats:
    """(3 K, 3 K): a hand's shift is of the bow, along the sheet; the trace's of the origin, along the hull."""
    size = 3 * len(poses)
    out = np.zeros((size, size))
    for k, pose in enumerate(poses):
        c, s = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
        ahead = scene.bow_x_mm
        block = [[c, -s, -s * ahead], [s, c, c * ahead], [0.0, 0.0, 1.0]]
        out[3 * k : 3 * k + 3, 3 * k : 3 * k + 3] = block
    return out


def hull_frame(traced: TracedHull, piece: Piece) -> HullFrame:
    """By the traced hull's own shape; creatures, whose sides need not be alike, keep their heading."""
    points, normals = np.asarray(traced.points), traced.normals
    variance = np.diag(widen(traced))
    count = len(points)
    mirror = traced.mirror
    off = turn = 0.0
    by_offsets = np.zeros((3, count))
    if mirror is not None and piece.model.kind is PieceKind.SHIP:
        pairs = np.flatnonzero(np.arange(count) < mirror)
        middles = (points[pairs] + points[mirror[pairs]]) / 2
        # Near bow and stern the two points of a pair slide along the rim, and their middle says little of the keel.
        across = np.abs(points[pairs, 1] - points[mirror[pairs], 1])
        weight = across / across.max() / (variance[pairs] + variance[mirror[pairs]])
        rows = np.column_stack([np.ones(len(pairs)), middles[:, 0]])
        answer = np.linalg.solve(rows.T @ (weight[:, None] * rows), rows.T * weight)
        off, turn = (float(value) for value in answer @ middles[:, 1])
        by_offsets[1:, pairs] += 0.5 * answer * normals[pairs, 1]
        by_offsets[1:, mirror[pairs]] += 0.5 * answer * normals[mirror[pairs], 1]
    turn = math.atan(turn)
    along = points @ np.array([math.cos(turn), math.sin(turn)])
    bow, stern = int(along.argmax()), int(along.argmin())
    middle = (float(along[bow]) + float(along[stern])) / 2
    # Tags and outline are given in the same frame, so where its origin is does not matter. What they are compared by is
    # the bow: the stern, half hidden by a wake plate, is known worse, and its error belongs to the stern alone.
    by_offsets[0, bow] = normals[bow, 0]
    # The keel line y = off + tan(turn) x, at `middle` along it.
    foot = np.array([-math.sin(turn), math.cos(turn)]) * off * math.cos(turn)
    x, y = foot + middle * np.array([math.cos(turn), math.sin(turn)])
    return HullFrame(float(x), float(y), turn, by_offsets)


def check_frame(
    piece: Piece, traced: TracedHull, hand_mm: float, hand_rad: float, set_downs: int
) -> TracedHull | NotTraced:
    """Refuse a hull whose own keel is farther from the keel lines than hands set ships: one side was traced wrong."""
    frame = hull_frame(traced, piece)
    spread = frame.by_offsets @ widen(traced) @ frame.by_offsets.T
    worst_rad = FRAME_SIGMAS * math.hypot(hand_rad / math.sqrt(set_downs), math.sqrt(float(spread[2, 2])))
    worst_mm = FRAME_SIGMAS * math.hypot(hand_mm / math.sqrt(set_downs), math.sqrt(float(spread[1, 1])))
    if abs(frame.turn_rad) <= worst_rad and abs(frame.y_mm) <= worst_mm:
        return traced
    form = template(
        "{name}: the two sides of the hull do not match ({turn_deg:.1f}°, {off_mm:.1f} mm off the keel line). Set her "
        "down along the arrow in all four places, in softer light"
    )
    return NotTraced(Message(form, name=piece.name, turn_deg=abs(math.degrees(frame.turn_rad)), off_mm=abs(frame.y_mm)))


def check_simple(piece: Piece, traced: TracedHull) -> TracedHull | NotTraced:
    """Refuse an outline that crosses itself: it has no inside, and no table file can hold it."""
    if is_simple(measured_outline(traced, hull_frame(traced, piece)).hull):
        return traced
    form = template(
        "{name}: the outline found crosses itself, so it is not used. Set her down in all four places again, in softer "
        "light"
    )
    return NotTraced(Message(form, name=piece.name))


def measured_outline(traced: TracedHull, frame: HullFrame, point_sigma_mm: Floats | None = None) -> PieceOutline:
    """The outline in the hull's own frame; `point_sigma_mm`: (N,) of the traced points."""
    sigmas = np.full(len(traced.points), MIN_RIM_SIGMA_MM) if point_sigma_mm is None else point_sigma_mm
    traced_points = frame.points(np.asarray(traced.points))
    ring = simplified(PiecePoints(_without_folds(traced_points)), CORNER_MM, MAX_CORNERS)
    hull = tuple((round(float(x), 2), round(float(y), 2)) for x, y in ring)
    masts = tuple((float(x), float(y)) for x, y in frame.points(traced.masts)) if len(traced.masts) else ()
    nearest = np.linalg.norm(np.asarray(ring)[:, None] - traced_points, axis=-1).argmin(axis=1)
    return PieceOutline(
        hull,
        rms(sigmas),
        height_mm=round(traced.height_mm, 2),
        masts=tuple((round(x, 2), round(y, 2)) for x, y in masts),
        rig_sigma_mm=traced.rig_sigma_mm,
        hull_sigma_mm=tuple(round(float(sigma), 3) for sigma in sigmas[nearest]),
    )


def _without_folds(ring: Floats) -> Floats:
    """Cut off the loops that points at a sharp corner make when they move past each other; larger ones stay."""
    body = shapely.Polygon(ring)
    if body.is_valid:
        return ring
    parts = [part for part in shapely.get_parts(shapely.make_valid(body)) if isinstance(part, shapely.Polygon)]
    largest = max(parts, key=lambda part: float(part.area), default=None)
    if largest is None or largest.interiors:
        return ring
    far = shapely.distance(shapely.points(ring), largest.exterior)
    return np.asarray(largest.exterior.coords)[:-1] if float(far.max()) < MAX_FOLD_MM else ring


def untraceable(piece: Piece, outcome: NotTraced) -> Message:
    form = template("{why}. The outline stays as it was, known to ± {spread_mm:.1f} mm")
    return Message(form, why=outcome.why, spread_mm=plus_minus(piece.model.sigma_mm))
