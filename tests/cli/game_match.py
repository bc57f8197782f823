"""The demo's match with a game in it: a foul, treasure, a ram with boarding, shots, a sinking, and a winner."""

import json

from tableassist.matches.games import keep_game
from tableassist.store.game import parse_json_lines
from tests.cli.demo_match import write_demo_match

ENGLISH, PIRATES = "English", "Pirates"
SET_UP = {
    "edition": "revolution",
    "players": [{"name": ENGLISH}, {"name": PIRATES}],
    "ships": [
        {"id": "oxley", "name": "HMS Oxley", "owner": ENGLISH, "masts": 3, "cannons": "3S-3L-3S", "at": ""},
        {"id": "titan", "name": "HMS Titan", "owner": ENGLISH, "masts": 2, "cannons": "2L-2L", "cargo": 4, "at": ""},
        {"id": "harbinger", "name": "Harbinger", "owner": PIRATES, "masts": 1, "cannons": "2L", "at": "",
         "coins": [{"id": "c9", "value": 4}]},
        {"id": "bonny-kate", "name": "Bonny Kate", "owner": PIRATES, "masts": 2, "cannons": "3S-3S", "at": "",
         "coins": [{"id": "c1", "value": 5}, {"id": "c2", "value": 2}]},
    ],
    "islands": [
        {"id": "port", "name": "Port Royal", "home": ENGLISH},
        {"id": "tortuga", "name": "Tortuga", "home": PIRATES},
        {"id": "palm", "name": "Palm Island", "coins": [{"id": "c3", "value": 3}, {"id": "c4", "value": 6}]},
    ],
}  # fmt: skip
ACTS = [
    {"act": "move", "ship": "oxley", "t_s": 0.3},
    {"act": "shoot", "ship": "oxley", "target": "harbinger", "cannon": 1, "roll": 2, "line": "yes", "t_s": 0.6},
    {"act": "end-turn", "player": ENGLISH, "t_s": 0.9},
    {"act": "move", "ship": "bonny-kate", "docks": "tortuga", "t_s": 2.3},
    {"act": "move", "ship": "harbinger", "bow_on": ["titan"], "t_s": 5.0},
    {"act": "ram", "ship": "harbinger", "target": "titan", "roll": 5, "t_s": 5.3},
    {"act": "lose-mast", "ship": "titan", "mast": 2, "t_s": 5.3},
    {"act": "board", "ship": "harbinger", "target": "titan", "roll": 2, "enemy_roll": 6, "t_s": 5.6},
    {"act": "boarding-prize", "ship": "titan", "coin": "c9", "t_s": 5.9},
    {"act": "end-turn", "player": PIRATES, "t_s": 5.9},
    {"act": "shoot", "ship": "oxley", "target": "harbinger", "cannon": 3, "roll": 2, "line": "yes", "t_s": 8.0},
    {"act": "shoot", "ship": "oxley", "target": "harbinger", "cannon": 1, "roll": 5, "line": "yes", "t_s": 8.3},
    {"act": "shoot", "ship": "oxley", "target": "harbinger", "cannon": 2, "roll": 6, "line": "yes", "t_s": 8.9},
    {"act": "move", "ship": "titan", "docks": "palm", "t_s": 11.0},
    {"act": "end-turn", "player": ENGLISH, "t_s": 11.3},
    {"act": "end-turn", "player": PIRATES, "t_s": 11.6},
    {"act": "explore", "ship": "titan", "island": "palm", "take": ["c3", "c4"], "t_s": 14.0},
    {"act": "end-turn", "player": ENGLISH, "t_s": 14.3},
    {"act": "end-turn", "player": PIRATES, "t_s": 17.0},
    {"act": "move", "ship": "titan", "docks": "port", "t_s": 20.0},
]
"""Each at the time of a picture of the demo's match."""
LINES = [json.dumps(each) for each in (SET_UP, *ACTS)]
KINDS = {
    2: "foul", 4: "unloaded", 6: "ram", 8: "boarding", 11: "shot", 12: "hit", 13: "sunk", 20: "end",
}  # fmt: skip
"""By the number of the act: the weightiest thing that came of it, worked out by hand."""


def whole_game(lines=LINES):
    return parse_json_lines("\n".join(lines), where="game.jsonl")


def write_game_match(path, *, video):
    match = write_demo_match(path, video=video)
    keep_game(match, whole_game())
    return match
