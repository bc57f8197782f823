"""What the plan says of ships that lean: where it would not show, and what a tilt or a second tag buys."""

import math

import pytest

from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.planning.accuracy import SetUp
from tableassist.vision.planning.budget import Part
from tableassist.vision.planning.findings import lean_findings, plan_findings
from tableassist.vision.planning.lean import LeanRemedy, beside_mm, lean_outlooks
from tableassist.vision.planning.planner import PlanRequest, plan
from tableassist.vision.planning.reading import TagPlan
from tableassist.vision.planning.set_up import BY_JIG, SET_DOWN, planned_mat
from tableassist.vision.planning.view import PlayArea, fits, hung, lowest_height_mm
from tableassist.vision.survey.findings import Weight

SIDE = 915.0


def planned(**changed):
    asked = {
        "width_mm": SIDE,
        "height_mm": SIDE,
        "lens": typical_lens(1920, 1080, view_deg=70.0),
        "is_calibrated": False,
        "camera_height_mm": None,
        "angle_deg": 0.0,
        "tag_height_mm": 60.0,
    }
    return plan(PlanRequest(**{**asked, **changed}))


@pytest.fixture(scope="module")
def vertical():
    return planned()


@pytest.fixture(scope="module")
def tilted():
    return planned(angle_deg=30.0)


@pytest.fixture(scope="module")
def two_tags():
    return planned(second_tag_mm=0.5)


def test_from_straight_above_a_lean_at_the_centre_is_never_noticed_and_one_at_the_corners_is(vertical):
    spots = vertical.lean[0].prospect.spots
    assert spots[0].noticed_lean_rad is None
    assert all(math.degrees(spot.noticed_lean_rad) < 4.0 for spot in spots[5:])
    assert [outlook.remedy for outlook in vertical.lean] == list(LeanRemedy)


def test_the_tilt_that_is_advised_shows_the_whole_mat_and_stands_beside_it(vertical):
    advised = vertical.lean[1]
    assert advised.view.angle_deg == 30.0
    assert fits(advised.view, vertical.area)
    foot = advised.view.pose.position
    assert beside_mm(advised.view, vertical.area) == pytest.approx(-float(foot[1]))
    assert foot[1] < 0
    assert all(spot.noticed_lean_rad is not None for spot in advised.prospect.spots)


def test_a_tag_that_the_tilt_makes_too_small_is_taken_larger(vertical):
    """The far corners lie at 1.85 m, seen 40 degrees off the vertical: far fewer pixels than straight below."""
    advised = vertical.lean[1]
    assert advised.tags[0].size_mm >= vertical.tag.size_mm
    assert min(spot.px_per_module for spot in advised.prospect.spots) > 1.4
    assert advised.sure_mm > advised.tags[0].size_mm


def test_a_second_tag_takes_the_lean_out_of_the_plus_minus(vertical, two_tags):
    """What is left at the centre is the mat and the plates; 60 mm up, 0.3 degrees are 0.31 mm."""
    one, two = vertical.lean[0].prospect.centre.sigma_mm, vertical.lean[2].prospect.centre.sigma_mm
    assert one**2 - two**2 > 0.9 * (60.0 * math.radians(0.3)) ** 2
    lean = next(line for line in two_tags.budgets[1] if line.part is Part.LEAN)
    assert lean.sigmas_mm[0] < 0.05
    assert two_tags.lean[0].prospect.spots == vertical.lean[2].prospect.spots


def test_the_lean_is_a_part_of_the_plus_minus_where_it_cannot_be_seen(vertical):
    by_eye, measured = (next(line for line in lines if line.part is Part.LEAN) for lines in vertical.budgets)
    assert by_eye.sigmas_mm[0] == pytest.approx(60.0 * math.radians(0.5), rel=0.05)
    assert measured.sigmas_mm[0] == pytest.approx(60.0 * math.radians(0.3), rel=0.05)


def test_findings_warn_of_the_vertical_camera_and_say_what_each_remedy_gives(vertical):
    found = lean_findings(vertical.lean, vertical.area)
    assert [finding.weight for finding in found] == [Weight.WARNING, Weight.ADVICE, Weight.ADVICE]
    warning, tilt, second = (str(finding.words) for finding in found)
    assert "4 degrees put her 4.2 mm off, unnoticed" in warning
    for words, outlook in zip((warning, tilt, second), vertical.lean, strict=True):
        centre, corner = 1.96 * outlook.prospect.centre.sigma_mm, 1.96 * outlook.prospect.corner.sigma_mm
        assert f"{centre:.2f} mm at the centre" in words
        assert f"{corner:.2f} mm at the corners" in words
    assert "30 degrees off the vertical" in tilt
    assert "wake plate behind each ship, as the kit prints it" in second
    assert set(found) <= set(plan_findings(vertical))


@pytest.mark.parametrize("which", ["tilted", "two_tags"])
def test_who_follows_the_advice_is_not_warned(which, request):
    made = request.getfixturevalue(which)
    first, *others = lean_findings(made.lean, made.area)
    assert first.weight is Weight.NOTE
    assert "noticed anywhere on the mat" in str(first.words)
    assert all(outlook.remedy is not LeanRemedy.TILT for outlook in made.lean)
    assert len(others) == len(made.lean) - 1


def outlooks(lens):
    """Straight above, as low as the mat fits; tags of 16 mm."""
    area, mat = PlayArea(SIDE, SIDE, 60.0, 10.0), planned_mat(SIDE, SIDE)
    view = hung(area, lens, height_mm=lowest_height_mm(area, lens, 0.0), angle_deg=0.0)
    return lean_outlooks(view, area, mat, (TagPlan("36h11", 16.0, 60.0),), SetUp("", lens, mat, BY_JIG, SET_DOWN))


def test_a_wide_lens_that_would_stay_above_the_mat_is_tilted_farther():
    """At 100 degrees it hangs so low that 30 degrees do not take it off the mat."""
    advised = outlooks(typical_lens(3840, 2160, view_deg=100.0))[1]
    assert advised.remedy is LeanRemedy.TILT
    assert advised.view.angle_deg > 30.0


def test_where_no_tilt_has_the_tags_readable_none_is_advised():
    remedies = [outlook.remedy for outlook in outlooks(typical_lens(1280, 720, view_deg=70.0))]
    assert remedies == [LeanRemedy.NONE, LeanRemedy.SECOND_TAG]
