"""How long a player waits who clicks on the time line of a match: from the click to the picture on the screen.

In a process of its own, without a screen; `record_long` calls it for a match of two hours.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import astuple
from pathlib import Path

import numpy as np
from PyQt6.QtCore import QEventLoop, QTimer

from bench.stolen_time import Wait, Watch
from bench.window_speed import Paints
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.application import make_application
from tableassist.ui.shell.program import Program

FRAME_NS = 1_000_000_000 // 30
PATIENCE_MS = 10_000
PAUSE_MS = 150
"""Between two clicks: a hand is no quicker. The plan and the rulings of one may still be painted at the next."""
OPENING_MS = 1500
"""Until the window stands; nobody has found the time line sooner."""


def run(folder, places, times):
    """Of each place the Waits, one for each time that somebody clicked there."""
    code = f"from bench import record_window as w; w.tell(w.waits({str(folder)!r}, {places}, {times}))"
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("BENCH_QPA", "offscreen")}
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return [[Wait(*wait) for wait in waits] for waits in json.loads(done.stdout.splitlines()[-1])]


def tell(waited):
    print(json.dumps([[astuple(wait) for wait in waits] for waits in waited]), flush=True)
    os._exit(0)  # Qt's own end, in which order Python drops its things, is not measured


def waits(folder, places, times):
    make_application()
    made = Path(tempfile.mkdtemp(prefix="record-window-"))
    program = Program(Preferences(made / "window.ini"), open_tag_source=None, roots=(made / "memory", made / "matches"))
    window = program.open(Recent(folder))
    window.resize(1600, 1000)
    line = window.player.timeline
    _until(lambda: line.stretch.whole[1] > 1)
    _rest(OPENING_MS)
    paints = Paints(window.views.camera.viewport())
    rng = np.random.default_rng(8)
    asked = rng.uniform(*line.stretch.whole, places).astype(int).tolist()
    waited = [[] for _ in asked]
    for _ in range(times):
        for place in rng.permutation(places):
            _rest(PAUSE_MS)
            waited[place].append(_wait(window, paints, asked[place]))
    return waited


def _wait(window, paints, t_ns):
    loop, seen = QEventLoop(), []

    def painted():
        moment = window.session.moment
        if moment is not None and 0 <= t_ns - moment.state.t_ns <= 2 * FRAME_NS:
            seen.append(moment)
            # The paint itself comes after this event: one turn of the loop more.
            QTimer.singleShot(0, loop.quit)

    paints.on_paint = painted
    QTimer.singleShot(PATIENCE_MS, loop.quit)
    watch = Watch()
    window.player.timeline.sought.emit(t_ns)
    loop.exec()
    waited = watch.wait()
    paints.on_paint = lambda: None
    assert seen, f"nothing was shown of {t_ns}"
    return waited


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
