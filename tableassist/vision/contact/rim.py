"""Where the edge of a piece really is at a contact, by what the picture shows of its rim.

A pose, a mount and an outline say where the edge should be. The picture shows it along all of the rim that nothing
hides. Both are brought together: the unknowns are how far the piece is from its pose and how far its rim is from its
outline, each with what is known about it beforehand, and the visible edges are measurements of their sum. What follows
for the contact has a sigma that is honest also where the contact itself is hidden (docs/measurement-model.md, eq.
17 to 17c).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely import LinearRing, Polygon

from tableassist.geometry import Floats, MatPoints, PiecePoints, PlanarPose
from tableassist.pieces import Piece
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.rim_sigma import rim_sigma_mm
from tableassist.vision.camera.frame import Image
from tableassist.vision.contact.profiles import (
    MAX_CARD_REACH_MM,
    OFFSETS_PX,
    EdgeProfiles,
    rim_ring,
    trace_profiles,
)
from tableassist.vision.contact.shapes import footprint
from tableassist.vision.hull.cover import Neighbour
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.tone import Tone

MIN_PROFILES = 6
RETRY_AFTER_MM = 5.0
"""A card whose rim could not be seen is tried again when it has moved this far."""
ARM_MM = 20.0
"""Over which a turn is told from a shift: about a hull's half length."""
STEADY_SHARE = 0.3
"""Of an outline's variance, the part that is the same all round: half in the studio's pieces, next to none in the
path-traced ones, where 0.4 left shores off by 1.3 of their sigmas."""
WANDER_MM = 3.0
"""The rest changes over this length (one sigma of a Gaussian correlation). Waves of all lengths down to w have the
curvature of a Gaussian with w sqrt(3) / 2 pi: 2.2 mm for 8 mm, 3.3 mm for 12 mm."""
WANDER_SIZES, WANDER_LENGTHS_MM = (0.7, 1.0, 1.4), (2.0, 3.0, 4.0)
"""A hand that cuts out an island may be steadier or less steady than most: both are tried on the rim that is seen."""
WANDER_SIZE_SIGMA = 0.2
"""Prior of the logarithm of the first."""
LIKELIHOOD_SHARE = 0.3
"""Profiles beside each other are not quite independent: their likelihood counts to this power."""
CORRELATED_PROFILES, CORRELATED_CARD_PROFILES = 4.0, 2.0
"""Costs of neighbours are alike: so many count as one. Cards have no planks and rails that neighbours share: their
profiles were 0.12 mm rms off where 0.20 was claimed with 4 (15,000 path-traced ones, 10,000 in the studio)."""
FINE_PX: Floats = np.linspace(float(OFFSETS_PX[0]), float(OFFSETS_PX[-1]), 4 * (len(OFFSETS_PX) - 1) + 1)
WIDE_MM, MIN_EDGE_MM, MAX_OFFSET_MM = 3.0, 0.02, 1.5
MAX_ROUNDS, DONE_MM, DAMPING = 12, 0.005, 0.7
FOOT_BIAS_MM, FOOT_SIGMA_MM = 0.12, 0.19
"""A hull's foot is found too far out, by the shade in the corner below the wall: +0.21 px in the mean of 38 hulls in
four path-traced pictures, 0.21 px rms about it; +0.05 and 0.18 px of 57 hulls in the studio."""
TOP_SIGMA_MM = 0.28
"""Of a deck's edge: rails, and a flare that no outline has. +0.13 px of 22 hulls path-traced (0.32 rms about it), -0.15
of 27 in the studio (0.15)."""
HULL_WANDER_MM, HULL_WANDER_LENGTH_MM = 0.2, 8.0
"""Shadows on one side of a hull err together, over this length."""
HEIGHT_SIGMA_MM = 0.7
"""Of a hull against its model; it moves the deck's edge only."""
CARD_SIGMA_MM, CARD_WANDER_MM = 0.10, 0.08
"""The same of a card: 4,900 profiles path-traced, 0.13 mm rms each."""
HULL_PROFILE_SIGMA_MM, CARD_PROFILE_SIGMA_MM = 0.12, 0.08
"""Of one profile, beside its noise."""


@dataclass(frozen=True, slots=True)
class RimLook:
    """How far the edge is outside its outline at the contact, across it; below zero: inside."""

    offset_mm: float
    sigma_mm: float
    """Of what is left, of the piece's place and of its outline."""


def look_at_rim(
    image: Image,
    registration: Registration,
    piece: Neighbour,
    pose: PiecePose,
    contact: Floats,
    normal: Floats,
    others: Sequence[Neighbour],
    tone: Tone,
    memory: "RimMemory | None" = None,
) -> RimLook | None:
    """Measure where the piece's edge is at `contact` (2,), mat mm; None where the picture shows too little of its rim.

    `normal` (2,) points out of the piece, across the contact. `others` may hide the rim; `memory` is what was seen of
    it earlier.
    """
    if image.ndim != 3 or piece[0].model.sigma_mm <= 0.0:
        return None
    profiles = trace_profiles(image, registration, piece, others, contact, tone)
    if profiles is None or len(profiles.costs) < MIN_PROFILES:
        return None
    rim = _Rim.build(profiles, piece, place_covariance(registration, pose), contact, normal)
    edges = _find_edges(profiles, rim)
    if not profiles.is_flat:
        return _predict(rim, edges, rim.outline(1.0, WANDER_MM))
    if memory is not None and memory.is_complete_for(piece[0]):
        rim, edges = memory.join(rim, edges, piece, contact)
    return _average_over_wander(rim, edges)


@dataclass(frozen=True, slots=True, eq=False)
class RimMemory:
    """Edges of a card that were seen earlier, when no ship hid them: a cut stays as it is wherever the card lies."""

    piece: Piece
    seen_at: PlanarPose
    """Where the card lay then."""
    points: Floats
    """(N, 2) in the piece's frame; none where too little of the rim was in view."""
    edges: "_Edges"
    among: Floats
    """(N, N) covariance by the pose of that time."""
    seeing: Floats
    """(N, N) of what made edges look elsewhere than they were, but for what cards always have in common."""

    def is_complete_for(self, piece: Piece) -> bool:
        """Whether the rim was seen, and is this piece's."""
        return self.piece is piece and len(self.points) > 0

    def is_good_for(self, piece: Piece, pose: PlanarPose) -> bool:
        """Whether a card that now lies at `pose` need not be measured again."""
        moved_mm = math.hypot(self.seen_at.x_mm - pose.x_mm, self.seen_at.y_mm - pose.y_mm)
        return self.is_complete_for(piece) or (self.piece is piece and moved_mm < RETRY_AFTER_MM)

    def join(self, rim: "_Rim", edges: "_Edges", piece: Neighbour, contact: Floats) -> tuple["_Rim", "_Edges"]:
        """The rim and its edges with those that are remembered near the contact (eq. 17d)."""
        ring = _ring(piece)
        mat_points = np.asarray(piece[1].place(PiecePoints(self.points)))
        along = shapely.line_locate_point(ring, shapely.points(mat_points)) - ring.project(shapely.Point(contact))
        along = np.remainder(along + ring.length / 2.0, ring.length) - ring.length / 2.0
        near = np.flatnonzero(np.abs(along) < MAX_CARD_REACH_MM)
        pick = np.ix_(near, near)
        count = len(rim.sigma_mm)
        seeing = np.full((count + len(near), count + len(near)), CARD_SIGMA_MM**2)
        seeing[:count, :count] = rim.seeing
        seeing[count:, count:] += self.seeing[pick]
        all_along = np.concatenate([rim.along_mm, along[near]])
        apart = np.abs(all_along[:, None] - all_along)
        joined = replace(
            rim,
            along_mm=all_along,
            apart_mm=np.minimum(apart, ring.length - apart),
            sigma_mm=np.concatenate([rim.sigma_mm, rim_sigma_mm(piece[0].model, PiecePoints(self.points[near]))]),
            among=_block_diagonal(rim.among, self.among[pick]),
            towards=np.concatenate([rim.towards, np.zeros(len(near))]),
            seeing=seeing,
        )
        offsets = np.concatenate([edges.offset_mm, self.edges.offset_mm[near]])
        return joined, _Edges(offsets, np.concatenate([edges.variance, self.edges.variance[near]]))


def remember_rim(
    image: Image, registration: Registration, piece: Neighbour, pose: PiecePose, others: Sequence[Neighbour], tone: Tone
) -> RimMemory:
    """Measure all of a card's rim that is in view. `others` may hide it."""
    start = np.asarray(piece[1].place(PiecePoints(np.array(piece[0].model.hull[:1], dtype=np.float64))))[0]
    profiles = None if image.ndim != 3 else trace_profiles(image, registration, piece, others, start, tone, math.inf)
    if profiles is None or len(profiles.costs) < MIN_PROFILES:
        nothing = np.zeros((0, 0))
        return RimMemory(piece[0], piece[1], np.zeros((0, 2)), _Edges(np.zeros(0), np.zeros(0)), nothing, nothing)
    rim = _Rim.build(profiles, piece, place_covariance(registration, pose), start, np.array([1.0, 0.0]))
    on_piece = np.asarray(piece[1].into_frame(MatPoints(profiles.places.points)))
    return RimMemory(piece[0], piece[1], on_piece, _find_edges(profiles, rim), rim.among, rim.seeing - CARD_SIGMA_MM**2)


def _block_diagonal(one: Floats, other: Floats) -> Floats:
    out = np.zeros((len(one) + len(other), len(one) + len(other)))
    out[: len(one), : len(one)], out[len(one) :, len(one) :] = one, other
    return out


def place_covariance(registration: Registration, pose: PiecePose) -> Floats:
    """(3, 3) of how far the piece is, in the picture, from where its pose has it.

    An error of the camera moves everything that lies on the mat alike, and does not show. A pose by a flag high above
    the mat answers to it otherwise, and that shows like an error of the piece's own (eq. 17a).
    """
    apart = pose.shared - _mat_answers(registration, pose) if pose.shared.shape[1] else pose.shared
    return np.asarray(pose.own + apart @ apart.T)


def _mat_answers(registration: Registration, pose: PiecePose) -> Floats:
    """(3, K) how the pose of a card in the same place answers to the camera's K unit errors."""
    x, y = pose.pose.x_mm, pose.pose.y_mm
    places = np.array([(x, y), (x + ARM_MM, y), (x, y + ARM_MM)])
    pixels = registration.image_from_mat(MatPoints(places))
    answers = np.zeros((3, registration.pose_factor.shape[1]))
    for column in range(answers.shape[1]):
        camera = registration.pose.moved(registration.pose_factor[:, column])
        lens = registration.lens.shifted(registration.lens_factor[:, column])
        moved = np.asarray(camera.onto_height(lens.normalise(pixels), np.asarray(0.0))) - places
        answers[:2, column] = moved[0]
        answers[2, column] = (moved[1, 1] - moved[0, 1] - moved[2, 0] + moved[0, 0]) / (2.0 * ARM_MM)
    return answers


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """Covariances of an outline's error: between the N places, from them to the contact, and at it."""

    among: Floats
    towards: Floats
    at_contact: float


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    """What is known beforehand about N places of a rim and the contact."""

    along_mm: Floats
    """(N,) from the contact."""
    apart_mm: Floats
    """(N, N) along the rim."""
    sigma_mm: Floats
    """(N,) of the outline."""
    contact_sigma_mm: float
    among: Floats
    """(N, N) covariance by the pose."""
    towards: Floats
    """(N,) with the contact."""
    at_contact: float
    seeing: Floats
    """(N, N) covariance of what makes edges look elsewhere than they are."""
    bias_mm: Floats
    """(N,) mean of it."""
    profile_sigma_mm: float

    @classmethod
    def build(
        cls, profiles: EdgeProfiles, piece: Neighbour, covariance: Floats, contact: Floats, normal: Floats
    ) -> "_Rim":
        """`covariance` is that of the piece's place in the picture."""
        places, model = profiles.places, piece[0].model
        apart = np.abs(places.along_mm[:, None] - places.along_mm)
        apart = np.minimum(apart, places.length_mm - apart)
        here = _pull(places.points, places.outward, piece)
        there = _pull(contact[None], normal[None], piece)[0]
        # The contact is half way across the gap; the outline's sigma is that of the rim beside it.
        on_rim = shapely.get_coordinates(shapely.shortest_line(_ring(piece), shapely.Point(contact)))[:1]
        on_piece = piece[1].into_frame(MatPoints(np.vstack([places.points, on_rim])))
        sigma = rim_sigma_mm(model, on_piece)
        seeing, bias = _seeing(profiles, apart)
        return cls(
            places.along_mm,
            apart,
            sigma[:-1],
            float(sigma[-1]),
            here @ covariance @ here.T,
            here @ covariance @ there,
            float(there @ covariance @ there),
            seeing,
            bias,
            CARD_PROFILE_SIGMA_MM if profiles.is_flat else HULL_PROFILE_SIGMA_MM,
        )

    def outline(self, size: float, length_mm: float) -> _Outline:
        """How outlines err: a part is the same all round, the rest wanders (eq. 17)."""
        here = float(outline_likeness(np.zeros(()), size, length_mm))
        return _Outline(
            np.outer(self.sigma_mm, self.sigma_mm) * outline_likeness(self.apart_mm, size, length_mm),
            self.sigma_mm * self.contact_sigma_mm * outline_likeness(self.along_mm, size, length_mm),
            self.contact_sigma_mm**2 * here,
        )


def outline_likeness(apart_mm: Floats, size: float, length_mm: float) -> Floats:
    """Covariance of an outline's errors at two places so far apart along the rim, in units of its variance (eq. 17)."""
    wander = (1.0 - STEADY_SHARE) * size**2
    return np.asarray(STEADY_SHARE + wander * np.exp(-0.5 * (apart_mm / length_mm) ** 2))


def _ring(piece: Neighbour) -> LinearRing:
    shape = footprint(piece[0].model, piece[1])
    assert isinstance(shape, Polygon)  # profiles were traced along it
    return rim_ring(shape)


def _pull(points: Floats, normals: Floats, piece: Neighbour) -> Floats:
    """(N, 3) how far points fixed to the piece move along their normals with x, y and heading."""
    arm = points - np.array([piece[1].x_mm, piece[1].y_mm])
    return np.column_stack([normals, normals[:, 1] * arm[:, 0] - normals[:, 0] * arm[:, 1]])


def _seeing(profiles: EdgeProfiles, apart_mm: Floats) -> tuple[Floats, Floats]:
    """Covariance (N, N) and mean (N,) of what makes edges look elsewhere than they are (eq. 17a)."""
    places = profiles.places
    wander = np.exp(-0.5 * (apart_mm / HULL_WANDER_LENGTH_MM) ** 2)
    if profiles.is_flat:
        return CARD_SIGMA_MM**2 + CARD_WANDER_MM**2 * wander, np.zeros(len(apart_mm))
    top = places.is_top.astype(np.float64)
    foot, drift = 1.0 - top, np.where(places.is_top, places.drift, 0.0)
    common = FOOT_SIGMA_MM**2 * np.outer(foot, foot) + TOP_SIGMA_MM**2 * np.outer(top, top)
    by_height = HEIGHT_SIGMA_MM**2 * np.outer(drift, drift)
    return common + by_height + HULL_WANDER_MM**2 * wander, FOOT_BIAS_MM * foot


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    offset_mm: Floats
    """(N,) from the outline, outward, what seeing adds taken off."""
    variance: Floats


def _find_edges(profiles: EdgeProfiles, rim: _Rim) -> _Edges:
    """The edge on each profile, near where all of them together have it (expectation propagation).

    Single profiles have several minima, planks and shadows, and a cutting line makes a flat stretch. So each profile is
    replaced by the Gaussian that, with all that the others and the prior say of its edge, has the mean and the variance
    of its costs with the same; then again.
    """
    count, scale = len(profiles.costs), profiles.places.px_per_mm
    least = profiles.costs.min(axis=1) / np.maximum(profiles.pixels - 8.0, 2.0)
    excess = np.maximum(1.0, np.maximum(least, float(np.median(least))))
    alike = CORRELATED_CARD_PROFILES if profiles.is_flat else CORRELATED_PROFILES
    costs = _finer((profiles.costs - profiles.costs.min(axis=1)[:, None]) / (alike * excess)[:, None])
    places = FINE_PX / scale[:, None] - rim.bias_mm[:, None]
    prior = rim.among + rim.outline(1.0, WANDER_MM).among + rim.seeing + 1e-6 * np.eye(count)
    edge, variance = np.zeros(count), np.full(count, WIDE_MM**2)
    before = np.full(count, np.inf)
    for number in range(MAX_ROUNDS):
        gain = np.linalg.solve(prior + np.diag(variance + rim.profile_sigma_mm**2), prior)
        joint, spread = gain.T @ edge, np.diag(prior) - np.einsum("ij,ij->j", gain, prior)
        others = 1.0 / np.maximum(1.0 / spread - 1.0 / (variance + rim.profile_sigma_mm**2), 1.0 / WIDE_MM**2)
        at = others * (joint / spread - edge / (variance + rim.profile_sigma_mm**2))
        around = others + rim.profile_sigma_mm**2
        score = -0.5 * (costs + (places - at[:, None]) ** 2 / around[:, None])
        weight = np.exp(score - score.max(axis=1)[:, None])
        weight /= weight.sum(axis=1)[:, None]
        mean = (weight * places).sum(axis=1)
        tilted = np.maximum((weight * (places - mean[:, None]) ** 2).sum(axis=1), MIN_EDGE_MM**2)
        precision = np.maximum(1.0 / tilted - 1.0 / around, 1.0 / WIDE_MM**2)
        measured = (mean / tilted - at / around) / precision
        step = DAMPING if number else 1.0
        pull = (1.0 - step) * edge / variance + step * np.clip(measured, -MAX_OFFSET_MM, MAX_OFFSET_MM) * precision
        variance = 1.0 / ((1.0 - step) / variance + step * precision)
        edge = pull * variance
        if float(np.abs(joint - before).max()) < DONE_MM:
            break
        before = joint
    return _Edges(edge, variance + rim.profile_sigma_mm**2)


def _finer(costs: Floats) -> Floats:
    """(N, F) at FINE_PX, by straight lines between those at OFFSETS_PX."""
    return np.array([np.interp(FINE_PX, OFFSETS_PX, row) for row in costs])


def _predict(rim: _Rim, edges: _Edges, outline: _Outline) -> RimLook:
    """The offset at the contact by those that are seen: a Gaussian process along the rim (eq. 17b)."""
    measured = rim.among + outline.among + rim.seeing + np.diag(edges.variance)
    towards = rim.towards + outline.towards
    gain = np.linalg.solve(measured, towards)
    variance = rim.at_contact + outline.at_contact - float(gain @ towards)
    return RimLook(float(gain @ edges.offset_mm), math.sqrt(max(variance, 0.0)))


def _average_over_wander(rim: _Rim, edges: _Edges) -> RimLook:
    """The same for a card, over how much and how quickly its cut may wander, by how likely its rim makes each."""
    looks, scores = [], []
    for size in WANDER_SIZES:
        for length_mm in WANDER_LENGTHS_MM:
            outline = rim.outline(size, length_mm)
            measured = rim.among + outline.among + rim.seeing + np.diag(edges.variance)
            log_det = float(np.linalg.slogdet(measured)[1])
            misfit = float(edges.offset_mm @ np.linalg.solve(measured, edges.offset_mm))
            prior = (math.log(size) / WANDER_SIZE_SIGMA) ** 2
            scores.append(-0.5 * LIKELIHOOD_SHARE * (log_det + misfit + prior))
            looks.append(_predict(rim, edges, outline))
    weights = np.exp(np.array(scores) - max(scores))
    weights /= weights.sum()
    offsets, sigmas = (np.array([getattr(look, name) for look in looks]) for name in ("offset_mm", "sigma_mm"))
    mean = float(weights @ offsets)
    return RimLook(mean, math.sqrt(float(weights @ (sigmas**2 + (offsets - mean) ** 2))))
