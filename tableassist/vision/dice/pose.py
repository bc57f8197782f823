"""How well dice at given places, turned and as large as given, explain the picture. Many at once."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.dice.face import FacePatterns, face_points
from tableassist.vision.dice.ground import GroundPicture, Layer

RING, RING_ACROSS = 0.63, 9
"""Points round the face, as shares of the edge from the middle: there a die ends."""
WIDER = 0.54
"""A ray that passes nearer to the middle may meet a side of the die."""
X, Y, YAW, EDGE = range(4)
SIDE_ALONG, SIDE_UP = (-0.3, 0.0, 0.3), (0.3, 0.6)
"""Points of a side, as shares of the edge."""
TURNED_TO = 0.2
"""A side that is turned to the camera by less shows nothing: the slope of the ray, across it."""
GROUND_COST, RING_COST, SHADE_COST, SIDE_COST = 0.9, 0.7, 0.15, 0.6
"""Of points of the face that show the ground, or perhaps its shadow, of points beyond it that show neither, and of
points of its sides that show the ground."""


@dataclass(frozen=True, slots=True, eq=False)
class PoseScores:
    scores: Floats
    """(K, V): of each pose and each value 1 to 6; 1 is perfect."""
    unexplained: Floats
    """(K, V): the share of what is seen on the face that the best layout of the value leaves unexplained."""
    contrast: Floats
    """(K,) what the face has in it beside one colour, in sigmas of the noise, a point of the face."""

    @property
    def best(self) -> Floats:
        return np.asarray(self.scores.max(axis=1))


class Projector:
    """Mat to pixels, straight within a few centimetres: far faster than through the lens."""

    def __init__(self, ground: GroundPicture, about: Floats) -> None:
        step = 8.0
        ways = np.concatenate([np.zeros((1, 3)), step * np.eye(3), -step * np.eye(3)])
        px = ground.pixels(about + ways)
        self.about, self.at, self.by_mm = about, px[0], (px[1:4] - px[4:7]).T / (2 * step)

    def pixels(self, points: Floats) -> Floats:
        return np.asarray((points - self.about) @ self.by_mm.T + self.at)

    def places(self, px: Floats, z_mm: float) -> Floats:
        """(N, 2) pixels to the mat, at a height."""
        flat = px - self.at - self.by_mm[:, 2] * (z_mm - self.about[2])
        return np.asarray(flat @ np.linalg.inv(self.by_mm[:, :2]).T + self.about[:2])

    @property
    def px2_per_mm2(self) -> float:
        """On the level of a face."""
        return abs(float(np.linalg.det(self.by_mm[:, :2])))


@lru_cache(maxsize=1)
def ring_points() -> Floats:
    """(R, 2) as shares of the edge, from the middle."""
    along = np.linspace(-0.5, 0.5, RING_ACROSS)
    sides = [(a, RING) for a in along] + [(a, -RING) for a in along]
    return np.array(sides + [(b, a) for a, b in sides])


@lru_cache(maxsize=1)
def side_points() -> tuple[Floats, Floats]:
    """(S, 3) as shares of the edge, from the middle of the foot; and (S, 2) which way each side faces."""
    ways = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
    points, facing = [], []
    for x, y in ways:
        for along in SIDE_ALONG:
            for up in SIDE_UP:
                points.append((0.5 * x - along * y, 0.5 * y + along * x, up))
                facing.append((x, y))
    return np.array(points), np.array(facing)


def solid_points(poses: Floats, points: Floats) -> Floats:
    """(K, P, 3) on the mat: points (P, 2) of each die's upper face, as shares of its edge."""
    c, s = np.cos(poses[:, YAW])[:, None], np.sin(poses[:, YAW])[:, None]
    u, v, edge = points[:, 0], points[:, 1], poses[:, EDGE][:, None]
    x = poses[:, X][:, None] + edge * (c * u - s * v)
    y = poses[:, Y][:, None] + edge * (s * u + c * v)
    return np.stack([x, y, np.broadcast_to(edge, x.shape)], axis=-1)


def score_poses(ground: GroundPicture, poses: Floats, patterns: FacePatterns, projector: Projector) -> PoseScores:
    """`poses` (K, 4): x, y, yaw and edge."""
    count, slopes = len(face_points()), _slopes(ground, poses)
    px = projector.pixels(solid_points(poses, np.concatenate([face_points(), ring_points()])))
    seen = ground.sampled(px)
    face = seen[:, :count]
    left, contrast = unexplained(face[..., :3], patterns)
    free = _free(slopes) & ground.are_inside(px[:, count:])
    cost = covering_cost(face[..., 3]) + RING_COST * _beyond(seen[:, count:, 3], free)
    cost += SIDE_COST * _bare_sides(ground, poses, projector, slopes)
    return PoseScores(np.asarray(1.0 - left - cost[:, None]), left, contrast)


def _slopes(ground: GroundPicture, poses: Floats) -> Floats:
    """(K, 2) in each die's own frame: how far a ray of the camera runs for each millimetre down."""
    camera = ground.registration.pose.position
    away = (poses[:, :2] - camera[:2]) / max(float(camera[2]), 1.0)
    c, s = np.cos(poses[:, YAW]), np.sin(poses[:, YAW])
    return np.stack([c * away[:, 0] + s * away[:, 1], c * away[:, 1] - s * away[:, 0]], axis=1)


def _bare_sides(ground: GroundPicture, poses: Floats, projector: Projector, slopes: Floats) -> Floats:
    """(K,) the share of the sides that are turned to the camera and show the ground: it looks through a die that is
    not there."""
    points, facing = side_points()
    turned = -slopes @ facing.T > TURNED_TO
    seen = np.nonzero(turned.any(axis=0))[0]
    if not len(seen):
        return np.zeros(len(poses))
    flat = solid_points(poses, points[seen, :2])
    flat[..., 2] = poses[:, EDGE][:, None] * points[seen, 2]
    bare = (ground.sampled(projector.pixels(flat))[..., 3] < -0.5) & turned[:, seen]
    return np.asarray(bare.sum(axis=1) / np.maximum(turned[:, seen].sum(axis=1), 1), np.float64)


def covering_cost(evidence: Layer) -> Floats:
    """(K,) for points of a face, (K, P), that are not surely a die's."""
    ground, shade = (evidence < -0.5).mean(axis=1), (np.abs(evidence) < 0.5).mean(axis=1)
    return np.asarray(GROUND_COST * ground + SHADE_COST * shade, np.float64)


def unexplained(seen: Layer, patterns: FacePatterns) -> tuple[Floats, Floats]:
    """(K, 6) and (K,), from (K, P, 3) colours in sigmas."""
    flat = np.ascontiguousarray(seen.transpose(0, 2, 1))
    flat -= flat.mean(axis=2, keepdims=True)
    off = flat - (flat @ patterns.plain) @ patterns.plain.T
    total = np.einsum("kcp,kcp->k", off, off).astype(np.float64)
    fitted = off @ patterns.patterns.T
    share = np.einsum("kcm,kcm->km", fitted, fitted) / np.maximum(total, 1e-9)[:, None]
    by_value = np.maximum.reduceat(share, patterns.starts, axis=1)
    return np.asarray(1.0 - by_value, np.float64), np.sqrt(total / off.shape[2])


def _beyond(evidence: Layer, free: Flags) -> Floats:
    """(K,) the share of points just beyond the die, where the ground should show, that show something else."""
    return np.asarray(((evidence > 0.3) & free).sum(axis=1) / np.maximum(free.sum(axis=1), 8), np.float64)


def _free(slopes: Floats) -> Flags:
    """(K, R): where the ray through a point of the ring, down to the ground, meets no side of the die."""
    shape = len(slopes), len(ring_points())
    enter, leave = np.zeros(shape), np.ones(shape)
    for along, slope in zip(ring_points().T, slopes.T, strict=True):
        by = np.where(np.abs(slope) < 1e-6, 1e-6, slope)[:, None]
        one, other = (-WIDER - along) / by, (WIDER - along) / by
        enter = np.maximum(enter, np.minimum(one, other))
        leave = np.minimum(leave, np.maximum(one, other))
    return np.asarray(enter > leave)


def silhouette(ground: GroundPicture, pose: Floats) -> Floats:
    """(N, 2) pixels: the corners of a whole die."""
    half = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    top = solid_points(pose[None], half)[0]
    return ground.pixels(np.concatenate([top, top * (1.0, 1.0, 0.0)]))
