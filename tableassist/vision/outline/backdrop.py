"""What the mat would look like without the piece: from an empty picture, from other frames, or from around it."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, ImagePoints, MatPoints, PiecePoints
from tableassist.vision.outline.view import OutlineView, look_up
from tableassist.vision.registration.registration import Registration

Colours = npt.NDArray[np.float32]

LEAST_NOISE = 2.0
"""Grey levels; a picture with less has been smoothed, and its errors are of another kind."""
TRIMS = 4
TRIM_SIGMAS = 3.0
LIT_SHADE, FLAT_SHADE, MOST_SHADE = 0.8, 0.4, 1.06
"""What share of its light a mat keeps and still counts as mat. Beside a tall piece only lit mat does: the shaded side
of a dark hull looks like mat in shadow, but the piece turns between pictures and the light does not, so every place
beside it is lit in some of them. Beside a card the narrow shadow of its edge is mat, too. A little over 1 for light
that is thrown back by the piece."""
DARKEST, SHADE_ROOM = 0.005, 0.08
"""Of the mat's pixels, those in the deepest shadow; and how much darker it may be where they were not counted."""
MAX_DARKEST = 0.6
LEAST_PIXELS = 200
ODD_LEVELS = 70.0
DISPUTED_LEVELS = 40.0
"""Pictures of the same bare mat, brought to one brightness, differ by less than this in all colours together."""
SHARED_SHARE = 0.8
"""Of the patch, and of what is not bare mat in it, that must be known from pictures before they are preferred to a
smooth guess."""


@dataclass(frozen=True, slots=True, eq=False)
class EmptyMat:
    """A picture of the mat, and where in it nothing must be believed."""

    image: Colours
    registration: Registration
    taken: tuple[tuple[float, float, float], ...]
    """x, y and radius of what was on the mat."""

    def seen(self, on_mat: MatPoints) -> tuple[Floats, Flags]:
        """(..., 3) colours of places on the mat, and (...) whether they are known."""
        pixels = self.registration.image_from_mat(on_mat)
        size = (self.image.shape[1], self.image.shape[0])
        known: Flags = np.all((pixels > 1.0) & (pixels < np.array(size) - 2.0), axis=-1)
        for x_mm, y_mm, radius_mm in self.taken:
            known &= np.hypot(on_mat[..., 0] - x_mm, on_mat[..., 1] - y_mm) > radius_mm
        return look_up(self.image, pixels), known


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """A crop of a view, with what the mat behind the piece looks like in it."""

    left_px: int
    top_px: int
    seen: Colours
    """(H, W, 3)."""
    mat: Colours
    """(H, W, 3): the same without the piece, unshaded."""
    noise: Floats
    """(3,) sigma of the difference where there is only mat."""
    from_pictures: bool
    least_shade: float
    """A mat darker than this share of its light is no mat in shadow."""

    def in_crop(self, pixels: ImagePoints) -> ImagePoints:
        return ImagePoints(np.asarray(pixels) - (self.left_px, self.top_px))

    def colours(self, pixels: ImagePoints) -> tuple[Floats, Floats]:
        """(..., 3) what is seen at places of the picture, and the mat there."""
        at = self.in_crop(pixels)
        return look_up(self.seen, at), look_up(self.mat, at)


def difference(seen: Floats, mat: Floats, least_shade: float) -> Floats:
    """(..., 3) what is seen, less the mat in as much shadow as explains most of it: shadows differ by nothing."""
    share = (seen * mat).sum(axis=-1) / np.maximum((mat * mat).sum(axis=-1), 1.0)
    return np.asarray(seen - np.clip(share, least_shade, MOST_SHADE)[..., None] * mat, dtype=np.float64)


def darkest_shade(around: Backdrop, covered: Flags) -> float:
    """What share of its light the mat keeps in the deepest shadow that this view shows beside the piece, and a margin
    for the corner under its hull. A dark hull is darker than that; without this it would pass for its own shadow."""
    free = ~covered
    if free.sum() < LEAST_PIXELS:
        return around.least_shade
    seen, mat = around.seen[free].astype(np.float64), around.mat[free].astype(np.float64)
    share = (seen * mat).sum(axis=-1) / np.maximum((mat * mat).sum(axis=-1), 1.0)
    off = np.linalg.norm((seen - share[:, None] * mat) / around.noise, axis=-1)
    plain = share[off < TRIM_SIGMAS * np.sqrt(3.0)]
    if len(plain) < LEAST_PIXELS:
        return around.least_shade
    return float(np.clip(np.quantile(plain, DARKEST) - SHADE_ROOM, around.least_shade, MAX_DARKEST))


def backdrop(
    view: OutlineView,
    corners: PiecePoints,
    empties: tuple[EmptyMat, ...],
    covered: Flags | None = None,
    *,
    least_shade: float,
) -> Backdrop | None:
    """For the part of the view round `corners`; None where that lies outside of the picture.

    `covered` (H, W) are pixels of the crop that are not mat, once that is known.
    """
    box = _box(view, corners)
    if box is None:
        return None
    left, top, right, bottom = box
    seen = view.image[top:bottom, left:right].astype(np.float32)
    columns, rows = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    pixels = ImagePoints(np.stack([columns, rows], axis=-1).astype(np.float64))
    free = _rim(seen.shape[:2]) if covered is None else ~covered
    known = _from_pictures(seen, view.mat_points(pixels), empties, free)
    mat = _smooth(seen, free) if known is None else known
    off = difference(seen.astype(np.float64), mat.astype(np.float64), least_shade)[free]
    noise = np.maximum(1.4826 * np.median(np.abs(off - np.median(off, axis=0)), axis=0), LEAST_NOISE)
    return Backdrop(left, top, seen, mat, noise, known is not None, least_shade)


def _box(view: OutlineView, corners: PiecePoints) -> tuple[int, int, int, int] | None:
    px = view.image_points(corners, 0.0)
    height, width = view.image.shape[:2]
    low, high = np.floor(px.min(axis=0)).astype(int) - 2, np.ceil(px.max(axis=0)).astype(int) + 3
    if (low < 0).any() or high[0] > width or high[1] > height:
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _rim(shape: tuple[int, ...]) -> Flags:
    """The outer sixth of the crop."""
    free = np.ones(shape[:2], dtype=bool)
    rows, columns = shape[0] // 6, shape[1] // 6
    free[rows:-rows, columns:-columns] = False
    return free


def _from_pictures(seen: Colours, on_mat: MatPoints, empties: tuple[EmptyMat, ...], free: Flags) -> Colours | None:
    """The middle of what the pictures show, each brought to this one's brightness; None where they do not reach."""
    found, knowns = [], []
    for empty in empties:
        colours, known = empty.seen(on_mat)
        both = known & free
        if both.sum() < LEAST_PIXELS:
            continue
        # Cameras change their exposure and white balance when something bright is put down.
        gain = np.median(seen[both] / np.maximum(colours[both], 4.0), axis=0)
        found.append(np.where(known[..., None], colours * gain, np.nan))
        knowns.append(known)
    if not found:
        return None
    layers = np.asarray(found, np.float32)
    count = np.sum(knowns, axis=0)
    guess = _smooth(seen, free)
    off = np.where(knowns, np.nan_to_num(np.linalg.norm(layers - guess, axis=-1)), np.inf)
    # Something whose tag was not read may have lain there in one of the pictures. Where pictures disagree, the one that
    # looks like its surroundings is believed; where there is only one, and it does not, none is.
    odd = (count == 1) & (off.min(axis=0) > ODD_LEVELS)
    known = (count > 0) & ~odd
    if known.mean() < SHARED_SHARE or known[~free].mean() < SHARED_SHARE:
        return None
    # np.nanmedian takes ten times as long.
    ordered = np.sort(layers, axis=0)
    last = np.maximum(count - 1, 0)[None, ..., None]
    low = np.take_along_axis(ordered, last // 2, axis=0)[0]
    high = np.take_along_axis(ordered, (last + 1) // 2, axis=0)[0]
    highest = np.take_along_axis(ordered, last, axis=0)[0]
    disputed = np.linalg.norm(np.nan_to_num(highest - ordered[0]), axis=-1) > DISPUTED_LEVELS
    likeliest = np.take_along_axis(layers, off.argmin(axis=0)[None, ..., None], axis=0)[0]
    mat = np.where(disputed[..., None], likeliest, 0.5 * (low + high))
    return np.asarray(np.where(known[..., None], mat, guess), np.float32)


def _smooth(seen: Colours, free: Flags) -> Colours:
    """A bent plane of colour through the free pixels, those that do not fit left out step by step."""
    rows, columns = np.mgrid[0 : seen.shape[0], 0 : seen.shape[1]]
    x, y = columns / seen.shape[1] - 0.5, rows / seen.shape[0] - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    colours = cv2.GaussianBlur(seen, (0, 0), 1.0).astype(np.float64)
    kept = free.copy()
    factors = np.zeros((6, 3))
    for _ in range(TRIMS):
        factors, *_ = np.linalg.lstsq(terms[kept], colours[kept], rcond=None)
        off = np.linalg.norm(colours - terms @ factors, axis=-1)
        limit = TRIM_SIGMAS * max(LEAST_NOISE, 1.4826 * float(np.median(off[kept])))
        kept = free & (off < limit)
    return (terms @ factors).astype(np.float32)
