"""Fit out the ships with their tags, and prove it by a docking."""

from functools import partial

import numpy as np
from PyQt6.QtWidgets import QApplication, QComboBox, QFormLayout, QListWidget, QPushButton

from tableassist.geometry import plus_minus
from tableassist.messages import say, sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.pieces import Piece
from tableassist.pipeline.fitting.fitting_out import FittingOut, FittingPlan, Happened, next_slot
from tableassist.pipeline.fitting.fitting_plan import fittable, jig_priors
from tableassist.rulebook import Verdict
from tableassist.setup.measure.fitting import Fitting, FittingSeen
from tableassist.setup.measure.proving import DockingProof, DockingWatch
from tableassist.setup.plan import advise_after_docking
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.canvas.picture import MarkKind, PictureMark, shown_frame
from tableassist.ui.setup_wizard.page import Looked, LookPage, PageWork, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.controls import fill
from tableassist.ui.widgets.pictures import SymbolLabel
from tableassist.vision.camera.frame import Frame
from tableassist.vision.mounts.findings import MountGrade, grade


def _look(fitting: Fitting, frame: Frame) -> Looked:
    seen = fitting.look(frame)
    names = {(m.family, m.tag): ship.name for ship in seen.plan.ships for m in ship.mounts}
    jig = {(tag.family, tag.tag) for tag in seen.plan.jig.tags.tags}
    marks = []
    for one in seen.sightings:
        key = (one.family, one.tag)
        kind = MarkKind.GOOD if key in jig or key in names else MarkKind.OTHER
        corners = tuple((float(x), float(y)) for x, y in one.corners)
        marks.append(PictureMark(corners, kind, names.get(key, "")))
    return shown_frame(frame, (*marks, *outline_marks(seen))), seen


def outline_marks(seen: FittingSeen) -> tuple[PictureMark, ...]:
    """The outline of the ship that was fitted out last, where she still lies."""
    last = seen.events[-1].fit if seen.events else None
    if last is None or last.traced is None or last.outline is None or not seen.state.lifted_from:
        return ()
    view = last.traced.views[-1]
    corners = np.asarray(view.pixels(np.asarray(last.traced.points), 0.0)) + np.array([view.left_px, view.top_px])
    words = tr("outline ± {spread_mm:.1f} mm", spread_mm=plus_minus(last.outline.sigma_mm))
    return (PictureMark(tuple((float(x), float(y)) for x, y in corners), MarkKind.GOOD, words),)


class FitOutPage(LookPage):
    def __init__(self, session: WizardSession) -> None:
        super().__init__(session, WizardStep.FIT_OUT)
        self.asked, self.trouble = big(points=13.0), paragraph()
        self.directions = QComboBox()
        for number, words in ((4, tr("four directions: best")), (2, tr("two directions: quicker"))):
            self.directions.addItem(words, number)
        self.ships = QListWidget()
        self.ships.setWordWrap(True)
        self.ships.setAccessibleName(tr("Ships and their progress"))
        self.skip_button = QPushButton(tr("Skip this ship"))
        self.again_button = QPushButton(tr("Repeat this ship"))
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(tr("Each ship in"), self.directions)
        fill(self.side, form, self.asked, self.trouble, (self.ships, 1), self.skip_button, self.again_button)
        self._fitting: Fitting | None = None
        self._told = 0
        self._is_finished = False
        self.directions.currentIndexChanged.connect(lambda _: self._begin())
        self.skip_button.clicked.connect(lambda: self._tell(again=False))
        self.again_button.clicked.connect(lambda: self._tell(again=True))

    def enter(self) -> None:
        self._told, self._is_finished = 0, False
        self.asked.setText("")
        self.trouble.setText("")
        self.ships.clear()
        super().enter()
        if self.session.settings is not None and not fittable(self.session.settings):
            self.asked.setText(tr("This table has no ship with a tag: there is nothing to fit out."))
            self.mark_done()

    def work(self) -> PageWork | None:
        settings = self.session.settings
        ships = () if settings is None else fittable(settings)
        if settings is None or not ships:
            return None
        priors = jig_priors(None, settings.tag_scale)
        directions = int(self.directions.currentData())
        self._fitting = Fitting(settings, ships, table=self.session.table, priors=priors, directions=directions)
        return partial(_look, self._fitting)

    def show_seen(self, seen: FittingSeen) -> None:
        state, plan = seen.state, seen.plan
        new = seen.events[self._told :]
        self._told = len(seen.events)
        if any(event.what is not Happened.SWITCHED for event in new):
            QApplication.beep()
        self.asked.setText(asked_words(state, plan))
        refused = [event.words for event in new if event.what is Happened.REFUSED]
        if state.trouble or refused or any(event.what is Happened.TAKEN for event in new):
            self.trouble.setText(sentence(state.trouble or (refused[-1] if refused else "")))
        elif state.rest is not None and state.rest.frames > 1:
            self.trouble.setText(tr("Hold still…"))
        untraced = [event.fit.no_outline for event in new if event.fit is not None and event.fit.no_outline is not None]
        if untraced:
            self.trouble.setText(sentence(untraced[-1]))
        self._list_ships(state, plan)
        self.skip_button.setEnabled(not state.done)
        if state.done and not self._is_finished:
            # The next step measures with what was found here.
            self.session.reload()
            self.mark_done()
        self._is_finished = state.done

    def _begin(self) -> None:
        if self._fitting is not None:
            self._told = 0
            self.session.looker.use(self.work())

    def _tell(self, *, again: bool) -> None:
        if self._fitting is not None:
            self.session.looker.tell(self._fitting.do_again if again else self._fitting.skip_ship)

    def _list_ships(self, state: FittingOut, plan: FittingPlan) -> None:
        rows = [ship_words(ship, state, plan) for ship in plan.ships]
        shown = [item.text() for row in range(self.ships.count()) if (item := self.ships.item(row)) is not None]
        if rows != shown:
            self.ships.clear()
            self.ships.addItems(rows)


def asked_words(state: FittingOut, plan: FittingPlan) -> str:
    ship = next((ship for ship in plan.ships if ship.id == state.current), None)
    if ship is None:
        return tr("All done.")
    slot = next_slot(state, plan)
    number = len(state.pictures.get(ship.id, ())) + 1
    said = {"ship": ship.name, "number": number, "all": plan.directions}
    if slot is None:
        return tr("Set {ship} on the jig, in any direction ({number} of {all}).", **said)
    return tr("Set {ship} on the jig, in direction {direction} ({number} of {all}).", direction=slot.name, **said)


def ship_words(ship: Piece, state: FittingOut, plan: FittingPlan) -> str:
    fit = state.fits.get(ship.id)
    if fit is not None:
        found = grade(fit)
        if found is MountGrade.AGAIN:
            return tr("✗ {ship}: must be done again", ship=ship.name)
        if fit.outline is None:
            return tr("✓ {ship}: tags ± {bow_mm:.1f} mm, no outline", ship=ship.name, bow_mm=fit.bow_mm)
        return tr(
            "✓ {ship}: tags ± {bow_mm:.1f} mm, outline ± {outline_mm:.1f} mm",
            ship=ship.name,
            bow_mm=fit.bow_mm,
            outline_mm=plus_minus(fit.outline.sigma_mm),
        )
    if ship.id in state.skipped:
        return tr("– {ship}: left out", ship=ship.name)
    taken = len(state.pictures.get(ship.id, ()))
    if ship.id == state.current or taken:
        return tr("▸ {ship}: {taken} of {all}", ship=ship.name, taken=taken, all=plan.directions)
    return tr("   {ship}", ship=ship.name)


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
