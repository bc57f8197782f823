"""The registrations that are new in a block of a match. Where the camera stood is kept to the last digit; how well
that is known, to one part in eight thousand: no ruling reads it from here."""

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from tableassist.geometry import Floats, round_bits
from tableassist.store.match.blocks.packing import (
    PackedColumns,
    columns_of,
    damage_as_bad_file,
    packed,
    unpacked,
    values_of,
)
from tableassist.vision.camera.lens import Lens, Projection
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import Health

MOST_REGISTRATIONS = 10_000
MOST_ERRORS = 400
FACTOR_BITS = 13
NUMBERS = 9 + 3 + 12 + 2


class RegistrationEntry(msgspec.Struct, array_like=True):
    size_px: tuple[int, int]
    covariance: str
    """Names the lens's covariance: one camera has one, and it is stored once."""
    factors: PackedColumns
    """(18, K): of the pose, then of the lens."""
    seen: list[int]
    left_out: list[int]
    health: Health
    reason: str
    projection: Projection = Projection.PINHOLE
    """Absent in matches of before there were fisheye lenses."""


class RegistrationsEntry(msgspec.Struct, array_like=True):
    numbers: PackedColumns
    """Rotation, translation, lens, residual, disagreement of the homography."""
    others: list[RegistrationEntry]


def packed_registrations(registrations: Sequence[Registration], store: Callable[[Floats], str]) -> bytes:
    """`store` keeps a lens's covariance, once, and gives its name."""
    entry = RegistrationsEntry(
        columns_of(np.array([_numbers(each) for each in registrations]).reshape(-1, NUMBERS)),
        [_entry(each, store) for each in registrations],
    )
    return packed(entry)


def unpacked_registrations(
    content: bytes, count: int, covariance: Callable[[str], Floats], what: str
) -> tuple[Registration, ...]:
    if count == 0:
        return ()
    entry = unpacked(content, RegistrationsEntry, what)
    with damage_as_bad_file(what):
        held = len(entry.others)
        if not count <= held <= MOST_REGISTRATIONS:
            raise ValueError(f"{held} registrations, expected {count}")
        numbers = values_of(entry.numbers, held, what)
        if numbers.shape[1] != NUMBERS:
            raise ValueError(f"{numbers.shape[1]} numbers, expected {NUMBERS}")
        return tuple(
            _registration(row, other, covariance(other.covariance), what)
            for row, other in zip(numbers[:count], entry.others[:count], strict=True)
        )


def _numbers(registration: Registration) -> tuple[float, ...]:
    pose, lens = registration.pose, registration.lens
    return (
        *pose.rotation.ravel().tolist(),
        *pose.translation.tolist(),
        *(lens.fx, lens.fy, lens.cx, lens.cy, *lens.distortion),
        registration.residual_px,
        registration.homography_mm,
    )


def _entry(registration: Registration, store: Callable[[Floats], str]) -> RegistrationEntry:
    factors = np.concatenate([registration.pose_factor, registration.lens_factor])
    return RegistrationEntry(
        (registration.lens.width_px, registration.lens.height_px),
        store(registration.lens.covariance),
        columns_of(round_bits(factors, FACTOR_BITS)),
        list(registration.mat_tags_seen),
        list(registration.mat_tags_left_out),
        registration.health,
        str(registration.reason),
        registration.lens.projection,
    )


def _registration(row: Floats, other: RegistrationEntry, covariance: Floats, what: str) -> Registration:
    if not 0 <= other.factors.count <= MOST_ERRORS:
        raise ValueError(f"{other.factors.count} errors, expected at most {MOST_ERRORS}")
    width, height = other.size_px
    fx, fy, cx, cy, *distortion = row[12:24].tolist()
    factors = values_of(other.factors, 18, what)
    if not (fx > 0 and fy > 0 and 1 <= width <= 100_000 and 1 <= height <= 100_000):
        raise ValueError("a lens that sees nothing")
    return Registration(
        pose=CameraPose(row[:9].reshape(3, 3), row[9:12]),
        lens=Lens(width, height, fx, fy, cx, cy, tuple(distortion), covariance, other.projection),
        pose_factor=factors[:6],
        lens_factor=factors[6:],
        residual_px=float(row[24]),
        homography_mm=float(row[25]),
        mat_tags_seen=tuple(other.seen),
        mat_tags_left_out=tuple(other.left_out),
        health=other.health,
        reason=other.reason,
    )
