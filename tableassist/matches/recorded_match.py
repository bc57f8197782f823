"""A recorded match as a person names it, a time of it as a person types it, and what happened in it."""

import re
from dataclasses import replace
from pathlib import Path
from threading import Lock

from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches.recording.replay_buffer import matches_root
from tableassist.matches.replay.chronicle import eventful_states, marks_of
from tableassist.matches.replay.replay import Replay
from tableassist.messages import Message, template
from tableassist.pipeline.moves.chronicle import Chronicle, chronicle_of
from tableassist.process import Progress, no_progress, told_by_time
from tableassist.rulebook import Entry, RefereedGame
from tableassist.rulebook.referee import Happening, happenings
from tableassist.store.game import AnyGameFile, CardGameFile, GameFile, any_game_of_acts, game_of_acts
from tableassist.store.match.chain import additions_to
from tableassist.store.match_library import find_match
from tableassist.store.score import Score, Tag, score_of, score_of_game, time_words, with_game

TIME = re.compile(r"(?:(?:([0-9]{1,3}):)?([0-9]{1,3}):)?([0-9]{1,7}(?:\.[0-9]{1,9})?)")


def open_match(match: Path) -> Replay:
    """Its folder, or its name in the library."""
    return Replay(find_match(matches_root(), str(match)))


def open_played_match(match: Path) -> Replay:
    """One of which something was recorded."""
    replay = open_match(match)
    if replay.frame_count == 0:
        replay.close()
        raise _empty(replay)
    return replay


class _LastChronicle:
    """The chronicle of the match that was looked through last: whoever writes its report, score and spreadsheet looks
    for the moves once. Its own lock, since each of them is written in a thread of its own. A match that has grown, or
    in which somebody has made a note, is another key."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: tuple[object, Chronicle] | None = None

    def find(self, key: object) -> Chronicle | None:
        with self._lock:
            return None if self._kept is None or self._kept[0] != key else self._kept[1]

    def keep(self, key: object, chronicle: Chronicle) -> None:
        with self._lock:
            self._kept = key, chronicle


_last_chronicle = _LastChronicle()


def chronicle_of_match(replay: Replay, progress: Progress = no_progress) -> Chronicle:
    span = replay.first_ns, replay.last_ns, replay.frame_count
    key = str(replay.folder), replay.facts.match_id, span, replay.marks, replay.edits, replay.overrulings
    kept = _last_chronicle.find(key)
    if kept is None:
        kept = _find_chronicle(replay, progress)
        _last_chronicle.keep(key, kept)
    return kept


def _find_chronicle(replay: Replay, progress: Progress) -> Chronicle:
    overrulings = replay.overrulings[-1].standing if replay.overrulings else ()
    between = (replay.first_ns, replay.last_ns)
    what = Message("looking for moves")
    states = told_by_time(eventful_states(replay), lambda each: each[0].t_ns, between, what, progress)
    chronicle = chronicle_of(states, marks_of(replay), overrulings)
    if chronicle is None:
        raise _empty(replay)
    return chronicle


def game_of_match(replay: Replay) -> GameFile | None:
    """None where the match keeps no acts, or those of a card game."""
    return game_of_acts([each.words for each in replay.acts], f"{replay.folder}: acts")


def any_game_of_match(replay: Replay) -> AnyGameFile | None:
    """Of either game; None where the match keeps no acts."""
    return any_game_of_acts([each.words for each in replay.acts], f"{replay.folder}: acts")


def happenings_of_match(replay: Replay, game: GameFile, refereed: RefereedGame) -> tuple[Happening, ...]:
    """What came of each act, at the match's own times."""
    notes, records = replay.acts[1:], game.log.records
    noted = zip(notes, records, strict=True) if len(notes) == len(records) else ()
    times = {each.number: note.t_ns - replay.first_ns for note, each in noted if isinstance(each, Entry)}
    return tuple(happenings(refereed, times))


def score_of_match(replay: Replay, chronicle: Chronicle) -> Score:
    """With the acts, where the match keeps any."""
    score = score_of(chronicle, date=replay.started.date().isoformat(), version=replay.facts.app_version)
    game = any_game_of_match(replay)
    if isinstance(game, CardGameFile):
        return card_score_of_match(replay, game)
    return score if game is None else _with_additions(with_game(score, game), replay)


def _with_additions(score: Score, replay: Replay) -> Score:
    """Mark the acts, dice among them, that were added after the end: a tag names their numbers, when, and by whom.

    The first row of a match's acts is the set-up; the others are the acts in the order of the score.
    """
    tags = tuple(
        Tag("AddedAfterEnd", (f"acts {added.rows.first - 1}-{added.rows.last - 1}", f"{added.when} UTC", added.by))
        for added in additions_to(replay.folder)
        if added.table == "acts"
    )
    return replace(score, tags=(*score.tags, *tags))


def card_score_of_match(replay: Replay, game: CardGameFile) -> Score:
    """A card table has no mat and no moves: the score is that of its game."""
    told = score_of_game(game)
    first, *others = told.tags
    score = Score((first, Tag("Date", (replay.started.date().isoformat(),)), *others), told.lines)
    return _with_additions(score, replay)


def parse_time_ns(text: str, what: str) -> int:
    """`187.4`, `3:07.4` or `1:03:07`."""
    found = TIME.fullmatch(text.strip())
    if found is None:
        problem = template("{what}: got '{text}', expected a time such as 187.4, 3:07.4 or 1:03:07")
        raise BadRequestError(problem, what=what, text=text)
    hours, minutes, seconds = (float(each or 0) for each in found.groups())
    return round((3600 * hours + 60 * minutes + seconds) * 1e9)


def moment_ns(replay: Replay, text: str) -> int:
    """As the match counts; it must lie within."""
    since_ns = parse_time_ns(text, "--at")
    if replay.frame_count == 0:
        raise _empty(replay)
    if since_ns > replay.duration_ns + 1_000_000_000:
        lasts = time_words(replay.duration_ns)
        raise BadRequestError("--at: got {text}, but the match lasts {duration}", text=text, duration=lasts)
    return replay.first_ns + since_ns


def _empty(replay: Replay) -> BadFileError:
    return BadFileError("{folder}: nothing was recorded in this match", folder=replay.folder)
