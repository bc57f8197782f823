"""Starting with and without a screen; each in its own process, since Qt has one application in each."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tableassist.ui.shell.application import application_icon, has_display

ROOT = Path(__file__).parents[2]


def run(code, **variables):
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("QT_", "DISPLAY", "WAYLAND"))}
    return subprocess.run(
        [sys.executable, "-c", code], env={**kept, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_display_is_told_by_the_environment(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("make", ["make_application", "make_picture_application"])
def test_application_starts_without_a_display(make):
    ran = run(f"from tableassist.ui.shell.application import {make}; print({make}().platformName())")
    assert ran.stdout.strip() == "offscreen", ran.stderr


def test_plug_in_path_of_opencv_is_dropped():
    code = (
        "import os; from tableassist.ui.shell.application import make_picture_application as make; make();"
        "print(os.environ.get('QT_QPA_PLATFORM_PLUGIN_PATH'))"
    )
    ran = run(code, QT_QPA_PLATFORM="offscreen", QT_QPA_PLATFORM_PLUGIN_PATH="/somewhere/cv2/qt/plugins")
    assert ran.stdout.strip() == "None", ran.stderr


def test_pictures_need_no_widgets():
    code = (
        "import sys\n"
        "from PyQt6.QtGui import QGuiApplication\n"
        "app = QGuiApplication(['x'])\n"
        "from tableassist.overlay.drawing import *\n"
        "from tableassist.ui.painting.pictures import plan_image\n"
        "from tableassist.ui.painting.pictures import annotated_image\n"
        "d = Drawing((), (Badge((10, 10), Symbol.YES, 'ok'),), ())\n"
        "print(plan_image(d, (915, 600), 500, 'Title', None).width(), 'PyQt6.QtWidgets' in sys.modules)\n"
    )
    ran = run(code, QT_QPA_PLATFORM="offscreen")
    assert ran.stdout.split() == ["500", "False"], ran.stderr


def test_icon_is_drawn_in_all_usual_sizes():
    assert {size.width() for size in application_icon().availableSizes()} >= {16, 32, 48, 256}


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted by the system's own files")
@pytest.mark.parametrize("make", ["make_application", "make_picture_application"])
def test_fills_wake_no_other_threads(make):
    code = (
        "import os\n"
        f"from tableassist.ui.shell.application import {make}; {make}()\n"
        "from PyQt6.QtGui import QColor, QImage, QPainter\n"
        "image = QImage(400, 400, QImage.Format.Format_ARGB32_Premultiplied)\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "painter = QPainter(image)\n"
        "painter.setRenderHint(QPainter.RenderHint.Antialiasing)\n"
        "painter.setBrush(QColor(200, 0, 0, 100))\n"
        "painter.drawEllipse(0, 0, 400, 400)\n"
        "painter.end()\n"
        "print(len(os.listdir('/proc/self/task')) - before)\n"
    )
    ran = run(code)
    assert ran.stdout.strip() == "0", ran.stderr
