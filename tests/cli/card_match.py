"""A match that was recorded at a card table, with its game: a card, a foul, an accusation, the end, and a winner."""

import json

import numpy as np

from tableassist.matches.games import keep_game
from tableassist.matches.recording import Recorder
from tableassist.pipeline.card_game.as_moment import card_moment, card_table
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.store.game import parse_any_lines
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile

ROW = ["e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3"]
SET_UP = {
    "game": "card",
    "name": "Friday cards",
    "players": ["Anne", "Mary"],
    "row": ROW,
    "names": {"s1": "Santa Ana"},
    "adventures": ["treasure-map-1"],
    "movements": ["sabotage-1", "temporary-alliance-1", "fog-1"],
}
ACTS = [
    {"act": "play", "player": "Anne", "movement": "temporary-alliance-1", "ships": ["d1", "e2"], "t_s": 1.0},
    {"act": "turn-up", "card": "lost-at-sea-1", "t_s": 1.2},
    {"act": "turn-up", "card": "legendary-treasure-1", "t_s": 1.4},
    {"act": "repair", "player": "Anne", "t_s": 1.6},
    {"act": "accuse", "player": "Mary", "accused": "Anne", "pirate": "d1", "t_s": 2.0},
    {"act": "answer", "player": "Anne", "yes": True, "t_s": 2.4},
    {"act": "turn-up", "card": "maelstrom-1", "t_s": 2.6},
    {"act": "correct", "what": "pile", "value": ["0"], "t_s": 3.0},
    {"act": "pass", "player": "Anne", "t_s": 3.2},
    {"act": "reveal", "player": "Anne", "pirates": ["d1", "e3", "s3"], "t_s": 3.4},
    {"act": "reveal", "player": "Mary", "pirates": ["e2", "s1", "d3"], "t_s": 3.6},
]
LINES = [json.dumps(each) for each in (SET_UP, *ACTS)]
FAME = {"Anne": 2, "Mary": 4}
"""Worked out by hand. The map gives 1 each to the ships in front: Dutch 1, English 2 and English 1. The accusation
takes half of Dutch 1's 1, rounded up, for Mary. The treasure gives 2 each to Dutch 1 and English 2. Anne: Dutch 1, 2.
Mary: 1 taken, English 2 with 3."""
LAST_S = 4.0


def settings():
    names = {"s1": "Santa Ana"}
    return CardTableSettings("Friday cards", CameraProfile("typical", None), ("Anne", "Mary"), names=names)


def write_card_match(path, *, video, game=True):
    table = card_table(settings())
    recorder = Recorder(path, None, video=video)
    for number in range(round(LAST_S * 5) + 1):
        image = np.full((240, 320, 3), 60 + 5 * number, np.uint8)
        recorder.take(card_moment(Frame(image, number * 200_000_000, number, "studio"), table, 1_794_800_000_000))
        recorder.flush(20.0)  # a busy encoder would leave pictures out
    recorder.close()
    if game:
        keep_game(recorder.folder, parse_any_lines("\n".join(LINES), where="game.jsonl"))
    return recorder.folder
