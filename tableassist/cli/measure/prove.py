"""`tableassist prove`: watch a player dock a ship, and say DOCKED."""

import time
from contextlib import closing
from pathlib import Path

from tableassist.capture import FrameSource
from tableassist.cli.terminal import tell
from tableassist.messages import say, tr
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.measure.frames import frames_of
from tableassist.setup.measure.proving import DockingProof, DockingWatch
from tableassist.setup.plan import PLAY_COMMAND, STEPS, advise_after_docking, forecast_precision
from tableassist.sources import open_table_source
from tableassist.store.first_run_file import WizardStep
from tableassist.store.table import read_table

NOT_DOCKED = 1


def prove_table(source: str, table: Path, *, seconds: float) -> int:
    """Return the exit code: 0 once a ship is docked, 1 if none was within this many seconds or these pictures."""
    settings = read_table(table)
    opened = open_table_source(source)
    if opened.live:
        tell(STEPS[WizardStep.PROVE].what)
    proof = _watch(opened, settings, seconds)
    if proof is None:
        tell(tr("{source}: got no picture, expected one of the table", source=source))
        return NOT_DOCKED
    tell(proof.headline, "bold green" if proof.is_docked else "bold yellow")
    tell(proof.details)
    if proof.is_docked:
        tell(tr("The table is proven. Play: {command}", command=PLAY_COMMAND.format(table=table)))
        return 0
    if proof.ruling is not None:
        tell(advise_after_docking(forecast_precision(settings), proof.ship, str(table)))
    return NOT_DOCKED


def _watch(source: FrameSource, settings: TableSettings, seconds: float) -> DockingProof | None:
    watch, proof, shown = DockingWatch(settings), None, ""
    end = time.monotonic() + seconds
    with closing(frames_of(source)) as frames:
        for frame in frames:
            proof = watch.look(frame)
            words = f"{say(proof.headline)}: {say(proof.details)}"
            if source.live and not proof.is_docked and proof.ruling is None and words != shown:
                tell(words)
                shown = words
            if proof.is_docked or (source.live and time.monotonic() > end):
                break
    return proof
