"""A photo joins a running table: judged from both views until its ships move, refused when one was touched."""

import shutil
import sqlite3
from dataclasses import replace
from threading import Event

import cv2
import numpy as np
import pytest

from tableassist.judging import read_photo
from tableassist.matches.evidence import checked_evidence, derive_moment, make_evidence
from tableassist.matches.evidence.findings import EvidenceOutcome
from tableassist.matches.recording import Recorder
from tableassist.matches.replay import Replay
from tableassist.matches.replay.check import checked_moments
from tableassist.matches.verify import MatchOutcome, reader_keys, verify_match
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.store.evidence import read_evidence, read_moment
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.table.live import LiveTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector
from tests.matches.demo_match import demo_bundle
from tests.table.test_live_table import ScriptedEye

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)
TABLE = stage_game(SETTINGS).table_at(1.0)
SEEING = CaptureHealth(CaptureState.SEEING)
SHIP = "titan"
PHONE = StudioCamera.looking_at(
    (400.0, 400.0, 0.0),
    distance_mm=900.0,
    off_vertical_deg=35.0,
    azimuth_deg=140.0,
    roll_deg=3.0,
    width_px=2016,
    height_px=1512,
    fx=1500.0,
    fy=1500.0,
    cx=1010.0,
    cy=752.0,
    dist=(0.03, -0.05, 0.0002, 0.0001),
)


def moved(table, piece, by_mm):
    return replace(
        table,
        pieces=tuple(
            replace(each, pose=replace(each.pose, x_mm=each.pose.x_mm + by_mm)) if each.piece.id == piece else each
            for each in table.pieces
        ),
    )


def sightings_of(table):
    image = Studio(STAGE.camera).picture(table, np.random.default_rng(3))
    return image, TagDetector(SETTINGS.tag_families).detect(image)


def photo_of(table):
    image = Studio(PHONE, Look(blur_sigma_px=0.7)).picture(table, np.random.default_rng(5))
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert done
    return data.tobytes()


@pytest.fixture(scope="module")
def seen():
    return sightings_of(TABLE)


@pytest.fixture(scope="module")
def photo():
    return read_photo(photo_of(TABLE), "photo-1", SETTINGS).picture


def sight(seen, number):
    image, sightings = seen
    return SEEING, Sight(Frame(image, number * 33_000_000, number, "webcam"), sightings)


def run(*steps):
    """The moments, and what came of the photos that `steps` have added."""
    moments, outcomes, ended = [], [], Event()
    table = None

    def add(picture, age_s=0.0):
        outcomes.append(table.add_photo(picture, age_s=age_s))

    eye = ScriptedEye(*((lambda step=step: step(add)) if callable(step) else step for step in steps))
    table = LiveTable(eye, SETTINGS, on_moment=moments.append, on_end=lambda _words: ended.set())
    table.start()
    assert ended.wait(300)
    table.close()
    return moments, [each.result(10) for each in outcomes]


@pytest.fixture(scope="module")
def judged(seen, photo):
    """Without the photo, with it twice, then the ship has moved by a hand's push."""
    pushed = sightings_of(moved(TABLE, SHIP, 6.0))
    return run(
        sight(seen, 0), lambda add: add(photo), sight(seen, 1), sight(seen, 2), sight(pushed, 3), sight(pushed, 4)
    )


def sigma(moment, piece=SHIP):
    return moment.state.scene.find(piece).pose.sigma_mm


def test_the_moment_is_judged_from_both_views(judged):
    moments, (outcome,) = judged
    assert outcome.refused == ""
    assert [seen.name for seen in moments[1].state.pictures] == ["webcam", "photo-1"]
    assert sigma(moments[1], "english-home") < 0.75 * sigma(moments[0], "english-home")
    assert not moments[0].state.pictures


def test_what_has_not_changed_is_not_worked_out_again(judged):
    moments, _ = judged
    first, second = moments[1].state, moments[2].state
    assert second.registration is first.registration
    still = [piece for piece, fit in first.fits.items() if second.fits[piece].pose is fit.pose]
    assert len(still) == len(first.fits)
    assert second.rulings is first.rulings or list(second.rulings) == list(first.rulings)


@pytest.fixture(scope="module")
def match(judged, tmp_path_factory):
    """The same moments, recorded with the photo."""
    moments, _ = judged
    recorder = Recorder(tmp_path_factory.mktemp("photo") / "photo", demo_bundle())
    for number, moment in enumerate(moments):
        recorder.take(moment)
        if number == 1:
            recorder.keep_picture(moment)
            recorder.keep_photo("photo-1", photo_of(TABLE), 26.0, moment.state.t_ns, by="Anne")
        recorder.flush(2.0)
    recorder.keep_picture(moments[-1])
    recorder.close()
    return recorder.folder


def test_a_record_keeps_the_photo_and_verify_agrees_to_the_last_digit(judged, match):
    moments, _ = judged
    with Replay(match) as replay:
        (photo,) = replay.photos
        assert (photo.t_ns, photo.by, photo.film_mm) == (moments[1].state.t_ns, "Anne", 26.0)
        assert cv2.imdecode(np.frombuffer(photo.content, np.uint8), cv2.IMREAD_COLOR).shape == (1512, 2016, 3)
        assert list(replay.at(moments[1].state.t_ns).state.rulings) == list(moments[1].state.rulings)
        assert all(checked.is_same for checked in checked_moments(replay))
    assert verify_match(match, reader_keys()).outcome is MatchOutcome.AGREES


def test_a_photo_that_is_changed_in_the_record_is_noticed(match, tmp_path):
    forged = tmp_path / "forged.match"
    shutil.copytree(match, forged)
    database = sqlite3.connect(forged / "match.sqlite")
    with database:
        database.execute("UPDATE photos SET content = ?", (photo_of(moved(TABLE, SHIP, 5.0)),))
    database.close()
    findings = verify_match(forged, reader_keys())
    assert findings.outcome is MatchOutcome.DIFFERS
    assert any("photos" in str(each.message) for each in findings.found)


def test_evidence_holds_both_views_and_is_judged_again_from_them(judged, match, tmp_path):
    moments, _ = judged
    made = make_evidence(match, moments[1].state.t_ns, tmp_path / "evidence.zip")
    about = read_evidence(made.path).manifest
    assert set(about.views) == {"1.png"}
    assert SHIP in about.views["1.png"].pieces
    findings = checked_evidence(made.path)
    told = [str(line) for line in findings.lines]
    assert findings.outcome is not EvidenceOutcome.DIFFERS, told
    assert any("from the picture" in line and "the same to the last digit" in line for line in told), told
    state = derive_moment(read_evidence(made.path), read_moment(read_evidence(made.path), made.path), made.path).state
    assert state.fits[SHIP].pictures == (0, 1)


def test_evidence_of_a_later_moment_lets_the_photo_speak_only_of_ships_that_have_not_moved(judged, match, tmp_path):
    moments, _ = judged
    made = make_evidence(match, moments[-1].state.t_ns, tmp_path / "later.zip")
    view = read_evidence(made.path).manifest.views["1.png"]
    assert SHIP not in view.pieces
    assert "revenge" in view.pieces


def test_a_ship_that_moves_is_placed_by_the_camera_alone_and_the_photo_speaks_for_the_rest(judged):
    moments, _ = judged
    after = moments[4].state
    assert after.fits[SHIP].pictures == (0,)
    assert after.scene.find(SHIP) is not None
    others = [fit for piece, fit in after.fits.items() if piece != SHIP]
    assert sum(len(fit.pictures) > 1 for fit in others) > 3
    pose, true = after.scene.find(SHIP).pose.pose, next(each.pose for each in TABLE.pieces if each.piece.id == SHIP)
    assert abs(pose.x_mm - true.x_mm - 6.0) < 4.0 * sigma(moments[4])


def test_a_photo_of_another_moment_is_refused_with_the_ship_that_was_touched(seen):
    late = read_photo(photo_of(moved(TABLE, SHIP, 5.0)), "photo-1", SETTINGS).picture
    moments, (outcome,) = run(sight(seen, 0), lambda add: add(late), sight(seen, 1), sight(seen, 2))
    assert "is not where photo-1 shows it" in str(outcome.refused)
    assert "take the photo again" in str(outcome.refused)
    assert all(not moment.state.pictures for moment in moments)
    assert moments[-1].state.rulings


def test_a_photo_that_was_taken_before_a_ship_moved_is_refused(seen, photo):
    pushed = sightings_of(moved(TABLE, SHIP, 6.0))
    steps = [sight(pushed, 0), sight(seen, 1), *(sight(seen, number) for number in range(2, 20))]
    _, (old,) = run(*steps, lambda add: add(photo, 5.0), sight(seen, 40))
    assert "was moved after the photo was taken" in str(old.refused)
    _, (new,) = run(*steps, lambda add: add(photo, 0.0), sight(seen, 40))
    assert new.refused == ""


def test_a_photo_without_the_mat_is_refused(seen):
    grey = np.full((1200, 1600, 3), 90, np.uint8)
    blank = read_photo(cv2.imencode(".png", grey)[1].tobytes(), "photo-1", SETTINGS).picture
    _, (outcome,) = run(sight(seen, 0), lambda add: add(blank), sight(seen, 1))
    assert "can't see the mat" in str(outcome.refused)


def test_a_photo_without_a_picture_to_compare_it_with_is_refused(photo):
    gone = CaptureHealth(CaptureState.REOPENING, "the camera is gone")
    _, (outcome,) = run(lambda add: add(photo), (gone, None), (gone, None))
    assert "gives no picture now" in str(outcome.refused)
