"""Dresses the application dark or light, as was chosen or as the system is, and again whenever the system changes."""

from typing import Protocol

from PyQt6.QtCore import QObject, Qt, pyqtBoundSignal, pyqtSignal
from PyQt6.QtGui import QFont
from PyQt6.QtWidgets import QApplication

from tableassist.ui.look.theme import DARK, LIGHT, Appearance, Theme, palette_of, style_sheet

_NAME = "theme switch"


class SystemHints(Protocol):
    """What Qt tells about the system's look."""

    colorSchemeChanged: pyqtBoundSignal  # noqa: N815

    def colorScheme(self) -> Qt.ColorScheme: ...  # noqa: N802


class ThemeSwitch(QObject):
    changed = pyqtSignal(object)
    """The Theme that is worn now."""

    def __init__(self, application: QApplication, hints: SystemHints) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        self._application = application
        self._hints = hints
        self.appearance = Appearance.SYSTEM
        self._worn: Theme | None = None
        hints.colorSchemeChanged.connect(self._apply_theme)
        application.setStyle("Fusion")
        font = QFont()
        font.setPointSizeF(10.5)
        application.setFont(font)
        self._apply_theme()

    @property
    def theme(self) -> Theme:
        if self.appearance is Appearance.SYSTEM:
            # A system that does not say gets the dark one: it disturbs a dim table least.
            return LIGHT if self._hints.colorScheme() is Qt.ColorScheme.Light else DARK
        return DARK if self.appearance is Appearance.DARK else LIGHT

    def choose(self, appearance: Appearance) -> None:
        self.appearance = appearance
        self._apply_theme()

    def _apply_theme(self) -> None:
        theme = self.theme
        if theme is self._worn:
            return
        self._worn = theme
        self._application.setPalette(palette_of(theme))
        self._application.setStyleSheet(style_sheet(theme))
        self.changed.emit(theme)


def theme_switch_of(application: QApplication) -> ThemeSwitch:
    """The one there is; it is made when it is first asked for."""
    for known in application.findChildren(ThemeSwitch, _NAME):
        return known
    hints = QApplication.styleHints()
    assert hints is not None
    return ThemeSwitch(application, hints)


def set_appearance(appearance: Appearance) -> None:
    """For a menu or a remembered setting."""
    running = QApplication.instance()
    assert isinstance(running, QApplication)
    theme_switch_of(running).choose(appearance)
