"""One recorder at a time has a match, however closely others follow, and a look at it keeps nobody out."""

import threading

import pytest

from tableassist.errors import BadFileError
from tableassist.store.match import LOCK, MatchLock, is_being_recorded

ROUNDS = 200


def test_a_lock_file_that_its_holder_removes_is_not_taken_for_the_lock(tmp_path, monkeypatch):
    """Whoever opened it before it was removed would hold a file that nobody else looks at."""
    first, second = MatchLock(tmp_path), MatchLock(tmp_path)
    first.take()
    from tableassist.store.match import folder

    plain, opened = folder._locked, []

    def freed_in_between(file):
        if not opened:
            opened.append(file)
            first.free()
        return plain(file)

    monkeypatch.setattr(folder, "_locked", freed_in_between)
    second.take()
    assert (tmp_path / LOCK).exists()
    assert is_being_recorded(tmp_path)
    with pytest.raises(BadFileError, match="is being recorded by another"):
        MatchLock(tmp_path).take()
    second.free()
    assert not is_being_recorded(tmp_path)


def test_whoever_only_looks_does_not_keep_a_recorder_out(tmp_path):
    ends = threading.Event()

    def look():
        while not ends.is_set():
            is_being_recorded(tmp_path)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for _ in range(ROUNDS):
            lock = MatchLock(tmp_path)
            lock.take()
            lock.free()
    finally:
        ends.set()
        looking.join()
