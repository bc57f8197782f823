"""A window of movable parts: docks, their arrangement, and what Qt makes for them."""

from PyQt6.QtCore import QChildEvent, Qt
from PyQt6.QtGui import QAction, QGuiApplication
from PyQt6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from tableassist.ui.session.preferences import Preferences
from tableassist.ui.widgets.plain import dock_title

LAYOUT = 1
"""Raised when the parts change so much that an old arrangement makes no sense."""


class PanelAction(QAction):
    """The menu entry of a panel: hides one that is seen, and brings to the front one that is hidden or behind
    another. (Qt's own entry hides a panel that nobody sees because it is behind another.)"""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock.windowTitle(), dock)
        self._dock = dock
        self.setCheckable(True)
        dock.windowTitleChanged.connect(self.setText)
        dock.visibilityChanged.connect(self.setChecked)
        self.triggered.connect(self._show_or_hide)

    def _show_or_hide(self, show: bool) -> None:
        self._dock.setVisible(show)
        if show:
            self._dock.raise_()


class DockWindow(QMainWindow):
    preferences: Preferences

    @property
    def parts_key(self) -> str:
        """The name under which the arrangement of the parts is saved."""
        raise NotImplementedError

    def add_part(self, name: str, part: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(dock_title(part.windowTitle()), self)
        dock.setObjectName(name)
        dock.setWidget(part)
        part.windowTitleChanged.connect(lambda title: dock.setWindowTitle(dock_title(title)))
        can = QDockWidget.DockWidgetFeature
        dock.setFeatures(can.DockWidgetMovable | can.DockWidgetClosable)
        self.addDockWidget(area, dock)
        PanelAction(dock)
        return dock

    def add_tab(self, name: str, part: QWidget, beside: QDockWidget | None) -> QDockWidget:
        """Add a part on the right; behind another, if there is one."""
        dock = self.add_part(name, part, Qt.DockWidgetArea.RightDockWidgetArea)
        if beside is not None:
            self.tabifyDockWidget(beside, dock)
        return dock

    def take_geometry_of(self, before: "DockWindow") -> None:
        """Put this window where another was, to the pixel: what is saved is fitted to the screen."""
        if not before.isMaximized() and not before.isFullScreen():
            self.setGeometry(before.geometry())

    def fit_to_screen(self) -> None:
        """Make the window large, but smaller than the screen."""
        screen = QGuiApplication.primaryScreen()
        if screen is None:
            self.resize(1280, 800)
        else:
            room = screen.availableGeometry()
            self.resize(min(1500, int(room.width() * 0.92)), min(950, int(room.height() * 0.9)))

    def restore_layout(self) -> None:
        self.restoreGeometry(self.preferences.layout("geometry"))
        self.restoreState(self.preferences.layout(self.parts_key), LAYOUT)

    def save_layout(self) -> None:
        self.preferences.set_layout("geometry", self.saveGeometry())
        self.preferences.set_layout(self.parts_key, self.saveState(LAYOUT))

    def childEvent(self, event: QChildEvent | None) -> None:  # noqa: N802
        """Keep the keyboard out of the tabs that Qt makes for panels behind one another and hides while there are
        none."""
        super().childEvent(event)
        child = None if event is None or not event.polished() else event.child()
        if isinstance(child, QTabBar):
            child.setFocusPolicy(Qt.FocusPolicy.NoFocus)
