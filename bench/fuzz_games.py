"""Games and cases of games for the fuzzer, and what is done with them."""

from functools import cache
from pathlib import Path

from tableassist.formats.game.json_lines import parse_json_lines
from tableassist.formats.score.game_score import score_of_game
from tableassist.formats.score.text import score_text
from tableassist.referee.refereed import referee_game
from tableassist.services.referee.document import read_game
from tableassist.services.referee.game_json import act_object, game_object

CASES = Path(__file__).parents[1] / "tests" / "cases" / "referee"
GAME = (
    '{"players": [{"name": "A"}, {"name": "B"}], "ships": [{"id": "h", "owner": "A", "masts": 3, "cannons": "2L-3S"}, '
    '{"id": "o", "owner": "B", "coins": [{"id": "c"}]}], "islands": [{"id": "i", "home": "A"}, {"id": "w"}], '
    '"terrain": [{"id": "r", "kind": "reef"}]}',
    '{"act": "move", "ship": "h", "docks": "w", "terrain": ["r"], "by": "A"}',
    '{"act": "fact", "subject": "h", "kind": "shot", "target": "o", "cannon": 1, "answer": "too_close"}',
    '{"act": "shoot", "ship": "h", "target": "o", "cannon": 1, "roll": 6, "stands": true}',
    '{"strike": 1}',
    '{"act": "end-turn", "player": "A", "after": 2}',
)


def referee_file(path):
    """Whatever was said, it is judged and folded, or refused in one line."""
    game = read_game(str(path)).game
    refereed = referee_game(game.start, game.log)
    return game_object(refereed.game), [act_object(each) for each in refereed.acts]


def game_seeds():
    return ("\n".join(GAME).encode(),)


@cache
def game_score_seeds():
    return tuple(
        score_text(score_of_game(parse_json_lines(each.decode(), where="x"))).encode() for each in game_seeds()
    )


@cache
def case_seeds():
    return tuple(path.read_bytes() for path in sorted(CASES.rglob("*.toml"))[::40])
