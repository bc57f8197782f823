"""One frame through the whole chain: tags found, measured, judged. Pure, but for the detector that is handed in."""

from collections.abc import Callable, Sequence

from tableassist.messages import Message
from tableassist.pipeline.judge import judged
from tableassist.pipeline.measure import measure
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Scene
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.localisation.tracking import Tracks
from tableassist.vision.tags.sighting import TagSighting

Detect = Callable[[Image], tuple[TagSighting, ...]]


def first_state(settings: TableSettings) -> TableState:
    """Before any frame: nothing has been seen."""
    scene = Scene((), settings.pieces, settings.state)
    return TableState(0, -1, None, Tracks(), scene, (Message("no picture yet"),))


def step(
    state: TableState,
    frame: Frame,
    settings: TableSettings,
    detect: Detect,
    others: Sequence[OtherPicture] = (),
) -> TableState:
    """`others` are more pictures of the same table at rest."""
    measured = measure(frame, detect(frame.image), settings, state, tuple(others))
    return judged(measured, settings, state)
