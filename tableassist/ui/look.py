"""The look of the windows: tones of light and dark, the ring around what has the keys, the colours of verdicts."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Protocol

from PyQt6 import sip
from PyQt6.QtCore import QObject, QRectF, Qt, QTimer, pyqtBoundSignal, pyqtSignal
from PyQt6.QtGui import QColor, QFont, QIcon, QPainter, QPaintEvent, QPalette, QPen
from PyQt6.QtWidgets import QApplication, QFocusFrame, QGraphicsView

from tableassist.judging.views import SYMBOLS
from tableassist.rulebook import Verdict
from tableassist.ui.painting import inks
from tableassist.ui.painting.symbols import symbol_pixmap

SPACE_PX: Final = 8


class Appearance(StrEnum):
    """What a person has chosen."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Theme:
    ground: str
    panel: str
    striped: str
    """Every second row of a list."""
    raised: str
    line: str
    text: str
    quiet_text: str
    faint_text: str
    """Of what cannot be used now."""
    accent: str
    on_accent: str
    link: str
    around: str
    """Around the camera's picture and the plan."""
    bright: str


DARK: Final = Theme(
    ground="#161C22", panel="#1D252D", striped="#222B34", raised="#28323C", line="#34404B",
    text="#E8EDF1", quiet_text="#A9B5BF", faint_text="#6C7883",
    accent="#2F6F98", on_accent="#FFFFFF", link="#56B4E9", around="#0E1317",
    bright="#F0E442",
)  # fmt: skip
LIGHT: Final = Theme(
    ground="#EEF1F4", panel="#FFFFFF", striped="#F4F7F9", raised="#E2E8ED", line="#C3CDD5",
    text="#17212A", quiet_text="#4A5863", faint_text="#8A97A2",
    accent="#1F628E", on_accent="#FFFFFF", link="#0B5C92", around="#D5DCE2",
    bright="#6B5900",
)  # fmt: skip


def theme_of(palette: QPalette) -> Theme:
    """Which of the two a widget wears."""
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette_of(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for place, tone in {
        role.Window: theme.ground, role.WindowText: theme.text, role.Base: theme.panel,
        role.AlternateBase: theme.striped, role.Text: theme.text, role.Button: theme.raised,
        role.ButtonText: theme.text, role.ToolTipBase: theme.raised, role.ToolTipText: theme.text,
        role.Highlight: theme.accent, role.HighlightedText: theme.on_accent, role.PlaceholderText: theme.quiet_text,
        role.Link: theme.link, role.BrightText: theme.bright, role.Light: theme.raised,
        role.Midlight: theme.raised, role.Mid: theme.line, role.Dark: theme.around, role.Accent: theme.accent,
    }.items():  # fmt: skip
        palette.setColor(place, QColor(tone))
    for place in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, place, QColor(theme.faint_text))
    return palette


def style_sheet(theme: Theme) -> str:
    return f"""
QMainWindow::separator {{ background: {theme.ground}; width: 6px; height: 6px; }}
QSplitter::handle {{ background: {theme.ground}; }}
QSplitter::handle:hover, QMainWindow::separator:hover {{ background: {theme.accent}; }}
QMenuBar {{ background: {theme.ground}; padding: 2px 4px; }}
QMenuBar::item {{ padding: 5px 10px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {theme.raised}; }}
QMenu {{ background: {theme.panel}; border: 1px solid {theme.line}; padding: 4px; }}
QMenu::item {{ padding: 6px 28px 6px 22px; border-radius: 4px; }}
QMenu::item:selected {{ background: {theme.accent}; color: {theme.on_accent}; }}
QMenu::separator {{ height: 1px; background: {theme.line}; margin: 4px 8px; }}
QStatusBar {{ background: {theme.ground}; border-top: 1px solid {theme.line}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ padding: 3px 10px; color: {theme.quiet_text}; }}
QToolTip {{ background: {theme.raised}; color: {theme.text}; border: 1px solid {theme.line}; padding: 4px; }}
QGraphicsView {{ border: 1px solid {theme.line}; border-radius: 0px; background: {theme.around}; }}
QGraphicsView:focus {{ border: 1px solid {theme.link}; }}
QTableView {{ background: {theme.panel}; alternate-background-color: {theme.striped}; border: 1px solid {theme.line};
              gridline-color: {theme.line}; selection-background-color: {theme.accent};
              selection-color: {theme.on_accent}; }}
QTableView::item {{ padding: 2px 6px; border: none; }}
QHeaderView {{ background: {theme.ground}; }}
QHeaderView::section {{ background: {theme.ground}; color: {theme.quiet_text}; padding: 5px 6px; border: none;
                        border-bottom: 1px solid {theme.line}; font-weight: 600; }}
QDockWidget {{ color: {theme.text}; }}
QDockWidget::title {{ background: {theme.ground}; padding: 6px {SPACE_PX}px; text-align: left; }}
QLabel#heading {{ font-weight: 600; }}
QLabel#caption {{ color: {theme.quiet_text}; padding: 2px 2px; }}
QPushButton#pick:checked {{ background: {theme.accent}; color: {theme.on_accent}; border: 1px solid {theme.link};
                            border-radius: 3px; }}
QPushButton#ship:checked {{ background: {theme.striped}; border: 2px solid {theme.accent}; border-radius: 3px; }}
QToolButton#quiet {{ color: {theme.quiet_text}; background: transparent; border: none; border-radius: 4px;
                     padding: 1px 7px; font-size: 15px; }}
QToolButton#quiet:hover, QToolButton#quiet:focus {{ background: {theme.raised}; color: {theme.text}; }}
"""


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


_RING_NAME: Final = "focus ring"
LINE_PX: Final = 2.0


class FocusRing(QFocusFrame):
    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme_of(self.palette()).link), LINE_PX))
        half = LINE_PX / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 3.0, 3.0)
        painter.end()


class FocusShown(QObject):
    """Follows the keyboard through all windows. Views of the table have their own edge: the ring would lie on them."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName(_RING_NAME)
        self.ring: FocusRing | None = None
        # Later: the focus also changes while a window is being destroyed, whose widgets must not be touched then.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._follow)
        application.focusChanged.connect(lambda _before, _now: self._soon.start(0))

    def _follow(self) -> None:
        now = QApplication.focusWidget()
        if self.ring is None or sip.isdeleted(self.ring):  # it goes with the window that it was in last
            self.ring = FocusRing()
        self.ring.setWidget(None if isinstance(now, QGraphicsView) else now)


def show_focus(application: QApplication) -> FocusShown:
    """The one there is; it is made when it is first asked for."""
    for known in application.findChildren(FocusShown, _RING_NAME):
        return known
    return FocusShown(application)


_ON_DARK: Final = {
    Verdict.YES: "#7CC7F2",
    Verdict.NO: "#F2905E",
    Verdict.TOO_CLOSE: inks.YELLOW,
    Verdict.NOT_SEEN: "#B9C3CB",
}
_ON_LIGHT: Final = {
    Verdict.YES: "#0B5C91",
    Verdict.NO: "#A33A00",
    Verdict.TOO_CLOSE: "#6B5F00",
    Verdict.NOT_SEEN: "#4C5862",
}
_ICON_PX: Final = 40


def tone(verdict: Verdict, palette: QPalette) -> QColor:
    """Readable on the palette's ground."""
    is_dark = palette.color(QPalette.ColorRole.Base).lightness() < 128
    return QColor((_ON_DARK if is_dark else _ON_LIGHT)[verdict])


@lru_cache(maxsize=8)
def verdict_icon(verdict: Verdict) -> QIcon:
    pixmap = symbol_pixmap(SYMBOLS[verdict], _ICON_PX)
    icon = QIcon(pixmap)
    # Without this Qt dims the icon of a selected row.
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
