"""Run by a test in its own process: what takes long, on the display it is given. Prints whether the window was alive.

The wizard's Finish with a camera that takes seconds to open; an opening that is cancelled; an export that tells how
far it is, and one that is cancelled.
"""

import json
import os
import sys
import time
from functools import partial
from pathlib import Path

from loop_eye import LoopEye, sights
from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from tableassist.matches.recording import start_replay_buffer
from tableassist.messages import Message
from tableassist.ui.long_work import LongWork
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.application import APPLICATION_NAME, make_application
from tableassist.ui.shell.program import Program

LEFT = Qt.MouseButton.LeftButton
OPENS_S = 3.0
"""How long this camera takes to open: longer than any pause that a busy computer makes."""


class TimedApplication(QApplication):
    """Notes the processor's time of every event that is handed out."""

    def __init__(self, argv):
        super().__init__(argv)
        self.longest_ms, self.what = 0.0, ""
        self._depth = 0

    def notify(self, receiver, event):
        if self._depth:
            return super().notify(receiver, event)
        self._depth = 1
        begun = time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._depth = 0
            took_ms = (time.thread_time() - begun) * 1e3
            if took_ms > self.longest_ms:
                self.longest_ms, self.what = took_ms, f"{type(receiver).__name__} {event.type()}"


def wait(ready, seconds=60.0):
    until = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > until:
            return False
        QApplication.processEvents()
        time.sleep(0.002)
    return True


def box():
    boxes = (each for each in QApplication.topLevelWidgets() if isinstance(each, LongWork))
    return next((each for each in boxes if each.isVisible()), None)


class SlowCamera:
    """Opens after a while; `opened` and `closed` count its eyes."""

    def __init__(self):
        self.opened = self.closed = 0

    def open(self, _text, _families):
        time.sleep(OPENS_S)
        self.opened += 1
        eye, camera = LoopEye(), self

        class Counted(LoopEye):
            def close(self):
                camera.closed += 1
                super().close()

        eye.__class__ = Counted
        return eye


def main(folder: Path) -> None:
    os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = str(folder)
    application = TimedApplication([APPLICATION_NAME])
    make_application()
    sights()
    camera = SlowCamera()
    program = Program(
        Preferences(folder / "window.ini"),
        camera.open,
        partial(start_replay_buffer, root=folder / "memory"),
        roots=(folder / "memory", folder / "matches"),
    )
    ticks = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(time.monotonic()))
    timer.start(20)
    told = {"platform": application.platformName()}
    start = program.show_start()
    wizard = program.set_up(start)
    wizard.session.choose_source("studio:demo")
    wait(lambda: wizard.next_button.isEnabled() and "demo" in wizard.next_button.text())
    application.longest_ms = 0.0
    begun = time.monotonic()
    QTest.mouseClick(wizard.next_button, LEFT)
    told["finish_returned_s"] = time.monotonic() - begun
    told["wizard_gone"] = not wizard.isVisible()
    told["box_shown"] = wait(lambda: box() is not None, OPENS_S)
    told["opened"] = wait(lambda: program.window is not None)
    told["ticks"] = sum(begun <= at < begun + OPENS_S for at in ticks)
    told["longest_ms"], told["longest"] = application.longest_ms, application.what
    window = program.window
    told["seen"] = wait(lambda: window.session.moment is not None)
    application.longest_ms = 0.0
    program.try_open(Recent("studio:demo"), window)
    wait(lambda: box() is not None)
    QTest.mouseClick(box().cancel, LEFT)
    wait(lambda: camera.opened == 2 and camera.closed == 1)
    told["cancelled_opening"] = [program.window is window, camera.opened, camera.closed]
    said = []

    def film(progress, path, parts):
        for part in range(parts):
            progress(Message("painting"), part / parts)
            time.sleep(0.02)
        path.write_text("film")
        return ""

    made, given_up = folder / "made.mp4", folder / "given-up.mp4"
    window.exports.make(made, lambda progress: film(progress, made, 100))
    wait(lambda: box() is not None)
    wait(lambda: said.append(box().bar.value()) or box().bar.value() > 200)
    told["progress"] = [box().bar.maximum(), max(said), box().words]
    application.primaryScreen().grabWindow(0).save(str(folder / "busy.png"))
    told["made"] = wait(lambda: made.exists() and box() is None)
    window.exports.make(given_up, lambda progress: film(progress, given_up, 100_000))
    wait(lambda: box() is not None)
    QTest.mouseClick(box().cancel, LEFT)
    wait(lambda: box() is None)
    told["given_up"] = not given_up.exists()
    told["longest_later_ms"] = application.longest_ms
    window.menus.quit()
    program.quit()
    print(json.dumps(told), flush=True)
    os._exit(0)  # in which order Python drops an application of its own kind is not what is tried here


if __name__ == "__main__":
    main(Path(sys.argv[1]))
