"""Piece models, the catalogue of printed cards, and fleets from other programs.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.models.catalogue_file import ModelHeading, model_heading, packaged_catalogue, read_catalogue
    from tableassist.store.models.file import find_model, model_names, write_model
    from tableassist.store.models.psmlist import read_fleet
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "catalogue_file": "ModelHeading model_heading packaged_catalogue read_catalogue",
            "file": "find_model model_names write_model",
            "psmlist": "read_fleet",
        },
    )

__all__ = [
    "ModelHeading",
    "find_model",
    "model_heading",
    "model_names",
    "packaged_catalogue",
    "read_catalogue",
    "read_fleet",
    "write_model",
]
