"""A recorded match as a text to paste in a forum."""

from pathlib import Path

from tableassist import __version__
from tableassist.matches.recorded_match import any_game_of_match, chronicle_of_match, open_match, score_of_match
from tableassist.process import Progress, no_progress
from tableassist.store.report import ForumMarkup, forum_text
from tableassist.store.score import Score, Tag, refereed_score, score_of_game


def forum_text_of_match(match: Path, markup: ForumMarkup, progress: Progress = no_progress) -> str:
    """Its game where it keeps one; else its moves."""
    with open_match(match) as replay:
        game = any_game_of_match(replay)
        if game is None:
            score = score_of_match(replay, chronicle_of_match(replay, progress))
            return forum_text(score, None, markup, version=__version__)
        told = score_of_game(game)
        tags = (Tag("Table", (replay.facts.table,)), Tag("Date", (replay.started.date().isoformat(),)))
    score = Score((*tags, *told.tags), told.lines)
    return forum_text(score, refereed_score(score, str(match)), markup, version=__version__)
