"""One frame, what was made of it, and by which settings: all that is needed to show it, or to judge it again."""

from dataclasses import dataclass

from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.vision.camera.frame import Frame
from tableassist.vision.dice.reading import DieReading


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    frame: Frame
    state: TableState
    settings: TableSettings
    """As they were then: the ledger and the rules change while a game is played."""
    wall_ms: int | None = None
    """When it was seen, by the clock on the wall (Unix time); None where nobody knows."""
    is_recorded: bool = False
    """Its time is the match's, and its picture may have lost a little; else both are the camera's."""

    @property
    def dice(self) -> tuple[DieReading, ...]:
        """Those that lie still in the dice corner."""
        return self.state.dice.readings
