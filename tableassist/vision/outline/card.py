"""A card that lies on the mat, measured: one of the game, whose sides are L and S, or one from a wallet."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.errors import BadRequestError
from tableassist.geometry import Flags, Floats, MatPoints, PiecePoints, PlanarPose
from tableassist.vision.camera.frame import Image
from tableassist.vision.outline.backdrop import FLAT_SHADE, Backdrop, backdrop
from tableassist.vision.outline.edge import seen_rim
from tableassist.vision.outline.fit import FLOOR_PX
from tableassist.vision.outline.view import OutlineView, camera_sigma_mm
from tableassist.vision.registration.registration import Registration

COARSE_PX_PER_MM = 1.0
AROUND_MM = 181
"""Width of the window whose middle colour is the mat's: a card fills less than half of it."""
SHRUNK = 3
STANDS_OUT = 6.0
LEAST_FILL = 0.92
"""Of its smallest rectangle; islands of the same size fill less."""
CORNER_MM, STEP_MM = 5.0, 0.5
LEAST_SEEN = 0.5
MOST_SKEW_RAD = 0.02
CORRELATED = 4.0
"""Neighbouring places along a side share their pixels: of so many, one counts."""


@dataclass(frozen=True, slots=True)
class CardShape:
    """What is farther off than these is no card of this kind."""

    long_mm: tuple[float, float]
    short_mm: tuple[float, float]
    thick_mm: float
    aspect: tuple[float, float] = (1.0, 2.0)
    """Long side over short side."""

    def could_be(self, long_mm: float, short_mm: float) -> bool:
        sides = ((long_mm, self.long_mm), (short_mm, self.short_mm), (long_mm / short_mm, self.aspect))
        return all(least < side < most for side, (least, most) in sides)


GAME_CARD = CardShape((78.0, 102.0), (55.0, 75.0), 0.3)
"""Cards of the game are about 89 x 64 mm (facts: sizes)."""
WALLET_CARD = CardShape((76.0, 98.0), (48.0, 62.0), 0.76, (1.52, 1.65))
"""Bank and identity cards are 85.60 x 53.98 mm (ISO/IEC 7810, ID-1)."""


@dataclass(frozen=True, slots=True)
class CardSize:
    long_mm: float
    short_mm: float
    sigma_mm: float
    pictures: int
    kind: CardShape = GAME_CARD


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    pose: PlanarPose
    """x along the long side."""
    long_mm: float
    short_mm: float
    kind: CardShape


def measure_card(
    pictures: tuple[tuple[Image, Registration], ...], kinds: tuple[CardShape, ...] = (GAME_CARD,)
) -> CardSize:
    """The mean over the pictures; BadRequestError where there is no card, more than one, or where they disagree. What
    could be of several kinds is of the first."""
    seen = [(image, registration, _the_card(image, registration, kinds)) for image, registration in pictures]
    sizes = [_measured(*each) for each in seen]
    both = np.array([size[:2] for size in sizes])
    alone = math.sqrt(float(np.mean([size[2] ** 2 for size in sizes])))
    spread = both.max(axis=0) - both.min(axis=0)
    if float(spread.max()) > 6 * alone:
        raise BadRequestError(
            "the card's sides differ by {spread_mm:.2f} mm between pictures, expected at most {most_mm:.2f}: let it "
            "lie flat, and the same card in all",
            spread_mm=float(spread.max()),
            most_mm=6 * alone,
        )
    long_mm, short_mm = (float(value) for value in both.mean(axis=0))
    return CardSize(long_mm, short_mm, alone, len(sizes), seen[0][2].kind)


def _measured(image: Image, registration: Registration, found: _Found) -> tuple[float, float, float]:
    view = OutlineView(image, registration, found.pose)
    reach = 0.5 * found.long_mm + 15.0
    corners = PiecePoints(np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * reach)
    first = backdrop(view, corners, (), least_shade=FLAT_SHADE)
    if first is None:
        raise BadRequestError("the card lies too near to the picture's edge; move it to the middle of the mat")
    around = backdrop(view, corners, (), _card_pixels(view, first, found), least_shade=FLAT_SHADE) or first
    half_long, half_short = 0.5 * found.long_mm, 0.5 * found.short_mm
    lines = [
        _side(view, around, np.array(out), far, half, found.kind.thick_mm)
        for out, far, half in (
            ((1.0, 0.0), half_long, half_short),
            ((-1.0, 0.0), half_long, half_short),
            ((0.0, 1.0), half_short, half_long),
            ((0.0, -1.0), half_short, half_long),
        )
    ]
    _check_square(lines)
    ring = PiecePoints(np.array([[half_long, half_short], [-half_long, half_short], [-half_long, -half_short]]))
    by_camera = camera_sigma_mm(view, ring, found.kind.thick_mm) * math.sqrt(2.0)
    # What moves the half-way level moves it outward, or inward, on both sides alike.
    by_rim = math.hypot(math.sqrt(2.0) * max(line.sigma_mm for line in lines), 2.0 * FLOOR_PX * view.mm_per_px)
    return lines[0].far_mm + lines[1].far_mm, lines[2].far_mm + lines[3].far_mm, math.hypot(by_camera, by_rim)


@dataclass(frozen=True, slots=True)
class _Side:
    far_mm: float
    """Of its middle from the card's middle."""
    turn_rad: float
    sigma_mm: float


def _side(view: OutlineView, around: Backdrop, out: Floats, far_mm: float, half_mm: float, thick_mm: float) -> _Side:
    """A straight line through the rim's places, those that lie off it left out; the rounded corners too."""
    along = np.arange(-half_mm + CORNER_MM, half_mm - CORNER_MM + STEP_MM / 2, STEP_MM)
    across = np.array([-out[1], out[0]])
    places = PiecePoints(far_mm * out + along[:, None] * across)
    normals = np.repeat(out[None], len(along), axis=0)
    rim = seen_rim(view, around, places, normals, top_mm=thick_mm, covers=())
    known = np.isfinite(rim.offset_mm)
    if known.mean() < LEAST_SEEN:
        raise BadRequestError("a side of the card is hidden or looks like the mat; lay it on another place")
    line, rms = np.zeros(2), 0.0
    for _ in range(4):
        line, *_ = np.linalg.lstsq(
            np.column_stack([np.ones(known.sum()), along[known]]), rim.offset_mm[known], rcond=None
        )
        off = np.abs(rim.offset_mm - line[0] - line[1] * along)
        rms = math.sqrt(float(np.mean(off[known] ** 2)))
        known = np.isfinite(rim.offset_mm) & (np.nan_to_num(off, nan=9.0) < 3.0 * max(rms, 0.05))
    return _Side(far_mm + float(line[0]), float(line[1]), rms / math.sqrt(max(float(known.sum()) / CORRELATED, 1.0)))


def _check_square(lines: list[_Side]) -> None:
    turns = [line.turn_rad for line in lines]
    skew = max(turns) - min(turns)
    if skew > MOST_SKEW_RAD:
        raise BadRequestError(
            "the card's sides are {skew_deg:.1f} degrees from square, expected at most {most_deg:.1f}: let it lie "
            "flat, with nothing on it",
            skew_deg=math.degrees(skew),
            most_deg=math.degrees(MOST_SKEW_RAD),
        )


def _card_pixels(view: OutlineView, crop: Backdrop, found: _Found) -> Flags:
    a, b = 0.5 * found.long_mm + 3.0, 0.5 * found.short_mm + 3.0
    ring = crop.in_crop(view.image_points(PiecePoints(np.array([[-a, -b], [a, -b], [a, b], [-a, b]])), 0.0))
    covered = np.zeros(crop.seen.shape[:2], np.uint8)
    cv2.fillPoly(covered, [np.rint(np.asarray(ring)).astype(np.int32)], 1)
    return covered > 0


def _the_card(image: Image, registration: Registration, kinds: tuple[CardShape, ...]) -> _Found:
    found = _cards(image, registration, kinds)
    if len(found) != 1:
        if not found:
            raise BadRequestError("no card seen on the mat, expected one, flat, on its own, about 89 x 64 mm")
        raise BadRequestError(
            "{count} cards seen on the mat, expected one, flat, on its own, about 89 x 64 mm", count=len(found)
        )
    return found[0]


def _cards(image: Image, registration: Registration, kinds: tuple[CardShape, ...]) -> list[_Found]:
    """Rectangles of a card's size that stand out from the mat around them, in the mat seen from above."""
    low, high = _seen_mat(image, registration)
    size = np.ceil((high - low) * COARSE_PX_PER_MM).astype(int)
    columns, rows = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    on_mat = MatPoints(np.stack([columns, rows], axis=-1) / COARSE_PX_PER_MM + low)
    at = registration.image_from_mat(on_mat, kinds[0].thick_mm).astype(np.float32)
    flat = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # A third of the size shows the mat's colour as well, in a ninth of the time.
    small = cv2.resize(flat, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA)
    mat = cv2.resize(cv2.medianBlur(small, AROUND_MM // SHRUNK | 1), (flat.shape[1], flat.shape[0]))
    off = np.linalg.norm(flat.astype(np.float32) - mat.astype(np.float32), axis=-1)
    off = cv2.GaussianBlur(off, (0, 0), 0.7)
    stands_out = (off > max(STANDS_OUT * float(np.median(off)), 20.0)).astype(np.uint8)
    stands_out = cv2.morphologyEx(stands_out, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    rims, _ = cv2.findContours(stands_out, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contours = (np.asarray(rim, np.int32).reshape(-1, 2) for rim in rims)
    return [card for rim in contours if (card := _as_card(rim, low, kinds)) is not None]


def _as_card(rim: npt.NDArray[np.int32], low: Floats, kinds: tuple[CardShape, ...]) -> _Found | None:
    (x, y), (width, height), turn_deg = cv2.minAreaRect(rim.astype(np.float32))
    width, height = (side / COARSE_PX_PER_MM + 1.0 for side in (width, height))
    long_mm, short_mm = max(width, height), min(width, height)
    kind = next((each for each in kinds if each.could_be(long_mm, short_mm)), None)
    if kind is None:
        return None
    if cv2.contourArea(rim.astype(np.float32)) < LEAST_FILL * (long_mm - 1.0) * (short_mm - 1.0):
        return None
    turn = math.radians(turn_deg + (0.0 if width >= height else 90.0))
    pose = PlanarPose(x / COARSE_PX_PER_MM + low[0], y / COARSE_PX_PER_MM + low[1], turn)
    return _Found(pose, long_mm, short_mm, kind)


def _seen_mat(image: Image, registration: Registration) -> tuple[Floats, Floats]:
    """The lower-left and upper-right of what the picture shows, at most 2 m across, round where the camera points."""
    height, width = image.shape[:2]
    rays = np.array([[x, y] for x in (0, width - 1) for y in (0, height - 1)], dtype=np.float64)
    middle = np.array([[width / 2.0, height / 2.0]])
    normal = registration.lens.normalise(np.concatenate([rays, middle]))  # type: ignore[arg-type]
    places = registration.pose.onto_height(normal, np.zeros(5))
    centre = places[-1]
    within = np.clip(places[:4], centre - 1000.0, centre + 1000.0)
    return within.min(axis=0), within.max(axis=0)
