"""The acts of a match, folded again."""

from collections.abc import Iterator
from typing import Any

from tableassist.matches.recorded_match import any_game_of_match
from tableassist.matches.replay.replay import Replay
from tableassist.messages import template
from tableassist.rulebook import PIRATES, Entry, Log, act_text, new_game
from tableassist.rulebook.cardgame import CARD_GAME
from tableassist.rulebook.play import Judgement, compare_log, work_of
from tableassist.store.game import AnyGameFile, CardGameFile
from tableassist.store.match.chain import MatchFinding, differs, not_proven, told

MOST_WORK = 500_000
"""Acts that are folded: an honest game of 400 acts, each amended once, takes a third of it."""


def check_acts(replay: Replay) -> Iterator[MatchFinding]:
    """BadFileError where they are no game."""
    game = any_game_of_match(replay)
    if game is None:
        return
    log: Log[Any] = game.log
    if work_of(log) > MOST_WORK:
        yield not_proven("its acts were amended so often that they are not judged again")
        return
    differing = 0
    for entry, now in _judged_otherwise(game):
        differing += 1
        assert entry.view is not None
        what = template("act {number} ({act}) was judged {before}, and is judged {after} now")
        said = {"number": entry.number, "act": act_text(entry.act)}
        yield differs(what, before=entry.view.opinion.value, after=now.opinion.value, **said)
    kept = sum(each.view is not None for each in game.log.entries)
    if kept and not differing:
        yield told("{count} acts judged again: the same as when they were entered", count=kept)


def _judged_otherwise(game: AnyGameFile) -> Iterator[tuple[Entry[Any], Judgement]]:
    if isinstance(game, CardGameFile):
        return compare_log(CARD_GAME.start(game.start), game.log, CARD_GAME)
    return compare_log(new_game(game.start), game.log, PIRATES)
