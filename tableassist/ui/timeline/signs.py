"""What happened when, as signs on the time line: each kind with a shape of its own, colour alone tells nothing."""

from collections.abc import Callable, Collection, Iterable
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QIcon, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from tableassist.messages import Message, say, template, tr
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Verdict, rule_named
from tableassist.store.score import terrain_words, told_touches
from tableassist.ui.look import theme_of
from tableassist.ui.painting import inks
from tableassist.ui.painting.plan_background import PLAN_BLUE
from tableassist.ui.timeline.past import ACT_KINDS, Sign, SignKind

LOOKS: Final = {
    SignKind.MARK: (inks.YELLOW, 7.0),
    SignKind.TURN: (inks.PALE, 9.0),
    SignKind.OVERRULING: (inks.VERMILLION, 7.0),
    SignKind.END: (inks.GREEN, 6.5),
    SignKind.SUNK: (inks.VERMILLION, 6.5),
    SignKind.FOUL: (inks.YELLOW, 6.5),
    SignKind.UNLOADED: (inks.ORANGE, 5.5),
    SignKind.RAM: (inks.PURPLE, 6.0),
    SignKind.BOARDING: (inks.PURPLE, 5.0),
    SignKind.HIT: (inks.VERMILLION, 5.5),
    SignKind.SHOT: (inks.GREY, 3.5),
    SignKind.ILLEGAL: (inks.VERMILLION, 4.5),
    SignKind.MOVE: (inks.SKY_BLUE, 5.0),
    SignKind.CONTACT: (inks.PURPLE, 5.5),
    SignKind.RULING: (inks.ORANGE, 3.0),
    SignKind.EDIT: (inks.GREEN, 4.5),
}
"""What a person set comes before what was found."""
PALE_TONES: Final = (inks.PALE, inks.YELLOW)
BELOW: Final = (SignKind.CONTACT, SignKind.EDIT)
"""Under the line: they come with moves, and would lie on them."""
BELOW_PX: Final = 9.0
ABOVE_PX: Final = 11.0
"""What could be fired at, over the move that led there."""
ACTS_PX: Final = 19.5
"""Acts of the game, in a row of their own above all others."""
ICON_PX: Final = 18
APART_PX: Final = 4.0
"""Two of a kind that are nearer are one: in a long match they would be a smear."""
ORDER: Final = (
    *BELOW,
    SignKind.RULING,
    SignKind.TURN,
    SignKind.MOVE,
    SignKind.ILLEGAL,
    *reversed(ACT_KINDS),
    SignKind.OVERRULING,
    SignKind.MARK,
)
"""The last is painted on top."""

Shape = tuple[tuple[float, float], ...]
_DIAMOND: Final = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_STAR: Final = (
    (0.0, -1.1), (0.25, -0.35), (1.0, -0.6), (0.45, 0.0), (1.0, 0.6), (0.25, 0.35),
    (0.0, 1.1), (-0.25, 0.35), (-1.0, 0.6), (-0.45, 0.0), (-1.0, -0.6), (-0.25, -0.35),
)  # fmt: skip
STROKES: Final[dict[SignKind, tuple[Shape, ...]]] = {
    SignKind.ILLEGAL: (((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0))),
    SignKind.BOARDING: (((-1.0, 0.0), (1.0, 0.0)), ((0.0, -1.0), (0.0, 1.0))),
}
"""Shares of the sign's size, x to the right and y down."""
AREAS: Final[dict[SignKind, tuple[Shape, ...]]] = {
    SignKind.MARK: (_DIAMOND,),
    SignKind.OVERRULING: (_DIAMOND,),
    SignKind.MOVE: (((-0.8, -1.0), (-0.8, 1.0), (1.0, 0.0)),),
    SignKind.END: (  # a flag on its staff
        ((-0.8, -1.0), (-0.5, -1.0), (-0.5, 1.0), (-0.8, 1.0)),
        ((-0.5, -1.0), (1.0, -0.45), (-0.5, 0.1)),
    ),
    SignKind.SUNK: (  # an arrow into the deep
        ((-0.25, -1.0), (0.25, -1.0), (0.25, 0.0), (-0.25, 0.0)),
        ((-0.9, -0.1), (0.9, -0.1), (0.0, 1.0)),
    ),
    SignKind.FOUL: (((0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),),
    SignKind.RAM: (  # a bow against a side
        ((-1.0, -0.7), (0.5, 0.0), (-1.0, 0.7)),
        ((0.6, -1.0), (1.0, -1.0), (1.0, 1.0), (0.6, 1.0)),
    ),
    SignKind.HIT: (_STAR,),
}


def sign_meaning(kind: SignKind) -> str:
    """For the legend."""
    meanings = {
        SignKind.MARK: tr("Mark"),
        SignKind.TURN: tr("A turn begins"),
        SignKind.OVERRULING: tr("Overruled"),
        SignKind.END: tr("End of the game"),
        SignKind.SUNK: tr("Sunk"),
        SignKind.FOUL: tr("Foul"),
        SignKind.UNLOADED: tr("Treasure unloaded"),
        SignKind.RAM: tr("Ram"),
        SignKind.BOARDING: tr("Boarding"),
        SignKind.HIT: tr("Hit"),
        SignKind.SHOT: tr("Shot"),
        SignKind.ILLEGAL: tr("Move not allowed"),
        SignKind.MOVE: tr("Move"),
        SignKind.CONTACT: tr("Contact made"),
        SignKind.RULING: tr("Could shoot"),
        SignKind.EDIT: tr("Change in the ledger"),
    }
    return meanings[kind]


def thinned(signs: Iterable[Sign], x_of: Callable[[int], float]) -> list[tuple[SignKind, float]]:
    """Where to paint what, in the order of painting; `signs` in the order of time."""
    places: dict[SignKind, list[float]] = {kind: [] for kind in ORDER}
    for sign in signs:
        x, hers = x_of(sign.t_ns), places[sign.kind]
        if not hers or x - hers[-1] >= APART_PX:
            hers.append(x)
    return [(kind, x) for kind in ORDER for x in places[kind]]


def offset_px(kind: SignKind) -> float:
    """How far under the line its sign stands; above it where that is below zero."""
    if kind in ACT_KINDS:
        return -ACTS_PX
    return BELOW_PX if kind in BELOW else -ABOVE_PX if kind is SignKind.RULING else 0.0


def paint_sign(painter: QPainter, kind: SignKind, x: float, track_y: float) -> None:
    paint_shape(painter, kind, x, track_y + offset_px(kind))


def legend_signs() -> tuple[tuple[Callable[[QPainter, QPointF], None], str], ...]:
    """Each kind for the legend: how to paint it about a point, and what it stands for."""

    def painted(kind: SignKind) -> Callable[[QPainter, QPointF], None]:
        return lambda painter, at: paint_shape(painter, kind, at.x(), at.y())

    return tuple((painted(kind), sign_meaning(kind)) for kind in LOOKS)


def paint_shape(painter: QPainter, kind: SignKind, x: float, y: float) -> None:
    """The sign with its middle there."""
    name, size = LOOKS[kind]
    # Pale tones need an edge where the window is light; on a dark one it is not seen.
    painter.setPen(QPen(inks.colour(inks.CASING), 1.4) if name in PALE_TONES else Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(name))
    if kind is SignKind.TURN:
        painter.drawRect(QRectF(x - 1.2, y - size, 2.4, 2 * size))
    elif kind in STROKES:
        painter.setPen(QPen(inks.colour(name), 2.6))
        for (x0, y0), (x1, y1) in STROKES[kind]:
            painter.drawLine(QPointF(x + size * x0, y + size * y0), QPointF(x + size * x1, y + size * y1))
    elif kind in BELOW:
        painter.drawRect(QRectF(x - size / 2, y - size / 2, size, size))
    elif kind in AREAS:
        for area in AREAS[kind]:
            painter.drawPolygon(QPolygonF([QPointF(x + size * dx, y + size * dy) for dx, dy in area]))
    else:
        _paint_round(painter, kind, QPointF(x, y), size)
    if kind is SignKind.FOUL:
        painter.setPen(QPen(inks.colour(inks.CASING), 1.8))
        painter.drawLine(QPointF(x, y - 2.0), QPointF(x, y + 2.0))
        painter.drawPoint(QPointF(x, y + 4.8))


def sign_icon(kind: SignKind) -> QIcon:
    """Pale signs need a dark ground: each stands on the colour of the plan."""
    pixmap = QPixmap(ICON_PX, ICON_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_chip(painter, kind, QRectF(0, 0, ICON_PX, ICON_PX))
    painter.end()
    return QIcon(pixmap)


def paint_chip(painter: QPainter, kind: SignKind, area: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(PLAN_BLUE))
    painter.drawRoundedRect(area, 3, 3)
    paint_shape(painter, kind, area.center().x(), area.center().y())


def _paint_round(painter: QPainter, kind: SignKind, at: QPointF, size: float) -> None:
    if kind is SignKind.SHOT:
        painter.setPen(QPen(inks.colour(LOOKS[kind][0]), 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(at, size, size)
    if kind is SignKind.UNLOADED:  # a coin
        painter.setPen(QPen(inks.colour(inks.CASING), 1.2))
        painter.drawEllipse(at, size - 2.5, size - 2.5)


Names = dict[str, str]


def move_words(move: FoundMove, settings: TableSettings) -> str:
    """Who, how far by the shortest legal way, and what she touches now."""
    names = names_of(settings)
    name, by = names.get(move.piece, move.piece), names.get(move.by or "", "")
    if move.kind is MoveKind.BUMPED:
        if by:
            return tr("{name} was bumped {gone:.0f} mm by {by}", name=name, gone=move.gone_mm, by=by)
        return tr("{name} was bumped {gone:.0f} mm", name=name, gone=move.gone_mm)
    if move.kind is MoveKind.PUT_BACK:
        return tr("{name} was put back", name=name)
    if move.kind is MoveKind.TOWED:
        return tr("{name} is towed by {by}, {gone:.0f} mm", name=name, by=by, gone=move.gone_mm)
    terrain = (say(words) for words, _ in terrain_words(move))
    return "  ·  ".join((tr("{name}  {way}", name=name, way=_way(move)), *_touches(move, names), *terrain))


def move_signs(move: FoundMove, settings: TableSettings) -> tuple[Sign, ...]:
    """For the time line: the move, and what she could fire at from there."""
    if move.kind is MoveKind.PLACED:
        return ()
    ruling = None if move.judgement is None else move.judgement.ruling
    words, kind = move_words(move, settings), SignKind.MOVE
    if ruling is not None and ruling.verdict is Verdict.NO:
        words = f"{words}\n{tr('not legal: {reason}', reason=say(ruling.reason))}"
        kind = SignKind.ILLEGAL
    elif ruling is not None and ruling.verdict is Verdict.TOO_CLOSE:
        words = f"{words}\n{tr('too close to call: {reason}', reason=say(ruling.reason))}"
    shots = _shots(move, names_of(settings))
    told = (Sign(move.settled_ns, SignKind.RULING, "\n".join(shots)),) if shots else ()
    return (Sign(move.settled_ns, kind, words), *told)


def names_of(settings: TableSettings) -> Names:
    return {piece.id: piece.name for piece in settings.pieces}


def _way(move: FoundMove) -> str:
    judgement = move.judgement
    if judgement is None or judgement.route is None or not judgement.route.segments:
        return f"{move.gone_mm:.0f} mm"
    return " + ".join(f"{each.segment} {each.length_mm:.0f} mm" for each in judgement.route.segments)


def _touches(move: FoundMove, names: Names) -> tuple[str, ...]:
    """The rule that says most, for each piece that she touches now."""
    touches = told_touches(move.piece, [each.contact for each in move.made])
    return tuple(say(rule_named(each.rule).deed(names.get(each.piece, each.piece))) for each in touches)


def _shots(move: FoundMove, names: Names) -> list[str]:
    """One line for each target and verdict."""
    words = {
        Verdict.YES: template("{one} may fire at {other}: cannon {cannons}"),
        Verdict.TOO_CLOSE: template("{one} at {other}: cannon {cannons} is too close to call"),
    }
    together: dict[tuple[str, Verdict], list[str]] = {}
    for shot in move.shots:
        together.setdefault((shot.target, shot.verdict), []).append(str(shot.cannon or ""))
    one = names.get(move.piece, move.piece)
    return [
        say(Message(words[verdict], one=one, other=names.get(target, target), cannons=tuple(cannons)))
        for (target, verdict), cannons in together.items()
    ]


ROW_PX: Final = 20
CHIP_PX: Final = 24.0
GAP_PX: Final = 16.0


class SignLegend(QWidget):
    """Grows with the kinds that it has met and never shrinks, so that the views above keep their size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds: tuple[SignKind, ...] = ()
        self._rows: list[list[SignKind]] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Signs on the time line"))

    def show_kinds(self, kinds: Collection[SignKind]) -> None:
        met = {*self.kinds, *kinds}
        if met != set(self.kinds):
            self.kinds = tuple(kind for kind in LOOKS if kind in met)
            self.setAccessibleDescription(", ".join(sign_meaning(kind) for kind in self.kinds))
            self._break_rows()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, len(self._rows) * ROW_PX)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._break_rows()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._type())
        for n, row in enumerate(self._rows):
            x, middle = 0.0, (n + 0.5) * ROW_PX
            for kind in row:
                self._paint_entry(painter, kind, x, middle)
                x += self._wide_px(kind)
        painter.end()

    def _paint_entry(self, painter: QPainter, kind: SignKind, x: float, middle: float) -> None:
        paint_chip(painter, kind, QRectF(x, middle - 8.5, CHIP_PX, 17))
        painter.setPen(inks.colour(theme_of(self.palette()).text))
        at = QRectF(x + CHIP_PX + 6, middle - ROW_PX / 2, 400, ROW_PX)
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, sign_meaning(kind))

    def _wide_px(self, kind: SignKind) -> float:
        return self._metrics.horizontalAdvance(sign_meaning(kind)) + CHIP_PX + 6 + GAP_PX

    def _type(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font

    def _break_rows(self) -> None:
        self._metrics = QFontMetricsF(self._type())
        rows: list[list[SignKind]] = []
        filled = self.width() + 1.0
        for kind in self.kinds:
            if filled + self._wide_px(kind) - GAP_PX > self.width():
                rows.append([])
                filled = 0.0
            rows[-1].append(kind)
            filled += self._wide_px(kind)
        if len(rows) != len(self._rows):
            self._rows = rows
            self.updateGeometry()
        self._rows = rows
        self.update()
