"""Plays a film of a fault through the chain: what the players are told, and which calls the truth does not bear out."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import numpy as np

from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.rulebook.scene import build_scene
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import STALE_AFTER_S
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader
from tests.sources.fault_films import SETTINGS, WELL, Shot, pictured, still, well
from tests.sources.fault_table import FAULTS, Fault


@dataclass(frozen=True)
class Wrong:
    """A call that the truth does not bear out."""

    picture: int
    ruling: Ruling
    truth: str


@dataclass(frozen=True)
class Outcome:
    states: tuple[TableState, ...]
    """After each picture of the fault."""
    wrong: tuple[Wrong, ...]

    @property
    def told(self) -> str:
        """The banner's words, and why rulings say that something is not seen."""
        warnings = (words for state in self.states for words in state.warnings)
        reasons = (r.reason for state in self.states for r in state.rulings if r.verdict is Verdict.NOT_SEEN)
        return " / ".join(dict.fromkeys(map(str, (*warnings, *reasons))))

    @property
    def called(self) -> int:
        """Calls made in the last picture."""
        return sum(each.verdict in (Verdict.YES, Verdict.NO) for each in self.states[-1].rulings)


def frames_of(fault: Fault) -> Iterator[tuple[Shot, Frame]]:
    """The film with a few pictures before the fault."""
    t_ns = 0
    for number, shot in enumerate([*still(well(), WELL), *fault.film(well())]):
        t_ns += shot.after_ns
        # Two pictures of the same differ by noise alone; a third would tell no more, and takes time to draw.
        yield shot, Frame(pictured(shot, number % 2), t_ns, number, "studio")


def run_fault(fault: Fault, settings: TableSettings = SETTINGS) -> Outcome:
    reader = TagReader(settings.tag_families)
    state, states, wrong = _before_any(settings), [], []
    for shot, frame in frames_of(fault):
        if frame.number < WELL:
            reader.read(frame.image)  # it remembers; what is made of it is the same in every film
            continue
        state = step(state, frame, settings, reader.read)
        states.append(state)
        wrong += wrong_calls(state, shot, settings, frame.number - WELL)
    return Outcome(tuple(states), tuple(wrong))


@lru_cache(maxsize=1)
def _before_any(settings: TableSettings) -> TableState:
    """After the pictures that come before a fault."""
    reader, state = TagReader(settings.tag_families), first_state(settings)
    for _, frame in islice(frames_of(FAULTS[0]), WELL):
        state = step(state, frame, settings, reader.read)
    return state


@lru_cache(maxsize=2)
def true_verdicts(table: StagedTable, settings: TableSettings) -> dict[str, Verdict]:
    """By the same rules, from where the studio has put the pieces."""
    sure = np.diag([1e-12, 1e-12, 1e-14])
    poses = {p.piece.id: PiecePose(p.pose, sure, np.zeros((3, 1)), 0, (), 0.0) for p in table.pieces}
    pieces = tuple(piece for piece in settings.pieces if piece.id in poses)
    scene = build_scene(pieces, poses, settings.state, 0)
    return {ruling.id: ruling.verdict for ruling in adjudicate(scene, settings.rules)}


def wrong_calls(state: TableState, shot: Shot, settings: TableSettings, picture: int) -> list[Wrong]:
    """What rests on a piece that was out of sight for a moment is not held against it: that is a flicker, and no call
    outlives it."""
    truth = true_verdicts(shot.table, settings) if state.rulings else {}
    flickers = {placed.id for placed in state.scene.pieces if 0.0 < placed.hidden_s <= STALE_AFTER_S}
    wrong = []
    for ruling in state.rulings:
        if ruling.verdict not in (Verdict.YES, Verdict.NO) or {ruling.subject, ruling.target} & flickers:
            continue
        if {ruling.subject, ruling.target} & shot.gone:
            wrong.append(Wrong(picture, ruling, "not to be called"))
        elif {ruling.subject, ruling.target} & shot.lying and (shot.settling or _not_asked(truth, ruling)):
            continue
        elif ruling.rule == "line_of_fire" and ruling.id not in truth:
            continue  # asked only because the range is too close to call, and truly out of it
        elif truth.get(ruling.id) not in (ruling.verdict, Verdict.TOO_CLOSE) and not is_warned_of(state, ruling, shot):
            wrong.append(Wrong(picture, ruling, str(truth.get(ruling.id))))
    return wrong


def _not_asked(truth: dict[str, Verdict], ruling: Ruling) -> bool:
    """A NO to what is not even asked where the pieces truly lie: they are too far apart for it."""
    return ruling.id not in truth and ruling.verdict is Verdict.NO


def is_warned_of(state: TableState, ruling: Ruling, shot: Shot) -> bool:
    """Whether the players are told of a piece that the ruling is about and that does not stand as it should."""
    told = " / ".join(map(str, state.warnings))
    lying = shot.lying & {ruling.subject, ruling.target}
    return any(staged.piece.name in told for staged in shot.table.pieces if staged.piece.id in lying)
