"""The stages that a source can be opened on: `studio:demo` and its like."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from tableassist.errors import BadRequestError
from tableassist.studio.optics import Look, StudioCamera, Vector3
from tableassist.studio.staging import table_faults as faults
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.staging.table_faults import TableFault

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
    fault: TableFault | None = None
    """What is not as the demo's table file says, all through the game."""
    look: Look | None = None
    late_s: float = 0.0
    """By how much its pictures are of a later instant than their time says: no two cameras open their shutters at
    once."""
    own_profile: str = ""

    @property
    def profile(self) -> str:
        """The camera profile by which its pictures are to be judged, as a table file names it."""
        return self.own_profile or f"studio-{self.camera.height_px}p"


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


_HELD = StudioCamera.looking_at(
    (457.5, 440.0, 0.0),
    distance_mm=1180.0,
    off_vertical_deg=33.0,
    azimuth_deg=155.0,
    roll_deg=4.0,
    width_px=2016,
    height_px=1512,
    fx=1490.0,
    fy=1490.0,
    cx=1013.0,
    cy=749.0,
    dist=(0.04, -0.08, 0.0002, 0.0003),
)
"""A phone in a hand, whose lens nobody has measured."""
_SLANTING = _webcam(1080, _NEARER, distance_mm=1240.0, off_deg=30.0, turn_deg=-5.0)


def _leaning_table(table: StagedTable) -> StagedTable:
    """A rig that leans, a bent staff, a ship held up."""
    port = math.pi / 2.0
    return faults.on_pieces(
        table,
        {
            "revenge": partial(faults.with_leaning_rig, lean_rad=math.radians(4.0), towards_rad=port),
            "titan": partial(faults.with_bent_staff, bend_rad=math.radians(6.0), towards_rad=-port),
            "europa": partial(faults.held_up, by_mm=8.0),
        },
    )


def _swapped_table(table: StagedTable) -> StagedTable:
    """Two ships carry each other's plates, a tag was glued on the wrong way round, a mast is off."""
    swapped = faults.with_plates_swapped_on(table, "oxley", "windjammer")
    others = {"titan": faults.with_tag_turned_round, "harbinger": lambda ship: faults.dismasted(ship, 1)}
    return faults.on_pieces(swapped, others)


_STAGES: Mapping[str, Stage] = {
    stage.name: stage
    for stage in (
        Stage("demo", _webcam(720, _MIDDLE, distance_mm=1275.0, off_deg=6.0, turn_deg=0.8), 15.0),
        Stage("demo-1080p", _webcam(1080, _MIDDLE, distance_mm=1275.0, off_deg=6.0, turn_deg=0.8), 15.0),
        Stage(
            "demo-side",
            _webcam(720, _NEARER, distance_mm=1290.0, off_deg=35.0, turn_deg=118.0),
            15.0,
            look=Look(brightness=0.85, blur_sigma_px=0.65),
            late_s=0.021,
        ),
        Stage(
            "demo-phone",
            _HELD,
            5.0,
            look=Look(brightness=0.8, blur_sigma_px=0.8, shake_px=(0.4, 0.2)),
            late_s=0.05,
            own_profile="typical",
        ),
        Stage("oblique", _webcam(1080, _NEARER, distance_mm=1210.0, off_deg=36.0, turn_deg=-5.0), 15.0),
        Stage("leaning", _SLANTING, 15.0, _leaning_table),
        Stage("swapped", _SLANTING, 15.0, _swapped_table),
        Stage("small-print", _SLANTING, 15.0, partial(faults.printed_at, scale=0.97)),
    )
}


def stage_names() -> tuple[str, ...]:
    return tuple(_STAGES)


def stage_named(name: str) -> Stage:
    make_stage = _STAGES.get(name)
    if make_stage is None:
        raise BadRequestError("there is no stage {name!r}, expected one of {stages}", name=name, stages=tuple(_STAGES))
    return make_stage
