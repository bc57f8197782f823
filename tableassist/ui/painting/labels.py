"""Labels and badges on the screen: near what they speak of and not on one another."""

from dataclasses import dataclass, field

import numpy as np
from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QPainter, QPen

from tableassist.geometry import Floats, MatPoints
from tableassist.overlay.drawing import Badge, Drawing, Point
from tableassist.ui.painting import inks
from tableassist.ui.painting.label_images import (
    Box,
    ScreenLabel,
    WantedBox,
    label_image,
    label_of_badge,
    label_of_piece,
    label_size,
    number_of_piece,
    place,
)
from tableassist.ui.painting.projection import Projection

_LABEL_LEADER_FROM_PX = 26.0
_BADGE_LEADER_FROM_PX = 8.0
"""A label nearer than this to its place needs no line to it; a badge speaks of one exact point."""
_OWNERS_FROM_PX_PER_MM = 0.95
"""So large on the screen there is room for the owners' names on the labels; their emblems are always there."""

_MOST_SAID = 4
"""More ships than this are not each called out of range: their labels are dimmed, and no longer than before."""
_NAME_WITHIN_PX = 90.0
"""Where her name stands farther away than this, a ship is better told by her number."""
_TRIES = 4

Key = tuple[str, str]


@dataclass(slots=True)
class LabelCache:
    """Where the labels stood last time, so that they stay while their pieces tremble."""

    stood: dict[Key, int] = field(default_factory=dict)
    numbered: set[Key] = field(default_factory=set)
    """Those whose names had no room."""
    _looked: tuple[frozenset[Key], float, float, float] | None = None

    def look(self, keys: frozenset[Key], room: QRectF, px_per_mm: float) -> None:
        """Seen in another way, or with others, every name gets another chance."""
        now = (keys, room.width(), room.height(), px_per_mm)
        before = self._looked
        if before is None or before[:3] != now[:3] or abs(before[3] - now[3]) > 0.03 * now[3]:
            self._looked = now
            self.numbered.clear()


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    anchor: QPointF
    rect: QRectF


@dataclass(frozen=True, slots=True)
class _Request:
    """A label with what it speaks of."""

    key: Key
    at: Point
    label: ScreenLabel
    centred: bool
    can_be_number: bool = False


def paint_labels(
    painter: QPainter,
    drawing: Drawing,
    project: Projection,
    *,
    scale: float,
    bounds: QRectF,
    cache: LabelCache | None,
    keep_clear: Floats,
    selected: str | None = None,
    taken: tuple[Box, ...] = (),
) -> tuple[Box, ...]:
    """Around those that stand already; where the labels now stand."""
    kept = cache if cache is not None else LabelCache()
    kept.look(frozenset(_label_keys(drawing)), bounds, _px_per_mm([label.at for label in drawing.labels], project))
    for _ in range(_TRIES):
        requests = _requests(drawing, project, selected=selected, numbered=frozenset(kept.numbered))
        placed = _place(requests, project, scale=scale, bounds=bounds, cache=kept, keep_clear=keep_clear, taken=taken)
        homeless = _without_room(requests, placed, taken, scale=scale)
        if not homeless:
            break
        kept.numbered |= homeless
    for request, where in zip(requests, placed, strict=True):
        if where is not None:
            start_px = _BADGE_LEADER_FROM_PX if request.centred else _LABEL_LEADER_FROM_PX
            _paint_leader(painter, where, start_px=start_px * scale, scale=scale, quiet=request.label.quiet)
    device = painter.device()
    ratio = 1.0 if device is None else device.devicePixelRatioF()
    for request, where in reversed(list(zip(requests, placed, strict=True))):
        if where is not None:
            # On whole pixels of the screen, or the type would blur.
            corner = QPointF(round(where.rect.left() * ratio) / ratio, round(where.rect.top() * ratio) / ratio)
            painter.drawImage(corner, label_image(request.label, scale=scale, ratio=ratio))
    rects = [where.rect for where in placed if where is not None]
    return tuple((rect.x(), rect.y(), rect.width(), rect.height()) for rect in rects)


def _badge_keys(drawing: Drawing) -> list[Key]:
    """What a badge speaks of stays the same from frame to frame, its text need not."""
    return _unlike([("badge", badge.piece or str(badge.text)) for badge in drawing.badges])


def _label_keys(drawing: Drawing) -> list[Key]:
    return _unlike([("label", label.piece or str(label.text)) for label in drawing.labels])


def _unlike(keys: list[Key]) -> list[Key]:
    """The second of a kind is told by its number."""
    met: dict[Key, int] = {}
    out = []
    for kind, name in keys:
        met[kind, name] = met.get((kind, name), 0) + 1
        out.append((kind, f"{name} #{met[kind, name]}"))
    return out


def _without_room(
    requests: list[_Request], placed: list[PlacedLabel | None], taken: tuple[Box, ...], *, scale: float
) -> set[Key]:
    """Names that stand on what stood there before them, or far from their ships."""
    stand = [QRectF(*box) for box in taken]
    out = set()
    for request, where in zip(requests, placed, strict=True):
        if where is None:
            continue
        if request.can_be_number and (
            _apart(where) > _NAME_WITHIN_PX * scale or any(where.rect.intersects(each) for each in stand)
        ):
            out.add(request.key)
        stand.append(where.rect)
    return out


def _requests(
    drawing: Drawing, project: Projection, *, selected: str | None, numbered: frozenset[Key] = frozenset()
) -> list[_Request]:
    """In the order in which they choose their places: what was asked first, quiet words last."""
    owners = _px_per_mm([label.at for label in drawing.labels], project) >= _OWNERS_FROM_PX_PER_MM
    aside = _said_on_labels(drawing)
    says = len(aside) <= _MOST_SAID
    badges = [
        (2 if badge.quiet else 0, _Request(key, badge.at, label_of_badge(badge), centred=True))
        for key, badge in zip(_badge_keys(drawing), drawing.badges, strict=True)
        if badge.piece is None or aside.get(badge.piece) is not badge
    ]
    labels = []
    for key, label in zip(_label_keys(drawing), drawing.labels, strict=True):
        chosen = selected is not None and label.piece == selected
        quiet = aside.get(label.piece or "")
        dimmed = quiet is not None and not says
        can_be_number = label.number is not None and not chosen and key not in numbered
        if key in numbered and not chosen:
            shown = number_of_piece(label, dimmed=dimmed)
        else:
            said = quiet if says else None
            shown = label_of_piece(label, owner=owners or chosen, chosen=chosen, aside=said, dimmed=dimmed)
        order = 0.5 if chosen else 1
        labels.append((order, _Request(key, label.at, shown, centred=False, can_be_number=can_be_number)))
    return [request for _, request in sorted([*badges, *labels], key=lambda each: each[0])]


def _said_on_labels(drawing: Drawing) -> dict[str, Badge]:
    """Quiet badges of pieces that have a label: said on it, they need none of their own."""
    labelled = {label.piece for label in drawing.labels}
    return {badge.piece: badge for badge in drawing.badges if badge.quiet and badge.piece and badge.piece in labelled}


def _px_per_mm(places: list[Point], project: Projection) -> float:
    """In the middle of what is labelled."""
    if not places:
        return 0.0
    x, y = np.median(np.asarray(places), axis=0).tolist()
    one, other = project(MatPoints(np.array([[x - 25.0, y], [x + 25.0, y]])))
    return float(np.hypot(*(other - one))) / 50.0


def _place(
    requests: list[_Request],
    project: Projection,
    *,
    scale: float,
    bounds: QRectF,
    cache: LabelCache | None,
    keep_clear: Floats,
    taken: tuple[Box, ...] = (),
) -> list[PlacedLabel | None]:
    kept = cache if cache is not None else LabelCache()
    anchors = _anchors([request.at for request in requests], project, bounds)
    seen = [(index, anchor) for index, anchor in enumerate(anchors) if anchor is not None]
    wanted = [
        WantedBox(at.x(), at.y(), *label_size(requests[index].label, scale=scale), centred=requests[index].centred)
        for index, at in seen
    ]
    # Memory goes by what a label speaks of, the layout by its number among those in sight.
    last = {
        n: kept.stood[requests[index].key] for n, (index, _) in enumerate(seen) if requests[index].key in kept.stood
    }
    room: Box = (bounds.x(), bounds.y(), bounds.width(), bounds.height())
    boxes = place(wanted, bounds=room, taken=taken, keep_clear=keep_clear, prefer=last)
    placed: list[PlacedLabel | None] = [None] * len(requests)
    for n, ((index, anchor), box) in enumerate(zip(seen, boxes, strict=True)):
        placed[index] = PlacedLabel(anchor, QRectF(*box))
        kept.stood[requests[index].key] = last[n]
    return placed


def _anchors(places: list[Point], project: Projection, bounds: QRectF) -> list[QPointF | None]:
    if not places:
        return []
    points = project(MatPoints(np.asarray(places, dtype=np.float64)))
    # Written so that a place the projection could not find (NaN) fails; QRectF.contains lets it pass.
    low, high = (bounds.left(), bounds.top()), (bounds.right(), bounds.bottom())
    seen = (points >= low) & (points <= high)
    return [QPointF(*at) if all(ok) else None for at, ok in zip(points.tolist(), seen.tolist(), strict=True)]


def _paint_leader(painter: QPainter, placed: PlacedLabel, *, start_px: float, scale: float, quiet: bool) -> None:
    near, anchor = _nearest(placed), placed.anchor
    if _apart(placed) < start_px:
        return
    strength = 0.6 if quiet else 1.0
    for pen in (
        QPen(inks.colour(inks.CASING, 0.7 * strength), 3.0 * scale),
        QPen(inks.colour(inks.PALE, 0.9 * strength), 1.1 * scale),
    ):
        painter.setPen(pen)
        painter.drawLine(near, anchor)
    if not quiet:
        painter.setBrush(inks.colour(inks.PALE))
        painter.setPen(QPen(inks.colour(inks.CASING), scale))
        painter.drawEllipse(anchor, 2.5 * scale, 2.5 * scale)


def _nearest(placed: PlacedLabel) -> QPointF:
    rect, anchor = placed.rect, placed.anchor
    return QPointF(min(max(anchor.x(), rect.left()), rect.right()), min(max(anchor.y(), rect.top()), rect.bottom()))


def _apart(placed: PlacedLabel) -> float:
    return (_nearest(placed) - placed.anchor).manhattanLength()
