"""All that is known of the table after one frame: a value, swapped whole for the next."""

from dataclasses import dataclass

from tableassist.overlay.drawing import Drawing
from tableassist.rules.ruling import Ruling
from tableassist.scene.scene import Scene
from tableassist.vision.registration import Registration
from tableassist.vision.tracking import Tracks


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    t_ns: int
    frame_number: int
    registration: Registration | None
    """None while the mat cannot be made out in the picture."""
    tracks: Tracks
    scene: Scene
    rulings: tuple[Ruling, ...]
    drawing: Drawing
    warnings: tuple[str, ...]
