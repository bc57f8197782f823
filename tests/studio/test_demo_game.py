import itertools
import math
import sys
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely import LineString, Point, Polygon
from studio_fleet import demo_mat, demo_pieces

from tableassist.geometry.frames import PlanarPose
from tableassist.store.table import read_table
from tableassist.studio.stages import stage_named, stage_names
from tableassist.studio.staging.demo_game import demo_game
from tableassist.studio.staging.staged_game import slid_to_contact
from tests.studio.tag_truth import tag_truths

LONG_RANGE_MM = 83.8
DEMO_TABLE = Path(__file__).parents[2] / "tableassist" / "studio" / "demo_table.toml"


def real_table():
    """The table file of the demo, through the loader that users get."""
    table = read_table(DEMO_TABLE)
    return table.mat, {piece.id: piece for piece in table.pieces}


@pytest.fixture(scope="module", params=["simple outlines", "the demo's table file"])
def cast(request):
    mat, pieces = (demo_mat(), demo_pieces()) if request.param == "simple outlines" else real_table()
    return pieces, demo_game(mat, pieces)


def outlines(table) -> dict[str, Polygon]:
    placed = {}
    for staged in table.pieces:
        c, s = math.cos(staged.pose.heading_rad), math.sin(staged.pose.heading_rad)
        ring = [
            (staged.pose.x_mm + c * x - s * y, staged.pose.y_mm + s * x + c * y) for x, y in staged.piece.model.hull
        ]
        placed[staged.piece.id] = Polygon(ring)
    return placed


def masts(table, name: str) -> list[Point]:
    staged = next(s for s in table.pieces if s.piece.id == name)
    return [Point(*staged.pose.place_one(m.x_mm, m.y_mm)) for m in staged.piece.model.masts]


def lines_to(mast: Point, hull: Polygon) -> list[LineString]:
    """From the mast to points all along the hull's outline."""
    rim = hull.exterior
    return [LineString([mast, rim.interpolate(d)]) for d in np.arange(0.0, rim.length, 0.5)]


def test_every_piece_of_the_table_is_on_the_stage(cast):
    pieces, game = cast
    assert {s.piece.id for s in game.table_at(0.0).pieces} == set(pieces)


def test_moments_come_in_the_order_of_the_story(cast):
    _, game = cast
    names = [moment.name for moment in sorted(game.moments, key=lambda m: m.t_s)]
    assert names == ["blocked", "cleared", "docked", "rammed", "covered", "hit", "home"]
    assert all(0.0 < moment.t_s < game.duration_s for moment in game.moments)
    assert 60.0 < game.duration_s < 90.0


def test_pieces_never_overlap_and_stay_on_the_mat(cast):
    _, game = cast
    for t in np.arange(0.0, game.duration_s, 0.1):
        placed = outlines(game.table_at(float(t)))
        for (a, first), (b, second) in itertools.combinations(placed.items(), 2):
            assert not first.intersects(second), (t, a, b)
        assert all(shapely.box(50, 50, 865, 865).contains(outline) for outline in placed.values())


def test_skull_island_blocks_every_line_of_the_harbinger_while_in_range(cast):
    _, game = cast
    table = game.table_at(game.time_of("blocked"))
    placed = outlines(table)
    target, island = placed["oxley"], placed["skull-island"]
    guns = [m for m in masts(table, "harbinger") if m.distance(target) <= LONG_RANGE_MM - 2.0]
    assert len(guns) >= 2
    for mast in masts(table, "harbinger"):
        in_range = [line for line in lines_to(mast, target) if line.length <= LONG_RANGE_MM]
        assert all(line.intersection(island).length > 2.0 for line in in_range)


def test_the_line_is_clear_after_the_english_ship_has_moved(cast):
    pieces, game = cast
    table = game.table_at(game.time_of("cleared"))
    placed = outlines(table)
    target = placed["oxley"]
    others = [outline for name, outline in placed.items() if name not in ("oxley", "harbinger")]
    long_masts = {c.mast for c in pieces["harbinger"].cannons if c.reach == "L"}
    free = [
        number
        for number, mast in enumerate(masts(table, "harbinger"), start=1)
        if number in long_masts
        and (line := shapely.shortest_line(mast, target)).length <= LONG_RANGE_MM - 2.0
        and all(line.distance(other) > 1.5 for other in others)
    ]
    assert free


@pytest.mark.parametrize(
    ("moment", "mover", "target"),
    [
        ("docked", "bonny-kate", "palm-island"),
        ("rammed", "bonny-kate", "palm-island"),
        ("rammed", "plantagenet", "revenge"),
        ("home", "windjammer", "pirate-home"),
    ],
)
def test_contacts_are_within_a_tenth_of_a_millimetre_at_the_bow(cast, moment, mover, target):
    _, game = cast
    table = game.table_at(game.time_of(moment))
    placed = outlines(table)
    assert 0.0 < placed[mover].distance(placed[target]) <= 0.1
    staged = next(s for s in table.pieces if s.piece.id == mover)
    touching = shapely.shortest_line(placed[mover], placed[target]).coords[0]
    c, s = math.cos(staged.pose.heading_rad), math.sin(staged.pose.heading_rad)
    forward = c * (touching[0] - staged.pose.x_mm) + s * (touching[1] - staged.pose.y_mm)
    assert forward > staged.piece.model.bow_zone_from_x_mm


def test_the_rammed_ship_is_struck_on_its_side(cast):
    _, game = cast
    table = game.table_at(game.time_of("rammed"))
    placed = outlines(table)
    struck = next(s for s in table.pieces if s.piece.id == "revenge")
    touching = shapely.shortest_line(placed["revenge"], placed["plantagenet"]).coords[0]
    c, s = math.cos(struck.pose.heading_rad), math.sin(struck.pose.heading_rad)
    along = c * (touching[0] - struck.pose.x_mm) + s * (touching[1] - struck.pose.y_mm)
    assert abs(along) < 12.0


def test_nothing_moves_and_no_hand_is_there_at_the_calls(cast):
    _, game = cast
    for name in ("blocked", "cleared", "docked", "rammed", "hit", "home"):
        t = game.time_of(name)
        before, after = game.table_at(t - 0.3), game.table_at(t + 0.3)
        assert before == after
        assert before.hands == ()
        assert all(s.motion.is_still and s.lift_mm == 0.0 for s in before.pieces)


def test_one_hand_at_a_time_and_ships_glide_bow_first(cast):
    _, game = cast
    for t in np.arange(0.0, game.duration_s, 0.1):
        table = game.table_at(float(t))
        assert len(table.hands) <= 1
        assert sum(not s.motion.is_still for s in table.pieces) <= 1
        for staged in table.pieces:
            speed = math.hypot(staged.motion.x_mm_per_s, staged.motion.y_mm_per_s)
            if speed > 1.0:
                course = math.atan2(staged.motion.y_mm_per_s, staged.motion.x_mm_per_s)
                assert math.cos(course - staged.pose.heading_rad) > 0.999


def test_the_oxley_has_lost_her_foremast_once_she_was_hit_and_nobody_else_any(cast):
    _, game = cast
    for t_s, expected in ((game.time_of("hit") - 2.0, None), (game.time_of("hit"), (2, 3))):
        standing = {staged.piece.id: staged.masts_standing for staged in game.table_at(t_s).pieces}
        assert standing.pop("oxley") == expected
        assert set(standing.values()) == {None}


def test_the_covering_hand_hides_ships_and_a_mat_tag(cast):
    pieces, game = cast
    camera = stage_named("demo").camera
    table = game.table_at(game.time_of("covered"))
    hidden = {t.tag for t in tag_truths(table, camera) if t.hidden_share > 0.3}
    assert hidden & {t.tag for t in table.mat.tags}
    assert hidden & {m.tag for name in ("plantagenet", "revenge") for m in pieces[name].mounts}


@pytest.mark.parametrize("name", ["demo", "oblique"])
def test_an_arm_that_moves_a_ship_hides_no_ships_tag(name):
    mat, pieces = real_table()
    game = demo_game(mat, pieces)
    owners = {mount.tag: piece.id for piece in pieces.values() if piece.owner for mount in piece.mounts}
    held = 0
    for t in np.arange(0.0, game.duration_s, 0.8):
        table = game.table_at(float(t))
        if any(not hand.spread for hand in table.hands):
            held += 1
            truths = tag_truths(table, stage_named(name).camera)
            assert [(t, owners[each.tag]) for each in truths if each.tag in owners and each.hidden_share > 0.25] == []
    assert held > 20


def test_the_set_up_stands_until_a_camera_that_is_slow_to_start_has_seen_it(cast):
    _, game = cast
    assert game.table_at(2.2).pieces == game.table_at(0.0).pieces


SECOND_VIEWS = ("demo-side", "demo-phone")
"""Beside the camera that leads: they need some of the mat's tags only."""


@pytest.mark.parametrize("name", [name for name in stage_names() if name not in SECOND_VIEWS])
def test_every_stage_has_all_mat_tags_in_view_with_a_margin(name):
    stage = stage_named(name)
    mat = demo_mat()
    points = [
        (x, y, 0.0) for tag in mat.tags for x in (tag.x_mm - 30, tag.x_mm + 30) for y in (tag.y_mm - 30, tag.y_mm + 30)
    ]
    seen = stage.camera.project(np.array(points))
    size = np.array([stage.camera.width_px, stage.camera.height_px])
    assert (seen > 0.012 * size[0]).all()
    assert (seen < size - 0.012 * size[0]).all()


def test_sliding_stops_short_of_the_target_and_says_when_there_is_none():
    pieces = demo_pieces()
    wall = shapely.box(300.0, -50.0, 310.0, 50.0)
    there = slid_to_contact(pieces["europa"], PlanarPose(0.0, 0.0, 0.0), wall)
    assert there.x_mm == pytest.approx(300.0 - 17.5 - 0.05, abs=1e-5)
    with pytest.raises(ValueError, match="europa"):
        slid_to_contact(pieces["europa"], PlanarPose(0.0, 0.0, math.pi), wall)


def test_the_studio_needs_no_lens_code_of_the_vision_package():
    """The studio is the truth; it must not lean on what it is used to judge."""
    studio = Path(sys.modules["tableassist.studio.staging.staged_game"].__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in studio.glob("*.py"))
    for banned in (
        "vision.lens",
        "vision.registration.registration",
        "vision.localise",
        "vision.detector",
        "projectPoints",
        "undistortPoints",
    ):
        assert banned not in text
