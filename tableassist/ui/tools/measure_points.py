"""What is measured between: points that snap to pieces, the way along them with its plus-minus, drawn and in words."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
import shapely

from tableassist.geometry import Floats
from tableassist.judging.words import mm_words
from tableassist.messages import Message, say, template, tr
from tableassist.overlay.drawing import Drawing, Ink, Label, Point, Stroke
from tableassist.overlay.piece_strokes import points_of
from tableassist.pieces import PieceKind
from tableassist.rulebook import Scene
from tableassist.rulebook.editions import Ruler
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Separation, between, shared_errors
from tableassist.vision.registration.pointed_place import pointed_place_error
from tableassist.vision.registration.registration import Registration

SAME_MM = 0.3
"""A printed die that stands nearer to its mast's middle is no place of its own."""


class SnapKind(StrEnum):
    FREE = "free"
    MAST = "mast"
    DIE = "die"
    """The printed die of a cannon, from which most editions measure a shot."""
    BOW = "bow"
    STERN = "stern"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class MeasurePoint:
    kind: SnapKind
    at: Point
    """In the piece's frame; on the mat for one that is free."""
    piece: str | None = None
    number: int | None = None
    """Of the mast."""

    def place(self, scene: Scene) -> Point | None:
        """On the mat now; None while its piece is not there."""
        if self.piece is None:
            return self.at
        placed = scene.find(self.piece)
        return None if placed is None else placed.pose.pose.place_one(*self.at)

    def words(self, scene: Scene) -> str:
        placed = scene.find(self.piece)
        if placed is None:
            return tr("point") if self.piece is None else self.piece
        return say(Message(_kind_words(self.kind, placed), piece=placed.name, number=self.number))


def _kind_words(kind: SnapKind, placed: PlacedPiece) -> str:
    match kind:
        case SnapKind.MAST:
            upright = placed.piece.model.kind is PieceKind.SHIP
            return template("{piece}, mast {number}") if upright else template("{piece}, number {number}")
        case SnapKind.DIE:
            return template("{piece}, cannon {number}")
        case SnapKind.BOW:
            return template("{piece}, bow")
        case SnapKind.STERN:
            return template("{piece}, stern")
        case _:
            return template("{piece}, edge")


def snapped(x_mm: float, y_mm: float, scene: Scene, *, reach_mm: float) -> MeasurePoint:
    """The nearest mast, bow or stern within reach; else the nearest edge; else the place itself."""
    near = [placed for placed in scene.pieces if _is_near(placed, x_mm, y_mm, reach_mm)]
    marks = [(_mm(placed, mark, x_mm, y_mm), mark) for placed in near for mark in _marks(placed)]
    caught = [each for each in marks if each[0] <= reach_mm]
    if caught:
        return min(caught, key=lambda each: each[0])[1]
    edges = [each for placed in near for each in _edge(placed, x_mm, y_mm, reach_mm)]
    return min(edges, key=lambda each: each[0])[1] if edges else MeasurePoint(SnapKind.FREE, (x_mm, y_mm))


def piece_under(x_mm: float, y_mm: float, scene: Scene, *, reach_mm: float) -> PlacedPiece | None:
    """The smallest piece that the place lies on, else the nearest within reach."""
    here = shapely.Point(x_mm, y_mm)
    near = [placed for placed in scene.pieces if _is_near(placed, x_mm, y_mm, reach_mm)]
    ranked = [(float(placed.footprint.distance(here)), placed.footprint.area, placed) for placed in near]
    caught = [each for each in ranked if each[0] <= reach_mm]
    return min(caught, key=lambda each: each[:2])[2] if caught else None


def _is_near(placed: PlacedPiece, x_mm: float, y_mm: float, reach_mm: float) -> bool:
    middle = placed.pose.pose
    return math.hypot(x_mm - middle.x_mm, y_mm - middle.y_mm) <= placed.reach_mm + reach_mm


def _marks(placed: PlacedPiece) -> Iterator[MeasurePoint]:
    model = placed.piece.model
    for number in placed.masts_standing:
        mast, die = model.upright_place(number), model.die_place(number)
        yield MeasurePoint(SnapKind.MAST, mast, placed.id, number)
        if math.dist(mast, die) > SAME_MM:
            yield MeasurePoint(SnapKind.DIE, die, placed.id, number)
    if model.bow_zone_from_x_mm is not None:
        yield MeasurePoint(SnapKind.BOW, max(model.hull), placed.id)
    if model.stern is not None:
        yield MeasurePoint(SnapKind.STERN, model.stern, placed.id)


def _mm(placed: PlacedPiece, mark: MeasurePoint, x_mm: float, y_mm: float) -> float:
    return math.dist(placed.pose.pose.place_one(*mark.at), (x_mm, y_mm))


def _edge(placed: PlacedPiece, x_mm: float, y_mm: float, reach_mm: float) -> Iterator[tuple[float, MeasurePoint]]:
    line = shapely.shortest_line(shapely.Point(x_mm, y_mm), placed.footprint.boundary)
    if line.length <= reach_mm:
        x, y = line.coords[-1]
        pose = placed.pose.pose
        own = (x - pose.x_mm, y - pose.y_mm) @ pose.rotation
        yield line.length, MeasurePoint(SnapKind.EDGE, (float(own[0]), float(own[1])), placed.id)


@dataclass(frozen=True, slots=True)
class MeasuredLeg:
    start: Point
    end: Point
    mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class MeasuredPath:
    legs: tuple[MeasuredLeg, ...]
    mm: float
    """Of all legs together."""
    sigma_mm: float
    """Less than the legs' own put together where they share an error, more where they share it the same way."""
    hidden: tuple[str, ...] = ()
    """Names of pieces that were not measured just now: they may have been moved since."""


def measured_path(points: Sequence[MeasurePoint], scene: Scene, registration: Registration) -> MeasuredPath | None:
    """None while one of the pieces is not there, or with fewer than two points."""
    places = [point.place(scene) for point in points]
    at = [place for place in places if place is not None]
    if len(at) != len(points) or len(at) < 2:
        return None
    errors = _Errors(points, np.array(at), scene, registration)
    steps = np.diff(np.array(at), axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    units = np.where(lengths[:, None] > 1e-9, steps / np.maximum(lengths, 1e-9)[:, None], (1.0, 0.0))
    pulls = np.zeros((len(lengths), len(at), 2))
    legs = np.arange(len(lengths))
    pulls[legs, legs] = -units
    pulls[legs, legs + 1] += units
    sigmas = [errors.sigma_mm(pull) for pull in pulls]
    made = tuple(
        MeasuredLeg(at[n], at[n + 1], float(lengths[n]), sigmas[n]) for n in range(len(lengths))
    )  # fmt: skip
    stale = (scene.find(point.piece) for point in points)
    hidden = dict.fromkeys(placed.name for placed in stale if placed is not None and placed.is_stale)
    return MeasuredPath(made, float(lengths.sum()), errors.sigma_mm(pulls.sum(axis=0)), tuple(hidden))


def measured_gap(one: PlacedPiece, other: PlacedPiece) -> Separation:
    """From the nearest edge of one hull to that of the other; below zero where they overlap."""
    return between(one, one.footprint, other, other.footprint)


class _Errors:
    """Of N places: what moves them by themselves, with their pieces, and with the camera."""

    def __init__(
        self, points: Sequence[MeasurePoint], places: Floats, scene: Scene, registration: Registration
    ) -> None:
        ids = dict.fromkeys(point.piece for point in points if point.piece is not None)
        self._pieces = [placed for placed in (scene.find(piece) for piece in ids) if placed is not None]
        self._owner = [None if point.piece is None else list(ids).index(point.piece) for point in points]
        self._points, self._places = points, places
        free = [None if point.piece is not None else pointed_place_error(registration, *point.at) for point in points]
        self._free = free
        width = registration.pose_factor.shape[1]
        self._shared = _side_by_side(self._pieces, width)
        self._width = self._shared.shape[2] if self._pieces else width

    def sigma_mm(self, pull: Floats) -> float:
        """Of a length that answers so (N, 2) to its places."""
        variance, together = 0.0, np.zeros(self._width)
        by_model: dict[tuple[int, Point], Floats] = {}
        by_pose = np.zeros((len(self._pieces), 3))
        for n, (owner, free) in enumerate(zip(self._owner, self._free, strict=True)):
            if free is not None:
                own, shared = free
                variance += float(pull[n] @ own @ pull[n])
                together[: shared.shape[1]] += pull[n] @ shared
            elif owner is not None:
                placed = self._pieces[owner]
                x, y = self._places[n]
                by_pose[owner] += pull[n] @ placed.pose.pose.point_jacobian((float(x), float(y)))
                # The same place of a ship is wrong the same way each time it is measured to.
                same = (owner, self._points[n].at)
                by_model[same] = by_model.get(same, np.zeros(2)) + pull[n]
        for (owner, _), by in by_model.items():
            variance += self._pieces[owner].piece.model.sigma_mm ** 2 * float(by @ by)
        for row, placed, shared in zip(by_pose, self._pieces, self._shared, strict=True):
            variance += float(row @ placed.pose.own @ row)
            together += row @ shared
        return math.sqrt(variance + float(together @ together))


def _side_by_side(pieces: Sequence[PlacedPiece], width: int) -> Floats:
    """(P, 3, K): the first columns are those of a registration with so many errors; others share nothing with it."""
    if not pieces:
        return np.zeros((0, 3, width))
    poses = [placed.pose for placed in pieces]
    if all(pose.shared.shape[1] == width for pose in poses):
        return np.stack([pose.shared for pose in poses])
    other = shared_errors(poses)
    out = np.zeros((len(poses), 3, width + other.shape[2]))
    for n, pose in enumerate(poses):
        if pose.shared.shape[1] == width:
            out[n, :, :width] = pose.shared
        else:
            out[n, :, width:] = other[n]
    return out


MOST_LENGTHS = 3
"""No base move has more segments."""
NEAR_ZERO_MM = 0.05


def in_lengths(mm: float, ruler: Ruler) -> str:
    """As in "0.83 L" for a table that measures by L."""
    return tr("{lengths:.2f} L", lengths=mm / ruler.long_mm)


def and_a_bit(mm: float, ruler: Ruler) -> str:
    """As in "S + 4.2 mm" or "S + L − 1.0 mm", by the lengths of a move that come nearest; empty where none is near."""
    name, length = min(_lengths(ruler), key=lambda each: abs(each[1] - mm))
    rest = mm - length
    if abs(rest) > ruler.short_mm / 2:
        return ""
    if abs(rest) < NEAR_ZERO_MM:
        return name
    return f"{name} {'+' if rest > 0 else '−'} {tr('{mm:.1f} mm', mm=abs(rest))}"


@lru_cache(maxsize=16)
def _lengths(ruler: Ruler) -> tuple[tuple[str, float], ...]:
    each = {"S": ruler.short_mm, "L": ruler.long_mm}
    return tuple(
        (" + ".join(some), sum(each[one] for one in some))
        for count in range(1, MOST_LENGTHS + 1)
        for some in combinations_with_replacement("SL", count)
    )


def length_words(mm: float, sigma_mm: float, ruler: Ruler) -> str:
    parts = (mm_words(mm, sigma_mm), in_lengths(mm, ruler), and_a_bit(mm, ruler))
    return "  ·  ".join(part for part in parts if part)


def short_words(mm: float, sigma_mm: float, ruler: Ruler) -> str:
    """For a label on the table."""
    return f"{mm_words(mm, sigma_mm)} · {in_lengths(mm, ruler)}"


def gap_words(gap: Separation, ruler: Ruler) -> str:
    if gap.mm < 0:
        return tr("overlap by {mm}", mm=mm_words(-gap.mm, gap.sigma_mm))
    return length_words(gap.mm, gap.sigma_mm, ruler)


def path_lines(points: tuple[MeasurePoint, ...], measured: MeasuredPath, scene: Scene, ruler: Ruler) -> list[str]:
    """One a leg, and the sum where there are more."""
    lines = [
        tr(
            "{start} to {end}: {length}",
            start=points[n].words(scene),
            end=points[n + 1].words(scene),
            length=length_words(leg.mm, leg.sigma_mm, ruler),
        )
        for n, leg in enumerate(measured.legs)
    ]
    if len(measured.legs) > 1:
        lines.append(tr("together: {length}", length=length_words(measured.mm, measured.sigma_mm, ruler)))
    if measured.hidden:
        lines.append(tr("not measured just now: {names}", names=", ".join(measured.hidden)))
    return lines


NOTHING = Drawing((), (), ())
_TURNS = tuple((math.cos(n * math.tau / 16), math.sin(n * math.tau / 16)) for n in range(16))


def path_drawing(
    points: Sequence[MeasurePoint], measured: MeasuredPath | None, scene: Scene, ruler: Ruler, *, mark_mm: float
) -> Drawing:
    strokes: list[Stroke] = []
    labels: list[Label] = []
    for leg in measured.legs if measured is not None else ():
        strokes.append(_line(leg.start, leg.end))
        labels.append(Label(middle_of(leg.start, leg.end), short_words(leg.mm, leg.sigma_mm, ruler), Ink.MEASURE, None))
    for point in points:
        place = point.place(scene)
        if place is not None:
            strokes += point_marks(place, is_free=point.kind is SnapKind.FREE, mark_mm=mark_mm)
    if measured is not None and len(measured.legs) > 1:
        words = tr("together {length}", length=short_words(measured.mm, measured.sigma_mm, ruler))
        labels.append(Label(measured.legs[-1].end, words, Ink.MEASURE, None))
    return Drawing(tuple(strokes), (), tuple(labels))


def gap_drawing(pieces: Sequence[PlacedPiece], gap: Separation | None, ruler: Ruler, *, mark_mm: float) -> Drawing:
    strokes = [
        Stroke(points_of(placed.hull_points), Ink.MEASURE, closed=True, filled=False, piece=None) for placed in pieces
    ]
    if gap is None:
        return Drawing(tuple(strokes), (), ())
    strokes.append(_line(gap.start, gap.end))
    for place in (gap.start, gap.end):
        strokes += point_marks(place, is_free=False, mark_mm=mark_mm / 2)
    label = Label(middle_of(gap.start, gap.end), gap_words(gap, ruler), Ink.MEASURE, None)
    return Drawing(tuple(strokes), (), (label,))


def point_marks(place: Point, *, is_free: bool, mark_mm: float) -> list[Stroke]:
    """A ring where a place was caught, a cross where it is free."""
    x, y = place
    if is_free:
        arms = ((mark_mm, mark_mm), (mark_mm, -mark_mm))
        return [_line((x - dx, y - dy), (x + dx, y + dy)) for dx, dy in arms]
    ring = tuple((x + mark_mm * dx, y + mark_mm * dy) for dx, dy in _TURNS)
    return [Stroke(ring, Ink.MEASURE, closed=True, filled=False, piece=None)]


def _line(start: Point, end: Point) -> Stroke:
    return Stroke((start, end), Ink.MEASURE, closed=False, filled=False, piece=None)


def middle_of(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
