"""Every piece that is not measured has a reason, and it is the true one: the picture was spoilt in just that way."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.judging import judged
from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.store.judgement_json import judgement
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of
from tests.vision import staged_photos as staged

NAME = "flag30_0"
TRUTH = staged.truth_of(NAME)


@pytest.fixture(scope="module")
def settings():
    camera = CameraProfile("staged", staged.lens_of(TRUTH))
    pieces = staged.pieces_of(TRUTH)
    return TableSettings("staged", staged.mat_of(TRUTH), camera, pieces, RuleSettings(), state_of(pieces, (), {}))


def reasons(image, settings):
    state = judged(Frame(image, 0, 0, "staged"), settings)
    rows = judgement(state).pieces
    assert {row.id for row in rows} == {piece.id for piece in settings.pieces}
    assert all((row.reason is None) == row.seen for row in rows)
    return {row.id: row.reason for row in rows if not row.seen}, tuple(map(str, state.warnings))


def noisy(image):
    return np.clip(image + np.random.default_rng(5).normal(0, 1.5, image.shape), 0, 255).astype(np.uint8)


def test_nothing_is_missing_in_a_good_picture_of_the_table(settings):
    found, warnings = reasons(staged.image_of(NAME), settings)
    assert found == {}
    assert not any("blur" in words or "focus" in words for words in warnings)


def test_out_of_focus_is_the_reason_with_its_pixels_and_never_the_print(settings):
    found, warnings = reasons(noisy(cv2.GaussianBlur(staged.image_of(NAME), (0, 0), 2.4)), settings)
    assert found
    assert all("out of focus: edges are 6." in reason for reason in found.values())
    assert any("out of focus" in words for words in warnings)
    assert not any("100 %" in words for words in warnings)


def test_motion_is_the_reason_with_its_pixels(settings):
    kernel = np.zeros((21, 21), np.float32)
    kernel[10, 6:15] = 1 / 9
    found, warnings = reasons(noisy(cv2.filter2D(staged.image_of(NAME), -1, kernel)), settings)
    assert found
    assert all("motion blur of 9." in reason for reason in found.values())
    assert not any("100 %" in words for words in warnings)


def test_a_motion_in_which_no_tag_is_read_is_still_called_one(settings):
    kernel = np.zeros((31, 31), np.float32)
    kernel[15, 8:23] = 1 / 15
    found, _ = reasons(noisy(cv2.filter2D(staged.image_of(NAME), -1, kernel)), settings)
    assert len(found) == len(settings.pieces)
    assert all("motion blur of at least" in reason for reason in found.values())


def test_a_picture_in_which_no_tag_is_sharp_enough_is_called_blurred(settings):
    found, _ = reasons(noisy(cv2.GaussianBlur(staged.image_of(NAME), (0, 0), 6)), settings)
    assert len(found) == len(settings.pieces)
    assert all("sharpest edges" in reason for reason in found.values())


def test_darkness_is_the_reason(settings):
    found, _ = reasons(noisy(staged.image_of(NAME) * 0.03), settings)
    assert found
    assert all("too dark" in reason for reason in found.values())


def test_a_piece_that_a_card_covers_in_a_good_picture_is_called_covered_where_it_lay(settings):
    image = staged.image_of(NAME)
    piece = settings.pieces[0]
    middle = staged.corners_of(TRUTH)[piece.mounts[0].tag].mean(axis=0)
    covered = cv2.circle(image.copy(), middle.astype(int).tolist(), 30, (60, 90, 120), -1)
    found, _ = reasons(covered, settings)
    assert "nowhere to be read" in found[piece.id]
    frames = [Frame(image, 0, 0, "staged"), Frame(covered, 10**9, 1, "staged")]
    state = first_state(settings)
    for frame in frames:
        state = measure(frame, TagDetector(("36h11",)).detect(frame.image), settings, state)
    assert str(state.missing.reasons[piece.id]) == "covered where it was last seen, or taken away from there"


def test_a_piece_that_the_picture_does_not_reach_any_more_is_outside(settings):
    image = staged.image_of(NAME)
    state = measure(
        Frame(image, 0, 0, "staged"), TagDetector(("36h11",)).detect(image), settings, first_state(settings)
    )
    mat_of_before = state.tracks.tracks
    piece = settings.pieces[0]
    track = mat_of_before[piece.id]
    away = replace(track, pose=replace(track.pose, pose=replace(track.pose.pose, x_mm=-900.0)))
    state = replace(state, tracks=replace(state.tracks, tracks={**mat_of_before, piece.id: away}))
    sightings = tuple(s for s in TagDetector(("36h11",)).detect(image) if s.tag != piece.mounts[0].tag)
    after = measure(Frame(image, 10**9, 1, "staged"), sightings, settings, state)
    assert str(after.missing.reasons[piece.id]) == "outside the picture"


def test_a_piece_whose_tag_is_seen_but_not_believed_says_so(settings):
    image = staged.image_of(NAME)
    piece = settings.pieces[0]
    swollen = replace(piece, mounts=tuple(replace(mount, size_mm=mount.size_mm * 1.4) for mount in piece.mounts))
    wrong = replace(settings, pieces=(swollen, *settings.pieces[1:]))
    found, _ = reasons(image, wrong)
    assert found[piece.id].startswith("seen, but not believed: ")


def test_a_tag_too_small_to_read_says_how_small(settings):
    """At a third of its size in pixels, the mat's large tags are read and the pieces' are not."""
    image = cv2.resize(staged.image_of(NAME), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    found, _ = reasons(image, settings)
    assert found
    assert all("too small here" in reason and "px a module" in reason for reason in found.values())


def spoilt(image, corners, colour, share):
    """The middle of a tag painted over, so that its border still shows."""
    middle = corners.mean(axis=0)
    inner = (middle + share * (corners - middle)).round().astype(np.int32)
    return cv2.fillConvexPoly(image.copy(), inner, colour)


def test_a_tag_under_a_mirrored_lamp_and_one_that_is_partly_covered_have_reasons_of_their_own(settings):
    image, piece = staged.image_of(NAME), settings.pieces[0]
    corners = staged.corners_of(TRUTH)[piece.mounts[0].tag]
    found, _ = reasons(spoilt(image, corners, (255, 255, 255), 0.78), settings)
    assert "mirrored lamp" in found[piece.id]
    found, _ = reasons(spoilt(image, corners, (170, 175, 180), 0.6), settings)
    assert "partly covered" in found[piece.id]


def test_a_piece_under_the_sails_of_another_says_whose():
    stage = find_stage("demo")
    settings = demo_settings(stage)
    image = Studio(stage.camera).picture(stage_game(settings).table_at(0.0), np.random.default_rng(1))
    sightings = TagDetector(settings.tag_families).detect(image)
    state = measure(Frame(image, 0, 0, "studio"), sightings, settings, first_state(settings))
    ship, hidden = (next(piece for piece in settings.pieces if piece.id == name) for name in ("harbinger", "titan"))
    mast, mount = ship.model.masts[0], hidden.mounts[0]
    place = np.array([state.tracks.tracks[ship.id].pose.pose.place_one(mast.x_mm, mast.y_mm)])
    middle = state.registration.image_from_mat(place, (mast.sail.foot_mm + mast.sail.head_mm) / 2)
    (x_mm, y_mm) = state.registration.mat_from_image(middle, mount.z_mm)[0]
    track = state.tracks.tracks[hidden.id]
    mount_x, mount_y = track.pose.pose.rotation @ np.array([mount.x_mm, mount.y_mm])
    under = replace(track.pose.pose, x_mm=float(x_mm - mount_x), y_mm=float(y_mm - mount_y))
    moved = replace(track, pose=replace(track.pose, pose=under))
    state = replace(state, tracks=replace(state.tracks, tracks={**state.tracks.tracks, hidden.id: moved}))
    others = tuple(s for s in sightings if s.tag not in {each.tag for each in hidden.mounts})
    after = measure(Frame(image, 10**9, 1, "studio"), others, settings, state)
    reason = str(after.missing.reasons[hidden.id])
    assert reason in (f"{where} {ship.name}, where it was last seen" for where in ("under the sails of", "behind"))
