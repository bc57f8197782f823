"""A film on the disk: what is changed last was written first, and how it is decoded is vouched for."""

import av
import numpy as np
import pytest

from tableassist.store.match.film import video
from tableassist.store.match.film.packets import parameter_sets, whole_film
from tableassist.store.match.film.video import SegmentWriter

MS = 1_000_000


def film(path, pictures=12):
    writer = SegmentWriter(path, first_ns=0, width_px=64, height_px=48)
    rng = np.random.default_rng(3)
    for number in range(pictures):
        writer.add(rng.integers(0, 256, (48, 64, 3), dtype=np.uint8), number * 100 * MS)
    writer.close()
    return writer


def test_tables_are_on_the_disk_before_the_head_points_at_them(tmp_path, monkeypatch):
    """The head of a fragmented file is rewritten when it is closed; its tables stand at the end."""
    events = []
    path = tmp_path / "video-0001.mp4"
    plain = video._OrderedFile.write

    def write(file, content):
        at, size = file.tell(), path.stat().st_size
        written = plain(file, content)
        if at < size:
            events.append(("changed", size))
        return written

    monkeypatch.setattr("os.fsync", lambda _: events.append(("sync", path.stat().st_size)))
    monkeypatch.setattr(video._OrderedFile, "write", write)
    writer = SegmentWriter(path, first_ns=0, width_px=64, height_px=48)
    for number in range(6):
        writer.add(np.full((48, 64, 3), 40 * number, np.uint8), number * 100 * MS)
    del events[:]
    writer.close()
    changed = [number for number, (kind, _) in enumerate(events) if kind == "changed"]
    assert changed, "closing changes the head"
    kind, size = events[changed[0] - 1]
    assert (kind, size) == ("sync", events[changed[0]][1]), "all that was appended is synced first"


def test_what_the_writer_vouches_for_is_what_the_file_has(tmp_path):
    path = tmp_path / "video-0001.mp4"
    writer = film(path)
    assert writer.filmed(1) == whole_film(path, 1)
    assert writer.filmed(1).decoding


def test_a_file_that_tells_players_to_decode_otherwise_is_another_one(tmp_path):
    """The packets are as they were; only what the file says of them before the first was changed."""
    path = tmp_path / "video-0001.mp4"
    before = film(path).filmed(1)
    with av.open(str(path)) as container:
        sets = parameter_sets(container.streams.video[0].codec_context.extradata)
    content = bytearray(path.read_bytes())
    at = content.rindex(sets[0]) + len(sets[0]) - 2  # in the tables at the end
    content[at] ^= 1
    path.write_bytes(bytes(content))
    after = whole_film(path, 1)
    assert after.decoding != before.decoding


@pytest.mark.parametrize(
    "extradata",
    [
        b"\0\0\0\1gSPS\0\0\0\1hPPS",
        b"\1\x64\0\x1e\xff\xe1\0\4gSPS\1\0\4hPPS",
    ],
    ids=["an encoder's", "a file's"],
)
def test_parameter_sets_are_the_same_in_both_forms(extradata):
    assert parameter_sets(extradata) == [b"gSPS", b"hPPS"]


@pytest.mark.parametrize("extradata", [None, b"", b"\1", b"\1\0\0\0\0\xff", b"\1\x64\0\x1e\xff\xe1\0\xff"])
def test_parameter_sets_that_are_cut_off_are_none(extradata):
    assert parameter_sets(extradata) == []
