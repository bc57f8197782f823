"""Run by a test in its own process: twenty-four ships in a small window on the display it is given.

Pauses, warns, selects, opens and closes what can be opened, by mouse and keys. Prints what came of each.
"""

import json
import sys
from collections import Counter
from functools import partial
from pathlib import Path

from crowd_eye import CrowdEye, write_crowd_table
from hands import must, wait
from menu_keys import keys_twice
from PyQt6.QtCore import QEvent, QObject, QRect, Qt, QUrl
from PyQt6.QtGui import QAction
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDockWidget,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QProgressBar,
    QTextBrowser,
    QWidget,
)

from tableassist.matches.recording import start_replay_buffer
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.application import make_application
from tableassist.ui.shell.program import Program
from tableassist.ui.widgets.plain import ElidedLabel

LEFT = Qt.MouseButton.LeftButton
SIZE = (1280, 690)
CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QGraphicsView, QLineEdit, QProgressBar,
    QTextBrowser,
)  # fmt: skip


def pause(seconds):
    """For what comes by a timer of the window, not with a picture."""
    wait(lambda: False, seconds)


class Changes(QObject):
    """Which widgets came, went or changed their size."""

    def __init__(self):
        super().__init__()
        self.seen = Counter()

    def eventFilter(self, watched, event):  # noqa: N802
        if isinstance(watched, QWidget) and event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize):
            self.seen[f"{event.type().name} {type(watched).__name__} {watched.objectName()}"] += 1
        return False


def nameless(top):
    """Controls that nothing says the name of. What Qt makes for itself inside of them is not counted."""
    found = []
    for widget in [top, *top.findChildren(QWidget)]:
        inner = isinstance(widget, QHeaderView) or widget.objectName().startswith("qt_")
        inner |= isinstance(widget.parent(), QLineEdit) or "QComboBoxPrivate" in _class(widget.parent())
        if not isinstance(widget, CONTROLS) or inner or not widget.isVisibleTo(top):
            continue
        words = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not widget.accessibleName() and not any(letter.isalpha() for letter in words):
            found.append(f"{_class(widget)} in {_class(widget.parent())}")
    return found


def _class(thing):
    return "" if thing is None else thing.metaObject().className()


def red_share(button):
    image = button.grab().toImage()
    red = 0
    for x in range(image.width()):
        for y in range(image.height()):
            tone = image.pixelColor(x, y)
            red += tone.red() > 180 and tone.green() < 110 and tone.blue() < 110
    return red / (image.width() * image.height())


def overlapping(boxes):
    rects = [QRect(round(x) + 1, round(y) + 1, round(w) - 2, round(h) - 2) for x, y, w, h in boxes]
    return sum(one.intersects(other) for n, one in enumerate(rects) for other in rects[:n])


def clipped(top):
    """Words that have less room than they need, where nothing shortens them on purpose."""
    found = []
    for widget in [
        each for each in top.findChildren(QWidget) if each.isVisible() and not each.visibleRegion().isEmpty()
    ]:
        if isinstance(widget, ElidedLabel) or not isinstance(widget, QLabel | QAbstractButton):
            continue
        needs = widget.sizeHint()
        wraps = isinstance(widget, QLabel) and widget.wordWrap()
        height = widget.heightForWidth(widget.width()) if wraps else needs.height()
        if (needs.width() > widget.width() and not wraps and widget.text()) or height > widget.height() + 1:
            found.append(f"{_class(widget)} {widget.text()!r}: {widget.size()} of {needs}")
    return found


class Played:
    def __init__(self, folder):
        self.application = make_application()
        table = write_crowd_table(folder)
        self.program = Program(
            Preferences(folder / "window.ini"),
            lambda _text, _families: CrowdEye(table),
            partial(start_replay_buffer, root=folder / "memory"),
            roots=(folder / "memory", folder / "matches"),
        )
        self.folder = folder
        self.window = self.program.open(Recent("camera:0", str(table)))
        self.window.setGeometry(0, 0, *SIZE)
        self.front()
        self.told = {"platform": self.application.platformName()}

    def front(self):
        self.window.activateWindow()
        self.window.views.camera.setFocus()
        wait(lambda: self.application.activeWindow() is self.window)

    def key(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.application.focusWidget() or self.window, key, modifier)
        pause(0.05)

    def pictures(self, count):
        """Until the window shows the table so many pictures later, however busy the machine is."""
        number = self.window.session.moment.frame.number
        must(lambda: self.window.session.moment.frame.number >= number + count, "newer pictures")

    def button(self, words):
        (found,) = [each for each in self.window.menus.toolbar.findChildren(QAbstractButton) if each.text() == words]
        return found

    def places(self):
        views = self.window.views
        at = self.window.mapToGlobal(self.window.rect().topLeft())
        return [[*view.geometry().getRect(), (view.mapToGlobal(view.rect().topLeft()) - at).y()]
                for view in (views.camera, views.plan, views.legend)]  # fmt: skip

    def steady(self):
        window = self.window
        ships = lambda: len(window.session.moment.state.scene.pieces)  # noqa: E731
        self.told["ships"] = wait(lambda: window.session.moment is not None and ships() == 26)
        self.pictures(4)
        changes = Changes()
        self.application.installEventFilter(changes)
        self.pictures(8)
        self.application.removeEventFilter(changes)
        self.told["changed_by_itself"] = [each for each in changes.seen if "ElidedLabel" not in each]
        before = self.places()
        moved = {}
        window.views.banner.set_warnings(("Mat tag 4 has moved", "Mat tag 7 has moved"))
        moved["warned"] = (self.places(), window.views.banner.isVisible())
        window.views.question.ask("HMS Titan: was mast 2 lost?", "Yes", "No")
        self.application.sendPostedEvents()  # the next picture takes a question away that is none of the table's
        moved["asked"] = (self.places(), window.views.question.isVisible())
        window.views.question.hide()
        window.views.banner.set_warnings(())
        self.key(Qt.Key.Key_Space)
        moved["paused"] = (self.places(), window.session.is_held and window.player.isVisible())
        self.key(Qt.Key.Key_Space)
        window.session.selection.choose("ship-9")
        self.pictures(2)
        moved["selected"] = (self.places(), window.session.selection.piece == "ship-9")
        self.told["steady"] = {name: place == before for name, (place, _) in moved.items()}
        self.told["happened"] = {name: happened for name, (_, happened) in moved.items()}

    def crowd(self):
        window = self.window
        window.session.selection.choose(None)
        self.pictures(4)
        plan, camera = (view._overlay.layer for view in (window.views.plan, window.views.camera))
        bare = [sum(w * h for _, _, w, h in layer.labels) for layer in (plan, camera)]
        counts = [len(layer.labels) for layer in (plan, camera)]
        window.session.selection.choose("ship-9")
        self.pictures(4)
        chosen = [sum(w * h for _, _, w, h in layer.labels) for layer in (plan, camera)]
        rulings = window.session.moment.state.rulings
        far = {each.target for each in rulings if each.subject == "ship-9" and each.rule == "range"}
        self.told["far"] = len(far)
        self.told["labels_grow_by"] = [after / before for after, before in zip(chosen, bare, strict=True)]
        self.told["labels_added"] = [len(plan.labels) - counts[0], len(camera.labels) - counts[1]]
        self.told["labels_overlap"] = [overlapping(plan.labels), overlapping(camera.labels)]
        bar, view = window.views.scale_bar, window.views.plan
        at = QRect(bar.mapTo(window, bar.rect().topLeft()), bar.size())
        self.told["scale_bar"] = [at.intersects(QRect(view.mapTo(window, view.rect().topLeft()), view.size())),
                                  bar.length_mm, bar.length_px / bar.length_mm, view._scale_now()]  # fmt: skip
        self.shoot("crowd")

    def layout(self):
        """Six rulings, no clipped words, and the record in full, with and without the game's panel."""
        window, panel = self.window, self.window.board.rulings
        window.session.selection.choose("ship-9")
        panel.only_what_matters.setChecked(False)
        self.told["rows"], self.told["clipped"] = [], []
        for shows_game in (False, True):
            window.game_dock.setVisible(shows_game)
            self.pictures(3)
            panel.update_now()
            row_px = panel.tree.visualRect(panel.model.index(0, 0)).height()
            self.told["rows"].append(panel.tree.viewport().height() // row_px)
            self.told["clipped"] += clipped(window)
        window.game_dock.hide()
        window.board.ledger_dock.show()
        window.game_dock.show()
        window.tabifyDockWidget(window.board.ledger_dock, window.game_dock)
        window.game_dock.raise_()
        pause(0.2)
        self.key(Qt.Key.Key_F2)
        pause(0.2)
        self.told["raised"] = not window.board.ledger_dock.visibleRegion().isEmpty()
        window.board.ledger_dock.hide()
        window.game_dock.hide()
        label = window.status.findChild(ElidedLabel, "health-record")
        window.status.update_now()
        pause(0.1)
        self.told["record"] = [label.text(), label.words]
        panel.only_what_matters.setChecked(True)

    def found(self):
        window = self.window
        words = [each.text() for each in window.menus.toolbar.findChildren(QAbstractButton) if each.text()]
        self.told["toolbar"] = words
        self.told["targets_px"] = min(self.button(each).height() for each in words)
        QTest.mouseClick(self.button("Pause"), LEFT)
        self.told["paused_by_button"] = window.session.is_held
        QTest.mouseClick(self.button("Pause"), LEFT)
        self.told["resumed_by_button"] = not window.session.is_held
        idle = red_share(self.button("Record"))
        before = self.places()
        window.recording.record(self.folder / "matches" / "evening.match")
        # The light turns red once frames reach the match.
        buttons = window.menus.toolbar.findChildren(QAbstractButton)
        must(lambda: any(button.text() == "Recording" for button in buttons), "the red light")
        self.told["red"] = [idle, red_share(self.button("Recording"))]
        self.told["steady"]["recording"] = self.places() == before
        QTest.mouseClick(self.button("Measure"), LEFT)
        self.told["measures"] = window.board.tools.in_hand is window.board.tools.measure
        QTest.mouseClick(self.button("Measure"), LEFT)
        self.told["laid_down"] = window.board.tools.in_hand is None
        QTest.mouseClick(self.button("Ask"), LEFT)
        self.told["asks"] = window.board.ask_bar.isVisible()
        QTest.mouseClick(self.button("Ask"), LEFT)
        share = self.button("Share").menu() or self.button("Share").defaultAction().menu()
        self.told["shares"] = [each.text() for each in share.actions()]
        self.front()
        self.key(Qt.Key.Key_F2)
        self.told["ledger_by_key"] = window.board.ledger_dock.isVisible()
        self.key(Qt.Key.Key_F2)
        self.told["legend"] = list(window.views.legend.words)
        self.manual()
        self.front()
        self.key(Qt.Key.Key_Question)
        page = next((each for each in window.findChildren(QDialog) if each.windowTitle() == "Shortcuts"), None)
        self.told["shortcuts"] = "" if page is None else page.findChildren(QWidget)[0].window().windowTitle()
        if page is not None:
            self.shoot("shortcuts")
            page.close()

    def manual(self):
        self.front()
        self.key(Qt.Key.Key_F1)
        manual = self.window.menus.manual
        self.told["manual"] = [] if manual is None else [manual.isVisible(), len(manual.pages), manual.shown.name]
        if manual is None:
            return
        self.told["nameless_manual"] = nameless(manual)
        manual.follow(QUrl("plus-minus.md"))
        self.told["followed"] = manual.shown.name
        self.shoot("manual")
        opened = []
        manual._open_web = opened.append
        for link in ("file:///etc/passwd", "../README.md", "javascript:1", "https://example.org/"):
            manual.follow(QUrl(link))
        self.told["stayed"] = [manual.shown.name, [each.toString() for each in opened]]
        QTest.keyClicks(manual.search, "too close")
        self.told["found_in_manual"] = manual.list.count()
        manual.list.setCurrentRow(0)
        manual.close()

    def keyboard(self):
        window = self.window
        self.front()
        window.session.selection.choose(None)
        chosen = []
        for _ in range(24):
            self.key(Qt.Key.Key_N)
            chosen.append(window.session.selection.piece)
        self.key(Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
        self.told["ships_by_key"] = [len(set(chosen)), window.session.selection.piece == chosen[-2]]
        tree, model = window.board.rulings.tree, window.board.rulings.model
        wait(lambda: model.rowCount() > 0)
        self.key(Qt.Key.Key_Space)
        pause(0.5)
        held = window.session.moment.frame.number
        tree.setFocus()
        tree.setCurrentIndex(model.index(0, 0))
        self.key(Qt.Key.Key_Right)
        opened = tree.isExpanded(model.index(0, 0))
        self.key(Qt.Key.Key_Down)
        inside = tree.currentIndex().parent().isValid()
        self.key(Qt.Key.Key_Left)
        self.key(Qt.Key.Key_Left)
        pause(0.5)
        self.told["arrows"] = [opened, inside, not tree.isExpanded(model.index(0, 0)),
                               window.session.moment.frame.number == held]  # fmt: skip
        self.key(Qt.Key.Key_Space)
        rings = []
        for _ in range(6):
            self.key(Qt.Key.Key_Tab)
            widget = self.application.focusWidget()
            ring = next(each for each in self.application.children() if each.objectName() == "focus ring").ring
            framed = ring is not None and ring.isVisible() and ring.widget() is widget
            rings.append(framed or isinstance(widget, QGraphicsView))
        self.told["focus_seen"] = rings
        for dock in window.findChildren(QDockWidget):
            dock.show()
        pause(0.2)
        self.told["nameless"] = nameless(window)
        self.told["keys_twice"] = keys_twice(window)
        shortcuts = Counter(key.toString() for each in window.findChildren(QAction) for key in each.shortcuts())
        self.told["shortcuts_twice"] = [key for key, count in shortcuts.items() if count > 1]

    def shoot(self, name):
        pause(0.3)
        self.application.primaryScreen().grabWindow(0).save(str(self.folder / f"{name}.png"))


def main(folder: Path) -> None:
    played = Played(folder)
    played.steady()
    played.crowd()
    played.layout()
    played.found()
    played.keyboard()
    played.window.menus.quit()
    print(json.dumps(played.told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
