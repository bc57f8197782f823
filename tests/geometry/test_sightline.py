"""Against an oracle that knows only segments: dense rays by shapely."""

import math

import numpy as np
import pytest
from shapely import LineString, Polygon
from shapely.ops import unary_union

from tableassist.geometry.sightline import look


def edges(points):
    ring = np.asarray(points, dtype=float)
    return np.stack([ring, np.roll(ring, -1, axis=0)], axis=1)


def box(x, y, wide, high, turn=0.0):
    c, s = math.cos(turn), math.sin(turn)
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    return [(x + c * a / 2 - s * b / 2, y + s * a / 2 + c * b / 2) for a, b in corners]


def see(origin, target, blockers, reach=1e3):
    flat = np.concatenate([edges(b) for b in blockers]) if blockers else np.zeros((0, 2, 2))
    owner = np.repeat(np.arange(len(blockers)), [len(b) for b in blockers]).astype(np.intp)
    return look(origin, edges(target), flat, owner, reach)


def test_an_open_sea_shows_the_whole_target():
    looks = see((0, 0), box(50, 0, 10, 10), [])
    assert looks.visible_share == pytest.approx(1.0)
    assert looks.target_mm.min() == pytest.approx(45.0, abs=0.2)


def test_a_wall_across_hides_all_and_is_named():
    looks = see((0, 0), box(50, 0, 10, 10), [box(20, 100, 5, 5), box(25, 0, 2, 40)])
    assert looks.visible_share == 0.0
    assert set(looks.blocker) == {1}
    assert looks.blocker_mm.min() == pytest.approx(24.0, abs=0.2)


def test_the_far_end_is_seen_where_the_nearest_point_is_hidden():
    """The trap: a line may end on any part of the target."""
    target = [(40, -5), (60, -5), (60, 60), (40, 60)]
    looks = see((0, 0), target, [box(20, -2, 2, 12)])
    straight_ahead = np.abs(looks.direction[:, 1]) < 0.02
    assert not looks.is_clear[straight_ahead].any()
    assert looks.visible_share > 0.5


def test_what_is_seen_only_beyond_reach_does_not_count():
    target = [(40, -5), (60, -5), (60, 60), (40, 60)]
    assert see((0, 0), target, [box(20, -2, 2, 12)], reach=40.5).visible_share == 0.0


def test_a_slit_of_a_thousandth_of_a_millimetre_is_found():
    left, right = box(20, 10.0005, 2, 20), box(20, -10.0005, 2, 20)
    looks = see((0, 0), box(60, 0, 10, 30), [left, right])
    assert 0 < looks.visible_share < 1e-3


def test_a_blocker_behind_the_target_does_not_matter():
    assert see((0, 0), box(50, 0, 10, 10), [box(80, 0, 5, 100)]).visible_share == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(60))
def test_random_scenes_agree_with_dense_rays(seed):
    rng = np.random.default_rng(seed)
    target = box(*rng.uniform(40, 90, 2), *rng.uniform(10, 40, 2), rng.uniform(0, 3))
    blockers = [box(*rng.uniform(0, 80, 2), *rng.uniform(3, 30, 2), rng.uniform(0, 3)) for _ in range(6)]
    blockers = [b for b in blockers if Polygon(b).distance(LineString([(0, 0), (0, 0.1)])) > 1]
    reach = rng.uniform(60, 120)
    looks = see((0.0, 0.0), target, blockers, reach)
    share = oracle_share(target, blockers, reach)
    if share is None:
        assert len(looks.target_mm) == 0
    else:
        assert looks.visible_share == pytest.approx(share, abs=0.02)


def oracle_share(target, blockers, reach):
    goal, wall = Polygon(target), unary_union([Polygon(b) for b in blockers])
    angles = [math.atan2(y, x) for x, y in target]
    seen = total = 0
    for angle in np.linspace(min(angles), max(angles), 4001)[1:-1]:
        ray = LineString([(0, 0), (reach * math.cos(angle), reach * math.sin(angle))])
        hit = ray.intersection(goal)
        if hit.is_empty:
            continue
        total += 1
        near = min(math.hypot(x, y) for part in getattr(hit, "geoms", [hit]) for x, y in part.coords)
        line = LineString([(0, 0), ((near - 1e-7) * math.cos(angle), (near - 1e-7) * math.sin(angle))])
        seen += not line.intersects(wall)
    return seen / total if total else None
