"""The poses that are new in a block of a match, packed and back: exactly what the rules were given."""

from collections.abc import Sequence

import msgspec
import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.match.blocks.packing import (
    LARGEST,
    PackedColumns,
    columns_of,
    damage_as_bad_file,
    packed,
    unpacked,
    values_of,
    whole_columns_of,
)

MOST_POSES = 100_000
MOST_ERRORS = 400
"""Columns of `shared`: a surveyed mat brings one for each of its own errors."""
FARTHEST_MM = 1e6
WHOLE_BITS, FARTHEST_POWER = 15, 100
_UPPER = np.triu_indices(3)


class PosesEntry(msgspec.Struct, array_like=True):
    t_ns: list[int]
    """Each less the one before."""
    tags: list[list[int]]
    errors: list[int]
    """How many columns each pose's `shared` has."""
    place: PackedColumns
    """x, y, heading, residual."""
    own: PackedColumns
    """The upper half, or all nine where they are not symmetric."""
    shared: list[PackedColumns]
    """One for each number of columns, in ascending order."""
    powers: list[bytes] = []
    """For each of those: three signed bytes a pose, the powers of two that its rows count in; empty where they are
    plain numbers, as everywhere in a match of version 2."""


def packed_poses(poses: Sequence[PiecePose]) -> bytes:
    errors = [int(pose.shared.shape[1]) for pose in poses]
    own = np.array([pose.own for pose in poses]).reshape(-1, 3, 3)
    symmetric = bool((own == own.transpose(0, 2, 1)).all())
    shared = [_packed_shared([p.shared for p in poses if p.shared.shape[1] == count]) for count in sorted(set(errors))]
    place = [(at.pose.x_mm, at.pose.y_mm, at.pose.heading_rad, at.residual_px) for at in poses]
    entry = PosesEntry(
        t_ns=np.diff(np.array([pose.t_ns for pose in poses], dtype=np.int64), prepend=0).tolist(),
        tags=[list(pose.tags) for pose in poses],
        errors=errors,
        place=columns_of(np.array(place).reshape(-1, 4)),
        own=columns_of(own[:, *_UPPER] if symmetric else own.reshape(-1, 9)),
        shared=[columns for columns, _ in shared],
        powers=[powers for _, powers in shared],
    )
    return packed(entry)


def unpacked_poses(content: bytes, count: int, what: str) -> tuple[PiecePose, ...]:
    if count == 0:
        return ()
    entry = unpacked(content, PosesEntry, what)
    with damage_as_bad_file(what):
        held = len(entry.errors)
        if not len(entry.t_ns) == len(entry.tags) == held or not count <= held <= MOST_POSES:
            raise ValueError(f"{held} poses, expected {count}")
        place = values_of(entry.place, held, what)
        own = _own(values_of(entry.own, held, what))
        shared = _shared(entry, what)
        if place.shape[1] != 4 or not (np.abs(place) <= FARTHEST_MM).all():
            raise ValueError("a piece beyond the table")
        t_ns = np.cumsum(np.array(entry.t_ns, dtype=np.int64)).tolist()
        return tuple(
            PiecePose(PlanarPose(x, y, heading), own[k], shared[k], t_ns[k], tuple(entry.tags[k]), residual)
            for k, (x, y, heading, residual) in enumerate(place[:count].tolist())
        )


def _packed_shared(shared: Sequence[Floats]) -> tuple[PackedColumns, bytes]:
    """As whole numbers of steps, where each row has one: a third shorter than as floats."""
    rows = np.array(shared)
    flat = rows.reshape(len(rows), -1)
    power = np.frexp(np.abs(rows).max(axis=2, keepdims=True, initial=0.0))[1] - WHOLE_BITS
    steps = np.ldexp(rows, -power)
    whole = np.isfinite(rows).all() and (steps == np.rint(steps)).all()
    if not whole or np.abs(power).max() > FARTHEST_POWER:
        return columns_of(flat), b""
    together = np.bitwise_or.reduce(np.abs(steps).astype(np.int64), axis=2, keepdims=True)
    spare = np.frexp((together & -together).astype(np.float64))[1] - 1
    spare[together == 0] = 0
    return whole_columns_of(np.ldexp(steps, -spare).reshape(flat.shape)), (power + spare).astype(np.int8).tobytes()


def _own(values: Floats) -> Floats:
    if values.shape[1] == 9:
        return values.reshape(-1, 3, 3)
    if values.shape[1] != 6:
        raise ValueError(f"{values.shape[1]} numbers of a covariance")
    own = np.empty((len(values), 3, 3))
    own[:, *_UPPER] = own[:, _UPPER[1], _UPPER[0]] = values
    if not (values[:, [0, 3, 5]] >= 0).all():
        raise ValueError("a variance below zero")
    return own


def _shared(entry: PosesEntry, what: str) -> list[Floats]:
    counts = sorted(set(entry.errors))
    powers = entry.powers or [b""] * len(entry.shared)
    if not len(counts) == len(entry.shared) == len(powers) or not 0 <= counts[0] <= counts[-1] <= MOST_ERRORS:
        raise ValueError(f"{counts[-1]} shared errors, expected at most {MOST_ERRORS}")
    out: list[Floats] = [np.zeros((3, 0))] * len(entry.errors)
    for count, columns, power in zip(counts, entry.shared, powers, strict=True):
        rows = [row for row, errors in enumerate(entry.errors) if errors == count]
        values = values_of(columns, len(rows), what)
        if values.shape[1] != 3 * count:
            raise ValueError(f"{values.shape[1]} numbers, expected {3 * count}")
        shared = values.reshape(len(rows), 3, count)
        if power:
            shared = np.ldexp(shared, np.frombuffer(power, dtype=np.int8).reshape(len(rows), 3, 1))
            if not (np.abs(shared) <= LARGEST).all():
                raise ValueError("a number beyond reason")
        for row, each in zip(rows, shared, strict=True):
            out[row] = each
    return out
