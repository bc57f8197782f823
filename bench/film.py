"""The film of the demo and the short GIF in the README, from the real window: `make film`.

The window is not filmed against a clock: each picture of the studio is handed to it, and photographed once the window
shows it. So a slow computer makes the same film. What a player does in it is done by clicks and keys.
"""

import queue
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from bench.virtual_screen import on_virtual_screen

FILM = Path(__file__).parents[1] / "film"
SIZE = (1600, 960)
EVERY = 2
"""Of the demo's 15 pictures a second."""
SLOWER = 1.25
"""The film against the game: its two minutes leave time to read."""
GIF_WIDTH, GIF_FRAMES_PER_S = 880, 7
GIF_S = ((8.0, 15.0), (29.0, 34.5), (50.5, 57.0))
"""Of the game: a blocked shot becomes a clear one; a ram; a shot and the mast that it costs."""
ENCODER = {"preset": "veryslow", "crf": "30", "tune": "animation"}
NS = 1_000_000_000


class SteppedEye:
    """Sees a picture of the demo whenever it is given one."""

    name = "studio:demo"

    def __init__(self):
        from tableassist.sources import demo_settings, find_stage, stage_game
        from tableassist.sources.supervised import CaptureHealth, CaptureState
        from tableassist.studio.optics import Look
        from tableassist.studio.rendering.render import Studio
        from tableassist.vision.tags.reader import TagReader

        stage = find_stage("demo-1080p")
        settings = demo_settings(stage)
        self.game, self.frames_per_s = stage_game(settings), stage.frames_per_s
        self._studio = Studio(stage.camera, Look(shot_noise=0.0, read_noise=0.0, jpeg_quality=None))
        self._reader = TagReader(settings.tag_families)
        self.health = CaptureHealth(CaptureState.STARTING)
        self._seeing = CaptureHealth(CaptureState.SEEING)
        self._began_ns = time.monotonic_ns()
        self._waiting = queue.Queue()

    def show(self, number):
        """The demo's picture of that number."""
        import numpy as np

        from tableassist.sources.supervised import Sight
        from tableassist.vision.camera.frame import Frame

        table = self.game.table_at(number / self.frames_per_s)
        image = self._studio.picture(table, np.random.default_rng(number))
        image.setflags(write=False)
        frame = Frame(image, self._began_ns + round(number * NS / self.frames_per_s), number, "studio")
        self._waiting.put(Sight(frame, self._reader.read(image)))

    def take(self, timeout_s):
        try:
            sight = self._waiting.get(timeout=timeout_s)
        except queue.Empty:
            return None
        self.health = self._seeing
        return sight

    def look_for(self, families):
        pass

    def close(self):
        pass


def main():
    on_virtual_screen("bench.film", SIZE, inside)


def inside():
    from tableassist.matches.recording import start_replay_buffer
    from tableassist.ui.session.preferences import Preferences, Recent
    from tableassist.ui.shell.application import make_application
    from tableassist.ui.shell.program import Program

    out = Path(sys.argv[1]) if len(sys.argv) > 1 else FILM
    out.mkdir(parents=True, exist_ok=True)
    application = make_application()
    folder = Path(tempfile.mkdtemp())
    eye = SteppedEye()
    program = Program(
        Preferences(folder / "window.ini"),
        lambda _text, _families: eye,
        partial(start_replay_buffer, root=folder / "memory"),
        roots=(folder / "memory", folder / "matches"),
    )
    camera = Cutter(application)
    start = program.show_start()
    start.setGeometry((SIZE[0] - 600) // 2, 40, 600, 720)
    camera.settle(1.0)
    camera.hold(start, 5.0)
    window = program.open(Recent("studio:demo-1080p"))
    window.setGeometry(0, 0, *SIZE)
    window.activateWindow()
    program.play_demo()
    window.show_game()
    Play(window, eye, camera).whole_game()
    camera.write(out)
    program.quit()


def photograph(widget):
    """(height, width, 3), BGR."""
    import numpy as np
    from PyQt6.QtGui import QImage

    taken = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    bits = taken.constBits()
    bits.setsize(taken.sizeInBytes())
    rows = np.frombuffer(bits, np.uint8).reshape(taken.height(), taken.bytesPerLine())
    return rows[:, : 3 * taken.width()].reshape(taken.height(), taken.width(), 3)[:, :, ::-1].copy()


class Cutter:
    """What the film is made of: pictures, each with how long it stands."""

    def __init__(self, application):
        self.application = application
        self.film, self.gif = [], []
        self._length_ns = 0

    def settle(self, seconds, ready=lambda: False):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not ready():
            self.application.processEvents()
            time.sleep(0.004)

    def hold(self, widget, seconds):
        import cv2
        import numpy as np

        picture = photograph(widget)
        high, wide = picture.shape[:2]
        whole = np.full((SIZE[1], SIZE[0], 3), (34, 28, 22), np.uint8)
        top, left = (SIZE[1] - high) // 2, (SIZE[0] - wide) // 2
        whole[top : top + high, left : left + wide] = picture
        self.film.append((self._length_ns, cv2.imencode(".png", whole)[1]))
        self._length_ns += round(seconds * NS)

    def keep_for_gif(self, views):
        """The camera's picture and the plan, side by side."""
        import cv2
        import numpy as np

        camera, plan = photograph(views.camera), photograph(views.plan)
        least = min(len(camera), len(plan))
        both = np.hstack([camera[:least], plan[:least]])
        high = round(GIF_WIDTH * both.shape[0] / both.shape[1] / 2) * 2
        self.gif.append(cv2.resize(both, (GIF_WIDTH, high), interpolation=cv2.INTER_AREA))

    def write(self, out):
        import cv2

        from tableassist.store.export import write_gif, write_mp4

        last = self.film[-1][1]
        pictures = [*self.film, (self._length_ns, last)]
        decoded = ((t_ns, cv2.imdecode(kept, cv2.IMREAD_COLOR)) for t_ns, kept in pictures)
        write_mp4(out / "demo.mp4", decoded, encoder=ENCODER)
        write_gif(out / "demo.gif", self.gif, frames_per_s=GIF_FRAMES_PER_S)
        for name in ("demo.mp4", "demo.gif"):
            print(f"{out / name}: {(out / name).stat().st_size / 1e6:.2f} MB")
        print(f"{self._length_ns / NS:.0f} s, {len(self.film)} pictures; the GIF has {len(self.gif)}")


class Play:
    """What a player does while the demo runs: (second of the game, what)."""

    def __init__(self, window, eye, camera):
        self._window, self._eye, self._camera = window, eye, camera
        self._waiting = [
            (5.8, partial(self._select, "harbinger")),
            (6.0, self._pause),
            (14.9, self._ask),
            (20.0, partial(self._select, None)),
            (28.0, partial(self._select, "plantagenet")),
            (33.4, self._pause),
            (48.0, partial(self._select, "harbinger")),
            (53.5, self._pause),
            (60.0, partial(self._select, None)),
            (66.5, self._pause),
        ]

    def whole_game(self):
        eye, camera = self._eye, self._camera
        last = int(eye.game.duration_s * eye.frames_per_s)
        for number in range(0, last, EVERY):
            eye.show(number)
            camera.settle(60.0, partial(self._shows, number))
            camera.settle(0.06)
            at_s = number / eye.frames_per_s
            camera.hold(self._window, SLOWER * EVERY / eye.frames_per_s)
            if any(begin <= at_s < end for begin, end in GIF_S):
                camera.keep_for_gif(self._window.views)
            while self._waiting and self._waiting[0][0] <= at_s:
                self._waiting.pop(0)[1]()
        camera.hold(self._window, 4.0)

    def _shows(self, number):
        moment = self._window.session.moment
        return moment is not None and moment.frame.number >= number

    def _select(self, piece):
        self._window.session.selection.choose(piece)
        self._camera.settle(0.3)

    def _pause(self):
        """The window stands still for a while, so that it can be read."""
        self._camera.settle(0.5)
        self._camera.hold(self._window, 4.0)

    def _ask(self):
        """One line of the list is opened and chosen: both views go to where it was decided."""
        from PyQt6.QtCore import Qt
        from PyQt6.QtTest import QTest

        window = self._window
        tree, model = window.board.rulings.tree, window.board.rulings.model
        self._camera.settle(5.0, lambda: model.rowCount() > 0)
        index = model.index(0, 0)
        tree.setExpanded(index, True)
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(index).center())
        self._camera.settle(1.0)
        self._camera.hold(window, 5.0)
        QTest.keyClick(window, Qt.Key.Key_Escape)
        window.views.fit()
        self._camera.settle(0.5)


if __name__ == "__main__":
    main()
