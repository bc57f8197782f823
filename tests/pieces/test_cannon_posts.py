from dataclasses import replace

import pytest

from tableassist.pieces import CannonPost, Mast, PieceKind, PieceModel, Segment

HULL = ((-20.0, -6.0), (20.0, 0.0), (-20.0, 6.0))
BARE = PieceModel("piece", PieceKind.SHIP, HULL, 9.0, (), (), None, 0.0)
TWO_MASTS = replace(BARE, masts=(Mast(10.0, 0.0, 40.0, 1.5, -0.5, None), Mast(-8.0, 1.0, 40.0, 0.0, 0.0, None)))


def places(model):
    return [model.post_place(post) for post in model.printed_posts]


def test_each_mast_has_one_cannon_at_its_printed_die():
    assert places(TWO_MASTS) == [(11.5, -0.5), (-8.0, 1.0)]
    assert [post.upright for post in TWO_MASTS.posts] == [1, 2]


def test_segments_and_flags_carry_cannons_as_masts_do():
    creature = replace(BARE, segments=(Segment(30.0, 1.0, 25.0, 4.0), Segment(-3.0, 0.0, 25.0, 4.0)))
    fort = replace(BARE, kind=PieceKind.FORT, flags=((5.0, 6.0), (-5.0, 6.0), (0.0, -6.0)))
    assert places(creature) == [(30.0, 1.0), (-3.0, 0.0)]
    assert places(fort) == [(5.0, 6.0), (-5.0, 6.0), (0.0, -6.0)]
    assert (creature.upright_count, fort.upright_count, BARE.upright_count) == (2, 3, 0)


def test_four_cannons_on_one_mast_are_measured_from_it():
    raft = replace(TWO_MASTS, masts=TWO_MASTS.masts[1:], cannon_posts=(CannonPost(1, printed=4),))
    assert places(raft) == [(-8.0, 1.0)] * 4


def test_a_cannon_on_the_hull_comes_first_where_it_stands_foremost():
    model = replace(TWO_MASTS, cannon_posts=(CannonPost(None, (18.0, 0.0)), CannonPost(1), CannonPost(2)))
    assert places(model) == [(18.0, 0.0), (11.5, -0.5), (-8.0, 1.0)]
    assert [post.upright for post in model.printed_posts] == [None, 1, 2]


@pytest.mark.parametrize("radius", [4.0, 6.5])
def test_a_round_segment_has_a_ring_of_its_radius(radius):
    ring = Segment(3.0, -2.0, 25.0, radius).ring
    assert all(((x - 3.0) ** 2 + (y + 2.0) ** 2) ** 0.5 == pytest.approx(radius) for x, y in ring)
    twice_area = sum(x * ring[k - 1][1] - ring[k - 1][0] * y for k, (x, y) in enumerate(ring))
    assert twice_area < 0  # walked backwards, so counter-clockwise
