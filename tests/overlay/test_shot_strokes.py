"""The lines of a ship's shots."""

from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Ink
from tableassist.overlay.shot_strokes import lines_of, shot_strokes
from tableassist.rulebook.ruling import Verdict
from tests.ui.demo_moment import demo_moment


def test_a_line_that_is_not_measured_is_not_drawn():
    """As where a piece that may stand in it is hidden: its place is known, and no call is made."""
    moment = demo_moment("blocked")
    scene = moment.state.scene
    ship = scene.find("oxley")
    hers = tuple(each for each in moment.state.rulings if each.subject == "oxley")
    assert lines_of(hers)
    assert any(stroke.ink is Ink.BLOCKED for stroke in shot_strokes(ship, scene, hers))
    unseen = tuple(each.replace(verdict=Verdict.NOT_SEEN) for each in hers)
    assert shot_strokes(ship, scene, unseen) == []
    assert draw(scene, unseen, moment.settings.mat, "oxley").strokes
