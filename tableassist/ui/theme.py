"""The look of the windows: one dark palette, one type size, one spacing."""

from typing import Final

from PyQt6.QtGui import QColor, QFont, QPalette

from tableassist.ui import inks

GROUND: Final = "#161C22"
PANEL: Final = "#1D252D"
RAISED: Final = "#28323C"
LINE: Final = "#34404B"
TEXT: Final = "#E8EDF1"
QUIET_TEXT: Final = "#A9B5BF"
ACCENT: Final = "#2F6F98"
SPACE_PX: Final = 8


def ui_font() -> QFont:
    font = QFont()
    font.setPointSizeF(10.5)
    return font


def dark_palette() -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for place, tone in {
        role.Window: GROUND, role.WindowText: TEXT, role.Base: PANEL, role.AlternateBase: "#222B34",
        role.Text: TEXT, role.Button: RAISED, role.ButtonText: TEXT, role.ToolTipBase: RAISED,
        role.ToolTipText: TEXT, role.Highlight: ACCENT, role.HighlightedText: "#FFFFFF",
        role.PlaceholderText: QUIET_TEXT, role.Link: inks.SKY_BLUE, role.BrightText: inks.YELLOW,
        role.Light: "#3A4652", role.Midlight: RAISED, role.Mid: LINE, role.Dark: "#0E1317",
    }.items():  # fmt: skip
        palette.setColor(place, QColor(tone))
    for place in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, place, QColor("#6C7883"))
    return palette


STYLE_SHEET: Final = f"""
QMainWindow::separator {{ background: {GROUND}; width: 6px; height: 6px; }}
QSplitter::handle {{ background: {GROUND}; }}
QSplitter::handle:hover, QMainWindow::separator:hover {{ background: {ACCENT}; }}
QMenuBar {{ background: {GROUND}; padding: 2px 4px; }}
QMenuBar::item {{ padding: 5px 10px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {RAISED}; }}
QMenu {{ background: {PANEL}; border: 1px solid {LINE}; padding: 4px; }}
QMenu::item {{ padding: 6px 28px 6px 22px; border-radius: 4px; }}
QMenu::item:selected {{ background: {ACCENT}; }}
QMenu::separator {{ height: 1px; background: {LINE}; margin: 4px 8px; }}
QStatusBar {{ background: {GROUND}; border-top: 1px solid {LINE}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ padding: 3px 10px; color: {QUIET_TEXT}; }}
QToolTip {{ background: {RAISED}; color: {TEXT}; border: 1px solid {LINE}; padding: 4px; }}
QGraphicsView {{ border: 1px solid {LINE}; border-radius: 0px; background: #0E1317; }}
QTableView {{ background: {PANEL}; alternate-background-color: #222B34; border: 1px solid {LINE};
              gridline-color: {LINE}; selection-background-color: {ACCENT}; selection-color: #FFFFFF; }}
QTableView::item {{ padding: 2px 6px; border: none; }}
QHeaderView {{ background: {GROUND}; }}
QHeaderView::section {{ background: {GROUND}; color: {QUIET_TEXT}; padding: 5px 6px; border: none;
                        border-bottom: 1px solid {LINE}; font-weight: 600; }}
QDockWidget {{ color: {TEXT}; }}
QDockWidget::title {{ background: {GROUND}; padding: 6px {SPACE_PX}px; text-align: left; }}
QLabel#heading {{ font-weight: 600; }}
QLabel#caption {{ color: {QUIET_TEXT}; padding: 2px 2px; }}
"""
