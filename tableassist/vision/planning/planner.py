"""A plan for a table: where to hang the camera, which tags will read, and what plus-minus to expect."""

import logging
import math
from dataclasses import dataclass, replace

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.pieces import Piece, PieceKind, TagMount
from tableassist.vision.camera.lens import Lens, scaled_lens
from tableassist.vision.planning.accuracy import MountSigmas, PlannedPicture, SetUp, planned_picture
from tableassist.vision.planning.budget import BudgetLine, Part, budget, without
from tableassist.vision.planning.dice import DiceOutlook, dice_outlooks
from tableassist.vision.planning.lean import ROUND_UP_MM, LeanOutlook, lean_outlooks, second_tag
from tableassist.vision.planning.prospect import Prospect, spots_of, worst_of
from tableassist.vision.planning.reading import READS_PX, FamilyChoice, TagPlan, family_choices, recommended
from tableassist.vision.planning.set_up import BY_EYE, measured, planned_mat
from tableassist.vision.planning.ship_fit import StandingSigmas
from tableassist.vision.planning.view import (
    STEEPEST_DEG,
    PlannedView,
    PlayArea,
    cut_off_mm,
    fits,
    hung,
    lowest_height_mm,
    worst_px_per_mm,
)
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.tags.pattern import modules_of, plate_mm

SMALLEST_MAT_MM, LARGEST_MAT_MM = 150.0, 5000.0
HIGHEST_TAG_MM = 300.0
USUAL_PLATE_MM = 20.0
"""Before the tag's size is known: the plate of a 16 mm tag."""
NEARLY = 0.95
"""Of the pixels a module that a tag needs: with these 95 to 98 % of tags still read (`reading.READS_PX`)."""
HEIGHT_STEPS_MM = (-100.0, 0.0, 100.0, 200.0)
ANGLES_DEG = (0.0, 15.0, 30.0, 45.0)


@dataclass(frozen=True, slots=True, eq=False)
class PlanRequest:
    width_mm: float
    height_mm: float
    lens: Lens
    is_calibrated: bool
    camera_height_mm: float | None
    """None: as low as the mat fits."""
    angle_deg: float
    tag_height_mm: float
    mat: MatLayout | None = None
    """Of a table file; else tags of the usual size round the border."""
    mount: MountSigmas | None = None
    """Of a table file; else plates set by eye."""
    standing: StandingSigmas | None = None
    """The same of how straight they stand."""
    tags: tuple[TagPlan, ...] = ()
    """Of a table file, the highest first; else the smallest that reads."""
    second_tag_mm: float | None = None
    """Height of a second tag on each ship; None: as the table file has it, else they carry one."""
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """What one size of picture gives."""

    width_px: int
    height_px: int
    px_per_mm: float
    """Where it is least, at the tags' height."""
    choices: tuple[FamilyChoice, ...]
    prospects: tuple[Prospect, ...]
    by_pixels: Prospect
    """As if nothing but the pixels limited it."""


@dataclass(frozen=True, slots=True)
class Option:
    """Another place for the camera."""

    height_mm: float
    angle_deg: float
    fits: bool
    px_per_mm: float
    sure_mm: float | None
    """The smallest 36h11 that reads everywhere."""
    centre_mm: float | None
    """Sigmas, all measured."""
    corner_mm: float | None


@dataclass(frozen=True, slots=True)
class UnreadTag:
    """A tag of the table file that will not read everywhere."""

    piece: str
    tag: int
    px_per_module: float
    needed_mm: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    area: PlayArea
    mat: MatLayout
    view: PlannedView
    lowest_mm: float
    cut_off_mm: float
    """Pieces nearer to the mat's edge than this may have their tag cut off."""
    tags: tuple[TagPlan, ...]
    """What each ship carries, the highest first."""
    set_ups: tuple[SetUp, ...]
    now: Resolution
    doubled: Resolution
    """The same with twice the pixels each way."""
    budgets: tuple[tuple[BudgetLine, ...], ...]
    """One for each set-up, over the spots of `now`."""
    options: tuple[Option, ...]
    lean: tuple[LeanOutlook, ...]
    """As planned; and what would help, where a lean would not be noticed. All measured."""
    unread: tuple[UnreadTag, ...]
    dice: tuple[DiceOutlook, ...]
    """Of dice of some sizes, the largest first."""

    @property
    def tag(self) -> TagPlan:
        return self.tags[0]


def plan(request: PlanRequest) -> Plan:
    """BadRequestError where the mat cannot be seen from there."""
    _check(request)
    plate = plate_mm(request.tags[0].family, request.tags[0].size_mm) if request.tags else USUAL_PLATE_MM
    area = PlayArea(request.width_mm, request.height_mm, request.tag_height_mm, plate / 2)
    lowest = _lowest(area, request.lens, request.angle_deg)
    height = request.camera_height_mm or math.ceil(lowest / ROUND_UP_MM) * ROUND_UP_MM
    view = hung(area, request.lens, height_mm=height, angle_deg=request.angle_deg)
    if view.room_px(area.outline()) < 0:
        raise BadRequestError(_does_not_fit(request, height, lowest))
    mat = request.mat or planned_mat(area.width_mm, area.height_mm)
    tags = request.tags or (_tag(view, area),)
    if request.second_tag_mm is not None:
        tags = (tags[0], second_tag(tags[0], request.second_tag_mm))
    picture = planned_picture(view, mat, tags, spots_of(area))
    set_ups = _set_ups(request, mat, area)
    return Plan(
        area=area,
        mat=mat,
        view=view,
        lowest_mm=lowest,
        cut_off_mm=cut_off_mm(view, area),
        tags=tags,
        set_ups=set_ups,
        now=_resolution(picture, area, set_ups),
        doubled=_doubled(view, mat, tags, area, set_ups),
        budgets=tuple(budget(picture, set_up) for set_up in set_ups),
        options=_options(view, mat, tags, area, set_ups[-1]),
        lean=lean_outlooks(view, area, mat, tags, set_ups[-1]),
        unread=_unread(request.pieces, view, area),
        dice=dice_outlooks(view, area),
    )


def _check(request: PlanRequest) -> None:
    for name, value, least, most in (
        (Message("mat width"), request.width_mm, SMALLEST_MAT_MM, LARGEST_MAT_MM),
        (Message("mat height"), request.height_mm, SMALLEST_MAT_MM, LARGEST_MAT_MM),
        (Message("tag height"), request.tag_height_mm, 0.0, HIGHEST_TAG_MM),
        (Message("second tag"), request.second_tag_mm or 0.0, 0.0, HIGHEST_TAG_MM),
    ):
        if not least <= value <= most:
            form = template("plan: {name}: got {value:g} mm, expected {least:g} to {most:g}")
            raise BadRequestError(form, name=name, value=value, least=least, most=most)
    if not 0.0 <= request.angle_deg <= STEEPEST_DEG:
        form = template("plan: angle: got {angle_deg:g} degrees, expected 0 (straight down) to {steepest_deg:g}")
        raise BadRequestError(form, angle_deg=request.angle_deg, steepest_deg=STEEPEST_DEG)
    height = request.camera_height_mm
    if height is not None and not request.tag_height_mm + 100.0 <= height <= 20_000.0:
        form = template("plan: height: got {height_mm:g} mm, expected {least_mm:g} (above the tags) to 20000")
        raise BadRequestError(form, height_mm=height, least_mm=request.tag_height_mm + 100.0)


def _lowest(area: PlayArea, lens: Lens, angle_deg: float) -> float:
    lowest = lowest_height_mm(area, lens, angle_deg)
    if lowest is None:
        form = template("plan: the mat fits no picture of this lens at {angle_deg:g} degrees, expected a smaller angle")
        raise BadRequestError(form, angle_deg=angle_deg)
    return lowest


def _does_not_fit(request: PlanRequest, height_mm: float, lowest_mm: float) -> Message:
    return Message(
        "plan: a {width_mm:g} x {height_mm:g} mm mat is larger than the picture at {camera_mm:g} mm, {angle_deg:g} "
        "degrees; expected {lowest_mm:.0f} mm or higher, or a wider lens",
        width_mm=request.width_mm,
        height_mm=request.height_mm,
        camera_mm=height_mm,
        angle_deg=request.angle_deg,
        lowest_mm=lowest_mm,
    )


def _tag(view: PlannedView, area: PlayArea) -> TagPlan:
    choice = recommended(family_choices(worst_px_per_mm(view, area)))
    size = choice.sure_mm or choice.reads_mm
    if size is None:
        raise BadRequestError(
            "plan: no tag up to 80 mm reads at {height_mm:.0f} mm with {width_px} x {height_px} pixels, expected a "
            "lower camera, nearer the vertical, or more pixels",
            height_mm=view.height_mm,
            width_px=view.lens.width_px,
            height_px=view.lens.height_px,
        )
    return TagPlan(choice.family, size, area.tag_height_mm)


def _set_ups(request: PlanRequest, mat: MatLayout, area: PlayArea) -> tuple[SetUp, ...]:
    now = SetUp(Message("set up by eye"), request.lens, mat, BY_EYE)
    if request.mount is not None:
        standing = request.standing or now.standing
        now = replace(now, name=Message("as the table file says"), mount=request.mount, standing=standing)
    return now, measured(request.lens, mat, area, is_calibrated=request.is_calibrated)


def _resolution(picture: PlannedPicture, area: PlayArea, set_ups: tuple[SetUp, ...]) -> Resolution:
    least = worst_px_per_mm(picture.view, area)
    prospects = tuple(Prospect(set_up.name, picture.accuracy(set_up)) for set_up in set_ups)
    by_pixels = Prospect(Part.PIXELS, picture.accuracy(without(set_ups[0], Part.PIXELS)))
    lens = picture.view.lens
    return Resolution(lens.width_px, lens.height_px, least, family_choices(least), prospects, by_pixels)


def _doubled(
    view: PlannedView, mat: MatLayout, tags: tuple[TagPlan, ...], area: PlayArea, set_ups: tuple[SetUp, ...]
) -> Resolution:
    width, height = 2 * view.lens.width_px, 2 * view.lens.height_px
    finer = replace(view, lens=scaled_lens(view.lens, width, height))
    sharper = tuple(replace(set_up, lens=scaled_lens(set_up.lens, width, height)) for set_up in set_ups)
    return _resolution(planned_picture(finer, mat, tags, spots_of(area)), area, sharper)


def _options(
    view: PlannedView, mat: MatLayout, tags: tuple[TagPlan, ...], area: PlayArea, set_up: SetUp
) -> tuple[Option, ...]:
    """Lower, as planned and higher at the same angle; then other angles, each as low as the mat fits."""
    places = [(view.height_mm + step, view.angle_deg) for step in HEIGHT_STEPS_MM]
    for angle in ANGLES_DEG:
        lowest = lowest_height_mm(area, view.lens, angle)
        if lowest is not None and angle != view.angle_deg:
            places.append((math.ceil(lowest / ROUND_UP_MM) * ROUND_UP_MM, angle))
    return tuple(
        _option(hung(area, view.lens, height_mm=height, angle_deg=angle), mat, tags, area, set_up)
        for height, angle in places
        if height > area.tag_height_mm + 100.0
    )


def _option(view: PlannedView, mat: MatLayout, tags: tuple[TagPlan, ...], area: PlayArea, set_up: SetUp) -> Option:
    seen = fits(view, area)
    px_per_mm = worst_px_per_mm(view, area)
    sure_mm = family_choices(px_per_mm)[0].sure_mm
    spots = spots_of(area)
    try:
        centre, *corners = planned_picture(view, mat, tags, (spots[0], *spots[5:])).accuracy(set_up)
    except BadRequestError:
        logging.getLogger(__name__).debug("too few mat tags from %.0f mm", view.height_mm, exc_info=True)
        return Option(view.height_mm, view.angle_deg, seen, px_per_mm, sure_mm, None, None)
    corner = worst_of(tuple(corners)).sigma_mm
    return Option(view.height_mm, view.angle_deg, seen, px_per_mm, sure_mm, centre.sigma_mm, corner)


def _unread(pieces: tuple[Piece, ...], view: PlannedView, area: PlayArea) -> tuple[UnreadTag, ...]:
    """Tags without which a piece is not seen: a second tag of a ship that does not read everywhere costs little."""
    out = []
    for piece in pieces:
        unread = [tag for mount in piece.mounts if (tag := _unread_tag(piece, mount, view, area)) is not None]
        if piece.model.kind is not PieceKind.SHIP or len(unread) == len(piece.mounts):
            out += unread
    return tuple(out)


def _unread_tag(piece: Piece, mount: TagMount, view: PlannedView, area: PlayArea) -> UnreadTag | None:
    least = worst_px_per_mm(view, replace(area, tag_height_mm=mount.z_mm))
    per_module = least * mount.size_mm / modules_of(mount.family)
    if per_module >= NEARLY * READS_PX[mount.family]:
        return None
    choices = {choice.family: choice for choice in family_choices(least)}
    return UnreadTag(piece.name, mount.tag, per_module, choices[mount.family].sure_mm)
