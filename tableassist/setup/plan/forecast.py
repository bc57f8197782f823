"""Predict the plus-minus of a docking and of a shot at a table, now and after each step of its set-up.

The prediction places a ship at an island and a target at the end of her range, projects their tags exactly, gives the
corners the noise that the tag reader would claim, and hands them to the same registration and localisation that judge
a game. Only what a step has not measured yet is assumed: the sigmas that the step is known to reach
(`vision/planning/set_up.py`).
"""

import logging
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import ImagePoints, PiecePoints, PlanarPose, plus_minus
from tableassist.messages import template
from tableassist.pieces import SAILING_KINDS, MountKind, Piece, PieceKind, TagMount
from tableassist.pieces.physical import MIN_LEAN_SIGMA_RAD
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions import BARS
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between, to_nearest_part
from tableassist.store.first_run_file import WizardStep
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.localisation.localise import localise
from tableassist.vision.localisation.sizes import LEAST_SHARE, LEAST_TAGS, Sizes
from tableassist.vision.planning.accuracy import mat_sightings
from tableassist.vision.planning.noise import with_claimed_noise
from tableassist.vision.planning.set_up import (
    ANGLE_DEG,
    FITTED_BY_HAND,
    FITTED_OUTLINE_SIGMA_MM,
    FITTED_SLOPE,
    calibrated,
    survey_as_planned,
)
from tableassist.vision.planning.view import PlannedView, PlayArea, hung, lowest_height_mm
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.print_scale import UNPROVEN_SIGMA
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.pattern import plate_mm, tag_corners
from tableassist.vision.tags.sighting import TagSighting

MEASURING_STEPS = (WizardStep.CALIBRATE, WizardStep.SURVEY, WizardStep.SCALE, WizardStep.FIT_OUT)
"""The steps that make a plus-minus smaller, in the order in which they are done."""
USUAL_PICTURE_PX = (1920, 1080)
LINE_SIGMA = 0.002
"""Of the print's scale by the 100 mm line and an ordinary ruler: 0.2 mm in 100."""
MAX_FITTED_SIGMA_MM = 0.9
"""Plates set by hand have 1 mm or more, packaged outlines 1.5 mm or more; the jig leaves at most half a millimetre."""
NOTICEABLE_MM = 0.05
"""A difference that one decimal shows."""
CLEARANCE_MM = 1.0
"""Between bow and shore in the predicted docking: contact itself has no direction to take a sigma along."""
RANGE_MM = BARS.long_mm
PLACES = ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))
"""Shares of the mat's sides: its centre, and the middle of each quarter."""
HEADINGS_RAD = tuple(0.35 + quarter * math.pi / 2 for quarter in range(4))
"""Errors of a mount turn with the ship, and her sails hide a low tag from one side."""
LOW_TAG_MM = 20.0
HIDDEN_WITHIN_RAD = math.radians(45.0)
"""A tag lower than this behind a ship's masts is hidden by her sails while her bow points at the camera, give or take
this angle: in studio pictures from 30 degrees it reads in none of the ships within 30 degrees, in half at 30 to 60, and
in nearly all beyond."""


@dataclass(frozen=True, slots=True)
class Precision:
    """Plus-minus (95 %) over the mat, root mean square, in mm."""

    docking_mm: float
    """Of the gap between a ship's bow and an island's shore."""
    range_mm: float
    """Of a distance of L between a mast and a target's hull."""


@dataclass(frozen=True, slots=True)
class Forecast:
    now: Precision
    complete: Precision
    """With every step done."""
    done: frozenset[WizardStep]
    """Measuring steps whose outcome the table file already has."""
    after: dict[WizardStep, Precision]
    """With all steps up to this one done, for each that is not done yet."""
    without: dict[WizardStep, Precision]
    """With all steps but this one done, for each that is not done yet."""
    islands_estimated: bool = False
    """Whether the islands' outlines are packaged estimates, which no step of the set-up measures."""

    @property
    def most_helpful(self) -> WizardStep | None:
        """The step that widens a docking's plus-minus most while it is missing; None where none does noticeably."""
        step = max(self.without, key=lambda step: self.without[step].docking_mm, default=None)
        if step is None or self.without[step].docking_mm - self.complete.docking_mm < NOTICEABLE_MM:
            return None
        return step


def forecast_precision(settings: TableSettings, view: PlannedView | None = None) -> Forecast | None:
    """Predict for this view; by default a 1080p camera 30 degrees off the vertical, as low as the mat fits.

    None where nothing can be predicted: no ship with a tag, or no place from which the camera sees the mat.
    """
    try:
        return _predict(_PlannedTable(settings, view), settings)
    except BadRequestError:
        logging.getLogger(__name__).debug("no forecast", exc_info=True)
        return None


def _predict(table: "_PlannedTable", settings: TableSettings) -> Forecast | None:
    if table.ship is None:
        return None
    done = _done_steps(settings, table.ship)
    every = frozenset(MEASURING_STEPS)
    after, reached = {}, done
    for step in MEASURING_STEPS:
        if step not in done:
            reached |= {step}
            after[step] = table.predict(reached)
    now = table.predict(done)
    complete = after[max(after, key=MEASURING_STEPS.index)] if after else now
    without = {step: table.predict(every - {step}) for step in after}
    return Forecast(now, complete, done, after, without, table.islands_estimated)


def _done_steps(settings: TableSettings, ship: Piece) -> frozenset[WizardStep]:
    mat = settings.mat
    states = {
        WizardStep.CALIBRATE: settings.camera.lens is not None,
        WizardStep.SURVEY: mat.surveyed is not None or not mat.is_taped,
        WizardStep.SCALE: mat.print_scale_sigma < UNPROVEN_SIGMA,
        WizardStep.FIT_OUT: is_fitted(ship),
    }
    return frozenset(step for step, is_done in states.items() if is_done)


def is_fitted(ship: Piece) -> bool:
    """Whether tags and outline were measured; no hand and no packaged estimate is as good as this."""
    tags_mm = max(mount.sigma_xy_mm for mount in ship.mounts)
    return tags_mm < MAX_FITTED_SIGMA_MM and not _outline_is_estimate(ship)


def _outline_is_estimate(piece: Piece) -> bool:
    return piece.model.sigma_mm >= MAX_FITTED_SIGMA_MM


class _PlannedTable:
    """A table's median ship and island at several places of its mat, as the camera would see them."""

    def __init__(self, settings: TableSettings, view: PlannedView | None) -> None:
        """BadRequestError where the camera cannot see the mat."""
        self._settings = settings
        self._surveys: dict[bool, MatLayout] = {}
        ships = [piece for piece in settings.pieces if piece.model.kind in SAILING_KINDS and piece.mounts]
        islands = [piece for piece in settings.pieces if piece.model.kind is PieceKind.ISLAND and piece.mounts]
        self.ship = _median(ships)
        self._island = _median(islands) or self.ship
        height = max((mount.z_mm for ship in ships for mount in ship.mounts), default=0.0)
        plate = max((plate_mm(m.family, m.size_mm) for ship in ships for m in ship.mounts), default=20.0)
        self._area = PlayArea(settings.mat.width_mm, settings.mat.height_mm, height, plate / 2)
        self._view = view or _usual_view(self._area, settings.camera.lens or typical_lens(*USUAL_PICTURE_PX))
        self._lens = self._view.lens

    @property
    def _sizes(self) -> Sizes | None:
        """A scene has three pieces, a game all of the table's: so many tags show together how large they are printed
        and how the picture blurs them, and what is left is each tag's own."""
        count = sum(len(piece.mounts) for piece in self._settings.pieces)
        return Sizes(0.0, LEAST_SHARE) if count >= LEAST_TAGS else None

    @property
    def islands_estimated(self) -> bool:
        island = self._island
        return island is not None and island.model.kind is PieceKind.ISLAND and _outline_is_estimate(island)

    def predict(self, done: frozenset[WizardStep]) -> Precision:
        """Measure every staged scene with what these steps would have found."""
        assert self.ship is not None
        assert self._island is not None
        fitted = WizardStep.FIT_OUT in done and not is_fitted(self.ship)
        ship = _fitted_out(self.ship) if fitted else self.ship
        lens = self._known_lens(done)
        registration = register(self._on_mat, self._known_mat(done, lens), lens)
        docking, shots = [], []
        if registration is None:
            raise BadRequestError("plan: too few mat tags would be seen to measure by")
        island = ship if self._island is self.ship else self._known_island(done)
        for scene, sightings in self._scenes:
            pieces = _renamed(ship, island)
            poses = localise(sightings, pieces, registration, 0, sizes=self._sizes).poses
            placed = {piece.id: _place(piece, poses[piece.id]) for piece in pieces if piece.id in poses}
            if len(placed) == len(scene):
                shooter, shore, target = (placed[name] for name in ("ship", "island", "target"))
                docking.append(between(shooter, shooter.hull, shore, shore.hull).sigma_mm)
                shots.append(to_nearest_part([shooter], [_gun(shooter)], [target]).sigma_mm[0])
        if not docking:
            raise BadRequestError("plan: no ship would be seen")
        return Precision(plus_minus(_rms(docking)), plus_minus(_rms(shots)))

    def _known_island(self, done: frozenset[WizardStep]) -> Piece:
        """The island with what the scale of its print leaves unknown of its outline and its tags' places."""
        assert self._island is not None
        before = self._settings.print_scale.sigma
        if not self._island.is_printed or WizardStep.SCALE not in done or before <= LINE_SIGMA:
            return self._island
        return _rescaled(self._island, before, LINE_SIGMA)

    def _known_lens(self, done: frozenset[WizardStep]) -> Lens:
        if self._settings.camera.lens is not None and WizardStep.CALIBRATE in done:
            return self._settings.camera.lens
        return calibrated(self._lens) if WizardStep.CALIBRATE in done else self._lens

    def _known_mat(self, done: frozenset[WizardStep], lens: Lens) -> MatLayout:
        mat = self._settings.mat
        if WizardStep.SURVEY in done and mat.surveyed is None and mat.is_taped:
            mat = self._survey(lens, is_calibrated=WizardStep.CALIBRATE in done)
        scale = min(mat.print_scale_sigma, LINE_SIGMA) if WizardStep.SCALE in done else UNPROVEN_SIGMA
        return replace(mat, print_scale_sigma=scale, tag_size_sigma=scale)

    def _survey(self, lens: Lens, *, is_calibrated: bool) -> MatLayout:
        """Half a second's work, and the same for every prediction with this lens."""
        if is_calibrated not in self._surveys:
            self._surveys[is_calibrated] = survey_as_planned(self._settings.mat, self._area, lens, ruler=False)
        return self._surveys[is_calibrated]

    @cached_property
    def _on_mat(self) -> tuple[TagSighting, ...]:
        return with_claimed_noise(tuple(mat_sightings(self._view, self._settings.mat)))

    @cached_property
    def _scenes(self) -> tuple[tuple[dict[str, PlanarPose], tuple[TagSighting, ...]], ...]:
        """Where the three pieces of each scene are, and their tags in the picture."""
        assert self.ship is not None
        assert self._island is not None
        pieces = _renamed(self.ship, self._island)
        mat = self._settings.mat
        scenes = [
            _stage(pieces, (x * mat.width_mm, y * mat.height_mm), heading)
            for x, y in PLACES
            for heading in HEADINGS_RAD
        ]
        seen = [tuple(_sightings(self._view, pieces, scene)) for scene in scenes]
        noisy = iter(with_claimed_noise(tuple(sighting for tags in seen for sighting in tags)))
        return tuple((scene, tuple(next(noisy) for _ in tags)) for scene, tags in zip(scenes, seen, strict=True))


def _usual_view(area: PlayArea, lens: Lens) -> PlannedView:
    lowest = lowest_height_mm(area, lens, ANGLE_DEG)
    if lowest is None:
        what = template("plan: the mat fits no picture of this lens at {angle_deg:g} degrees, expected a smaller angle")
        raise BadRequestError(what, angle_deg=ANGLE_DEG)
    return hung(area, lens, height_mm=lowest, angle_deg=ANGLE_DEG)


def _median(pieces: Sequence[Piece]) -> Piece | None:
    """The piece that is known better than half of the others."""
    ranked = sorted(pieces, key=_doubt_mm)
    return ranked[len(ranked) // 2] if ranked else None


def _doubt_mm(piece: Piece) -> float:
    return math.hypot(piece.model.sigma_mm, *(mount.sigma_xy_mm for mount in piece.mounts))


def _rescaled(island: Piece, before: float, after: float) -> Piece:
    """Replace one doubt of the print's scale by another; `pieces/print_scale.py` has put the first into the sigmas."""

    def swap(sigma_mm: float, arm_mm: float) -> float:
        own = max(0.0, sigma_mm**2 - (before * arm_mm) ** 2)
        return math.sqrt(own + (after * arm_mm) ** 2)

    half_mm = float(np.ptp(np.array(island.model.hull), axis=0).max()) / 2
    mounts = tuple(
        replace(mount, sigma_xy_mm=swap(mount.sigma_xy_mm, math.hypot(mount.x_mm, mount.y_mm)))
        for mount in island.mounts
    )
    model = replace(island.model, sigma_mm=swap(island.model.sigma_mm, half_mm))
    return replace(island, model=model, mounts=mounts)


def _fitted_out(ship: Piece) -> Piece:
    """The ship as the jig would leave her: tags and outline measured, the bow at the stop."""
    bow_mm = max(x for x, _ in ship.model.hull)
    mounts = tuple(
        replace(
            mount,
            sigma_xy_mm=min(mount.sigma_xy_mm, FITTED_BY_HAND.xy_mm),
            sigma_z_mm=min(mount.sigma_z_mm, FITTED_BY_HAND.z_mm),
            sigma_yaw_rad=min(mount.sigma_yaw_rad, FITTED_BY_HAND.yaw_rad),
            sigma_slope=FITTED_SLOPE,
            sigma_lean_rad=MIN_LEAN_SIGMA_RAD,
            pivot_x_mm=bow_mm if mount.pivot_x_mm is None else mount.pivot_x_mm,
        )
        for mount in ship.mounts
    )
    outline_mm = min(ship.model.sigma_mm, FITTED_OUTLINE_SIGMA_MM)
    return replace(ship, model=replace(ship.model, sigma_mm=outline_mm), mounts=mounts)


TARGET_TAGS_FROM, ISLAND_TAGS_FROM = 10_000, 20_000
"""Beyond every printed id, so that the three pieces of a scene share none with each other or the mat."""


def _renamed(ship: Piece, island: Piece) -> tuple[Piece, Piece, Piece]:
    return _as("ship", ship, 0), _as("island", island, ISLAND_TAGS_FROM), _as("target", ship, TARGET_TAGS_FROM)


def _as(name: str, piece: Piece, first: int) -> Piece:
    return replace(piece, id=name, mounts=tuple(replace(mount, tag=mount.tag + first) for mount in piece.mounts))


def _stage(pieces: tuple[Piece, Piece, Piece], at: tuple[float, float], heading_rad: float) -> dict[str, PlanarPose]:
    """The ship's bow just off the shore of an island, and a target ahead of her beam at the end of her range."""
    ship, island, target = pieces
    x, y = at
    shore = PlanarPose(x, y, heading_rad / 2)
    along = math.cos(heading_rad), math.sin(heading_rad)
    docked = _approach(ship, heading_rad, along, island, shore, CLEARANCE_MM)
    side = -along[1], along[0]
    shooter = _placed_at(ship, docked)
    target_heading = heading_rad + 0.6
    reach = RANGE_MM
    for _ in range(8):
        pose = PlanarPose(docked.x_mm + reach * side[0], docked.y_mm + reach * side[1], target_heading)
        gap = to_nearest_part([shooter], [_gun(shooter)], [_placed_at(target, pose)]).mm[0]
        reach += RANGE_MM - gap
    return {"ship": docked, "island": shore, "target": pose}


def _approach(
    ship: Piece, heading_rad: float, along: tuple[float, float], island: Piece, shore: PlanarPose, gap_mm: float
) -> PlanarPose:
    """Sail her towards the middle of the island until this much water is left."""
    placed = _placed_at(island, shore)
    off = 300.0
    for _ in range(12):
        pose = PlanarPose(shore.x_mm - off * along[0], shore.y_mm - off * along[1], heading_rad)
        ship_here = _placed_at(ship, pose)
        off -= between(ship_here, ship_here.hull, placed, placed.hull).mm - gap_mm
    return pose


def _placed_at(piece: Piece, pose: PlanarPose) -> PlacedPiece:
    return _place(piece, PiecePose(pose, np.zeros((3, 3)), np.zeros((3, 1)), 0, (), 0.0))


def _place(piece: Piece, pose: PiecePose) -> PlacedPiece:
    return PlacedPiece(piece, pose, 0.0, ())


def _gun(placed: PlacedPiece) -> tuple[float, float]:
    """Where her foremost mast stands; her middle, if she has none."""
    masts = placed.piece.model.masts
    at = (masts[0].x_mm, masts[0].y_mm) if masts else (0.0, 0.0)
    x, y = placed.pose.pose.place(PiecePoints(np.array([at])))[0]
    return float(x), float(y)


def _sightings(view: PlannedView, pieces: Iterable[Piece], scene: dict[str, PlanarPose]) -> Iterable[TagSighting]:
    for piece in pieces:
        for mount in piece.mounts:
            corners = _corners(mount, scene[piece.id])
            middle = corners.mean(axis=0)
            rim = middle + (corners - middle) * plate_mm(mount.family, mount.size_mm) / mount.size_mm
            if view.room_px(rim) >= 0 and not _is_hidden(piece, mount, scene[piece.id], view):
                px = ImagePoints(view.lens.project(view.pose.into_camera(corners)))
                yield TagSighting(mount.family, mount.tag, px, 100.0, 0)


def _is_hidden(piece: Piece, mount: TagMount, pose: PlanarPose, view: PlannedView) -> bool:
    """Whether the ship's own sails hide the tag from the camera; mastheads are lost too easily to count on."""
    if mount.kind is MountKind.MASTHEAD:
        return True
    if not piece.model.masts or mount.z_mm >= LOW_TAG_MM:
        return False
    x, y, _ = (float(part) for part in view.pose.position)
    towards = math.atan2(y - pose.y_mm, x - pose.x_mm)
    return abs(math.remainder(towards - pose.heading_rad, math.tau)) < HIDDEN_WITHIN_RAD


def _corners(mount: TagMount, pose: PlanarPose) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """(4, 3) on the mat; the plate level, as it was meant."""
    c, s = math.cos(mount.yaw_rad), math.sin(mount.yaw_rad)
    turned = tag_corners(mount.size_mm) @ np.array([[c, s], [-s, c]])
    flat = pose.place(PiecePoints(turned + np.array([mount.x_mm, mount.y_mm])))
    slope = turned @ np.array([mount.slope_x, mount.slope_y])
    return np.column_stack([flat, mount.z_mm + slope])


def _rms(sigmas: list[float]) -> float:
    return math.sqrt(sum(sigma**2 for sigma in sigmas) / len(sigmas))
