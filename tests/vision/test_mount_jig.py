"""The fitting-out sheet: it fits common paper, and nothing on it is in another's way."""

import itertools
import math

import shapely
from shapely import LineString

from tableassist.vision.mounts.jig import A4_JIG
from tests.studio.staged_jig import keel_line, stop_line

QUIET = 30.0 / 8.0
"""One module of white round a tag."""


def test_everything_lies_within_what_a4_and_letter_have_in_common():
    assert A4_JIG.width_mm <= min(297.0, 279.4) - 20.0
    assert A4_JIG.height_mm <= min(210.0, 215.9) - 20.0
    for tag in A4_JIG.tags.tags:
        assert 15.0 <= tag.x_mm <= A4_JIG.width_mm - 15.0
        assert 15.0 <= tag.y_mm <= A4_JIG.height_mm - 15.0


def test_the_tags_are_570_to_577():
    assert sorted(tag.tag for tag in A4_JIG.tags.tags) == list(range(570, 578))


def test_the_four_directions_are_a_quarter_turn_apart():
    turns = sorted(slot.heading_rad % math.tau for slot in A4_JIG.slots)
    assert [round(math.degrees(turn)) for turn in turns] == [0, 90, 180, 270]


def test_no_line_crosses_another_direction_or_a_tag_with_its_white_rim():
    drawn = [
        shapely.union_all([LineString(keel_line(A4_JIG, slot)), LineString(stop_line(A4_JIG, slot))])
        for slot in A4_JIG.slots
    ]
    reach = 15.0 + QUIET
    tags = [shapely.box(t.x_mm - reach, t.y_mm - reach, t.x_mm + reach, t.y_mm + reach) for t in A4_JIG.tags.tags]
    assert all(one.distance(other) > 10.0 for one, other in itertools.combinations(drawn, 2))
    assert all(line.distance(tag) > 2.0 for line in drawn for tag in tags)
