"""The acts of a match, folded again."""

from collections.abc import Iterator

from tableassist.formats.match.chain.finding import MatchFinding, differs, not_proven, told
from tableassist.messages import template
from tableassist.play.compare import compare_log, work_of
from tableassist.referee.acts.text import act_text
from tableassist.referee.referee import PIRATES
from tableassist.referee.state.new_game import new_game
from tableassist.runtime.replay.replay import Replay
from tableassist.services.recorded_match import game_of_match

MOST_WORK = 500_000
"""Acts that are folded: an honest game of 400 acts, each amended once, takes a third of it."""


def check_acts(replay: Replay) -> Iterator[MatchFinding]:
    """BadFileError where they are no game."""
    game = game_of_match(replay)
    if game is None:
        return
    if work_of(game.log) > MOST_WORK:
        yield not_proven("its acts were amended so often that they are not judged again")
        return
    differing = 0
    for entry, now in compare_log(new_game(game.start), game.log, PIRATES):
        differing += 1
        assert entry.view is not None
        what = template("act {number} ({act}) was judged {before}, and is judged {after} now")
        said = {"number": entry.number, "act": act_text(entry.act)}
        yield differs(what, before=entry.view.opinion.value, after=now.opinion.value, **said)
    kept = sum(each.view is not None for each in game.log.entries)
    if kept and not differing:
        yield told("{count} acts judged again: the same as when they were said", count=kept)
