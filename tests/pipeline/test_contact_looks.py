"""Which contacts are looked at: those of pieces whose edges are known well enough for a look to find them."""

import math
from dataclasses import replace

import pytest

from tableassist.judging import judged
from tableassist.pipeline.contact_looks import MAX_KNOWN_SIGMA_MM, NOT_KNOWN
from tableassist.vision.camera.frame import Frame
from tests.studio.crowded_table import crowded_settings, crowded_table, picture_of, webcam


@pytest.fixture(scope="module")
def looks(tmp_path_factory):
    """The contacts of a studio picture, by how well the outlines of all ships are known."""
    settings = crowded_settings(tmp_path_factory.mktemp("looks"))
    image = picture_of(crowded_table(settings), webcam())

    def look(sigma_mm):
        pieces = tuple(replace(piece, model=replace(piece.model, sigma_mm=sigma_mm)) for piece in settings.pieces)
        return judged(Frame(image, 0, 0, "c"), replace(settings, pieces=pieces)).contacts

    return look


def test_ships_with_measured_outlines_are_looked_at(looks):
    told = [seen.look for seen in looks(0.1).values()]
    assert any(look.cannot_tell is None for look in told)
    assert all(look.cannot_tell != NOT_KNOWN for look in told)


def test_ships_with_estimated_outlines_are_not(looks):
    seen = looks(1.1 * MAX_KNOWN_SIGMA_MM).values()
    assert seen
    assert all(one.look.cannot_tell == NOT_KNOWN and math.isinf(one.look.sigma_mm) for one in seen)
    assert all(one.edge is None and one.other_edge is None for one in seen)
