"""Help > Check for a new version: says what will be asked of whom, asks once it is told to, and tells. Nothing is
fetched, and nothing is asked by itself."""

from collections.abc import Callable

from PyQt6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from tableassist import __version__
from tableassist.errors import TableAssistError, one_line
from tableassist.messages import say, tr
from tableassist.setup.program import VersionNews, ask_for_version, packaged_address
from tableassist.ui.session.preferences import UPDATES_ADDRESS, Preferences
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.workers.worker import Worker


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
