"""Poses packed and back: to the last bit, and few bytes each."""

import zlib
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.geometry.numbers import round_bits, round_rows
from tableassist.store.match.blocks.packing import columns_of
from tableassist.store.match.blocks.poses import packed_poses, unpacked_poses
from tableassist.vision.localisation.localise import SHARED_BITS
from tests.matches.demo_match import demo_moments


def measured_poses():
    found = {id(t.pose): t.pose for moment in demo_moments() for t in moment.state.tracks.tracks.values()}
    return list(found.values())


def assert_same(poses, others):
    for one, other in zip(poses, others, strict=True):
        assert one.pose == other.pose
        assert (one.t_ns, one.tags, one.residual_px) == (other.t_ns, other.tags, other.residual_px)
        assert np.array_equal(one.own, other.own)
        assert np.array_equal(one.shared, other.shared)


def test_measured_poses_come_back_to_the_last_bit_in_few_bytes():
    poses = measured_poses()
    assert len(poses) > 100
    content = packed_poses(poses)
    assert_same(unpacked_poses(content, len(poses), "a block"), poses)
    # 80 MB for two hours in which half a million poses are new.
    assert len(content) / len(poses) < 75


def with_lens_errors(poses, count):
    """As through a calibrated lens: three times as many errors that all pieces share, most of them small."""
    rng = np.random.default_rng(5)
    sizes = 10.0 ** -np.linspace(0.0, 3.0, count)
    return [
        replace(pose, shared=round_rows(rng.normal(size=(3, count)) * sizes * [[0.1], [0.1], [1e-4]], SHARED_BITS))
        for pose in poses
    ]


def test_the_errors_of_a_lens_take_few_bytes_more():
    poses = with_lens_errors(measured_poses(), 18)
    content = packed_poses(poses)
    assert_same(unpacked_poses(content, len(poses), "a block"), poses)
    assert len(content) / len(poses) < 120


def test_poses_as_version_2_wrote_them_are_read():
    poses = measured_poses()[:50]
    entry = msgspec.msgpack.decode(zlib.decompress(packed_poses(poses)))
    shared = np.array([pose.shared.ravel() for pose in poses])
    entry[5], entry[6:] = [columns_of(shared)], []
    content = zlib.compress(msgspec.msgpack.encode(entry))
    assert_same(unpacked_poses(content, len(poses), "a block"), poses)


def test_poses_of_any_kind_come_back_to_the_last_bit():
    rng = np.random.default_rng(2)
    poses = [
        replace(pose, own=rng.normal(size=(3, 3)) + 9 * np.eye(3), shared=rng.normal(size=(3, count)) * 1e-40)
        for pose, count in zip(measured_poses(), (0, 18, 6, 18, 1, 0), strict=False)
    ]
    assert_same(unpacked_poses(packed_poses(poses), len(poses), "a block"), poses)


def test_poses_that_no_camera_gives_are_refused():
    pose = measured_poses()[0]
    for odd in (
        replace(pose, pose=replace(pose.pose, x_mm=float("nan"))),
        replace(pose, pose=replace(pose.pose, y_mm=1e30)),
        replace(pose, own=-np.eye(3)),
        replace(pose, shared=np.full((3, 6), np.inf)),
        replace(pose, shared=np.zeros((3, 500))),
    ):
        with pytest.raises(BadFileError, match="a block: damaged"):
            unpacked_poses(packed_poses([odd]), 1, "a block")
    with pytest.raises(BadFileError, match="expected 2"):
        unpacked_poses(packed_poses([pose]), 2, "a block")


@pytest.mark.parametrize("powers", [[b"\x7f"], [b""] * 2, [b"\x7f" * 3], [b"\x80" * 4]])
def test_powers_that_no_recorder_writes_are_refused(powers):
    entry = msgspec.msgpack.decode(zlib.decompress(packed_poses(measured_poses()[:1])))
    entry[6] = powers
    content = zlib.compress(msgspec.msgpack.encode(entry))
    with pytest.raises(BadFileError, match="a block: damaged"):
        unpacked_poses(content, 1, "a block")


def test_rows_are_rounded_by_their_largest():
    rows = np.array([[1.0, 1e-3, -1e-9], [3e-7, -2e-7, 0.0], [0.0, 0.0, 0.0]])
    kept = round_rows(rows, 12)
    assert (np.abs(kept - rows).max(axis=1) <= np.abs(rows).max(axis=1) * 2**-12).all()
    assert kept[0, 2] == 0.0
    assert not np.signbit(kept[0, 2])
    assert (round_rows(kept, 12) == kept).all()


def test_rounding_keeps_so_many_digits_whatever_the_size():
    values = np.array([1.0, -1e-9, 3.14159265e12, 0.0])
    assert round_bits(values, 13) == pytest.approx(values, rel=2**-13)
    assert (round_bits(round_bits(values, 13), 13) == round_bits(values, 13)).all()
    assert round_bits(np.array([1.0 + 2**-20]), 13)[0] == 1.0
