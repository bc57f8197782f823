"""Choose a camera: those of this computer with their pictures, a phone, or an address."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PyQt6.QtCore import QSize, Qt, pyqtSignal
from PyQt6.QtWidgets import QDialog, QFileDialog, QLineEdit, QListWidget, QPushButton, QStackedWidget, QWidget

from tableassist.capture import (
    CameraDevice,
    FrameSource,
    NetworkCamera,
    SourceKind,
    choose_camera,
    find_network_cameras,
    list_cameras,
    parse_source,
    split_sources,
    stream_address,
)
from tableassist.errors import SourceError
from tableassist.messages import say, tr
from tableassist.sources import open_table_source
from tableassist.ui.cameras.look_thread import EVERY_S, CameraPoll, ListDevices, LookThread
from tableassist.ui.cameras.phone_guide import PhoneGuide
from tableassist.ui.canvas.picture import LivePicture, ShownPicture, shown_frame
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import TOUCH_PX, column, ok_and_cancel, row, scrolled, touchable
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item

DEMO: Final = "studio:demo"


class ChoiceKind(StrEnum):
    CAMERA = "camera"
    STREAM = "stream"
    FILE = "file"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class CameraChoice:
    kind: ChoiceKind
    source: str = ""
    """As `open_source` understands it; empty where it is typed in, as that of a file."""

    @property
    def is_typed(self) -> bool:
        return self.kind in (ChoiceKind.STREAM, ChoiceKind.FILE) and not self.source


def source_of(device: CameraDevice, devices: Sequence[CameraDevice]) -> str:
    """By its name, which stays when another camera is plugged in; by its number where the name fits several."""
    try:
        by_name = choose_camera(device.name, devices) == device and not device.name.isdecimal()
    except SourceError:
        by_name = False
    return f"camera:{device.name}" if by_name else f"camera:{device.index}"


def choice_of(source: str) -> CameraChoice | None:
    try:
        kind = parse_source(split_sources(source)[0]).kind
    except SourceError:
        return None
    if kind is SourceKind.CAMERA:
        return CameraChoice(ChoiceKind.CAMERA, source)
    if kind is SourceKind.STUDIO:
        return CameraChoice(ChoiceKind.DEMO, DEMO)
    return CameraChoice(ChoiceKind.STREAM if kind in (SourceKind.HTTP, SourceKind.RTSP) else ChoiceKind.FILE)


def checked_source(choice: CameraChoice, typed: str) -> tuple[str, str]:
    """The source, or "" and what is wrong with what was typed."""
    if not choice.is_typed:
        return choice.source, ""
    if not typed:
        return "", ""
    wanted = choice.kind is ChoiceKind.STREAM
    try:
        spec = parse_source(typed)
        kind: SourceKind | None = spec.kind
        if wanted and kind in (SourceKind.HTTP, SourceKind.RTSP):
            stream_address(spec.target)
            return spec.target, ""
    except SourceError:
        kind = None
    if wanted:
        return "", tr("This is not the address of a camera. It looks like this: 192.168.1.20:8080/video")
    if kind in (SourceKind.VIDEO, SourceKind.PICTURE, SourceKind.FOLDER):
        return typed, ""
    return "", tr("There is no such file or folder.")


NETWORK_EVERY_S: Final = 10.0
FindNetwork = Callable[[], tuple[NetworkCamera, ...]]

EXAMPLE = "192.168.1.20:8080/video"
"""An address as people type it, the same in every language."""


class CameraPicker(QWidget):
    changed = pyqtSignal(str)
    """What is picked now, as `open_source` understands it; "" while nothing is."""

    def __init__(
        self,
        source: str = "",
        *,
        list_devices: ListDevices = list_cameras,
        open_source: Callable[[str], FrameSource] = open_table_source,
        ask_file: Callable[[], str] | None = None,
        find_network: FindNetwork = find_network_cameras,
        poll_s: float = EVERY_S,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.source = ""
        self._wanted = source
        self._is_settled = bool(source)
        self._is_paused = False
        self._ask_file = ask_file or self._ask_for_file
        self.choices = QListWidget()
        self.choices.setAccessibleName(tr("Cameras and other sources"))
        self.address = QLineEdit()
        self.browse = QPushButton(tr("Choose a file…"))
        self.note, self.problem = (PlainLabel(look="caption", wraps=True) for _ in range(2))
        self.phone_button = QPushButton(tr("Use a phone…"))
        self.phone_button.setCheckable(True)
        self.network_note = PlainLabel(look="caption", wraps=True)
        self.guide = PhoneGuide()
        self.preview = LivePicture()
        self.preview.setAccessibleName(tr("What the camera sees"))
        self.caption = PlainLabel(look="caption")
        self._lay_out()
        self._looker = LookThread(open_source, self)
        self._looker.use(shown_frame)
        self._looker.seen.connect(self._show)
        self._looker.trouble.connect(lambda words: self.preview.say(say(words)))
        self._poll = CameraPoll(list_devices, every_s=poll_s, parent=self)
        self._poll.found.connect(self._list_devices)
        self._poll.failed.connect(lambda problem: self.note.setText(say(problem.message)))
        # Nobody is asked on the network before somebody says that the camera is there.
        self._network = CameraPoll(find_network, every_s=NETWORK_EVERY_S, parent=self)
        self._network.found.connect(self._list_network)
        self._devices: tuple[CameraDevice, ...] = ()
        self._on_network: tuple[NetworkCamera, ...] = ()
        self.phone_button.toggled.connect(lambda _: self._show_side())
        self.guide.address_wanted.connect(self._fill_in)
        self.choices.currentItemChanged.connect(lambda *_: self._chosen_by_hand())
        self.address.editingFinished.connect(self._chosen)
        self.browse.clicked.connect(self._browse)
        # A list of rows without a current one would choose its first by itself when it gets the keyboard.
        if source:
            self._fill(())
        else:
            self._chosen()
        self.note.setText(tr("Looking for cameras…"))
        self._poll.start()

    def close_camera(self, *, wait: bool = True) -> None:
        """Frees the camera and ends the threads; nothing is shown any more."""
        self._poll.close()
        self._network.close()
        self._looker.close(wait=wait)

    def wait_until_free(self) -> None:
        """In any thread, once it is closed."""
        self._looker.wait_until_free()

    def pause(self, is_paused: bool) -> None:
        """Frees the camera while another part of the window looks through it."""
        self._is_paused = is_paused
        choice = self._choice()
        if is_paused:
            self._network.stop()
        elif choice is not None and choice.kind is ChoiceKind.STREAM:
            self._look_on_network()
        self._looker.look_through(None if is_paused else self.source or None)

    def _lay_out(self) -> None:
        typed = (self.address, self.phone_button, self.browse, self.problem, self.network_note, self.note)
        left = column((self.choices, 1), *typed, spacing=SPACE_PX)
        seen = QWidget()
        column((self.preview, 1), self.caption, on=seen, margins=0)
        self.side = QStackedWidget()
        self.side.addWidget(seen)
        self.side.addWidget(scrolled(self.guide))
        row((left, 2), (self.side, 5), on=self, margins=0, spacing=2 * SPACE_PX)
        self.choices.setMinimumWidth(240)
        for touched in (self.address, self.phone_button, self.browse):
            touchable(touched)
        self.choices.setWordWrap(True)
        self.choices.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _list_network(self, found: tuple[NetworkCamera, ...]) -> None:
        self._on_network = found
        self._fill(self._devices)
        none = tr("No camera was found on this network. Type its address.")
        self.network_note.setText("" if found else none)

    def _fill_in(self, address: str, at: int) -> None:
        """The rest is typed by whoever reads it off the phone."""
        self.address.setText(address)
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)
        self.address.setCursorPosition(at)

    def _list_devices(self, devices: tuple[CameraDevice, ...]) -> None:
        self._devices = devices
        self._fill(devices)
        if not self._is_settled:
            self._is_settled = bool(devices)
            self._choose(0 if devices else self.choices.count() - 1)
        none = tr("No camera found. Plug one in and it will appear here. Or try the demo, which needs no camera.")
        self.note.setText("" if devices else none)

    def _fill(self, devices: tuple[CameraDevice, ...]) -> None:
        """What was chosen stays chosen, plugged in or not."""
        chosen = self._choice() or self._wanted_choice()
        rows = [(CameraChoice(ChoiceKind.CAMERA, source_of(each, devices)), each.name) for each in devices]
        if chosen is not None and chosen.kind is ChoiceKind.CAMERA and chosen not in [choice for choice, _ in rows]:
            rows.append((chosen, tr("{name} (unplugged)", name=chosen.source.partition(":")[2])))
        rows += [
            (CameraChoice(ChoiceKind.STREAM, each.address), tr("{name} (on the network)", name=each.name))
            for each in self._on_network
        ]
        if chosen is not None and chosen.kind is ChoiceKind.STREAM and chosen.source and chosen not in dict(rows):
            rows.append((chosen, tr("{name} (on the network)", name=chosen.source)))
        rows += [
            (CameraChoice(ChoiceKind.STREAM), tr("Phone or network camera…")),
            (CameraChoice(ChoiceKind.FILE), tr("A video, a picture or a folder…")),
            (CameraChoice(ChoiceKind.DEMO, DEMO), tr("The demo: a game that plays itself")),
        ]
        self.choices.blockSignals(True)
        self.choices.clear()
        for choice, words in rows:
            add_item(self.choices, words, choice).setSizeHint(QSize(0, TOUCH_PX))
        self.choices.blockSignals(False)
        kept = [choice for choice, _ in rows]
        if chosen in kept:
            self._choose(kept.index(chosen))

    def _wanted_choice(self) -> CameraChoice | None:
        """What was picked some other time."""
        choice = choice_of(self._wanted) if self._wanted else None
        if choice is not None and choice.kind in (ChoiceKind.STREAM, ChoiceKind.FILE):
            self.address.setText(self._wanted)
        return choice

    def _choose(self, at: int) -> None:
        self.choices.blockSignals(True)
        self.choices.setCurrentRow(at)
        self.choices.blockSignals(False)
        self._chosen()

    def _chosen_by_hand(self) -> None:
        self._is_settled = True
        self._chosen()

    def _choice(self) -> CameraChoice | None:
        item = self.choices.currentItem()
        choice: CameraChoice | None = None if item is None else item.data(KEPT)
        return choice

    def _chosen(self) -> None:
        choice = self._choice()
        kind = None if choice is None or not choice.is_typed else choice.kind
        self.address.setVisible(kind is not None)
        self.phone_button.setVisible(kind is ChoiceKind.STREAM)
        self.network_note.setVisible(kind is ChoiceKind.STREAM)
        self.browse.setVisible(kind is ChoiceKind.FILE)
        if kind is ChoiceKind.STREAM:
            self.address.setPlaceholderText(EXAMPLE)
            self.address.setAccessibleName(tr("Address of the network camera"))
            self._look_on_network()
        elif kind is ChoiceKind.FILE:
            self.address.setPlaceholderText(tr("Path of the file"))
            self.address.setAccessibleName(tr("Video, picture or folder"))
        typed = self.address.text().strip()
        source, problem = ("", "") if choice is None else checked_source(choice, typed)
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self._use(source)
        if kind is not ChoiceKind.STREAM or source:
            self.phone_button.setChecked(False)
        elif not typed:
            self.phone_button.setChecked(True)
        self._show_side()

    def _look_on_network(self) -> None:
        if not self.network_note.text():
            self.network_note.setText(tr("Looking for cameras on the network…"))
        self._network.start()

    def _show_side(self) -> None:
        self.side.setCurrentIndex(1 if self.phone_button.isChecked() else 0)

    def _use(self, source: str) -> None:
        if source == self.source:
            return
        self.source = source
        self.preview.show_picture(None)
        self.caption.setText("")
        self.preview.say(tr("Opening…") if source else "")
        if not self._is_paused:
            self._looker.look_through(source or None)
        self.changed.emit(source)

    def _browse(self) -> None:
        path = self._ask_file()
        if path:
            self.address.setText(path)
            self._chosen()

    def _ask_for_file(self) -> str:
        path, _ = QFileDialog.getOpenFileName(self, tr("A video or a picture of the table"))
        return path

    def _show(self, shown: ShownPicture) -> None:
        self.preview.show_picture(shown)
        self.caption.setText(tr("{width} × {height} pixels", width=shown.width_px, height=shown.height_px))


class CameraDialog(QDialog):
    """The picker in a window of its own."""

    def __init__(self, picker: CameraPicker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Choose a camera"))
        self.picker = picker
        self.buttons, self._ok = ok_and_cancel(self)
        self.buttons.accepted.connect(self.accept)
        column((picker, 1), self.buttons, on=self)
        self.resize(900, 520)
        picker.changed.connect(lambda _: self._refresh())
        self._refresh()

    @property
    def source(self) -> str:
        return self.picker.source

    def done(self, result: int) -> None:
        self.picker.close_camera()
        super().done(result)

    def _refresh(self) -> None:
        self._ok.setEnabled(bool(self.picker.source))


def pick_camera(source: str = "", parent: QWidget | None = None) -> str | None:
    """Asks; None where nothing was picked."""
    dialog = CameraDialog(CameraPicker(source), parent)
    return dialog.source if dialog.exec() else None
