"""Why a piece of the table is not measured in a frame: a reason for each, told only where the picture bears it out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats, ImagePoints, MatPoints
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message, Text
from tableassist.pieces.piece import MountKind, Piece, TagMount
from tableassist.pipeline.picture_faults import blur_words, coarse_blur_words, light_words
from tableassist.pipeline.table_settings import TableSettings
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.camera.frame import Frame
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
NOWHERE = Message("its tags are nowhere to be read in a picture that is sharp and light enough: covered, or not there")


@dataclass(frozen=True, slots=True, eq=False)
class MissingPieces:
    reasons: Mapping[str, Text] = field(default_factory=dict)
    """Piece to why it is not measured in this frame."""
    blur: Blur | None = None
    looked_ns: int | None = None
    """When the picture was last looked at for its blur."""

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
        return MissingPieces({}, before.blur, before.looked_ns)
    grey = as_grey(frame.image)
    blur, looked_ns = before.blur, before.looked_ns
    if looked_ns is None or not 0 <= frame.t_ns - looked_ns < LOOKED_NS:
        blur, looked_ns = measured_blur(grey, sightings), frame.t_ns
    outlines = {}
    if registration is not None:
        by_id = {piece.id: piece for piece in settings.pieces}
        outlines = {by_id[key].name: _outline(by_id[key], at.pose, registration) for key, at in seen.items()}
    look = _Look(grey, sightings, registration, light_words(grey), blur, outlines)
    lost = settings.state.masts_lost
    reasons: dict[str, Text] = {}
    for piece in missing:
        standing = _standing(piece, lost.get(piece.id, frozenset()))
        problem = problems.get(piece.id)
        if problem is not None:
            reasons[piece.id] = Message("seen, but not believed: {problem}", problem=problem)
        else:
            reasons[piece.id] = _reason(standing, last.get(piece.id), look, settings)
    return MissingPieces(_in_the_same_words(reasons, before.reasons), blur, looked_ns)


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
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    if np.percentile(look.grey[low[1] : high[1] + 1, low[0] : high[0] + 1], 10) > GLARE:
        return GLARED
    return _too_poor(_module_px(corners, mount), mount, look) or COVERED


def _somewhere(mounts: tuple[TagMount, ...], look: _Look, registration: Registration, settings: TableSettings) -> Text:
    """Nobody knows where it is: by how its tag would look at places all over the mat."""
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
    if (share := 1.0 - len(inside) / len(sizes)) > 0.02:
        return Message(
            "its tags are nowhere to be read, and {percent:.0f} % of the mat is not in the picture", percent=100 * share
        )
    if inside.min() < READS_PX[mounts[0].family]:
        return Message(
            "its tags are nowhere to be read, and in part of the picture they are too small: {module_px:.1f} px a "
            "module, {least_px:.1f} are needed",
            module_px=float(inside.min()),
            least_px=READS_PX[mounts[0].family],
        )
    return NOWHERE


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
