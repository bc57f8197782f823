"""A game's file, whichever form it has: what is said is added, and everything else in it stays as it was."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tableassist.errors import BadFileError, BadRequestError
from tableassist.plain_file import read_plain_text
from tableassist.rulebook import Log
from tableassist.store.files import bad_file, write_text_safely
from tableassist.store.game import MOST_BYTES, AnyGameFile, GameFile, any_lines, parse_any_lines
from tableassist.store.score import (
    NEWEST,
    WITH_ACTS,
    Score,
    Tag,
    act_lines,
    game_of_score,
    parse_score,
    score_of_game,
    score_text,
)

STDIN = "-"


@dataclass(frozen=True, slots=True)
class GameDocument:
    game: AnyGameFile
    score: Score | None = None
    """The score that it was read from; None: it is JSON lines."""

    @property
    def constructible(self) -> GameFile:
        """BadRequestError where it is a card game."""
        if isinstance(self.game, GameFile):
            return self.game
        raise BadRequestError("got a card game, expected the constructible game")

    def with_log(self, log: Log[Any]) -> "GameDocument":
        """The log has grown."""
        game = type(self.game)(self.game.start, log)  # type: ignore[arg-type]
        if self.score is None:
            return GameDocument(game)
        new = act_lines(game)[len(self.game.log.records) :]
        return GameDocument(game, Score(_with_acts(self.score), (*self.score.lines, *new)))

    @property
    def text(self) -> str:
        return any_lines(self.game) if self.score is None else score_text(self.score)


def _with_acts(score: Score) -> tuple[Tag, ...]:
    """The tags: a score with acts is of the version that has them."""
    others = tuple(each for each in score.tags if each.name != "Format")
    return (Tag("Format", (str(NEWEST if score.is_card_game else WITH_ACTS),)), *others)


def read_score_or_game(path: Path) -> Score:
    """A game in JSON lines is told as the score of its acts."""
    text = read_plain_text(path, MOST_BYTES)
    if _is_json(text):
        return score_of_game(parse_any_lines(text, where=str(path)))
    return parse_score(text, where=str(path))


def parse_game(text: str, where: str) -> GameDocument:
    if _is_json(text):
        return GameDocument(parse_any_lines(text, where=where))
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
