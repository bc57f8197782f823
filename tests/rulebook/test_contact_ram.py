"""Ram, pin and boarding in the three editions."""

import pytest

from tableassist.pieces import Effect, OutlinePart, PartKind
from tableassist.rulebook.contact.pin import pins_from, rule_rams_and_pins
from tableassist.rulebook.contact.ram import board_pairs, bow_contacts, rule_boardings, rule_rams
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.contact_scenes import ALL, A, B, C, PieceState, creature, judge, of, scene, ship, told

LOST_ONE = frozenset({1})


def rule_pins(pairs, made, settings):
    """Nothing where a bow is clear of the enemy."""
    return pins_from(bow_contacts(pairs, settings), made, settings)


def side_on(gap=0.1, *, mine=None, theirs=None, masts=(0.0,), masts_lost=None, states=None):
    """a's tip against the side of b, 8 mm abaft her mast."""
    one = of(ship("a", "A", 0, 0), **(mine or {}))
    other = of(ship("b", "B", 26 + gap, 8, 90.0, masts=masts), **(theirs or {}))
    return told(scene(one, other, masts_lost=masts_lost), states=states or {})


def head_on(gap=0.1, **more):
    """Tip to tip, keels in one line."""
    return told(scene(ship("a", "A", 0, 0), ship("b", "B", 40 + gap, 0, 180.0)), **more)


@pytest.mark.parametrize("edition", ALL)
def test_a_tip_on_an_enemys_side_rams_in_every_edition(edition):
    ruling = judge(rule_rams, side_on(), "a", "b", ALL[edition])
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm == pytest.approx(0.1)


@pytest.mark.parametrize(("settings", "verdict"), [(A, Verdict.NO), (B, Verdict.YES), (C, Verdict.YES)])
def test_bow_on_bow_rams_only_in_the_later_editions(settings, verdict):
    ruling = judge(rule_rams, head_on(), "a", "b", settings)
    assert ruling.verdict is verdict
    # The first edition asks for the rest of her: from the tip 20 mm on to the line through her mast.
    assert ruling.measured_mm == pytest.approx(20.1 if settings is A else 0.1)
    assert str(ruling.reason) == "bow on bow is no ram" or settings is not A


def test_a_house_may_let_bows_ram_bows_in_the_first_edition():
    ruling = judge(rule_rams, head_on(), "a", "b", with_house(A, {"ram-target": "any"}))
    assert ruling.verdict is Verdict.YES
    assert ruling.house == ("ram-target",)


@pytest.mark.parametrize(("edition", "optional", "words"), [("A", True, "a d6 above 3 takes one mast of b"),
                                                            ("B", True, "a d6 above 3 takes one mast of b"),
                                                            ("C", False, "no roll")])  # fmt: skip
def test_what_follows_a_ram(edition, optional, words):
    ruling = judge(rule_rams, side_on(masts=(0.0, -6.0, -12.0)), "a", "b", ALL[edition])
    assert ("may ram" in str(ruling.reason)) is optional
    assert words in str(ruling.reason)


@pytest.mark.parametrize(("mine", "theirs", "masts", "words"), [
    ({"keywords": ("Galley",)}, None, (0.0,), "a galley takes no mast"),
    (None, {"effects": (Effect.RAM_TAKES_NO_MAST,)}, (0.0,), "takes no mast from b"),
    (None, None, (0.0, -1.0, -2.0, -3.0, -4.0, -5.0), "no roll beats the 6 masts"),
])  # fmt: skip
def test_some_rams_take_no_mast(mine, theirs, masts, words):
    assert words in str(judge(rule_rams, side_on(mine=mine, theirs=theirs, masts=masts), "a", "b", B).reason)


@pytest.mark.parametrize("settings", [A, B, C])
def test_a_derelict_can_be_given_no_move_and_so_rams_nobody(settings):
    assert judge(rule_rams, side_on(masts_lost={"a": LOST_ONE}), "a", "b", settings).verdict is Verdict.NO


@pytest.mark.parametrize("mine", [{"effects": (Effect.DERELICT_MOVES_S,)}, {"keywords": ("Galley",)}])
@pytest.mark.parametrize(("settings", "verdict"), [(A, Verdict.YES), (B, Verdict.YES), (C, Verdict.NO)])
def test_only_the_complete_rules_ask_a_rammer_who_moves_without_one_for_a_mast(settings, verdict, mine):
    assert judge(rule_rams, side_on(mine=mine, masts_lost={"a": LOST_ONE}), "a", "b", settings).verdict is verdict


@pytest.mark.parametrize(("piece", "state", "in_b", "in_c"), [
    ("a", PieceState.LOST, Verdict.NO, Verdict.NO),
    ("b", PieceState.LOST, Verdict.YES, Verdict.NO),
    ("b", PieceState.GHOSTLY, Verdict.NO, Verdict.NO),
    ("b", PieceState.SUBMERGED, Verdict.NO, Verdict.NO),
])  # fmt: skip
def test_states_that_forbid_a_ram(piece, state, in_b, in_c):
    made = side_on(states={piece: frozenset({state})})
    assert judge(rule_rams, made, "a", "b", B).verdict is in_b
    assert judge(rule_rams, made, "a", "b", C).verdict is in_c


def test_sails_and_oars_over_an_enemy_are_no_ram():
    oars = OutlinePart(PartKind.OARS, ((-10.0, 6.0), (10.0, 6.0), (10.0, 16.0), (-10.0, 16.0)), 2.0, 5.0, False)
    # Her hull ends 3 mm short; the oars of the other reach 10 mm over it.
    made = side_on(gap=3.0, theirs={"parts": (oars,)})
    ruling = judge(rule_rams, made, "a", "b", C)
    assert ruling.verdict is Verdict.NO
    assert ruling.measured_mm == pytest.approx(3.0)


def test_a_bowsprit_touches_only_by_house_rule():
    made = side_on(gap=3.0, mine={"bowsprit": ((20.0, 0.0), (25.0, 0.0))})
    assert judge(rule_rams, made, "a", "b", C).verdict is Verdict.NO
    assert judge(rule_rams, made, "a", "b", with_house(C, {"bowsprit-touches": True})).verdict is Verdict.YES


@pytest.mark.parametrize("edition", ALL)
def test_the_rammer_is_pinned_and_the_rammed_ship_is_not(edition):
    made = side_on()
    assert judge(rule_pins, made, "a", "b", ALL[edition]).verdict is Verdict.YES
    assert judge(rule_pins, made, "b", "a", ALL[edition]) is None


def test_bow_on_bow_pins_both_in_the_older_editions():
    for settings in (A, B):
        pins = [judge(rule_pins, head_on(), one, other, settings) for one, other in (("a", "b"), ("b", "a"))]
        assert [pin.verdict for pin in pins] == [Verdict.YES, Verdict.YES]


def test_bow_on_bow_in_the_complete_rules_pins_the_one_that_moved():
    unknown = judge(rule_pins, head_on(), "a", "b", C)
    assert unknown.verdict is Verdict.TOO_CLOSE
    assert [reading.verdict for reading in unknown.readings] == [Verdict.YES, Verdict.NO]
    known = head_on(states={"b": frozenset({PieceState.PINNED})})
    assert judge(rule_pins, known, "a", "b", C).verdict is Verdict.NO
    assert judge(rule_pins, known, "b", "a", C).verdict is Verdict.YES


@pytest.mark.parametrize(("settings", "galley"), [(A, Verdict.YES), (B, Verdict.YES), (C, Verdict.NO)])
def test_a_pin_ends_when_the_enemy_is_derelict_or_by_the_complete_rules_has_no_mast(settings, galley):
    gone = {"b": LOST_ONE}
    assert judge(rule_pins, side_on(masts_lost=gone), "a", "b", settings).verdict is Verdict.NO
    # A galley is never derelict, so she goes on holding where only that would end it.
    bare = side_on(masts_lost=gone, theirs={"keywords": ("Galley",)})
    assert judge(rule_pins, bare, "a", "b", settings).verdict is galley


@pytest.mark.parametrize(("mine", "theirs"), [
    ({"effects": (Effect.CANNOT_BE_PINNED,)}, None), ({"keywords": ("Galley",)}, None),
    ({"keywords": ("Longship",)}, None), ({"keywords": ("Submarine",)}, None), (None, {"keywords": ("Longship",)}),
])  # fmt: skip
@pytest.mark.parametrize("edition", ALL)
def test_who_is_never_pinned(mine, theirs, edition):
    assert judge(rule_pins, side_on(mine=mine, theirs=theirs), "a", "b", ALL[edition]).verdict is Verdict.NO


def test_a_pin_is_measured_with_its_ram():
    made = side_on()
    both = rule_rams_and_pins([(made.find("a"), made.find("b")), (made.find("b"), made.find("a"))], made, C)
    assert [(each.rule, each.subject, each.verdict) for each in both] == [
        ("ram", "a", Verdict.YES),
        ("pin", "a", Verdict.YES),
        ("ram", "b", Verdict.NO),
    ]
    assert str(both[1].citation) == "complete, Ram (Pin)"


def test_either_side_may_board_after_a_ram():
    made = side_on(masts=(0.0, -6.0))
    for one, other, odds in (("a", "b", "1 against 2"), ("b", "a", "2 against 1")):
        ruling = judge(rule_boardings, made, one, other, C)
        assert ruling.verdict is Verdict.YES
        assert odds in str(ruling.reason)
    assert judge(rule_boardings, side_on(gap=3.0), "a", "b", C).verdict is Verdict.NO


def test_nobody_boards_a_turtle_ship_with_panels_or_a_lost_ship():
    turtle = judge(rule_boardings, side_on(theirs={"keywords": ("Turtle Ship",)}), "a", "b", B)
    # Nobody tells the panels; they go before the masts, which all stand.
    assert turtle.verdict is Verdict.TOO_CLOSE
    assert [each.verdict for each in turtle.readings] == [Verdict.NO, Verdict.YES]
    lost = judge(rule_boardings, side_on(states={"a": frozenset({PieceState.LOST})}), "a", "b", B)
    assert lost.verdict is Verdict.NO


@pytest.mark.parametrize(("gap", "verdict"), [(57.0, Verdict.YES), (57.5, Verdict.TOO_CLOSE), (58.0, Verdict.NO)])
def test_an_ability_boards_across_s_edge_to_edge(gap, verdict):
    made = side_on(gap=gap, mine={"effects": (Effect.BOARDS_WITHIN_S,)})
    ruling = judge(rule_boardings, made, "a", "b", C)
    assert ruling.verdict is verdict
    assert (ruling.measured_mm, ruling.limit_mm) == (pytest.approx(gap), 57.5)
    assert {(one.id, other.id) for one, other in board_pairs(made)} == {("a", "b")}


def test_that_ability_boards_a_creature_too():
    made = scene(of(ship("a", "A", 0, 0), effects=(Effect.BOARDS_WITHIN_S,)), creature("eel", "B", 70, 0))
    assert judge(rule_boardings, made, "a", "eel", C).verdict is Verdict.YES
    plain = scene(ship("a", "A", 0, 0), creature("eel", "B", 40.1, 0))
    assert judge(rule_boardings, plain, "a", "eel", C) is None
    assert list(board_pairs(plain)) == []


def test_default_settings_are_those_of_the_complete_rules():
    assert str(judge(rule_rams, side_on(), "a", "b", RuleSettings()).citation) == "complete, Ram"
