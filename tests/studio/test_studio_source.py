import math
import time

import numpy as np
import pytest
from studio_fleet import demo_mat, demo_pieces

from tableassist.errors import BadRequestError
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.stages import stage_named, stage_names
from tableassist.studio.staging.demo_game import demo_game
from tableassist.studio.staging.staged_game import KeyMoment, StagedGame
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.studio_source import StudioSource
from tests.studio.tag_truth import tag_truths

SMALL = StudioCamera.looking_at(
    (457.5, 457.5, 0.0), distance_mm=1270.0, off_vertical_deg=5.0, width_px=320, height_px=180, fx=224.0
)
SECOND_NS = 1_000_000_000


def still_game(duration_s: float) -> StagedGame:
    table = StagedTable(demo_mat())
    return StagedGame(duration_s, (KeyMoment("middle", duration_s / 2.0),), lambda _: table)


def test_a_source_that_is_not_live_gives_every_frame_once():
    source = StudioSource(still_game(1.0), SMALL, frames_per_s=10.0, seed=1, live=False)
    frames = list(iter(source.read, None))
    assert [frame.number for frame in frames] == list(range(10))
    assert [frame.t_ns for frame in frames] == [n * SECOND_NS // 10 for n in range(10)]
    assert {frame.camera for frame in frames} == {"studio"}
    assert frames[0].image.shape == (180, 320, 3)
    assert not frames[0].image.flags.writeable
    assert source.read() is None


def test_two_sources_of_one_seed_give_the_same_pictures():
    first, second = (StudioSource(still_game(1.0), SMALL, frames_per_s=5.0, seed=9) for _ in range(2))
    for _ in range(3):
        assert np.array_equal(first.read().image, second.read().image)
    assert not np.array_equal(first.read().image, first.read().image)


def test_a_live_source_keeps_the_clocks_pace_and_plays_on():
    source = StudioSource(still_game(0.2), SMALL, Look.clean(), frames_per_s=50.0, live=True)
    source.read()
    begun = time.monotonic_ns()
    frames = [source.read() for _ in range(20)]
    took = time.monotonic_ns() - begun
    assert all(frame is not None for frame in frames)
    assert frames[-1].number > 10
    assert took > 0.8 * 20 * SECOND_NS / 50
    assert abs(frames[-1].t_ns - time.monotonic_ns()) < 2 * SECOND_NS


def test_a_slow_live_source_leaves_frames_out():
    source = StudioSource(still_game(5.0), SMALL, Look.clean(), frames_per_s=50.0, live=True)
    first = source.read()
    time.sleep(0.2)
    assert source.read().number > first.number + 5


def test_a_closed_source_gives_no_more():
    source = StudioSource(still_game(1.0), SMALL)
    assert source.name == "studio"
    assert source.live is False
    source.close()
    assert source.read() is None


def test_truth_follows_the_game():
    game = demo_game(demo_mat(), demo_pieces())
    tag = demo_pieces()["oxley"].mounts[0]

    def corners(t_s: float) -> np.ndarray:
        truths = tag_truths(game.table_at(t_s), SMALL)
        return next(t.corners for t in truths if (t.family, t.tag) == (tag.family, tag.tag))

    assert np.abs(corners(0.0) - corners(game.time_of("cleared"))).max() > 20.0


def test_stages_have_names_and_unknown_ones_are_refused():
    assert {"demo", "demo-1080p", "oblique"} <= set(stage_names())
    assert (stage_named("demo").camera.width_px, stage_named("demo").camera.height_px) == (1280, 720)
    with pytest.raises(BadRequestError, match="demo-1080p"):
        stage_named("attic")


def upright_and_at_fault(name):
    """What stands on the demo's table and on the same table of a stage, by the pieces' ids, at one moment."""
    stage = find_stage(name)
    settings = demo_settings(stage)
    return (
        {each.piece.id: each for each in stage_game(settings, fault).table_at(5.7).pieces}
        for fault in (None, stage.fault)
    )


def test_the_leaning_stage_leans_bends_and_holds_up_one_ship_each():
    upright, at_fault = upright_and_at_fault("leaning")
    assert {name for name, staged in at_fault.items() if staged != upright[name]} == {"revenge", "titan", "europa"}
    assert at_fault["europa"].lift_mm == upright["europa"].lift_mm + 8.0
    assert at_fault["revenge"].rig.roll_rad == pytest.approx(-math.radians(4.0))
    assert at_fault["titan"].rig.staff_roll_rad == pytest.approx(math.radians(6.0))
    assert all(staged.pose == upright[name].pose for name, staged in at_fault.items())


def test_the_swapped_stage_mixes_plates_up_and_takes_a_mast_down():
    upright, at_fault = upright_and_at_fault("swapped")
    tag = {name: staged.piece.mounts[0].tag for name, staged in upright.items()}
    assert at_fault["oxley"].piece.mounts[0].tag == tag["windjammer"]
    assert at_fault["windjammer"].piece.mounts[0].tag == tag["oxley"]
    assert 1 not in at_fault["harbinger"].masts_standing
    turned = at_fault["titan"].piece.mounts[0].yaw_rad - upright["titan"].piece.mounts[0].yaw_rad
    assert turned == pytest.approx(math.pi)


def test_the_small_print_stage_has_the_whole_mat_at_97_per_cent():
    stage = find_stage("small-print")
    settings = demo_settings(stage)
    table = stage_game(settings, stage.fault).table_at(5.7)
    assert table.mat.tags[-1].x_mm == pytest.approx(0.97 * settings.mat.tags[-1].x_mm)
    assert table.pieces[0].piece.mounts[0].size_mm == pytest.approx(0.97 * settings.pieces[0].mounts[0].size_mm)


@pytest.mark.parametrize("name", ["leaning", "swapped", "small-print"])
def test_a_camera_that_could_see_a_lean_has_the_point_below_it_beside_the_mat(name):
    stage = find_stage(name)
    settings = demo_settings(stage)
    x, y, _ = stage.camera.centre
    assert not (0.0 < x < settings.mat.width_mm and 0.0 < y < settings.mat.height_mm)
    truths = tag_truths(stage_game(settings, stage.fault).table_at(5.7), stage.camera)
    assert all(truth.wholly_inside for truth in truths)
