"""Laying out the table: S is 57.5 mm and L 83.8 mm, islands are squares of 30 mm."""

import math

import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.editions.settings import RuleSettings, with_edition, with_house
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.setup.fort import fort_pairs, rule_forts
from tableassist.rulebook.setup.table import rule_set_up
from tests.rulebook.contact_scenes import A, B, C, creature, judge, land, of, scene, ship, told

L, S = 83.8, 57.5


def asked(made, settings, subject, target=""):
    found = [each for each in rule_set_up(made, settings) if (each.subject, each.target) == (subject, target)]
    assert len(found) <= 1
    return found[0] if found else None


def islands(*gaps):
    """In a row, with these gaps between them."""
    places = [30.0 * k + sum(gaps[:k]) for k in range(len(gaps) + 1)]
    return [land(f"i{k}", at, 0) for k, at in enumerate(places)]


@pytest.mark.parametrize(("settings", "count", "verdict", "words"), [
    (A, 6, Verdict.YES, "6 recommended"), (A, 5, Verdict.NO, "recommended"), (B, 6, Verdict.YES, "required"),
    (B, 7, Verdict.NO, "6 required"), (C, 6, Verdict.YES, "6 recommended"), (C, 4, Verdict.NO, "6 recommended"),
])  # fmt: skip
def test_six_islands_for_two_players(settings, count, verdict, words):
    ruling = asked(scene(*islands(*[200.0] * (count - 1))), settings, "islands")
    assert ruling.verdict is verdict
    assert words in str(ruling.reason)


def test_three_islands_a_player_in_the_complete_rules_and_with_the_add_on():
    three = told(scene(*islands(*[200.0] * 8)), players=("A", "B", "C"))
    assert asked(three, C, "islands").verdict is Verdict.YES
    assert asked(three, B, "islands").verdict is Verdict.NO
    more = with_edition(RuleSettings(multiplayer=True), B.edition)
    assert asked(three, more, "islands").verdict is Verdict.YES
    assert str(asked(three, more, "islands").citation) == "multiplayer, Preparation; Setup"


def test_an_island_that_nobody_has_seen_may_be_the_sixth():
    pieces = islands(*[200.0] * 5)
    hidden = [*pieces[:5], (pieces[5][0], None)]
    assert asked(scene(*hidden), B, "islands").verdict is Verdict.NOT_SEEN


@pytest.mark.parametrize(("settings", "least", "most"), [(A, 2, 4), (B, 2, 4), (C, 1, 6)])
def test_islands_keep_their_distance_and_no_more(settings, least, most):
    yes, no = Verdict.YES, Verdict.NO
    cases = ((least * L - 1, no, yes), (least * L + 1, yes, yes), (most * L - 1, yes, yes), (most * L + 1, yes, no))
    for gap, wide, near in cases:
        made = scene(*islands(gap))
        between = asked(made, settings, "i0", "i1")
        assert (between.verdict, between.measured_mm) == (wide, pytest.approx(gap))
        assert between.limit_mm == pytest.approx(least * L)
        nearest = asked(made, settings, "i0")
        assert (nearest.verdict, nearest.limit_mm) == (near, pytest.approx(most * L))
        assert ("recommended" in str(between.reason)) is (settings is C)


def test_at_the_very_distance_it_is_too_close_to_call():
    assert asked(scene(*islands(2 * L)), A, "i0", "i1").verdict is Verdict.TOO_CLOSE
    # Two L end to end have twice the doubt of one.
    unsure = RuleSettings(edition=A.edition, ruler=A.ruler.__class__("own", S, L, sigma_mm=1.0))
    far = asked(scene(*islands(2 * L + 3.0)), unsure, "i0", "i1")
    assert far.sigma_mm == pytest.approx(math.hypot(2.0, math.sqrt(2) * 0.05), rel=1e-3)
    assert far.verdict is Verdict.TOO_CLOSE


def test_the_nearest_island_counts_unless_the_house_says_every_one():
    row = scene(*islands(200.0, 200.0))
    assert asked(row, A, "i0").verdict is Verdict.YES
    every = asked(row, with_house(A, {"islands-at-most": "every"}), "i0")
    assert (every.verdict, every.measured_mm) == (Verdict.NO, pytest.approx(430.0))
    assert every.house == ("islands-at-most",)


def test_a_house_may_space_islands_as_the_late_print_does():
    late = with_house(C, {"islands-at-least-L": 3.0, "islands-at-most-L": 6.0})
    ruling = asked(scene(*islands(200.0)), late, "i0", "i1")
    assert (ruling.verdict, ruling.limit_mm) == (Verdict.NO, pytest.approx(3 * L))
    assert "recommended" not in str(ruling.reason)


@pytest.mark.parametrize(("gap", "verdict"), [(S - 1, Verdict.NO), (S + 1, Verdict.YES)])
def test_terrain_keeps_an_s_from_islands_and_terrain_in_the_revolution_only(gap, verdict):
    made = scene(
        land("isle", 0, 0), land("reef", 30 + gap, 0, PieceKind.REEF), land("fog", 60 + 2 * gap, 0, PieceKind.FOG_BANK)
    )
    for one, other in (("reef", "isle"), ("reef", "fog")):
        ruling = asked(made, B, one, other)
        assert (ruling.verdict, ruling.limit_mm) == (verdict, S)
        assert asked(made, C, one, other) is None


def test_terrain_that_does_not_belong_there():
    made = scene(
        land("reef", 0, 0, PieceKind.REEF),
        land("flow", 300, 0, PieceKind.TRADE_CURRENT),
        land("berg", 0, 300, PieceKind.ICEBERG),
    )
    found = {name: [asked(made, settings, name) for settings in (A, B, C)] for name in ("reef", "berg", "flow")}
    assert [ruling is None for ruling in found["reef"]] == [False, True, True]
    assert [ruling is None for ruling in found["berg"]] == [False, False, True]
    assert [ruling is None for ruling in found["flow"]] == [False, False, False]
    assert all(ruling.verdict is Verdict.NO for ruling in found["flow"])


def test_the_agreed_number_of_terrain_pieces():
    made = scene(land("reef", 0, 0, PieceKind.REEF))
    assert asked(made, C, "terrain") is None
    assert asked(made, with_house(C, {"terrain-pieces": 1}), "terrain").verdict is Verdict.YES
    assert asked(made, with_house(C, {"terrain-pieces": 2}), "terrain").verdict is Verdict.NO


@pytest.mark.parametrize("settings", [A, B, C])
def test_bows_touch_home_at_the_start(settings):
    fleet = (ship("a", "A", -35.2, 0), ship("b", "A", 35.2, 0), creature("eel", "A", 0, 21.3), ship("c", "B", 200, 0))
    made = scene(land("isle", 0, 0), *fleet, homes={"isle": "A"})
    at = asked(made, settings, "a", "isle")
    assert (at.verdict, at.measured_mm) == (Verdict.YES, pytest.approx(0.2))
    assert asked(made, settings, "b", "isle").verdict is Verdict.NO
    assert asked(made, settings, "eel", "isle").verdict is Verdict.YES
    homeless = asked(made, settings, "c")
    assert homeless.verdict is Verdict.NOT_SEEN
    assert "home island of B" in str(homeless.reason)


def test_a_ship_that_nobody_has_seen_is_not_called_away_from_home():
    hidden, _ = ship("ghost", "A", 0, 0)
    made = scene(land("isle", 0, 0), (hidden, None), homes={"isle": "A"})
    assert asked(made, C, "ghost", "isle").verdict is Verdict.NOT_SEEN


CORNERS = ((10.0, 10.0), (-10.0, 10.0), (-10.0, -10.0), (10.0, -10.0))


def fort(x, y, heading=0.0, settings=C, homes=None, others=(), corners=CORNERS):
    piece, _ = of(land("fort", x, y, PieceKind.FORT), hull=corners, corners=corners, owner="A")
    at = ship("turned", None, x, y, heading)[1]
    made = scene(land("isle", 0, 0), (piece, at), *others, homes=homes)
    return judge(rule_forts, made, "fort", "isle", settings)


def test_two_opposite_corners_of_a_fort_stand_on_the_island():
    whole = fort(0, 0)
    assert (whole.verdict, whole.measured_mm) == (Verdict.YES, pytest.approx(5.0))
    # Pushed 7 mm east, both eastern corners hang over: each diagonal has one of them.
    over = fort(7, 0)
    assert (over.verdict, over.measured_mm) == (Verdict.NO, pytest.approx(-2.0))
    # Pushed 4 mm along the diagonal, all stand by 1 mm; 6 mm, and one diagonal of the two still has its ends 1 mm off.
    assert fort(4, 4).verdict is Verdict.YES
    assert fort(6, 6).verdict is Verdict.NO
    assert fort(5, 0).verdict is Verdict.TOO_CLOSE


def test_a_fort_on_its_diagonal_needs_only_one_of_them():
    # Turned by 45 degrees its corners are 14.14 mm from the middle: 3 mm up, the northern one is 2.1 mm off.
    ruling = fort(0, 3, 45.0)
    assert ruling.verdict is Verdict.YES
    assert ruling.measured_mm == pytest.approx(15 - 10 * math.sqrt(2))


def test_forts_stand_alone_on_wild_islands_in_the_later_editions():
    assert fort(0, 0, homes={"isle": "B"}).verdict is Verdict.NO
    assert fort(0, 0, settings=B).verdict is Verdict.YES
    assert fort(0, 0, settings=A).verdict is Verdict.NO
    second = land("keep", 20, 20, PieceKind.FORT)
    assert "keep stands there" in str(fort(0, 0, others=(second,)).reason)


def test_a_fort_is_asked_about_the_island_under_it_only():
    assert fort(100, 0) is None
    made = scene(land("isle", 0, 0), land("far", 200, 0), land("fort", 3, 3, PieceKind.FORT))
    assert [(one.id, other.id) for one, other in fort_pairs(made)] == [("fort", "isle")]


def test_a_piece_of_nobody_has_no_home_to_start_at():
    made = scene(ship("a", None, 0, 0), land("i", 200, 0))
    assert not [each for each in rule_set_up(made, A) if each.subject == "a"]
