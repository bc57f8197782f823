"""The wake plate: a ship's second tag, on a card that lies on the mat behind her stern.

A flag 50 to 60 mm up moves by a millimetre for each degree that the ship leans. A tag on the mat does not move at all,
so flag and wake plate together give the hull's place without the lean. Behind the stern it is in nobody's way: ships
dock and ram with the bow and come alongside with the side, and another hull can stand on a card 0.5 mm thick. Sails and
flag hide it only while the bow points at the camera, and then the camera sees the bow's contact itself.
"""

from tableassist.pieces.model import MountKind, PieceKind, PieceModel, SuggestedMount
from tableassist.pieces.piece import Piece, TagMount

WAKE_TAG_MM = 16.0
"""The smallest black square that a 1080p camera reads surely over a mat of 915 mm."""
WAKE_STRIP_MM = 6.0
"""From the stern to the white rim of the tag. At 30 degrees off the vertical the plate is read in 63 % of all headings
if it touches the stern, in 74 % with this strip, in 79 % with 14 mm of it: longer strips bend and are in the way."""
WAKE_HEIGHT_MM = 0.5
"""Card of 250 g/m2, folded double."""
MAX_WAKE_HEIGHT_MM = 2.0
"""A plate that is higher is held by the hull, and leans with her."""
PLATE_SHARE = 10.0 / 8.0
"""Side of the white plate for each millimetre of black square (36h11: eight modules and a rim of one)."""


def suggest_wake_mount(model: PieceModel, size_mm: float = WAKE_TAG_MM) -> SuggestedMount | None:
    """Suggest where a ship's wake plate goes; None unless her only suggested tag is a flag."""
    kinds = [mount.kind for mount in model.suggested_mounts]
    if model.kind is not PieceKind.SHIP or kinds != [MountKind.FLAG]:
        return None
    flag = model.suggested_mounts[0]
    return SuggestedMount(
        kind=MountKind.PLATE,
        size_mm=size_mm,
        x_mm=round(_stern_x_mm(model) - WAKE_STRIP_MM - size_mm * PLATE_SHARE / 2, 1),
        y_mm=0.0,
        z_mm=WAKE_HEIGHT_MM,
        sigma_xy_mm=flag.sigma_xy_mm,
        sigma_z_mm=0.3,
        sigma_yaw_rad=flag.sigma_yaw_rad,
    )


def is_wake_plate(piece: Piece, mount: TagMount) -> bool:
    """Return whether this is a plate on the mat behind the stern of a ship."""
    if mount.kind is not MountKind.PLATE or mount.z_mm > MAX_WAKE_HEIGHT_MM or piece.model.bow_zone_from_x_mm is None:
        return False
    return mount.x_mm + mount.size_mm / 2 < _stern_x_mm(piece.model)


def wake_strip_mm(piece: Piece, mount: TagMount) -> float:
    """Measure from the stern to the white rim of a wake plate's tag."""
    return max(_stern_x_mm(piece.model) - mount.x_mm - mount.size_mm * PLATE_SHARE / 2, 0.0)


def _stern_x_mm(model: PieceModel) -> float:
    return min(x for x, _ in model.hull)
