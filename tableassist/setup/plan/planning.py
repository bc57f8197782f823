"""Plan a table as a person asks for it: where to hang the camera, which tags read, what plus-minus to expect."""

import logging
import math
import re
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.pieces import MountKind, PieceKind, TagMount
from tableassist.pieces.physical import MIN_LEAN_SIGMA_RAD
from tableassist.pipeline.cards.outlook import CardOutlook, card_outlook
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.plan.forecast import Forecast, forecast_precision
from tableassist.setup.plan.sample import sample_table
from tableassist.store.camera import find_camera, read_camera
from tableassist.store.table import read_table
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.planning.accuracy import MountSigmas
from tableassist.vision.planning.findings import lean_findings
from tableassist.vision.planning.lean import lean_outlooks
from tableassist.vision.planning.planner import Plan, PlanRequest, plan
from tableassist.vision.planning.reading import TagPlan
from tableassist.vision.planning.set_up import ANGLE_DEG, measured, planned_mat
from tableassist.vision.planning.ship_fit import StandingSigmas
from tableassist.vision.planning.view import PlannedView, PlayArea
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.print_scale import UNPROVEN_SIGMA
from tableassist.vision.tags.pattern import plate_mm


@dataclass(frozen=True, slots=True)
class PlannedTable:
    plan: Plan
    lens: Message
    """Where its lens comes from."""
    forecast: Forecast | None
    """What its plus-minus would be before and after each step of the set-up."""


CAMERAS = {"720p": (1280, 720), "1080p": (1920, 1080), "1440p": (2560, 1440), "4k": (3840, 2160)}
USUAL_CAMERA = "1080p"
USUAL_TAG_MM, USUAL_TAG_HEIGHT_MM = 18.0, 60.0
TAPED_BY_EYE_MM = 1.0
"""What `new` writes into a table file."""
APART_MM = 15.0
"""Two tags of a ship at such different heights show a lean."""
MAT = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", re.IGNORECASE)
PIXELS = re.compile(r"(\d{2,5})x(\d{2,5})", re.IGNORECASE)


def planned_table(
    *,
    mat: str | None = None,
    camera: str | None = None,
    height: float | None = None,
    angle: float | None = None,
    hfov: float | None = None,
    profile: str | None = None,
    tag_height: float | None = None,
    second_tag: float | None = None,
    table: Path | None = None,
) -> PlannedTable:
    """Plan as a person asks for it. Without a table file, ships carry the tags that the kit prints."""
    settings = None if table is None else read_table(table)
    known = _profile(profile, hfov, settings)
    size = _size(camera, known)
    width_mm, height_mm = _mat_size(mat, settings)
    tagged = settings or read_table(sample_table())
    mounts = _flags(tagged)
    usual = median(mount.z_mm for mount in mounts) if mounts else USUAL_TAG_HEIGHT_MM
    carried = usual if tag_height is None else tag_height
    request = PlanRequest(
        width_mm=width_mm,
        height_mm=height_mm,
        lens=known.lens_for(*size) if known is not None else typical_lens(*size, view_deg=hfov),
        is_calibrated=known is not None and known.lens is not None,
        camera_height_mm=height,
        angle_deg=ANGLE_DEG if angle is None else angle,
        tag_height_mm=carried,
        mat=_unmeasured(planned_mat(width_mm, height_mm)) if settings is None else settings.mat,
        mount=None if settings is None else _sigmas(mounts),
        standing=None if settings is None else _standing(mounts),
        tags=_tags(mounts, carried, tagged),
        second_tag_mm=second_tag,
        pieces=() if settings is None else settings.pieces,
    )
    made = plan(request)
    shown = replace(tagged, mat=made.mat) if settings is None else tagged
    shown = shown if known is None else shown.seen_through(known)
    return PlannedTable(made, _lens_words(made.view, known, hfov), forecast_precision(shown, made.view))


def _unmeasured(mat: MatLayout) -> MatLayout:
    """A planned mat as a table file has it before anything is measured."""
    return replace(
        mat, placement_sigma_mm=TAPED_BY_EYE_MM, print_scale_sigma=UNPROVEN_SIGMA, tag_size_sigma=UNPROVEN_SIGMA
    )


@dataclass(frozen=True, slots=True)
class PlannedCards:
    outlook: CardOutlook
    lens: Message


def planned_cards(
    *,
    camera: str | None = None,
    height: float | None = None,
    angle: float = 0.0,
    hfov: float | None = None,
    profile: str | None = None,
) -> PlannedCards:
    """The same for a table of the card game."""
    known = _profile(profile, hfov, None)
    size = _size(camera, known)
    lens = known.lens_for(*size) if known is not None else typical_lens(*size, view_deg=hfov)
    outlook = card_outlook(lens, height_mm=height, angle_deg=angle)
    return PlannedCards(outlook, _lens_words(outlook.view, known, hfov))


def camera_place_words(settings: TableSettings, lens: Lens, pose: CameraPose) -> tuple[Message, ...]:
    """Whether leaning ships would be noticed from where the camera hangs now, and what would help; nothing where too
    little of the mat would be seen to plan with."""
    mounts = _flags(settings)
    height = median(mount.z_mm for mount in mounts) if mounts else USUAL_TAG_HEIGHT_MM
    tags = _tags(mounts, height, settings) or (TagPlan("36h11", USUAL_TAG_MM, height),)
    mat = settings.mat
    area = PlayArea(mat.width_mm, mat.height_mm, height, plate_mm(tags[0].family, tags[0].size_mm) / 2)
    off_vertical = math.acos(min(1.0, max(-1.0, -float(pose.rotation[2, 2]))))
    view = PlannedView(lens, pose, math.degrees(off_vertical))
    try:
        set_up = measured(lens, mat, area, is_calibrated=settings.camera.lens is not None)
        outlooks = lean_outlooks(view, area, mat, tags, set_up)
    except BadRequestError:
        logging.getLogger(__name__).debug("no advice on the camera's place", exc_info=True)
        return ()
    return tuple(finding.words for finding in lean_findings(outlooks, area))


def _mat_size(text: str | None, settings: TableSettings | None) -> tuple[float, float]:
    if settings is not None:
        if text is not None:
            raise BadRequestError("--mat: got --table too, expected only one of them: the table file has the mat")
        return settings.mat.width_mm, settings.mat.height_mm
    if text is None:
        raise BadRequestError("--mat: missing, expected WIDTHxHEIGHT in mm, as in 915x915, or --table")
    match = MAT.fullmatch(text)
    if match is None:
        raise BadRequestError("--mat: got '{text}', expected WIDTHxHEIGHT in mm, as in 915x915", text=text)
    return float(match[1]), float(match[2])


def _profile(name: str | None, hfov: float | None, settings: TableSettings | None) -> CameraProfile | None:
    """None: a lens from a stated or typical field of view."""
    if name is not None and hfov is not None:
        raise BadRequestError("--hfov: got --profile too, expected only one of them: the profile has the lens")
    if name is not None:
        return read_camera(Path(name)) if name.endswith(".toml") else find_camera(name, asked_in=Path("--profile"))
    if settings is None or hfov is not None or settings.camera.lens is None:
        return None
    return settings.camera


def _size(camera: str | None, known: CameraProfile | None) -> tuple[int, int]:
    if camera is None and known is not None and known.lens is not None:
        return known.lens.width_px, known.lens.height_px
    text = camera or USUAL_CAMERA
    if text.lower() in CAMERAS:
        return CAMERAS[text.lower()]
    match = PIXELS.fullmatch(text)
    if match is None or not all(64 <= int(part) <= 20_000 for part in match.groups()):
        what = template("--camera: got '{text}', expected {cameras} or WIDTHxHEIGHT, as in 1920x1080")
        raise BadRequestError(what, text=text, cameras=tuple(CAMERAS))
    return int(match[1]), int(match[2])


def _flags(settings: TableSettings) -> tuple[TagMount, ...]:
    """The tags that ships carry above the sails; else all that ships carry."""
    on_ships = [m for piece in settings.pieces if piece.model.kind is PieceKind.SHIP for m in piece.mounts]
    flags = [mount for mount in on_ships if mount.kind is MountKind.FLAG]
    return tuple(flags or on_ships)


def _sigmas(mounts: tuple[TagMount, ...]) -> MountSigmas | None:
    if not mounts:
        return None
    return MountSigmas(
        median(mount.sigma_xy_mm for mount in mounts),
        median(mount.sigma_z_mm for mount in mounts),
        median(mount.sigma_yaw_rad for mount in mounts),
    )


def _standing(mounts: tuple[TagMount, ...]) -> StandingSigmas | None:
    if not mounts:
        return None
    return StandingSigmas(
        lean_rad=max(MIN_LEAN_SIGMA_RAD, median(mount.sigma_lean_rad for mount in mounts)),
        plate_rad=median(mount.sigma_slope for mount in mounts),
    )


def _tags(mounts: tuple[TagMount, ...], height_mm: float, settings: TableSettings | None) -> tuple[TagPlan, ...]:
    """The smallest, for it is the one that limits; and a lower one, where most ships carry two at different heights."""
    if not mounts or settings is None:
        return ()
    small = min(mounts, key=lambda mount: mount.size_mm)
    first = TagPlan(small.family, small.size_mm, height_mm, median(mount.x_mm for mount in mounts))
    ships = [piece.mounts for piece in settings.pieces if piece.model.kind is PieceKind.SHIP and piece.mounts]
    lower = [
        low
        for carried in ships
        if (low := min(carried, key=lambda mount: mount.z_mm)).z_mm + APART_MM <= max(mount.z_mm for mount in carried)
    ]
    if 2 * len(lower) <= len(ships):
        return (first,)
    small = min(lower, key=lambda mount: mount.size_mm)
    x, y, z = (median(place) for place in zip(*((low.x_mm, low.y_mm, low.z_mm) for low in lower), strict=True))
    return first, TagPlan(small.family, small.size_mm, z, x, y)


def _lens_words(planned: PlannedView, known: CameraProfile | None, hfov: float | None) -> Message:
    view = planned.view_deg
    if known is not None and known.lens is not None:
        return Message("field of view {view:.0f}° across, by the profile of {camera}", view=view, camera=known.camera)
    if hfov is not None:
        return Message("field of view {view:.0f}° across, as stated", view=view)
    return Message("field of view {view:.0f}° across, typical of webcams (--hfov or --profile for yours)", view=view)
