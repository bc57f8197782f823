"""Run by a test in its own process: undo, overruling, spectators and pauses at the real window, by mouse and keys.

Prints what came of each.
"""

import json
import sys
from functools import partial
from pathlib import Path

from hands import (
    click,
    click_piece,
    click_row,
    key,
    lines,
    make_program,
    must,
    open_demo,
    photograph,
    wait,
    when_modal,
)
from loop_eye import LoopEye
from PyQt6.QtCore import Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QLineEdit

from tableassist.matches.replay import Replay
from tableassist.overlay.drawing import Ink, Symbol
from tableassist.ui.shell.application import make_application

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
REACHES = (Ink.REACH_SHORT, Ink.REACH_LONG, Ink.REACH_EACH)


def undoing(window):
    """Every edit by keys, menu and panel."""
    session, panel = window.session, window.board.ledger_dock.widget()
    window.board.ledger_dock.show()
    click_piece(window, "harbinger")
    must(lambda: panel.masts and panel.masts[0].isVisible(), "the ship's masts")

    def lost():
        return sorted(session.settings.state.masts_lost.get("harbinger", ()))

    steps = []
    for undo, redo in (
        (lambda: key(window, Qt.Key.Key_Z, CTRL), lambda: key(window, Qt.Key.Key_Z, CTRL | SHIFT)),
        (window.menus.undo_actions[0].trigger, window.menus.undo_actions[1].trigger),
        (lambda: click(panel.undo_buttons.undo), lambda: click(panel.undo_buttons.redo)),
    ):
        click(panel.masts[0])
        steps.append(lost())
        undo()
        steps.append(lost())
        redo()
        steps.append(lost())
        undo()
    told = {"mast": steps, "tip": panel.undo_buttons.redo.toolTip()}
    key(window, Qt.Key.Key_T)
    turn = session.settings.state.player_in_turn
    key(window, Qt.Key.Key_Z, CTRL)
    told["turn"] = [turn, session.settings.state.player_in_turn]
    return told


def marking(window):
    def type_mark(dialog):
        QTest.keyClicks(dialog.findChild(QLineEdit), "the bow")
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    def marks():
        window.recording.flush()
        with Replay(window.recording.folder) as replay:
            return [note.words for note in replay.marks]

    def settled(expected):
        """Once the recorder has written it, however busy the machine is."""
        wait(lambda: marks() == expected)
        return marks()

    when_modal(type_mark)
    key(window, Qt.Key.Key_M, CTRL)
    found = [settled(["the bow"])]
    key(window, Qt.Key.Key_Z, CTRL)
    found.append(settled([]))
    key(window, Qt.Key.Key_Z, CTRL | SHIFT)
    found.append(settled(["the bow"]))
    return found


def overruling(window, application, folder):
    """Of a line that says who is out of range."""
    session, rulings, told = window.session, window.board.rulings, {}
    key(window, Qt.Key.Key_Escape)
    click_piece(window, "harbinger")
    must(lambda: any("is out of range, by" in line for line in lines(window)), "a line about range")
    row = next(row for row, line in enumerate(lines(window)) if "is out of range, by" in line)
    index = rulings.model.index(row, 0)
    pair = rulings.model.group(index).key
    told["line"] = index.data()
    click_row(window, index)
    window.spectators.show()
    must(window.spectators.verdict.isVisible, "the spectators' verdict")
    told["spectators"] = [window.spectators.verdict.text()]

    def fill_in(dialog):
        told["dialog"] = dialog.asked.text()
        held = session.moment
        must(lambda: session.newest.frame.number > held.frame.number + 5, "newer pictures")
        told["held"] = session.is_held and session.moment is held
        photograph(application, folder / "overrule.png")
        QTest.keyClicks(dialog.reason, "the ruler was bent")
        dialog.by.setCurrentText("Anne")
        click(dialog.ok)

    when_modal(fill_in)
    click(rulings.overrule_button)
    made = session.overrulings[-1]
    told["overruled"] = [made.ruling.rule, made.ruling.subject, made.ruling.target]
    told["pair"], told["let_go"] = list(pair), not session.is_held
    must(lambda: "Anne" in window.spectators.verdict.text(), "the overruling before the spectators")
    told["spectators"].append(window.spectators.verdict.text())
    drawing = window.board.allowed(session.moment).drawing
    badges = [badge.symbol for badge in drawing.badges if badge.piece == pair[1]]
    told["contradicted"] = Symbol.OUT_OF_RANGE in badges
    window.spectators.grab().save(str(folder / "spectators.png"))
    click(rulings.copy_button)
    told["copied"] = QApplication.clipboard().text()
    shared = window.board.sharing.shared().ruling
    told["shared"] = [shared.rule, shared.subject, shared.target]
    click(rulings.undo_buttons.undo)
    must(lambda: "Anne" not in window.spectators.verdict.text(), "the machine's own call")
    told["spectators"].append(window.spectators.verdict.text())
    told["left"] = len(session.overrulings)
    window.spectators.hide()
    return told


def touching(window):
    """A contact in full."""
    rulings = window.board.rulings
    click(rulings.only_what_matters)
    row = next(n for n, group in enumerate(rulings.model.groups) if any(each.rule == "ram" for each in group.rulings))
    top = rulings.model.index(row, 0)
    rulings.tree.expand(top)
    asked = next(n for n in range(rulings.model.rowCount(top)) if _rule(rulings, n, top) == "ram")
    click_row(window, rulings.model.index(asked, 0, top))
    found = rulings.detail.text()
    rulings.tree.collapse(top)
    click(rulings.only_what_matters)
    return found


def _rule(rulings, row, top):
    return rulings.model.ruling(rulings.model.index(row, 0, top)).rule


def pausing(window, application, folder):
    """The clock of a pause, and what Esc takes from the picture."""
    session, told = window.session, {}
    for _ in range(3):
        key(window, Qt.Key.Key_Escape)
    key(window, Qt.Key.Key_Space)
    must(lambda: window.player.time.text() != "", "the time in the match")
    held = session.moment
    before = window.player.time.text()
    must(lambda: session.newest.frame.number > held.frame.number + 20, "newer pictures")
    window.recording.flush()
    with Replay(window.recording.folder) as replay:
        told["seconds"] = (window.recording.time_of(held) - replay.first_ns) / 1e9
        told["wall_ms"] = [held.wall_ms, replay.at(window.recording.time_of(held)).wall_ms]
    told["clock"] = [before, window.player.time.text(), window.player.timeline.accessibleDescription()]

    def drawn():
        QApplication.processEvents()
        drawing = window.views.plan._drawing
        rings = sum(stroke.ink in REACHES for stroke in drawing.strokes)
        return rings, sum(badge.symbol is Symbol.OUT_OF_RANGE for badge in drawing.badges)

    def seen():
        wait(lambda: False, 0.3)
        return window.views.plan.grab().toImage(), window.views.camera.grab().toImage()

    plain, told["drawn"] = seen(), [drawn()]
    click_piece(window, "harbinger")
    told["drawn"].append(drawn())
    chosen = seen()
    photograph(application, folder / "paused.png")
    key(window, Qt.Key.Key_Escape)
    told["drawn"].append(drawn())
    after = seen()
    told["same_picture"] = [a == b for a, b in zip(plain, after, strict=True)]
    told["other_picture"] = [a != b for a, b in zip(plain, chosen, strict=True)]
    key(window, Qt.Key.Key_Space)
    return told


def main(folder: Path) -> None:
    application = make_application()
    window = open_demo(make_program(folder, partial(LoopEye, 5.0, still=True)))
    told = {
        "undo": undoing(window),
        "marks": marking(window),
        "overrule": overruling(window, application, folder),
        "touching": touching(window),
        "pause": pausing(window, application, folder),
    }
    window.menus.quit()
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
