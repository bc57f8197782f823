"""What plus-minus to expect of tags that nobody has seen.

Corners are projected exactly and get the noise that the pattern fit would claim; `register` then says how well the
camera would be known, and `ship_fit` the ships, from what is known of lens, mat, mounts and how straight ships stand.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, ImagePoints, PiecePoints, PlanarPose
from tableassist.messages import Message, Text, template
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between
from tableassist.vision.camera.lens import Lens
from tableassist.vision.localisation.sizes import LEAST_SHARE, LEAST_TAGS
from tableassist.vision.planning.noise import with_claimed_noise
from tableassist.vision.planning.reading import READS_PX, TagPlan
from tableassist.vision.planning.ship_fit import ExpectedPose, PlannedTag, StandingSigmas, expected_poses
from tableassist.vision.planning.view import PlannedView
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import GOOD_TAGS
from tableassist.vision.tags.noise import sighting_covariance, with_sizes_compared
from tableassist.vision.tags.pattern import modules_of, plate_mm, tag_corners
from tableassist.vision.tags.sighting import TagSighting

HULL_MM = ((23.5, 0.0), (9.0, 8.5), (-16.0, 8.5), (-23.5, 6.0), (-23.5, -6.0), (-16.0, -8.5), (9.0, -8.5))
"""A three-master's, 47 x 17 mm."""
HEADINGS_RAD = (0.35, 0.35 + math.pi / 2)
"""An error of the mount turns with the ship: two headings at right angles show it in every direction."""
NEIGHBOUR_MM = 100.0
"""Centre to centre, for the gap between two ships."""


@dataclass(frozen=True, slots=True)
class MountSigmas:
    xy_mm: float
    z_mm: float
    yaw_rad: float


@dataclass(frozen=True, slots=True, eq=False)
class SetUp:
    """How well a table is known; the mat's tags and the lens are the same in all set-ups of a plan."""

    name: Text
    lens: Lens
    mat: MatLayout
    mount: MountSigmas
    standing: StandingSigmas = field(default_factory=StandingSigmas)


@dataclass(frozen=True, slots=True)
class Spot:
    name: Text
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class SpotAccuracy:
    spot: Spot
    px_per_module: float
    sigma_mm: float | None
    """Of the hull's centre, the larger semi-axis, as in every measurement; None where the tag is not in the picture."""
    axis_sigma_mm: float | None
    """Per axis, the mean of both: what a root mean square of errors would be."""
    heading_sigma_rad: float | None
    gap_sigma_mm: float | None
    """Between the hulls of this ship and a neighbour; the outlines' own plus-minus comes on top."""
    noticed_lean_rad: float | None = None
    """From where on a lean to any side is noticed; None where none is, or the ship is not seen."""


@dataclass(frozen=True, slots=True, eq=False)
class PlannedPicture:
    """The sightings of ships at some spots, before anything is said of how well the table is known."""

    view: PlannedView
    tags: tuple[TagPlan, ...]
    """What each ship carries, the highest first."""
    spots: tuple[Spot, ...]
    ships: tuple[tuple[str, PlanarPose], ...]
    sightings: tuple[TagSighting, ...]

    def accuracy(self, set_up: SetUp) -> tuple[SpotAccuracy, ...]:
        registration = register(self.sightings, set_up.mat, set_up.lens)
        assert registration is not None  # the corners are exact, and `planned_picture` has counted the tags
        pieces = {ship: _ship(ship, number, self.tags, set_up.mount) for number, (ship, _) in enumerate(self.ships)}
        poses = expected_poses(self._seen(pieces), registration, set_up.standing)
        return tuple(self._at(index, spot, pieces, poses) for index, spot in enumerate(self.spots))

    def _seen(self, pieces: dict[str, Piece]) -> tuple[PlannedTag, ...]:
        by_tag = {(sighting.family, sighting.tag): sighting for sighting in self.sightings}
        seen = [
            (ship, pose, mount, by_tag[mount.family, mount.tag])
            for ship, pose in self.ships
            for mount in pieces[ship].mounts
            if (mount.family, mount.tag) in by_tag
        ]
        noise = _compared_noise if len(seen) >= LEAST_TAGS else sighting_covariance
        return tuple(PlannedTag(ship, pose, mount, noise(sighting)) for ship, pose, mount, sighting in seen)

    def _at(self, index: int, spot: Spot, pieces: dict[str, Piece], poses: dict[str, ExpectedPose]) -> SpotAccuracy:
        tag = self.tags[0]
        point = np.array([[spot.x_mm, spot.y_mm, tag.height_mm]])
        per_module = float(self.view.px_per_mm(point)[0]) * tag.size_mm / tag.modules
        found = [poses.get(_name(index, turn, "ship")) for turn in range(len(HEADINGS_RAD))]
        ships = [pose for pose in found if pose is not None]
        if len(ships) < len(HEADINGS_RAD):
            return SpotAccuracy(spot, per_module, None, None, None, None)
        here = [ship.piece for ship in ships]
        axis = math.sqrt(float(np.mean([np.trace(pose.covariance[:2, :2]) / 2 for pose in here])))
        noticed = [ship.noticed_lean_rad for ship in ships if ship.noticed_lean_rad is not None]
        return SpotAccuracy(
            spot=spot,
            px_per_module=per_module,
            sigma_mm=_root_mean([pose.sigma_mm for pose in here]),
            axis_sigma_mm=axis,
            heading_sigma_rad=_root_mean([pose.heading_sigma_rad for pose in here]),
            gap_sigma_mm=_gap_sigma(index, pieces, poses),
            noticed_lean_rad=max(noticed) if len(noticed) == len(ships) else None,
        )


def _compared_noise(sighting: TagSighting) -> Floats:
    """(8, 8) covariance of the corners of a tag whose size is compared with that of the others in the picture: an
    error of size that all of them share is known then, as in `localisation.sizes`."""
    corners = np.asarray(sighting.corners)
    return with_sizes_compared(sighting_covariance(sighting), corners, LEAST_SHARE)


def _root_mean(sigmas: list[float]) -> float:
    return math.sqrt(sum(sigma**2 for sigma in sigmas) / len(sigmas))


def _gap_sigma(index: int, pieces: dict[str, Piece], poses: dict[str, ExpectedPose]) -> float | None:
    sigmas = []
    for turn in range(len(HEADINGS_RAD)):
        names = _name(index, turn, "ship"), _name(index, turn, "neighbour")
        if not all(name in poses for name in names):
            return None
        one, other = (PlacedPiece(pieces[name], poses[name].piece, 0.0, ()) for name in names)
        sigmas.append(between(one, one.hull, other, other.hull).sigma_mm)
    return _root_mean(sigmas)


def planned_picture(
    view: PlannedView, mat: MatLayout, tags: tuple[TagPlan, ...], spots: tuple[Spot, ...]
) -> PlannedPicture:
    """BadRequestError where too few mat tags would be seen."""
    on_mat = mat_sightings(view, mat)
    if len(on_mat) < GOOD_TAGS:
        raise BadRequestError(_too_few(view, mat, len(on_mat)))
    ships = tuple(ship for index, spot in enumerate(spots) for ship in _ships_at(index, spot, mat))
    exact_mount = MountSigmas(0.0, 0.0, 0.0)
    seen = [
        sighting
        for number, (name, pose) in enumerate(ships)
        for mount in _ship(name, number, tags, exact_mount).mounts
        if (sighting := _ship_sighting(view, mount, pose)) is not None
    ]
    return PlannedPicture(view, tags, spots, ships, with_claimed_noise((*on_mat, *seen)))


def _too_few(view: PlannedView, mat: MatLayout, count: int) -> Message:
    across = min(tag.size_mm / modules_of(tag.family) for tag in mat.tags)
    px = float(view.px_per_mm(np.array([[mat.width_mm / 2, mat.height_mm / 2, 0.0]]))[0]) * across
    form = template(
        "plan: {count} mat tags would read at {height_mm:.0f} mm, {angle_deg:g} degrees ({px:.1f} pixels a module at "
        "the centre), expected {least} or more: hang the camera lower, or take larger tags or more pixels"
    )
    return Message(form, count=count, height_mm=view.height_mm, angle_deg=view.angle_deg, px=px, least=GOOD_TAGS)


def mat_sightings(view: PlannedView, mat: MatLayout) -> list[TagSighting]:
    out = []
    for tag in mat.tags:
        corners = mat_tag_corners(tag)
        middle = corners.mean(axis=0)
        rim = middle + (corners - middle) * plate_mm(tag.family, tag.size_mm) / tag.size_mm
        px = float(view.px_per_mm(middle[None])[0]) * tag.size_mm / modules_of(tag.family)
        if view.room_px(rim) >= 0 and px >= READS_PX[tag.family]:
            out.append(_sighting(view, tag.family, tag.tag, corners))
    return out


def _sighting(view: PlannedView, family: str, tag: int, corners: Floats) -> TagSighting:
    return TagSighting(family, tag, ImagePoints(view.lens.project(view.pose.into_camera(corners))), 100.0, 0)


def _name(spot: int, turn: int, who: str) -> str:
    return f"{spot}-{turn}-{who}"


def _ships_at(index: int, spot: Spot, mat: MatLayout) -> list[tuple[str, PlanarPose]]:
    """A ship in each heading, and her neighbour towards the mat's middle."""
    towards = math.atan2(mat.height_mm / 2 - spot.y_mm, mat.width_mm / 2 - spot.x_mm)
    x, y = spot.x_mm + NEIGHBOUR_MM * math.cos(towards), spot.y_mm + NEIGHBOUR_MM * math.sin(towards)
    ships = []
    for turn, heading in enumerate(HEADINGS_RAD):
        ships.append((_name(index, turn, "ship"), PlanarPose(spot.x_mm, spot.y_mm, heading)))
        ships.append((_name(index, turn, "neighbour"), PlanarPose(x, y, heading + math.pi / 2)))
    return ships


PIECE_TAGS_FROM = 10_000
"""Beyond every id that is printed, so that they meet no tag of the mat."""


def _ship(name: str, number: int, tags: tuple[TagPlan, ...], sigmas: MountSigmas) -> Piece:
    model = PieceModel(
        name="planned",
        kind=PieceKind.SHIP,
        hull=HULL_MM,
        height_mm=min(9.0, tags[0].height_mm),
        masts=(),
        bowsprit=(),
        bow_zone_from_x_mm=None,
        sigma_mm=0.0,
    )
    first = PIECE_TAGS_FROM + number * len(tags)
    mounts = tuple(_mount(tag, first + place, sigmas) for place, tag in enumerate(tags))
    return Piece(name, name, model, None, (), mounts)


def _mount(tag: TagPlan, number: int, sigmas: MountSigmas) -> TagMount:
    return TagMount(
        family=tag.family,
        tag=number,
        size_mm=tag.size_mm,
        kind=MountKind.FLAG,
        x_mm=tag.x_mm,
        y_mm=tag.y_mm,
        z_mm=tag.height_mm,
        yaw_rad=0.0,
        sigma_xy_mm=sigmas.xy_mm,
        sigma_z_mm=sigmas.z_mm,
        sigma_yaw_rad=sigmas.yaw_rad,
    )


def _ship_sighting(view: PlannedView, mount: TagMount, pose: PlanarPose) -> TagSighting | None:
    """None where the plate is not wholly in the picture."""
    centre = np.array([mount.x_mm, mount.y_mm])
    flat = pose.place(PiecePoints(tag_corners(mount.size_mm) + centre))
    corners = np.column_stack([flat, np.full(4, mount.z_mm)])
    middle = corners.mean(axis=0)
    rim = middle + (corners - middle) * plate_mm(mount.family, mount.size_mm) / mount.size_mm
    return _sighting(view, mount.family, mount.tag, corners) if view.room_px(rim) >= 0 else None
