"""Hulls that still lie where they were after their plates have gone elsewhere.

A plate that jumps alone, while no other plate comes to where it stood, is no closed circle of plates
(`plate_history`). But a plate that was moved with its ship leaves bare mat behind, and one that was put on another
ship leaves its hull there, looking as it did. So each ship's own small picture (`Glimpse`) is kept from where she last
lay at rest, and compared with the same pixels once her plate has come to rest elsewhere. This holds for sisters of one
paint, too, because nothing asks what the hull under the plate looks like.

Only pixels of the hull tell, and only those that do not look like the mat beside it, for an empty place does.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, MatPoints3, PiecePoints, PlanarPose, wrap_rad
from tableassist.pieces import SAILING_KINDS, Piece
from tableassist.pipeline.piece_fit import PieceFit
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.glimpse import COARSER, LEVELS, Glimpse
from tableassist.vision.localisation.tracking import Change, PieceEvent, Tracks
from tableassist.vision.registration.registration import Registration

MIN_TELLING_PIXELS = 24
"""Of a glimpse, which is half as fine as the picture: at 1080p a hull has 100 to 200."""
MIN_TELLING_SHARE = 0.2
"""Of the hull's pixels that differ from the mat. A hull with fewer has the mat's colour, and cannot be told from it."""
TELLING_LEVELS = 2 * LEVELS
"""Grey levels between hull and mat: twice of what counts as a change."""
MIN_SAME_SHARE, MAX_SAME_SHARE = 0.75, 0.25
"""Of the telling pixels that look as before: a hull that stayed, and one that left. Between them is a hand, or its
shadow, and the next picture may tell."""
PLATE_MARGIN = 0.8
"""Half a plate's width over half its tag's side; the white border and its shadow are no hull."""
RETURNED_MM, RETURNED_RAD = 6.0, math.radians(12.0)
"""A plate that comes back so near to its bare hull has been put on again: as `SAME_STAFF_MM` of `plate_history`."""
TAKEN_MM = 20.0
"""Between the middles of two hulls that cannot lie beside each other."""
STAND_CLEAR_MM = 8.0
"""A ship that has moved by less than her own beam still covers a part of where she was."""


@dataclass(frozen=True, slots=True, eq=False)
class RestingView:
    """A ship at rest, as the picture showed her hull."""

    pose: PlanarPose
    glimpse: Glimpse
    telling: Flags
    """Pixels of the glimpse that show hull, and could not be mat."""


@dataclass(frozen=True, slots=True, eq=False)
class BareHulls:
    resting: Mapping[str, RestingView] = field(default_factory=dict)
    """By piece: where she lies at rest now."""
    departed: Mapping[str, RestingView] = field(default_factory=dict)
    """Where a ship lay whose plate has moved since: whether her hull went with it is not known yet."""
    places: Mapping[str, PlanarPose] = field(default_factory=dict)
    """Where hulls lie whose plates are elsewhere, by the piece that the plate names."""


NO_BARE_HULLS = BareHulls()


def follow_bare_hulls(
    before: BareHulls,
    pieces: Collection[Piece],
    image: Image,
    registration: Registration,
    tracks: Tracks,
    events: Collection[PieceEvent],
    fits: Mapping[str, PieceFit],
    confirmed: Collection[str],
    *,
    has_camera_moved: bool,
) -> BareHulls:
    """What is known after a frame; the very same value where nothing is new.

    `confirmed` are the ships of which a person has said who they are. Glimpses are pixels of the picture, so a camera
    that was moved ends all comparisons.
    """
    if has_camera_moved:
        before = BareHulls(places=before.places)
    departed = _follow_departed(before, events)
    resting = _follow_resting(before.resting, pieces, registration, tracks, fits)
    places = before.places
    if departed:
        decided = {
            piece: stayed
            for piece, view in departed.items()
            if _is_at_rest(tracks, piece)
            and not _is_taken(tracks, piece, view.pose)
            and (stayed := has_stayed(view, image)) is not None
        }
        bare = {piece: departed[piece].pose for piece, stayed in decided.items() if stayed}
        bare = {piece: pose for piece, pose in bare.items() if not _is_near(tracks.tracks[piece].pose.pose, pose)}
        departed = {piece: view for piece, view in departed.items() if piece not in decided} if decided else departed
        places = {**places, **bare} if bare else places
    if any(piece in confirmed or _has_returned(tracks, piece, pose) for piece, pose in places.items()):
        places = {
            piece: pose
            for piece, pose in places.items()
            if piece not in confirmed and not _has_returned(tracks, piece, pose)
        }
    if resting is before.resting and departed is before.departed and places is before.places:
        return before
    return BareHulls(resting, departed, places)


def _follow_departed(before: BareHulls, events: Collection[PieceEvent]) -> Mapping[str, RestingView]:
    """With the ships whose plates have just moved; without those that have moved on before anything could be told."""
    moved = {event.piece for event in events if event.change is Change.MOVED}
    if not moved:
        return before.departed
    started = {piece: before.resting[piece] for piece in moved if piece in before.resting}
    return {**{piece: view for piece, view in before.departed.items() if piece not in moved}, **started}


def _follow_resting(
    before: Mapping[str, RestingView],
    pieces: Collection[Piece],
    registration: Registration,
    tracks: Tracks,
    fits: Mapping[str, PieceFit],
) -> Mapping[str, RestingView]:
    """With a view of each ship that has come to rest and was looked at there."""
    new: dict[str, RestingView] = {}
    for piece in pieces:
        fit, track = fits.get(piece.id), tracks.tracks.get(piece.id)
        if fit is None or fit.hull is None or fit.hull.glimpse is None or track is None or track.moving:
            continue
        known = before.get(piece.id)
        if known is not None and known.pose == fit.hull.looked_from:
            continue
        if piece.model.kind in SAILING_KINDS:
            new[piece.id] = view_at_rest(registration, piece, fit.hull.looked_from, fit.hull.glimpse)
    return {**before, **new} if new else before


def view_at_rest(registration: Registration, piece: Piece, pose: PlanarPose, glimpse: Glimpse) -> RestingView:
    """The ship as `glimpse` shows her. What the mat looks like is taken from beside her hull."""
    hull = _drawn(registration, glimpse, _hull_points(piece, pose))
    plates = np.zeros_like(hull)
    for points in _plate_points(piece, pose):
        plates = np.maximum(plates, _drawn(registration, glimpse, points))
    near = cv2.dilate(np.maximum(hull, plates), np.ones((5, 5), np.uint8))
    beside, on_hull = near == 0, (cv2.erode(hull, np.ones((3, 3), np.uint8)) > 0) & (plates == 0)
    if not beside.any() or not on_hull.any():
        return RestingView(pose, glimpse, np.zeros(hull.shape, dtype=bool))
    # Sails and neighbours may be beside her as well: the mat is what most of the rim shows.
    mat = float(np.median(glimpse.pixels[beside]))
    telling = on_hull & (np.abs(glimpse.pixels.astype(np.float32) - mat) > TELLING_LEVELS)
    if telling.sum() < MIN_TELLING_SHARE * on_hull.sum():
        telling[:] = False
    return RestingView(pose, glimpse, telling)


def has_stayed(view: RestingView, image: Image) -> bool | None:
    """Whether the hull still lies there; None where the picture does not tell."""
    count = int(view.telling.sum())
    if count < MIN_TELLING_PIXELS:
        return None
    now = view.glimpse.again(image)
    off = cv2.absdiff(now.pixels, view.glimpse.pixels)[view.telling]
    same = float((off <= LEVELS).mean())
    if same > MIN_SAME_SHARE:
        return True
    return False if same < MAX_SAME_SHARE else None


def _hull_points(piece: Piece, pose: PlanarPose) -> MatPoints3:
    """(N, 3) her deck's rim: what is seen of the hull from above, but for the walls."""
    rim = pose.place(PiecePoints(np.array(piece.model.hull)))
    return MatPoints3(np.column_stack([rim, np.full(len(rim), piece.model.height_mm)]))


def _plate_points(piece: Piece, pose: PlanarPose) -> list[MatPoints3]:
    """(4, 3) corners of each plate, which hides the hull and leaves with it."""
    out = []
    for mount in piece.mounts:
        half = PLATE_MARGIN * mount.size_mm
        turn = math.cos(mount.yaw_rad), math.sin(mount.yaw_rad)
        corners = [
            (mount.x_mm + half * (turn[0] * u - turn[1] * v), mount.y_mm + half * (turn[1] * u + turn[0] * v))
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        flat = pose.place(PiecePoints(np.array(corners)))
        out.append(MatPoints3(np.column_stack([flat, np.full(4, mount.z_mm)])))
    return out


def _drawn(registration: Registration, glimpse: Glimpse, points: MatPoints3) -> npt.NDArray[np.uint8]:
    """1 in the pixels of the glimpse that a shape on the table covers."""
    px = np.asarray(registration.lens.project(registration.pose.into_camera(points)))
    at = (px - (glimpse.columns.start, glimpse.rows.start)) / COARSER
    mask = np.zeros(glimpse.pixels.shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(at).astype(np.int32)], 1)
    return mask


def _is_at_rest(tracks: Tracks, piece: str) -> bool:
    track = tracks.tracks[piece]
    return not track.moving and not track.hidden


def _is_taken(tracks: Tracks, piece: str, place: PlanarPose) -> bool:
    """Whether another piece lies there now: what is seen is hers, and a sister looks the same."""
    return any(
        math.hypot(track.pose.pose.x_mm - place.x_mm, track.pose.pose.y_mm - place.y_mm) < TAKEN_MM
        for other, track in tracks.tracks.items()
        if other != piece and not track.hidden
    )


def _is_near(one: PlanarPose, other: PlanarPose) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < STAND_CLEAR_MM


def _has_returned(tracks: Tracks, piece: str, bare: PlanarPose) -> bool:
    track = tracks.tracks.get(piece)
    if track is None or track.hidden:
        return False
    at = track.pose.pose
    is_near = math.hypot(at.x_mm - bare.x_mm, at.y_mm - bare.y_mm) < RETURNED_MM
    return is_near and abs(wrap_rad(at.heading_rad - bare.heading_rad)) < RETURNED_RAD
