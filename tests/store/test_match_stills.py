"""Stills of a match: the camera's own pictures, and nothing that a stranger may have put in their place."""

import hashlib
import os

import cv2
import numpy as np
import pytest

from tableassist.store.match import forget_stills, read_still, remove_match, still_times, write_still
from tableassist.store.match import stills as match_stills
from tableassist.store.match.folder import match_files
from tableassist.store.match.stills import still_name

SIZE = (64, 48)


def noise(seed=0):
    return np.random.default_rng(seed).integers(0, 256, (SIZE[1], SIZE[0], 3), dtype=np.uint8)


def test_a_picture_comes_back_to_the_last_bit(tmp_path):
    assert write_still(tmp_path, 12_345_678_901, noise())
    assert still_times(tmp_path) == {12_345_678_901}
    assert np.array_equal(read_still(tmp_path, 12_345_678_901, SIZE), noise())
    assert read_still(tmp_path, 12_345_678_902, SIZE) is None


def test_one_a_moment_and_not_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr(match_stills, "MOST_STILLS", 3)
    written = [write_still(tmp_path, t_ns, noise(t_ns)) for t_ns in (5, 5, 6, 7, 8)]
    assert [sha256 is not None for sha256 in written] == [True, False, True, True, False]
    assert written[0] == hashlib.sha256((tmp_path / still_name(5)).read_bytes()).hexdigest()
    assert np.array_equal(read_still(tmp_path, 5, SIZE), noise(5))


def test_old_ones_are_forgotten_and_all_go_with_the_match(tmp_path):
    folder = tmp_path / "friday.match"
    folder.mkdir()
    for t_ns in (5, 6, 700):
        write_still(folder, t_ns, noise())
    (folder / "still-mine.png").write_bytes(b"somebody's own")
    forget_stills(folder, 7)
    assert still_times(folder) == {700}
    assert [path.name for path in match_files(folder)] == ["still-700.png"]
    remove_match(folder)
    assert [path.name for path in folder.iterdir()] == ["still-mine.png"]


def test_a_picture_of_another_size_is_none(tmp_path):
    write_still(tmp_path, 5, noise())
    assert read_still(tmp_path, 5, (SIZE[0], SIZE[1] + 1)) is None


@pytest.mark.parametrize("cut", [0, 7, 20, 40, 200, -1])
def test_what_is_cut_off_is_none(tmp_path, cut):
    write_still(tmp_path, 5, noise())
    path = tmp_path / still_name(5)
    path.write_bytes(path.read_bytes()[:cut])
    assert read_still(tmp_path, 5, SIZE) is None


def test_one_wrong_bit_anywhere_is_none_and_nothing_is_printed(tmp_path, capfd):
    write_still(tmp_path, 5, noise())
    path = tmp_path / still_name(5)
    whole = path.read_bytes()
    for at in np.random.default_rng(1).integers(0, len(whole), 60):
        wrong = bytearray(whole)
        wrong[at] ^= 4
        path.write_bytes(wrong)
        assert read_still(tmp_path, 5, SIZE) is None, at
    assert capfd.readouterr() == ("", "")


def test_a_bomb_a_pipe_and_another_kind_of_picture_are_none(tmp_path):
    path = tmp_path / still_name(5)
    ok, jpeg = cv2.imencode(".jpg", noise())
    assert ok
    path.write_bytes(jpeg.tobytes())
    assert read_still(tmp_path, 5, SIZE) is None
    write_still(tmp_path, 6, noise())
    bomb = bytearray((tmp_path / still_name(6)).read_bytes())
    bomb[16:24] = (60_000).to_bytes(4, "big") * 2
    path.write_bytes(bomb)
    assert read_still(tmp_path, 5, SIZE) is None
    path.unlink()
    os.mkfifo(path)
    assert read_still(tmp_path, 5, SIZE) is None
