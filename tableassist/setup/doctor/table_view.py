"""What a camera sees of the table: the mat, the lens, the print, and what is wrong with the picture."""

from collections.abc import Iterator
from pathlib import Path

from tableassist.errors import TableAssistError
from tableassist.judging import judged
from tableassist.messages import Message, template
from tableassist.setup.doctor.checks import DoctorLine, fine, look
from tableassist.store.table import read_table
from tableassist.vision.camera.frame import Frame


def table_view_lines(table: Path, frame: Frame) -> tuple[DoctorLine, ...]:
    """What is wrong with this picture of the table, one line for each cause."""
    return tuple(_lines(table, frame))


def _lines(table: Path, frame: Frame) -> Iterator[DoctorLine]:
    what = template("table in view")
    try:
        settings = read_table(table)
        state = judged(frame, settings)
    except TableAssistError as problem:
        yield look(what, problem.message, "")
        return
    registration = state.registration
    if registration is None:
        for warning in state.warnings:
            yield look(what, warning, "")
        return
    seen, known = len(registration.mat_tags_seen), len(settings.mat.tags)
    words = Message(
        "{seen} of {known} mat tags, {pieces} pieces", seen=seen, known=known, pieces=len(state.scene.pieces)
    )
    yield fine(what, words)
    for warning in state.warnings:
        yield look(what, warning, "")
