"""What the window costs: CPU a frame, the longest slot during the demo, and frames from the eye to the screen."""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from PyQt6.QtCore import QEvent, QObject, QTimer
from PyQt6.QtWidgets import QApplication

from tableassist.geometry.frames import PlanarPose
from tableassist.judging.views import TableDrawing
from tableassist.matches.recording import start_replay_buffer
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.sources.supervised.local_source import LocalTagSource
from tableassist.studio.rendering.render import Studio
from tableassist.ui.canvas.table_views import Showing, TableViews
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.session.selection import Selection
from tableassist.ui.shell.application import APPLICATION_NAME, make_application
from tableassist.ui.shell.program import Program
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader

CPU_MS = 12.0
SLOT_MS = 30.0
LATENCY_FRAMES = 2.0
WARM_UP = 50
"""Frames until the still tags have been measured as often as they are averaged."""
VIEW_PX = (1300, 770)
"""Of the views' widget: the camera's picture then has 1280 x 720 and a little more."""
MM_PER_FRAME = 0.7
"""Of the ship that moves: a hand that slides a ship does about this much from frame to frame."""


def film(count, *, moving, warm_up=WARM_UP):
    """Moments of the demo's table at 1080p, Harbinger selected; her enemy slides, or nothing moves."""
    stage = find_stage("demo-1080p")
    settings = demo_settings(stage)
    game = stage_game(settings)
    table = game.table_at(game.time_of("cleared"))
    studio, reader, state = Studio(stage.camera), TagReader(settings.tag_families), first_state(settings)
    for number in range(warm_up + count):
        now = _slid(table, "oxley", max(0, number - warm_up) * MM_PER_FRAME) if moving else table
        image = studio.picture(now, np.random.default_rng((11, number)))
        frame = Frame(image, number * 33_000_000, number, "bench")
        state = step(state, frame, settings, reader.read)
        if number >= warm_up:
            yield Moment(frame, state, settings)


def _slid(table, name, by_mm):
    return replace(
        table,
        pieces=tuple(
            replace(each, pose=PlanarPose(*each.pose.place_one(by_mm, 0.0), each.pose.heading_rad))
            if each.piece.id == name
            else each
            for each in table.pieces
        ),
    )


class Paints(QObject):
    """Counts the paint events of a widget."""

    def __init__(self, widget):
        super().__init__(widget)
        self.count = 0
        self.on_paint = lambda: None
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):  # noqa: N802, ARG002
        if event.type() is QEvent.Type.Paint:
            self.count += 1
            self.on_paint()
        return False


def run_cpu(count, *, moving, showing, warm_up=WARM_UP):
    """Process CPU a frame, from the moment's arrival to its pixels, all painting included."""
    application = make_application()
    moments = list(film(count, moving=moving, warm_up=warm_up))
    mat = moments[0].settings.mat
    selection = Selection()
    views = TableViews((mat.width_mm, mat.height_mm), selection)
    views.show_only(showing)
    views.legend.setVisible(showing is Showing.BOTH)
    views.resize(*VIEW_PX if showing is Showing.CAMERA else (1600, 800))
    selection.choose("harbinger")
    views.show()
    application.processEvents()
    paints = Paints(views.camera.viewport())
    times, drawings = [], TableDrawing()
    for moment in [*moments[:5], *moments]:
        begun = time.process_time()
        views.show_moment(moment, drawings.of(moment.state, mat, "harbinger"))
        application.processEvents()
        times.append((time.process_time() - begun) * 1e3)
    port = views.camera.viewport().size()
    drawn = drawings.of(moments[-1].state, mat, "harbinger")
    assert paints.count >= len(moments), f"{paints.count} paints for {len(moments)} frames"
    views.close()
    views.deleteLater()
    return {
        "median_ms": round(float(np.median(times[5:])), 2),
        "p90_ms": round(float(np.percentile(times[5:], 90)), 2),
        "max_ms": round(float(np.max(times[5:])), 2),
        "camera_view_px": [port.width(), port.height()],
        "strokes": len(drawn.strokes),
        "plates": len(drawn.labels) + len(drawn.badges),
    }


class TimedApplication(QApplication):
    """Times every event that is handed out: slots, timers, painting, the mouse."""

    def __init__(self, argv):
        super().__init__(argv)
        self.slots = []
        self.timing = False
        self._depth = 0

    def notify(self, receiver, event):
        if not self.timing or self._depth:
            return super().notify(receiver, event)
        self._depth = 1
        cpu, wall = time.thread_time(), time.perf_counter()
        try:
            return super().notify(receiver, event)
        finally:
            self._depth = 0
            cpu_ms, wall_ms = (time.thread_time() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3
            self.slots.append((cpu_ms, wall_ms, type(receiver).__name__, int(event.type().value)))


class Film:
    """A camera that plays pictures of the demo again and again, each with the time when it was taken. They are painted
    beforehand: a real camera does not paint its pictures on the computer that judges them."""

    name, live = "film", True

    def __init__(self, stage, settings, seconds=6.0):
        game, studio = stage_game(settings), Studio(stage.camera)
        self._every_s = 1.0 / stage.frames_per_s
        times = np.arange(0.0, seconds, self._every_s) + 9.0
        self._images = [studio.picture(game.table_at(t_s), np.random.default_rng(n)) for n, t_s in enumerate(times)]
        self._number, self._closed, self._due = 0, False, time.monotonic()

    def read(self):
        self._due = max(self._due + self._every_s, time.monotonic() - self._every_s)
        time.sleep(max(0.0, self._due - time.monotonic()))
        if self._closed:
            return None
        self._number += 1
        image = self._images[self._number % len(self._images)]
        return Frame(image, time.monotonic_ns(), self._number, self.name)

    def close(self):
        self._closed = True


def run_demo(seconds, stage="demo"):
    """The whole window on the demo as `watch` runs it, with somebody who selects, zooms and changes views."""
    application = QApplication.instance()
    assert isinstance(application, TimedApplication)
    make_application()
    film = Film(find_stage(stage), demo_settings(find_stage(stage)))
    folder = tempfile.TemporaryDirectory(prefix="window-speed-")
    made = Path(folder.name)
    program = Program(
        Preferences(made / "window.ini"),
        lambda _text, families: LocalTagSource(film, families),
        partial(start_replay_buffer, root=made / "memory"),
        roots=(made / "memory", made / "matches"),
    )
    window = program.open(Recent(f"studio:{stage}"))
    session = window.session
    window.resize(1600, 1000)
    paints = Paints(window.views.camera.viewport())
    latencies, seen = [], set()

    def note():
        number = None if session.moment is None else session.moment.frame.number
        if number is not None and number not in seen:
            seen.add(number)
            taken_ns = session.moment.frame.t_ns
            latencies.append((time.monotonic_ns() - taken_ns) / 1e9 * find_stage(stage).frames_per_s)

    paints.on_paint = note
    steps = [
        lambda: session.selection.choose("harbinger"),
        lambda: window.views.camera.zoom(2.0),
        window.views.fit,
        lambda: window.views.show_place(((420.0, 540.0), (520.0, 500.0))),
        lambda: session.selection.choose("oxley"),
        window.views.fit,
        lambda: window.views.show_only(Showing.CAMERA),
        lambda: window.views.show_only(Showing.BOTH),
        lambda: session.selection.choose(None),
    ]
    hand = QTimer()
    hand.timeout.connect(lambda: (steps.append(steps.pop(0)), steps[-1]()))
    # The window opens, fonts are read and the first picture is drawn: nobody plays yet.
    QTimer.singleShot(2500, lambda: (setattr(application, "timing", True), hand.start(330)))
    QTimer.singleShot(2500 + round(1000 * seconds), application.quit)
    application.exec()
    application.timing = False
    hand.stop()
    program.quit()
    folder.cleanup()
    slots = sorted(application.slots, reverse=True)
    return {
        "slots": len(slots),
        "slot_cpu_ms_max": round(slots[0][0], 1),
        "slot_cpu_ms_p99": round(float(np.percentile([slot[0] for slot in slots], 99)), 1),
        "slot_wall_ms_max": round(max(slot[1] for slot in slots), 1),
        "longest": [f"{cpu:.1f} ms {name} {event}" for cpu, _, name, event in slots[:3]],
        "frames_shown": len(latencies),
        "latency_frames_median": round(float(np.median(latencies)), 2),
        "latency_frames_p95": round(float(np.percentile(latencies, 95)), 2),
    }


def run(quick=False):
    """In a process of its own, without a screen: an application cannot be made twice."""
    code = f"import json; from bench import window_speed as w; print(json.dumps(w.measured({quick})), flush=True)"
    code += "; import os; os._exit(0)"  # Qt's own end, in which order Python drops its things, is not measured
    environment = {**os.environ, "QT_QPA_PLATFORM": os.environ.get("BENCH_QPA", "offscreen")}
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return json.loads(done.stdout.splitlines()[-1])


def measured(quick):
    application = TimedApplication([APPLICATION_NAME])
    count = 12 if quick else 60
    figures = {
        f"{words}, {view}": run_cpu(count, moving=moving, showing=showing)
        for words, moving in (("still", False), ("one ship moving", True))
        for view, showing in (("camera", Showing.CAMERA), ("camera and plan", Showing.BOTH))
    }
    figures["demo"] = run_demo(4.0 if quick else 20.0)
    figures["platform"] = application.platformName()
    return figures


def misses(figures):
    out = [
        f"window, {name}: {figures[name]['median_ms']} ms of CPU a frame, asked {CPU_MS}"
        for name in ("still, camera", "one ship moving, camera")
        if figures[name]["median_ms"] > CPU_MS
    ]
    demo = figures["demo"]
    if demo["slot_cpu_ms_max"] > SLOT_MS:
        out.append(f"window: a slot took {demo['slot_cpu_ms_max']} ms ({demo['longest'][0]}), asked {SLOT_MS}")
    if demo["latency_frames_p95"] > LATENCY_FRAMES:
        out.append(f"window: {demo['latency_frames_p95']} frames from eye to screen, asked {LATENCY_FRAMES}")
    return out
