"""The stages that a source can be opened on: `studio:demo` and its like."""

from collections.abc import Mapping
from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.studio.optics.optics import StudioCamera, Vector3

_MIDDLE: Vector3 = (457.5, 457.5, 0.0)
_NEARER: Vector3 = (457.5, 412.0, 0.0)
"""What a slanting camera points at, so that the mat's near and far rims have equal room."""
_LENS = (-0.105, 0.034, 0.0005, -0.0004)
"""A webcam with a field of view of 71 degrees and a little barrel distortion."""


_SIZES = {720: (1280, 896.0, 897.2, 644.3, 356.9), 1080: (1920, 1344.0, 1345.8, 966.7, 535.6)}
"""Height to width, focal lengths and optical centre, in pixels."""


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    camera: StudioCamera
    frames_per_s: float


def _webcam(height_px: int, target: Vector3, *, distance_mm: float, off_deg: float, turn_deg: float) -> StudioCamera:
    width_px, fx, fy, cx, cy = _SIZES[height_px]
    return StudioCamera.looking_at(
        target,
        distance_mm=distance_mm,
        off_vertical_deg=off_deg,
        azimuth_deg=-90.0 + turn_deg,
        roll_deg=turn_deg,
        width_px=width_px,
        height_px=height_px,
        fx=fx,
        fy=fy,
        cx=cx,
        cy=cy,
        dist=_LENS,
    )


_STAGES: Mapping[str, Stage] = {
    stage.name: stage
    for stage in (
        Stage("demo", _webcam(720, _MIDDLE, distance_mm=1275.0, off_deg=6.0, turn_deg=0.8), 15.0),
        Stage("demo-1080p", _webcam(1080, _MIDDLE, distance_mm=1275.0, off_deg=6.0, turn_deg=0.8), 15.0),
        Stage("oblique", _webcam(1080, _NEARER, distance_mm=1210.0, off_deg=36.0, turn_deg=-5.0), 15.0),
    )
}


def stage_names() -> tuple[str, ...]:
    return tuple(_STAGES)


def stage_named(name: str) -> Stage:
    found = _STAGES.get(name)
    if found is None:
        raise BadRequestError("there is no stage {name!r}, expected one of {stages}", name=name, stages=tuple(_STAGES))
    return found
