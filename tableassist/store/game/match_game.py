"""The game of a recorded match: the acts that it keeps are the lines of a game's file, the set-up first."""

from collections.abc import Sequence

from tableassist.store.game.game_file import GameFile
from tableassist.store.game.json_lines import object_on, parse_json_lines


def is_kept_game(words: Sequence[str]) -> bool:
    """Of ours: JSON lines."""
    return bool(words) and words[0].lstrip().startswith("{")


def game_of_acts(words: Sequence[str], where: str) -> GameFile | None:
    """None where nobody kept a constructible game of ours. BadFileError where the lines are no game."""
    if not is_kept_game(words) or "game" in object_on(words[0], where):
        return None
    return parse_json_lines("\n".join(words), where=where)
