"""Run by a test in its own process: opens the window on the display it is given and saves what is on it."""

import sys
from dataclasses import replace
from pathlib import Path

from made_up_table import FakeProgram, FakeTable, made_up_frame, made_up_moment, made_up_settings
from PyQt6.QtCore import QTimer

from tableassist.ui.application import make_application
from tableassist.ui.desk import Desk
from tableassist.ui.main_window import TableWindow
from tableassist.ui.moment_bridge import MomentBridge


def main(path: str) -> int:
    application = make_application()
    window = TableWindow(
        Desk(made_up_settings(), FakeTable()), FakeProgram(Path(path).parent), on_close=lambda: print("closed")
    )
    bridge = MomentBridge()
    bridge.arrived.connect(window.desk.arrive)
    window.show()
    frame = made_up_frame(1280, 720)
    moment = made_up_moment(frame, warnings=("unknown tag 77 in view",))

    def push() -> None:
        bridge.push(replace(moment, frame=replace(frame, t_ns=frame.t_ns + 33_000_000)))

    def shoot() -> None:
        screen = application.primaryScreen()
        saved = screen is not None and screen.grabWindow(window.winId()).save(path)
        print(application.platformName(), "saved" if saved else "not saved")
        window.close()

    feed = QTimer()
    feed.timeout.connect(push)
    feed.start(33)
    QTimer.singleShot(900, lambda: window.desk.selection.choose("titan"))
    QTimer.singleShot(1800, shoot)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
