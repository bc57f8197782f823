"""What a call rests on though the picture does not show it is named: distances worked out by hand."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tableassist.pieces import PieceState
from tableassist.rulebook.contact.pin import PIN
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.engine.conditions import Trial, lift_piece, without_masts
from tableassist.rulebook.engine.conditions import judge_with_trials as judged_with_trials
from tableassist.rulebook.engine.conditions import run_trials as tried
from tableassist.rulebook.engine.rules import JUDGED
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.scene import Scene, build_scene
from tableassist.scene.facts import ALL_FACTS, Fact
from tableassist.scene.unverified import Unverified
from tests.rulebook.scenes import scene, ship
from tests.rulebook.test_adjudicate import table
from tests.table_states import with_notes

LONG_MM = RuleSettings().ruler.long_mm
HALF_WIDTH_MM, HALF_SAIL_MM = 6.0, 10.0


def asked(made: Scene, unverified, rule="shot", cannon=1, subject="s", target="t", confirmed=None):
    pieces = tuple(placed.piece for placed in made.pieces)
    poses = {placed.id: placed.pose for placed in made.pieces}
    doubtful = build_scene(pieces, poses, made.state, 0, unverified=unverified, confirmed=confirmed)
    (found,) = [
        each
        for each in adjudicate(doubtful, RuleSettings())
        if (each.rule, each.subject, each.target, each.cannon) == (rule, subject, target, cannon)
    ]
    return found


def rests_on(ruling):
    return [(each.piece, each.masts) for each in ruling.conditions]


def broadside(far_mm, **more):
    """A gun at the origin, and a ship across its way whose middle is so far."""
    return scene(ship("s", "A", 0, 0), ship("t", "B", far_mm, 0, 90.0, **more))


def test_a_shot_rests_on_the_mast_that_carries_its_cannon():
    made = broadside(60.0)
    for rule in ("range", "shot"):
        sure, unsure = asked(made, {}, rule), asked(made, {"s": Unverified((1,))}, rule)
        assert sure.verdict is unsure.verdict is Verdict.YES
        assert rests_on(sure) == []
        assert rests_on(unsure) == [("s", (1,))]
    assert str(unsure.conditions[0].words) == "mast 1 of s stands"


def test_a_range_rests_on_the_sail_that_it_is_measured_to():
    """The sail reaches 3 mm into the range, the hull stays 1 mm out of it."""
    made = broadside(LONG_MM - 3.0 + HALF_SAIL_MM, sail="athwart")
    assert LONG_MM - 3.0 + HALF_SAIL_MM - HALF_WIDTH_MM > LONG_MM
    assert rests_on(asked(made, {"t": Unverified((1,))}, "range")) == [("t", (1,))]


def test_a_range_to_the_hull_rests_on_no_sail():
    assert rests_on(asked(broadside(60.0, sail="athwart"), {"t": Unverified((1,))}, "range")) == []


def test_a_shot_out_of_range_stays_so_whatever_stands():
    made = broadside(LONG_MM + 40.0)
    found = asked(made, {"s": Unverified((1,)), "t": Unverified((1,))})
    assert found.verdict is Verdict.NO
    assert rests_on(found) == []


def test_of_several_masts_that_are_not_shown_the_one_that_matters_is_named():
    made = scene(ship("s", "A", 0, 0, masts=(8.0, -8.0)), ship("t", "B", 60.0, 0, 90.0))
    on_trust = {"s": Unverified((1, 2))}
    assert rests_on(asked(made, on_trust, cannon=1)) == [("s", (1,))]
    assert rests_on(asked(made, on_trust, cannon=2)) == [("s", (2,))]


def test_masts_that_only_together_turn_a_call_are_named_together():
    """Either sail alone is in range, the hull is not: she lies along the line, with both sails beyond her sides."""
    made = broadside(LONG_MM - 3.0 + HALF_SAIL_MM, sail="athwart", masts=(4.0, -4.0))
    assert rests_on(asked(made, {"t": Unverified((1, 2))}, "range")) == [("t", (1, 2))]


def test_a_mast_that_the_ledger_has_lost_is_no_condition():
    made = scene(ship("s", "A", 0, 0, masts=(8.0, -8.0)), ship("t", "B", 60.0, 0, 90.0), masts_lost={"s": {2}})
    assert rests_on(asked(made, {"s": Unverified((2,))}, cannon=1)) == []


@pytest.mark.parametrize(("hull_mm", "is_named"), [(1.5, False), (3.0, True), (100.0, True)])
def test_a_call_rests_on_a_hull_that_may_lie_farther_off_than_the_call_has_room(hull_mm, is_named):
    """The target's side is 2 mm within range."""
    made = broadside(LONG_MM - 2.0 + HALF_WIDTH_MM)
    found = asked(made, {"t": Unverified((), hull_mm)}, "range")
    assert found.verdict is Verdict.YES
    assert rests_on(found) == ([("t", ())] if is_named else [])


@pytest.mark.parametrize(
    ("raised_mm", "is_named"), [((3.0, 0.0), True), ((1.5, 0.0), False), ((-3.0, 0.0), False), ((0.0, 3.0), False)]
)
def test_a_call_rests_on_a_ship_that_would_be_on_the_other_side_of_the_limit_were_she_held(raised_mm, is_named):
    """The target's side is 2 mm within range: 3 mm farther off it is not, and 3 mm along her keel it still is."""
    made = broadside(LONG_MM - 2.0 + HALF_WIDTH_MM)
    found = asked(made, {"t": Unverified(raised_mm=raised_mm)}, "range")
    assert found.verdict is Verdict.YES
    assert [(each.piece, each.fact) for each in found.conditions] == ([("t", Fact.FLAT)] if is_named else [])
    assert [str(each.words) for each in found.conditions] == ["t stands flat on the mat"] * is_named


def test_a_blocked_line_rests_on_the_blocker_that_would_be_out_of_it_were_she_held():
    made = scene(ship("s", "A", 0, 0), ship("between", "A", 40.0, 0, 90.0), ship("t", "B", 75.0, 0, 90.0))
    for raised_mm, is_named in (((0.0, 60.0), True), ((0.0, 1.0), False)):
        blocked = asked(made, {"between": Unverified(raised_mm=raised_mm)}, "line_of_fire")
        assert blocked.verdict is Verdict.NO
        assert [(each.piece, each.fact) for each in blocked.conditions] == [("between", Fact.FLAT)] * is_named


def test_what_is_too_close_to_call_rests_on_nothing():
    made = broadside(LONG_MM + HALF_WIDTH_MM)
    found = asked(made, {"s": Unverified((1,), 100.0), "t": Unverified((1,), 100.0)}, "range")
    assert found.verdict is Verdict.TOO_CLOSE
    assert rests_on(found) == []


def test_a_ship_that_may_be_another_makes_every_measured_answer_about_her_conditional_however_far():
    made = broadside(LONG_MM + 400.0)
    found = asked(made, {"t": Unverified(identity=True)}, "range")
    assert found.verdict is Verdict.NO
    assert [(each.piece, each.fact) for each in found.conditions] == [("t", Fact.IDENTITY)]


def test_a_confirmed_ship_makes_no_answer_conditional():
    made = broadside(60.0)
    doubtful = {"s": Unverified((1,), 100.0, (80.0, 0.0), identity=True)}
    assert asked(made, doubtful).is_conditional
    assert not asked(made, doubtful, confirmed={"s": ALL_FACTS}).is_conditional


def test_a_shot_at_a_submerged_ship_is_forbidden_wherever_the_ships_lie():
    made = broadside(60.0)
    made = with_notes(made, states={"t": frozenset({PieceState.SUBMERGED})})
    found = asked(made, {"s": Unverified((), 100.0), "t": Unverified((), 100.0)})
    assert found.verdict is Verdict.NO
    assert found.conditions == ()


def test_a_blocked_line_rests_on_the_hull_that_blocks_it():
    made = scene(ship("s", "A", 0, 0), ship("between", "A", 40.0, 0, 90.0), ship("t", "B", 75.0, 0, 90.0))
    blocked = asked(made, {"between": Unverified((), 100.0)}, "line_of_fire")
    assert blocked.verdict is Verdict.NO
    assert rests_on(blocked) == [("between", ())]


def test_what_the_picture_no_longer_shows_makes_a_new_piece():
    made = scene(ship("s", "A", 0, 0))
    pieces, poses = tuple(each.piece for each in made.pieces), {each.id: each.pose for each in made.pieces}
    doubted, other = Unverified((1,)), Unverified((), 5.0)
    first = build_scene(pieces, poses, made.state, 0, unverified={"s": doubted})
    assert (
        build_scene(pieces, poses, made.state, 0, before=first, unverified={"s": Unverified((1,))}).pieces[0]
        is (first.pieces[0])
    )
    assert build_scene(pieces, poses, made.state, 0, before=first, unverified={"s": other}).unverified == {"s": other}


def doubtful_table(seed):
    """All kinds of pieces close to each other; of each something is taken on trust."""
    rng = np.random.default_rng(seed)
    placed = table(rng)
    pieces, poses = tuple(piece for piece, _ in placed), {piece.id: at for piece, at in placed}
    on_trust = {
        piece.id: Unverified((1, 2)[: rng.integers(3)], 0.0, (float(rng.normal(0, 8)), float(rng.normal(0, 8))))
        for piece in pieces
    }
    return build_scene(pieces, poses, scene(*placed, homes={"i0": "A"}).state, 0, unverified=on_trust)


def test_what_is_tried_at_once_is_what_is_said_of_each_piece_by_itself():
    """Each in a scene of its own, in which the one piece lies otherwise and nothing else does."""
    made, settings, compared = doubtful_table(2), RuleSettings(), Counter()
    for rule in (each for each in JUDGED if each.judge_together is not None):
        pairs = [(made.find(one.id), made.find(other.id)) for one, other in rule.pairs(made, None)]
        trials = [Trial(piece, lift_piece(piece), pairs) for piece in made.pieces[::4]]
        rigged = [piece for piece in made.pieces if 1 in piece.masts_standing]
        trials += [Trial(piece, without_masts(piece, (1,)), pairs) for piece in rigged[::3]]
        by_pair, known = judged_with_trials(rule, pairs, trials[::2], made, settings)
        said = [ruling for one, other in pairs for ruling in by_pair.get((one.id, other.id), ())]
        assert said == list(rule.judge(pairs, made, settings))
        answers = tried(rule, trials, known, made, settings)
        for trial in trials:
            there = replace(made, pieces=tuple(trial.otherwise if one is trial.piece else one for one in made.pieces))
            alone = rule.judge([(there.find(one.id), there.find(other.id)) for one, other in pairs], there, settings)
            together = [said for one, other in pairs for said in answers[trial.otherwise, (one.id, other.id)].values()]
            assert together == list(alone)
            compared.update(said.rule for said in together)
    assert compared["line_of_fire"] > 500


def test_a_trial_whose_answer_is_known_is_not_asked_again():
    made, asked = doubtful_table(1), []
    ram = PIN.judging
    pairs = [(made.find(one.id), made.find(other.id)) for one, other in ram.pairs(made, None)][:4]

    def counted(cases, settings):
        asked.append(sum(len(pairs) for pairs, _ in cases))
        return ram.judge_all(cases, settings)

    trial = Trial(pairs[0][0], lift_piece(pairs[0][0]), pairs)
    counting = replace(ram, judge_together=counted)
    known = tried(counting, [replace(trial, pairs=pairs[:3])], {}, made, RuleSettings())
    again = tried(counting, [trial], known, made, RuleSettings())
    assert asked == [3, 1]
    assert tried(counting, [trial], again, made, RuleSettings()) is again
