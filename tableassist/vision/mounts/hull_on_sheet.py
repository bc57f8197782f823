"""The hull itself on the sheet: traced in the set-downs' pictures, and the frame of the piece taken from it.

Hull and tags are seen in the same pictures, so how well a hand set the ship down does not enter: where the traced hull
lay takes the place of the stop and the keel line. Her frame is the hull's own: the keel is the line about which her
two sides are alike, the origin lies half-way between bow and stern on it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import shapely

from tableassist.geometry.arrays import Floats, ImagePoints, PiecePoints
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.geometry.plus_minus import plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece, TagMount
from tableassist.pieces.piece_outline import PieceOutline
from tableassist.vision.camera.frame import Image
from tableassist.vision.camera.lens import Lens
from tableassist.vision.hull_trace.trace import HandPrior, NotTraced, SheetPicture, TracedHull, trace_hull, with_poses
from tableassist.vision.mounts.jig import FIRST_A4_JIG, Jig, printed_areas
from tableassist.vision.mounts.solve import HeldPoses, Solved
from tableassist.vision.mounts.unknowns import MountScene
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
    sigma_x_mm: float
    sigma_y_mm: float
    sigma_turn_rad: float

    def points(self, points: Floats) -> Floats:
        """(N, 2) into the hull's own frame."""
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return np.asarray((np.asarray(points) - (self.x_mm, self.y_mm)) @ np.array([[c, -s], [s, c]]))

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
    hand: HandPrior,
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
        x, y, heading = (float(value) for value in scene.slots[number])
        stop = PlanarPose(x * scale, y * scale, heading)
        shots.append(SheetPicture(*crop, camera, hull_pose(number, scene, solved), stop, squares))
    mounts = list(piece.mounts)
    for tag in {tag for down in downs for tag in down.ship_seen}:
        x, y, z, yaw = (float(value) for value in solved.at.values[scene.columns.ship(tag)][:4])
        mounts[tag] = replace(mounts[tag], x_mm=x, y_mm=y, z_mm=z, yaw_rad=yaw)
    sheet = jig if not _is_first_print(shots, lens) else FIRST_A4_JIG
    lines = [area * scale for area in printed_areas(sheet)]
    return trace_hull(replace(piece, mounts=tuple(mounts)), tuple(shots), lens, hand, lines)


def _is_first_print(shots: list[SheetPicture], lens: Lens) -> bool:
    """Whether the stop is a line through the bow, as on the sheets that were printed first: it is dark beside the bow,
    where newer ones are blank."""
    dips = []
    for shot in shots:
        for side in (-1.0, 1.0):
            across = side * np.linspace(*STOP_LOOK_MM, 9)
            line, ahead = (
                _levels(shot, lens, np.column_stack([np.full(9, far), across])) for far in (0.0, STOP_AHEAD_MM)
            )
            dips.append(1.0 - float(np.median(line)) / max(float(np.median(ahead)), 1.0))
    return float(np.median(dips)) > STOP_DIP


def _levels(shot: SheetPicture, lens: Lens, places: Floats) -> Floats:
    """Grey levels at places ahead of the stop and to port of the line."""
    on_sheet = np.asarray(shot.stop.place(PiecePoints(places)))
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


def held_poses(traced: TracedHull, scene: MountScene, solved: Solved) -> HeldPoses:
    """What the traced hull says of the set-downs, in place of the hand's prior."""
    scale = 1.0 + float(solved.at.values[scene.columns.scale_at])
    means = []
    for view, number in zip(traced.views, traced.numbers, strict=True):
        x, y, heading = (float(value) for value in scene.slots[number])
        pose = view.pose
        bow = pose.place_one(scene.bow_x_mm, 0.0)
        turn = math.remainder(pose.heading_rad - heading, math.tau)
        means.append((bow[0] - x * scale, bow[1] - y * scale, turn))
    by_trace = _hand_by_trace(traced, scene)
    return HeldPoses(traced.numbers, np.array(means).ravel(), by_trace @ traced.pose_covariance @ by_trace.T)


def take_in_tags(traced: TracedHull, held: HeldPoses, scene: MountScene, solved: Solved) -> TracedHull:
    """The hull once the tags have tied its poses together: the outline moves and is known better with them."""
    at = held.columns(scene.columns)
    back = np.linalg.inv(_hand_by_trace(traced, scene))
    steps = (back @ (solved.at.values[at] - held.mean)).reshape(-1, 3)
    return with_poses(traced, steps, back @ solved.covariance[np.ix_(at, at)] @ back.T)


def _hand_by_trace(traced: TracedHull, scene: MountScene) -> Floats:
    """(3 K, 3 K): a hand's shift is of the bow, along the sheet; the trace's of the origin, along the hull."""
    size = 3 * len(traced.views)
    out = np.zeros((size, size))
    for k, view in enumerate(traced.views):
        c, s = math.cos(view.pose.heading_rad), math.sin(view.pose.heading_rad)
        ahead = scene.bow_x_mm
        block = [[c, -s, -s * ahead], [s, c, c * ahead], [0.0, 0.0, 1.0]]
        out[3 * k : 3 * k + 3, 3 * k : 3 * k + 3] = block
    return out


def hull_frame(traced: TracedHull, piece: Piece) -> HullFrame:
    """By the traced hull's own shape; creatures, whose sides need not be alike, keep their heading."""
    points, sigma = np.asarray(traced.points), traced.point_sigma_mm
    count = len(points)
    mirror = traced.mirror
    off = turn = sigma_off = sigma_turn = 0.0
    if mirror is not None and piece.model.kind is PieceKind.SHIP:
        pairs = np.flatnonzero(np.arange(count) < mirror)
        middles = (points[pairs] + points[mirror[pairs]]) / 2
        # Near bow and stern the two points of a pair slide along the rim, and their middle says little of the keel.
        across = np.abs(points[pairs, 1] - points[mirror[pairs], 1])
        weight = across / across.max() / (sigma[pairs] ** 2)
        rows = np.column_stack([np.ones(len(pairs)), middles[:, 0]]) * np.sqrt(weight)[:, None]
        (off, turn), *_ = np.linalg.lstsq(rows, middles[:, 1] * np.sqrt(weight), rcond=None)
        # About one pair in three is independent of its neighbours.
        spread = np.linalg.inv(rows.T @ rows) * 3.0 / 2.0
        sigma_off, sigma_turn = math.sqrt(float(spread[0, 0])), math.sqrt(float(spread[1, 1]))
    turn = math.atan(float(turn))
    along = points @ np.array([math.cos(turn), math.sin(turn)])
    bow, stern = int(along.argmax()), int(along.argmin())
    middle = (float(along[bow]) + float(along[stern])) / 2
    sigma_x = math.hypot(float(sigma[bow]), float(sigma[stern])) / 2
    # The keel line y = off + tan(turn) x, at `middle` along it.
    foot = np.array([-math.sin(turn), math.cos(turn)]) * float(off) * math.cos(turn)
    x, y = foot + middle * np.array([math.cos(turn), math.sin(turn)])
    return HullFrame(float(x), float(y), turn, sigma_x, sigma_off, sigma_turn)


def check_frame(
    piece: Piece, traced: TracedHull, hand_mm: float, hand_rad: float, set_downs: int
) -> TracedHull | NotTraced:
    """Refuse a hull whose own keel is farther from the keel lines than hands set ships: one side was traced wrong."""
    frame = hull_frame(traced, piece)
    worst_rad = FRAME_SIGMAS * math.hypot(hand_rad / math.sqrt(set_downs), frame.sigma_turn_rad)
    worst_mm = FRAME_SIGMAS * math.hypot(hand_mm / math.sqrt(set_downs), frame.sigma_y_mm)
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


def measured_outline(traced: TracedHull, frame: HullFrame) -> PieceOutline:
    ring = simplified(PiecePoints(_without_folds(frame.points(np.asarray(traced.points)))), CORNER_MM, MAX_CORNERS)
    hull = tuple((round(float(x), 2), round(float(y), 2)) for x, y in ring)
    masts = tuple((float(x), float(y)) for x, y in frame.points(traced.masts)) if len(traced.masts) else ()
    return PieceOutline(
        hull,
        traced.sigma_mm,
        height_mm=round(traced.height_mm, 2),
        masts=tuple((round(x, 2), round(y, 2)) for x, y in masts),
        rig_sigma_mm=traced.rig_sigma_mm,
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
