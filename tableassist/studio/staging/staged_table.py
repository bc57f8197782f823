"""What is on the staged table, and exactly where; the tags of mat and pieces in space."""

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from tableassist.geometry import PlanarPose
from tableassist.pieces import MountKind, Piece, TagMount
from tableassist.studio.surfaces.faces import FleetColours, PlacedTag, Placement, Solid, rotation_xyz
from tableassist.vision.registration.mat_layout import MatLayout, MatTag


@dataclass(frozen=True, slots=True)
class StagedMotion:
    """How a piece moves while the shutter is open."""

    x_mm_per_s: float = 0.0
    y_mm_per_s: float = 0.0
    turn_rad_per_s: float = 0.0

    @property
    def is_still(self) -> bool:
        return self == STILL


STILL = StagedMotion()


@dataclass(frozen=True, slots=True)
class StagedRig:
    """How masts, staffs and plates stand on their hull, against what the table file says of them."""

    roll_rad: float = 0.0
    """Of masts, sails, staffs and their plates together, over a hull that lies flat: about the hull's centre on the
    mat, positive to starboard. Tags on the deck or on a plate beside the hull stay where they are."""
    pitch_rad: float = 0.0
    """Positive towards the bow."""
    staff_roll_rad: float = 0.0
    """Of the staff alone, bent where it stands on the deck."""
    staff_pitch_rad: float = 0.0
    plate_turn_rad: float = 0.0
    """Of the plate on its staff, counter-clockwise from above."""
    plate_x_mm: float = 0.0
    """How far the plate was pushed towards the bow."""
    plate_y_mm: float = 0.0


AS_MEASURED = StagedRig()
RAISED = (MountKind.FLAG, MountKind.MASTHEAD)
"""Mounts that lean with the rig and whose plates can be turned and pushed."""


class PrintedCard(Protocol):
    """A tag's card as it came out of a printer."""

    def placed(self, mat_from_tag: Placement, *, thickness_mm: float) -> Solid: ...


class LaidThing(Hashable, Protocol):
    """A loose tag, a sheet of paper: anything else that shows its own faces. Hashable, since its picture is kept."""

    def solids(self) -> tuple[Solid, ...]: ...


@dataclass(frozen=True, slots=True)
class StagedPiece:
    piece: Piece
    pose: PlanarPose
    masts_standing: tuple[int, ...] | None = None
    """Numbers of the masts that still stand; None means all."""
    lift_mm: float = 0.0
    roll_rad: float = 0.0
    """About the piece's x; positive has port up."""
    pitch_rad: float = 0.0
    """About the piece's y; positive has the bow down."""
    rig: StagedRig = AS_MEASURED
    colours: FleetColours | None = None
    """None: those of the owner's fleet."""
    motion: StagedMotion = STILL
    printed: tuple[tuple[int, PrintedCard], ...] = ()
    """Tags whose cards came out of a printer, placed by the tag's centre; the others are drawn as they are defined."""

    def stands(self, mast: int) -> bool:
        return self.masts_standing is None or mast in self.masts_standing

    @property
    def mat_from_piece(self) -> Placement:
        turn = rotation_xyz(self.roll_rad, self.pitch_rad, self.pose.heading_rad)
        return Placement(turn, np.array([self.pose.x_mm, self.pose.y_mm, self.lift_mm]))

    @property
    def mat_from_rig(self) -> Placement:
        """For masts, sails and staffs."""
        lean = Placement(rotation_xyz(self.rig.roll_rad, self.rig.pitch_rad, 0.0), np.zeros(3))
        return self.mat_from_piece.then(lean)

    def mat_from_mount(self, mount: TagMount) -> Placement:
        """For a tag's own staff and plate, still in the piece's millimetres."""
        if mount.kind not in RAISED:
            return self.mat_from_piece
        if mount.kind is not MountKind.FLAG:
            return self.mat_from_rig
        foot = np.array([mount.x_mm, mount.y_mm, self.piece.model.height_mm])
        bend = rotation_xyz(self.rig.staff_roll_rad, self.rig.staff_pitch_rad, 0.0)
        return self.mat_from_rig.then(Placement(bend, foot - bend @ foot))


@dataclass(frozen=True, slots=True)
class StagedHand:
    """A hand above the mat, its forearm reaching out of the picture."""

    x_mm: float
    y_mm: float
    """Where the fingertips meet, seen from above."""
    arm_deg: float
    """The direction from the fingertips to the elbow, counter-clockwise from mat +x."""
    height_mm: float = 70.0
    spread: bool = False
    """A flat hand with the fingers apart, which hides much; otherwise two fingers that hold something."""


class ClutterKind(StrEnum):
    DIE = "die"
    MUG = "mug"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class StagedClutter:
    kind: ClutterKind
    x_mm: float
    y_mm: float
    heading_rad: float = 0.0

    @property
    def mat_from_clutter(self) -> Placement:
        return Placement(rotation_xyz(0.0, 0.0, self.heading_rad), np.array([self.x_mm, self.y_mm, 0.0]))


@dataclass(frozen=True, slots=True)
class StagedTable:
    mat: MatLayout
    pieces: tuple[StagedPiece, ...] = ()
    hands: tuple[StagedHand, ...] = ()
    clutter: tuple[StagedClutter, ...] = ()
    laid: tuple[LaidThing, ...] = ()
    sheets: tuple[LaidThing, ...] = ()
    """Flat ones that shadows fall on, below all else."""


def place_mat_tag(tag: MatTag) -> PlacedTag:
    turn = rotation_xyz(0.0, 0.0, tag.yaw_rad)
    return PlacedTag(tag.family, tag.tag, tag.size_mm, Placement(turn, np.array([tag.x_mm, tag.y_mm, 0.0])))


def place_mount(staged: StagedPiece, mount: TagMount) -> PlacedTag:
    x, y, turned = mount.x_mm, mount.y_mm, mount.yaw_rad
    if mount.kind in RAISED:
        rig = staged.rig
        x, y, turned = x + rig.plate_x_mm, y + rig.plate_y_mm, turned + rig.plate_turn_rad
    tilt = rotation_xyz(math.atan(mount.slope_y), -math.atan(mount.slope_x), 0.0)
    piece_from_tag = Placement(tilt @ rotation_xyz(0.0, 0.0, turned), np.array([x, y, mount.z_mm]))
    return PlacedTag(mount.family, mount.tag, mount.size_mm, staged.mat_from_mount(mount).then(piece_from_tag))


def standing_mounts(staged: StagedPiece) -> Iterator[TagMount]:
    """The mounts still on the piece: a masthead goes with its mast."""
    for mount in staged.piece.mounts:
        lost = mount.kind is MountKind.MASTHEAD and mount.mast is not None and not staged.stands(mount.mast)
        if not lost:
            yield mount
