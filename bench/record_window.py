"""How long a player waits who clicks on the time line of a match: from the click to the picture on the screen.

In a process of its own, without a screen; `record_long` calls it for a match of two hours.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PyQt6.QtCore import QEventLoop, QTimer

from bench.window_speed import Paints
from tableassist.ui.application import make_application
from tableassist.ui.preferences import Preferences, Recent
from tableassist.ui.program import Program

FRAME_NS = 1_000_000_000 // 30
PATIENCE_MS = 10_000
PAUSE_MS = 150
"""Between two clicks: a hand is no quicker, and what follows a click is done by then."""


def run(folder, seeks):
    """The times of all seeks, in ms."""
    code = f"from bench import record_window as w; w.tell(w.waits({str(folder)!r}, {seeks}))"
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("BENCH_QPA", "offscreen")}
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return json.loads(done.stdout.splitlines()[-1])


def tell(times):
    print(json.dumps(times), flush=True)
    os._exit(0)  # Qt's own end, in which order Python drops its things, is not measured


def waits(folder, seeks):
    make_application()
    made = Path(tempfile.mkdtemp(prefix="record-window-"))
    program = Program(Preferences(made / "window.ini"), open_eye=None, roots=(made / "memory", made / "matches"))
    window = program.open(Recent(folder))
    window.resize(1600, 1000)
    line = window.player.timeline
    _until(lambda: line.stretch.whole[1] > 1)
    paints = Paints(window.views.camera.viewport())
    times = []
    for t_ns in np.random.default_rng(8).uniform(*line.stretch.whole, seeks):
        _rest(PAUSE_MS)
        times.append(_wait_ms(window, paints, int(t_ns)))
    return times


def _wait_ms(window, paints, t_ns):
    loop, seen = QEventLoop(), []

    def painted():
        moment = window.desk.moment
        if moment is not None and 0 <= t_ns - moment.state.t_ns <= 2 * FRAME_NS:
            seen.append(time.perf_counter())
            # The paint itself comes after this event: one turn of the loop more.
            QTimer.singleShot(0, loop.quit)

    paints.on_paint = painted
    QTimer.singleShot(PATIENCE_MS, loop.quit)
    began = time.perf_counter()
    window.player.timeline.sought.emit(t_ns)
    loop.exec()
    paints.on_paint = lambda: None
    assert seen, f"nothing was shown of {t_ns}"
    return round(1000 * (time.perf_counter() - began), 1)


def _until(is_so):
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: loop.quit() if is_so() else None)
    timer.start(5)
    QTimer.singleShot(PATIENCE_MS, loop.quit)
    loop.exec()
    assert is_so()


def _rest(ms):
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()
