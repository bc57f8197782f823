"""Readers that do each of the things that the harness must notice."""

import os
import time

from bench.fuzz_mutators import noise
from bench.fuzz_reader import Reader
from tableassist.errors import BadFileError


def beside(_folder):
    pass


def hangs(_data):
    time.sleep(60.0)


def dies(_data):
    os.abort()


def prints(_data):
    os.write(2, b"hello\n")


def breaks(_data):
    raise KeyError("no such thing")


def fills_the_memory(_data):
    return bytearray(3_000_000_000)


def goes_on_and_on(_data):
    raise BadFileError("")


def works_long(_data):
    begun = time.process_time()
    while time.process_time() - begun < 0.5:
        pass


def is_fine(data):
    if data:
        raise BadFileError("x.toml: got this, expected that")


def is_warm(read):
    """The first time it is only warmed up."""
    seen = []

    def second_time(data):
        if data == b"warm" and not seen:
            seen.append(data)
            return None
        return read(data)

    return second_time


BAD = (hangs, dies, prints, breaks, fills_the_memory, goes_on_and_on, works_long, is_fine)
GOOD = (b"warm",)
READERS = tuple(Reader(read.__name__, "", is_warm(read), lambda: GOOD, (noise,), 1, is_file=False) for read in BAD)
