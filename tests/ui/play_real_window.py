"""Run by a test in its own process: a player's few minutes at the real window on the display it is given.

Select, measure, ghost, hold, overrule, share, hand over evidence: by mouse and keys. Prints what came of each.
"""

import json
import sys
from functools import partial
from pathlib import Path

from hands import wait, when_modal
from loop_eye import LoopEye
from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtTest import QTest

from tableassist.matches.recording import start_replay_buffer
from tableassist.ui.matches.exports import _evidence
from tableassist.ui.rulings.details import OverruleDialog
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.application import make_application
from tableassist.ui.shell.program import Program

LEFT = Qt.MouseButton.LeftButton


def pause(seconds):
    wait(lambda: False, seconds)


def main(folder: Path) -> None:
    application = make_application()
    program = Program(
        Preferences(folder / "window.ini"),
        lambda _text, _families: LoopEye(),
        partial(start_replay_buffer, root=folder / "memory"),
        roots=(folder / "memory", folder / "matches"),
    )
    window = program.open(Recent("studio:demo"))
    window.setGeometry(0, 0, 1500, 950)
    window.activateWindow()
    told = {"platform": application.platformName(), "shown": wait(lambda: window.session.moment is not None)}
    plan = window.views.plan

    def spot(piece, along_mm=0.0):
        placed = window.session.moment.state.scene.find(piece)
        x, y = placed.pose.pose.place_one(along_mm, 0.0)
        return plan.mapFromScene(QPointF(x, window.session.settings.mat.height_mm - y))

    QTest.mouseClick(plan.viewport(), LEFT, pos=spot("harbinger"))
    told["selected"] = window.session.selection.piece
    QTest.keyClick(window, Qt.Key.Key_D)
    for piece in ("harbinger", "oxley"):
        QTest.mouseClick(plan.viewport(), LEFT, pos=spot(piece))
        pause(0.2)
    wait(lambda: window.board.tools.measure.lines)
    told["measured"] = list(window.board.tools.measure.lines)
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_Escape)
    QTest.mouseClick(plan.viewport(), LEFT, pos=spot("harbinger"))
    QTest.keyClick(window, Qt.Key.Key_G)
    start = spot("harbinger")
    wait(lambda: window.board.tools.ghost.foreseen is not None)
    QTest.mousePress(plan.viewport(), LEFT, pos=start)
    for step in range(1, 9):
        QTest.mouseMove(plan.viewport(), start + (plan.mapFromScene(0, 0) - start) * step / 80)
        pause(0.02)
    QTest.mouseRelease(plan.viewport(), LEFT, pos=start + (plan.mapFromScene(0, 0) - start) / 10)
    before = window.session.moment.state.scene.find("harbinger").pose.pose
    told["ghost_mm"] = abs(window.board.tools.ghost.pose.x_mm - before.x_mm) + abs(
        window.board.tools.ghost.pose.y_mm - before.y_mm
    )
    told["foreseen"] = wait(lambda: window.board.tools.ghost.foreseen is not None)
    for _ in range(4):
        QTest.keyClick(window, Qt.Key.Key_Escape)
    QTest.mouseClick(plan.viewport(), LEFT, pos=spot("harbinger"))
    QTest.keyClick(window, Qt.Key.Key_Space)
    told["held"] = window.session.is_held
    held = window.session.moment.frame.number
    pause(0.4)
    told["still"] = window.session.moment.frame.number == held
    wait(lambda: window.player.timeline.stretch.whole[1] > 0)
    QTest.keyClick(window, Qt.Key.Key_Left)
    told["stepped_back"] = wait(lambda: window.session.moment.frame.number == held - 1)
    tree, model = window.board.rulings.tree, window.board.rulings.model
    wait(lambda: model.rowCount() > 0)
    index = model.index(0, 0)
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.visualRect(index).center())
    told["evidence_drawn"] = window.views._evidence is not None

    def fill_in(dialog) -> None:
        assert isinstance(dialog, OverruleDialog)
        QTest.keyClicks(dialog.reason, "both players saw it")
        dialog.by.setCurrentText("Anne")
        QTest.mouseClick(dialog.ok, LEFT)

    when_modal(fill_in)
    QTest.mouseClick(window.board.rulings.overrule_button, LEFT)
    told["overruled"] = [(each.reason, each.by) for each in window.session.overrulings]
    shared = window.board.sharing.shared()
    window.board.sharing.share.save(shared, folder / "ruling.pdf")
    told["pdf"] = wait(lambda: (folder / "ruling.pdf").exists() and (folder / "ruling.pdf").stat().st_size > 0)
    window.exports.make(
        folder / "evidence.zip",
        lambda _progress: _evidence(
            window.recording.folder, window.session.moment.state.t_ns, shared.ruling.id, folder / "evidence.zip"
        ),
    )
    told["evidence"] = wait((folder / "evidence.zip").exists)
    pause(0.5)
    screen = application.primaryScreen()
    told["saved"] = screen.grabWindow(0).save(str(folder / "window.png"))
    window.menus.quit()
    told["memory_left"] = [path.name for path in (folder / "memory").glob("*.match")]
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
