"""Prove a table: a player docks a ship, and the program must say DOCKED."""

from dataclasses import dataclass

from tableassist.geometry import plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling, Verdict
from tableassist.rulebook.engine import DOCKING
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

MAX_GAP_MM = 30.0
"""A bow farther from every shore than this is not an attempt to dock."""
HEADLINES = {
    Verdict.YES: Message("DOCKED"),
    Verdict.NO: Message("NOT DOCKED"),
    Verdict.TOO_CLOSE: Message("TOO CLOSE TO CALL"),
    Verdict.NOT_SEEN: Message("NOT MEASURED"),
}


@dataclass(frozen=True, slots=True, eq=False)
class DockingProof:
    """The best attempt to dock in one picture."""

    ruling: Ruling | None
    """None while no ship is near an island."""
    ship: str
    island: str
    problem: Text
    """Why nothing was measured; "" where something was."""

    @property
    def is_docked(self) -> bool:
        return self.ruling is not None and self.ruling.verdict is Verdict.YES

    @property
    def headline(self) -> Message:
        return Message("Not yet") if self.ruling is None else HEADLINES[self.ruling.verdict]

    @property
    def details(self) -> Message:
        """The ship, the island and the gap with its plus-minus; or what is missing."""
        ruling = self.ruling
        if ruling is None:
            waiting = Message("No ship is near an island. Put a ship's bow against a shore.")
            return Message("{problem}.", problem=self.problem) if self.problem else waiting
        names = {"ship": self.ship, "island": self.island, "reason": ruling.reason}
        if ruling.measured_mm is None or ruling.sigma_mm is None:
            return Message("{ship} at {island}: {reason}.", **names)
        what = template("{ship} at {island}: gap {gap_mm:.1f} ± {known_mm:.1f} mm; {reason}.")
        gap_mm = round(ruling.measured_mm, 1) + 0.0  # never "-0.0"
        return Message(what, gap_mm=gap_mm, known_mm=plus_minus(ruling.sigma_mm), **names)


class DockingWatch:
    """Follow a camera until a ship is docked; holds the detector, so it belongs to one thread."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._detector = TagDetector(settings.tag_families, known_tags(settings))
        self._state = first_state(settings)

    def look(self, frame: Frame) -> DockingProof:
        self._state = step(self._state, frame, self._settings, self._detector.detect)
        return find_docking(self._state, self._settings)


def find_docking(state: TableState, settings: TableSettings) -> DockingProof:
    """Pick the ruling that a player who docks a ship means: a docked one, else the nearest bow to a shore."""
    names = {piece.id: piece.name for piece in settings.pieces}
    if state.registration is None:
        return DockingProof(None, "", "", state.warnings[0] if state.warnings else "")
    measured = [
        ruling
        for ruling in state.rulings
        if ruling.rule == DOCKING.id and ruling.measured_mm is not None and ruling.measured_mm <= MAX_GAP_MM
    ]
    if not measured:
        return DockingProof(None, "", "", "")
    best = min(measured, key=lambda ruling: (ruling.verdict is not Verdict.YES, ruling.measured_mm))
    return DockingProof(best, names.get(best.subject, best.subject), names.get(best.target, best.target), "")
