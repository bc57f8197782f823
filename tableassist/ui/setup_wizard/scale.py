"""The page on which the print's scale is checked: by its line, or by a ruler or a card on the mat."""

from tableassist.services.measure.card_check import CardSeen, CardWatch
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.canvas.live_picture import shown_frame
from tableassist.ui.setup_wizard.card_panel import CardPanel
from tableassist.ui.setup_wizard.page import LookPage, PageWork
from tableassist.ui.setup_wizard.scale_box import ScaleBox
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import fill
from tableassist.vision.registration.print_scale import PrintScale


class ScalePage(LookPage):
    """The camera is opened only when a card is to be measured."""

    def __init__(self, session: WizardSession) -> None:
        super().__init__(session, WizardStep.SCALE)
        self.scale, self.card = ScaleBox(session), CardPanel()
        self.body.insertWidget(0, self.scale)
        self.body.addStretch(0)
        fill(self.side, self.card)
        self.looking.hide()
        self.scale.decided.connect(self._decided)
        self.scale.card_wanted.connect(self._look_for_card)
        self.card.scale_wanted.connect(self._keep_card)

    def enter(self) -> None:
        self.scale.show_table()
        # Whoever went on without measuring has said so.
        self.scale.not_measured.setChecked(self.is_done and not self.scale.is_proven)
        self.looking.hide()
        self.card.reset()

    def work(self) -> PageWork | None:
        if self.session.settings is None:
            return None
        watch = CardWatch(self.session.settings)
        return lambda frame: (shown_frame(frame), watch.look(frame))

    def show_seen(self, seen: CardSeen) -> None:
        self.card.show_seen(seen)

    def _look_for_card(self) -> None:
        self.looking.show()
        super().enter()

    def _keep_card(self, found: PrintScale) -> None:
        if self.scale.keep(found):
            # What is seen from now on is seen by the new scale.
            self.card.reset()
            self.session.looker.use(self.work())

    def _decided(self) -> None:
        if self.scale.is_decided:
            self.mark_done()
        else:
            self.session.mark(self.step, None)
