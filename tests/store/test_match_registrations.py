"""Registrations packed and back: the lens with them, whichever projection it has."""

import zlib
from dataclasses import replace

import msgspec
import numpy as np

from tableassist.store.match.blocks.registrations import packed_registrations, unpacked_registrations
from tableassist.vision.camera.lens import Projection
from tests.matches.demo_match import demo_moments


def there_and_back(registrations, change=lambda entry: entry):
    kept = {}

    def store(covariance):
        kept["one"] = covariance
        return "one"

    entry = change(msgspec.msgpack.decode(zlib.decompress(packed_registrations(registrations, store))))
    content = zlib.compress(msgspec.msgpack.encode(entry))
    return unpacked_registrations(content, len(registrations), kept.__getitem__, "a block")


def measured():
    return next(moment.state.registration for moment in demo_moments() if moment.state.registration is not None)


def test_a_fisheye_lens_comes_back_as_one():
    plain = measured()
    round_lens = replace(plain.lens, projection=Projection.FISHEYE)
    back = there_and_back([plain, replace(plain, lens=round_lens)])
    assert [each.lens.projection for each in back] == [Projection.PINHOLE, Projection.FISHEYE]
    assert all(np.array_equal(each.lens.numbers, plain.lens.numbers) for each in back)


def test_registrations_of_before_there_were_fisheye_lenses_are_read():
    def older(entry):
        return [entry[0], [other[:8] for other in entry[1]]]

    (back,) = there_and_back([measured()], older)
    assert back.lens.projection is Projection.PINHOLE
    assert back.health is measured().health
