"""The whole bench by one command: each part once, what is timed alone and first."""

import threading
from types import SimpleNamespace

from bench import lanes
from bench.__main__ import PARTS


def test_each_part_is_measured_once_and_nothing_runs_beside_what_is_timed(monkeypatch):
    lock, running, asked, beside = threading.Lock(), [], [], {}

    def run(command, *, env, **_):
        part = command[-1]
        with lock:
            running.append(part)
            asked.append((part, command[3:-1], env.get("BENCH_PROCESSES")))
            for each in running:
                beside.setdefault(each, set()).update(running)
        threading.Event().wait(0.01)
        with lock:
            running.remove(part)
        return SimpleNamespace(stdout="", returncode=2 if part == "dice" else 1)

    monkeypatch.setattr(lanes.subprocess, "run", run)
    monkeypatch.delenv("BENCH_PROCESSES", raising=False)
    told = []
    assert lanes.run(tuple(PARTS), ["--share", "0.4"], told.append) == ["dice"]
    assert sorted(part for part, _, _ in asked) == sorted(PARTS)
    assert [part for part, _, _ in asked[: len(lanes.ALONE)]] == list(lanes.ALONE)
    assert all(beside[part] == {part} for part in lanes.ALONE)
    assert max(map(len, beside.values())) > 1
    for part, words, processes in asked:
        assert words == ["--share", "0.4"]
        assert processes == (None if part in lanes.ALONE else "1")
