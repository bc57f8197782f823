"""Why a piece of the table is not measured in a frame: a reason for each, told only where the picture bears it out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints, MatPoints, PlanarPose
from tableassist.messages import Message, Text, template
from tableassist.pieces import MountKind, Piece, TagMount
from tableassist.pipeline.picture_faults import blur_words, coarse_blur_words, light_words
from tableassist.pipeline.table_settings import TableSettings
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.cover import sail_corners
from tableassist.vision.planning.reading import READS_PX
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.blur import Blur, measured_blur
from tableassist.vision.tags.detector import as_grey
from tableassist.vision.tags.grey_picture import Grey
from tableassist.vision.tags.pattern import modules_of, tag_corners
from tableassist.vision.tags.sighting import TagSighting

BLURRED_MODULES = 0.35
"""A blur's sigma, in modules: from here on tags are lost to it, though at first only some."""
GLARE = 240
"""Of 255: a tag's black shows darker than this, unless a lamp is mirrored in it."""
SATURATED, MAX_SATURATED = 250, 0.42
"""Grey level, and the share of a tag's square beyond it that only a mirrored lamp makes: half of it is black."""
MIN_PATTERN_LEVELS = 50.0
FLAT_RATIO = 0.4
"""Shorter to longer side: below, modules run together along the short one."""
LIKE_SIZE = 0.3, 2.0
"""An unread square's area over that of the missing tag in the middle of the mat: perspective, and what is covered."""
UNREAD_NS = 10_000_000_000
"""Tags that cannot be read are looked for once in so long, and only for pieces that were never seen: it takes as long
as some frames."""
WHOLLY_INSIDE, MOSTLY_OUTSIDE = 0.02, 0.25
"""From this share of the mat on, the picture's edge is the likeliest reason by itself."""
LOOKED_NS = 2_000_000_000
"""The picture's blur is measured again after this long: it costs as much as the rest of the frame."""
MAT_GRID = np.stack(np.meshgrid(np.linspace(0, 1, 12), np.linspace(0, 1, 12)), axis=-1).reshape(-1, 2)
"""Places all over the mat, as shares of its sides."""

NO_MAST = Message("its tags stand on masts that are off")
OUTSIDE = Message("outside the picture")
GLARED = Message("a lamp is mirrored in it: move the lamp or the camera")
COVERED = Message("covered where it was last seen, or taken away from there")
NO_TAGS = Message("no tag can be read anywhere in the picture")
NO_MAT = Message("the mat is not made out, so nothing can be placed on it")
PARTLY_COVERED = Message("a tag of its size is partly covered: something lies on it, or a sail is before it")
UNDER_GLARE = Message("a tag of its size is washed out by a mirrored lamp: move the lamp or the camera")
TOO_FLAT = Message("a tag of its size is seen at too flat an angle: raise the camera, or turn the piece")
NOWHERE = Message("its tags are nowhere to be read in a picture that is sharp and light enough: covered, or not there")


@dataclass(frozen=True, slots=True)
class UnreadTag:
    """A square with a pattern in the picture that no detector could read."""

    x_px: float
    y_px: float
    area_px: float
    why: Message


@dataclass(frozen=True, slots=True, eq=False)
class MissingPieces:
    reasons: Mapping[str, Text] = field(default_factory=dict)
    """Piece to why it is not measured in this frame."""
    blur: Blur | None = None
    looked_ns: int | None = None
    """When the picture was last looked at for its blur."""
    unread: tuple[UnreadTag, ...] = ()
    unread_ns: int | None = None
    """When it was last looked at for tags that cannot be read."""

    def warnings(self, *, mat_tags_left_out: bool) -> tuple[Message, ...]:
        """The blur, where pieces are lost to it, or tags of the mat look displaced for it."""
        if self.blur is None or not self.blur.is_blurred:
            return ()
        words = blur_words(self.blur)
        return (words,) if mat_tags_left_out or words in self.reasons.values() else ()


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What the picture shows beside the pieces that are measured."""

    grey: Grey
    sightings: tuple[TagSighting, ...]
    registration: Registration | None
    light: Message | None
    blur: Blur | None
    outlines: Mapping[str, ImagePoints]
    """Of the pieces that are measured, by name: what they cover in the picture."""
    sails: Mapping[str, Sequence[ImagePoints]]
    """Of the ships that are measured, by name."""
    unread: list[UnreadTag]
    """Each explains one piece, and is then taken out."""


def missing_pieces(
    frame: Frame,
    sightings: tuple[TagSighting, ...],
    registration: Registration | None,
    seen: Mapping[str, PiecePose],
    problems: Mapping[str, Text],
    last: Mapping[str, PiecePose],
    settings: TableSettings,
    before: MissingPieces,
) -> MissingPieces:
    """`seen` are measured in this frame, `problems` say why others were not believed, `last` is where pieces were."""
    missing = tuple(piece for piece in settings.pieces if piece.id not in seen)
    if not missing and not (registration is not None and registration.mat_tags_left_out):
        return MissingPieces({}, before.blur, before.looked_ns, before.unread, before.unread_ns)
    grey = as_grey(frame.image)
    blur, looked_ns, unread = before.blur, before.looked_ns, before.unread
    if looked_ns is None or not 0 <= frame.t_ns - looked_ns < LOOKED_NS:
        blur, looked_ns = measured_blur(grey, sightings), frame.t_ns
    unread_ns = before.unread_ns
    is_new = any(piece.id not in last and piece.id not in problems for piece in missing)
    if is_new and (unread_ns is None or not 0 <= frame.t_ns - unread_ns < UNREAD_NS):
        unread, unread_ns = find_unread_tags(grey, sightings), frame.t_ns
    outlines = {}
    if registration is not None:
        by_id = {piece.id: piece for piece in settings.pieces}
        outlines = {by_id[key].name: _outline(by_id[key], at.pose, registration) for key, at in seen.items()}
    lost = settings.state.masts_lost
    sails = {}
    if registration is not None:
        sails = {
            by_id[key].name: _sails(by_id[key], at.pose, lost.get(key, ()), registration) for key, at in seen.items()
        }
    look = _Look(grey, sightings, registration, light_words(grey), blur, outlines, sails, list(unread))
    reasons: dict[str, Text] = {}
    for piece in missing:
        standing = _standing(piece, lost.get(piece.id, frozenset()))
        problem = problems.get(piece.id)
        if problem is not None:
            reasons[piece.id] = Message("seen, but not believed: {problem}", problem=problem)
        else:
            reasons[piece.id] = _reason(standing, last.get(piece.id), look, settings)
    return MissingPieces(_in_the_same_words(reasons, before.reasons), blur, looked_ns, unread, unread_ns)


def _in_the_same_words(reasons: Mapping[str, Text], before: Mapping[str, Text]) -> Mapping[str, Text]:
    """Digits that no words show differ from frame to frame; nothing need be judged again for them."""
    return {
        piece: old if (old := before.get(piece)) is not None and str(old) == str(reason) else reason
        for piece, reason in reasons.items()
    }


def _standing(piece: Piece, masts_lost: frozenset[int]) -> tuple[TagMount, ...]:
    return tuple(m for m in piece.mounts if m.kind is not MountKind.MASTHEAD or m.mast not in masts_lost)


def _reason(mounts: tuple[TagMount, ...], last: PiecePose | None, look: _Look, settings: TableSettings) -> Text:
    if not mounts:
        return NO_MAST
    if look.registration is None:
        return _without_mat(look)
    if last is not None:
        return _where_it_lay(mounts, last.pose, look, look.registration)
    return _somewhere(mounts, look, look.registration, settings)


def _without_mat(look: _Look) -> Text:
    if look.light is not None:
        return look.light
    if not look.sightings:
        return coarse_blur_words(look.grey) or NO_TAGS
    return blur_words(look.blur) if look.blur is not None and look.blur.is_blurred else NO_MAT


def _where_it_lay(mounts: tuple[TagMount, ...], at: PlanarPose, look: _Look, registration: Registration) -> Text:
    """By the tag that looks largest there."""
    views = [(_tag_in_picture(mount, at, registration), mount) for mount in mounts]
    corners, mount = max(views, key=lambda view: _module_px(*view))
    if not _is_inside(corners, look.grey):
        return OUTSIDE
    middle = corners.mean(axis=0)
    for name, outline in look.outlines.items():
        if cv2.pointPolygonTest(outline.astype(np.float32), (float(middle[0]), float(middle[1])), False) >= 0:
            return Message("behind {name}, where it was last seen", name=name)
    for name, sails in look.sails.items():
        if any(cv2.pointPolygonTest(sail.astype(np.float32), middle.tolist(), False) >= 0 for sail in sails):
            return Message("under the sails of {name}, where it was last seen", name=name)
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    if np.percentile(look.grey[low[1] : high[1] + 1, low[0] : high[0] + 1], 10) > GLARE:
        return GLARED
    return _too_poor(_module_px(corners, mount), mount, look) or COVERED


def _somewhere(mounts: tuple[TagMount, ...], look: _Look, registration: Registration, settings: TableSettings) -> Text:
    """Nobody knows where it is: by how its tag would look at places all over the mat, and by tags that show and cannot
    be read."""
    places = MAT_GRID * (settings.mat.width_mm, settings.mat.height_mm)
    sizes = np.zeros(len(places))
    for index, (x, y) in enumerate(places):
        views = [(_tag_in_picture(mount, PlanarPose(x, y, 0.0), registration), mount) for mount in mounts]
        corners, mount = max(views, key=lambda view: _module_px(*view))
        sizes[index] = _module_px(corners, mount) if _is_inside(corners, look.grey) else 0.0
    inside = sizes[sizes > 0]
    if not len(inside):
        return OUTSIDE
    poor = _too_poor(float(np.median(inside)), mounts[0], look)
    if poor is not None:
        return poor
    unread = _take_unread(mounts[0], float(np.median(inside)), look)
    return unread.why if unread is not None else _nowhere(mounts[0], inside, 1.0 - len(inside) / len(sizes))


def _nowhere(mount: TagMount, sizes_px: Floats, outside: float) -> Message:
    """Nothing of it shows. `sizes_px`: of its modules all over the mat; `outside`: the mat's share off the picture."""
    if outside > MOSTLY_OUTSIDE:
        form = template("its tags are nowhere to be read, and {percent:.0f} % of the mat is not in the picture")
        return Message(form, percent=100 * outside)
    if sizes_px.min() < READS_PX[mount.family]:
        return Message(
            "its tags are nowhere to be read, and in part of the picture they are too small: {module_px:.1f} px a "
            "module, {least_px:.1f} are needed",
            module_px=float(sizes_px.min()),
            least_px=READS_PX[mount.family],
        )
    if outside > WHOLLY_INSIDE:
        # Most of the mat shows, so the edge is only one of several things that may hide it.
        form = template(
            "its tags are nowhere to be read: covered, not there, or on the {percent:.0f} % of the mat outside the "
            "picture"
        )
        return Message(form, percent=100 * outside)
    return NOWHERE


def _take_unread(mount: TagMount, module_px: float, look: _Look) -> UnreadTag | None:
    """An unread tag of about this size; no other piece gets it, too."""
    expected = (module_px * modules_of(mount.family)) ** 2
    for tag in look.unread:
        if LIKE_SIZE[0] * expected < tag.area_px < LIKE_SIZE[1] * expected:
            look.unread.remove(tag)
            return tag
    return None


def find_unread_tags(grey: Grey, sightings: tuple[TagSighting, ...]) -> tuple[UnreadTag, ...]:
    """Squares that look like tags and are none of those that were read, with why each cannot be.

    OpenCV's detector also tells which squares it found and could not decode; the border of a tag is enough for it.
    """
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), _unread_search())
    decoded, _, rejected = finder.detectMarkers(np.ascontiguousarray(grey))
    known = [sighting.corners.astype(np.float32) for sighting in sightings]
    unread: list[UnreadTag] = []
    # It guesses more bravely than our own detector, and what only it decodes is no better than unread.
    for quad in (*decoded, *rejected):
        corners = np.asarray(quad, dtype=np.float32).reshape(4, 2)
        middle = corners.mean(axis=0).tolist()
        area = float(cv2.contourArea(corners))
        is_known = any(cv2.pointPolygonTest(tag, middle, False) >= 0 for tag in known)
        is_twice = any(np.hypot(tag.x_px - middle[0], tag.y_px - middle[1]) < 0.5 * area**0.5 for tag in unread)
        why = None if is_known or is_twice else _why_unread(grey, corners)
        if why is not None:
            unread.append(UnreadTag(middle[0], middle[1], area, why))
    return tuple(unread)


def _unread_search() -> cv2.aruco.DetectorParameters:
    """OpenCV's usual search passes over squares of 20 px whose inside is covered: wider windows and smaller squares."""
    search = cv2.aruco.DetectorParameters()
    search.adaptiveThreshWinSizeMin, search.adaptiveThreshWinSizeMax, search.adaptiveThreshWinSizeStep = 5, 45, 10
    search.minMarkerPerimeterRate, search.minCornerDistanceRate = 0.015, 0.02
    return search


def _why_unread(grey: Grey, corners: np.ndarray) -> Message | None:
    """None for a square without a pattern: a sail, a window, a card."""
    upright = np.array([[0, 0], [47, 0], [47, 47], [0, 47]], dtype=np.float32)
    flat = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners, upright), (48, 48))
    dark, light = np.percentile(flat, (10, 90))
    if light - dark < MIN_PATTERN_LEVELS:
        return None
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    if sides.min() < FLAT_RATIO * sides.max():
        return TOO_FLAT
    return UNDER_GLARE if float((flat >= SATURATED).mean()) > MAX_SATURATED else PARTLY_COVERED


def _too_poor(module_px: float, mount: TagMount, look: _Look) -> Message | None:
    """What would keep a tag of this size from being read."""
    if look.light is not None:
        return look.light
    if module_px < READS_PX[mount.family]:
        return Message(
            "its tag is too small here: {module_px:.1f} px a module, {least_px:.1f} are needed",
            module_px=module_px,
            least_px=READS_PX[mount.family],
        )
    if look.blur is not None and look.blur.is_blurred and look.blur.sigma_px > BLURRED_MODULES * module_px:
        return blur_words(look.blur)
    return None


def _tag_in_picture(mount: TagMount, at: PlanarPose, registration: Registration) -> Floats:
    """(4, 2) corners of the black square, were the piece there."""
    local = _laid(tag_corners(mount.size_mm), PlanarPose(mount.x_mm, mount.y_mm, mount.yaw_rad))
    on_mat = _laid(local, at)
    return np.asarray(registration.image_from_mat(MatPoints(on_mat), mount.z_mm), dtype=np.float64)


def _outline(piece: Piece, at: PlanarPose, registration: Registration) -> ImagePoints:
    """What the hull of a piece covers in the picture, up to its height."""
    hull = _laid(np.asarray(piece.model.hull, dtype=np.float64), at)
    points = [registration.image_from_mat(MatPoints(hull), z_mm) for z_mm in (0.0, piece.model.height_mm)]
    around = cv2.convexHull(np.concatenate(points).astype(np.float32))[:, 0]
    return ImagePoints(np.asarray(around, dtype=np.float64))


def _sails(piece: Piece, at: PlanarPose, lost: Collection[int], registration: Registration) -> tuple[ImagePoints, ...]:
    """The sails of a ship in the picture, one outline each."""
    outlines = []
    for number, mast in enumerate(piece.model.masts, start=1):
        if mast.sail is not None and number not in lost:
            corners = sail_corners(mast, piece.model.height_mm, at, at)
            points = [
                registration.image_from_mat(MatPoints(corner[None, :2]), float(corner[2]))[0] for corner in corners
            ]
            around = cv2.convexHull(np.array(points, dtype=np.float32))[:, 0]
            outlines.append(ImagePoints(np.asarray(around, dtype=np.float64)))
    return tuple(outlines)


def _laid(points: Floats, at: PlanarPose) -> Floats:
    c, s = np.cos(at.heading_rad), np.sin(at.heading_rad)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + np.array([at.x_mm, at.y_mm]), dtype=np.float64)


def _module_px(corners: Floats, mount: TagMount) -> float:
    """Of the shorter side: slanting tags are lost along the way that shortens them."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(sides.min()) / modules_of(mount.family)


def _is_inside(corners: Floats, grey: Grey) -> bool:
    height, width = grey.shape
    return bool(np.isfinite(corners).all() and (corners >= 0).all() and (corners <= (width - 1, height - 1)).all())
