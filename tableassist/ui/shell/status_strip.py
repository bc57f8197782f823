"""The status bar: camera, speed, mat, lens, pieces, what is not judged, and the record. Each says in full on hover."""

from typing import Final

from PyQt6.QtCore import QSize
from PyQt6.QtWidgets import QStatusBar, QWidget

from tableassist.messages import tr
from tableassist.ui.session.table_health import SIGNS, HealthRow
from tableassist.ui.widgets.plain import ElidedLabel, set_tip
from tableassist.ui.workers import Soon

UPDATE_EVERY_MS: Final = 250
HEIGHT_PX: Final = 28
"""Also while it says nothing yet, or the picture above would move."""
LONG: Final = frozenset({"camera", "league"})
"""Rows of any length, with a name that somebody chose; on a small screen they are shortened."""
ORDER: Final = (
    "record", "judged", "camera", "speed", "mat", "lens", "scale", "pieces", "cards", "dice", "clock", "league",
)  # fmt: skip
"""From left to right, whichever comes first."""


class StatusStrip(QStatusBar):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(HEIGHT_PX)
        self.setAccessibleName(tr("Table status"))
        self._labels: dict[str, ElidedLabel] = {}
        self._rows: dict[str, HealthRow] = {}
        self._of_moment: set[str] = set()
        """Keys of the rows that the last moment told; what the next one does not tell goes."""
        self._soon = Soon(UPDATE_EVERY_MS, self.update_now, self)

    def show_rows(self, rows: tuple[HealthRow, ...]) -> None:
        """How the table is seen at the moment that is shown."""
        told = {row.key for row in rows}
        for key in self._of_moment - told:
            del self._rows[key]
        self._of_moment = told
        for row in rows:
            self.show_row(row)

    def show_row(self, row: HealthRow) -> None:
        """Beside the table's own rows: the record's, for one."""
        self._rows[row.key] = row
        self._soon.ask()

    def hide_row(self, key: str) -> None:
        """What is told no more."""
        if self._rows.pop(key, None) is not None:
            self._soon.ask()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """What does not fit is cut; the window does not grow with the words."""
        return QSize(0, HEIGHT_PX)

    def text(self) -> str:
        return "  ".join(self._labels[key].words for key in ORDER if key in self._labels)

    def update_now(self) -> None:
        for key in [key for key in self._labels if key not in self._rows]:
            gone = self._labels.pop(key)
            self.removeWidget(gone)
            gone.deleteLater()
        for key, row in sorted(self._rows.items(), key=lambda item: ORDER.index(item[0])):
            label = self._labels.get(key)
            if label is None:
                label = self._labels[key] = ElidedLabel(self, gives_way=key in LONG)
                label.setObjectName(f"health-{key}")
                self.insertWidget(sum(ORDER.index(shown) < ORDER.index(key) for shown in self._labels), label)
            text = f"{SIGNS[row.level]} {row.short}"
            if label.words != text or label.accessibleDescription() != row.full:
                label.say(text)
                set_tip(label, row.full)
                label.setAccessibleName(row.short)
                label.setAccessibleDescription(row.full)
