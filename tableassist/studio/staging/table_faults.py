"""What tables do that no table file knows: rigs that lean, bent staffs, ships held up, swapped plates, odd prints.

Each takes a staged piece or table and gives back the same with the fault. The hull stays at its pose: that is the truth
by which calls about it are judged.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from tableassist.pieces import Piece
from tableassist.studio.staging.staged_table import RAISED, StagedPiece, StagedTable
from tableassist.studio.surfaces.faces import rotation_xyz

PieceFault = Callable[[StagedPiece], StagedPiece]
TableFault = Callable[[StagedTable], StagedTable]


def on_pieces(table: StagedTable, changes: Mapping[str, PieceFault]) -> StagedTable:
    """The table with some pieces changed, by their ids."""
    changed = (changes[piece.piece.id](piece) if piece.piece.id in changes else piece for piece in table.pieces)
    return replace(table, pieces=tuple(changed))


def with_plates_swapped_on(table: StagedTable, one: str, other: str) -> StagedTable:
    by_id = {piece.piece.id: piece for piece in table.pieces}
    swapped = dict(zip((one, other), with_plates_swapped(by_id[one], by_id[other]), strict=True))
    return replace(table, pieces=tuple(swapped.get(piece.piece.id, piece) for piece in table.pieces))


def with_leaning_rig(staged: StagedPiece, *, lean_rad: float, towards_rad: float) -> StagedPiece:
    """Masts, sails and plate over a hull that lies flat. `towards_rad` is counter-clockwise from the bow."""
    roll, pitch = _lean(lean_rad, towards_rad)
    return replace(staged, rig=replace(staged.rig, roll_rad=roll, pitch_rad=pitch))


def leaning(staged: StagedPiece, *, lean_rad: float, towards_rad: float) -> StagedPiece:
    """The whole ship, her lowest rim on the mat, as if something lay under her."""
    roll, pitch = _lean(lean_rad, towards_rad)
    rim = np.array([(x, y, 0.0) for x, y in staged.piece.model.hull])
    lowest = float((rim @ rotation_xyz(roll, pitch, 0.0).T)[:, 2].min())
    return replace(staged, roll_rad=roll, pitch_rad=pitch, lift_mm=staged.lift_mm - lowest)


def with_bent_staff(staged: StagedPiece, *, bend_rad: float, towards_rad: float) -> StagedPiece:
    roll, pitch = _lean(bend_rad, towards_rad)
    return replace(staged, rig=replace(staged.rig, staff_roll_rad=roll, staff_pitch_rad=pitch))


def held_up(staged: StagedPiece, *, by_mm: float) -> StagedPiece:
    return replace(staged, lift_mm=staged.lift_mm + by_mm)


def with_plate_turned(staged: StagedPiece, *, turn_rad: float) -> StagedPiece:
    return replace(staged, rig=replace(staged.rig, plate_turn_rad=turn_rad))


def with_plate_pushed(staged: StagedPiece, *, by_mm: float, towards_rad: float) -> StagedPiece:
    x, y = by_mm * math.cos(towards_rad), by_mm * math.sin(towards_rad)
    return replace(staged, rig=replace(staged.rig, plate_x_mm=x, plate_y_mm=y))


def with_tag_turned_round(staged: StagedPiece) -> StagedPiece:
    """Glued on by half a turn; tags that lie low on the hull are as they should be."""
    mounts = tuple(
        replace(mount, yaw_rad=mount.yaw_rad + math.pi) if mount.kind in RAISED else mount
        for mount in staged.piece.mounts
    )
    return replace(staged, piece=replace(staged.piece, mounts=mounts))


def dismasted(staged: StagedPiece, *masts: int) -> StagedPiece:
    """Masts that went overboard, and nobody noted it. 1 is the foremost."""
    standing = staged.masts_standing or tuple(range(1, len(staged.piece.model.masts) + 1))
    return replace(staged, masts_standing=tuple(number for number in standing if number not in masts))


def with_plates_swapped(one: StagedPiece, other: StagedPiece) -> tuple[StagedPiece, StagedPiece]:
    """Each carries the other's raised plates, on her own staffs."""
    return _with_tags_of(one, other.piece), _with_tags_of(other, one.piece)


def with_plates_passed_on(ships: Sequence[StagedPiece]) -> tuple[StagedPiece, ...]:
    """Give each ship the raised plates of the next one in the row, and the last those of the first."""
    owners = [*ships[1:], *ships[:1]]
    return tuple(_with_tags_of(ship, owner.piece) for ship, owner in zip(ships, owners, strict=True))


def printed_at(table: StagedTable, scale: float) -> StagedTable:
    """A whole kit at another scale: the mat with its tags, and the tags of all pieces. Hulls, staffs, and where the
    pieces lie on the real table stay as they are."""
    tags = tuple(
        replace(tag, size_mm=scale * tag.size_mm, x_mm=scale * tag.x_mm, y_mm=scale * tag.y_mm)
        for tag in table.mat.tags
    )
    mat = replace(table.mat, width_mm=scale * table.mat.width_mm, height_mm=scale * table.mat.height_mm, tags=tags)
    return replace(table, mat=mat, pieces=tuple(_scale_print(staged, scale) for staged in table.pieces))


def _lean(lean_rad: float, towards_rad: float) -> tuple[float, float]:
    """Roll and pitch of a lean towards a direction counter-clockwise from the bow."""
    return -lean_rad * math.sin(towards_rad), lean_rad * math.cos(towards_rad)


def _with_tags_of(staged: StagedPiece, other: Piece) -> StagedPiece:
    plates = [mount for mount in other.mounts if mount.kind in RAISED]
    mounts = tuple(
        replace(mount, family=plates[0].family, tag=plates.pop(0).tag) if mount.kind in RAISED and plates else mount
        for mount in staged.piece.mounts
    )
    return replace(staged, piece=replace(staged.piece, mounts=mounts))


def _scale_print(staged: StagedPiece, scale: float) -> StagedPiece:
    mounts = tuple(replace(mount, size_mm=scale * mount.size_mm) for mount in staged.piece.mounts)
    return replace(staged, piece=replace(staged.piece, mounts=mounts))
