"""A page of the first run: a title, what to do, and controls to do it with. Most show the camera's picture."""

from collections.abc import Callable
from typing import Any

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDoubleSpinBox, QLabel, QWidget

from tableassist.messages import say, tr
from tableassist.setup.plan import STEPS, describe_benefit
from tableassist.store.first_run_file import StepState, WizardStep
from tableassist.ui.canvas.picture import LivePicture, ShownPicture
from tableassist.ui.look import SPACE_PX
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import PlainLabel
from tableassist.vision.camera.frame import Frame

Looked = tuple[ShownPicture, Any]
"""What the work of a page makes of a frame: its picture, and what was found in it."""
PageWork = Callable[[Frame], Looked]
AskPath = Callable[[str], str]
"""Asks for a path, beginning with a proposal; "" where the person thinks better of it."""
_SIDE_PX = 300


def paragraph(words: str = "", *, quiet: bool = False) -> QLabel:
    label = PlainLabel(words, look="caption" if quiet else "", wraps=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return label


def big(words: str = "", *, points: float = 15.0) -> QLabel:
    label = PlainLabel(words, wraps=True)
    font = label.font()
    font.setPointSizeF(points)
    font.setBold(True)
    label.setFont(font)
    return label


def millimetres(value: float, least: float, most: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(least, most)
    box.setDecimals(1)
    box.setSingleStep(0.1)
    box.setSuffix(tr(" mm"))
    box.setValue(value)
    return box


class StepPage(QWidget):
    """`enter` and `leave` are called as it comes and goes; `mark_done` lets the player go on."""

    def __init__(self, session: WizardSession, step: WizardStep, title: str = "", what: str = "") -> None:
        """Without `title` and `what`: those of the step in the setup path."""
        super().__init__()
        self.session = session
        self.step = step
        if not title:
            title, what = say(STEPS[step].title), say(STEPS[step].what)
        self.title = title
        self.heading = big(title, points=18.0)
        self.what = paragraph(what)
        self.body = column(spacing=SPACE_PX)
        column(self.heading, self.what, (self.body, 1), on=self, margins=0, spacing=SPACE_PX)
        self.setAccessibleName(title)

    @property
    def is_done(self) -> bool:
        return self.session.state(self.step) is StepState.DONE

    def enter(self) -> None: ...

    def leave(self) -> None: ...

    def close_page(self) -> None:
        """For good."""

    def benefit(self) -> str:
        """What this step buys, in one or two sentences; "" while that is not known."""
        words = describe_benefit(self.step, self.session.forecast)
        return "" if words is None else say(words)

    def mark_done(self) -> None:
        self.session.mark(self.step, StepState.DONE)


class LookPage(StepPage):
    """With the camera's picture on the left and a column of words and buttons on the right."""

    def __init__(self, session: WizardSession, step: WizardStep) -> None:
        super().__init__(session, step)
        self.picture = LivePicture()
        self.picture.setAccessibleName(tr("What the camera sees"))
        side = QWidget()
        side.setFixedWidth(_SIDE_PX)
        self.side = column(on=side, margins=0, spacing=SPACE_PX)
        self.looking = QWidget()
        row((self.picture, 1), side, on=self.looking, margins=0, spacing=2 * SPACE_PX)
        self.body.addWidget(self.looking, 1)
        self._is_current = False
        session.looker.seen.connect(self._take)
        session.looker.trouble.connect(self._say_trouble)

    def enter(self) -> None:
        self._is_current = True
        self.picture.show_picture(None)
        missing = self._missing()
        self.picture.say(missing or tr("Opening the camera…"))
        self.session.looker.look_through(self.session.source or None)
        self.session.looker.use(None if missing else self.work())

    def leave(self) -> None:
        self._is_current = False
        self.session.looker.use(None)

    def work(self) -> PageWork | None:
        """What is done with each frame; made anew each time the page comes."""
        raise NotImplementedError

    def show_seen(self, seen: Any) -> None:
        """What the work found in the newest frame."""
        raise NotImplementedError

    def _missing(self) -> str:
        if not self.session.source:
            return tr("No camera chosen. Go back to the first step, or skip this one.")
        if self.session.settings is None:
            return tr("No table file chosen. Go back to the second step, or skip this one.")
        return ""

    def _take(self, looked: Looked) -> None:
        if self._is_current:
            self.picture.show_picture(looked[0])
            self.show_seen(looked[1])

    def _say_trouble(self, words: str) -> None:
        if self._is_current and not self._missing():
            self.picture.say(say(words))
