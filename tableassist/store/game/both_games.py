"""A card game as JSON lines, and the lines of either game. docs/card-game.md explains them.

The text may come from anybody: whatever it holds, it is a game or one line that says where not.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from tableassist.rulebook.cardgame import AnyCardAct, CardStart
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import plain_words
from tableassist.store.game.card_game_file import CardGameFile
from tableassist.store.game.check_card_start import check_card_start
from tableassist.store.game.game_file import GameFile
from tableassist.store.game.json_lines import lines_of, log_of, object_on, parse_json_lines, rows_of, without_format
from tableassist.store.game.match_game import is_kept_game

CARD = "card"
AnyGameFile = GameFile | CardGameFile


def parse_any_lines(text: str, *, where: str) -> AnyGameFile:
    """Of either game: `"game": "card"` in the first line makes it the card game."""
    (first, row), *others = rows_of(text, where)
    raw = object_on(row, f"{where}:{first}")
    if "game" not in raw:
        return parse_json_lines(text, where=where)
    start = card_start_of(without_format(raw, f"{where}:{first}"), f"{where}:{first}")
    return CardGameFile(start, log_of(others, where, AnyCardAct))


def card_start_of(raw: dict[str, Any], where: str) -> CardStart:
    """A set-up as it stands in a file, checked."""
    try:
        start = msgspec.convert(raw, CardStart)
    except msgspec.ValidationError as problem:
        raise bad_file(where, plain_words(str(problem))) from None
    check_card_start(start, where)
    return start


def any_game_of_acts(words: Sequence[str], where: str) -> AnyGameFile | None:
    """The game that a match keeps; None where nobody kept one of ours. BadFileError where the lines are no game."""
    return parse_any_lines("\n".join(words), where=where) if is_kept_game(words) else None


def any_lines(game: AnyGameFile) -> str:
    return lines_of(game.start, game.log)
