"""Picking a camera by name, with unplug and replug, without any hardware."""

import re

import cv2
import numpy as np
import pytest
from fake_camera import FakeCamera
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import QDialogButtonBox

from tableassist.capture.camera import CameraDevice
from tableassist.capture.network.camera_search import NetworkCamera
from tableassist.capture.sources import SourceKind, parse_source
from tableassist.ui.cameras.phone_guide import PhoneGuide, own_network
from tableassist.ui.cameras.picker import DEMO, CameraDialog, CameraPicker, source_of

LOGI = CameraDevice(0, "Logi C920")
USB = CameraDevice(2, "USB Camera")
USB_2 = CameraDevice(4, "USB Camera 2")


class Plugs:
    """What is plugged in."""

    def __init__(self, *devices):
        self.devices = devices

    def __call__(self):
        return tuple(self.devices)


@pytest.fixture
def made(qtbot):
    pickers = []

    def make(plugs, camera=None, source="", **options):
        camera = camera or FakeCamera()
        given = {"find_network": tuple, **options}
        picker = CameraPicker(source, list_devices=plugs, open_source=camera.open, poll_s=0.03, **given)
        qtbot.addWidget(picker)
        pickers.append(picker)
        picker.resize(900, 480)
        picker.show()
        return picker

    yield make
    for picker in pickers:
        picker.close_camera()


def rows(picker):
    return [picker.choices.item(row).text() for row in range(picker.choices.count())]


def click(qtbot, picker, words):
    qtbot.waitUntil(lambda: bool(picker.choices.findItems(words, Qt.MatchFlag.MatchStartsWith)))
    (item,) = picker.choices.findItems(words, Qt.MatchFlag.MatchStartsWith)
    qtbot.mouseClick(
        picker.choices.viewport(), Qt.MouseButton.LeftButton, pos=picker.choices.visualItemRect(item).center()
    )


def test_first_camera_is_picked_by_name_and_previewed(made, qtbot):
    camera = FakeCamera(np.full((360, 640, 3), (0, 0, 200), np.uint8))
    picker = made(Plugs(LOGI, USB), camera)
    qtbot.waitUntil(lambda: picker.preview.shown is not None)
    assert picker.source == "camera:Logi C920"
    assert camera.opened == ["camera:Logi C920"]
    assert rows(picker)[:2] == ["Logi C920", "USB Camera"]
    assert picker.preview.shown.image.pixelColor(9, 9).red() == 200
    assert picker.caption.text() == "640 × 360 pixels"


def test_click_on_another_camera_previews_that_one(made, qtbot):
    camera = FakeCamera()
    picker = made(Plugs(LOGI, USB), camera)
    qtbot.waitUntil(lambda: len(rows(picker)) == 5)
    with qtbot.waitSignal(picker.changed):
        click(qtbot, picker, "USB Camera")
    qtbot.waitUntil(lambda: camera.opened[-1:] == ["camera:USB Camera"])


def test_camera_that_is_plugged_in_later_appears_by_itself(made, qtbot):
    plugs = Plugs()
    picker = made(plugs)
    qtbot.waitUntil(lambda: "No camera found" in picker.note.text())
    plugs.devices = (LOGI,)
    qtbot.waitUntil(lambda: picker.source == "camera:Logi C920")
    assert picker.note.text() == ""


def test_unplugged_camera_is_told_and_seen_again_when_it_is_back(made, qtbot):
    plugs, camera = Plugs(LOGI), FakeCamera()
    picker = made(plugs, camera)
    qtbot.waitUntil(lambda: picker.preview.shown is not None)
    camera.is_plugged_in, plugs.devices = False, ()
    qtbot.waitUntil(lambda: "unplugged" in picker.preview.words)
    qtbot.waitUntil(lambda: rows(picker)[0] == "Logi C920 (unplugged)")
    assert picker.source == "camera:Logi C920"
    camera.is_plugged_in, plugs.devices = True, (LOGI,)
    qtbot.waitUntil(lambda: picker.preview.words == "", timeout=60_000)
    qtbot.waitUntil(lambda: rows(picker)[0] == "Logi C920")


def test_without_any_camera_the_demo_is_offered_and_the_keyboard_picks_it_again(made, qtbot):
    picker = made(Plugs(), FakeCamera())
    qtbot.waitUntil(lambda: "try the demo" in picker.note.text())
    assert picker.source == DEMO
    qtbot.keyClick(picker.choices, Qt.Key.Key_Home)
    assert picker.source == ""
    qtbot.keyClick(picker.choices, Qt.Key.Key_End)
    assert picker.source == DEMO


def test_stream_is_taken_only_if_it_is_an_address(made, qtbot):
    picker = made(Plugs())
    click(qtbot, picker, "Phone or network camera")
    for typed, source in (("my phone", ""), ("rtsp://192.0.2.7/live", "rtsp://192.0.2.7/live")):
        picker.address.clear()
        qtbot.keyClicks(picker.address, typed)
        qtbot.keyClick(picker.address, Qt.Key.Key_Return)
        assert picker.source == source
        assert ("not the address of a camera" in picker.problem.text()) == (source == "")


def test_file_is_browsed_for(made, qtbot, tmp_path):
    path = tmp_path / "game.mp4"
    path.write_bytes(b"")
    picker = made(Plugs(), ask_file=lambda: str(path))
    click(qtbot, picker, "A video")
    qtbot.mouseClick(picker.browse, Qt.MouseButton.LeftButton)
    assert picker.source == str(path)
    assert parse_source(picker.source).target == str(path)


def test_what_was_picked_another_time_is_picked_again_even_if_it_is_not_there(made, qtbot):
    picker = made(Plugs(USB), source="camera:Logi C920")
    qtbot.waitUntil(lambda: "USB Camera" in rows(picker))
    assert picker.source == "camera:Logi C920"
    assert "Logi C920 (unplugged)" in rows(picker)


def test_two_cameras_of_like_name_are_told_apart_by_number():
    both = (USB, USB_2)
    assert source_of(USB, both) == "camera:2"
    assert source_of(USB_2, both) == "camera:USB Camera 2"
    assert source_of(USB, (USB,)) == "camera:USB Camera"


def test_dialog_takes_nothing_until_something_is_picked(made, qtbot):
    picker = made(Plugs())
    dialog = CameraDialog(picker)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: picker.source == DEMO)
    qtbot.keyClick(picker.choices, Qt.Key.Key_Home)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    qtbot.keyClick(picker.choices, Qt.Key.Key_End)
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
    assert dialog.result() == 1
    assert dialog.source == DEMO


def test_address_without_http_is_taken_as_the_whole_address(made, qtbot):
    camera = FakeCamera()
    picker = made(Plugs(), camera)
    click(qtbot, picker, "Phone or network camera")
    qtbot.keyClicks(picker.address, "192.168.1.20:8080/video")
    qtbot.keyClick(picker.address, Qt.Key.Key_Return)
    assert picker.source == "http://192.168.1.20:8080/video"
    qtbot.waitUntil(lambda: camera.opened[-1:] == ["http://192.168.1.20:8080/video"])
    assert picker.side.currentIndex() == 0, "its picture, not the guide"


def test_network_is_asked_only_when_the_camera_is_said_to_be_there(made, qtbot):
    asked = []
    desk = NetworkCamera("Desk cam", "rtsp://192.0.2.7:8554/live")

    def find():
        asked.append(1)
        return (desk,)

    camera = FakeCamera()
    picker = made(Plugs(LOGI), camera, find_network=find)
    qtbot.waitUntil(lambda: picker.preview.shown is not None)
    assert asked == []
    click(qtbot, picker, "Phone or network camera")
    qtbot.waitUntil(lambda: "Desk cam (on the network)" in rows(picker))
    click(qtbot, picker, "Desk cam")
    assert picker.source == desk.address
    assert not picker.address.isVisible()
    qtbot.waitUntil(lambda: camera.opened[-1:] == [desk.address])


def test_network_without_a_camera_is_told(made, qtbot):
    picker = made(Plugs())
    click(qtbot, picker, "Phone or network camera")
    qtbot.waitUntil(lambda: "Type its address" in picker.network_note.text())


def test_phone_is_explained_with_apps_addresses_and_a_code_that_reads(made, qtbot):
    picker = made(Plugs())
    click(qtbot, picker, "Phone or network camera")
    guide = picker.guide
    assert guide.isVisible()
    told = {}
    for at in range(guide.app.count()):
        guide.app.setCurrentIndex(at)
        assert _read(guide.code) == guide.code.says
        told[guide.app.currentText()] = guide.code.says
        usual = guide.steps.text().rpartition(" ")[2]
        assert parse_source(usual).kind is SourceKind.HTTP
    assert told["Android: IP Webcam"] == "https://play.google.com/store/apps/details?id=com.pas.webcam"
    assert told["iPhone: IP Camera Lite"] == "https://apps.apple.com/app/id1013455241"
    assert "admin:admin@192.168.1.20:8081/video" in guide.steps.text()


def _read(code):
    """As a phone would, off the screen."""
    image = code.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits().asarray(image.sizeInBytes()), np.uint8)
    pixels = pixels.reshape(image.height(), image.bytesPerLine())[:, : image.width()]
    return cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(pixels))[0]


def test_usual_address_is_filled_in_and_the_phones_number_typed_into_it(made, qtbot):
    picker = made(Plugs())
    click(qtbot, picker, "Phone or network camera")
    guide = PhoneGuide("10.1.2.")
    qtbot.addWidget(guide)
    guide.address_wanted.connect(picker._fill_in)
    qtbot.mouseClick(guide.fill_button, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(picker.address, "33")
    qtbot.keyClick(picker.address, Qt.Key.Key_Return)
    assert picker.source == "http://10.1.2.33:8080/video"


def test_own_network_is_three_numbers():
    assert re.fullmatch(r"([0-9]{1,3}\.){3}", own_network())
