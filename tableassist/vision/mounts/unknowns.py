"""What fitting out solves for, as one vector, and how every corner in every picture answers to it.

All points are in the sheet's frame: origin at its lower-left corner, z up from the paper that the ship stands on. A
corner of a ship's tag goes through these frames (docs/measurement-model.md, eq. 61 and 62):

    tag's square --mount (x, y, z, yaw, slopes, size)--> upright ship --lean of this set-down--> ship
       --from the bow--> slot, turned by its heading and the hand's turn --slot's place, the hand's shift--> sheet
       --camera of this picture--> pixels (eq. 47, 48)

The bow comes first because the hand pushes it against the stop: an error of the hand's turn swings the tag, not the
bow.
The vector (`Columns`), for P pictures, J tags of the sheet and K tags of the ship:

    lens | print scale | lift of the sheet | sheet tags 3 J | mat errors | mat on the sheet 3 P | hand 5 P
         | ship tags 7 K | cameras 6 P

Derivatives of points on the sheet by the unknowns are written out, column by column, in `_jig_points`, `_mat_points`
and `_ship_points`, and multiplied by the camera's in `_project_points`. All but the cameras have priors (`JigPriors`),
which are rows of the same least squares (eq. 51).

What is told apart by what: a height of the tag from the ship's place, because she is set down in slots at different
slants to the camera; the hand's errors from the mount, because the mount is the same in all set-downs; a lean from the
mount's slopes, for the same reason; the lens from all of it, by its calibration.
"""

import math
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from tableassist.geometry import Floats, Indices
from tableassist.pieces import MountKind, Piece, TagMount
from tableassist.pieces.physical import MIN_LEAN_SIGMA_RAD
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.mounts.jig import Jig
from tableassist.vision.mounts.views import SetDown, bow_x_mm
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_places import covariance_root
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.tags.bowed_edges import straightened
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting

FLAT_CARD_MM = 2.0
"""A plate lower than this is a card that lies on the mat."""
HAND_UNKNOWNS = 5
"""Of a set-down: x, y, turn, how far it leans to its bow and to port."""
TAG_UNKNOWNS = 7
"""x, y, z, yaw, its slope along x and y, its size as a share above what is stated."""
SAME_PLACE_PX = 1.0
"""A tag that lies still in the picture repeats its error: seen four times it is worth no more than once."""
PAPER_MM = 0.1
"""How far the sheet's upper side lies above the mat."""
QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])


@dataclass(frozen=True, slots=True)
class JigPriors:
    """What is known before any picture. The sigmas are one sigma, an axis."""

    hand_mm: float = 0.3
    hand_rad: float = math.radians(0.6)
    """How far from stop and line a hand sets a ship. Where her hull is traced, that takes the hand's place."""
    lean_rad: float = MIN_LEAN_SIGMA_RAD
    """How far from upright it stands each time, to each side."""
    scale: float = 1.0
    """Of the print: the check line's length over 100 mm."""
    scale_sigma: float = 0.002
    flat_mm: float = 0.1
    """How high the sheet's tags bulge."""
    paper_sigma_mm: float = 0.1
    height_mm: float = 10.0
    """Of the tag's height about that of the table file: so wide that only the pictures tell it."""
    slope_rad: float = math.radians(1.5)
    size: float = 0.005


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each kind of unknown stands in the vector."""

    lens: int
    jig_tags: int
    pictures: int
    ship_tags: int
    scale_at: int
    lift_at: int
    jig_at: int
    mat_errors_at: int
    mat_places_at: int
    hand_at: int
    ship_at: int
    poses_at: int
    size: int

    def hand(self, picture: int) -> slice:
        return slice(self.hand_at + HAND_UNKNOWNS * picture, self.hand_at + HAND_UNKNOWNS * (picture + 1))

    def ship(self, tag: int) -> slice:
        return slice(self.ship_at + TAG_UNKNOWNS * tag, self.ship_at + TAG_UNKNOWNS * (tag + 1))


@dataclass(frozen=True, slots=True, eq=False)
class MountUnknowns:
    values: Floats
    """(N - 6 P,) all but the cameras' poses."""
    poses: tuple[CameraPose, ...]
    """camera_from_jig, one a picture."""

    def moved(self, step: Floats) -> "MountUnknowns":
        count = len(self.values)
        by_pose = step[count:].reshape(-1, 6)
        poses = tuple(pose.moved(one) for pose, one in zip(self.poses, by_pose, strict=True))
        return MountUnknowns(self.values + step[:count], poses)


@dataclass(frozen=True, slots=True, eq=False)
class _Sightings:
    """Of one kind of tag, over all pictures: arrays over S."""

    picture: Indices
    tag: Indices
    px: Floats
    """(S, 4, 2)."""
    whiten: Floats
    """(S, 8, 8)."""


@dataclass(frozen=True, slots=True, eq=False)
class MountScene:
    """Everything that is given: sheet, mat, ship, lens, and the corners seen."""

    columns: Columns
    lens: Lens
    lens_root: Floats
    jig_corners: Floats
    """(J, 4, 2)."""
    mat_corners: Floats
    """(T, 4, 2)."""
    mat_errors: Floats
    """(T, 4, K): places (x, y, yaw, size) by errors of their own."""
    mat_by_lens: Floats
    """(T, 4, M): places by the errors of the lens they were surveyed through."""
    paper_mm: float
    bow_x_mm: float
    squares: Floats
    """(T, 4, 2) of the ship's tags."""
    leaning: Floats
    """(K,) of the ship's tags: 1 where a tag leans with her rig, 0 for a card that lies on the mat."""
    slots: Floats
    """(P, 3): x, y, heading of each picture's slot."""
    jig: _Sightings
    mat: _Sightings
    ship: _Sightings

    def predict(self, at: MountUnknowns) -> tuple[Floats, Floats, Floats]:
        """(S, 8) residuals px, (S, 8, N) their Jacobian d(expected)/d(unknowns), (S, 8, 8) whitening."""
        parts = [self._jig_points(at.values), self._mat_points(at.values), self._ship_points(at.values)]
        kinds = (self.jig, self.mat, self.ship)
        points = np.concatenate([part[0] for part in parts])
        by_unknown = np.concatenate([part[1] for part in parts])
        picture = np.concatenate([kind.picture for kind in kinds])
        px = np.concatenate([kind.px for kind in kinds])
        whiten = np.concatenate([kind.whiten for kind in kinds])
        expected, jacobian = self._project_points(at, points, by_unknown, picture)
        count = len(points)
        return (px - expected).reshape(count, 8), jacobian.reshape(count, 8, self.columns.size), whiten

    def _project_points(
        self, at: MountUnknowns, points: Floats, by_unknown: Floats, picture: Indices
    ) -> tuple[Floats, Floats]:
        columns = self.columns
        lens = self.lens.shifted(self.lens_root @ at.values[: columns.lens])
        rotation = np.stack([pose.rotation for pose in at.poses])[picture]
        shift = np.stack([pose.translation for pose in at.poses])[picture]
        turned = points @ rotation.transpose(0, 2, 1)
        in_camera = turned + shift[:, None]
        by_point = lens.point_jacobian(in_camera)
        out = np.zeros((*points.shape[:2], 2, columns.size))
        out[..., : columns.poses_at] = (by_point @ rotation[:, None]) @ by_unknown
        out[..., : columns.lens] += lens.lens_jacobian(in_camera) @ self.lens_root
        by_turn = -np.cross(by_point, turned[:, :, None, :])
        each = np.arange(len(points))
        for k in range(3):
            out[each, :, :, columns.poses_at + 6 * picture + k] = by_turn[..., k]
            out[each, :, :, columns.poses_at + 6 * picture + 3 + k] = by_point[..., k]
        return lens.project(in_camera), out

    def _empty(self, count: int) -> tuple[Floats, Floats]:
        return np.zeros((count, 4, 3)), np.zeros((count, 4, 3, self.columns.poses_at))

    def _jig_points(self, values: Floats) -> tuple[Floats, Floats]:
        seen, columns = self.jig, self.columns
        points, by = self._empty(len(seen.tag))
        drawn = self.jig_corners[seen.tag]
        off = values[columns.jig_at : columns.mat_errors_at].reshape(-1, 3)[seen.tag]
        points[..., :2] = (1.0 + values[columns.scale_at]) * drawn
        points += off[:, None]
        by[..., :2, columns.scale_at] = drawn
        each = np.arange(len(seen.tag))
        for k in range(3):
            by[each, :, k, columns.jig_at + 3 * seen.tag + k] = 1.0
        return points, by

    def _mat_points(self, values: Floats) -> tuple[Floats, Floats]:
        seen, columns = self.mat, self.columns
        points, by = self._empty(len(seen.tag))
        if not len(seen.tag):
            return points, by
        drawn = self.mat_corners[seen.tag]
        arm = drawn - drawn.mean(axis=1, keepdims=True)
        by_place = np.zeros((*drawn.shape, 4))
        by_place[..., 0, 0] = by_place[..., 1, 1] = 1.0
        by_place[..., 2] = arm @ QUARTER.T
        by_place[..., 3] = arm
        by_error = by_place @ self.mat_errors[seen.tag][:, None]
        by_lens = by_place @ self.mat_by_lens[seen.tag][:, None]
        errors = slice(columns.mat_errors_at, columns.mat_places_at)
        on_mat = drawn + by_error @ values[errors] + by_lens @ values[: columns.lens]
        place = values[columns.mat_places_at : columns.hand_at].reshape(-1, 3)[seen.picture]
        turn = _turn_matrices(place[:, 2])
        turned = on_mat @ turn.transpose(0, 2, 1)
        points[..., :2] = turned + place[:, None, :2]
        points[..., 2] = -self.paper_mm - values[columns.lift_at]
        by[..., 2, columns.lift_at] = -1.0
        by[..., :2, errors] = turn[:, None] @ by_error
        by[..., :2, : columns.lens] = turn[:, None] @ by_lens
        at, each = columns.mat_places_at + 3 * seen.picture, np.arange(len(seen.tag))
        by[each, :, 0, at] = by[each, :, 1, at + 1] = 1.0
        by[each, :, :2, at + 2] = turned @ QUARTER.T
        return points, by

    def _ship_points(self, values: Floats) -> tuple[Floats, Floats]:
        seen, columns = self.ship, self.columns
        points, by = self._empty(len(seen.tag))
        slot = self.slots[seen.picture]
        hand = values[columns.hand_at : columns.ship_at].reshape(-1, HAND_UNKNOWNS)[seen.picture]
        upright, by_tag = self._on_upright_ship(values)
        leaning = self.leaning[seen.tag]
        lean = _lean_matrices(hand[:, 3] * leaning, hand[:, 4] * leaning)
        turn = np.zeros((len(slot), 3, 3))
        turn[:, :2, :2], turn[:, 2, 2] = _turn_matrices(slot[:, 2] + hand[:, 2]), 1.0
        from_bow = upright @ lean.transpose(0, 2, 1) - (self.bow_x_mm, 0.0, 0.0)
        points[:] = from_bow @ turn.transpose(0, 2, 1)
        each, hand_at = np.arange(len(seen.tag)), columns.hand_at + HAND_UNKNOWNS * seen.picture
        by[each, :, :2, hand_at + 2] = points[..., :2] @ QUARTER.T
        points[..., :2] += (slot[:, :2] * (1.0 + values[columns.scale_at]) + hand[:, :2])[:, None]
        by[..., :2, columns.scale_at] = slot[:, None, :2]
        by[each, :, 0, hand_at] = by[each, :, 1, hand_at + 1] = 1.0
        for k in range(2):
            by[each, :, :, hand_at + 3 + k] = upright[..., 2:] * turn[:, None, :, k] * leaning[:, None, None]
            by[each, :, 2, hand_at + 3 + k] -= upright[..., k] * leaning[:, None]
        by_ship = (turn @ lean)[:, None] @ by_tag
        for k in range(TAG_UNKNOWNS):
            by[each, :, :, columns.ship_at + TAG_UNKNOWNS * seen.tag + k] = by_ship[..., k]
        return points, by

    def _on_upright_ship(self, values: Floats) -> tuple[Floats, Floats]:
        """(S, 4, 3) corners in the ship's frame, and (S, 4, 3, 7) by their tag's unknowns."""
        tag = self.ship.tag
        x, y, z, yaw, slope_x, slope_y, size = (
            values[self.columns.ship_at : self.columns.poses_at].reshape(-1, TAG_UNKNOWNS)[tag].T[..., None]
        )
        slope = np.stack([slope_x, slope_y], axis=-1)
        plain = self.squares[tag] @ _turn_matrices(yaw[:, 0]).transpose(0, 2, 1)
        square = plain * (1.0 + size)[..., None]
        twist = square @ QUARTER.T
        upright = np.concatenate(
            [square + np.stack([x, y], axis=-1), z[..., None] + (slope * square).sum(-1, keepdims=True)], -1
        )
        by = np.zeros((*upright.shape, TAG_UNKNOWNS))
        by[..., 0, 0] = by[..., 1, 1] = by[..., 2, 2] = 1.0
        by[..., :2, 3], by[..., 2, 3] = twist, (slope * twist).sum(-1)
        by[..., 2, 4], by[..., 2, 5] = square[..., 0], square[..., 1]
        by[..., :2, 6], by[..., 2, 6] = plain, (slope * plain).sum(-1)
        return upright, by


def is_flat_card(mount: TagMount) -> bool:
    return mount.kind is MountKind.PLATE and mount.z_mm < FLAT_CARD_MM


def _lean_matrices(to_bow: Floats, to_port: Floats) -> Floats:
    """(S, 3, 3) of small angles: what is high moves to that side, and what is on that side goes down."""
    out = np.tile(np.eye(3), (len(to_bow), 1, 1))
    out[:, 0, 2], out[:, 1, 2] = to_bow, to_port
    out[:, 2, 0], out[:, 2, 1] = -to_bow, -to_port
    return out


def _turn_matrices(angle: Floats) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c, -s, s, c], axis=-1).reshape(-1, 2, 2)


def build_mount_scene(
    downs: tuple[SetDown, ...], piece: Piece, jig: Jig, mat: MatLayout | None, lens: Lens
) -> MountScene:
    lens_root = covariance_root(lens.covariance)
    errors, by_lens = _mat_place_columns(mat, lens)
    seen = [
        _gather_sightings([getattr(down, kind) for down in downs], lens)
        for kind in ("jig_seen", "mat_seen", "ship_seen")
    ]
    lens_errors, jig_tags, pictures, ship_tags = lens_root.shape[1], len(jig.tags.tags), len(downs), len(piece.mounts)
    sizes = (
        lens_errors,
        1,
        1,
        3 * jig_tags,
        errors.shape[-1],
        3 * pictures,
        HAND_UNKNOWNS * pictures,
        TAG_UNKNOWNS * ship_tags,
    )
    starts = accumulate((*sizes, 6 * pictures))
    columns = Columns(lens_errors, jig_tags, pictures, ship_tags, *starts)
    tags = () if mat is None else mat.tags
    return MountScene(
        columns=columns,
        lens=lens,
        lens_root=lens_root,
        jig_corners=np.stack([mat_tag_corners(tag)[:, :2] for tag in jig.tags.tags]),
        mat_corners=np.array([mat_tag_corners(tag)[:, :2] for tag in tags]).reshape(-1, 4, 2),
        mat_errors=errors,
        mat_by_lens=by_lens @ lens_root,
        paper_mm=PAPER_MM,
        bow_x_mm=bow_x_mm(piece.model),
        squares=np.stack([tag_corners(mount.size_mm) for mount in piece.mounts]),
        leaning=np.array([float(not is_flat_card(mount)) for mount in piece.mounts]),
        slots=np.array([(down.slot.x_mm, down.slot.y_mm, down.slot.heading_rad) for down in downs]),
        jig=seen[0],
        mat=seen[1],
        ship=seen[2],
    )


def _mat_place_columns(mat: MatLayout | None, lens: Lens) -> tuple[Floats, Floats]:
    """(T, 4, K) and (T, 4, 12): how the places of the mat's tags answer to errors of size 1, and to the lens's."""
    if mat is None:
        return np.zeros((0, 4, 0)), np.zeros((0, 4, 12))
    if mat.surveyed is not None:
        return mat.surveyed.columns(lens)
    count = len(mat.tags)
    apart, each = np.zeros((count, 4, count, 3)), np.arange(count)
    apart[each, 0, each, 0] = apart[each, 1, each, 1] = mat.placement_sigma_mm
    apart[each, 2, each, 2] = [mat.placement_sigma_mm / tag.size_mm for tag in mat.tags]
    return apart.reshape(count, 4, 3 * count), np.zeros((count, 4, 12))


def _gather_sightings(pictures: list[dict[int, TagSighting]], lens: Lens) -> _Sightings:
    each = [(number, tag, seen) for number, picture in enumerate(pictures) for tag, seen in picture.items()]
    px = straightened(tuple(seen for _, _, seen in each), lens)
    tags = np.array([tag for _, tag, _ in each], dtype=np.intp)
    middle = px.mean(axis=1)
    apart = np.linalg.norm(middle[:, None] - middle, axis=-1)
    repeats = ((apart < SAME_PLACE_PX) & (tags[:, None] == tags)).sum(axis=1)
    noise = np.array([sighting_covariance(seen) for _, _, seen in each]).reshape(-1, 8, 8)
    whiten = np.linalg.inv(np.linalg.cholesky(noise * repeats[:, None, None]))
    return _Sightings(np.array([number for number, _, _ in each], dtype=np.intp), tags, px, whiten)
