"""Two cameras over one table: joined while all lies still, the newest picture while a ship moves, no move made up."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from tableassist.sources import demo_table_path, find_stage, stage_game, stage_table_text
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.store.table import bundle_of, settings_of
from tableassist.studio.rendering.render import Studio
from tableassist.table.live.live_table import LiveTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.tracking import Change
from tableassist.vision.tags.detector import TagDetector
from tests.table.test_live_table import ScriptedEye
from tests.table.test_photo_of_the_table import moved

STAGES = find_stage("demo-1080p"), find_stage("demo-side")
SHIP, LEANS = "oxley", "revenge"


def with_one_tag(piece):
    """Only the plate on her staff: one camera cannot tell how far she leans."""
    return replace(piece, mounts=piece.mounts[:1]) if piece.id == LEANS else piece


SETTINGS = settings_of(bundle_of(demo_table_path(), stage_table_text(*STAGES)))
SETTINGS = replace(SETTINGS, pieces=tuple(map(with_one_tag, SETTINGS.pieces)))
LEANING = find_stage("leaning").fault
FRAME_NS = 100_000_000
SEEING = CaptureHealth(CaptureState.SEEING)


def sights_of(table):
    """What both cameras see of it."""
    out = []
    for number, stage in enumerate(STAGES):
        image = Studio(stage.camera, stage.look).picture(table, np.random.default_rng(number))
        out.append((image, TagDetector(SETTINGS.tag_families).detect(image)))
    return out


def sight(seen, number, leading=0, *, alone=False):
    both = [
        Sight(Frame(image, number * FRAME_NS, number, STAGES[camera].name), sightings, camera)
        for camera, (image, sightings) in enumerate(seen)
    ]
    others = () if alone else tuple(each for camera, each in enumerate(both) if camera != leading)
    return SEEING, replace(both[leading], others=others)


def states(*steps):
    moments, ended = [], Event()
    table = LiveTable(ScriptedEye(*steps), SETTINGS, on_moment=moments.append, on_end=lambda _words: ended.set())
    table.start()
    assert ended.wait(400)
    table.close()
    return [moment.state for moment in moments], moments


@pytest.fixture(scope="module")
def seen():
    still = LEANING(stage_game(SETTINGS).table_at(1.0))
    return sights_of(still), sights_of(moved(still, SHIP, 5.0)), still


@pytest.fixture(scope="module")
def watched(seen):
    """One camera, then both, then the second alone; then a ship is pushed, and lies still again."""
    still, pushed, _ = seen
    steps = [sight(still, number, alone=True) for number in range(2)]
    steps += [sight(still, number) for number in range(2, 4)]
    steps += [sight(still, number, 1, alone=True) for number in range(4, 6)]
    steps += [sight(still, number) for number in range(6, 8)]
    steps += [sight(pushed, number) for number in range(8, 20)]
    return states(*steps)


def pose(state, piece):
    return state.scene.find(piece).pose


def off_mm(state, piece, table):
    true = next(each.pose for each in table.pieces if each.piece.id == piece)
    at = pose(state, piece).pose
    return float(np.hypot(at.x_mm - true.x_mm, at.y_mm - true.y_mm))


def test_both_cameras_place_what_lies_still(watched, seen):
    found, _ = watched
    alone, both = found[1], found[3]
    assert [picture.name for picture in both.pictures] == ["demo-1080p", "demo-side"]
    assert not alone.pictures
    assert sum(len(fit.pictures) > 1 for fit in both.fits.values()) >= 10
    assert off_mm(alone, LEANS, seen[2]) > 2.5
    assert off_mm(both, LEANS, seen[2]) < 0.5
    assert any("Revenge leans by" in str(words) for words in both.warnings)


def test_no_ship_moves_because_another_camera_comes_goes_or_takes_the_lead(watched):
    found, _ = watched
    events = [event for state in found[:8] for event in state.events]
    assert {event.change for event in events} <= {Change.APPEARED, Change.HIDDEN, Change.BACK}
    far = np.hypot(
        pose(found[3], LEANS).pose.x_mm - pose(found[1], LEANS).pose.x_mm,
        pose(found[3], LEANS).pose.y_mm - pose(found[1], LEANS).pose.y_mm,
    )
    assert far > 2.5, "one camera has her where a move would be told"


def test_the_moment_is_seen_through_the_camera_that_leads(watched):
    _, moments = watched
    assert moments[4].frame.camera == "demo-side"
    assert moments[4].settings.camera is SETTINGS.more_cameras[0]
    assert moments[4].settings.more_cameras == (SETTINGS.camera,)
    assert moments[4].settings is moments[5].settings
    assert moments[6].settings is SETTINGS


def test_a_ship_that_moves_is_placed_by_the_picture_that_leads_until_she_lies_still_in_both(watched, seen):
    found, _ = watched
    assert found[8].fits[SHIP].pictures == (0,)
    assert {event.change for event in found[8].events} == {Change.MOVED}
    assert found[-1].fits[SHIP].pictures == (0, 1)
    settled = [event for state in found[8:] for event in state.events if event.change is Change.SETTLED]
    assert [event.piece for event in settled] == [SHIP]
    assert off_mm(found[-1], SHIP, moved(seen[2], SHIP, 5.0)) < 4.0 * pose(found[-1], SHIP).sigma_mm
    others = {piece for piece, fit in found[8].fits.items() if len(fit.pictures) > 1}
    assert len(others) >= 9


def test_what_a_hand_hides_from_one_camera_the_other_still_rules(seen):
    still, _, _ = seen
    image, sightings = still[0]
    hidden = sightings[: len(sightings) // 2]
    covered = [(image, hidden), still[1]]
    found, _ = states(sight(covered, 0), sight(covered, 1))
    keys = {(mount.family, mount.tag): piece.id for piece in SETTINGS.pieces for mount in piece.mounts}
    in_first = {keys[each.key] for each in hidden if each.key in keys}
    in_second = {keys[each.key] for each in still[1][1] if each.key in keys}
    placed = {piece.id for piece in found[-1].scene.pieces}
    assert in_second - in_first
    assert in_second <= placed
