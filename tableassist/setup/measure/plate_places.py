"""Where the plates of one card are glued, against its first plate, from pictures that show several of them."""

from dataclasses import replace

import numpy as np

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.pieces import Piece, TagMount
from tableassist.pipeline.fitting.scan_view import ScanFrame
from tableassist.vision.localisation.localise import localise

LOOSE_MM, LOOSE_RAD = 6.0, 0.2
"""Sigmas of a plate that was glued by hand somewhere near the place in the table file."""
MEASURED_MM, MEASURED_RAD = 0.1, 0.004
"""Sigmas of a plate's place against another's, over some pictures."""


def with_loose_plates(piece: Piece) -> Piece:
    """The piece with plates that may be anywhere near their places, so that its tags do not contradict each other."""
    mounts = tuple(
        replace(
            mount,
            sigma_xy_mm=max(mount.sigma_xy_mm, LOOSE_MM),
            sigma_across_mm=None,
            sigma_yaw_rad=max(mount.sigma_yaw_rad, LOOSE_RAD),
        )
        for mount in piece.mounts
    )
    return replace(piece, mounts=mounts)


def measure_plates(piece: Piece, frames: tuple[ScanFrame, ...]) -> Piece:
    """The piece with its plates where the pictures show them. Its first plate stays: it carries the piece's frame."""
    first, *others = piece.mounts
    by_first = _poses_by(piece, first, frames)
    mounts = [_measured(first)]
    for mount in others:
        by_mount = _poses_by(piece, mount, frames)
        pairs = [(by_first[n], by_mount[n]) for n in by_first.keys() & by_mount.keys()]
        mounts.append(_moved(mount, pairs) if pairs else mount)
    return replace(piece, mounts=tuple(mounts))


def place_piece(piece: Piece, frame: ScanFrame) -> PlanarPose | None:
    """Where the piece lies in this frame by its measured plates; None where no tag of it can be used."""
    placed = localise(frame.sightings, (piece,), frame.registration, frame.frame.t_ns).poses.get(piece.id)
    return None if placed is None else placed.pose


def _poses_by(piece: Piece, mount: TagMount, frames: tuple[ScanFrame, ...]) -> dict[int, PlanarPose]:
    """Frame number to the piece's pose by one of its plates alone."""
    alone = replace(piece, mounts=(mount,))
    poses = {number: place_piece(alone, frame) for number, frame in enumerate(frames)}
    return {number: pose for number, pose in poses.items() if pose is not None}


def _moved(mount: TagMount, pairs: list[tuple[PlanarPose, PlanarPose]]) -> TagMount:
    """The mount at which this plate gives the same pose as the first one: M' = P_first^-1 P_mount M, middle of all."""
    places, turns = [], []
    for by_first, by_mount in pairs:
        on_mat = by_mount.place_one(mount.x_mm, mount.y_mm)
        places.append(by_first.rotation.T @ (np.array(on_mat) - (by_first.x_mm, by_first.y_mm)))
        turns.append(wrap_rad(by_mount.heading_rad - by_first.heading_rad))
    x_mm, y_mm = np.median(places, axis=0)
    yaw = wrap_rad(mount.yaw_rad + float(np.median(turns)))
    return _measured(replace(mount, x_mm=float(x_mm), y_mm=float(y_mm), yaw_rad=yaw))


def _measured(mount: TagMount) -> TagMount:
    return replace(
        mount,
        sigma_xy_mm=min(mount.sigma_xy_mm, MEASURED_MM),
        sigma_yaw_rad=min(mount.sigma_yaw_rad, MEASURED_RAD),
    )
