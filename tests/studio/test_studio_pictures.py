import math
from dataclasses import replace

import cv2
import numpy as np
import pyapriltags
import pytest
from studio_fleet import demo_mat, demo_pieces, ship

from tableassist.errors import BadRequestError
from tableassist.geometry.frames import PlanarPose
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio, render
from tableassist.studio.staging.staged_table import (
    ClutterKind,
    StagedClutter,
    StagedHand,
    StagedMotion,
    StagedPiece,
    StagedTable,
)
from tableassist.studio.surfaces.faces import tag_modules
from tableassist.vision.registration.mat_layout import MatLayout
from tests.studio.staged_sheets import StagedTag
from tests.studio.tag_truth import tag_truths

BARE = MatLayout(915.0, 915.0, (), 0.0)
ABOVE = StudioCamera.looking_at((450.0, 450.0, 0.0), distance_mm=900.0, off_vertical_deg=0.0, fx=900.0)
SLANT = StudioCamera.looking_at((450.0, 450.0, 0.0), distance_mm=900.0, off_vertical_deg=40.0, fx=900.0)


def piece_at(x: float, y: float, heading_deg: float, masts: int = 3, **more: object) -> StagedPiece:
    return StagedPiece(ship("hms-test", "english", masts, 5), PlanarPose(x, y, math.radians(heading_deg)), **more)


def test_pictures_repeat_by_their_seed():
    table = StagedTable(demo_mat(), (piece_at(450, 450, 30),), hands=(StagedHand(500.0, 400.0, -60.0),))
    one, same, other = (render(table, ABOVE, seed=seed) for seed in (4, 4, 5))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_clean_pictures_have_no_noise():
    table = StagedTable(BARE, (piece_at(450, 450, 30),))
    assert np.array_equal(render(table, ABOVE, Look.clean(), seed=1), render(table, ABOVE, Look.clean(), seed=2))


def test_noise_has_the_sigma_that_the_look_asks_for():
    look = replace(Look.clean(), read_noise=1.5, shot_noise=0.05)
    table = StagedTable(BARE)
    studio = Studio(ABOVE, look)
    pictures = [studio.picture(table, np.random.default_rng(i)).astype(float) for i in range(6)]
    patch = np.stack(pictures)[:, 200:500, 400:800]
    expected = np.sqrt(1.5**2 + 0.05 * patch.mean(axis=0) + 1.0 / 12.0)
    assert np.sqrt(patch.var(axis=0, ddof=1).mean()) == pytest.approx(expected.mean(), rel=0.05)


@pytest.mark.parametrize("family", ["36h11", "25h9", "16h5"])
@pytest.mark.parametrize("yaw_deg", [0.0, 130.0])
def test_apriltag_library_counts_the_corners_from_our_upper_right(family, yaw_deg):
    """AprilTag 3 holds the same print upright when it is turned by 180 degrees; its pixels start at their rim."""
    tag = StagedTag(family, 11, 60.0, (450.0, 450.0, 0.0), math.radians(yaw_deg))
    table = StagedTable(BARE, laid=(tag,))
    grey = cv2.cvtColor(render(table, ABOVE, Look.clean()), cv2.COLOR_BGR2GRAY)
    detector = pyapriltags.Detector(families=f"tag{family}", quad_decimate=1.0, nthreads=1)
    found = [seen for seen in detector.detect(grey) if seen.tag_id == 11]
    (truth,) = tag_truths(table, ABOVE)
    assert len(found) == 1
    assert np.abs(np.roll(found[0].corners, 2, axis=0) - 0.5 - truth.corners).max() < 0.15


def test_unknown_family_and_tag_are_refused():
    with pytest.raises(BadRequestError, match="49h12"):
        tag_modules("49h12", 0)
    with pytest.raises(BadRequestError, match="30"):
        tag_modules("16h5", 30)


def test_a_sail_in_front_of_a_tag_hides_it():
    """The tag lies on the mat behind the ship, as the slanting camera sees it."""
    tag = StagedTag("36h11", 9, 16.0, (450.0, 496.0, 0.0))
    alone = StagedTable(BARE, laid=(tag,))
    whole = piece_at(450, 455, 90, masts=2)
    whole = replace(whole, piece=replace(whole.piece, mounts=()))
    with_ship = replace(alone, pieces=(whole,))
    masts_gone = replace(alone, pieces=(replace(whole, masts_standing=()),))

    def hidden(table: StagedTable) -> float:
        return next(t.hidden_share for t in tag_truths(table, SLANT) if t.tag == 9)

    assert hidden(alone) == 0.0
    assert hidden(with_ship) > 0.5
    assert hidden(masts_gone) < 0.1
    region = _box(tag, SLANT)
    before, after = (render(table, SLANT, Look.clean())[region].astype(float) for table in (alone, with_ship))
    changed = np.abs(before - after).max(axis=2) > 40.0
    assert changed.mean() > 0.25


def _box(tag: StagedTag, camera: StudioCamera) -> tuple[slice, slice]:
    (truth,) = tag_truths(StagedTable(BARE, laid=(tag,)), camera)
    low, high = truth.corners.min(axis=0).astype(int), truth.corners.max(axis=0).astype(int) + 1
    return slice(low[1], high[1]), slice(low[0], high[0])


def test_flag_tag_stands_free_above_its_own_ship():
    table = StagedTable(BARE, (piece_at(450, 450, 30, masts=5),))
    assert [t.hidden_share for t in tag_truths(table, ABOVE)] == [0.0]


def test_hidden_share_agrees_with_what_the_picture_shows():
    """Against a picture of the same tag with nothing else: the share of its pixels that changed."""
    tag = StagedTag("36h11", 9, 60.0, (450.0, 450.0, 0.0))
    alone = StagedTable(BARE, laid=(tag,))
    covered = replace(alone, hands=(StagedHand(440.0, 452.0, 20.0, height_mm=80.0, spread=True),))
    share = tag_truths(covered, ABOVE)[0].hidden_share
    region = _box(tag, ABOVE)
    look = replace(Look.clean(), shadow=0.0)
    before, after = (render(table, ABOVE, look)[region].astype(float) for table in (alone, covered))
    changed = np.abs(before - after).max(axis=2) > 8.0
    assert 0.05 < share < 0.95
    assert changed.mean() == pytest.approx(share, abs=0.08)


def test_a_lost_mast_takes_its_masthead_tag_with_it():
    whole = piece_at(450, 450, 0)
    top = replace(whole.piece.mounts[0], kind=type(whole.piece.mounts[0].kind).MASTHEAD, mast=2, tag=8, x_mm=0.0)
    armed = replace(whole, piece=replace(whole.piece, mounts=(*whole.piece.mounts, top)))
    both = tag_truths(StagedTable(BARE, (armed,)), ABOVE)
    left = tag_truths(StagedTable(BARE, (replace(armed, masts_standing=(1, 3)),)), ABOVE)
    assert [t.tag for t in both] == [5, 8]
    assert [t.tag for t in left] == [5]


def test_a_moving_piece_smears_and_keeps_its_middle():
    tag = StagedTable(BARE, (piece_at(450, 450, 0),))
    moving = StagedTable(BARE, (piece_at(450, 450, 0, motion=StagedMotion(x_mm_per_s=240.0)),))
    look = replace(Look.clean(), exposure_s=1.0 / 60.0, motion_samples=9)
    (truth,) = tag_truths(tag, ABOVE)
    still, smeared = (cv2.extractChannel(render(t, ABOVE, look), 1).astype(float) for t in (tag, moving))
    x, y = (round(float(v)) for v in truth.corners.mean(axis=0))
    window = np.s_[y - 30 : y + 30, x - 30 : x + 30]
    assert np.abs(np.diff(smeared[window], axis=1)).max() < 0.8 * np.abs(np.diff(still[window], axis=1)).max()
    columns = np.arange(60) - 29.5
    row = np.s_[28:32]
    middles = [
        float((columns * (p[window][row] > 140).mean(axis=0)).sum() / (p[window][row] > 140).mean(axis=0).sum())
        for p in (still, smeared)
    ]
    assert middles[0] == pytest.approx(middles[1], abs=1.0)


def test_shadows_darken_the_mat_on_the_side_away_from_the_lamp():
    look = replace(Look.clean(), light_azimuth_deg=180.0, light_elevation_deg=45.0, vignette=0.0, light_slope=0.0)
    table = StagedTable(BARE, (piece_at(450, 450, 90, masts=5),))
    lit, bare = (render(t, ABOVE, look).astype(float).mean(axis=2) for t in (table, StagedTable(BARE)))
    middle_x, middle_y = ABOVE.project(np.array([[450.0, 450.0, 0.0]]))[0]
    right = np.s_[int(middle_y) - 5 : int(middle_y) + 5, int(middle_x) + 12 : int(middle_x) + 16]
    left = np.s_[int(middle_y) - 5 : int(middle_y) + 5, int(middle_x) - 32 : int(middle_x) - 24]
    assert lit[right].mean() < 0.85 * bare[right].mean()
    assert lit[left].mean() == pytest.approx(bare[left].mean(), rel=0.02)


def test_pieces_at_the_rim_of_the_picture_and_outside_it_are_no_trouble():
    pieces = tuple(piece_at(x, y, 10) for x, y in ((-190, 450), (450, 90), (2500, 450), (450, 830)))
    clutter = tuple(StagedClutter(kind, 1090.0, 300.0 + 150.0 * i) for i, kind in enumerate(ClutterKind))
    picture = render(StagedTable(demo_mat(), pieces, clutter=clutter), ABOVE)
    assert picture.shape == (720, 1280, 3)
    inside = [t.wholly_inside for t in tag_truths(StagedTable(BARE, pieces), ABOVE)]
    assert inside[2] is False


def test_a_kept_patch_is_the_same_as_a_fresh_one():
    """The studio keeps what stands still; a piece that comes, goes and comes again must leave no trace."""
    pieces = demo_pieces()
    here = StagedPiece(pieces["europa"], PlanarPose(400.0, 400.0, 0.3))
    near = StagedPiece(pieces["skull-island"], PlanarPose(470.0, 420.0, 0.0))
    studio, rng = Studio(ABOVE, Look.clean()), np.random.default_rng(0)
    both, one = StagedTable(BARE, (near, here)), StagedTable(BARE, (near,))
    studio.picture(both, rng)
    assert np.array_equal(studio.picture(one, rng), render(one, ABOVE, Look.clean()))
    assert np.array_equal(studio.picture(both, rng), render(both, ABOVE, Look.clean()))
