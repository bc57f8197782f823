"""The fitting-out sheet: it fits common paper, and nothing on it is in another's way."""

import itertools
import math

import shapely
from shapely import LineString

from tableassist.vision.mounts.jig import A4_JIG, FIRST_A4_JIG, slot_lines, slot_patch

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
    drawn = [shapely.union_all([LineString(line) for line in slot_lines(A4_JIG, slot)]) for slot in A4_JIG.slots]
    reach = 15.0 + QUIET
    tags = [shapely.box(t.x_mm - reach, t.y_mm - reach, t.x_mm + reach, t.y_mm + reach) for t in A4_JIG.tags.tags]
    assert all(one.distance(other) > 7.0 for one, other in itertools.combinations(drawn, 2))
    assert all(line.distance(tag) > 2.0 for line in drawn for tag in tags)


def test_every_ship_lies_on_plain_ground_two_white_and_two_grey_places():
    patches = [shapely.Polygon(slot_patch(A4_JIG, slot)) for slot in A4_JIG.slots]
    assert [slot.ground < 1.0 for slot in A4_JIG.slots] == [False, True, False, True]
    reach = 15.0 + QUIET
    tags = [shapely.box(t.x_mm - reach, t.y_mm - reach, t.x_mm + reach, t.y_mm + reach) for t in A4_JIG.tags.tags]
    grey = [patch for patch, slot in zip(patches, A4_JIG.slots, strict=True) if slot.ground < 1.0]
    assert not any(patch.intersects(tag) for patch in grey for tag in tags)
    # Longest hull, a five-mast 10 % longer than the model, 61 mm, with 4 mm round it.
    for slot in A4_JIG.slots:
        hull = shapely.LineString([on_keel(slot, 0.0), on_keel(slot, -61.0)]).buffer(10.5)
        lines = [shapely.LineString(line) for other in A4_JIG.slots for line in slot_lines(A4_JIG, other)]
        stops = [line for line in lines if line.distance(hull) < 1.0]
        assert all(line.distance(shapely.Point(on_keel(slot, 0.0))) > 4.0 for line in stops)


def on_keel(slot, ahead_mm):
    return slot.x_mm + ahead_mm * math.cos(slot.heading_rad), slot.y_mm + ahead_mm * math.sin(slot.heading_rad)


def test_sheets_that_were_printed_before_have_the_same_tags_and_stops():
    assert FIRST_A4_JIG.tags == A4_JIG.tags
    for old, new in zip(FIRST_A4_JIG.slots, A4_JIG.slots, strict=True):
        assert (old.x_mm, old.y_mm, old.heading_rad) == (new.x_mm, new.y_mm, new.heading_rad)
