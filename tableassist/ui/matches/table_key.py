"""The key that signs this computer's matches and evidence: made beside the window at the first start, and shown."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr
from tableassist.ui.widgets.error_box import plain_box
from tableassist.ui.workers.worker import Worker


class OwnKey:
    def __init__(self, asker: QWidget) -> None:
        self._asker = asker
        self.digits = ""
        """To be read aloud; empty until the key is there, and where none can be made."""
        self._problem: TableAssistError | None = None
        self._worker = Worker("the table's key", asker)
        self._worker.submit(_own_digits, self._found, self._failed)

    def show(self) -> None:
        box = plain_box(self._asker, tr("This table's key"), self._words(), QMessageBox.Icon.NoIcon)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def close(self) -> None:
        self._worker.close(wait=False)

    def _found(self, digits: str) -> None:
        self.digits = digits

    def _failed(self, problem: TableAssistError) -> None:
        self._problem = problem

    def _words(self) -> str:
        if self._problem is not None:
            return tr("There is no key, so nothing is signed: {problem}", problem=say(self._problem.message))
        use = tr(
            "This computer signs its evidence and matches with this key. Read these digits to anyone who receives "
            "some for the first time: from then on, their computer recognises what comes from here."
        )
        return f"{self.digits}\n\n{use}"


def _own_digits() -> str:
    from tableassist.store.keys import key_folder, load_or_make_table_key  # noqa: PLC0415  loaded beside the window

    return load_or_make_table_key(key_folder()).fingerprint
