"""How a card was really cut, by pictures that show all of its rim before any ship hides it.

A printed island is known to the cut, and a hand with scissors is good to 0.2 or 0.3 mm. At a docking the ship hides
the very stretch of shore that decides. Pictures of the mat with the islands on it show the whole rim from several
sides, and the cut stays as it is: so it is measured once, and kept in the table file (docs/measurement-model.md, eq.
17e).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely import LinearRing, Polygon

from tableassist.geometry import Flags, Floats, PiecePoints
from tableassist.pieces import Grade, Piece
from tableassist.pieces.physical import PieceOutline
from tableassist.vision.contact.profiles import rim_ring
from tableassist.vision.contact.rim import (
    CARD_SIGMA_MM,
    LIKELIHOOD_SHARE,
    WANDER_LENGTHS_MM,
    WANDER_SIZE_SIGMA,
    WANDER_SIZES,
    RimMemory,
    outline_likeness,
)
from tableassist.vision.outline.curve import simplified

LEAST_PICTURES = 2
MIN_PROFILES = 40
"""Of one picture: less than this many millimetres of rim say little of the rest."""
MOST_PROFILES = 1000
"""Of all pictures together; more are thinned out, for their noise is the least of it."""
NODE_MM = 1.0
NORMAL_MM = 1.5
"""A node's normal is taken over this length to both sides."""
MIN_SHOWN, SHOWN_MM = 0.7, 2.0
"""So much of the rim must be seen, each place from this near in one picture at least; the rest follows from its
neighbours, with a sigma that says so."""
MAX_CUT_RMS, MAX_CUT_SIGMAS = 1.7, 4.0
"""In sigmas of a cut. A rim that is farther from its line than this, all round or at one place, is no cut: the island
is another print or does not lie flat. Four path-traced cuts were 0.8 to 1.1 off all round. Edges more than two pixels
off are not looked for, so one that is 2 % too small all round would be traced wrong by 0.3 mm."""
MIN_CUT_SIGMA_MM = 0.08
CORNER_MM, MAX_CORNERS = 0.03, 300


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Edges of one rim in all pictures together."""

    along_mm: Floats
    """(N,)"""
    offset_mm: Floats
    errors: Floats
    """(N, N) of the offsets, but for the cut itself."""


def measure_cut(piece: Piece, pictures: Sequence[RimMemory]) -> PieceOutline | None:
    """The outline as it was cut; None where the pictures show too little of it, or what cannot be a cut."""
    usable = [seen for seen in pictures if len(seen.points) >= MIN_PROFILES]
    if len(usable) < LEAST_PICTURES:
        return None
    ring = rim_ring(Polygon(piece.model.hull))
    seen = _together(ring, usable)
    if _is_shown(ring, seen.along_mm).mean() < MIN_SHOWN:
        return None
    nodes = _nodes(ring)
    offset, sigma = _average_over_wander(seen, nodes, ring.length, piece.model.sigma_mm)
    far = np.abs(offset) / piece.model.sigma_mm
    if float(far.max()) > MAX_CUT_SIGMAS or math.sqrt(float((far**2).mean())) > MAX_CUT_RMS:
        return None
    sigma = np.maximum(sigma, MIN_CUT_SIGMA_MM)
    moved = _places(ring, nodes) + offset[:, None] * _outward(ring, nodes)
    corners = np.asarray(simplified(PiecePoints(moved), CORNER_MM, MAX_CORNERS))
    hull = tuple((round(float(x), 2), round(float(y), 2)) for x, y in corners)
    if not Polygon(hull).is_valid:
        return None
    nearest = np.linalg.norm(corners[:, None] - moved, axis=-1).argmin(axis=1)
    return PieceOutline(
        hull,
        math.sqrt(float((sigma**2).mean())),
        Grade.PRINTED,
        hull_sigma_mm=tuple(round(float(value), 3) for value in sigma[nearest]),
    )


def _together(ring: LinearRing, pictures: Sequence[RimMemory]) -> _Seen:
    """Poses differ from picture to picture; how a card's edge looks does not."""
    stride = math.ceil(sum(len(seen.points) for seen in pictures) / MOST_PROFILES)
    picks = [np.arange(number % stride, len(seen.points), stride) for number, seen in enumerate(pictures)]
    points = np.vstack([seen.points[pick] for seen, pick in zip(pictures, picks, strict=True)])
    errors = np.full((len(points), len(points)), CARD_SIGMA_MM**2)
    start = 0
    for seen, pick in zip(pictures, picks, strict=True):
        own = slice(start, start + len(pick))
        errors[own, own] += (seen.among + seen.seeing)[np.ix_(pick, pick)] + np.diag(seen.edges.variance[pick])
        start = own.stop
    offsets = [seen.edges.offset_mm[pick] for seen, pick in zip(pictures, picks, strict=True)]
    along = np.asarray(shapely.line_locate_point(ring, shapely.points(points)))
    return _Seen(along, np.concatenate(offsets), errors)


def _average_over_wander(seen: _Seen, nodes: Floats, length_mm: float, sigma_mm: float) -> tuple[Floats, Floats]:
    """(M,) offset and sigma at the nodes, over how steady the hand was, by how likely its rim makes each."""
    offsets, variances, scores = [], [], []
    apart = _apart(seen.along_mm, seen.along_mm, length_mm)
    towards = _apart(nodes, seen.along_mm, length_mm)
    for size in WANDER_SIZES:
        for wave_mm in WANDER_LENGTHS_MM:
            measured = seen.errors + sigma_mm**2 * outline_likeness(apart, size, wave_mm)
            cross = sigma_mm**2 * outline_likeness(towards, size, wave_mm)
            solved = np.linalg.solve(measured, np.column_stack([seen.offset_mm, cross.T]))
            before = sigma_mm**2 * float(outline_likeness(np.zeros(()), size, wave_mm))
            offsets.append(cross @ solved[:, 0])
            variances.append(np.maximum(before - (cross * solved[:, 1:].T).sum(axis=1), 0.0))
            misfit = float(np.linalg.slogdet(measured)[1] + seen.offset_mm @ solved[:, 0])
            scores.append(-0.5 * LIKELIHOOD_SHARE * (misfit + (math.log(size) / WANDER_SIZE_SIGMA) ** 2))
    weights = np.exp(np.array(scores) - max(scores))
    weights /= weights.sum()
    means, spread = np.array(offsets), np.array(variances)
    mean = weights @ means
    return mean, np.sqrt(weights @ (spread + (means - mean) ** 2))


def _apart(one: Floats, other: Floats, length_mm: float) -> Floats:
    """Distances along the rim."""
    apart = np.abs(one[:, None] - other)
    return np.asarray(np.minimum(apart, length_mm - apart))


def _nodes(ring: LinearRing) -> Floats:
    """Places along the rim: its own corners, and between them one every millimetre."""
    corners = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(shapely.get_coordinates(ring), axis=0).T))])
    parts = [
        np.linspace(start, end, max(1, math.ceil((end - start) / NODE_MM)), endpoint=False)
        for start, end in pairwise(corners)
    ]
    return np.concatenate(parts)


def _places(ring: LinearRing, along: Floats) -> Floats:
    return shapely.get_coordinates(shapely.line_interpolate_point(ring, np.mod(along, ring.length)))


def _outward(ring: LinearRing, along: Floats) -> Floats:
    chord = _places(ring, along + NORMAL_MM) - _places(ring, along - NORMAL_MM)
    chord /= np.maximum(np.hypot(*chord.T), 1e-9)[:, None]
    return np.column_stack([chord[:, 1], -chord[:, 0]])


def _is_shown(ring: LinearRing, along: Floats) -> Flags:
    """(K,) of places along the rim, whether an edge was seen beside them."""
    places = np.arange(0.0, ring.length, NODE_MM)
    return np.asarray(_apart(places, along, ring.length).min(axis=1) <= SHOWN_MM)
