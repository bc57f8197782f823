"""The last page: the player docks a ship, and the program says DOCKED."""

from tableassist.messages import say
from tableassist.overlay.drawing import Symbol
from tableassist.rulebook import Verdict
from tableassist.services.measure.proving import DockingProof, DockingWatch
from tableassist.setup.plan import advise_after_docking
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.canvas.live_picture import shown_frame
from tableassist.ui.setup_wizard.page import LookPage, PageWork, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import fill
from tableassist.ui.widgets.symbol_label import SymbolLabel

_SYMBOLS = {Verdict.YES: Symbol.YES, Verdict.NO: Symbol.NO, Verdict.TOO_CLOSE: Symbol.TOO_CLOSE}


class ProvePage(LookPage):
    def __init__(self, session: WizardSession) -> None:
        super().__init__(session, WizardStep.PROVE)
        self.sign, self.verdict, self.told, self.advice = SymbolLabel(), big(points=22.0), paragraph(), paragraph()
        fill(self.side, self.sign, self.verdict, self.told, self.advice, 1)

    def enter(self) -> None:
        self._show(None, "", "", "")
        super().enter()

    def work(self) -> PageWork | None:
        if self.session.settings is None:
            return None
        watch = DockingWatch(self.session.settings)
        return lambda frame: (shown_frame(frame), watch.look(frame))

    def show_seen(self, seen: DockingProof) -> None:
        if seen.ruling is None and self.sign.symbol is Symbol.YES:
            return  # a proof stays when the ship sails on
        symbol = None if seen.ruling is None else _SYMBOLS.get(seen.ruling.verdict)
        self._show(symbol, say(seen.headline), say(seen.details), "" if seen.is_docked else self._advice(seen))
        if seen.is_docked:
            self.mark_done()

    def _advice(self, seen: DockingProof) -> str:
        """What to do about an attempt that was not called docked."""
        return "" if seen.ruling is None else say(advise_after_docking(self.session.forecast, seen.ship, None))

    def _show(self, symbol: Symbol | None, words: str, told: str, advice: str) -> None:
        self.sign.show_symbol(symbol)
        self.verdict.setText(words)
        self.told.setText(told)
        self.advice.setText(advice)
