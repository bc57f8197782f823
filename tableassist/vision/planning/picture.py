"""A plan as a picture: the mat from above with the camera's view, and the plus-minus over it in colours."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import PLUS_MINUS_SIGMAS, Floats, MatPoints, plus_minus
from tableassist.messages import Message, sentence, template
from tableassist.vision.camera.frame import Image
from tableassist.vision.lettering import INK, Colour, write, written_width
from tableassist.vision.planning.accuracy import SetUp, Spot, SpotAccuracy, planned_picture
from tableassist.vision.planning.lean import LeanOutlook, LeanRemedy
from tableassist.vision.planning.planner import Plan
from tableassist.vision.planning.prospect import Prospect
from tableassist.vision.registration.mat_view import mat_tag_corners

WIDTH, HEIGHT = 1600, 1000
TOP, MARGIN = 130, 40
LEAN_LEFT = 960
PANEL = 740
"""Side of the square that each set-up's map has."""
GRID = 7
ROOM = 0.14
"""Round the mat, as a share of its longer side."""
LABEL = 0.55
PAPER: Colour = (250, 250, 250)
PALE: Colour = (140, 135, 130)
AROUND: Colour = (238, 236, 234)
UNSEEN: Colour = (205, 203, 202)
VIEW: Colour = (190, 110, 30)
TAG_VIEW: Colour = (50, 120, 235)
SCALE: tuple[Colour, ...] = (
    (150, 175, 90),
    (165, 200, 130),
    (180, 222, 180),
    (175, 232, 215),
    (160, 230, 240),
    (130, 205, 250),
    (110, 170, 245),
    (100, 130, 232),
    (95, 95, 215),
)
"""BGR, from good to bad; the colour's place tells the plus-minus, and the words on the map tell it too."""
BEST_MM, WORST_MM = 0.1, 8.0
"""Plus-minus at the ends of the scale, which is logarithmic."""


def plan_picture(plan: Plan) -> Image:
    """(HEIGHT, WIDTH, 3), BGR."""
    canvas: Image = np.full((HEIGHT, WIDTH, 3), PAPER, dtype=np.uint8)
    _title(canvas, plan)
    for number, (set_up, prospect) in enumerate(zip(plan.set_ups, plan.now.prospects, strict=True)):
        left = MARGIN + number * (PANEL + MARGIN)
        write(canvas, sentence(set_up.name), (left, TOP - 10), size=0.7, bold=2)
        _Panel(canvas[TOP : TOP + PANEL, left : left + PANEL], plan).draw(set_up, prospect)
    _legend(canvas)
    return canvas


def _title(canvas: Image, plan: Plan) -> None:
    area, view, lens = plan.area, plan.view, plan.view.lens
    form = template("{width_mm:g} x {height_mm:g} mm mat, {width_px} x {height_px} camera")
    head = Message(
        form, width_mm=area.width_mm, height_mm=area.height_mm, width_px=lens.width_px, height_px=lens.height_px
    )
    write(canvas, head, (MARGIN, 44), size=0.95, bold=2)
    straight = Message("straight down")
    tilt = Message("{angle_deg:g} degrees off the vertical", angle_deg=view.angle_deg) if view.angle_deg else straight
    about = Message(
        "{camera_mm:.0f} mm up, {tilt}; {family} tags of {size_mm:g} mm, {height_mm:g} mm above the mat",
        camera_mm=view.height_mm,
        tilt=tilt,
        family=plan.tag.family,
        size_mm=plan.tag.size_mm,
        height_mm=plan.tag.height_mm,
    )
    write(canvas, about, (MARGIN, 78), size=0.65)
    for number, outlook in enumerate(plan.lean):
        write(canvas, _lean_words(outlook), (LEAN_LEFT, 40 + 22 * number), size=0.5)


def _lean_words(outlook: LeanOutlook) -> Message:
    noticed, centre, corner = outlook.noticed_rad, outlook.centre_sigma_mm, outlook.corner_sigma_mm
    seen = {"centre_mm": plus_minus(centre), "corner_mm": plus_minus(corner), "lean_deg": math.degrees(noticed or 0.0)}
    match outlook.remedy:
        case LeanRemedy.NONE if noticed is None:
            form = template(
                "plus-minus now: {centre_mm:.2f} mm at the centre, {corner_mm:.2f} at the corners; leans go unnoticed"
            )
        case LeanRemedy.NONE:
            form = template(
                "plus-minus now: {centre_mm:.2f} mm at the centre, {corner_mm:.2f} at the corners; leans noticed from "
                "{lean_deg:.1f} degrees"
            )
        case LeanRemedy.TILT:
            form = template(
                "camera tilted: {centre_mm:.2f} mm, {corner_mm:.2f} at the corners; leans noticed from {lean_deg:.1f} "
                "degrees"
            )
        case LeanRemedy.SECOND_TAG:
            form = template(
                "second tag: {centre_mm:.2f} mm, {corner_mm:.2f} at the corners; leans noticed from {lean_deg:.1f} "
                "degrees"
            )
    return Message(form, **seen)


def _plus_minus_words(mm: float | None) -> Message:
    if mm is None:
        return Message("not in view")
    return Message("+ {mm:.2f}", mm=mm) if mm < 0.95 else Message("+ {mm:.1f}", mm=mm)


def _plus_minus(canvas: Image, mm: float | None, middle: tuple[int, int]) -> None:
    """Words on a white plate; the font has no such sign, so a line goes under a plus."""
    words = _plus_minus_words(mm)
    wide = written_width(words, LABEL, 1)
    left, low = middle[0] - wide // 2, middle[1] + 6
    cv2.rectangle(canvas, (left - 7, low - 19), (left + wide + 7, low + 9), PAPER, -1)
    write(canvas, words, (left, low), size=LABEL)
    if mm is not None:
        cv2.line(canvas, (left + 3, low + 4), (left + 12, low + 4), INK, 1, cv2.LINE_AA)


def _colours(mm: Floats) -> Image:
    """(..., 3) for plus-minus of any shape."""
    share = np.log(np.maximum(mm, BEST_MM) / BEST_MM) / math.log(WORST_MM / BEST_MM)
    place = np.clip(share, 0.0, 1.0) * (len(SCALE) - 1)
    parts = [np.interp(place, np.arange(len(SCALE)), [colour[part] for colour in SCALE]) for part in range(3)]
    return np.asarray(np.round(np.stack(parts, axis=-1)), dtype=np.uint8)


class _Panel:
    """One map; knows where a place on the mat is drawn in its window."""

    def __init__(self, window: Image, plan: Plan) -> None:
        self._window, self._plan = window, plan
        longer = max(plan.area.width_mm, plan.area.height_mm)
        self._scale = PANEL / (longer * (1 + 2 * ROOM))

    def _at(self, points: Floats | MatPoints) -> Floats:
        """(N, 2) mat to the window: y away is up."""
        from_centre = np.asarray(points, dtype=np.float64) - self._plan.area.centre
        return np.asarray(from_centre * (self._scale, -self._scale) + PANEL / 2, dtype=np.float64)

    def draw(self, set_up: SetUp, prospect: Prospect) -> None:
        self._window[:] = AROUND
        self._map(set_up)
        for tag in self._plan.mat.tags:
            cv2.fillPoly(self._window, [_fixed(self._at(mat_tag_corners(tag)[:, :2]))], INK, cv2.LINE_AA, 4)
        for z_mm, ink in ((0.0, VIEW), (self._plan.area.tag_height_mm, TAG_VIEW)):
            self._ring(self._plan.view.footprint(z_mm), ink)
        self._camera()
        for spot in prospect.spots:
            self._label(spot)

    def _label(self, spot: SpotAccuracy) -> None:
        """Beside its place, so that it hides neither the mat's tags nor the camera."""
        x, y = self._at(np.array([[spot.spot.x_mm, spot.spot.y_mm]]))[0]
        inward = np.sign(np.round(PANEL / 2 - np.array([x, y])))
        beside = inward * (48, 34) if inward.any() else np.array([0.0, 36.0])
        mm = None if spot.sigma_mm is None else plus_minus(spot.sigma_mm)
        _plus_minus(self._window, mm, (round(x + beside[0]), round(y + beside[1])))

    def _map(self, set_up: SetUp) -> None:
        area = self._plan.area
        corners = np.array([(0.0, area.height_mm), (area.width_mm, 0.0)])
        (left, top), (right, low) = np.round(self._at(corners)).astype(int).tolist()
        sigmas = self._sigmas(set_up, right - left, low - top)
        seen = np.ones((PANEL, PANEL), dtype=np.uint8)
        ring = self._plan.view.footprint(area.tag_height_mm)
        if len(ring):
            seen[:] = 0
            cv2.fillPoly(seen, [_fixed(self._at(ring))], (1,), cv2.LINE_8, 4)
        inside = seen[top:low, left:right, None] > 0
        self._window[top:low, left:right] = np.where(
            inside, _colours(PLUS_MINUS_SIGMAS * sigmas), np.array(UNSEEN, dtype=np.uint8)
        )
        cv2.rectangle(self._window, (left, top), (right, low), INK, 2, cv2.LINE_AA)

    def _sigmas(self, set_up: SetUp, width: int, height: int) -> Floats:
        """(height, width) over the mat, from a coarse grid of planned ships."""
        plan, area = self._plan, self._plan.area
        # At the middle of each cell, which is where `resize` holds its value.
        xs = (np.arange(GRID) + 0.5) * area.width_mm / GRID
        ys = (np.arange(GRID)[::-1] + 0.5) * area.height_mm / GRID
        spots = tuple(Spot("", float(x), float(y)) for y in ys for x in xs)
        seen = planned_picture(plan.view, plan.mat, plan.tags, spots).accuracy(set_up)
        coarse = np.array([np.nan if spot.sigma_mm is None else spot.sigma_mm for spot in seen]).reshape(GRID, GRID)
        filled = np.where(np.isfinite(coarse), coarse, np.nanmax(coarse))
        return np.asarray(cv2.resize(filled, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float64)

    def _ring(self, points: MatPoints, ink: Colour) -> None:
        if len(points):
            cv2.polylines(self._window, [_fixed(self._at(points))], True, ink, 2, cv2.LINE_AA, 4)

    def _camera(self) -> None:
        at = self._at(self._plan.view.pose.position[None, :2])[0]
        shown = np.clip(at, 20.0, PANEL - 20.0)
        x, y = round(float(shown[0])), round(float(shown[1]))
        for radius, ink, thick in ((13, PAPER, -1), (13, VIEW, 2), (4, VIEW, -1)):
            cv2.circle(self._window, (x, y), radius, ink, thick, cv2.LINE_AA)
        if (shown != at).any():
            write(self._window, Message("camera, farther out"), (x + 22, y + 5), ink=VIEW)


def _fixed(points: Floats) -> npt.NDArray[np.int32]:
    """Sixteenths of a pixel, which OpenCV draws in."""
    return np.asarray(np.clip(np.round(points * 16), -1e6, 1e6), dtype=np.int32)


def _legend(canvas: Image) -> None:
    top = TOP + PANEL + 36
    x = MARGIN
    write(canvas, Message("plus-minus of a ship's centre (95 in 100), mm"), (x, top), size=0.5)
    length, low = 560, top + 12
    canvas[low : low + 22, x : x + length] = _colours(BEST_MM * (WORST_MM / BEST_MM) ** np.linspace(0, 1, length))
    for mm in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0):
        at = x + round(length * math.log(mm / BEST_MM) / math.log(WORST_MM / BEST_MM))
        cv2.line(canvas, (at, low + 22), (at, low + 28), PALE, 1)
        write(canvas, Message("{mm:g}", mm=mm), (at - 6, low + 44), size=0.45)
    marks = (
        (VIEW, Message("edge of the picture on the mat")),
        (TAG_VIEW, Message("edge of the picture at the tags' height")),
    )
    for number, (ink, words) in enumerate(marks):
        y = top + 4 + 28 * number
        cv2.line(canvas, (700, y), (740, y), ink, 2, cv2.LINE_AA)
        write(canvas, words, (752, y + 5))
    cv2.circle(canvas, (1180, top + 4), 9, VIEW, 2, cv2.LINE_AA)
    cv2.circle(canvas, (1180, top + 4), 3, VIEW, -1, cv2.LINE_AA)
    write(canvas, Message("the camera"), (1200, top + 9))
    cv2.rectangle(canvas, (1172, top + 24), (1188, top + 40), INK, -1)
    write(canvas, Message("a tag of the mat"), (1200, top + 37))
    write(
        canvas,
        Message("Grey on the mat: tags at their height are not in the picture there."),
        (700, top + 65),
        ink=PALE,
    )
