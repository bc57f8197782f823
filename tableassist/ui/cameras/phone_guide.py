"""How a phone becomes the camera: which app, where to get it, what to start, and its usual address."""

import socket
from typing import Final

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QComboBox, QWidget

from tableassist.capture import APPS, PhoneApp
from tableassist.messages import Message, say, tr
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import button, column, row, touchable
from tableassist.ui.widgets.pictures import QrCode
from tableassist.ui.widgets.plain import PlainLabel

USUAL_NETWORK: Final = "192.168.1."
_NOWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has; to be connected to it by UDP sends nothing, and tells this computer's own."""


def own_network() -> str:
    """`192.168.1.`: how the addresses of this network begin, as far as this computer knows."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
            wire.connect(_NOWHERE)
            own = str(wire.getsockname()[0])
    except OSError:
        return USUAL_NETWORK
    return USUAL_NETWORK if own.startswith(("127.", "0.")) else f"{own.rpartition('.')[0]}."


class PhoneGuide(QWidget):
    address_wanted = pyqtSignal(str, int)
    """The usual address, and where in it the phone's own number is to be typed."""

    def __init__(self, network: str | None = None) -> None:
        """`network`: how addresses begin here; left out, it is looked up when an address is filled in."""
        super().__init__()
        self._network = network
        self.app = touchable(QComboBox())
        self.app.setAccessibleName(tr("App on the phone"))
        for app in APPS:
            self.app.addItem(app.title, app)
        self.steps = PlainLabel(wraps=True)
        self.code, self.caption = QrCode(), PlainLabel(look="caption", wraps=True)
        self.fill_button = button(tr("Fill in the usual address"))
        tips = PlainLabel(
            tr(
                "Choose 1920 × 1080 in the app, lock the focus, and keep the phone charging. A phone on a cable "
                "(Camo, Iriun, or an iPhone with a Mac) is listed like any webcam and needs no address."
            ),
            look="caption",
            wraps=True,
        )
        heading = PlainLabel(tr("A phone as the camera"), look="heading")
        picture = column(self.code, self.caption, 1)
        words = column(self.app, self.steps, self.fill_button, 1, spacing=SPACE_PX)
        column(heading, row((words, 1), picture, spacing=2 * SPACE_PX), tips, 1, on=self, spacing=SPACE_PX)
        self.app.currentIndexChanged.connect(lambda _: self._show())
        self.fill_button.clicked.connect(lambda _checked: self._fill_in())
        self._show()

    def _show(self) -> None:
        app: PhoneApp = self.app.currentData()
        lines = [
            tr("Get the app: point the phone's camera at the code."),
            tr("Phone and computer must be on the same network (Wi-Fi)."),
            say(Message(app.start)),
            tr("Type the address shown there. Usually: {address}", address=f"{app.user}192.168.1.20{app.ending}"),
        ]
        self.steps.setText("\n\n".join(f"{number}.  {line}" for number, line in enumerate(lines, start=1)))
        self.code.show_text(app.store)
        self.code.setAccessibleName(tr("QR code: {address}", address=app.store))
        self.caption.setText(app.store.removeprefix("https://"))
        self.caption.setMaximumWidth(self.code.width())

    def _fill_in(self) -> None:
        app: PhoneApp = self.app.currentData()
        begin = f"{app.user}{own_network() if self._network is None else self._network}"
        self.address_wanted.emit(f"{begin}{app.ending}", len(begin))
