"""Coverage-guided fuzzing of what strangers send: atheris looks which bytes lead to new code, and goes on from there.

    python -m bench.fuzz_coverage toml --runs 100000
    python -m bench.fuzz_coverage jpeg --runs 100000

It ends with the number of runs, or at the first input that ends in anything but a value or one line of ours.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tableassist"]):
    from tableassist.capture.network.http_stream import JpegSplitter
    from tableassist.capture.picture import read_claimed_size_px
    from tableassist.errors import TableAssistError
    from tableassist.store.camera.board_file import CharucoEntry
    from tableassist.store.camera.mat_layout_file import SurveyFileEntry
    from tableassist.store.camera.profile_file import ProfileEntry
    from tableassist.store.case.file import CaseEntry
    from tableassist.store.files import parse_toml
    from tableassist.store.files.toml_file import convert
    from tableassist.store.models.file import ModelEntry
    from tableassist.store.score import parse_score, score_text
    from tableassist.store.table import settings_of_text

from bench import fuzz_readers, fuzz_records
from bench.fuzz import not_one_line

HERE = Path("fuzz.toml")
KINDS = (CharucoEntry, CaseEntry, SurveyFileEntry, ModelEntry, ProfileEntry)
LIMIT_BYTES = 4000


def read_toml_text(data):
    text = data.decode("utf-8", "replace")
    raw = parse_toml(HERE, text)
    for kind in KINDS:
        told(lambda kind=kind: convert(HERE, raw, kind))
    settings_of_text(HERE, text)


def read_jpegs(data):
    """The pictures that come out are what went in, cut up, and none is longer than allowed."""
    splitter = JpegSplitter(limit_bytes=LIMIT_BYTES)
    left = data
    for begin in range(0, len(data), 97):
        splitter.feed(data[begin : begin + 97])
        while (picture := splitter.next_picture()) is not None:
            assert picture.startswith(b"\xff\xd8\xff")
            assert picture.endswith(b"\xff\xd9")
            assert picture in left
            left = left[left.index(picture) + len(picture) :]


def read_score_text(data):
    """What reads is written as text that reads as the same."""
    score = parse_score(data.decode("utf-8", "replace"))
    assert parse_score(score_text(score)) == score


def read_sizes(data):
    size = read_claimed_size_px(data)
    assert size is None or min(size) >= 0


TARGETS = {
    "toml": (read_toml_text, lambda: (*fuzz_readers.table_seeds()[:1], *fuzz_readers.profile_seeds())),
    "jpeg": (read_jpegs, fuzz_readers.stream_seeds),
    "score": (read_score_text, fuzz_records.score_seeds),
    "size": (read_sizes, fuzz_readers.picture_seeds),
}


def told(read):
    """Runs it; what ends in an error of ours must be one line."""
    words = "a value"
    try:
        read()
    except TableAssistError as problem:
        words = str(problem)
    assert not_one_line(words) is None, words


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    read, seeds = TARGETS[asked.target]
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for number, data in enumerate(seeds()):
            (Path(folder) / str(number)).write_bytes(data)
        options = [
            f"-runs={asked.runs}",
            f"-seed={asked.seed}",
            "-timeout=10",
            "-max_len=20000",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *options, folder], lambda data: told(lambda: read(data)))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
