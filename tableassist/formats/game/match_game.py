"""The game of a recorded match: the acts that it keeps are the lines of a game's file, the set-up first."""

from collections.abc import Sequence

from tableassist.formats.game.game_file import GameFile
from tableassist.formats.game.json_lines import parse_json_lines


def game_of_acts(words: Sequence[str], where: str) -> GameFile | None:
    """None where nobody kept a game of ours. BadFileError where the lines are no game."""
    if not words or not words[0].lstrip().startswith("{"):
        return None
    return parse_json_lines("\n".join(words), where=where)
