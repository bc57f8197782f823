"""The chain on pictures of a small table: what is said when something is not as it should be."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.judge import rejudged_state
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.store.judgement_json import judgement
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.reader import TagReader
from tests.studio.staged_sheets import StagedTag
from tests.table_states import state_of
from tests.vision.test_tag_reader import FLEET, MAT, camera, ship

NAME_OF_S0 = FLEET[0].piece.name
LENS = Lens(960, 600, 900.0, 900.0, 480.0, 300.0, (-0.1, 0.03, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), np.zeros((12, 12)))


def settings(pieces=FLEET, profile=None):
    return TableSettings(
        "test", MAT, profile or CameraProfile("studio", LENS), tuple(each.piece for each in pieces), RuleSettings(),
        state_of([each.piece for each in pieces], ("A",), {each.piece.id: "A" for each in pieces}),
    )  # fmt: skip


@pytest.fixture(scope="module")
def studio():
    return Studio(camera())


def played(pictures, table):
    reader = TagReader(("36h11",))
    state = first_state(table)
    for number, image in enumerate(pictures):
        state = step(state, Frame(image, number * 33_000_000, number, "test"), table, reader.read)
    return state


def picture(studio, pieces, seed=1, **more):
    return studio.picture(StagedTable(MAT, tuple(pieces), **more), np.random.default_rng(seed))


def test_a_table_as_it_should_be_has_no_warning(studio):
    state = played([picture(studio, FLEET, seed) for seed in range(3)], settings())
    assert state.warnings == ()
    assert state.registration.health == "good"
    assert len(state.scene.pieces) == 4


def test_a_lifted_ship_is_a_warning_and_not_a_place(studio):
    lifted = [replace(FLEET[0], lift_mm=45.0), *FLEET[1:]]
    state = played([picture(studio, lifted)], settings())
    assert "tag 50 looks lifted" in " ".join(map(str, state.warnings))
    assert "s0" not in {placed.id for placed in state.scene.pieces}


def rivals():
    """The same fleet, of two players who may ram each other."""
    table = settings()
    owners = {each.piece.id: "AB"[number % 2] for number, each in enumerate(FLEET)}
    return replace(table, state=state_of(table.pieces, owners=owners))


def about(rulings, piece):
    return [each for each in rulings if piece in (each.subject, each.target)]


def test_rulings_about_a_lifted_ship_say_that_her_tag_was_seen_and_why_it_is_not_believed(studio):
    lifted = [replace(FLEET[0], lift_mm=40.0), *FLEET[1:]]
    state = played([picture(studio, lifted)], rivals())
    why = str(state.missing.reasons["s0"])
    assert why.startswith("seen, but not believed: ")
    hers = about(judgement(state).rulings, "s0")
    assert len(hers) > 3
    assert {(each.verdict, each.reason) for each in hers} == {("not_seen", f"{NAME_OF_S0} is not measured: {why}")}
    assert not any("s0" in (e.subject, e.target) for e in state.rulings if "not been seen" in str(e.reason))


def test_rulings_about_a_ship_that_is_lifted_from_her_place_say_so_and_not_that_she_is_hidden(studio):
    lifted = [replace(FLEET[0], lift_mm=40.0), *FLEET[1:]]
    up = picture(studio, lifted, 2)
    state = played([picture(studio, FLEET), *[up] * 15], rivals())
    assert state.scene.find("s0").is_stale
    reasons = {str(each.reason) for each in about(state.rulings, "s0")}
    assert reasons
    start = f"{NAME_OF_S0} has not been measured for 0.5 s: seen, but not believed: "
    assert all(reason.startswith(start) for reason in reasons)


def test_the_same_reason_in_the_next_frame_gives_the_very_same_rulings(studio):
    lifted = [replace(FLEET[0], lift_mm=40.0), *FLEET[1:]]
    table, image, reader = rivals(), picture(studio, lifted), TagReader(("36h11",))
    sightings = reader.read(image)
    first = step(first_state(table), Frame(image, 0, 0, "test"), table, lambda _: sightings)
    then = step(first, Frame(image, 33_000_000, 1, "test"), table, lambda _: sightings)
    assert then.scene.reasons
    assert then.rulings is first.rulings


def test_another_edition_judges_by_the_same_reasons_and_doubts(studio):
    lifted = [replace(FLEET[0], lift_mm=40.0), *FLEET[1:]]
    state = played([picture(studio, lifted)], settings())
    doubtful = tuple(replace(placed, doubt="looks odd") for placed in state.scene.pieces[:1])
    scene = replace(state.scene, pieces=(*doubtful, *state.scene.pieces[1:]))
    again = rejudged_state(replace(state, scene=scene), settings())
    assert dict(again.scene.reasons) == dict(state.scene.reasons)
    assert again.scene.doubts == {doubtful[0].id: "looks odd"}


def test_a_tag_seen_twice_is_not_used(studio):
    twin = StagedTag("36h11", 51, 18.0, (480.0, 300.0, 30.0))
    state = played([picture(studio, FLEET, laid=(twin,))], settings())
    assert "tag 51" in " ".join(map(str, state.warnings))
    assert "s1" not in {placed.id for placed in state.scene.pieces}


def test_an_unknown_tag_is_named(studio):
    state = played([picture(studio, [*FLEET, ship(9, 480, 300)])], settings())
    assert "unknown tag 59" in " ".join(map(str, state.warnings))


def test_a_mirrored_picture_says_so_and_judges_nothing(studio):
    state = played([np.ascontiguousarray(picture(studio, FLEET)[:, ::-1])], settings())
    assert state.registration is None
    assert "mirrored" in str(state.warnings[0])
    assert state.rulings == ()


def test_a_ship_beside_the_mat_and_two_in_one_place_are_told(studio):
    odd = [replace(FLEET[0], pose=PlanarPose(300.0, -12.0, 0.0)), *FLEET[1:]]
    assert "is off the mat" in " ".join(map(str, played([picture(studio, odd)], settings()).warnings))
    over = [replace(FLEET[0], pose=PlanarPose(300.0, 232.0, math.radians(-10.0))), *FLEET[1:]]
    assert "overlap" in " ".join(map(str, played([picture(studio, over)], settings()).warnings))


def test_a_knocked_camera_is_registered_again_within_a_frame_and_said(studio):
    knocked = Studio(camera(shift_mm=14.0))
    state = played([picture(studio, FLEET, 1), picture(studio, FLEET, 2), picture(knocked, FLEET, 3)], settings())
    assert "moved: located the mat again" in " ".join(map(str, state.warnings))
    for each in FLEET:
        placed = state.scene.find(each.piece.id)
        assert math.hypot(placed.pose.pose.x_mm - each.pose.x_mm, placed.pose.pose.y_mm - each.pose.y_mm) < 0.3


def test_a_changed_zoom_is_said(studio):
    before = camera()
    zoomed = StudioCamera(
        before.width_px, before.height_px, 936.0, 936.0, before.cx, before.cy, before.dist, before.camera_from_mat,
        before.translation_mm,
    )  # fmt: skip
    state = played([picture(studio, FLEET, 1), picture(Studio(zoomed), FLEET, 2)], settings())
    assert "zoom or focus" in " ".join(map(str, state.warnings))


def test_without_a_calibration_it_starts_with_a_wide_plus_minus_and_says_why(studio):
    known = played([picture(studio, FLEET)], settings())
    typical = played([picture(studio, FLEET)], settings(profile=CameraProfile("new", None)))
    assert "not calibrated" in str(typical.warnings[0])
    typical_mm, known_mm = 0.0, 0.0
    for each in FLEET:
        placed, sure = typical.scene.find(each.piece.id), known.scene.find(each.piece.id)
        error = math.hypot(placed.pose.pose.x_mm - each.pose.x_mm, placed.pose.pose.y_mm - each.pose.y_mm)
        assert error < 3.5 * placed.pose.sigma_mm
        typical_mm, known_mm = typical_mm + placed.pose.sigma_mm, known_mm + sure.pose.sigma_mm
        assert np.linalg.norm(placed.pose.shared[:2]) > 5 * np.linalg.norm(sure.pose.shared[:2])
    assert typical_mm > known_mm
