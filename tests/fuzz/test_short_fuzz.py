"""The short form of `python -m bench.fuzz`: 1,600 spoiled inputs over all readers. `make soak` reads 100,000."""

from pathlib import Path

import pytest

from bench import fuzz
from bench.fuzz_places import PLACES
from bench.fuzz_readers import READERS

pytestmark = pytest.mark.xdist_group("fuzz")  # the inputs are read once
INPUTS = 1_600
SEED = 20_240
NEVER_FAIL = {"preferences", "table check", "JPEG splitter", "name shown"}
"""The first two tell what is wrong as a value; the others have nothing that could be."""


@pytest.fixture(scope="module")
def report():
    return fuzz.run(INPUTS, SEED)


def test_every_input_ends_in_a_value_or_in_one_line_of_ours(report):
    assert report.inputs == INPUTS
    assert fuzz.misses(report) == []


def test_every_reader_took_its_turn_and_met_good_and_bad(report):
    for reader in READERS:
        assert report.ends[reader.name, "value"] > 0, reader.name
        assert (report.ends[reader.name, "error"] > 0) is (reader.name not in NEVER_FAIL), reader.name


def test_no_process_grew(report):
    assert len(report.growth_mb) == 2
    assert max(report.growth_mb) < fuzz.MOST_GROWTH_MB


def test_growth_is_what_stays():
    flat = [300, 320, 340, *[345] * 50]
    assert fuzz.growth([*flat, 345, 345, 800]) == 0, "a large input at the very end"
    assert fuzz.growth([100 + turn for turn in range(100)]) == 40
    assert fuzz.growth([]) == 0


def test_the_harness_notices_what_it_is_there_for():
    found = fuzz.run(8, 1, readers="tests.fuzz.bad_readers", patience_s=12.0, most_s=0.3)
    assert found.inputs == 8
    told = {(finding.reader, finding.what) for finding in found.findings}
    assert told == {
        *{("", "hang"), ("", "death"), ("prints", "printed"), ("breaks", "crash"), ("fills_the_memory", "memory")},
        *{("goes_on_and_on", "empty"), ("works_long", "slow")},
    }
    assert len(fuzz.misses(found)) == 7
    assert "KeyError: 'no such thing'" in "\n".join(fuzz.words(found))


def test_an_input_follows_from_its_number(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = fuzz.Work(3, tmp_path / "a"), fuzz.Work(3, tmp_path / "b")
    for number in range(1300, 1400):
        (reader, given), (_, again) = one.made(number), other.made(number)
        if isinstance(given, Path):
            assert given.is_file() == again.is_file()
            given, again = (each.read_bytes() if each.is_file() else b"" for each in (given, again))
        assert given[:10_000] == again[:10_000], reader.name


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_whatever_stands_in_the_place_of_a_file_is_read_or_refused_at_once(tmp_path, place):
    """Each of them before each reader, which by chance may take long."""
    mine = fuzz.Work(1, tmp_path)
    for reader in READERS:
        if not reader.is_file:
            continue
        path = tmp_path / reader.file
        mine.places.stand_there(path, place)
        _, _, took, wrong = mine.ended(reader, path)
        assert wrong is None, reader.name
        assert took < fuzz.MOST_S
        mine.places.clear(path)
