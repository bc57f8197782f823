"""Rulings by pair of pieces: what is shown, in what order, and in which words. No widgets."""

import pytest
from made_up_table import made_up_pieces, made_up_rulings

from tableassist.judging.words import (
    WantedRulings,
    answer_word,
    answer_words,
    grouped,
    measured_words,
    policy_words,
    shown_groups,
    summary,
    why_words,
)
from tableassist.messages import Message
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.ruling import Condition, Overruling, Reading, Ruling, Verdict, Witness
from tableassist.scene.facts import Fact
from tableassist.ui.rulings.details import detail_lines

NAMES = {piece.id: piece.name for piece in made_up_pieces()}
YES, NO, CLOSE, UNSEEN = Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE, Verdict.NOT_SEEN


def ruling(**changes):
    return made_up_rulings()[0].replace(**changes)


def said(rule, verdict, cannon=None, *, target="soleil", measured=None, limit=None, blocker=None, reason="so it is"):
    witness = Witness((0.0, 0.0), (1.0, 0.0), blocker)
    sigma = None if measured is None else 0.2
    return Ruling(rule, "titan", target, cannon, verdict, measured, limit, sigma, 0.5, "complete, Shooting", witness,
                  reason)  # fmt: skip


def cannon(number, verdict, *, range_=YES, blocker=None, **more):
    """A cannon's range, line and shot."""
    line = [said("line_of_fire", verdict, number, blocker=blocker, **more)] if range_ is not NO else []
    shot = said("shot", verdict, number, measured=70.0, limit=57.5, blocker=blocker, **more)
    return (said("range", range_, number, measured=70.0, limit=57.5, **more), *line, shot)


def shown(rulings, wanted=None, overrulings=()):
    return shown_groups(grouped(rulings, overrulings, {}), wanted or WantedRulings(), NAMES)


def words(rulings, selected="titan", overrulings=()):
    (group,) = shown(rulings, WantedRulings(selected), overrulings)
    return summary(group, NAMES, selected=selected, policy="measure by hand")


def test_yes_and_too_close_come_first():
    verdicts = [group.verdict for group in shown(made_up_rulings())]
    assert verdicts == sorted(verdicts, key=[YES, CLOSE, UNSEEN, NO].index)
    assert verdicts[0] is YES


def test_one_line_tells_which_cannons_may_shoot_and_why_the_others_may_not():
    rulings = (*cannon(1, YES), *cannon(2, NO, blocker="skull"), *cannon(3, YES))
    assert words(rulings) == "2 of 3 cannons may shoot Le Soleil Royal; cannon 2 is blocked by Skull Cay"


def test_cannons_with_the_same_reason_are_told_together():
    rulings = (*cannon(1, NO, blocker="skull"), *cannon(2, NO, range_=NO), *cannon(3, NO, blocker="skull"))
    assert words(rulings) == (
        "No cannon may shoot Le Soleil Royal; cannons 1 and 3 are blocked by Skull Cay; cannon 2 is out of range"
    )


def test_out_of_range_says_by_how_much():
    assert words(cannon(1, NO, range_=NO)) == "Le Soleil Royal is out of range, by 12.5 ± 0.4 mm"


def test_a_shot_that_is_forbidden_says_why():
    rulings = (said("permission", NO, reason="she is docked at home"), *cannon(1, NO))
    assert words(rulings) == "May not shoot Le Soleil Royal: she is docked at home"


def test_too_close_names_the_tables_policy():
    assert words((*cannon(1, CLOSE), *cannon(2, NO, range_=NO))) == (
        "1 of 2 cannons at Le Soleil Royal too close to call; cannon 2 is out of range; measure by hand"
    )
    assert policy_words(RuleSettings()) == "measure by hand, both players looking"
    assert policy_words(with_house(RuleSettings(), {"too-close": "roll-a-die"})) == "roll a die: 4 or more is yes"
    assert "roll a die" in why_words(said("ram", CLOSE), "roll a die")
    assert "roll a die" not in why_words(said("ram", NO), "roll a die")


def test_a_ram_is_told_before_the_shots_she_does_not_have():
    rulings = (*cannon(1, NO, blocker="skull"), said("ram", YES, measured=0.0, limit=1.0))
    assert words(rulings).startswith("Rams Le Soleil Royal; no cannon may shoot")


def test_another_ships_line_begins_with_her_name():
    rulings = cannon(1, YES, target="soleil")
    assert words(rulings, selected="soleil") == "HMS Titan: may shoot Le Soleil Royal"


def test_an_open_reading_is_mentioned_and_both_answers_are_given():
    open_shot = cannon(1, NO, blocker="skull")[-1].replace(readings=(Reading("low blocks", NO), Reading("not", YES)))
    assert "the rules can be read another way" in words((open_shot,))
    assert "if not: YES" in why_words(open_shot, "")


def test_an_answer_that_hangs_on_a_fact_is_a_yes_if_and_says_so_once():
    mast = Condition("titan", (2,), Message("mast {masts} of {name} stands", name="HMS Titan", masts=(2,)), Fact.MASTS)
    stands = Condition("soleil", (), Message("{name} stands flat on the mat", name="Le Soleil"), Fact.FLAT)
    shot = cannon(1, YES)[-1].replace(conditions=(mast, stands))
    assert words((shot,)).endswith("cannon 1: only if mast 2 of HMS Titan stands and Le Soleil stands flat on the mat")
    assert answer_word(shot) == "YES IF"
    assert answer_words(shot) == "YES if mast 2 of HMS Titan stands and Le Soleil stands flat on the mat"
    assert "mast 2" not in why_words(shot, "")
    assert ("Only if", "mast 2 of HMS Titan stands") in detail_lines(shot, "", None)


def test_a_plain_answer_has_no_if():
    shot = cannon(1, YES)[-1]
    assert (answer_word(shot), answer_words(shot)) == ("YES", "YES")
    assert " if " not in words((shot,))


def test_far_contacts_are_not_listed_unasked_but_near_misses_are():
    far = said("docking", NO, measured=185.0, limit=1.0, target="home-1")
    near = said("docking", NO, measured=4.0, limit=1.0, target="skull")
    assert [group.key[1] for group in shown((far, near))] == ["skull"]
    assert len(shown((far, near), WantedRulings(None, only_what_matters=False))) == 2


def test_out_of_range_is_told_only_of_the_selected_ship():
    rulings = cannon(1, NO, range_=NO)
    assert not shown(rulings)
    assert not shown(rulings, WantedRulings("soleil"))
    assert shown(rulings, WantedRulings("titan"))


def test_selected_ship_has_hers_first_and_then_those_against_her():
    rulings = (*cannon(1, NO, blocker="skull"), said("ram", YES).replace(subject="soleil", target="titan"))
    assert [group.key for group in shown(rulings, WantedRulings("titan"))] == [("titan", "soleil"), ("soleil", "titan")]
    assert not shown(rulings, WantedRulings("gaule"))


def test_names_are_found_in_any_case():
    assert {group.key[1] for group in shown(made_up_rulings(), WantedRulings(words="dauPHIN"))} == {"dauphin"}
    assert not shown(made_up_rulings(), WantedRulings(words="nobody"))


def test_on_request_only_what_was_asked_is_shown():
    asked = said("ram", NO, measured=300.0, limit=1.0)
    rulings = (*cannon(1, YES), asked)
    (group,) = shown(rulings, WantedRulings(asked=frozenset({asked.id})))
    assert group.rulings == [asked]
    assert not shown(rulings, WantedRulings(asked=frozenset()))


def test_questions_of_a_shot_hide_its_parts_until_all_are_wanted():
    (group,) = shown((*cannon(1, YES), said("permission", YES)))
    assert [each.rule for each in group.questions(all_of_them=False)] == ["shot"]
    assert [each.rule for each in group.questions(all_of_them=True)] == ["shot", "line_of_fire", "range", "permission"]


def test_a_group_that_says_the_same_is_the_same_value():
    before = grouped(made_up_rulings(), (), {})
    same = grouped(made_up_rulings(), (), before)
    assert all(same[key] is before[key] for key in before)
    moved = (made_up_rulings()[0].replace(measured_mm=1.0), *made_up_rulings()[1:])
    after = grouped(moved, (), before)
    assert [key for key in before if after[key] is not before[key]] == [("titan", "soleil")]


def test_a_person_decides_what_the_group_says_as_long_as_the_call_stands():
    machine = cannon(1, NO, blocker="skull")
    overruling = Overruling(machine[-1], YES, "looked along the deck", "Anne", 0)
    assert words(machine, overrulings=(overruling,)) == "May shoot Le Soleil Royal; overruled by Anne"
    (group,) = shown(machine, overrulings=(overruling,))
    assert group.verdict is YES
    assert group.lead.verdict is NO
    changed_call = (*machine[:-1], machine[-1].replace(verdict=CLOSE))
    (group,) = shown(changed_call, overrulings=(overruling,))
    assert group.verdict is CLOSE


@pytest.mark.parametrize(
    ("measured", "limit", "sigma", "text"),
    [
        (63.2, 57.5, 0.16, "63.2 ± 0.3 mm of 57.5 mm"),
        (63.2, 57.5, 0.001, "63.2 ± 0.1 mm of 57.5 mm"),
        (63.2, None, None, "63.2 mm"),
        (6.14, 0.0, 0.2, "6.1 ± 0.4 mm to spare"),
        (-3.21, 0.0, 0.2, "3.2 ± 0.4 mm short"),
        (None, 57.5, None, "—"),
    ],
)
def test_measure_is_given_with_its_plus_minus_and_limit(measured, limit, sigma, text):
    assert measured_words(ruling(measured_mm=measured, limit_mm=limit, sigma_mm=sigma)) == text
