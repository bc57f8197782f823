"""The optional check of the print's scale by a card: its measured size next to its true one."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFormLayout, QPushButton, QWidget

from tableassist.messages import sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.services.measure.card_check import USUAL_LONG_MM, USUAL_SHORT_MM, CardCheck, CardSeen, scale_by_check
from tableassist.ui.setup_wizard.page import big, millimetres, paragraph
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.symbol_label import SymbolLabel
from tableassist.vision.outline.card import CardSize
from tableassist.vision.registration.print_scale import PrintScale


class CardPanel(QWidget):
    """Compares the card in the picture with what it really measures, and offers to keep the scale that follows."""

    scale_wanted = pyqtSignal(object)
    """The print's scale by this card."""

    def __init__(self) -> None:
        super().__init__()
        self.long, self.short = (millimetres(usual, 50.0, 110.0) for usual in (USUAL_LONG_MM, USUAL_SHORT_MM))
        form = QFormLayout()
        form.addRow(tr("Long side"), self.long)
        form.addRow(tr("Short side"), self.short)
        self.sign, self.verdict, self.told = SymbolLabel(), big(), paragraph()
        self.keep_button = QPushButton(tr("Use the card's scale"))
        what = paragraph(
            tr("Put one card of the game flat on the mat, away from the tags. Measure it with a ruler if you can.")
        )
        column(what, form, self.sign, self.verdict, self.told, self.keep_button, 1, on=self, margins=0)
        self._seen: CardSeen | None = None
        self.long.valueChanged.connect(lambda _: self._judge())
        self.short.valueChanged.connect(lambda _: self._judge())
        self.keep_button.clicked.connect(self._offer_scale)
        self.reset()

    def reset(self) -> None:
        self._seen = None
        self.keep_button.setEnabled(False)
        self._show(None, "", "")

    def show_seen(self, seen: CardSeen) -> None:
        self._seen = seen
        self.keep_button.setEnabled(seen.card is not None)
        self._judge()

    def _offer_scale(self) -> None:
        seen = self._seen
        if seen is not None and seen.card is not None:
            found: PrintScale = scale_by_check(self._check(seen, seen.card), seen)
            self.scale_wanted.emit(found)

    def _check(self, seen: CardSeen, card: CardSize) -> CardCheck:
        return CardCheck(card, self.long.value(), self.short.value(), seen.mat.print_scale_sigma)

    def _judge(self) -> None:
        seen = self._seen
        if seen is None or seen.card is None:
            # What was measured stays until something else is: the player takes the card away again.
            if seen is not None and seen.problem and self.sign.symbol is None:
                self._show(None, tr("Not yet"), sentence(seen.problem) + ".")
            return
        check = self._check(seen, seen.card)
        if check.is_passed:
            self._show(Symbol.YES, tr("The scale is right"), check_words(check))
        else:
            why = tr("Is that the card's real size, is it flat, and is the camera calibrated and in focus?")
            self._show(Symbol.NO, tr("The scale is off"), f"{check_words(check)}\n\n{why}")

    def _show(self, symbol: Symbol | None, words: str, told: str) -> None:
        self.sign.show_symbol(symbol)
        self.verdict.setText(words)
        self.told.setText(told)


def check_words(check: CardCheck) -> str:
    card = check.card
    lines = (
        tr("Long side: {mm:.1f} mm, off by {off_mm:+.2f} mm.", mm=card.long_mm, off_mm=check.off_long_mm),
        tr("Short side: {mm:.1f} mm, off by {off_mm:+.2f} mm.", mm=card.short_mm, off_mm=check.off_short_mm),
        tr(
            "The program claims ± {claimed_mm:.2f} mm; up to {allowed_mm:.2f} mm is allowed.",
            claimed_mm=check.plus_minus_mm,
            allowed_mm=check.allowed_mm,
        ),
    )
    return "\n".join(lines)
