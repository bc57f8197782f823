"""A game's log kept in the recorded match that it belongs to."""

import time
from contextlib import closing
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.matches.recorded_match import open_match
from tableassist.matches.recording.author import account_name
from tableassist.store.game import AnyGameFile, any_lines
from tableassist.store.keys import key_folder, table_key_or_none
from tableassist.store.match_library import note_acts


def keep_game(match: Path, game: AnyGameFile) -> int:
    """Adds what the match does not have yet, and gives how many lines that were. The match keeps every line that it
    has: a game that tells its beginning otherwise is refused."""
    with closing(open_match(match)) as replay:
        folder, kept, first_ns = replay.folder, [each.words for each in replay.acts], replay.first_ns
    lines = any_lines(game).splitlines()
    if lines[: len(kept)] != kept:
        raise BadRequestError(
            "{match}: keeps another game, expected one that goes on from its {count} lines",
            match=folder,
            count=len(kept),
        )
    times = [0, *(each.t_ns for each in game.log.records)]
    new, last = [], 0
    for t_ns, line in zip(times[len(kept) :], lines[len(kept) :], strict=True):
        last = last if t_ns is None else t_ns
        new.append((first_ns + last, line))
    if new:
        now_ms, key = time.time_ns() // 1_000_000, table_key_or_none(key_folder())
        note_acts(folder, new, wall_ms=now_ms, by=account_name(), key=key)
    return len(new)
