"""Frames and transforms, outlines, gaps and lines, and their uncertainty."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.geometry.contact import (
        Slider,
        find_free_slides,
        make_slider,
        measure_first_contact_mm,
        measure_overlap,
        sweep_area,
        sweep_slides,
        sweep_straight,
    )
    from tableassist.geometry.frames import (
        Flags,
        Floats,
        ImagePoints,
        Indices,
        MatPoints,
        MatPoints3,
        PiecePoints,
        PlanarPose,
        wrap_deg,
        wrap_rad,
    )
    from tableassist.geometry.numbers import PLUS_MINUS_SIGMAS, normal_share_below, plus_minus, round_bits, round_rows
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "contact": "Slider find_free_slides make_slider measure_first_contact_mm "
            "measure_overlap sweep_area sweep_slides sweep_straight",
            "frames": "Flags Floats ImagePoints Indices MatPoints MatPoints3 PiecePoints PlanarPose wrap_deg wrap_rad",
            "numbers": "PLUS_MINUS_SIGMAS normal_share_below plus_minus round_bits round_rows",
        },
    )

__all__ = [
    "PLUS_MINUS_SIGMAS",
    "Flags",
    "Floats",
    "ImagePoints",
    "Indices",
    "MatPoints",
    "MatPoints3",
    "PiecePoints",
    "PlanarPose",
    "Slider",
    "find_free_slides",
    "make_slider",
    "measure_first_contact_mm",
    "measure_overlap",
    "normal_share_below",
    "plus_minus",
    "round_bits",
    "round_rows",
    "sweep_area",
    "sweep_slides",
    "sweep_straight",
    "wrap_deg",
    "wrap_rad",
]
