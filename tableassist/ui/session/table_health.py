"""How well the table is seen: rows for the status bar, warnings for the banner, pictures a second."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tableassist.messages import Message, Text, say, sentence, tr
from tableassist.pieces import Piece
from tableassist.pipeline.hull_looks import is_about_masts
from tableassist.pipeline.measure import NOT_SEEN
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.scene.placed_piece import STALE_AFTER_S, PlacedPiece
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.vision.registration.print_scale import print_scale_note
from tableassist.vision.registration.registration_health import Health

_WINDOW_NS = 2_000_000_000


class FrameRate:
    """Over the last two seconds of capture times."""

    def __init__(self) -> None:
        self._times_ns: deque[int] = deque()

    def note(self, t_ns: int) -> None:
        if self._times_ns and t_ns == self._times_ns[-1]:
            # The same frame, judged or drawn anew.
            return
        if self._times_ns and t_ns < self._times_ns[-1]:
            # A video that starts again.
            self._times_ns.clear()
        self._times_ns.append(t_ns)
        while t_ns - self._times_ns[0] > _WINDOW_NS:
            self._times_ns.popleft()

    def per_second(self) -> float | None:
        if len(self._times_ns) < 2 or self._times_ns[-1] == self._times_ns[0]:
            return None
        return (len(self._times_ns) - 1) * 1e9 / (self._times_ns[-1] - self._times_ns[0])


SLOW_PER_S = 8.0
FEW_TAGS = 4
MOST_NOTICES = 4
NAMED = 3
"""More pieces than this are counted instead of named."""


class Level(StrEnum):
    GOOD = "good"
    WORSE = "worse"
    BAD = "bad"
    OFF = "off"
    """Not in use, by choice."""


SIGNS = {Level.GOOD: "●", Level.WORSE: "▲", Level.BAD: "✕", Level.OFF: "○"}
"""Told apart without colour."""


@dataclass(frozen=True, slots=True)
class HealthRow:
    key: str
    """The same from frame to frame."""
    level: Level
    short: str
    """For the strip."""
    full: str
    """A sentence, for the tooltip and for whoever cannot see colours."""


def health_rows(moment: Moment, tag_source: CaptureHealth, *, frames_per_s: float | None) -> tuple[HealthRow, ...]:
    return (
        *camera_rows(moment, tag_source, frames_per_s),
        _mat(moment),
        _calibration(moment),
        *_print_scale(moment),
        _pieces(moment),
        *_dice(moment),
        _judged(moment, tag_source),
    )


def camera_rows(moment: Moment, tag_source: CaptureHealth, frames_per_s: float | None) -> tuple[HealthRow, ...]:
    """Whatever lies on the table."""
    return _camera(moment, tag_source), _speed(frames_per_s)


def _camera(moment: Moment, tag_source: CaptureHealth) -> HealthRow:
    frame = moment.frame
    name, size = frame.camera, f"{frame.width_px} × {frame.height_px}"
    if tag_source.state is CaptureState.SEEING:
        full = tr("{camera} is sending pictures, {size}.", camera=name, size=size)
        return HealthRow("camera", Level.GOOD, name, full)
    if tag_source.state in (CaptureState.STARTING, CaptureState.ENDED):
        return HealthRow("camera", Level.OFF, name, say(tag_source.words) or tr("No picture yet."))
    return HealthRow("camera", Level.BAD, name, say(tag_source.words))


def _speed(frames_per_s: float | None) -> HealthRow:
    if frames_per_s is None:
        return HealthRow("speed", Level.OFF, tr("– frames/s"), tr("The picture is frozen."))
    short = tr("{rate:.1f} frames/s", rate=frames_per_s)
    if frames_per_s < SLOW_PER_S:
        full = tr("The frame rate is low, so quick moves may be missed. More light helps.")
        return HealthRow("speed", Level.WORSE, short, full)
    return HealthRow("speed", Level.GOOD, short, tr("The frame rate is high enough."))


def _mat(moment: Moment) -> HealthRow:
    registration = moment.state.registration
    tags = len(moment.settings.mat.tags)
    if registration is None:
        why = moment.state.warnings
        full = sentence(why[0]) if why else tr("Fewer than two mat tags can be read.")
        return HealthRow("mat", Level.BAD, tr("Mat not seen"), full)
    seen = len(registration.mat_tags_seen)
    short = tr("Mat tags {seen}/{tags}", seen=seen, tags=tags)
    full = tr("The mat's tags fit to within {fit:.2f} pixels.", fit=registration.residual_px)
    level = Level.GOOD if registration.health is Health.GOOD and seen >= FEW_TAGS else Level.WORSE
    return HealthRow("mat", level, short, f"{full} {sentence(registration.reason)}".strip())


def _calibration(moment: Moment) -> HealthRow:
    camera = moment.settings.camera
    if camera.lens is None:
        full = tr(
            "A typical lens is assumed, so the margin of error is large. "
            "Calibrating makes it small: Table > Set up the table."
        )
        return HealthRow("lens", Level.WORSE, tr("Not calibrated"), full)
    if camera.record is None:
        return HealthRow("lens", Level.GOOD, tr("Calibrated"), tr("Lens profile: {name}.", name=camera.camera))
    full = tr(
        "Calibrated on {date} from {views} views: {grade}.",
        date=camera.record.date,
        views=camera.record.views,
        grade=Message(camera.record.grade),
    )
    return HealthRow("lens", Level.GOOD, tr("Calibrated"), full)


def _print_scale(moment: Moment) -> tuple[HealthRow, ...]:
    """Only where nobody has proven it, and quietly: what it costs stands in every plus-minus already."""
    note = print_scale_note(moment.settings.mat)
    if note is None:
        return ()
    how = tr("Or do it step by step: Table > Set up the table.")
    return (HealthRow("scale", Level.OFF, tr("Scale not proven"), f"{sentence(note)}. {how}"),)


def _pieces(moment: Moment) -> HealthRow:
    scene = moment.state.scene
    # A piece that a hand passed over for an instant is not called hidden.
    hidden = [placed for placed in scene.pieces if placed.hidden_s >= STALE_AFTER_S]
    missing = len(hidden) + len(scene.unseen)
    count = len(scene.pieces) + len(scene.unseen)
    short = tr("Pieces {measured}/{count}", measured=count - missing, count=count)
    if not hidden and not scene.unseen:
        return HealthRow("pieces", Level.GOOD, short, tr("Every piece is measured."))
    parts = [_hidden(p, moment.state) for p in hidden]
    parts += [_never_seen(piece, moment.state) for piece in scene.unseen]
    if len(parts) > NAMED:
        parts = [*parts[: NAMED - 1], tr("{count} more", count=len(parts) - NAMED + 1)]
    return HealthRow("pieces", Level.WORSE, short, "; ".join(parts) + ".")


def _dice(moment: Moment) -> tuple[HealthRow, ...]:
    """Only of a table with a dice corner."""
    if moment.settings.dice is None:
        return ()
    dice = moment.state.dice
    if dice.place is None:
        full = tr("At least two tags of the dice corner must be in the picture.")
        return (HealthRow("dice", Level.OFF, tr("Dice corner not seen"), full),)
    if not dice.at_rest:
        return (HealthRow("dice", Level.OFF, tr("Dice: …"), tr("Something is moving in the dice corner.")),)
    if not dice.readings:
        return (HealthRow("dice", Level.GOOD, tr("Dice: none"), tr("The dice corner is empty.")),)
    values = ", ".join("?" if die.value is None else str(die.value) for die in dice.readings)
    short = tr("Dice: {values}", values=values)
    unsure = next((die.reason for die in dice.readings if die.reason is not None), None)
    if unsure is not None:
        return (HealthRow("dice", Level.WORSE, short, tr("Can't read a die: {reason}.", reason=unsure)),)
    return (HealthRow("dice", Level.GOOD, short, tr("Every die is read.")),)


def _hidden(placed: PlacedPiece, state: TableState) -> str:
    reason, time = state.missing.reasons.get(placed.id), _long(placed.hidden_s)
    if reason is None:
        return tr("{name} hidden for {time}", name=placed.name, time=time)
    return tr("{name} not measured for {time}: {reason}", name=placed.name, time=time, reason=reason)


def _never_seen(piece: Piece, state: TableState) -> str:
    reason = state.missing.reasons.get(piece.id)
    if reason is None:
        return tr("{name} never seen", name=piece.name)
    return tr("{name} not measured: {reason}", name=piece.name, reason=reason)


def _judged(moment: Moment, tag_source: CaptureHealth) -> HealthRow:
    state = moment.state
    if not tag_source.can_judge and tag_source.words:
        return HealthRow("judged", Level.BAD, tr("Not judging"), say(tag_source.words))
    if state.registration is None:
        return HealthRow("judged", Level.BAD, tr("Not judging"), tr("Can't see the mat, so nothing can be measured."))
    stale = [placed.piece.name for placed in state.scene.pieces if placed.is_stale]
    names = [*stale, *(piece.name for piece in state.scene.unseen)]
    if not names:
        return HealthRow("judged", Level.GOOD, tr("Judging all"), tr("Every question is judged."))
    listed = ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
    full = tr("Not judged, because not measured: {names}.", names=listed)
    return HealthRow("judged", Level.WORSE, tr("Not judging {count}", count=len(names)), full)


def notices_of(state: TableState, told: Mapping[Text, Text | None] | None = None) -> tuple[str, ...]:
    """What the banner says: one line each, the gravest first; empty when all is well. Masts are asked about instead.
    `told`: what is to be said in the place of a warning, or None where it is not to be told yet."""
    instead = told or {}
    said = (instead.get(warning, warning) for warning in state.warnings if not is_about_masts(warning))
    notices = list(dict.fromkeys(sentence(words) for words in said if words is not None))
    registration = state.registration
    if registration is None:
        notices = notices or [tr("Can't see the mat, so nothing can be measured.")]
        if _lacks_tags(state):
            notices.append(tr("Bring at least four of the mat's border tags into view."))
    elif registration.health is not Health.GOOD and not any(
        str(registration.reason) in str(each) for each in state.warnings
    ):
        notices.insert(0, tr("Measurements are less certain: {reason}", reason=registration.reason))
    if len(notices) > MOST_NOTICES:
        rest = len(notices) - MOST_NOTICES + 1
        notices = [*notices[: MOST_NOTICES - 1], tr("… and {count} more", count=rest)]
    return tuple(notices)


def _lacks_tags(state: TableState) -> bool:
    """Whether more tags in the picture would help; not so where a camera hangs, or the tags contradict each other."""
    if 0 < len(state.mat_sightings) < FEW_TAGS:
        return True
    return not state.warnings or any(str(each) == str(NOT_SEEN) for each in state.warnings)


def _long(seconds: float) -> str:
    """Whole seconds, then minutes: a number that runs is not read."""
    if seconds < 90:
        return tr("{seconds:.0f} s", seconds=seconds)
    return tr("{minutes:.0f} min", minutes=seconds / 60)


LASTING_NS: Final = 4_000_000_000
"""A hand is gone by then. Meanwhile the plus-minus is wide already, so that nothing is called wrong."""
GAP_NS: Final = 1_000_000_000
"""A problem that is not seen for a shorter time is still the same."""
REWORDED_NS: Final = 5_000_000_000
"""A number that changes with every frame is told anew only so often."""


@dataclass(frozen=True, slots=True)
class _Problem:
    words: Text
    since_ns: int
    last_ns: int
    worded_ns: int


class SteadyNotices:
    """Problems of single pieces are told once they have lasted, and not while the piece is moved."""

    def __init__(self) -> None:
        self._problems: dict[str, _Problem] = {}

    def of(self, state: TableState) -> tuple[str, ...]:
        found = {piece: fit.problem for piece, fit in state.fits.items() if fit.problem is not None}
        for piece, problem in found.items():
            self._problems[piece] = self._noted(piece, problem, state)
        for piece, known in tuple(self._problems.items()):
            if not 0 <= state.t_ns - known.last_ns <= GAP_NS:
                del self._problems[piece]
        return notices_of(state, self._told(found, state.t_ns))

    def _noted(self, piece: str, problem: Text, state: TableState) -> _Problem:
        known, t_ns = self._problems.get(piece), state.t_ns
        track = state.tracks.tracks.get(piece)
        is_moved = track is not None and track.moving
        if known is None or is_moved or not 0 <= t_ns - known.last_ns <= GAP_NS:
            return _Problem(problem, t_ns, t_ns, t_ns)
        if t_ns - known.worded_ns < REWORDED_NS and _kind(known.words) == _kind(problem):
            return replace(known, last_ns=t_ns)
        return replace(known, words=problem, last_ns=t_ns, worded_ns=t_ns)

    def _told(self, found: Mapping[str, Text], t_ns: int) -> dict[Text, Text | None]:
        """What is to be said in the place of each problem; None for nothing yet."""
        told: dict[Text, Text | None] = {}
        for piece, problem in found.items():
            known = self._problems.get(piece)
            lasts = known is not None and t_ns - known.since_ns >= LASTING_NS
            told[problem] = known.words if known is not None and lasts else None
        return told


def _kind(words: Text) -> str:
    return words.template if isinstance(words, Message) else words
