import pytest
from colour_pictures import BLUE, plain

from tableassist.capture.camera import (
    Camera,
    CameraDevice,
    choose_camera,
    distinct_name,
    find_same_camera,
    list_cameras,
    open_camera,
)
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Image

DEVICES = (
    CameraDevice(index=0, name="Integrated Webcam"),
    CameraDevice(index=2, name="Logitech C920"),
    CameraDevice(index=4, name="Logitech BRIO"),
)
TWINS = (CameraDevice(index=0, name="HD Webcam"), CameraDevice(index=2, name="HD Webcam"))


class ScriptedCapture:
    """Gives one entry of its script a grab; None is a lost frame. Loses all frames after the script."""

    def __init__(self, script: list[Image | None]) -> None:
        self._script = iter(script)
        self._grabbed: Image | None = None
        self.released = False

    def grab(self) -> bool:
        self._grabbed = next(self._script, None)
        return self._grabbed is not None

    def retrieve(self) -> tuple[bool, Image | None]:
        return self._grabbed is not None, self._grabbed

    def release(self) -> None:
        self.released = True


def test_a_part_of_the_name_in_any_case_chooses_the_camera() -> None:
    assert choose_camera("c920", DEVICES) == DEVICES[1]
    assert choose_camera("INTEGRATED", DEVICES) == DEVICES[0]


def test_a_number_chooses_by_number_and_gets_its_name() -> None:
    assert choose_camera("4", DEVICES) == DEVICES[2]


def test_twins_get_names_that_differ() -> None:
    assert [distinct_name(choose_camera(target, TWINS), TWINS) for target in ("0", "2")] == [
        "HD Webcam (camera:0)",
        "HD Webcam (camera:2)",
    ]
    assert distinct_name(DEVICES[1], DEVICES) == "Logitech C920"


def test_a_camera_that_comes_back_is_found_by_its_socket_whatever_its_number() -> None:
    was = CameraDevice(0, "HD Webcam", "usb1/1-2")
    now = (CameraDevice(0, "HD Webcam", "usb1/1-4"), CameraDevice(3, "HD Webcam", "usb1/1-2"))
    assert find_same_camera(was, now) == now[1]


def test_a_camera_that_comes_back_elsewhere_is_found_by_its_name() -> None:
    now = (CameraDevice(0, "Integrated Webcam", "usb1/1-2"), CameraDevice(4, "C920", "usb2/2-1"))
    assert find_same_camera(CameraDevice(0, "C920", "usb1/1-2"), now) == now[1]


def test_another_camera_in_its_socket_is_not_taken_for_it() -> None:
    with pytest.raises(SourceError, match="C920: is not plugged in; cameras found: camera:0 BRIO"):
        find_same_camera(CameraDevice(0, "C920", "usb1/1-2"), (CameraDevice(0, "BRIO", "usb1/1-2"),))


def test_twins_in_other_sockets_are_not_guessed_at() -> None:
    now = (CameraDevice(0, "C920", "usb1/1-3"), CameraDevice(2, "C920", "usb1/1-4"))
    with pytest.raises(SourceError, match="2 cameras have its name; plug it in where it was"):
        find_same_camera(CameraDevice(0, "C920", "usb1/1-2"), now)


def test_where_no_cameras_can_be_listed_the_number_is_kept() -> None:
    was = CameraDevice(1, "camera:1")
    assert find_same_camera(was, ()) == was


def test_several_cameras_of_that_name_are_listed() -> None:
    with pytest.raises(SourceError) as caught:
        open_camera("Logitech", devices=DEVICES)
    assert "2 cameras" in str(caught.value)
    assert "camera:2 Logitech C920, camera:4 Logitech BRIO" in str(caught.value)
    assert "Integrated" not in str(caught.value)


def test_no_camera_of_that_name_lists_all() -> None:
    with pytest.raises(SourceError) as caught:
        open_camera("Elgato", devices=DEVICES)
    assert all(device.name in str(caught.value) for device in DEVICES)


def test_no_camera_at_all_is_said() -> None:
    with pytest.raises(SourceError, match="cameras found: none"):
        open_camera("Elgato", devices=())


def test_an_absent_camera_is_one_line_and_opencv_stays_silent(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match="camera:99: cannot be opened") as caught:
        open_camera("99")
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_the_attached_cameras_can_be_listed_whatever_they_are() -> None:
    assert all(isinstance(device, CameraDevice) for device in list_cameras())


def test_frames_count_up_and_their_times_rise() -> None:
    camera = Camera(ScriptedCapture([plain(BLUE), plain(BLUE)]), name="C920")
    first, second = camera.read(), camera.read()
    assert first is not None
    assert second is not None
    assert (first.number, second.number, first.camera) == (0, 1, "C920")
    assert 0 < first.t_ns <= second.t_ns


def test_a_lost_frame_is_not_a_failure() -> None:
    camera = Camera(ScriptedCapture([None, None, plain(BLUE)]), name="C920")
    assert camera.read() is not None


def test_a_silent_camera_is_a_failure() -> None:
    camera = Camera(ScriptedCapture([]), name="C920", patience_s=0.03)
    with pytest.raises(SourceError, match="C920: the camera gives no pictures"):
        camera.read()


def test_a_closed_camera_is_released_and_gives_no_more_frames() -> None:
    capture = ScriptedCapture([plain(BLUE)])
    camera = Camera(capture, name="C920")
    camera.close()
    assert capture.released
    assert camera.read() is None
