"""The colours kept from the jig: those of the directions the ship lay in, and only where they agree."""

import numpy as np

from tableassist.vision.hull.appearance import NUMBERS, ZONES, HullAppearance
from tableassist.vision.mounts.colours import mean_colours
from tableassist.vision.mounts.views import JigPicture

RED, BLUE = (HullAppearance(np.full((ZONES, NUMBERS), shade)) for shade in (0.5, -0.5))


def picture(name, **by_direction):
    return JigPicture(name, (), {slot.removeprefix("d"): colours for slot, colours in by_direction.items()})


def test_only_the_direction_she_lay_in_counts():
    taken = picture("a", d1=RED, d3=BLUE), picture("b", d1=BLUE, d3=RED)
    assert mean_colours(taken, {"a": "1", "b": "3"}).numbers == RED.numbers


def test_a_picture_that_was_not_used_does_not_count():
    assert mean_colours((picture("a", d1=RED), picture("b", d3=BLUE)), {"a": "1"}).numbers == RED.numbers


def test_set_downs_of_different_colours_give_none():
    assert mean_colours((picture("a", d1=RED), picture("b", d3=BLUE)), {"a": "1", "b": "3"}) is None


def test_pictures_without_colours_give_none():
    assert mean_colours((picture("a"), picture("b")), {"a": "1", "b": "3"}) is None
