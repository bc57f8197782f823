"""Creating a fleet (000, 001, 003 Creating a Fleet; 003 Choosing Events, Keywords, Forts)."""

import pytest

from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.referee.setup.fleet import check_fleet
from tableassist.rulebook.state.start import GameStart, PlayerStart
from tests.rulebook.referee.setup.tables import crew, ship

EDITIONS = ("spanish-main", "revolution", "complete")


def told(edition, *cards, player=None, **more):
    """Codes of what is wrong with Anne's fleet."""
    ships = tuple(each for each in cards if hasattr(each, "masts"))
    start = GameStart(
        edition=edition,
        players=(player or PlayerStart("Anne"), PlayerStart("Mary")),
        ships=(*ships, ship("mary", "Mary", points=1000)),
        crew=tuple(each for each in cards if not hasattr(each, "masts")),
        **more,
    )
    return [each.code for each in check_fleet(start, "Anne")]


@pytest.mark.parametrize(("edition", "total"), [("spanish-main", 30), ("revolution", 40), ("complete", 40)])
def test_the_recommended_total_is_advice(edition, total):
    assert told(edition, ship("a", points=total)) == []
    assert told(edition, ship("a", points=total + 1)) == ["advice"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_agreed_total_is_a_must(edition):
    assert told(edition, ship("a", points=60), build_total=60) == []
    assert told(edition, ship("a", points=61), build_total=60) == ["too-expensive"]
    assert told(edition, ship("a", points=21), house={"points-limit": 20.0}) == ["too-expensive"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_ships_and_crew_count(edition):
    fleet = ship("a", points=9), ship("b", points=9), crew("c", points=2)
    assert told(edition, *fleet, build_total=20) == []
    assert told(edition, *fleet, build_total=19) == ["too-expensive"]


def test_equipment_sea_creatures_and_events_count_forts_do_not():
    fleet = (
        ship("a", points=10),
        ship("k", points=10, kind=PieceKind.SEA_CREATURE),
        ship("f", points=0, gold_cost=5, kind=PieceKind.FORT),
        crew("e", points=3, equipment=True),
    )
    events = PlayerStart("Anne", events=("Hidden Cove",), event_points=4)
    assert told("complete", *fleet, player=events, build_total=27) == []
    assert told("complete", *fleet, player=events, build_total=26) == ["too-expensive"]


def test_revolution_events_count():
    events = PlayerStart("Anne", events=("Hidden Cove",), event_points=4)
    assert told("revolution", ship("a", points=36), player=events, build_total=40) == []
    assert told("revolution", ship("a", points=37), player=events, build_total=40) == ["too-expensive"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("nation", "editions"),
    [
        ("English", "spanish-main revolution complete"),
        ("Pirate", "spanish-main revolution complete"),
        ("Spanish", "spanish-main revolution complete"),
        ("French", "revolution complete"),
        ("American", "revolution complete"),
        ("Viking", "complete"),
        ("Cursed", "complete"),
        ("Jade Rebellion", "complete"),
        ("Barbary Corsair", "complete"),
        ("Mercenary", "complete"),
        ("Prussian", ""),
    ],
)
def test_three_five_and_ten_nations(edition, nation, editions):
    expected = [] if edition in editions.split() else ["not-in-edition"]
    assert told(edition, ship("a", nation=nation)) == expected
    assert told(edition, crew("c", nation=nation)) == expected


def test_a_house_may_play_with_all_nations_and_mixed_fleets_are_fine():
    assert told("spanish-main", ship("a", nation="Viking"), house={"other-nations": True}) == []
    assert told("spanish-main", ship("a"), ship("b", nation="Spanish"), ship("c", nation="Pirate", points=9)) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_crew_takes_cargo_space_and_costs_no_more_than_her(edition):
    three = [crew(f"c{number}", at="a", points=1, name=f"Crew {number}") for number in range(3)]
    assert told(edition, ship("a", cargo=3), *three) == []
    assert told(edition, ship("a", cargo=1), *three) == ["no-room"]
    dear = crew("c", at="a", points=6), crew("d", at="a", points=5)
    assert told(edition, ship("a", points=8), *dear) == ["too-expensive"]
    assert told(edition, ship("a", points=11), *dear) == []


def test_links_give_room():
    linked = crew("c", at="a", links=("d",)), crew("d", at="a", links=("c",))
    assert told("complete", ship("a", cargo=1), *linked) == []
    oarsman = crew("o", at="a", effects=(Effect.DERELICT_MOVES_S,))
    assert told("spanish-main", ship("a", cargo=0), oarsman) == []


@pytest.mark.parametrize(("edition", "expected"), [("spanish-main", []), ("revolution", ["wrong-nation"])])
def test_crew_of_0_points_on_a_foreign_ship(edition, expected):
    assert told(edition, ship("a"), crew("c", at="a", points=0, nation="Spanish")) == expected


def test_sea_creatures_carry_none():
    assert told("complete", ship("k", kind=PieceKind.SEA_CREATURE), crew("c", at="k")) == ["no-cargo"]


@pytest.mark.parametrize(("edition", "expected"), [("spanish-main", []), ("revolution", ["duplicate"])])
def test_one_card_with_the_limit_keyword(edition, expected):
    limited = ship("a", name="A", keywords=("Limit",)), crew("c", name="C", keywords=("Limit",))
    assert told(edition, *limited) == expected
    assert told(edition, limited[0]) == []


def test_no_duplicates_in_complete():
    assert told("complete", ship("a", name="HMS Titan"), ship("b", name="hms titan")) == ["duplicate"]
    assert told("complete", crew("a", name="Calico Cat"), crew("b", name="Calico Cat")) == ["duplicate"]
    kraken = {"name": "Calim", "kind": PieceKind.SEA_CREATURE}
    assert told("complete", ship("a", **kraken), ship("b", **kraken)) == ["duplicate"]
    fort = {"name": "Paradis", "kind": PieceKind.FORT}
    assert told("complete", ship("a", **fort), ship("b", **fort)) == ["duplicate"]
    twice = PlayerStart("Anne", events=("Hidden Cove", "Hidden Cove"))
    assert told("complete", player=twice) == ["duplicate"]


def test_generic_crew_and_equipment_come_as_often_as_one_likes():
    generic = crew("a", name="Captain", generic=True), crew("b", name="Captain", generic=True)
    equipment = crew("e", name="Sphere", equipment=True), crew("f", name="Sphere", equipment=True)
    assert told("complete", *generic, *equipment) == []


@pytest.mark.parametrize("edition", ["spanish-main", "revolution"])
def test_the_older_texts_say_nothing_of_duplicates(edition):
    assert told(edition, ship("a", name="HMS Titan"), ship("b", name="HMS Titan")) == []


def test_a_house_may_allow_them():
    two = ship("a", name="HMS Titan"), ship("b", name="HMS Titan")
    assert told("complete", *two, house={"duplicates": True}) == []


@pytest.mark.parametrize("key", ["SM/PS-014", "SM/ES-008", "SM/PS-023", "CC/37"])
def test_a_card_whose_effect_is_not_known_is_named_to_the_players(key):
    fleet = GameStart(players=(PlayerStart("Anne"),), ships=(ship("a", points=9, card=key),))
    (reason,) = check_fleet(fleet, "Anne")
    assert reason.code == "advice"
    assert str(reason.words) == f"this program does not know the effect of a ({key}): play it as printed"
    stated = ship("a", points=9, card=key, effects=(Effect.MOVE_AND_SHOOT,))
    assert check_fleet(GameStart(players=(PlayerStart("Anne"),), ships=(stated,)), "Anne") == ()
