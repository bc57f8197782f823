"""Ships of one shape are told apart by the colours of their hulls, as far as these were kept."""

import numpy as np

from tableassist.vision.hull.appearance import NUMBERS, SIGMAS, ZONES, HullAppearance
from tableassist.vision.hull.colour_match import NO_COLOURS, match_colours
from tableassist.vision.hull.identity import IdentityVerdict


def colours(sigmas: float) -> HullAppearance:
    """Colours that differ from those of `colours(0)` by this many sigmas, RMS."""
    return HullAppearance(np.zeros((ZONES, NUMBERS)) + sigmas * np.sqrt(2.0) * SIGMAS)


OWN, SISTER = colours(0.0), colours(4.0)


def test_her_own_colours_in_another_light_are_hers():
    assert match_colours(colours(0.7), OWN, {"sister": SISTER}).verdict is IdentityVerdict.OWN
    assert match_colours(colours(1.3), OWN, {}).verdict is IdentityVerdict.OWN


def test_a_sister_whose_colours_are_clearly_nearer_is_named():
    match = match_colours(colours(3.2), OWN, {"sister": SISTER, "third": colours(-4.0)})
    assert (match.verdict, match.looks_like) == (IdentityVerdict.OTHER, "sister")


def test_colours_that_are_nobodys_are_not_hers_either():
    match = match_colours(colours(-3.0), OWN, {"sister": SISTER})
    assert (match.verdict, match.looks_like) == (IdentityVerdict.OTHER, None)


def test_colours_half_way_to_a_sister_tell_nothing():
    assert match_colours(colours(1.2), OWN, {"sister": colours(2.2)}).verdict is IdentityVerdict.UNKNOWN


def test_a_hull_whose_colours_cannot_be_seen_may_be_a_sister_only_if_there_is_one_of_other_colours():
    assert match_colours(None, OWN, {"sister": SISTER}).verdict is IdentityVerdict.UNKNOWN
    assert match_colours(None, OWN, {"twin": colours(0.2)}) == NO_COLOURS
    assert match_colours(None, OWN, {}) == NO_COLOURS


def test_a_ship_of_unknown_colours_may_be_the_sister_whose_colours_are_seen():
    assert match_colours(colours(3.8), None, {"sister": SISTER}).verdict is IdentityVerdict.UNKNOWN
    assert match_colours(colours(0.0), None, {"sister": SISTER}) == NO_COLOURS
