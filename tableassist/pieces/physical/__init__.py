"""How one copy of a piece differs from its model.

Its measured outline, the scale of its print, its wake plate, and how upright it is.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.pieces.model import (
        LEAN_SIGMA_RAD,
        LIFT_SIGMA_MM,
        MIN_LEAN_SIGMA_RAD,
        PRINTED_KINDS,
        TAG_MODULES,
        TIPPED_LEAN_SIGMA_RAD,
        TIPPED_LIFT_SIGMA_MM,
    )
    from tableassist.pieces.physical.outline import PieceOutline, apply_outline
    from tableassist.pieces.physical.print_scale import scale_piece, unscale_mount, unscale_outline
    from tableassist.pieces.physical.wake_plate import (
        MAX_WAKE_HEIGHT_MM,
        WAKE_HEIGHT_MM,
        WAKE_STRIP_MM,
        WAKE_TAG_MM,
        is_wake_plate,
        suggest_wake_mount,
        wake_strip_mm,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "tableassist.pieces.model": "LEAN_SIGMA_RAD LIFT_SIGMA_MM MIN_LEAN_SIGMA_RAD PRINTED_KINDS TAG_MODULES "
            "TIPPED_LEAN_SIGMA_RAD TIPPED_LIFT_SIGMA_MM",
            "outline": "PieceOutline apply_outline",
            "print_scale": "scale_piece unscale_mount unscale_outline",
            "wake_plate": "MAX_WAKE_HEIGHT_MM WAKE_HEIGHT_MM WAKE_STRIP_MM WAKE_TAG_MM is_wake_plate "
            "suggest_wake_mount wake_strip_mm",
        },
    )

__all__ = [
    "LEAN_SIGMA_RAD",
    "LIFT_SIGMA_MM",
    "MAX_WAKE_HEIGHT_MM",
    "MIN_LEAN_SIGMA_RAD",
    "PRINTED_KINDS",
    "TAG_MODULES",
    "TIPPED_LEAN_SIGMA_RAD",
    "TIPPED_LIFT_SIGMA_MM",
    "WAKE_HEIGHT_MM",
    "WAKE_STRIP_MM",
    "WAKE_TAG_MM",
    "PieceOutline",
    "apply_outline",
    "is_wake_plate",
    "scale_piece",
    "suggest_wake_mount",
    "unscale_mount",
    "unscale_outline",
    "wake_strip_mm",
]
