"""The score of a game (PCN). Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.score.chronicle_words import terrain_words, time_words
    from tableassist.store.score.from_chronicle import score_of, told_touches
    from tableassist.store.score.game_score import act_lines, game_of_score, refereed_score, score_of_game, with_game
    from tableassist.store.score.page import score_page
    from tableassist.store.score.reader import parse_score, write_score
    from tableassist.store.score.ruling_words import first_line, name_of_piece, question_of
    from tableassist.store.score.score import NEWEST, WITH_ACTS, Score, Tag
    from tableassist.store.score.text import score_text
    from tableassist.store.score.words import score_lines
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "chronicle_words": "terrain_words time_words",
            "from_chronicle": "score_of told_touches",
            "game_score": "act_lines game_of_score refereed_score score_of_game with_game",
            "page": "score_page",
            "reader": "parse_score write_score",
            "ruling_words": "first_line name_of_piece question_of",
            "score": "NEWEST Score Tag WITH_ACTS",
            "text": "score_text",
            "words": "score_lines",
        },
    )

__all__ = [
    "NEWEST",
    "WITH_ACTS",
    "Score",
    "Tag",
    "act_lines",
    "first_line",
    "game_of_score",
    "name_of_piece",
    "parse_score",
    "question_of",
    "refereed_score",
    "score_lines",
    "score_of",
    "score_of_game",
    "score_page",
    "score_text",
    "terrain_words",
    "time_words",
    "told_touches",
    "with_game",
    "write_score",
]
