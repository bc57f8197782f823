"""The traced outline on the piece seen from straight above, with a scale, for a person to look at."""

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, PiecePoints, plus_minus
from tableassist.messages import Message, template
from tableassist.vision.camera.frame import Image
from tableassist.vision.lettering import write
from tableassist.vision.outline.trace import TracedOutline, patch_picture

SIDE_PX = 1000
CAPTION_PX = 64
ROOM_MM = 14.0
INK, DOUBT, PAPER, DARK = (0, 220, 255), (80, 80, 255), (245, 245, 245), (34, 28, 22)


def outline_picture(traced: TracedOutline, points: PiecePoints, *, title: str, z_mm: float) -> Image:
    """BGR. Yellow: seen; red: hidden in every picture, and drawn on."""
    flat = np.asarray(points)
    half_mm = float(np.abs(flat).max()) + ROOM_MM
    px_per_mm = SIDE_PX / (2 * half_mm)
    picture = patch_picture(traced.views[0], half_mm, z_mm=z_mm, px_per_mm=px_per_mm)
    picture = np.ascontiguousarray(picture[:SIDE_PX, :SIDE_PX])
    _outline(picture, traced, flat, half_mm, px_per_mm)
    _scale_bar(picture, px_per_mm)
    caption = np.full((CAPTION_PX, picture.shape[1], 3), DARK, np.uint8)
    size = flat.max(axis=0) - flat.min(axis=0)
    form = template("{length_mm:.1f} x {width_mm:.1f} mm, rim +/- {known_mm:.2f} mm (95 of 100), {count} points")
    words = Message(
        form, length_mm=float(size[0]), width_mm=float(size[1]), known_mm=plus_minus(traced.sigma_mm), count=len(flat)
    )
    write(caption, title, (16, 26), size=0.7, ink=PAPER)
    write(caption, words, (16, 52), size=0.6, ink=PAPER)
    return np.concatenate([caption, picture])


def _outline(picture: Image, traced: TracedOutline, points: Floats, half_mm: float, scale: float) -> None:
    def pixels(places: Floats) -> npt.NDArray[np.int32]:
        at = np.column_stack([(places[:, 0] + half_mm) * scale - 0.5, (half_mm - places[:, 1]) * scale - 0.5])
        return np.rint(at * 16).astype(np.int32)

    ring = pixels(points)
    cv2.polylines(picture, [ring], True, (0, 0, 0), 4, cv2.LINE_AA, 4)
    cv2.polylines(picture, [ring], True, INK, 2, cv2.LINE_AA, 4)
    unseen = np.asarray(traced.fit.points)[~traced.fit.known]
    for x, y in pixels(unseen):
        cv2.circle(picture, (int(x), int(y)), 40, DOUBT, -1, cv2.LINE_AA, 4)


def _scale_bar(picture: Image, px_per_mm: float) -> None:
    length = round(10 * px_per_mm)
    low = picture.shape[0] - 36
    cv2.rectangle(picture, (12, low - 20), (24 + length + 96, low + 20), DARK, -1)
    cv2.line(picture, (24, low), (24 + length, low), PAPER, 3, cv2.LINE_AA)
    for x in (24, 24 + length):
        cv2.line(picture, (x, low - 7), (x, low + 7), PAPER, 3, cv2.LINE_AA)
    write(picture, "10 mm", (24 + length + 14, low + 7), size=0.7, ink=PAPER)
