"""The picture that File > Save writes: the camera's, the plan, or both side by side."""

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtGui import QColor, QImage, QPainter

from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.table_state import TableState
from tableassist.ui.language.words import tr
from tableassist.ui.painting.camera_picture import annotated_image
from tableassist.ui.painting.picture_caption import caption_of
from tableassist.ui.painting.plan_picture import plan_image
from tableassist.vision.camera.frame import Frame

_PLAN_WIDTH_PX = 1200


def camera_image(frame: Frame, state: TableState, drawing: Drawing, *, selected: str | None) -> QImage:
    project = None if state.registration is None else state.registration.image_from_mat
    return annotated_image(frame.image, drawing, project, caption_of(frame, state), selected=selected)


def overhead_image(
    frame: Frame, state: TableState, drawing: Drawing, mat_size_mm: tuple[float, float], *, selected: str | None
) -> QImage:
    title = tr("Plan, frame {number}", number=frame.number)
    return plan_image(drawing, mat_size_mm, _PLAN_WIDTH_PX, title, caption_of(frame, state), selected=selected)


def side_by_side(left: QImage, right: QImage) -> QImage:
    """The right one is brought to the left one's height."""
    fitted = right.scaledToHeight(left.height(), Qt.TransformationMode.SmoothTransformation)
    both = QImage(left.width() + fitted.width(), left.height(), QImage.Format.Format_RGB32)
    both.fill(QColor("#10161C"))
    painter = QPainter(both)
    painter.drawImage(QPoint(0, 0), left)
    painter.drawImage(QPoint(left.width(), 0), fitted)
    painter.end()
    return both
