"""Who stands in whose way: a shooter at (0, 0), her target 60 mm to the east, and one piece between them."""

import math
from dataclasses import replace

import pytest

from tableassist.pieces import Effect, Mast, PieceState, Sail, SailPlane
from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.scene import build_scene
from tableassist.rulebook.shooting.blockers import LineAsk
from tableassist.rulebook.shooting.line_of_fire import rule_lines
from tests.rulebook.line_oracle import Lying
from tests.rulebook.line_scenes import exact_model, made, pose_of, rule_all, scene_of
from tests.table_states import with_notes

NORTH = math.pi / 2


def lying(number, name, x, y=0.0, heading=NORTH, **more):
    return Lying(replace(made(f"p{number}", exact_model(name), "AB"[number % 2]), **more), x, y, heading)


def between(name, *, shooter="flotilla", target="flotilla", x=35.0, edition="complete", states=None, **more):
    """The verdict of the shooter's first cannon past a piece between."""
    there = [lying(0, shooter, 0.0, **more), lying(1, target, 75.0), lying(2, name, x)]
    made_up = scene_of(there)
    found = rule_all(with_notes(made_up, states=states or {}), RuleSettings(edition=EDITIONS[edition]))
    return found[0][1].verdict


@pytest.mark.parametrize(
    ("name", "edition", "verdict"),
    [
        ("island-round", "spanish-main", Verdict.NO),
        ("fog-bank", "spanish-main", Verdict.YES),
        ("fog-bank", "revolution", Verdict.NO),
        ("fog-bank", "complete", Verdict.NO),
        ("three-mast", "spanish-main", Verdict.NO),
        ("kraken", "complete", Verdict.NO),
        ("reef", "complete", Verdict.YES),
    ],
)
def test_what_stops_a_ships_line(name, edition, verdict):
    assert between(name, edition=edition) is verdict


@pytest.mark.parametrize(
    ("name", "edition", "verdict"),
    [
        ("island-round", "revolution", Verdict.YES),
        ("three-mast", "revolution", Verdict.YES),
        ("kraken", "revolution", Verdict.NO),
        ("kraken", "complete", Verdict.YES),
        ("fog-bank", "complete", Verdict.NO),
    ],
)
def test_what_stops_a_forts_line(name, edition, verdict):
    assert between(name, shooter="fort", edition=edition) is verdict


def test_the_card_that_shoots_past_ships_still_meets_islands():
    past = {"effects": (Effect.LOF_NOT_BLOCKED_BY_SHIPS,)}
    assert between("three-mast", **past) is Verdict.YES
    assert between("island-round", **past) is Verdict.NO


def test_a_wreck_is_in_the_way_and_a_sunk_ship_is_not():
    assert between("three-mast", states={"p2": frozenset({PieceState.WRECKED})}) is Verdict.NO
    assert between("three-mast", states={"p2": frozenset({PieceState.SUNK})}) is Verdict.YES


def test_the_island_a_titan_stands_on_is_in_nobodys_way_to_her():
    """Her island lies before most of her, and another island before the rest."""
    there = [lying(0, "flotilla", 0.0), lying(1, "titan", 85.0), lying(2, "island-round", 64.0)]
    there += [lying(3, "island-round", 40.0, 45.0), lying(4, "island-round", 40.0, -45.0)]
    by_edition = {
        name: rule_all(scene_of(there), RuleSettings(edition=edition))[0][1].verdict
        for name, edition in EDITIONS.items()
    }
    assert by_edition == {"spanish-main": Verdict.NO, "revolution": Verdict.NO, "complete": Verdict.YES}


def test_a_creatures_own_segments_let_all_its_shots_pass():
    there = [lying(0, "kraken", 0.0), lying(1, "flotilla", 70.0)]
    assert {line.verdict for _, line in rule_all(scene_of(there))} == {Verdict.YES}


def with_masts(plane):
    """A three-mast with all her sails in one plane."""
    model = exact_model("three-mast")
    masts = tuple(Mast(m.x_mm, 0.0, m.top_mm, 0.0, 0.0, Sail(plane, 16.0, 14.0, 40.0)) for m in model.masts)
    return replace(model, masts=masts)


@pytest.mark.parametrize(
    ("plane", "heading", "verdict"),
    [
        (SailPlane.ATHWART, 0.0, Verdict.NO),
        (SailPlane.ATHWART, NORTH, Verdict.YES),
        (SailPlane.FORE_AND_AFT, NORTH, Verdict.YES),
    ],
)
def test_own_sails_count_by_their_plane(plane, heading, verdict):
    """The aftmost gun of three, shooting over the bow (heading 0) or to the side at a narrow target."""
    model = with_masts(plane)
    shooter = Lying(made("p0", model, "A"), 0.0, 0.0, heading)
    ahead = Lying(made("p1", exact_model("coin"), "B"), 62.0 if heading == 0.0 else 50.0, 0.0, 0.0)
    lines = {ask.cannon.mast: line for ask, line in rule_all(scene_of([shooter, ahead]))}
    assert lines[3].verdict is verdict


def test_a_piece_that_is_lifted_by_a_reading_is_not_in_the_way():
    made_up = scene_of([lying(0, "flotilla", 0.0), lying(1, "flotilla", 75.0), lying(2, "island-round", 35.0)])
    (ask, _), *_ = rule_all(made_up)
    (line,) = rule_lines([replace(ask, lifted=frozenset({"p2"}))], made_up, RuleSettings())
    assert line.verdict is Verdict.YES


def test_a_blocker_that_a_hand_hides_leaves_the_line_unknown():
    there = [lying(0, "flotilla", 0.0), lying(1, "flotilla", 75.0), lying(2, "three-mast", 35.0)]
    made_up = scene_of(there)
    poses = {each.piece.id: pose_of(each) for each in there}
    seen = {"p0": 10**9, "p1": 10**9, "p2": 0}
    hidden = build_scene(tuple(each.piece for each in there), poses, made_up.state, 10**9, seen_ns=seen)
    (_, line), *_ = rule_all(hidden)
    assert line.verdict is Verdict.NOT_SEEN
    assert "p2 may stand in the way" in str(line.reason)


def test_both_pieces_that_together_hide_the_target_are_named():
    there = [lying(0, "flotilla", 0.0), lying(1, "flotilla", 75.0)]
    there += [lying(2, "island-long", 38.0, 33.0, NORTH), lying(3, "island-long", 38.0, -33.0, NORTH)]
    (_, line), *_ = rule_all(scene_of(there))
    if line.verdict is Verdict.NO:
        assert "p2" in str(line.reason)
        assert "p3" in str(line.reason)
    else:
        pytest.fail(f"the islands leave a way: {line.reason}")


def test_one_line_at_a_time_is_ruled_as_in_a_batch():
    made_up = scene_of([lying(0, "five-mast", 0.0), lying(1, "galley-3", 70.0), lying(2, "schooner-2", 35.0, 10.0)])
    for ask, line in rule_all(made_up):
        (alone,) = rule_lines([LineAsk(ask.shooter, ask.cannon, ask.target, ask.in_range)], made_up, RuleSettings())
        assert alone == line


def test_a_target_asked_about_elsewhere_than_in_the_scene_lies_only_there():
    """As where her move would end: her old place is not in the way."""
    made_up = scene_of([lying(0, "flotilla", 0.0), lying(1, "flotilla", 35.0)])
    moved = scene_of([lying(0, "flotilla", 0.0), lying(1, "flotilla", 75.0)])
    (ask, _), *_ = rule_all(moved)
    (line,) = rule_lines([LineAsk(ask.shooter, ask.cannon, ask.target, ask.in_range)], made_up, RuleSettings())
    assert line.verdict is Verdict.YES


ACROSS = ((25.0, -30.0), (45.0, -30.0), (45.0, 30.0), (25.0, 30.0))
ASIDE = ((25.0, 60.0), (45.0, 60.0), (45.0, 90.0), (25.0, 90.0))


def shots_past_unseen(whereabouts):
    """Verdicts on the lines of a shot past an island that was never measured, and the words of the first."""
    there = [lying(0, "flotilla", 0.0), lying(1, "flotilla", 75.0), lying(2, "island-round", 35.0, 300.0)]
    pieces = tuple(each.piece for each in there)
    poses = {each.piece.id: pose_of(each) for each in there[:2]}
    seen = build_scene(pieces, poses, scene_of(there).state, 0, whereabouts=whereabouts)
    lines = [each for each in adjudicate(seen, RuleSettings()) if (each.rule, each.subject) == ("line_of_fire", "p0")]
    return [each.verdict for each in lines], str(lines[0].reason), seen


@pytest.mark.parametrize(
    ("whereabouts", "verdict"),
    [
        (None, Verdict.NOT_SEEN),
        ({}, Verdict.NOT_SEEN),
        ({"p2": (ACROSS,)}, Verdict.NOT_SEEN),
        ({"p2": (ASIDE, ACROSS)}, Verdict.NOT_SEEN),
        ({"p2": (ASIDE,)}, Verdict.YES),
        ({"p2": ()}, Verdict.YES),
    ],
)
def test_an_island_that_was_never_seen_stops_lines_to_where_it_may_lie(whereabouts, verdict):
    verdicts, words, _ = shots_past_unseen(whereabouts)
    assert set(verdicts) == {verdict}
    assert ("may stand in the way" in words) is (verdict is Verdict.NOT_SEEN)


def test_lines_are_judged_again_when_an_unseen_island_may_lie_elsewhere():
    _, _, before = shots_past_unseen({"p2": (ASIDE,)})
    rulings = adjudicate(before, RuleSettings())
    now = before.with_whereabouts({"p2": (ACROSS,)})
    assert adjudicate(now, RuleSettings(), before=(before, rulings)) == adjudicate(now, RuleSettings()) != rulings
