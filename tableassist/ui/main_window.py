"""The window: shows one state after another, and hands clicks on."""

from collections.abc import Callable

from PyQt6.QtCore import QStandardPaths, Qt
from PyQt6.QtGui import QAction, QCloseEvent, QGuiApplication, QImage
from PyQt6.QtWidgets import QDockWidget, QFileDialog, QMainWindow, QMessageBox, QWidget

from tableassist.pipeline.table_state import TableState
from tableassist.ui import saved_picture
from tableassist.ui.application import APPLICATION_NAME
from tableassist.ui.frame_rate import FrameRate
from tableassist.ui.help_words import ABOUT, shortcuts_text
from tableassist.ui.menus import add_menus
from tableassist.ui.notices import notices_of
from tableassist.ui.ruling_panel import RulingPanel
from tableassist.ui.selection import Selection
from tableassist.ui.status_strip import StatusStrip
from tableassist.ui.table_views import Showing, TableViews
from tableassist.vision.frame import Frame

PAUSED = "The picture is held. Space lets it run again."


class TableWindow(QMainWindow):
    """`on_select` hears which piece was clicked (None for open sea): the chain draws its ranges."""

    def __init__(
        self,
        mat_size_mm: tuple[float, float],
        *,
        on_select: Callable[[str | None], None],
        on_close: Callable[[], None],
        title: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._mat_size_mm = mat_size_mm
        self._on_close = on_close
        self._closed = False
        self._paused = False
        self._rate = FrameRate()
        self._newest: tuple[Frame, TableState] | None = None
        self._shown: tuple[Frame, TableState] | None = None
        self.pause_action: QAction | None = None
        self.selection = Selection(self)
        self.views = TableViews(mat_size_mm, self.selection)
        self.rulings = RulingPanel()
        self.status = StatusStrip()
        self.ruling_dock = self._dock()
        self.setCentralWidget(self.views)
        self.setStatusBar(self.status)
        self.setWindowTitle(title or APPLICATION_NAME)
        add_menus(self)
        self.selection.changed.connect(on_select)
        self.selection.changed.connect(self.rulings.select_piece)
        self._open_large()

    @property
    def paused(self) -> bool:
        return self._paused

    def show_state(self, frame: Frame, state: TableState) -> None:
        """The one way in; connect the bridge's `arrived` to it."""
        self._newest = (frame, state)
        self._rate.note(frame.t_ns)
        self.views.banner.set_failure(None)
        if not self._paused:
            self._show(frame, state)

    def fail(self, message: str) -> None:
        """The source has stopped. The last picture stays, with a banner that says so."""
        self.views.banner.set_failure(message)

    def set_paused(self, paused: bool) -> None:
        self._paused = paused
        self.views.banner.set_notice(PAUSED if paused else None)
        if not paused and self._newest is not None:
            self._show(*self._newest)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def escape(self) -> None:
        if self.selection.piece is None and self.isFullScreen():
            self.toggle_full_screen()
        self.selection.choose(None)

    def ask_and_save(self) -> None:
        if self._shown is None:
            QMessageBox.information(self, "Save picture", "There is no picture yet.")
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        proposed = f"{folder}/table-{self._shown[0].number:06d}.png"
        path, _ = QFileDialog.getSaveFileName(self, "Save picture", proposed, "Pictures (*.png *.jpg)")
        if path and not self.save_picture(path if "." in path.rsplit("/", 1)[-1] else f"{path}.png"):
            QMessageBox.warning(self, "Save picture", f"The picture could not be written to {path}")

    def save_picture(self, path: str) -> bool:
        """What is shown (camera, plan or both), at the camera's full size rather than the window's."""
        image = self.picture()
        return image is not None and image.save(path)

    def picture(self) -> QImage | None:
        if self._shown is None:
            return None
        frame, state = self._shown
        selected, showing = self.selection.piece, self.views.showing
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
        super().closeEvent(event)

    def _show(self, frame: Frame, state: TableState) -> None:
        self._shown = (frame, state)
        project = None if state.registration is None else state.registration.image_from_mat
        self.views.camera.show_frame(frame.image, state.drawing, project)
        self.views.plan.show_drawing(state.drawing)
        self.views.legend.show_drawing(state.drawing)
        self.views.banner.set_warnings(notices_of(state))
        pieces = (*(placed.piece for placed in state.scene.pieces), *state.scene.unseen)
        names = {piece.id: piece.name for piece in pieces}
        self.rulings.show_rulings(state.rulings, names)
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
