"""Fitting out a fleet through a running camera, and keeping each ship's mounts in the table file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tableassist.capture import FrameSource
from tableassist.errors import BadFileError, BadRequestError
from tableassist.messages import Message, template
from tableassist.pieces import Piece
from tableassist.pipeline.fitting.fitting_out import (
    FittingEvent,
    FittingOut,
    FittingPlan,
    Happened,
    begin,
    fit_piece,
    look,
    redo,
    ships_on_sheet,
    skip,
    take_picture,
)
from tableassist.pipeline.fitting.fitting_plan import fittable, fitting_plan, jig_families
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.measure.frames import frames_of, other_size
from tableassist.store.files import write_bytes_safely
from tableassist.store.table_edit import set_mounts, set_outline
from tableassist.vision.camera.frame import Frame
from tableassist.vision.mounts.findings import MountGrade, grade
from tableassist.vision.mounts.fit import MountFit
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.unknowns import JigPriors
from tableassist.vision.mounts.views import JigPicture
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import MIRRORED, TagSighting


@dataclass(frozen=True, slots=True, eq=False)
class FittingSeen:
    sightings: tuple[TagSighting, ...]
    state: FittingOut
    plan: FittingPlan
    events: tuple[FittingEvent, ...]
    """All since the beginning, so that none is lost where only the newest picture is shown."""


class Fitting:
    """Holds the detector and the state; belongs to one thread."""

    def __init__(
        self,
        settings: TableSettings,
        ships: tuple[Piece, ...],
        *,
        table: Path | None,
        priors: JigPriors,
        directions: int,
    ) -> None:
        """`table`: what is found well enough is written there at once; None writes nothing."""
        self._settings, self._ships = settings, ships
        self._table, self._priors, self._directions = table, priors, directions
        # Every tag is read afresh, as from pictures: one that is followed from frame to frame is a little less exact,
        # and what is measured here stays in the table file.
        self._detector = TagDetector(jig_families(settings), frozenset(tag.key for tag in A4_JIG.tags.tags))
        self._plan: FittingPlan | None = None
        self._state: FittingOut | None = None
        self._events: tuple[FittingEvent, ...] = ()

    def look(self, frame: Frame) -> FittingSeen:
        size = (frame.width_px, frame.height_px)
        if self._plan is None or self._state is None:
            self._plan = fitting_plan(self._settings, self._ships, size, self._priors, self._directions)
            self._state = begin(self._plan)
        sightings = self._detector.detect_even_mirrored(frame.image)
        self._state, events = look(self._state, sightings, frame.t_ns, self._plan, frame.image)
        self._events += tuple(self._keep(event) for event in events)
        return FittingSeen(sightings, self._state, self._plan, self._events)

    def _keep(self, event: FittingEvent) -> FittingEvent:
        """Write what was fitted; a ship that can't be written is to be done again, and the others go on."""
        if event.what is not Happened.FITTED or event.fit is None or self._table is None or self._state is None:
            return event
        fit = keep_fit(self._table, event.fit)
        self._state = replace(self._state, fits={**self._state.fits, event.piece.id: fit})
        return replace(event, fit=fit)

    def skip_ship(self) -> None:
        if self._state is not None and self._plan is not None:
            self._state = skip(self._state, self._plan)

    def do_again(self) -> None:
        if self._state is not None:
            self._state = redo(self._state)


def wanted_ships(settings: TableSettings, names: Sequence[str], table: Path) -> tuple[Piece, ...]:
    """By id or by name, in the order asked for; none named: all that have a bow and a tag."""
    able = fittable(settings)
    if not names:
        if not able:
            what = template("{table}: got no ship with a tag, expected one or more: see tableassist assign")
            raise BadRequestError(what, table=table)
        return able
    found = []
    for name in names:
        piece = next((p for p in able if name.casefold() in (p.id.casefold(), p.name.casefold())), None)
        if piece is None:
            what = template("{table}: mount '{name}': no such ship with a tag, expected one of: {known}")
            known = tuple(p.id for p in able) or Message("none")
            raise BadRequestError(what, table=table, name=name, known=known)
        if piece not in found:
            found.append(piece)
    return tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class PictureFits:
    """What pictures gave, each of them one set-down."""

    fits: dict[str, MountFit]
    """By the ship's id."""
    left_out: tuple[Message, ...]
    """Which pictures were no use, and why."""


def fit_by_pictures(
    source: FrameSource,
    settings: TableSettings,
    ships: tuple[Piece, ...],
    *,
    table: Path | None,
    priors: JigPriors,
    directions: int,
) -> PictureFits:
    """Each picture is a set-down of the ship whose tag is over the sheet. What is found well enough is written to
    `table`."""
    detector = TagDetector(jig_families(settings))
    sheet_tags = frozenset((tag.family, tag.tag) for tag in A4_JIG.tags.tags)
    taken: dict[str, list[JigPicture]] = {}
    left_out: list[Message] = []
    plan: FittingPlan | None = None
    for frame in frames_of(source):
        plan = plan or fitting_plan(settings, ships, (frame.width_px, frame.height_px), priors, directions)
        _check_same_size(frame, plan)
        seen = detector.detect_even_mirrored(frame.image, sheet_tags)
        if any(sighting.mirrored for sighting in seen):
            raise BadRequestError("mount: picture {number}: {why}", number=frame.number + 1, why=MIRRORED)
        on_sheet = ships_on_sheet(seen, plan)
        if on_sheet is not None and len(on_sheet) == 1:
            name = Message("picture {number}", number=frame.number + 1)
            picture = take_picture(name, seen, frame.image, on_sheet[0], plan)
            taken.setdefault(on_sheet[0].id, []).append(picture)
        else:
            left_out.append(Message("picture {number}: {why}", number=frame.number + 1, why=_why_not(on_sheet)))
    fits: dict[str, MountFit] = {}
    problems: list[BadRequestError] = []
    for piece in ships:
        if plan is None or piece.id not in taken:
            continue
        try:
            fit = fit_piece(piece, tuple(taken[piece.id]), plan)
        except BadRequestError as problem:
            # Her pictures show nothing that can be used; the other ships' may.
            problems.append(problem)
            left_out.append(problem.message)
            continue
        fits[piece.id] = fit if table is None else keep_fit(table, fit)
    if problems and not fits:
        raise problems[0]
    return PictureFits(fits, tuple(left_out))


def _check_same_size(frame: Frame, plan: FittingPlan) -> None:
    if (frame.width_px, frame.height_px) != (plan.lens.width_px, plan.lens.height_px):
        what = template(
            "mount: picture {number} is {width_px}x{height_px}, expected {first_width_px}x{first_height_px} like the "
            "first: all by one camera, held one way"
        )
        raise other_size(what, frame, (plan.lens.width_px, plan.lens.height_px))


def _why_not(on_sheet: tuple[Piece, ...] | None) -> Message:
    if on_sheet is None:
        return Message("the jig sheet is not seen")
    if not on_sheet:
        return Message("no tag of a ship that was asked for is seen on the sheet")
    return Message("more than one ship on the sheet: {ships}", ships=tuple(piece.name for piece in on_sheet))


def keep_fit(table: Path, fit: MountFit) -> MountFit:
    """Write a ship's tags and outline into the table file, both or neither, unless she must be done again.

    Returns the fit; where the table file can't take it, as one that must be done again, which says why. Colours that
    could not be told take the old ones along: they may be of the days before her plate was moved. An outline that
    could not be traced leaves the one in the file.
    """
    if grade(fit) is MountGrade.AGAIN:
        return fit
    before = table.read_bytes()
    colours = () if fit.colours is None else fit.colours.numbers
    try:
        set_mounts(table, fit.piece.id, tuple(tag.mount for tag in fit.tags), colours)
        if fit.outline is not None:
            set_outline(table, fit.piece.id, fit.outline)
    except BadFileError as problem:
        # The tags are in the frame of the new outline: without it they would be in the wrong place.
        if table.read_bytes() != before:
            write_bytes_safely(table, before)
        form = template("the result does not fit into the table file ({why})")
        return replace(fit, disagreement=Message(form, why=problem.message))
    return fit
