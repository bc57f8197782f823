"""The pictures in docs/: the first window and six states of the real one on the demo's table, under a virtual screen.

`make screenshots`. Each state is reached as a player would reach it: by clicks, keys and menus.
"""

import shutil
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from bench.virtual_screen import on_virtual_screen

DOCS = Path(__file__).parents[1] / "docs"
SIZE = (1600, 960)


def main():
    on_virtual_screen("bench.screenshots", SIZE, inside)


class StagedEye:
    """Sees the demo's game at a time that is set, or running from there at a pace."""

    name = "studio"

    def __init__(self):
        import numpy as np

        from tableassist.sources import demo_settings, find_stage, stage_game
        from tableassist.sources.supervised import CaptureHealth, CaptureState
        from tableassist.studio.rendering.render import Studio
        from tableassist.vision.tags.reader import TagReader

        self._rng = np.random.default_rng(5)
        stage = find_stage("demo-1080p")
        settings = demo_settings(stage)
        self.game, self._studio = stage_game(settings), Studio(stage.camera)
        self._reader = TagReader(settings.tag_families)
        self.health = CaptureHealth(CaptureState.STARTING)
        self._seeing = CaptureHealth(CaptureState.SEEING)
        self.at_s, self.pace = 1.0, 0.0
        self._number, self._closed = 0, False
        self._last = time.monotonic()

    def take(self, timeout_s):  # noqa: ARG002
        from tableassist.sources.supervised import Sight
        from tableassist.vision.camera.frame import Frame

        if self._closed:
            return None
        now = time.monotonic()
        self.at_s += self.pace * (now - self._last)
        self._last = now
        image = self._studio.picture(self.game.table_at(self.at_s), self._rng)
        self.health = self._seeing
        self._number += 1
        return Sight(Frame(image, time.monotonic_ns(), self._number, "Desk camera"), self._reader.read(image))

    def look_for(self, families):
        pass

    def close(self):
        self._closed = True


def inside():
    from PyQt6.QtCore import QPointF, Qt
    from PyQt6.QtTest import QTest

    from tableassist.matches.recording import start_replay_buffer
    from tableassist.ui.session.preferences import Preferences, Recent
    from tableassist.ui.setup_wizard.wizard import FirstRun
    from tableassist.ui.shell.application import make_application
    from tableassist.ui.shell.program import Program

    folders = [each for each in sys.argv[1:] if not each.startswith("-")]
    out = Path(folders[0]) if folders else DOCS
    application = make_application()
    folder = Path(tempfile.mkdtemp())
    tag_source = StagedEye()
    program = Program(
        Preferences(folder / "window.ini"),
        lambda _t, _f: tag_source,
        partial(start_replay_buffer, root=folder / "memory"),
    )
    wait = partial(_wait, application)
    if "--start" in sys.argv:
        _shoot_start(program, wait, out)
        return
    window = program.open(Recent("studio:demo-1080p"))
    window.setGeometry(0, 0, *SIZE)
    window.activateWindow()
    wait(lambda: window.session.moment is not None, 90.0)

    def shoot(name, part=None):
        wait(lambda: False, 1.2)
        screen = application.primaryScreen()
        picture = screen.grabWindow(0) if part is None else part.grab()
        picture.save(str(out / f"{name}.jpg"), quality=90)
        print(name, flush=True)

    def at(moment, lead_s=0.0):
        tag_source.at_s = tag_source.game.time_of(moment) + lead_s
        wait(lambda: False, 3.0)

    def click(piece):
        placed = window.session.moment.state.scene.find(piece)
        mat = window.session.settings.mat
        view = window.views.plan
        spot = view.mapFromScene(QPointF(placed.pose.pose.x_mm, mat.height_mm - placed.pose.pose.y_mm))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    def at_mm(x_mm, y_mm):
        return window.views.plan.mapFromScene(QPointF(x_mm, window.session.settings.mat.height_mm - y_mm))

    at("cleared")
    click("harbinger")
    wait(lambda: False, 2.0)
    shoot("window-live")
    at("blocked")
    tree, model = window.board.rulings.tree, window.board.rulings.model
    wait(lambda: model.rowCount() > 0)
    names = [model.index(row, 0).data() or "" for row in range(model.rowCount())]
    chosen = next((row for row, words in enumerate(names) if "Oxley" in words), 0)
    index = model.index(chosen, 0)
    tree.setExpanded(index, True)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(index).center())
    wait(lambda: False, 1.0)
    shoot("window-ruling")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    window.views.fit()
    at("cleared")
    QTest.keyClick(window, Qt.Key.Key_D)
    scene = window.session.moment.state.scene
    for piece in ("harbinger", "oxley", "revenge"):
        place = scene.find(piece).pose.pose
        QTest.mouseClick(window.views.plan.viewport(), Qt.MouseButton.LeftButton, pos=at_mm(place.x_mm, place.y_mm))
        wait(lambda: False, 0.4)
    shoot("window-measure")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_Escape)
    click("harbinger")
    QTest.keyClick(window, Qt.Key.Key_G)
    wait(lambda: False, 2.0)
    here = scene.find("harbinger").pose.pose
    port = window.views.plan.viewport()
    start, end = at_mm(here.x_mm, here.y_mm), at_mm(*here.place_one(40.0, 0.0))
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for share in range(1, 11):
        QTest.mouseMove(port, start + (end - start) * share / 10)
        wait(lambda: False, 0.05)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    wait(lambda: window.board.tools.ghost.foreseen is not None, 8.0)
    shoot("window-ghost")
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_Escape)
    # Another window: the memory of this one has ships that jumped to and fro.
    window.close()
    tag_source = StagedEye()
    window = program.open(Recent("studio:demo-1080p"))
    wait(lambda: window.session.moment is not None, 90.0)
    window.recording.record(folder / "League night.match")
    tag_source.pace = 1.5
    wait(lambda: False, 24.0)
    window.recording.mark("Was that a ram?")
    wait(lambda: False, 2.0)
    recorded = window.recording.stop()
    again = program.open(Recent(str(recorded)))
    again.setGeometry(0, 0, *SIZE)
    wait(lambda: again.session.moment is not None, 90.0)
    wait(lambda: again.player.span[1] > 0)
    wait(lambda: not again.moves.panel.caption.isVisible(), 60.0)
    first, last = again.player.span
    again.player.seek(first + (last - first) * 9 // 10)
    wait(lambda: False, 1.0)
    again.session.selection.choose("plantagenet")
    shoot("window-replay")
    program.quit()
    _shoot_start(program, wait, out)
    wizard = FirstRun(folder / "first-run.json")
    wizard.show()
    wait(lambda: False, 12.0)
    shoot("window-first-run", wizard)
    wizard.close()
    shutil.rmtree(folder, ignore_errors=True)


def _shoot_start(program, wait, out):
    """As somebody sees it who comes back; nothing of this computer is in the picture."""
    from tableassist.ui.session.preferences import Recent

    start = program.show_start()
    start.show_recent((Recent("League night.match"), Recent("studio:demo"), Recent("camera:0", "my-table.toml")))
    wait(lambda: False, 1.0)
    start.grab().save(str(out / "window-start.jpg"), quality=90)
    print("window-start", flush=True)
    start.close()


def _wait(application, ready, seconds=20.0):
    until = time.monotonic() + seconds
    while time.monotonic() < until and not ready():
        application.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    main()
