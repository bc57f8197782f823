"""A score as a page with the table after each turn, for command and window alike."""

from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.matches.games.document import read_score_or_game
from tableassist.messages import Message
from tableassist.rulebook import RefereedGame
from tableassist.rulebook.cardgame import RefereedCardGame
from tableassist.store.files import write_text_safely
from tableassist.store.score import Score, refereed_score, score_page


def read_refereed(path: Path) -> tuple[Score, RefereedGame | RefereedCardGame | None, Message | None]:
    """A score or a game, what the referee says of it, and why it says nothing where it cannot judge."""
    read = read_score_or_game(path)
    try:
        return read, refereed_score(read, str(path)), None
    except BadFileError as problem:
        return read, None, Message("the referee cannot judge its acts: {problem}", problem=problem.message)


def write_score_page(path: Path, out: Path) -> Message | None:
    """Why the page is without the referee's words, where it is."""
    read, refereed, problem = read_refereed(path)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text_safely(out, score_page(read, refereed))
    return problem
