"""The look of the windows, dark and light: two sets of tones, one type size, one spacing."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PyQt6.QtGui import QColor, QPalette

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
