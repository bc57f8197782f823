"""Run by a test in its own process: a game with a mast lost, a turn, crew, a mark and a call overruled; and the next
start, which offers it. Usage: play_kept_game.py FOLDER (play | quit | switch | resume | start | new | record)
"""

import json
import sys
import time
from functools import partial
from pathlib import Path

from hands import click, click_piece, click_row, key, lines, make_program, must, open_demo, photograph, when_modal
from loop_eye import LoopEye
from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLineEdit, QMessageBox

from tableassist.matches.replay import Replay
from tableassist.ui.game.new_game import NewGameDialog
from tableassist.ui.matches.library import MatchLibrary
from tableassist.ui.shell.application import make_application

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def state_of(window):
    session = window.session
    state = session.settings.state
    return {
        "masts": sorted(state.masts_lost.get("harbinger", ())),
        "turn": state.player_in_turn,
        "crew": [each.card.card for each in state.crew_at("harbinger")],
        "marks": [each.words for each in session.marks],
        "overruled": [[each.ruling.id, each.reason, each.by] for each in session.overrulings],
        "standing": any("overruled by Anne" in line for line in lines(window)),
    }


def play(window):
    panel = window.board.ledger_dock.widget()
    window.board.ledger_dock.show()
    click_piece(window, "harbinger")
    must(lambda: panel.masts and panel.masts[0].isVisible(), "the ship's masts")
    click(panel.masts[2])  # of a cannon that nothing below is about
    key(window, Qt.Key.Key_T)
    QTest.keyClicks(panel.crew.search, "captain")
    must(lambda: panel.crew.found.count() > 0, "crew in the catalogue")
    QTest.keyClick(panel.crew.search, Qt.Key.Key_Return)
    window.views.camera.setFocus()

    def type_mark(dialog):
        QTest.keyClicks(dialog.findChild(QLineEdit), "the bow")
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    when_modal(type_mark)
    key(window, Qt.Key.Key_M, CTRL)

    def fill_in(dialog):
        QTest.keyClicks(dialog.reason, "both saw it")
        dialog.by.setCurrentText("Anne")
        click(dialog.ok)

    must(lambda: window.board.rulings.model.rowCount() > 0, "rulings")
    click_row(window, window.board.rulings.model.index(0, 0))
    when_modal(fill_in)
    click(window.board.rulings.overrule_button)
    must(lambda: any("overruled by Anne" in line for line in lines(window)), "the overruling in the list")
    must(lambda: window.keeper.is_written, "the kept game on the disk")
    return state_of(window)


def offered(window):
    boxes = [each for each in window.findChildren(QMessageBox) if each.objectName() == "kept-game"]
    return boxes[0] if boxes else None


def resume(window, application, folder):
    must(lambda: offered(window) is not None and offered(window).isVisible(), "the offer")
    fresh, box = state_of(window), offered(window)
    told = {"asked": box.text()}
    photograph(application, folder / "offer.png")
    click(box.defaultButton())
    window.session.selection.choose("harbinger")
    must(lambda: any("overruled by Anne" in line for line in lines(window)), "the overruling in the list")
    told["resumed"] = state_of(window)
    told["more"] = [each.text() for each in window.findChildren(QMessageBox) if each.isVisible()]
    for each in window.findChildren(QMessageBox):
        each.close()
    key(window, Qt.Key.Key_Z, CTRL)
    must(lambda: not any("overruled by Anne" in line for line in lines(window)), "the fresh list")
    told["undone"], told["fresh"] = state_of(window), fresh
    key(window, Qt.Key.Key_Z, CTRL | SHIFT)
    must(lambda: any("overruled by Anne" in line for line in lines(window)), "the overruling in the list again")
    told["again"] = state_of(window)
    window.recording.flush()
    with Replay(window.recording.folder) as replay:
        told["noted"] = [note.words for note in replay.marks]
    return told


def start_anew(window):
    must(lambda: offered(window) is not None and offered(window).isVisible(), "the offer")
    box, begun = offered(window), []

    def begin():
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, NewGameDialog):
            QTimer.singleShot(20, begin)
            return
        begun.append(dialog.windowTitle())
        dialog.reject()

    QTimer.singleShot(20, begin)
    click(next(each for each in box.buttons() if "new" in each.text()))
    must(lambda: begun, "the dialog of a new game")
    must(lambda: window.keeper.is_written, "the kept game on the disk")
    menu = next(
        each for each in window.findChildren(type(window.menuBar().actions()[0].menu())) if "saved" in each.title()
    )
    menu.aboutToShow.emit()
    return {"state": state_of(window), "menu": [each.text() for each in menu.actions()]}


def record(window, folder):
    """Twice within a minute, and what the library shows of it."""

    def names():
        return sorted(path.name for path in (folder / "matches").glob("*.match"))

    for count in (1, 2):
        key(window, Qt.Key.Key_R, CTRL)
        must(lambda: window.recording.is_recording, "the recording")
        seen = window.session.newest.frame.number
        must(lambda seen=seen: window.session.newest.frame.number > seen + 10, "pictures")
        key(window, Qt.Key.Key_R, CTRL)
        must(lambda: not window.recording.is_recording, "the end of the recording")
        must(lambda count=count: len(names()) == count, "the match")
    key(window, Qt.Key.Key_O, CTRL | SHIFT)
    library = window.findChild(MatchLibrary)
    must(lambda: library.list.count() == 2, "both matches in the library")
    with Replay(folder / "matches" / names()[0]) as replay:
        frames = replay.frame_count
    library.close()
    return {"names": names(), "listed": library.list.count(), "frames": frames}


def from_start(program, application, folder):
    """The first window of the next start has it at the top."""
    start = program.show_start()
    must(start.resume.isVisible, "the offer")
    told = {"words": start.resume.text()}
    photograph(application, folder / "start.png")
    click(start.resume)
    must(lambda: program.window is not None, "the table")
    window = program.window
    must(lambda: window.session.moment is not None, "a picture")
    window.session.selection.choose("harbinger")
    must(lambda: any("overruled by Anne" in line for line in lines(window)), "the overruling in the list")
    told["resumed"], told["asked_again"] = state_of(window), offered(window) is not None
    window.menus.quit()
    return told


def main(folder: Path, what: str) -> None:
    application = make_application()
    program = make_program(folder, partial(LoopEye, 5.0, still=True))
    if what == "start":
        print(json.dumps(from_start(program, application, folder)))
        return
    window = open_demo(program)
    if what == "play":
        told = play(window)
        # Less than a second of an interrupted memory is not offered: more must be on the disk before the kill.
        must(lambda: window.recording._recorder.status.seconds > 2.0, "two seconds in the memory")
        window.recording.flush()
        print(json.dumps(told), flush=True)
        while True:  # until it is killed
            QApplication.processEvents()
            time.sleep(0.01)
    if what == "quit":
        told = play(window)
    elif what == "switch":
        before = play(window)
        again = open_demo(program)
        told = {"before": before, **resume(again, application, folder)}
        window = again
    elif what == "resume":
        told = resume(window, application, folder)
    elif what == "record":
        told = record(window, folder)
    else:
        told = start_anew(window)
    window.menus.quit()
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
