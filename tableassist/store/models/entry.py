"""The fields of a model file, and the way from them to a piece's model and back. models/README.md explains each."""

import dataclasses
import math
from typing import Annotated

import msgspec
from msgspec.structs import astuple

from tableassist.pieces import (
    CannonPost,
    EdgeNumber,
    Grade,
    Mast,
    MountKind,
    OutlinePart,
    PartKind,
    PieceKind,
    PieceModel,
    Sail,
    SailPlane,
    Segment,
    SuggestedMount,
)
from tableassist.store.files.toml_file import FORMAT, Degrees, Name, Sigma

FARTHEST_MM = 2000.0
Place = Annotated[float, msgspec.Meta(ge=-FARTHEST_MM, le=FARTHEST_MM)]
Height = Annotated[float, msgspec.Meta(ge=0.0, le=FARTHEST_MM)]
Extent = Annotated[float, msgspec.Meta(gt=0.0, le=FARTHEST_MM)]
Place2 = tuple[Place, Place]
Outline = Annotated[list[Place2], msgspec.Meta(min_length=3, max_length=500)]
Few = msgspec.Meta(max_length=24)
Count = Annotated[int, msgspec.Meta(ge=1, le=24)]


class SailEntry(msgspec.Struct, forbid_unknown_fields=True):
    plane: SailPlane
    width_mm: Extent
    foot_mm: Extent
    head_mm: Extent
    battened: bool = False


class MastEntry(msgspec.Struct, forbid_unknown_fields=True):
    x_mm: Place
    y_mm: Place
    top_mm: Extent
    die_x_mm: Place = 0.0
    die_y_mm: Place = 0.0
    sail: SailEntry | None = None


class PartEntry(msgspec.Struct, forbid_unknown_fields=True):
    kind: PartKind
    outline_mm: Outline
    foot_mm: Height
    head_mm: Extent
    touches: bool


class SegmentEntry(msgspec.Struct, forbid_unknown_fields=True):
    x_mm: Place
    y_mm: Place
    top_mm: Extent
    radius_mm: Extent | None = None
    outline_mm: Outline | None = None


class EdgeNumberEntry(msgspec.Struct, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=1, le=6)]
    x_mm: Place
    y_mm: Place
    outward_deg: Degrees


class PostEntry(msgspec.Struct, forbid_unknown_fields=True):
    upright: Count | None = None
    at_mm: Place2 | None = None
    printed: Count = 1
    shots: Count = 1


class SuggestedMountEntry(msgspec.Struct, forbid_unknown_fields=True):
    mount: MountKind
    size_mm: Extent
    x_mm: Place
    y_mm: Place
    z_mm: Height
    sigma_xy_mm: Sigma
    sigma_z_mm: Sigma
    sigma_yaw_deg: Sigma
    mast: Count | None = None


class ModelEntry(msgspec.Struct, forbid_unknown_fields=True):
    format: Annotated[int, msgspec.Meta(ge=1)]
    name: Name
    kind: PieceKind
    grade: Grade
    sigma_mm: Sigma
    height_mm: Extent
    hull_mm: Outline
    bow_zone_from_x_mm: Place | None = None
    stern_mm: Place2 | None = None
    bowsprit_mm: Annotated[list[Place2], Few] = []
    flags_mm: Annotated[list[Place2], Few] = []
    corners_mm: Annotated[list[Place2], Few] = []
    edge_numbers: Annotated[list[EdgeNumberEntry], Few] = []
    masts: Annotated[list[MastEntry], Few] = []
    segments: Annotated[list[SegmentEntry], Few] = []
    parts: Annotated[list[PartEntry], Few] = []
    cannon_posts: Annotated[list[PostEntry], Few] = []
    suggested_mounts: Annotated[list[SuggestedMountEntry], Few] = []


def model_of(entry: ModelEntry) -> PieceModel:
    return PieceModel(
        name=entry.name,
        kind=entry.kind,
        hull=tuple(entry.hull_mm),
        height_mm=entry.height_mm,
        masts=tuple(_mast(mast) for mast in entry.masts),
        bowsprit=tuple(entry.bowsprit_mm),
        bow_zone_from_x_mm=entry.bow_zone_from_x_mm,
        sigma_mm=entry.sigma_mm,
        grade=entry.grade,
        stern=entry.stern_mm,
        parts=tuple(OutlinePart(p.kind, tuple(p.outline_mm), p.foot_mm, p.head_mm, p.touches) for p in entry.parts),
        segments=tuple(
            Segment(s.x_mm, s.y_mm, s.top_mm, s.radius_mm, tuple(s.outline_mm or ())) for s in entry.segments
        ),
        flags=tuple(entry.flags_mm),
        corners=tuple(entry.corners_mm),
        edge_numbers=tuple(
            EdgeNumber(edge.number, edge.x_mm, edge.y_mm, math.radians(edge.outward_deg)) for edge in entry.edge_numbers
        ),
        cannon_posts=tuple(CannonPost(*astuple(post)) for post in entry.cannon_posts),
        suggested_mounts=tuple(_suggested(mount) for mount in entry.suggested_mounts),
    )


def _mast(entry: MastEntry) -> Mast:
    *numbers, sail = astuple(entry)
    return Mast(*(*numbers, sail and Sail(*astuple(sail))))


def _suggested(entry: SuggestedMountEntry) -> SuggestedMount:
    *place, yaw_deg, mast = astuple(entry)
    return SuggestedMount(*(*place, math.radians(yaw_deg), mast))


def entry_of(model: PieceModel) -> ModelEntry:
    return ModelEntry(
        format=FORMAT,
        name=model.name,
        kind=model.kind,
        grade=model.grade,
        sigma_mm=model.sigma_mm,
        height_mm=model.height_mm,
        hull_mm=list(model.hull),
        bow_zone_from_x_mm=model.bow_zone_from_x_mm,
        stern_mm=model.stern,
        bowsprit_mm=list(model.bowsprit),
        flags_mm=list(model.flags),
        corners_mm=list(model.corners),
        edge_numbers=[EdgeNumberEntry(e.number, e.x_mm, e.y_mm, _degrees(e.outward_rad)) for e in model.edge_numbers],
        masts=[_mast_entry(mast) for mast in model.masts],
        segments=[_segment_entry(segment) for segment in model.segments],
        parts=[PartEntry(p.kind, list(p.outline), p.foot_mm, p.head_mm, p.touches) for p in model.parts],
        cannon_posts=[PostEntry(*dataclasses.astuple(post)) for post in model.cannon_posts],
        suggested_mounts=[_suggested_entry(mount) for mount in model.suggested_mounts],
    )


def _mast_entry(mast: Mast) -> MastEntry:
    *numbers, sail = dataclasses.astuple(mast)
    return MastEntry(*(*numbers, sail and SailEntry(*sail)))


def _segment_entry(segment: Segment) -> SegmentEntry:
    *numbers, outline = dataclasses.astuple(segment)
    return SegmentEntry(*(*numbers, list(outline) or None))


def _suggested_entry(mount: SuggestedMount) -> SuggestedMountEntry:
    *place, yaw_rad, mast = dataclasses.astuple(mount)
    return SuggestedMountEntry(*(*place, _degrees(yaw_rad), mast))


def _degrees(angle_rad: float) -> float:
    """The shortest number of degrees that reads back as the very same angle, where there is one."""
    plain = math.degrees(angle_rad)
    tries = [round(plain, 9), plain, math.nextafter(plain, math.inf), math.nextafter(plain, -math.inf)]
    return next((degrees for degrees in tries if math.radians(degrees) == angle_rad), plain)
