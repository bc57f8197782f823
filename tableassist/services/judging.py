"""One picture of the table, from whatever a person types as a source, and what is judged on it; in words, too."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from tableassist.capture import PictureSource
from tableassist.errors import BadFileError, SourceError
from tableassist.formats.match.blocks.rulings import Question
from tableassist.messages import Message
from tableassist.pipeline.fitting.unknown_tags import known_tags
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.engine.rules import RULES
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.setup.table import ALL_TOGETHER
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

VERDICT_WORDS = {
    Verdict.YES: Message("YES"),
    Verdict.NO: Message("NO"),
    Verdict.TOO_CLOSE: Message("TOO CLOSE"),
    Verdict.NOT_SEEN: Message("NOT MEASURED"),
    None: Message("not asked"),
}
TITLES = {rule.id: rule.title for rule in RULES}
SETTLING_FRAMES = 8
"""A camera's first pictures are dark until it has set its exposure."""


def judged(frame: Frame, settings: TableSettings) -> TableState:
    """As on the first picture of a game."""
    detector = TagDetector(settings.tag_families, known_tags(settings))
    return step(first_state(settings), frame, settings, detector.detect_even_mirrored)


def picture_or_source(source: str) -> Frame:
    """A file is read as a picture, whatever its name ends in; all else is a source."""
    path = Path(source)
    return one_frame(source) if ":" in source and not path.exists() else one_picture(path)


def one_picture(path: Path) -> Frame:
    with closing(PictureSource(path)) as picture:
        frame = picture.read()
    if frame is None:
        raise BadFileError("{path}: no picture in this file", path=path)
    return frame


def one_frame(source: str) -> Frame:
    from tableassist.runtime.table_source import open_table_source  # noqa: PLC0415  slow to load; no picture needs it

    with closing(open_table_source(source)) as opened:
        frame = opened.read()
        for _ in range(SETTLING_FRAMES if opened.live else 0):
            frame = opened.read() or frame
    if frame is None:
        raise SourceError("{source}: no picture came, expected one of the table", source=source)
    return frame


def question_words(asked: Ruling | Question, names: Mapping[str, str]) -> Message:
    """In a few words: which rule, who, with what, to whom."""
    subject = names.get(asked.subject) or ALL_TOGETHER.get(asked.subject, asked.subject)
    # A match may be of a version that had other rules.
    rule, target = TITLES.get(asked.rule, asked.rule), names.get(asked.target, asked.target)
    about = {"rule": rule, "subject": subject, "target": target}
    if not asked.target:
        return Message("{rule}: {subject}", **about)
    if asked.cannon:
        return Message("{rule}: {subject} cannon {cannon} → {target}", cannon=asked.cannon, **about)
    return Message("{rule}: {subject} → {target}", **about)
