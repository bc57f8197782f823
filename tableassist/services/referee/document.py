"""A game's file, whichever form it has: what is said is added, and everything else in it stays as it was."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.formats.game.game_file import GameFile
from tableassist.formats.game.json_lines import MOST_BYTES, json_lines, parse_json_lines
from tableassist.formats.io.bad_file import bad_file
from tableassist.formats.io.safe_write import write_text_safely
from tableassist.formats.score.game_score import act_lines, game_of_score, score_of_game
from tableassist.formats.score.reader import parse_score
from tableassist.formats.score.score import NEWEST, Score, Tag
from tableassist.formats.score.text import score_text
from tableassist.plain_file import read_plain_text
from tableassist.play.log import Log
from tableassist.referee.acts.all import AnyAct

STDIN = "-"


@dataclass(frozen=True, slots=True)
class GameDocument:
    game: GameFile
    score: Score | None = None
    """The score that it was read from; None: it is JSON lines."""

    def with_log(self, log: Log[AnyAct]) -> "GameDocument":
        """The log has grown."""
        game = replace(self.game, log=log)
        if self.score is None:
            return GameDocument(game)
        new = act_lines(game)[len(self.game.log.records) :]
        return GameDocument(game, Score(_as_newest(self.score.tags), (*self.score.lines, *new)))

    @property
    def text(self) -> str:
        return json_lines(self.game) if self.score is None else score_text(self.score)


def _as_newest(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """A score with acts is of the version that has them."""
    others = tuple(each for each in tags if each.name != "Format")
    return (Tag("Format", (str(NEWEST),)), *others)


def read_score_or_game(path: Path) -> Score:
    """A game in JSON lines is told as the score of its acts."""
    text = read_plain_text(path, MOST_BYTES)
    if _is_json(text):
        return score_of_game(parse_json_lines(text, where=str(path)))
    return parse_score(text, where=str(path))


def parse_game(text: str, where: str) -> GameDocument:
    if _is_json(text):
        return GameDocument(parse_json_lines(text, where=where))
    score = parse_score(text, where=where)
    return GameDocument(game_of_score(score, where), score)


def _is_json(text: str) -> bool:
    """JSON lines begin with a brace, a score with anything else."""
    return text.removeprefix("\ufeff").lstrip().startswith("{")


def read_game(name: str) -> GameDocument:
    """`-` is the standard input."""
    if name != STDIN:
        return parse_game(read_plain_text(Path(name), MOST_BYTES), name)
    where = "standard input"
    try:
        text = sys.stdin.buffer.read(MOST_BYTES + 1).decode("utf-8")
    except UnicodeDecodeError as problem:
        raise bad_file(where, "not a text file: byte {place} is not UTF-8", place=problem.start) from None
    except OSError as problem:
        raise BadFileError("{where}: cannot be read: {problem}", where=where, problem=str(problem)) from None
    return parse_game(text, where)


def save_game(document: GameDocument, path: Path) -> None:
    write_text_safely(path, document.text)
