"""Where dice lie on the ground: by trying many places, turns and sizes, the coarse ones first."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.dice.face import (
    FEWER_ACROSS,
    FacePatterns,
    all_patterns,
    face_points,
    soft_patterns,
    usual_patterns,
)
from tableassist.vision.dice.ground import GroundPicture
from tableassist.vision.dice.pose import (
    EDGE,
    YAW,
    PoseScores,
    Projector,
    X,
    Y,
    covering_cost,
    score_poses,
    silhouette,
    unexplained,
)

STEP, YAWS, EDGES = 0.1, 9, 3
"""Of the coarse places, as a share of the edge; and how many turns and sizes are tried at each."""
SOFTER = 0.06
"""Of the smallest edge: a blurred picture is kinder to a pose that is a little off."""
LOOKED_AT = 80
"""For each value: the poses whose surroundings are looked at, too."""
LEAST_EACH, MOST_EACH = 2, 6
"""Candidates for each value, the more the larger the thing is."""
FAR_BEHIND = 0.6
"""Of the score: no candidate is so far behind the best."""
APART = 0.2
"""Of candidates, as a share of the edge."""
LEAST_COARSE, LEAST_FINE = 0.2, 0.3
SMALLEST, LARGEST = 0.9, 1.06
"""Of the smallest and the largest edge: so far the search goes, to see that it is none of these."""
SMALL, SMALL_IN_SHADE = 0.35, 0.2
"""Of the face of the smallest die: what is smaller is no die. Of a black die the camera may take most for a shadow, so
less is enough where sure pixels and shade together cover a face."""
THICK = 0.4
"""Of the smallest edge: the ground's own rim, in a blurred picture, is thinner than this."""
FULL = 0.6
"""Round the middle of a die so much is no ground."""
OVERLAP, SAME = 0.12, 0.8
"""Of two faces seen from above: dice that stand in each other; and the same die twice."""
LEAST_NEW = 0.5
"""Of the smallest face: what each die explains that no other does."""
REST_COST, MORE_COST = 2.0, 0.08
"""Of what a set of dice leaves unexplained, and of each die more in it: parts of one die look like small dice."""
MOST_DICE = 12
MOST_FACES = 40
"""What covers more than so many of the largest dice is no throw."""
FIRST_ROUNDS, LAST_ROUNDS, NARROWER = 2, 3, 0.55
FIRST_STEPS = np.array([0.05, 0.05, math.radians(4.0), 0.06])
"""Of x, y and edge as shares of the edge."""
WAYS = np.array(np.meshgrid(*[(-1, 0, 1)] * 4)).reshape(4, -1).T


@dataclass(frozen=True, slots=True, eq=False)
class FoundDie:
    pose: Floats
    """(4,): x, y, yaw and edge."""
    scores: PoseScores
    """Of this one pose."""
    covers: Flags
    """(H, W): the pixels that it is seen in."""
    near: Projector
    rival: float = 0.0
    """The score of the best other die, of another value, that would stand in this one."""

    @property
    def score(self) -> float:
        return float(self.scores.best[0])

    @property
    def value(self) -> int:
        return int(self.scores.scores[0].argmax()) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something on the ground: pixels that hang together."""

    dice: tuple[FoundDie, ...]
    x_mm: float
    y_mm: float
    unexplained: float
    """Share of its pixels that are on none of its dice."""
    faces: float
    """How many faces of the smallest die the unexplained pixels would cover."""
    at_rim: bool
    """It reaches the ground's rim, and may go on beyond it."""
    is_thick: bool
    """It has room for a part of a die, and is no mere line."""


def find_things(ground: GroundPicture, edges_mm: tuple[float, float], middle: Floats) -> tuple[Thing, ...]:
    """`middle` (2,) is the ground's on the mat."""
    projector = Projector(ground, np.array([*middle, edges_mm[0]]))
    marked = ((ground.evidence > -0.5) & ground.inside).astype(np.uint8)
    marked = np.asarray(cv2.morphologyEx(marked, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    count, labels = cv2.connectedComponents(marked, connectivity=4)
    things = []
    for label in range(1, count):
        patch = np.asarray(labels == label)
        sure = float((ground.evidence[patch] > 0.5).sum())
        face_px = edges_mm[0] ** 2 * projector.px2_per_mm2
        is_dark = sure > SMALL_IN_SHADE * face_px and patch.sum() > face_px
        if sure > SMALL * face_px or is_dark:
            things.append(_thing(ground, patch, edges_mm, projector))
    return tuple(things)


def _thing(ground: GroundPicture, patch: Flags, edges_mm: tuple[float, float], projector: Projector) -> Thing:
    rows, columns = np.nonzero(patch)
    x, y = projector.places(np.array([[columns.mean(), rows.mean()]]), edges_mm[0] / 2)[0]
    px2 = projector.px2_per_mm2
    seen = patch & (ground.evidence > 0.5)
    dice: tuple[FoundDie, ...] = ()
    if patch.sum() < MOST_FACES * edges_mm[1] ** 2 * px2:
        about = Projector(ground, np.array([x, y, sum(edges_mm) / 2]))
        candidates = _candidates(ground, patch, edges_mm, about)
        chosen = _best_set(candidates, seen, LEAST_NEW * edges_mm[0] ** 2 * px2)
        dice = _settled(ground, chosen, candidates, seen)
    rest = float((seen & ~_covered(dice, patch)).sum())
    share, faces = rest / max(float(seen.sum()), 1.0), rest / (edges_mm[0] ** 2 * px2)
    at_rim = bool((seen & ground.rim).any())
    is_thick = _thickness_px(patch) > THICK * edges_mm[0] * math.sqrt(px2)
    return Thing(dice, float(x), float(y), share, faces, at_rim=at_rim, is_thick=is_thick)


def _thickness_px(patch: Flags) -> float:
    """Diameter of the largest circle that fits into a patch."""
    framed = np.pad(patch.astype(np.uint8), 1)
    return 2.0 * float(cv2.distanceTransform(framed, cv2.DIST_L2, 3).max()) - 1.0


def _candidates(
    ground: GroundPicture, patch: Flags, edges_mm: tuple[float, float], projector: Projector
) -> list[FoundDie]:
    """The best first."""
    first: list[tuple[float, Floats, int, Projector]] = []
    for pose, value in _coarse(ground, patch, edges_mm, projector):
        near = Projector(ground, pose[[X, Y, EDGE]])
        found, score = _refined(ground, pose, value, edges_mm, near, usual_patterns(), FIRST_ROUNDS)
        if score > LEAST_FINE and all(_overlap(found, other) < SAME or value != its for _, other, its, _ in first):
            first.append((score, found, value, near))
    first.sort(key=lambda each: -each[0])
    dice = []
    for _, pose, value, near in first[:MOST_DICE]:
        last, _ = _refined(ground, pose, value, edges_mm, near, all_patterns(), LAST_ROUNDS, NARROWER**FIRST_ROUNDS)
        mask = np.zeros(patch.shape, np.uint8)
        outline = cv2.convexHull(silhouette(ground, last).astype(np.float32))
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1)
        covers = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0)
        dice.append(FoundDie(last, score_poses(ground, last[None], all_patterns(), near), covers, near))
    return sorted(dice, key=lambda die: -die.score)


def _best_set(candidates: list[FoundDie], seen: Flags, least_new: float) -> tuple[FoundDie, ...]:
    """Of dice that do not stand in each other, those that are seen best and leave least of the thing unexplained."""
    best: tuple[FoundDie, ...] = ()
    worth = 0.0
    for first in candidates:
        chosen = [first]
        for other in candidates:
            new = float((other.covers & seen & ~_covered(chosen, seen)).sum())
            if new > least_new and all(_overlap(other.pose, die.pose) < OVERLAP for die in chosen):
                chosen.append(other)
        rest = float((seen & ~_covered(chosen, seen)).sum()) / max(float(seen.sum()), 1.0)
        now = sum(die.score for die in chosen) / len(chosen) - REST_COST * rest - MORE_COST * (len(chosen) - 1)
        if not best or now > worth:
            best, worth = tuple(chosen), now
    return best


def _settled(
    ground: GroundPicture, chosen: tuple[FoundDie, ...], candidates: list[FoundDie], seen: Flags
) -> tuple[FoundDie, ...]:
    """Each compared once more with what would stand in its place, now that it is known where the others stand: what is
    seen of those beside it speaks against no die."""
    out: list[FoundDie] = []
    for index, die in enumerate(chosen):
        others = [*out, *chosen[index + 1 :]]
        clear = replace(ground, inside=ground.inside & ~_covered(others, ground.inside)) if others else ground
        rivals = [
            other
            for other in candidates
            if _overlap(other.pose, die.pose) > OVERLAP
            and all(_overlap(other.pose, beside.pose) < OVERLAP for beside in others)
        ]
        again = [
            replace(each, scores=score_poses(clear, each.pose[None], all_patterns(), each.near))
            for each in (die, *(other for other in rivals if other is not die))
        ]
        best = max(again, key=lambda each: _worth(each, others, seen))
        rival = max((_worth(each, others, seen) for each in again if each.value != best.value), default=0.0)
        out.append(replace(best, rival=rival))
    return tuple(out)


def _worth(die: FoundDie, others: Sequence[FoundDie], seen: Flags) -> float:
    """Its score, less what it leaves unexplained."""
    rest = float((seen & ~_covered([die, *others], seen)).sum()) / max(float(seen.sum()), 1.0)
    return die.score - REST_COST * rest


def _covered(dice: Sequence[FoundDie], like: Flags) -> Flags:
    covered = np.zeros(like.shape, np.bool_)
    for die in dice:
        covered |= die.covers
    return covered


def _coarse(
    ground: GroundPicture, patch: Flags, edges_mm: tuple[float, float], projector: Projector
) -> list[tuple[Floats, int]]:
    """The best of many poses, some for each value and each at a place of its own."""
    wide = cv2.dilate(patch.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.float32)
    full = np.asarray(cv2.blur(wide, (5, 5)), np.float32) > FULL
    if not full.any():
        return []
    sigma_px = SOFTER * edges_mm[0] * math.sqrt(projector.px2_per_mm2)
    soft = replace(ground, colours=np.asarray(cv2.GaussianBlur(ground.colours, (0, 0), sigma_px), np.float32))
    edges = np.unique(np.linspace(*edges_mm, 2 * EDGES + 1)[1::2]).tolist()
    parts = [_tried(soft, full, edge, projector) for edge in edges]
    poses, scores = (np.concatenate(each) for each in zip(*parts, strict=True))
    most = min(LOOKED_AT, len(scores) - 1)
    few = np.unique([np.argpartition(-np.ascontiguousarray(scores[:, k]), most)[:LOOKED_AT] for k in range(6)])
    again = score_poses(soft, poses[few], usual_patterns(), projector).scores
    faces = float(patch.sum()) / (edges_mm[0] ** 2 * projector.px2_per_mm2)
    each_value = min(max(LEAST_EACH, round(1.5 * faces)), MOST_EACH)
    least = max(LEAST_COARSE, float(again.max()) - FAR_BEHIND)
    return [
        (pose, value) for value in range(1, 7) for pose in _apart(poses[few], again[:, value - 1], least, each_value)
    ]


def _tried(soft: GroundPicture, full: Flags, edge: float, projector: Projector) -> tuple[Floats, Floats]:
    """(K, 4) poses of dice of one size all over the thing, and (K, 6) how well each value explains its face."""
    rows, columns = np.nonzero(full)
    yaws, points = np.arange(YAWS) * (math.pi / 2) / YAWS, face_points(FEWER_ACROSS)
    c, s = np.cos(yaws)[:, None], np.sin(yaws)[:, None]
    turned = np.stack([c * points[:, 0] - s * points[:, 1], s * points[:, 0] + c * points[:, 1]], axis=-1)
    places = _grid(projector.places(np.column_stack([columns, rows]).astype(np.float64), edge), STEP * edge)
    at = projector.pixels(np.column_stack([places, np.full(len(places), edge)]))
    column, row = (np.clip(np.rint(at[:, k]).astype(int), 0, full.shape[1 - k] - 1) for k in (0, 1))
    places, at = places[full[row, column]], at[full[row, column]]
    px = at[:, None, None] + edge * turned @ projector.by_mm[:, :2].T
    seen = soft.sampled(px.reshape(-1, len(points), 2))
    left, _ = unexplained(seen[..., :3], soft_patterns())
    both = np.repeat(places, YAWS, axis=0)
    poses = np.column_stack([both, np.tile(yaws, len(places)), np.full(len(both), edge)])
    return poses, 1.0 - left - covering_cost(seen[..., 3])[:, None]


def _grid(places: Floats, step: float) -> Floats:
    """(N, 2) evenly over the rectangle that holds the places."""
    low, high = places.min(axis=0), places.max(axis=0)
    x, y = np.meshgrid(np.arange(low[0], high[0] + step, step), np.arange(low[1], high[1] + step, step))
    return np.column_stack([x.ravel(), y.ravel()])


def _apart(poses: Floats, scores: Floats, least: float, most: int) -> list[Floats]:
    chosen: list[Floats] = []
    for index in np.argsort(-scores):
        if scores[index] < least or len(chosen) == most:
            break
        pose = poses[index]
        if all(math.hypot(pose[X] - other[X], pose[Y] - other[Y]) > APART * pose[EDGE] for other in chosen):
            chosen.append(pose)
    return chosen


def _refined(
    ground: GroundPicture,
    pose: Floats,
    value: int,
    edges_mm: tuple[float, float],
    projector: Projector,
    patterns: FacePatterns,
    rounds: int,
    first: float = 1.0,
) -> tuple[Floats, float]:
    """The best pose near by for a value, and its score."""
    steps = first * FIRST_STEPS * (pose[EDGE], pose[EDGE], 1.0, pose[EDGE])
    best, score = np.array(pose), 0.0
    for _ in range(rounds):
        tried = best + WAYS * steps
        tried[:, EDGE] = np.clip(tried[:, EDGE], SMALLEST * edges_mm[0], LARGEST * edges_mm[1])
        scores = score_poses(ground, tried, patterns, projector).scores[:, value - 1]
        best, score = tried[int(scores.argmax())], float(scores.max())
        steps = NARROWER * steps
    best[YAW] %= math.pi / 2
    return best, score


def _overlap(one: Floats, other: Floats) -> float:
    """Of the faces seen from above, as a share of the smaller."""
    if math.hypot(one[X] - other[X], one[Y] - other[Y]) > 0.72 * (one[EDGE] + other[EDGE]):
        return 0.0
    rings = [cv2.boxPoints(((each[X] - one[X], each[Y] - one[Y]), (each[EDGE], each[EDGE]), math.degrees(each[YAW])))
             for each in (one, other)]  # fmt: skip
    area, _ = cv2.intersectConvexConvex(rings[0], rings[1])
    return float(area) / float(min(one[EDGE], other[EDGE])) ** 2
