"""How well each place of a piece's edge explains the picture, along profiles across its rim.

Seen from above the edge of a card is a step from card to mat. Where a hull's wall faces the camera its foot is seen,
with wall and deck inside it; where it faces away the deck's edge hides the foot. Light mixes in proportion to area only
before it is coded, and colour is stored at half the sharpness of brightness, so brightness is compared as light and
colour as it is coded (docs/measurement-model.md, eq. 15 and 16).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import LinearRing, Polygon

from tableassist.geometry import Flags, Floats, ImagePoints, MatPoints, PiecePoints
from tableassist.pieces import Piece, PieceModel
from tableassist.pieces.art import CUT_LINE_MM
from tableassist.vision.camera.frame import Image
from tableassist.vision.contact.shapes import FLAT_MM, draw_cover, footprint
from tableassist.vision.hull.cover import HullCover, Neighbour
from tableassist.vision.outline.view import look_up
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.tone import CHROMA_PX, LUMA, Tone, light_of, normal_cdf

STEP_MM = 1.0
"""Between profiles: about a pixel, so that their noise is their own."""
MAX_CARD_REACH_MM = 35.0
"""Of a card's rim to both sides of the contact: enough to tell how steady the hand was that cut it."""
STRAIGHT_MM, MIN_STRAIGHT = 1.5, 0.96
"""An edge's direction is taken over this length to both sides; where chord and length differ by more it is a corner."""
INNER_PX, OUTER_PX, SAMPLE_PX = 4.0, 3.5, 0.5
"""How far profiles reach in and out, and the distance of their samples."""
NEAR_EDGE_PX = 1.2
"""Samples this close to the edge must all be visible."""
WIDE_WALL_PX, BEYOND_WALL_PX = 3.0, 1.8
"""A wall wider than the first is used that far from its foot; else the deck is used this far beyond the rail."""
MIN_WALL_PX = 0.5
"""A wall that looks narrower has no level of its own."""
RAIL_MM = 0.8
"""A deck's rim often has a colour of its own."""
OFFSETS_PX: Floats = np.arange(-2.0, 2.01, 0.2)
"""Places of the edge that are tried: poses and outlines are not farther off."""
COVER_MARGIN_MM = 0.8
"""Poses are good to 0.3 mm, and a rig leans by 0.5 degrees: 0.4 mm at a sail's head."""
WAKE_STRIP_MM = 3.0
"""A mount lower than this lies on the mat behind the stern, with a strip of card between."""
GREY_NOISE = 2.5
"""Of a pixel, in grey levels: sensor and JPEG."""
CARD_LIGHT_ERROR, HULL_LIGHT_ERROR, COLOUR_ERROR = 0.04, 0.10, 0.04
"""What the levels below cannot explain, as shares of the mat's own: planks, cloth, printed grain. Brightness counts for
less at a hull, whose shade differs from place to place."""
SHADE_MM, SHADE_SIGMA, SLOPE_SIGMA = 1.5, 0.5, 0.15
"""The mat darkens towards a hull's foot over this distance, by so much of its light; and it may have a slope."""
GROUND_SIGMA, WALL_SIGMA, RAIL_SIGMA, FREE_SIGMA = 0.05, 0.03, 0.5, 3.0
"""How much ground and wall beside one profile may differ from their colour elsewhere, the rail from the deck; the last
is for levels that are free."""
INK_LIGHT, INK_SIGMA = 0.7, 0.5
"""A printed card has a dark line where it is to be cut. Where scissors ran outside it, the whole line is left, and
where they ran inside, nothing: taken for mat, it moved edges towards itself by 0.16 mm (path-traced). Its light is a
guess, as a share of the mat's: it is 0.15 mm wide."""
MIN_COLOUR_SAMPLES = 12


@dataclass(frozen=True, slots=True, eq=False)
class RimPlaces:
    """N places along the rim of a piece, and how the picture shows the edge there."""

    along_mm: Floats
    """(N,) from the contact, counter-clockwise."""
    length_mm: float
    """Of the whole rim."""
    points: Floats
    """(N, 2) on the mat."""
    outward: Floats
    """(N, 2) unit normals."""
    is_top: Flags
    """(N,) the edge seen is the upper one."""
    drift: Floats
    """(N,) how far outward the upper edge seems to move for each millimetre of height."""
    px_per_mm: Floats
    """(N,) across the edge."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeProfiles:
    places: RimPlaces
    costs: Floats
    """(N, E) sum of squares in sigmas left over by an edge at each of OFFSETS_PX, outward."""
    pixels: Floats
    """(N,) how many values a profile has, each pixel's three counted."""
    is_flat: bool


def trace_profiles(
    image: Image,
    registration: Registration,
    piece: Neighbour,
    others: Sequence[Neighbour],
    contact: Floats,
    tone: Tone,
    card_reach_mm: float = MAX_CARD_REACH_MM,
) -> EdgeProfiles | None:
    """Compare the picture with edges at all visible places of a piece's rim; None where too little is seen.

    `contact` (2,) is on the mat; `others` are the pieces that may hide the rim or lie beside it. Of a card only the rim
    within `card_reach_mm` of the contact is traced.
    """
    model, pose = piece[0].model, piece[1]
    shape = footprint(model, pose)
    if not isinstance(shape, Polygon):
        return None
    reach_mm = card_reach_mm if model.height_mm <= FLAT_MM else math.inf
    sampled = _sample(image, registration, piece, others, _rim(shape, contact, reach_mm))
    if sampled is None:
        return None
    costs = _edge_costs(sampled, tone)
    if costs is None:
        return None
    return EdgeProfiles(sampled.places, costs, 3.0 * SAMPLE_PX * sampled.is_used.sum(axis=1), sampled.is_flat)


def rim_ring(shape: Polygon) -> LinearRing:
    """The rim, counter-clockwise."""
    ring = shapely.normalize(shape).exterior
    return ring if ring.is_ccw else ring.reverse()


def _rim(shape: Polygon, contact: Floats, reach_mm: float) -> tuple[float, Floats, Floats, Floats]:
    """Length of the rim; of its places: millimetres from the contact, points and outward normals. Corners are left
    out."""
    ring = rim_ring(shape)
    reach = min(reach_mm, ring.length / 2.0 - STEP_MM / 2.0)
    along = np.arange(-reach, reach, STEP_MM)
    at = ring.project(shapely.Point(contact))

    def places(shift: float) -> Floats:
        return shapely.get_coordinates(shapely.line_interpolate_point(ring, np.mod(at + along + shift, ring.length)))

    chord = places(STRAIGHT_MM) - places(-STRAIGHT_MM)
    length = np.hypot(*chord.T)
    tangent = chord / np.maximum(length, 1e-9)[:, None]
    straight = length > MIN_STRAIGHT * 2.0 * STRAIGHT_MM
    outward = np.column_stack([tangent[:, 1], -tangent[:, 0]])
    return ring.length, along[straight], places(0.0)[straight], outward[straight]


@dataclass(frozen=True, slots=True, eq=False)
class _Sampled:
    places: RimPlaces
    wall_px: Floats
    """(N,) how wide the wall looks; 0 where it faces away."""
    coded: Floats
    """(N, S, 3) blue, green and red, 0 to 1."""
    is_shown: Flags
    """(N, S) nothing hides the sample."""
    is_used: Flags
    """(N, S) and it is close enough to the edge."""
    is_flat: bool
    line_mm: Floats | None
    """(N,) how far outside the outline a printed cutting line lies."""


def _steps_px() -> Floats:
    return np.arange(-INNER_PX, OUTER_PX + SAMPLE_PX / 2, SAMPLE_PX)


def _sample(
    image: Image,
    registration: Registration,
    piece: Neighbour,
    others: Sequence[Neighbour],
    rim: tuple[float, Floats, Floats, Floats],
) -> _Sampled | None:
    """Read the picture along profiles, those that nothing hides."""
    length, along, points, outward = rim
    height = piece[0].model.height_mm
    is_flat = height <= FLAT_MM
    camera = registration.pose.position
    drift = ((points - camera[:2]) * outward).sum(axis=1) / camera[2]
    is_top = (drift > 0.0) | is_flat
    tangent = np.column_stack([-outward[:, 1], outward[:, 0]])

    def project(places: Floats, z_mm: float) -> Floats:
        return np.asarray(registration.image_from_mat(MatPoints(places), z_mm))

    top = is_top[:, None]
    middle, beyond, ahead = (
        np.where(top, project(points + step, height), project(points + step, 0.0)) for step in (0.0, outward, tangent)
    )
    if not np.isfinite(middle).all():
        return None
    edge = ahead - middle
    edge /= np.maximum(np.hypot(*edge.T), 1e-9)[:, None]
    across = np.column_stack([edge[:, 1], -edge[:, 0]])
    scale = ((beyond - middle) * across).sum(axis=1)
    across *= np.sign(scale)[:, None]
    scale = np.maximum(np.abs(scale), 0.2)
    wall = np.where(is_top, 0.0, -((project(points, height) - middle) * across).sum(axis=1))
    wall = np.where(wall < MIN_WALL_PX, 0.0, wall)
    steps = _steps_px()
    pixels = middle[:, None] + steps[None, :, None] * across[:, None]
    wide, high = image.shape[1], image.shape[0]
    low = np.maximum(np.floor(pixels.min(axis=(0, 1))).astype(int) - 4, 0)
    end = np.minimum(np.ceil(pixels.max(axis=(0, 1))).astype(int) + 5, [wide, high])
    if (end - low < 8).any():
        return None
    window = light_of(image[low[1] : end[1], low[0] : end[0]], 1.0)
    mask = draw_cover(_cover(piece, others), registration, low.astype(np.float64), (window.shape[0], window.shape[1]))
    inside = ((pixels > 2.0) & (pixels < np.array([wide, high]) - 3.0)).all(axis=2)
    at = np.clip(np.rint(pixels - low).astype(int), 0, end - low - 1)
    is_shown = inside & ~mask[at[..., 1], at[..., 0]]
    inner = np.where(wall > WIDE_WALL_PX, WIDE_WALL_PX, wall + RAIL_MM * scale + BEYOND_WALL_PX)
    is_used = is_shown & (steps > -inner[:, None])
    keep = is_shown[:, np.abs(steps) < NEAR_EDGE_PX].all(axis=1) & (is_used.sum(axis=1) * SAMPLE_PX > INNER_PX)
    if not keep.any():
        return None
    coded = look_up(window, ImagePoints(pixels[keep] - low))
    places = RimPlaces(along[keep], length, points[keep], outward[keep], is_top[keep], drift[keep], scale[keep])
    line = _beyond_rim(piece, points[keep], outward[keep]) if piece[0].is_printed else None
    return _Sampled(places, wall[keep], np.clip(coded, 0.0, 1.0), is_shown[keep], is_used[keep], is_flat, line)


def _beyond_rim(piece: Neighbour, points: Floats, outward: Floats) -> Floats:
    """(N,) how far outside places of the rim the card's cutting line lies."""
    model, pose = piece[0].model, piece[1]
    if not model.cut_line:
        return np.zeros(len(points))
    line = LinearRing(pose.place(PiecePoints(np.array(model.cut_line))))
    feet = shapely.get_coordinates(shapely.line_interpolate_point(line, line.project(shapely.points(points))))
    return np.asarray(((feet - points) * outward).sum(axis=1))


def _cover(piece: Neighbour, others: Sequence[Neighbour]) -> HullCover:
    """Everything that may hide the rim or lie on the mat beside it."""
    own, pose, standing = piece
    cover = HullCover()
    if own.model.height_mm > FLAT_MM:
        for mount in own.mounts:
            cover.add_mount(mount, own.model, pose, pose, standing)
        for number, mast in enumerate(own.model.masts, start=1):
            if number in standing:
                cover.add_mast(mast, own.model.height_mm, pose, pose, COVER_MARGIN_MM)
        cover.add_parts(own.model, pose, COVER_MARGIN_MM, only_overhanging=True)
    for neighbour in (piece, *others):
        _cover_wake(cover, neighbour)
    for neighbour in others:
        cover.add_piece(neighbour, COVER_MARGIN_MM)
    return cover


def _cover_wake(cover: HullCover, neighbour: Neighbour) -> None:
    """Add the strip of card between a wake plate and the stern."""
    piece, pose, _ = neighbour
    for low, high, half in _wake_strips(piece, piece.model):
        corners = np.array([(low, -half), (high, -half), (high, half), (low, half)])
        cover.add(np.column_stack([pose.place(PiecePoints(corners)), np.zeros(4)]), COVER_MARGIN_MM)


def _wake_strips(piece: Piece, model: PieceModel) -> list[tuple[float, float, float]]:
    """From x, to x and half the width of each, in the ship's frame."""
    if model.height_mm <= FLAT_MM:
        return []
    stern = min(x for x, _ in model.hull)
    low = [mount for mount in piece.mounts if mount.z_mm < WAKE_STRIP_MM and mount.x_mm < stern]
    return [(mount.x_mm, stern + 1.0, 0.625 * mount.size_mm) for mount in low]


def _channels(coded: Floats, exponent: float) -> Floats:
    """(..., 3) brightness as light, and two colour differences as they are coded."""
    luma = np.maximum(coded @ LUMA, 1e-3)
    return np.stack([luma**exponent, coded[..., 0] - luma, coded[..., 2] - luma], axis=-1)


def _median_colour(coded: Floats, where: Flags) -> Floats | None:
    return np.median(coded[where], axis=0) if where.sum() >= MIN_COLOUR_SAMPLES else None


def _edge_costs(sampled: _Sampled, tone: Tone) -> Floats | None:
    """(N, E). For each offset the levels follow by linear least squares with their priors (eq. 16)."""
    steps, wall_px = _steps_px(), sampled.wall_px
    mat = _median_colour(sampled.coded, sampled.is_shown & (steps > 1.5))
    if mat is None:
        return None
    within = (steps < -0.8) & (steps > -wall_px[:, None] + 0.8)
    wall = _median_colour(sampled.coded, sampled.is_shown & within & ~sampled.places.is_top[:, None])
    mat_light = _channels(mat, tone.exponent)
    code = float(mat @ LUMA)
    unit = np.array([mat_light[0], code, code])
    seen = _channels(sampled.coded, tone.exponent) / unit
    light_error = CARD_LIGHT_ERROR if sampled.is_flat else HULL_LIGHT_ERROR
    noise = _noise(sampled.coded, seen, code, tone.exponent, light_error)
    weight = sampled.is_used[..., None] / noise * math.sqrt(SAMPLE_PX)
    columns, means, sigmas = _columns(sampled, tone, mat_light / unit, wall, unit)
    count = len(sampled.coded)
    design = (columns * weight[:, None, :, :, None]).reshape(count, len(OFFSETS_PX), -1, len(means))
    left = (seen * weight).reshape(count, 1, -1) - design @ means
    design *= sigmas
    turned = design.transpose(0, 1, 3, 2)
    normal = turned @ design + np.eye(len(means))
    right = (turned @ left[..., None])[..., 0]
    levels = np.linalg.solve(normal, right[..., None])[..., 0]
    return np.asarray((left**2).sum(axis=-1) - (right * levels).sum(axis=-1))


def _noise(coded: Floats, seen: Floats, code: float, exponent: float, light_error: float) -> Floats:
    """(N, S, 3) sigma of a sample, in units of the mat's levels."""
    luma = np.maximum(coded @ LUMA, 0.3 * code)
    light = exponent * luma ** (exponent - 1.0) * GREY_NOISE / 255.0 / code**exponent
    colour = np.full_like(light, math.hypot(0.5 * GREY_NOISE / 255.0 / code, COLOUR_ERROR))
    return np.stack([np.hypot(light, light_error * np.maximum(seen[..., 0], 0.5)), colour, colour], axis=-1)


def _columns(
    sampled: _Sampled, tone: Tone, mat: Floats, wall: Floats | None, unit: Floats
) -> tuple[Floats, Floats, Floats]:
    """(N, E, S, 3, C) what each level adds to the samples; (C,) their prior means and sigmas."""
    scale, wall_px = sampled.places.px_per_mm[:, None, None], sampled.wall_px[:, None, None]
    beyond = _steps_px()[None, None, :] - OFFSETS_PX[None, :, None]
    blurs = np.array([tone.blur_px, *2 * [math.hypot(tone.blur_px, CHROMA_PX)]])
    ground = np.broadcast_to(
        normal_cdf(beyond[..., None] / blurs), (len(wall_px), len(OFFSETS_PX), beyond.shape[-1], 3)
    )
    inner = 1.0 - normal_cdf((beyond + wall_px)[..., None] / blurs)
    deck = 1.0 - normal_cdf((beyond + wall_px + RAIL_MM * scale)[..., None] / blurs)
    out = np.maximum(beyond, 0.0)
    light, colour, each = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 1.0]), np.eye(3)
    terms: list[tuple[Floats, float, float]] = [
        (ground * mat * light, 0.7, 2.0),
        (ground * mat * colour, 0.85, 0.3),
        *((ground * mat * part * (out / OUTER_PX)[..., None], 0.0, SLOPE_SIGMA) for part in (light, colour)),
        *((ground * channel, 0.0, GROUND_SIGMA) for channel in each),
    ]
    if sampled.is_flat:
        ink = _ink(sampled, blurs)
        terms += [((1.0 - ground - ink) * channel, 0.0, FREE_SIGMA) for channel in each]
        if sampled.line_mm is not None:
            terms += [(ink * light, INK_LIGHT, INK_SIGMA), *((ink * channel, 0.0, INK_SIGMA) for channel in each[1:])]
    else:
        shade = np.exp(-out / (SHADE_MM * scale))
        terms += [(ground * mat * part * shade[..., None], 0.0, SHADE_SIGMA) for part in (light, colour)]
        side = 1.0 - ground - inner
        if wall is None:
            terms += [(side * channel, 0.0, 1.0) for channel in each]
        else:
            paint = _channels(wall, tone.exponent) / unit
            terms += [(side * paint * light, 1.0, 0.35), (side * paint * colour, 1.0, 0.25)]
            sigmas = (WALL_SIGMA * max(float(paint[0]), 0.2), WALL_SIGMA, WALL_SIGMA)
            terms += [(side * channel, 0.0, sigma) for channel, sigma in zip(each, sigmas, strict=True)]
        terms += [((inner - deck) * channel, 0.0, RAIL_SIGMA) for channel in each]
        terms += [(inner * channel, 0.0, FREE_SIGMA) for channel in each]
    columns = np.stack([term[0] for term in terms], axis=-1)
    return columns, np.array([term[1] for term in terms]), np.array([term[2] for term in terms])


def _ink(sampled: _Sampled, blurs: Floats) -> Floats:
    """(N, E, S, 3) share of the cutting line that is left inside each edge that is tried."""
    if sampled.line_mm is None:
        return np.zeros(1)
    scale = sampled.places.px_per_mm[:, None]
    inner = (sampled.line_mm[:, None] - CUT_LINE_MM / 2.0) * scale
    outer = np.minimum(inner + CUT_LINE_MM * scale, OFFSETS_PX)
    steps = _steps_px()[None, None, :, None]
    from_inner, from_outer = (
        normal_cdf((steps - np.broadcast_to(side, outer.shape)[:, :, None, None]) / blurs) for side in (inner, outer)
    )
    return np.maximum(from_inner - from_outer, 0.0)
