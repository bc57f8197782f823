"""Ties a tag to a piece: solved from the picture where another of its tags is seen, else as a hand would set it."""

import math
from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.geometry import plus_minus
from tableassist.messages import Message
from tableassist.pieces import MountKind, Piece, PieceModel, TagMount
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.mounts.new_tag import flat_place, solve_new_mount
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.sighting import TagSighting

HAND_XY_MM, HAND_Z_MM, HAND_YAW_RAD = 1.5, 1.5, math.radians(4.0)
"""A plate that was set where it was meant to be, by eye."""
GUESS_XY_MM, GUESS_Z_MM = 4.0, 4.0
"""Where the model does not say where such a tag goes."""
OPEN_Z_MM = {MountKind.FLAG: 8.0, MountKind.MASTHEAD: 5.0, MountKind.DECK: 3.0, MountKind.PLATE: 2.0}
"""How far the height may be from the suggested one, before the picture is asked."""
ODD_SIZE = 0.12
"""A tag that looks this much larger or smaller than it should is of another size, or at another height."""
ABOVE_MM = 6.0
PAPER_MM = 0.5


@dataclass(frozen=True, slots=True)
class TagProposal:
    mount: TagMount
    solved: bool
    """From the picture; else by the model's suggestion and a hand's plus-minus."""
    words: Message
    """What was done and how sure it is, for a person."""
    doubt: Message | None = None
    """Why it may be wrong."""


def propose_mount(
    sighting: TagSighting,
    piece: Piece,
    registration: Registration,
    pose: PiecePose | None,
    *,
    kind: MountKind | None = None,
    mast: int | None = None,
    size_mm: float | None = None,
) -> TagProposal:
    """`pose` by the piece's other tags in the same picture, or None."""
    meant = _meant(sighting, piece.model, kind, mast, size_mm)
    doubt = _odd_size(sighting, registration, meant)
    if pose is None:
        words = Message(
            "{name} has no other tag in view, so tag {tag} is assumed to be placed by hand as suggested ({place}), "
            "its x towards the bow; tableassist mount measures it",
            name=piece.name,
            tag=meant.tag,
            place=_place(meant),
        )
        return TagProposal(meant, False, words, doubt)
    seen = solve_new_mount(
        sighting,
        pose,
        registration,
        size_mm=meant.size_mm,
        z_mm=meant.z_mm,
        sigma_z_mm=max(meant.sigma_z_mm, OPEN_Z_MM[meant.kind]),
        kind=meant.kind,
        mast=meant.mast,
    )
    if not seen.fits and doubt is None:
        doubt = Message(
            "tag {tag} does not look flat at that height: is it tipped, or not {size_mm:g} mm?",
            tag=meant.tag,
            size_mm=meant.size_mm,
        )
    words = Message(
        "solved against the tags of {name} that are in the picture: {place}", name=piece.name, place=_place(seen.mount)
    )
    return TagProposal(seen.mount, True, words, doubt)


def _place(mount: TagMount) -> Message:
    return Message(
        "x {x_mm:.1f}, y {y_mm:.1f} ± {known_xy_mm:.1f} mm, z {z_mm:.1f} ± {known_z_mm:.1f} mm, "
        "yaw {yaw_deg:.1f} ± {known_yaw_deg:.1f}°",
        x_mm=mount.x_mm,
        y_mm=mount.y_mm,
        known_xy_mm=plus_minus(mount.sigma_xy_mm),
        z_mm=mount.z_mm,
        known_z_mm=plus_minus(mount.sigma_z_mm),
        yaw_deg=math.degrees(mount.yaw_rad),
        known_yaw_deg=plus_minus(math.degrees(mount.sigma_yaw_rad)),
    )


def _meant(
    sighting: TagSighting, model: PieceModel, kind: MountKind | None, mast: int | None, size_mm: float | None
) -> TagMount:
    suggested = [each for each in model.suggested_mounts if kind in (None, each.kind)]
    chosen = kind or (suggested[0].kind if suggested else MountKind.PLATE)
    if (chosen is MountKind.MASTHEAD) != (mast is not None):
        raise BadRequestError("--mast: got {mast}, expected a mast for a masthead, and for nothing else", mast=mast)
    fits = [each for each in suggested if each.mast == mast]
    if fits:
        x, y, z, size = fits[0].x_mm, fits[0].y_mm, fits[0].z_mm, fits[0].size_mm
        sigmas = (
            max(HAND_XY_MM, fits[0].sigma_xy_mm),
            max(HAND_Z_MM, fits[0].sigma_z_mm) if chosen is not MountKind.PLATE else fits[0].sigma_z_mm,
            max(HAND_YAW_RAD, fits[0].sigma_yaw_rad),
        )
    else:
        x, y, z = _guessed_place(model, chosen, mast)
        size, sigmas = 18.0, (GUESS_XY_MM, GUESS_Z_MM, HAND_YAW_RAD)
    return TagMount(
        family=sighting.family,
        tag=sighting.tag,
        size_mm=size if size_mm is None else size_mm,
        kind=chosen,
        x_mm=x,
        y_mm=y,
        z_mm=z,
        yaw_rad=0.0,
        sigma_xy_mm=sigmas[0],
        sigma_z_mm=sigmas[1],
        sigma_yaw_rad=sigmas[2],
        mast=mast,
    )


def _guessed_place(model: PieceModel, kind: MountKind, mast: int | None) -> tuple[float, float, float]:
    tops = [each.top_mm for each in model.masts] or [model.height_mm]
    if kind is MountKind.MASTHEAD:
        assert mast is not None
        if not 1 <= mast <= len(model.masts):
            raise BadRequestError(
                "--mast: got {mast}, expected 1 to {count} ({name})", mast=mast, count=len(model.masts), name=model.name
            )
        place = model.masts[mast - 1]
        return place.x_mm, place.y_mm, place.top_mm + PAPER_MM
    if kind is MountKind.FLAG:
        stern = model.stern or (min(x for x, _ in model.hull), 0.0)
        return stern[0], stern[1], max(tops) + ABOVE_MM
    return 0.0, 0.0, (model.height_mm if kind is MountKind.DECK else 0.0) + PAPER_MM


def _odd_size(sighting: TagSighting, registration: Registration, meant: TagMount) -> Message | None:
    _, side, _ = flat_place(sighting, registration, meant.z_mm)
    if abs(side / meant.size_mm - 1.0) <= ODD_SIZE:
        return None
    return Message(
        "tag {tag} looks {side_mm:.1f} mm wide at a height of {z_mm:.0f} mm, expected {size_mm:g}: is its size or "
        "its mount wrong?",
        tag=meant.tag,
        side_mm=side,
        z_mm=meant.z_mm,
        size_mm=meant.size_mm,
    )
