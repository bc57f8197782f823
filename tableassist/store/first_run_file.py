"""How far a player has come with setting up, in a small file of the user's own: it can be left and taken up again."""

import logging
from enum import StrEnum
from pathlib import Path

import msgspec
import platformdirs

from tableassist.store.files.safe_write import write_bytes_safely


class WizardStep(StrEnum):
    """In the order in which they are done."""

    CAMERA = "camera"
    TABLE = "table"
    PRINT = "print"
    LAY_OUT = "lay-out"
    CALIBRATE = "calibrate"
    SURVEY = "survey"
    SCALE = "scale"
    FIT_OUT = "fit-out"
    PROVE = "prove"


OF_THE_TABLE = frozenset(WizardStep) - {WizardStep.CAMERA, WizardStep.TABLE}
"""Another table begins these anew."""


class StepState(StrEnum):
    DONE = "done"
    SKIPPED = "skipped"


class KeptPlayer(msgspec.Struct, frozen=True):
    name: str
    ships: tuple[str, ...] = ()
    """By the keys of their cards."""


class KeptDraft(msgspec.Struct, frozen=True):
    """A table that somebody has begun to put together, as typed."""

    name: str
    players: tuple[KeptPlayer, ...]
    mat: str
    unit: str
    edition: str
    points: int
    islands: int
    terrain: tuple[str, ...] = ()
    island_make: str = "printed"
    least_tag_mm: float = 0.0
    made: str = ""
    """The table file that was made of it; empty where none was."""


class FirstRunProgress(msgspec.Struct, frozen=True):
    source: str = ""
    """What looks at the table; empty where it holds a password, which is not written down."""
    table: str = ""
    steps: dict[WizardStep, StepState] = {}
    """Those not named are still to do."""
    draft: KeptDraft | None = None

    @property
    def next_step(self) -> WizardStep | None:
        return next((step for step in WizardStep if step not in self.steps), None)


def with_step(progress: FirstRunProgress, step: WizardStep, state: StepState | None) -> FirstRunProgress:
    """None: it is to do again."""
    steps = {each: was for each, was in progress.steps.items() if each is not step}
    if state is not None:
        steps[step] = state
    return msgspec.structs.replace(progress, steps=steps)


def with_table(progress: FirstRunProgress, table: str) -> FirstRunProgress:
    if table == progress.table:
        return progress
    steps = {step: state for step, state in progress.steps.items() if step not in OF_THE_TABLE}
    return msgspec.structs.replace(progress, table=table, steps=steps)


def first_run_path() -> Path:
    return platformdirs.user_config_path("tableassist", appauthor=False) / "first-run.json"


def read_progress(path: Path) -> FirstRunProgress:
    """Of a file that is not there, or that nobody can read, nothing is left to take up: all is to do."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=FirstRunProgress)
    except FileNotFoundError:
        return FirstRunProgress()
    except (OSError, msgspec.DecodeError):
        logging.getLogger(__name__).warning("%s cannot be read: the set-up begins anew", path, exc_info=True)
        return FirstRunProgress()


def write_progress(path: Path, progress: FirstRunProgress) -> None:
    kept = progress
    if "@" in progress.source and "://" in progress.source:
        kept = msgspec.structs.replace(progress, source="")
    write_bytes_safely(path, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
