"""The window: the parts around a desk."""

from collections.abc import Callable

from PyQt6.QtCore import QStandardPaths, Qt
from PyQt6.QtGui import QAction, QCloseEvent, QGuiApplication, QImage
from PyQt6.QtWidgets import QDockWidget, QFileDialog, QMainWindow, QMessageBox, QWidget

from tableassist.pipeline.moment import Moment
from tableassist.ui import saved_picture
from tableassist.ui.application import APPLICATION_NAME
from tableassist.ui.desk import Desk
from tableassist.ui.frame_rate import FrameRate
from tableassist.ui.help_words import ABOUT, shortcuts_text
from tableassist.ui.menus import add_menus
from tableassist.ui.notices import notices_of
from tableassist.ui.ruling_panel import RulingPanel
from tableassist.ui.status_strip import StatusStrip
from tableassist.ui.table_views import Showing, TableViews

PAUSED = "The picture is held. Space lets it run again."


class TableWindow(QMainWindow):
    """Arranges the parts around a desk; what they do to the table goes through the desk."""

    def __init__(
        self, desk: Desk, *, on_close: Callable[[], None], title: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.desk = desk
        mat = desk.settings.mat
        self._mat_size_mm = (mat.width_mm, mat.height_mm)
        self._on_close = on_close
        self._closed = False
        self._rate = FrameRate()
        self.pause_action: QAction | None = None
        self.views = TableViews(self._mat_size_mm, desk.selection)
        self.rulings = RulingPanel(desk)
        self.status = StatusStrip()
        self.ruling_dock = self._dock()
        self.setCentralWidget(self.views)
        self.setStatusBar(self.status)
        self.setWindowTitle(title or APPLICATION_NAME)
        add_menus(self)
        desk.arrived.connect(self._note_arrival)
        desk.shown.connect(self._show)
        desk.held.connect(self._tell_held)
        self._open_large()

    def fail(self, message: str) -> None:
        """The source has stopped. The last picture stays, with a banner that says so."""
        self.views.banner.set_failure(message)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def escape(self) -> None:
        if self.desk.selection.piece is None and self.isFullScreen():
            self.toggle_full_screen()
        self.desk.selection.choose(None)

    def ask_and_save(self) -> None:
        moment = self.desk.moment
        if moment is None:
            QMessageBox.information(self, "Save picture", "There is no picture yet.")
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        proposed = f"{folder}/table-{moment.frame.number:06d}.png"
        path, _ = QFileDialog.getSaveFileName(self, "Save picture", proposed, "Pictures (*.png *.jpg)")
        if path and not self.save_picture(path if "." in path.rsplit("/", 1)[-1] else f"{path}.png"):
            QMessageBox.warning(self, "Save picture", f"The picture could not be written to {path}")

    def save_picture(self, path: str) -> bool:
        """What is shown (camera, plan or both), at the camera's full size rather than the window's."""
        image = self.picture()
        return image is not None and image.save(path)

    def picture(self) -> QImage | None:
        moment = self.desk.moment
        if moment is None:
            return None
        frame, state = moment.frame, moment.state
        selected, showing = self.desk.selection.piece, self.views.showing
        if showing is Showing.PLAN:
            return saved_picture.overhead_image(frame, state, self._mat_size_mm, selected=selected)
        camera = saved_picture.camera_image(frame, state, selected=selected)
        if showing is Showing.CAMERA:
            return camera
        plan = saved_picture.overhead_image(frame, state, self._mat_size_mm, selected=selected)
        return saved_picture.side_by_side(camera, plan)

    def show_shortcuts(self) -> None:
        QMessageBox(QMessageBox.Icon.NoIcon, "Shortcuts", shortcuts_text(), parent=self).exec()

    def show_about(self) -> None:
        QMessageBox.about(self, f"About {APPLICATION_NAME}", ABOUT)

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        if not self._closed:
            self._closed = True
            self._on_close()
            self.desk.close()
        super().closeEvent(event)

    def _note_arrival(self, moment: Moment) -> None:
        self._rate.note(moment.frame.t_ns)
        self.views.banner.set_failure(None)

    def _tell_held(self, held: bool) -> None:
        self.views.banner.set_notice(PAUSED if held else None)
        if self.pause_action is not None:
            self.pause_action.setChecked(held)

    def _show(self, moment: Moment) -> None:
        frame, state = moment.frame, moment.state
        project = None if state.registration is None else state.registration.image_from_mat
        self.views.camera.show_frame(frame.image, state.drawing, project)
        self.views.plan.show_drawing(state.drawing)
        self.views.legend.show_drawing(state.drawing)
        self.views.banner.set_warnings(notices_of(state))
        self.status.show_state(frame, state, frames_per_second=self._rate.per_second())

    def _dock(self) -> QDockWidget:
        dock = QDockWidget("Rulings", self)
        dock.setObjectName("rulings")
        dock.setWidget(self.rulings)
        dock.setWindowTitle(self.rulings.windowTitle())
        self.rulings.windowTitleChanged.connect(dock.setWindowTitle)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        self.resizeDocks([dock], [215], Qt.Orientation.Vertical)
        return dock

    def _open_large(self) -> None:
        screen = QGuiApplication.primaryScreen()
        if screen is None:
            self.resize(1280, 800)
            return
        room = screen.availableGeometry()
        self.resize(min(1500, int(room.width() * 0.92)), min(950, int(room.height() * 0.9)))
