"""The last page: a card is laid on the mat, and its measured size held against its true one."""

from PyQt6.QtWidgets import QFormLayout, QPushButton

from tableassist.errors import TableAssistError
from tableassist.formats.first_run_file import WizardStep
from tableassist.messages import sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.services.measure.proving import (
    USUAL_LONG_MM,
    USUAL_SHORT_MM,
    Proof,
    ProofSeen,
    Proving,
    scale_by_proof,
)
from tableassist.services.measure.scaling import keep_scale, scale_words
from tableassist.ui.canvas.live_picture import shown_frame
from tableassist.ui.setup_wizard.page import LookPage, PageWork, big, millimetres, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import fill
from tableassist.ui.widgets.symbol_label import SymbolLabel
from tableassist.vision.outline.card import CardSize


class ProvePage(LookPage):
    def __init__(self, session: WizardSession) -> None:
        what = tr(
            "Lay one card of the game flat on the mat, on its own, away from the tags. Its sides are measured through "
            "the camera and held against what they really are. If you have a ruler, measure your card first."
        )
        super().__init__(session, WizardStep.PROVE, tr("Prove it"), what)
        self.long, self.short = (millimetres(usual, 50.0, 110.0) for usual in (USUAL_LONG_MM, USUAL_SHORT_MM))
        form = QFormLayout()
        form.addRow(tr("Long side"), self.long)
        form.addRow(tr("Short side"), self.short)
        self.sign, self.verdict, self.told = SymbolLabel(), big(), paragraph()
        self.scale_button = QPushButton(tr("Prove the print's scale by it"))
        self.scale_told = paragraph(quiet=True)
        fill(self.side, paragraph(tr("The card really measures:")), form, self.sign, self.verdict, self.told)
        fill(self.side, self.scale_button, self.scale_told, 1)
        self.scale_button.clicked.connect(self._use_as_scale)
        self._seen: ProofSeen | None = None
        self.long.valueChanged.connect(lambda _: self._judge())
        self.short.valueChanged.connect(lambda _: self._judge())

    def enter(self) -> None:
        self._seen = None
        self._show(None, "", "")
        self._show_scale()
        super().enter()

    def work(self) -> PageWork | None:
        if self.session.settings is None:
            return None
        proving = Proving(self.session.settings)
        return lambda frame: (shown_frame(frame), proving.look(frame))

    def cost(self) -> str:
        return tr("Nothing is lost, but then nobody has checked that the numbers are right.")

    def show_seen(self, seen: ProofSeen) -> None:
        self._seen = seen
        self.scale_button.setEnabled(seen.card is not None)
        self._judge()

    def _use_as_scale(self) -> None:
        seen, table = self._seen, self.session.table
        if seen is None or seen.card is None or table is None:
            return
        try:
            keep_scale(table, scale_by_proof(self._proof(seen, seen.card), seen))
        except TableAssistError as problem:
            self.scale_told.setText(sentence(problem.message) + ".")
            return
        # What is seen from now on is seen by the new scale.
        self._seen = None
        self.session.reload()
        self._show(None, "", "")
        self._show_scale()
        self.session.looker.use(self.work())

    def _show_scale(self) -> None:
        settings = self.session.settings
        self.scale_button.setEnabled(False)
        self.scale_told.setText("" if settings is None else sentence(scale_words(settings.print_scale)) + ".")

    def _proof(self, seen: ProofSeen, card: CardSize) -> Proof:
        return Proof(card, self.long.value(), self.short.value(), seen.mat.print_scale_sigma)

    def _judge(self) -> None:
        seen = self._seen
        if seen is None or seen.card is None:
            # What was measured stays until something else is: the player takes the card away again.
            if seen is not None and seen.problem and self.sign.symbol is None:
                self._show(None, tr("Not yet"), sentence(seen.problem) + ".")
            return
        proof = self._proof(seen, seen.card)
        if proof.is_passed:
            self._show(Symbol.YES, tr("Passed"), proof_words(proof))
            self.mark_done()
        else:
            why = tr("Is it this card's true size, does it lie flat, and is the camera calibrated and in focus?")
            self._show(Symbol.NO, tr("Not passed"), f"{proof_words(proof)}\n\n{why}")

    def _show(self, symbol: Symbol | None, words: str, told: str) -> None:
        self.sign.show_symbol(symbol)
        self.verdict.setText(words)
        self.told.setText(told)


def proof_words(proof: Proof) -> str:
    card = proof.card
    lines = (
        tr("Long side: {mm:.1f} mm, off by {off_mm:+.2f} mm.", mm=card.long_mm, off_mm=proof.off_long_mm),
        tr("Short side: {mm:.1f} mm, off by {off_mm:+.2f} mm.", mm=card.short_mm, off_mm=proof.off_short_mm),
        tr(
            "The program claims ± {claimed_mm:.2f} mm; up to {allowed_mm:.2f} mm is allowed.",
            claimed_mm=proof.plus_minus_mm,
            allowed_mm=proof.allowed_mm,
        ),
    )
    return "\n".join(lines)
