"""Spoiled inputs for everything that is read: each ends in a value or in one line of ours, soon, and leaves nothing.

    python -m bench.fuzz --inputs 100000          all readers, on two cores
    python -m bench.fuzz --number 4711 --seed 1   one input again, with its traceback

An input follows from the seed and its number alone. Readers work in processes of their own, which are ended when one
hangs; their memory is limited and watched, warnings are errors, and nothing may be printed.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
import traceback
import unicodedata
import warnings
from collections import Counter
from contextlib import suppress
from ctypes import CDLL
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import psutil

MOST_S = 2.0
"""Of the clock and of the processor, whichever says less: other programs may take the processor."""
PATIENCE_S = 60.0
"""A reader that has not come back by then is ended."""
ROOM_BYTES = 1_500_000_000
"""Beside what a reader's process takes before the first input."""
MOST_LETTERS = 1000
MOST_GROWTH_MB = 40.0
EVERY_PLACE = 12
"""Each so manieth round, something else than a file stands in the file's place."""
WARM_UP = 0.5
"""Share of the inputs before memory is counted: shapes of strangers' pieces are kept in caches of bounded size, which
fill up first."""
SAMPLE = 10
"""Inputs between two looks at the memory."""
READERS = "bench.fuzz_readers"
"""The module with the table of readers; imported in the processes that read."""
CODECS = (
    "Corrupt JPEG data",
    "libpng ",
    "Inconsistent progression",
    "Premature end of JPEG",
    "Invalid SOS",
    "Warning: ",
)


@dataclass(frozen=True)
class Finding:
    number: int
    reader: str
    what: str
    """crash, hang, slow, printed, memory, or how an error is not one line of ours."""
    words: str


@dataclass
class Report:
    seed: int
    inputs: int = 0
    ends: Counter = field(default_factory=Counter)
    """(reader, value or error)."""
    slowest: dict = field(default_factory=dict)
    """By reader: seconds, number."""
    findings: list = field(default_factory=list)
    growth_mb: list = field(default_factory=list)
    peak_mb: float = 0.0
    seconds: float = 0.0


class Work:
    """The readers in one process."""

    def __init__(self, seed, folder, readers=READERS):
        from bench import fuzz_places  # noqa: PLC0415

        module = import_module(readers)
        self.seed = seed
        self.folder = folder
        self.places = fuzz_places
        self.turns = [reader for reader in module.READERS for _ in range(reader.share)]
        module.beside(folder)
        fuzz_places.named_places(folder)
        (folder / "pictures").mkdir(exist_ok=True)

    def warm_up(self):
        """Every reader reads a good example: what it keeps for ever is there before memory is counted."""
        for reader in dict.fromkeys(self.turns):
            data = reader.seeds()[0]
            path = self.folder / reader.file
            if reader.is_file:
                self.places.clear(path)
                path.write_bytes(data)
            with suppress(Exception):
                reader.read(path if reader.is_file else data)

    def made(self, number):
        """The reader, and what it is to read."""
        reader = self.turns[number % len(self.turns)]
        turn = number // len(self.turns)
        rng = np.random.default_rng((self.seed, number))
        from bench.fuzz_mutators import spoiled  # noqa: PLC0415

        path = self.folder / reader.file
        if reader.is_file and turn % EVERY_PLACE == 0:
            places = self.places.PLACES
            self.places.stand_there(path, places[int(rng.integers(len(places)))])
            return reader, path
        data = spoiled(reader.seeds(), reader.ways, rng)
        if not reader.is_file:
            return reader, data
        self.places.clear(path)
        path.write_bytes(data)
        if reader.name == "picture":
            (self.folder / "pictures" / f"{number % 3}.png").write_bytes(data)
        return reader, path

    def ended(self, reader, given):
        """The reader, how it ended, how long it took, and what is wrong with that."""
        from tableassist.errors import TableAssistError  # noqa: PLC0415

        begun, worked = time.perf_counter(), time.process_time()
        try:
            reader.read(given)
            end, wrong = "value", None
        except TableAssistError as error:
            end, wrong = "error", not_one_line(str(error))
        except MemoryError:
            end, wrong = "crash", ("memory", f"more than {ROOM_BYTES} bytes")
        except BaseException:
            end, wrong = "crash", ("crash", traceback.format_exc()[-1500:])
        took = min(time.perf_counter() - begun, time.process_time() - worked)
        return reader, end, took, wrong


def not_one_line(message):
    if not message.strip():
        return "empty", repr(message)
    if not all(letter.isprintable() or unicodedata.category(letter) == "Zs" for letter in message):
        return "not one line", repr(message)[:MOST_LETTERS]
    if len(message) > MOST_LETTERS:
        return "long", f"{len(message)} letters: {message[:200]}"
    return None


def not_a_codecs(printed):
    """The decoders of JPEG and PNG inside OpenCV speak to the terminal themselves, and cannot be kept from it."""
    lines = [line for line in printed.splitlines() if line and not line.startswith(CODECS)]
    return ("printed", " | ".join(lines)[:MOST_LETTERS]) if lines else None


def work(seed, numbers, folder, readers, most_s, at, since, tell):
    """In a process of its own: reads each input, and tells how it ended."""
    warnings.simplefilter("error")
    printed = (folder / "printed.txt").open("wb", buffering=0)
    for stream in (1, 2):
        os.dup2(printed.fileno(), stream)
    mine = Work(seed, folder, readers)
    me = psutil.Process()
    mine.warm_up()
    room = me.memory_info().vms + ROOM_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    sizes, size = [], 0
    for turn, number in enumerate(numbers):
        if turn % SAMPLE == 0:
            give_back()
            sizes.append(me.memory_info().rss)
        since.value, at.value = time.monotonic(), number
        try:
            made = mine.made(number)
        except Exception:  # a fault of the harness, and not of a reader
            tell.send(
                (number, mine.turns[number % len(mine.turns)].name, "crash", 0.0, ("harness", traceback.format_exc()))
            )
            continue
        reader, end, took, wrong = mine.ended(*made)
        if wrong is None and took > most_s:
            wrong = "slow", f"{took:.1f} s"
        now = os.fstat(printed.fileno()).st_size
        if wrong is None and now > size:
            wrong = not_a_codecs((folder / "printed.txt").read_bytes()[size:].decode("utf-8", "replace"))
        size = now
        tell.send((number, reader.name, end, took, wrong))
    at.value = -1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    tell.send((None, growth(sizes) / 1e6, peak / 1e6))


def give_back():
    """Hand free pages back to the system. glibc keeps those of a large picture for as long as one small block lies
    above them, and by chance that looked like growth."""
    trim = getattr(CDLL(None), "malloc_trim", None)  # other C libraries have none
    if trim is not None:
        trim(0)


def growth(sizes):
    """Of a process, from its samples: the least at the end less the least after the warm-up. A large picture that was
    just read is still there for a moment, and no growth."""
    late = sizes[round(WARM_UP * len(sizes)) :] or [0]
    some = max(1, len(late) // 5)
    return min(late[-some:]) - min(late[:some])


class Worker:
    """One process and the inputs that are left for it; a new one goes on behind an input that broke it."""

    def __init__(self, seed, numbers, folder, readers, patience_s, most_s):
        self._context = get_context("spawn")
        self._seed, self._numbers, self._folder = seed, numbers, folder
        self._readers, self._patience_s, self._most_s = readers, patience_s, most_s
        self.done = False
        self._start()

    def _start(self):
        self._at, self._since = self._context.Value("q", -1), self._context.Value("d", time.monotonic())
        # Not a queue: what it holds back in a thread would be lost with a process that dies.
        self._told, tell = self._context.Pipe(duplex=False)
        what = (self._seed, self._numbers, self._folder, self._readers, self._most_s)
        self._process = self._context.Process(target=work, args=(*what, self._at, self._since, tell), daemon=True)
        self._process.start()
        tell.close()

    def take(self, report):
        """What it has told; None for nothing new."""
        self._drain(report)
        if not self.done:
            self._look(report)

    def _drain(self, report):
        with suppress(EOFError):
            while not self.done and self._told.poll(0.05):
                self._note(self._told.recv(), report)

    def _note(self, told, report):
        if told[0] is None:
            report.growth_mb.append(round(told[1], 1))
            report.peak_mb = max(report.peak_mb, told[2])
            self.done = True
            self._process.join()
            return
        number, reader, end, took, wrong = told
        report.inputs += 1
        report.ends[reader, end] += 1
        report.slowest[reader] = max(report.slowest.get(reader, (0.0, 0)), (took, number))
        if wrong is not None:
            report.findings.append(Finding(number, reader, *wrong))
        self._numbers = self._numbers[self._numbers.index(number) + 1 :]

    def _look(self, report):
        if not self._process.is_alive():
            self._drain(report)
            if self.done:
                return
        number, late = self._at.value, time.monotonic() - self._since.value
        if self._process.is_alive() and not (number >= 0 and late > self._patience_s):
            return
        words = f"{late:.0f} s" if self._process.is_alive() else f"exit code {self._process.exitcode}"
        what = "hang" if self._process.is_alive() else "death"
        self._process.kill()
        self._process.join()
        report.inputs += 1
        report.findings.append(Finding(number, "", what, words))
        self._numbers = self._numbers[self._numbers.index(number) + 1 :] if number in self._numbers else ()
        if self._numbers:
            self._start()
        else:
            self.done = True


def run(inputs, seed, *, processes=2, progress=None, readers=READERS, patience_s=PATIENCE_S, most_s=MOST_S):
    """Reads that many inputs, and reports."""
    # Else each thread of a decoder leaves glibc an arena of its own, and memory goes up and down by 60 MB.
    os.environ.setdefault("MALLOC_ARENA_MAX", "1")
    report, begun = Report(seed), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        workers = []
        for which in range(processes):
            folder = Path(name) / str(which)
            folder.mkdir()
            workers.append(Worker(seed, range(which, inputs, processes), folder, readers, patience_s, most_s))
        while not all(worker.done for worker in workers):
            for worker in workers:
                if not worker.done:
                    worker.take(report)
            if progress is not None:
                progress(report)
    report.seconds = time.monotonic() - begun
    return report


def words(report):
    found = len(report.findings)
    yield f"fuzz: {report.inputs} inputs from seed {report.seed} in {report.seconds:.0f} s, {found} findings"
    for reader in sorted({name for name, _ in report.ends}):
        counts = {end: report.ends[reader, end] for end in ("value", "error")}
        slow, number = report.slowest[reader]
        yield f"  {reader:<20} {counts['value']:>7} values {counts['error']:>7} errors  slowest {slow:.3f} s ({number})"
    growth = ", ".join(f"{mb:+.1f}" for mb in report.growth_mb)
    yield f"  memory after warm-up: {growth} MB a process; peak {report.peak_mb:.0f} MB"
    alike = {}
    for each in report.findings:
        alike.setdefault((each.reader, each.what, each.words.strip().split("\n")[-1][-120:]), []).append(each)
    for some in list(alike.values())[:40]:
        first = some[0]
        yield f"  {len(some)} times, first {first.number} {first.reader}: {first.what}: {first.words}"


def misses(report):
    """What falls short of what the project promises."""
    out = [f"{each.number} {each.reader}: {each.what}: {each.words}" for each in report.findings]
    return out + [f"memory grew by {mb} MB" for mb in report.growth_mb if mb > MOST_GROWTH_MB]


def again(number, seed):
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        mine = Work(seed, Path(name))
        reader, given = mine.made(number)
        print(reader.name, given, (given.read_bytes() if given.is_file() else "") if reader.is_file else "")
        print(reader.read(given))


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="only this input, again")
    asked = parser.parse_args(arguments)
    if asked.number is not None:
        return again(asked.number, asked.seed)
    report = run(asked.inputs, asked.seed)
    print("\n".join(words(report)))
    return 1 if misses(report) else 0


if __name__ == "__main__":
    sys.exit(main())
