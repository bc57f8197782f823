"""The tags of the mat and of staged pieces, with their places in space."""

import math
from collections.abc import Iterator

import numpy as np

from tableassist.pieces.piece import MountKind, TagMount
from tableassist.studio.staging.staged_table import RAISED, StagedPiece
from tableassist.studio.surfaces.placed_tag import PlacedTag
from tableassist.studio.surfaces.placement import Placement, rotation_xyz
from tableassist.vision.registration.mat_layout import MatTag


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
