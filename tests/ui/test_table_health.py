"""The state that must not be missed."""

from dataclasses import replace

from demo_moment import demo_moment

from tableassist.messages import Message
from tableassist.pipeline.judge import judged
from tableassist.pipeline.measure import not_measured
from tableassist.pipeline.missing_pieces import MissingPieces
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.scene import Scene
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.ui.session.table_health import Level, health_rows, notices_of
from tableassist.ui.shell.status_strip import StatusStrip
from tableassist.vision.camera.profile import CameraProfile

SEEING = CaptureHealth(CaptureState.SEEING)


def rows(moment, tag_source=SEEING, frames_per_s=30.0):
    return {row.key: row for row in health_rows(moment, tag_source, frames_per_s=frames_per_s)}


def test_a_table_in_order_is_good_throughout():
    found = rows(demo_moment())
    assert {key for key, row in found.items() if row.level is not Level.GOOD} <= {"pieces", "judged"}
    assert found["speed"].short == "30.0 frames/s"
    assert found["mat"].short.startswith("Mat tags ")


def test_a_slow_camera_is_told():
    row = rows(demo_moment(), frames_per_s=5.0)["speed"]
    assert row.level is Level.WORSE
    assert "quick moves may be missed" in row.full


def test_a_lost_mat_is_told_and_nothing_is_judged():
    moment = demo_moment()
    state = judged(not_measured(moment.frame, moment.settings, moment.state, "covered"), moment.settings)
    found = rows(replace(moment, state=state))
    assert found["mat"].level is Level.BAD
    assert found["judged"].level is Level.BAD


def test_a_gone_camera_is_told_in_its_own_words():
    found = rows(demo_moment(), CaptureHealth(CaptureState.REOPENING, "the camera is gone; trying again"))
    assert found["camera"].level is Level.BAD
    assert found["judged"].full == "the camera is gone; trying again"


def test_hidden_pieces_are_named_with_their_time():
    moment = demo_moment()
    first, *rest = moment.state.scene.pieces
    scene = Scene((replace(first, hidden_s=150.0), *rest), (), moment.state.scene.state)
    row = rows(replace(moment, state=replace(moment.state, scene=scene)))["pieces"]
    assert row.level is Level.WORSE
    assert f"{first.piece.name} hidden for 2 min" in row.full


def test_an_uncalibrated_camera_is_told():
    moment = demo_moment()
    settings = replace(moment.settings, camera=CameraProfile("cheap", None))
    row = rows(Moment(moment.frame, moment.state, settings))["lens"]
    assert row.level is Level.WORSE
    assert row.short == "Not calibrated"


def test_an_unproven_scale_is_told_quietly():
    moment = demo_moment()
    assert "scale" not in rows(moment)
    settings = replace(moment.settings, mat=replace(moment.settings.mat, print_scale_sigma=0.01))
    row = rows(replace(moment, settings=settings))["scale"]
    assert row.level is Level.OFF
    assert "± 2.0 %" in row.full
    assert notices_of(moment.state) == ()


def test_a_row_that_is_no_longer_told_goes_from_the_strip(qtbot):
    proven = demo_moment()
    unproven = replace(
        proven, settings=replace(proven.settings, mat=replace(proven.settings.mat, print_scale_sigma=0.01))
    )
    strip = StatusStrip()
    qtbot.addWidget(strip)
    for moment, is_told in ((unproven, True), (proven, False), (unproven, True)):
        strip.show_rows(health_rows(moment, SEEING, frames_per_s=30.0))
        strip.update_now()
        assert ("Scale not proven" in strip.text()) is is_told


def test_a_missing_piece_is_told_with_its_reason_and_not_called_unseen():
    moment = demo_moment()
    first, second, *rest = moment.state.scene.pieces
    scene = Scene((replace(first, hidden_s=7.0), *rest), (second.piece,), moment.state.scene.state)
    reasons = {
        first.id: Message("behind {name}, where it was last seen", name="HMS Oxley"),
        second.id: Message("seen, but not believed: {problem}", problem="tag 7 looks lifted"),
    }
    state = replace(moment.state, scene=scene, missing=MissingPieces(reasons))
    row = rows(replace(moment, state=state))["pieces"]
    assert f"{first.name} not measured for 7 s: behind HMS Oxley, where it was last seen" in row.full
    assert f"{second.name} not measured: seen, but not believed: tag 7 looks lifted" in row.full
    assert "never seen" not in row.full
