"""The whole bench by one command: what is timed has the machine to itself, the rest runs two at a time."""

import os
import subprocess
import sys
import threading
import time
from queue import Empty, SimpleQueue

LANES = 2
"""For two cores; each part in a lane keeps to one process."""
ALONE = ("speed", "rules", "window", "eye", "pages", "long")
"""First, one after the other."""
LONGEST = ("accuracy", "lies", "league", "evidence", "referee", "dice", "hull")
"""Before the others, so that no lane is left with one of them at the end."""


def run(parts, words, tell):
    """Each of these parts in a process of its own, which writes down its figures; `words` go to each. The names of
    those that could not be measured."""
    begun, failed = time.monotonic(), []

    def measure(part, **more):
        done = subprocess.run(
            [sys.executable, "-m", "bench", *words, part],
            env={**os.environ, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        tell(done.stdout)
        if done.returncode not in (0, 1):  # 1: measured, and something falls short
            failed.append(part)
        tell(f"{part} is done, {(time.monotonic() - begun) / 60:.0f} minutes after the beginning")

    for part in (part for part in ALONE if part in parts):
        measure(part)
    waiting = SimpleQueue()
    for part in (*(part for part in LONGEST if part in parts), *(part for part in parts if part not in LONGEST)):
        if part not in ALONE:
            waiting.put(part)

    def lane():
        while True:
            try:
                part = waiting.get_nowait()
            except Empty:
                return
            measure(part, BENCH_PROCESSES="1")

    lanes = [threading.Thread(target=lane) for _ in range(LANES)]
    for each in lanes:
        each.start()
    for each in lanes:
        each.join()
    return failed
