"""All that is known of the table after one frame: a value, swapped whole for the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tableassist.overlay.drawing import Drawing
from tableassist.rules.ruling import Ruling
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.scene import Scene
from tableassist.vision.lens import Lens
from tableassist.vision.registration import Registration
from tableassist.vision.sighting import TagSighting
from tableassist.vision.tracking import PieceEvent, Tracks


@dataclass(frozen=True, slots=True, eq=False)
class PieceFit:
    """One piece as this frame shows it, with what it was worked out from."""

    sightings: tuple[TagSighting, ...]
    pose: PiecePose | None
    problem: str | None


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
    events: tuple[PieceEvent, ...] = ()
    """What happened in this frame."""
    selected: str | None = None
    """Whose shots the drawing shows."""
    placement_warnings: tuple[str, ...] = ()
    lens: Lens | None = None
    """Through which the mat was registered."""
    mat_sightings: tuple[TagSighting, ...] = ()
    fits: Mapping[str, PieceFit] = field(default_factory=dict)
