"""The middle of the window: camera left, plan right, legend below.

What is told or asked for a while stands over the captions, and nothing else moves for it.
"""

from enum import StrEnum
from functools import partial
from math import ceil, floor

from PyQt6.QtCore import QEvent, QPoint, Qt
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QSplitter, QToolButton, QWidget

from tableassist.messages import tr
from tableassist.overlay.drawing import Drawing, Point, together
from tableassist.pipeline.moment import Moment
from tableassist.ui.canvas.legend_strip import LegendStrip, ScaleBar
from tableassist.ui.canvas.views import PictureView, PlanView
from tableassist.ui.canvas.zoom_view import Tool
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.selection import Selection
from tableassist.ui.widgets.controls import column, row, sign_button
from tableassist.ui.widgets.notices import Banner, HeldStrip, QuestionBar
from tableassist.ui.widgets.plain import PlainLabel, set_tip
from tableassist.ui.workers import Soon


class BoardViews(QWidget):
    banner: Banner
    held: HeldStrip
    camera: PictureView

    def add_below(self, bar: QWidget) -> None:
        """Add the time line below the views."""
        raise NotImplementedError


PLAN_AFTER_MS = 20
HEAD_PX = 30
"""Of the row with the captions: a notice fits into it and hides nothing of the picture."""
LEAST_NOTICE_PX = 200
PLACE_MARGIN_MM = 45.0
"""Around a place that is zoomed to: about a ship's length, so that what stands beside it can be told."""


class Showing(StrEnum):
    CAMERA = "camera"
    PLAN = "plan"
    BOTH = "both"


class TableViews(BoardViews):
    def __init__(self, mat_size_mm: tuple[float, float], selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.showing = Showing.BOTH
        self._tool: Tool | None = None
        self._evidence: Drawing | None = None
        self._compared: Drawing | None = None
        self._plan_timer = Soon(PLAN_AFTER_MS, self._paint_plan_now, self)
        self.camera = PictureView(mat_size_mm, selection)
        self.plan = PlanView(mat_size_mm, selection)
        self.plan.picture_waits = self._picture_waits
        self.camera.setAccessibleName(tr("The camera's picture of the table"))
        self.plan.setAccessibleName(tr("Plan of the table"))
        self.legend = LegendStrip(self)
        self._plan_caption = PlainLabel(tr("Plan"), look="caption")
        self._camera_side = _headed(PlainLabel(tr("Camera"), look="caption"), self.camera)
        self.scale_bar = ScaleBar()
        self._plan_side = _headed(self._plan_caption, self.plan, self.scale_bar, *self._turn_buttons())
        self.plan.turned.connect(self._tell_turned)
        self.plan.scaled.connect(self.scale_bar.show_scale)
        self._splitter = splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self._camera_side)
        splitter.addWidget(self._plan_side)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(SPACE_PX)
        splitter.setStretchFactor(0, 16)
        splitter.setStretchFactor(1, 11)
        splitter.setSizes([800, 550])
        margins = (SPACE_PX, 0, SPACE_PX, 0)
        self._column = column((splitter, 1), self.legend, on=self, margins=margins, spacing=4)
        self.held = HeldStrip()
        self.banner = Banner()
        self.question = QuestionBar()
        self._notices = QWidget(self)
        column(self.held, self.banner, self.question, on=self._notices, margins=0, spacing=0)
        for notice in (self.held, self.banner, self.question):
            notice.came_or_went.connect(self._place_notices)

    def add_below(self, bar: QWidget) -> None:
        """Below the views, above the legend."""
        self._column.insertWidget(self._column.count() - 1, bar)

    def add_bar(self, bar: QWidget) -> None:
        """Above the views."""
        self._column.insertWidget(0, bar)

    def show_moment(self, moment: Moment, drawing: Drawing) -> None:
        registration = moment.state.registration
        self.camera.show_frame(
            moment.frame.image,
            drawing,
            None if registration is None else registration.image_from_mat,
            None if registration is None else registration.mat_from_image,
        )
        self.plan.show_drawing(drawing)
        self.legend.show_drawing(drawing)

    def set_tool(self, tool: Tool | None) -> None:
        """The tool in hand gets the pointer over both views, and its drawing is painted on top."""
        if self._tool is not None:
            self._tool.changed.disconnect(self._draw_on_top)
        self._tool = tool
        if tool is not None:
            tool.changed.connect(self._draw_on_top)
        self.camera.set_tool(tool)
        self.plan.set_tool(tool)
        self._draw_on_top()

    def set_evidence(self, drawing: Drawing | None) -> None:
        """What a chosen ruling speaks of, above the table and below the tool."""
        self._evidence = drawing
        self._draw_on_top()

    def set_compared(self, drawing: Drawing | None) -> None:
        """Where pieces lay in another moment, below everything else on top."""
        self._compared = drawing
        self._draw_on_top()

    def show_place(self, points_mm: tuple[Point, ...]) -> None:
        """Both views zoom to it."""
        self.camera.show_place(points_mm, PLACE_MARGIN_MM)
        self._paint_plan_later()
        self.plan.show_place(points_mm, PLACE_MARGIN_MM)

    def _draw_on_top(self) -> None:
        tool = None if self._tool is None else self._tool.drawing
        drawings = [each for each in (self._compared, self._evidence, tool) if each]
        on_top = together(drawings) if drawings else None
        self.camera.show_on_top(on_top)
        self.plan.show_on_top(on_top)

    def _turn_buttons(self) -> tuple[QToolButton, ...]:
        buttons = []
        for sign, words, by_deg in (("↺", tr("Turn the plan left"), 90.0), ("↻", tr("Turn the plan right"), -90.0)):
            button = sign_button(sign, words, partial(self.turn_plan, by_deg))
            button.setObjectName("quiet")
            set_tip(button, words + " " + tr("(Shift and the wheel turn it by a little)"))
            buttons.append(button)
        return tuple(buttons)

    def turn_plan(self, by_deg: float) -> None:
        """To the next quarter in that direction, counter-clockwise where it is above zero."""
        quarters = self.plan.turned_deg() / 90.0
        nearly = 1e-6
        self.plan.turn_to(90.0 * (floor(quarters + nearly) + 1 if by_deg > 0 else ceil(quarters - nearly) - 1))

    def _tell_turned(self, degrees: float) -> None:
        turned = tr("Plan, turned by {degrees:.0f}°", degrees=degrees)
        self._plan_caption.setText(turned if degrees else tr("Plan"))

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._place_notices()

    def event(self, event: QEvent | None) -> bool:
        done = super().event(event)
        if event is not None and event.type() is QEvent.Type.LayoutRequest:
            self._place_notices()  # a bar above the views has come or gone
        return done

    def _place_notices(self) -> None:
        """Over the captions, up to the scale of the plan; as high as they need to be."""
        top = self._splitter.mapTo(self, QPoint(0, 0))
        right = self._splitter.width()
        if not self._plan_side.isHidden():
            right = self.scale_bar.mapTo(self._splitter, QPoint(0, 0)).x() - SPACE_PX
        notices = self._notices
        layout = notices.layout()
        assert layout is not None
        layout.activate()
        width = max(LEAST_NOTICE_PX, right)
        if self.held.isHidden() and self.banner.isHidden() and self.question.isHidden():
            notices.setGeometry(top.x(), top.y(), width, 0)
            return
        height = layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
        notices.setGeometry(top.x(), top.y(), width, height)
        notices.raise_()

    def show_only(self, showing: Showing) -> None:
        self.showing = showing
        self._camera_side.setVisible(showing is not Showing.PLAN)
        self._plan_side.setVisible(showing is not Showing.CAMERA)
        self._place_notices()
        if showing is Showing.BOTH:
            self._paint_plan_later()

    def fit(self) -> None:
        self.camera.fit()
        self._paint_plan_later()
        self.plan.fit()

    def _picture_waits(self) -> bool:
        return self.camera.waits and self.camera.isVisible()

    def _paint_plan_now(self) -> None:
        """At once: what is painted soon is painted together with the camera's next picture."""
        port = self.plan.viewport()
        if self._picture_waits():
            self._plan_timer.start()
            return
        self.plan.setUpdatesEnabled(True)
        if port is not None:
            port.repaint()

    def _paint_plan_later(self) -> None:
        """It is painted a moment after the camera's view: both anew in one turn would keep the pointer waiting."""
        if self.plan.isVisible() and self.camera.isVisible():
            self.plan.setUpdatesEnabled(False)
            self._plan_timer.start()


def _headed(caption: QWidget, view: QWidget, *buttons: QWidget) -> QWidget:
    side, head = QWidget(), QWidget()
    head.setFixedHeight(HEAD_PX)
    row((caption, 1), *buttons, on=head, margins=0, spacing=2)
    column(head, (view, 1), on=side, margins=0, spacing=0)
    return side
