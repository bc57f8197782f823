"""Games and cases of games for the fuzzer, and what is done with them."""

from functools import cache
from pathlib import Path

from tableassist.cli.referee.told import terminal_game
from tableassist.matches.games import JUDGE, read_game
from tableassist.store.game import parse_any_lines
from tableassist.store.score import score_of_game, score_text

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
CARD_GAME = (
    '{"game": "card", "players": ["A", "B"], "row": ["e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3"], '
    '"adventures": ["treasure-map-1", "mutiny-1"], "movements": ["fog-1", "sabotage-1", "lost-at-sea-2"], '
    '"readings": {"mutiny": "undamaged"}, "pirates": {"A": ["e1", "s2", "d3"]}, "shuffles": [["fog-1"]]}',
    '{"act": "play", "player": "A", "movement": "lost-at-sea-2", "ships": ["e1"], "by": "A"}',
    '{"act": "turn-up", "card": "sabotage-2"}',
    '{"act": "accuse", "player": "B", "accused": "A", "pirate": "e1", "stands": true}',
    '{"act": "mutiny", "player": "", "pirate": "s1"}',
    '{"act": "correct", "what": "fame", "value": ["e1", "3"]}',
    '{"strike": 1}',
)


def referee_file(path):
    """Whatever was said, it is judged and folded, or refused in one line."""
    file = read_game(str(path)).game
    game = terminal_game(file)
    refereed = game.referee(file.start, file.log, None)
    return game.game_object(refereed.game, JUDGE), [game.act_object(act, JUDGE) for act in refereed.acts]


def game_seeds():
    return "\n".join(GAME).encode(), "\n".join(CARD_GAME).encode()


@cache
def game_score_seeds():
    return tuple(score_text(score_of_game(parse_any_lines(each.decode(), where="x"))).encode() for each in game_seeds())


@cache
def case_seeds():
    return tuple(path.read_bytes() for path in sorted(CASES.rglob("*.toml"))[::40])
