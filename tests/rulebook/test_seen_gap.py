"""What a gap that the picture shows adds to the gap between measured outlines: in one place, for every rule.

The ship's bow is at x = 20, the island's shore at x = 20.5 or farther; poses are known to 0.5 mm (one sigma, each).
"""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tableassist.rulebook.contact.contact import rule_touches
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.scene import build_scene
from tableassist.scene.seen_gap import GapVariance, SeenGap, combine_gap
from tableassist.scene.separation import Parts, between
from tableassist.store.evidence.poses import poses_json, read_poses
from tableassist.store.match.words import read_words, words_of
from tableassist.vision.localisation.tracking import Tracks, follow
from tests.rulebook.scenes import land, rule, scene, ship

SIGMA_MM = 0.5


def docked(gap_mm, seen=()):
    made = scene(ship("titan", "A", 0.0, 0.0, sigma_mm=SIGMA_MM), land("isle", 35.0 + gap_mm, 0.0, sigma_mm=SIGMA_MM))
    pieces = tuple(replace(each, seen_gaps=tuple(seen)) if each.id == "titan" else each for each in made.pieces)
    return replace(made, pieces=pieces)


def seen(gap_mm, sigma_mm=0.2, x_mm=20.0, y_mm=0.0, other="isle"):
    return SeenGap(other, gap_mm, sigma_mm, x_mm, y_mm)


def apart(made):
    one, other = made.find("titan"), made.find("isle")
    return between(one, one.footprint, other, other.footprint)


def by_outlines(sigma_mm):
    return GapVariance(sigma_mm**2 / 2, sigma_mm**2 / 2, 0.0)


def test_two_measurements_of_one_gap_are_weighed_by_their_correlated_errors():
    """The best linear estimate: the inverse covariance, by hand, for sigmas 0.4 and 0.3 and a correlation of 0.5."""
    combined = combine_gap(1.0, by_outlines(0.4), seen(0.5, 0.3))
    information = np.linalg.inv([[0.16, 0.06], [0.06, 0.09]])
    assert combined.agrees
    assert combined.mm == pytest.approx((information @ [1.0, 0.5]).sum() / information.sum())
    assert combined.sigma_mm == pytest.approx(information.sum() ** -0.5)


def test_a_look_that_knows_far_less_changes_nothing():
    combined = combine_gap(1.0, by_outlines(0.2), seen(0.5, 0.7))
    assert (combined.mm, combined.sigma_mm) == (pytest.approx(1.0), pytest.approx(0.2))


def test_measurements_that_contradict_each_other_make_nothing_surer():
    combined = combine_gap(0.0, by_outlines(0.2), seen(2.0, 0.2))
    assert not combined.agrees
    assert combined.mm == 0.0
    assert combined.sigma_mm > 1.0


def test_a_docking_too_close_by_the_poses_is_called_by_the_look():
    assert rule(docked(0.3), "docking", "titan", "isle").verdict is Verdict.TOO_CLOSE
    ruling = rule(docked(0.3, [seen(0.1)]), "docking", "titan", "isle")
    assert ruling.verdict is Verdict.YES
    assert ruling.sigma_mm <= 0.2
    assert "mat visible between them: 0.1 ± 0.4 mm" in str(ruling.reason)


def test_a_gap_too_close_by_the_poses_is_called_open_by_the_look():
    assert rule(docked(2.0), "contact", "titan", "isle").verdict is Verdict.TOO_CLOSE
    assert rule(docked(2.0, [seen(2.1)]), "contact", "titan", "isle").verdict is Verdict.NO


def test_a_look_that_disagrees_takes_a_call_away_and_says_so():
    sure = scene(ship("titan", "A", 0.0, 0.0), land("isle", 35.0, 0.0))
    assert rule(sure, "docking", "titan", "isle").verdict is Verdict.YES
    pieces = (replace(sure.pieces[0], seen_gaps=(seen(3.0),)), *sure.pieces[1:])
    ruling = rule(replace(sure, pieces=pieces), "docking", "titan", "isle")
    assert ruling.verdict is Verdict.TOO_CLOSE
    assert "the picture there and the tags disagree" in str(ruling.reason)


@pytest.mark.parametrize("look", [seen(0.1, x_mm=10.0), seen(0.1, other="another isle")])
def test_a_look_elsewhere_or_at_another_piece_does_not_count(look):
    assert apart(docked(0.3, [look])) == apart(docked(0.3))


def test_the_look_counts_whichever_piece_is_asked_first():
    made = docked(0.3, [seen(0.1)])
    one, other = made.find("titan"), made.find("isle")
    back = between(other, other.footprint, one, one.footprint)
    assert (back.mm, back.sigma_mm) == (apart(made).mm, apart(made).sigma_mm)


def test_rulings_of_a_frame_before_are_not_taken_over_when_a_look_comes_in():
    before = docked(0.3)
    rulings = adjudicate(before, RuleSettings())
    after = docked(0.3, [seen(0.1)])
    assert adjudicate(after, RuleSettings(), before=(before, rulings)) == adjudicate(after, RuleSettings())


def rebuilt(made, gaps):
    poses = {placed.id: placed.pose for placed in made.pieces}
    return build_scene(tuple(p.piece for p in made.pieces), poses, made.state, 0, seen_gaps=gaps)


def test_edges_count_whichever_piece_is_asked_first():
    made = docked(0.3, [replace(seen(None, None), edge_mm=0.1, edge_sigma_mm=0.2)])
    one, other = made.find("titan"), made.find("isle")
    back = between(other, other.footprint, one, one.footprint)
    assert (back.mm, back.sigma_mm) == (pytest.approx(apart(made).mm), pytest.approx(apart(made).sigma_mm))
    assert apart(made).mm == pytest.approx(apart(docked(0.3)).mm - 0.1)
    assert apart(made).sigma_mm < apart(docked(0.3)).sigma_mm


EDGES = {"edge_mm": 0.0123456789012345, "edge_sigma_mm": 0.11, "other_edge_mm": -0.2, "other_edge_sigma_mm": 0.12}


def test_a_record_gives_the_same_ruling_to_the_last_digit():
    made = docked(0.3, [replace(seen(0.123456789012345, 0.2345678901234567), **EDGES)])
    state = SimpleNamespace(scene=made, warnings=(), placement=SimpleNamespace(warnings=()))
    again = rebuilt(made, read_words(words_of(state, SimpleNamespace(confirmations={}))).looks["seen_gaps"])
    assert adjudicate(again, RuleSettings()) == adjudicate(made, RuleSettings())
    assert again.seen_gaps == made.seen_gaps


def test_evidence_gives_the_same_ruling_to_the_last_digit():
    made = docked(0.3, [replace(seen(0.123456789012345, 0.2345678901234567), **EDGES)])
    tracks, _ = follow(Tracks(), {placed.id: placed.pose for placed in made.pieces}, 0)
    again = rebuilt(made, read_poses(poses_json(tracks, made), "poses.json").seen_gaps)
    assert adjudicate(again, RuleSettings()) == adjudicate(made, RuleSettings())


def test_records_of_older_versions_have_no_looks():
    assert read_words('[[], [], {}, {}, {"titan": [[1], 0.0, [0.0, 0.0]]}]').looks["seen_gaps"] == {}


def test_each_part_is_asked_where_it_is_nearest():
    """The bow touches at x = 20; the stern, 40 mm away, has nothing to do with that look."""
    made = docked(0.3, [seen(0.1)])
    one, other = made.find("titan"), made.find("isle")
    stern = one.footprint.intersection(
        one.footprint.buffer(0).envelope.buffer(0).difference(other.footprint.buffer(30.0))
    )
    (ruling,) = rule_touches("contact", [Parts(one, stern, other, other.footprint)], "", RuleSettings())
    assert ruling.sigma_mm == pytest.approx(math.hypot(SIGMA_MM, SIGMA_MM), rel=0.2)
