"""What is done most often, one click away: beside the table, where there is more room than above it."""

from typing import Final

from PyQt6.QtCore import QEvent, QSize, Qt
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QToolBar, QToolButton, QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import theme_of
from tableassist.ui.toolbar.icons import IconShape, shape_icon
from tableassist.ui.widgets.plain_text import set_tip, without_keys

ICON_PX: Final = 24
LEAST_PX: Final = 66
"""Of a button's width; its height is enough for a finger."""
LEAST_HIGH_PX: Final = 48
MARGIN_PX: Final = 8


class ActionBar(QToolBar):
    """Shows actions that stand in the menus, too, so each has its key there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Toolbar"), parent)
        self.setObjectName("toolbar")
        self.setAccessibleName(tr("Toolbar"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self._shapes: dict[QAction, IconShape] = {}

    def add(self, action: QAction, shape: IconShape, words: str, *, later: str = "") -> QToolButton:
        """`words`: one, or two short ones; `later`: others that it may have, for which it is wide enough. What opens a
        menu opens it at once."""
        action.setIconText(without_keys(words))
        self.addAction(action)
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        widest = max(button.fontMetrics().horizontalAdvance(each) for each in (words, later))
        button.setMinimumSize(max(LEAST_PX, widest + 2 * MARGIN_PX), LEAST_HIGH_PX)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setAccessibleName(words)
        keys = ", ".join(key.toString(key.SequenceFormat.NativeText) for key in action.shortcuts())
        full = action.text().replace("&", "").rstrip("…")
        set_tip(action, f"{full} ({keys})" if keys else full)
        self.show_shape(action, shape)
        return button

    def show_shape(self, action: QAction, shape: IconShape, words: str | None = None) -> None:
        if words is not None:
            action.setIconText(without_keys(words))
        if self._shapes.get(action) is not shape:
            self._shapes[action] = shape
            self._paint(action, shape)

    def _paint(self, action: QAction, shape: IconShape) -> None:
        theme = theme_of(self.palette())
        action.setIcon(shape_icon(shape, theme.text, theme.faint_text))
        action.setIconVisibleInMenu(False)

    def changeEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            for action, shape in self._shapes.items():
                self._paint(action, shape)
