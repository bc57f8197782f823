"""Rulers from outside: corners of tags that somebody else drew, and lenses of which the truth is known."""

import numpy as np

from bench import corners, lens_anchor


def test_our_corners_of_small_tags_are_nearer_to_the_truth_than_those_of_others():
    image, truth = corners.tags_picture(24, 1.0, np.random.default_rng(3))
    readers = corners._readers()
    found = {who: corners._figures(corners._errors(truth, readers[who](image))) for who in ("ours", "AprilTag")}
    assert found["ours"]["recall"] == 1.0
    assert found["ours"]["rms_px"] < 0.03 < found["AprilTag"]["rms_px"]


def test_a_lens_is_as_far_off_as_it_is_said_to_be_and_where_mrcal_is_missing_that_is_told():
    sets = [lens_anchor.one_set(0.0, number, 5, has_mrcal=False) for number in range(3)]
    figures = {"noise alone": lens_anchor._row(sets)}
    assert 0.6 < figures["noise alone"]["ours"]["error_in_sigmas"] < 1.5
    assert "not held against mrcal" in " ".join(lens_anchor.lines(figures))
    assert list(lens_anchor.misses(figures)) == []
