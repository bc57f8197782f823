"""Times of a match as people type and read them: since it began."""

import re

from tableassist.errors import BadFileError, BadRequestError
from tableassist.formats.score.chronicle_words import time_words
from tableassist.runtime.replay.replay import Replay

TIME = re.compile(r"(?:(?:([0-9]{1,3}):)?([0-9]{1,3}):)?([0-9]{1,7}(?:\.[0-9]{1,9})?)")


def parse_time_ns(text: str, what: str) -> int:
    """`187.4`, `3:07.4` or `1:03:07`."""
    found = TIME.fullmatch(text.strip())
    if found is None:
        raise BadRequestError(f"{what}: got '{text}', expected a time such as 187.4, 3:07.4 or 1:03:07")
    hours, minutes, seconds = (float(each or 0) for each in found.groups())
    return round((3600 * hours + 60 * minutes + seconds) * 1e9)


def moment_ns(replay: Replay, text: str) -> int:
    """As the match counts; it must lie within."""
    since_ns = parse_time_ns(text, "--at")
    if replay.frame_count == 0:
        raise BadFileError(f"{replay.folder}: nothing was recorded in this match")
    if since_ns > replay.duration_ns + 1_000_000_000:
        raise BadRequestError(f"--at: got {text}, but the match lasts {time_words(replay.duration_ns)}")
    return replay.first_ns + since_ns
