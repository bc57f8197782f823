"""What every child process of ours begins with."""

import sys

import pytest

from tableassist.process import begin_child, start_child
from tableassist.process.child_process import MOST_BYTES


def greedy(connection) -> None:
    begin_child()
    for size in (MOST_BYTES // 100, MOST_BYTES + 1):
        try:
            bytes(size)
            connection.send("had it")
        except MemoryError:
            connection.send("refused")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts all memory here")
def test_a_child_that_wants_too_much_memory_does_not_get_it():
    process, ours = start_child(greedy, name="greedy", duplex=False)
    try:
        assert [ours.recv(), ours.recv()] == ["had it", "refused"]
    finally:
        process.kill()
        process.join()
        ours.close()
