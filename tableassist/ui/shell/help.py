"""What the Help menu shows: shortcuts, about, and whether there is a new version."""

from collections.abc import Callable
from html import escape

from PyQt6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from tableassist import __version__
from tableassist.errors import TableAssistError, one_line
from tableassist.messages import say, tr
from tableassist.setup.program import VersionNews, ask_for_version, packaged_address
from tableassist.ui.session.preferences import UPDATES_ADDRESS, Preferences
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import PlainLabel
from tableassist.ui.workers import Worker


def about_text() -> str:
    paragraphs = (
        tr(
            "Measures a real game of <i>Pirates of the Spanish Main</i> with a camera and answers YES, NO or "
            "TOO CLOSE TO CALL, with its margin of error and the rule it applies."
        ),
        tr("It helps the players and never overrules them: whatever they agree on counts."),
        tr(
            "Free software under the GNU General Public License, version 3 or later. Not affiliated "
            "with the publishers of the game."
        ),
    )
    return f"<h3>Table Assist {__version__}</h3>" + "".join(f"<p>{each}</p>" for each in paragraphs)


def pointer_rows() -> tuple[tuple[str, str], ...]:
    return (
        (tr("Click a piece"), tr("Its ranges, lines of fire and rulings")),
        (tr("Mouse wheel"), tr("Zoom in and out at the pointer")),
        (tr("Mouse wheel over the timeline"), tr("Zoom; with Shift, scroll; double-click shows everything")),
        (tr("Drag"), tr("Move the picture")),
        (tr("Double-click"), tr("Fit to the window")),
    )


COLUMNS = 3
Group = tuple[str, tuple[tuple[str, str], ...]]
"""A heading, and keys with what they do."""


def shortcuts_text(groups: tuple[Group, ...]) -> str:
    """In columns of about the same height, so that they fit a low screen."""
    heights = [len(rows) + 2 for _, rows in groups]
    most = 1.25 * sum(heights) / COLUMNS
    columns: list[list[Group]] = []
    room = 0.0
    for group, height in zip(groups, heights, strict=True):
        if height > room:
            columns.append([])
            room = most
        columns[-1].append(group)
        room -= height
    told = ("".join(map(_group_html, each)) for each in columns)
    cells = "".join(f"<td style='padding-right: 28px; vertical-align: top'>{each}</td>" for each in told)
    return f"<table><tr>{cells}</tr></table>"


def _group_html(group: Group) -> str:
    title, rows = group
    cells = "".join(
        f"<tr><td style='padding: 1px 16px 1px 0'><b>{escape(keys)}</b></td>"
        f"<td style='padding: 1px 0'>{escape(what)}</td></tr>"
        for keys, what in rows
    )
    return f"<h3>{escape(title)}</h3><table>{cells}</table>"


class UpdatesDialog(QDialog):
    def __init__(
        self,
        preferences: Preferences,
        parent: QWidget | None = None,
        *,
        ask: Callable[[str], VersionNews] = ask_for_version,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Check for a new version"))
        self._preferences, self._ask = preferences, ask
        self._worker = Worker("asking for a new version", self)
        self.address = QLineEdit(preferences.text(UPDATES_ADDRESS) or packaged_address())
        self.address.setAccessibleName(tr("Address"))
        self.ask_button = QPushButton(tr("&Ask now"))
        self.close_button = QPushButton(tr("Close"))
        self.told = PlainLabel(wraps=True)
        self._lay_out()
        self.address.textChanged.connect(lambda _text: self._refresh())
        self.ask_button.clicked.connect(lambda _checked: self._ask_now())
        self.close_button.clicked.connect(self.reject)
        self._refresh()

    def done(self, result: int) -> None:
        self._worker.close(wait=False)
        super().done(result)

    def _lay_out(self) -> None:
        what = PlainLabel(
            tr(
                "You have version {version}. Ask now checks the address below once for the newest version. Nothing "
                "about you or your games is sent, and nothing is downloaded or installed. The program never checks "
                "on its own.",
                version=__version__,
            ),
            wraps=True,
        )
        where = PlainLabel(
            tr(
                "The address comes from your distributor: a page that returns the newest version as JSON, as package "
                "indexes do."
            ),
            look="caption",
            wraps=True,
        )
        asking = row(PlainLabel(tr("Address")), (self.address, 1), self.ask_button)
        column(what, asking, where, self.told, 1, row(1, self.close_button), on=self, spacing=12)
        self.resize(560, 280)

    def _refresh(self) -> None:
        self.ask_button.setEnabled(bool(self.address.text().strip()) and not self._worker.is_busy)

    def _ask_now(self) -> None:
        address = self.address.text().strip()
        self._preferences.set_text(UPDATES_ADDRESS, address)
        self.told.setText(tr("Asking {address} …", address=address))
        self._worker.submit(lambda: self._ask(address), self._tell, self._fail)
        self._refresh()

    def _tell(self, news: VersionNews) -> None:
        if news.is_newer:
            words = tr(
                "Version {newest} is available; you have {running}. Get it where you got this one.",
                newest=news.newest,
                running=news.running,
            )
        else:
            words = tr("You have the newest version (the latest there is {newest}).", newest=news.newest)
        self.told.setText(words)
        self._refresh()

    def _fail(self, problem: TableAssistError) -> None:
        self.told.setText(one_line(say(problem.message)))
        self._refresh()
