"""What pictures show, by the settings alone: the whole chain from the first picture to the last, as on a new table.

Whoever makes evidence and whoever judges it both ask here, so that the same pictures say the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.tags.detector import TagDetector


@dataclass(frozen=True, slots=True, eq=False)
class DatedPicture:
    image: Image
    t_ns: int


def derived(pictures: Sequence[DatedPicture], settings: TableSettings) -> TableState:
    """The last picture is of the moment; those before show pieces that something hides in it."""
    detector = TagDetector(settings.tag_families, known_tags(settings))
    state = first_state(settings)
    for number, each in enumerate(sorted(pictures, key=lambda each: each.t_ns)):
        state = step(state, Frame(each.image, each.t_ns, number, "evidence"), settings, detector.detect)
    return state
