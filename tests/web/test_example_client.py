"""The client in docs follows a game."""

import queue
import subprocess
import sys
from pathlib import Path
from threading import Thread

from tableassist.rulebook.referee.acts.sailing import Move
from tests.table.test_game_desk import START
from tests.web.served_table import served

CLIENT = Path(__file__).parents[2] / "docs" / "pages_client.py"


def test_it_tells_the_score_and_each_act():
    with served(START) as table:
        process = subprocess.Popen(
            [sys.executable, str(CLIENT), table.server.address, table.judge],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines = queue.Queue()
        Thread(target=lambda: [lines.put(line.strip()) for line in process.stdout], daemon=True).start()
        try:
            assert lines.get(timeout=60) == "score: {'Anne': 0, 'Mary': 0}"
            table.at_desk(lambda desk: desk.say(Move("h")))
            assert lines.get(timeout=60) == "Harbinger moves (fine)"
            table.at_desk(lambda desk: desk.say(Move("h")))
            assert lines.get(timeout=60) == "Harbinger moves (foul)"
        finally:
            process.kill()
            process.wait(20)
            process.stdout.close()
