"""The catalogue's own words: effects, keys, cannons, moves, hulls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableassist.pieces import CannonRange, Effect, EffectTopic, MoveSegment
from tableassist.pieces.catalogue import (
    HULLS,
    CardKind,
    PrintedCannon,
    choose_hull,
    hull_keywords,
    make_slug,
    normalize_key,
    parse_cannons,
    parse_move,
)
from tableassist.pieces.catalogue.cards import SQUARE_RIG
from tableassist.pieces.effects import NOT_IN_CATALOGUE
from tableassist.store.models import model_heading, model_names, packaged_catalogue

CATALOGUE = packaged_catalogue()


def test_every_effect_is_explained_in_its_own_words():
    meanings = [str(effect.meaning) for effect in Effect]
    assert len(set(meanings)) == len(Effect)
    assert all(30 < len(meaning) < 220 and meaning.endswith(".") for meaning in meanings)
    assert {effect.topic for effect in Effect} == set(EffectTopic)


def test_every_effect_is_on_a_card_or_comes_from_a_table_file_only():
    printed = {effect for card in CATALOGUE.cards for effect in card.effects}
    assert printed | NOT_IN_CATALOGUE == set(Effect)
    assert not printed & NOT_IN_CATALOGUE


def test_a_rule_asks_a_card_for_an_effect():
    revenant = CATALOGUE.ship("SM/PS-001")
    assert revenant is not None
    assert Effect.LOF_NOT_BLOCKED_BY_SHIPS in revenant.effects
    assert Effect.DOUBLE_RANGE not in revenant.effects
    assert Effect("not_hit_by_L_cannons") is Effect.NOT_HIT_BY_L_CANNONS


@pytest.mark.parametrize(
    ("effect", "cards"),
    [
        (Effect.LOF_NOT_BLOCKED_BY_SHIPS, 13),
        (Effect.NOT_HIT_BY_L_CANNONS, 45),
        (Effect.NOT_SHOT_WITHIN_S, 22),
        (Effect.DOUBLE_RANGE_NEEDS_6, 22),
        (Effect.DOUBLE_RANGE, 5),
        (Effect.PLACES_FOG_WITHIN_S, 22),
        (Effect.NOT_SHOT_WHILE_DOCKED, 8),
        (Effect.CANNOT_BE_PINNED, 16),
    ],
)
def test_as_many_cards_have_an_effect_as_were_counted_by_hand(effect, cards):
    assert sum(effect in card.effects for card in CATALOGUE.cards) == cards


@pytest.mark.parametrize(
    ("keyword", "ships"),
    [("Schooner", 169), ("Galley", 129), ("Longship", 31), ("Turtle Ship", 31), ("Junk", 67), ("Submarine", 14)],
)
def test_as_many_ships_have_a_hull_keyword_as_were_counted_by_hand(keyword, ships):
    assert sum(keyword in ship.keywords for ship in CATALOGUE.ships) == ships


def test_cannons_are_read_front_to_back():
    assert parse_cannons("2L-3S") == (PrintedCannon(2, CannonRange.LONG), PrintedCannon(3, CannonRange.SHORT))


@pytest.mark.parametrize(
    "text", ["", "2", "L2", "7S", "0S", "2S-", "-2S", "2S--2S", "2s", "2S 3S", "2S\n", "٣S", "nan"]
)
def test_what_is_no_cannon_is_refused(text):
    with pytest.raises(ValueError, match="not cannons"):
        parse_cannons(text)


@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from("SL")), min_size=1, max_size=12))
def test_cannons_are_written_as_they_were_read(cannons):
    text = "-".join(f"{rank}{reach}" for rank, reach in cannons)
    assert [(cannon.rank, cannon.reach.value) for cannon in parse_cannons(text)] == cannons


def test_a_base_move_is_a_row_of_segments():
    assert parse_move("S+L") == (MoveSegment.SHORT, MoveSegment.LONG)
    assert parse_move("T") == (MoveSegment.TOWED,)
    assert parse_move("D") == (MoveSegment.DRAGON,)


@pytest.mark.parametrize("text", ["", "X", "S+T", "D+S", "S+", "SL", "s", "S+S+S+S+S+S+S"])
def test_what_is_no_base_move_is_refused(text):
    with pytest.raises(ValueError, match="not a base move"):
        parse_move(text)


def test_towed_ships_are_the_flotillas_and_flying_ones_the_sea_dragons():
    towed = {ship.key for ship in CATALOGUE.ships if MoveSegment.TOWED in ship.base_move}
    flying = {ship.key for ship in CATALOGUE.ships if MoveSegment.DRAGON in ship.base_move}
    assert towed == {ship.key for ship in CATALOGUE.ships if "Flotilla" in ship.keywords}
    assert flying == {ship.key for ship in CATALOGUE.ships if "Sea Dragon" in ship.keywords}
    assert (len(towed), len(flying)) == (10, 4)


@pytest.mark.parametrize("typed", ["FN/5", "FN/005", "fn-5", "FN 05", "fn5"])
def test_a_number_is_found_however_it_is_written(typed):
    card = CATALOGUE.card(typed)
    assert card is not None
    assert card.name == "Huginn"


def test_every_card_is_found_by_its_own_key_and_no_two_share_one():
    assert len({card.key for card in CATALOGUE.cards}) == 2324
    assert len({normalize_key(card.key) for card in CATALOGUE.cards}) == 2324
    assert all(CATALOGUE.card(card.key) is card for card in CATALOGUE.cards)


def test_a_ship_is_asked_for_by_the_key_of_a_ship_only():
    assert CATALOGUE.ship("SM/PC-001") is None
    assert CATALOGUE.ship("nothing") is None
    crew = CATALOGUE.card("SM/PC-001")
    assert crew is not None
    assert crew.kind is CardKind.CREW


def test_a_mistyped_key_has_a_nearest_one():
    assert CATALOGUE.nearest_key("SM/PX-001", CATALOGUE.ships) == "SM/PS-001"
    assert CATALOGUE.nearest_key("quite another thing", CATALOGUE.ships) is None


def test_two_cards_of_one_number_are_told_apart():
    named, generic = CATALOGUE.card("SM/PC-003"), CATALOGUE.card("SM/PC-003-explorer")
    assert named is not None
    assert generic is not None
    assert (named.name, generic.name) == ("El Fantasma", "Explorer")
    assert CATALOGUE.same_number(named) == (generic,)
    limited = CATALOGUE.ship("CC/32-LE")
    assert limited is not None
    assert limited.rarity == "LE"


def test_a_reprint_is_found_by_its_name():
    revenant = CATALOGUE.card("SM/PS-001")
    assert revenant is not None
    assert {card.key for card in CATALOGUE.same_name(revenant)} == {"SM/GS-001", "SMU/1"}


def test_reprints_and_what_was_never_released_are_marked():
    assert {card.set for card in CATALOGUE.cards if card.reprint} == {"SMU", "RVU", "BCU"}
    assert {card.set for card in CATALOGUE.cards if not card.released} == {"UNREL", "RtSS"}


def test_a_slug_has_no_signs():
    assert make_slug("Triton's Fury") == "tritons-fury"
    assert make_slug("La Maldición") == "la-maldicion"


AGREED_MODELS = {
    *("one-mast", "two-mast", "three-mast", "four-mast", "five-mast"),
    *("schooner-1", "schooner-2", "schooner-3", "schooner-4", "galley-1", "galley-2", "galley-3", "galley-4"),
    *("junk-2", "junk-3", "junk-6", "junk-10", "longship-1", "longship-2", "longship-3", "turtle-ship"),
    *("catamaran-2", "catamaran-3", "windcatcher", "submarine-2", "submarine-3", "bombardier", "flotilla", "hoist"),
    *("scorpion", "switchblade", "turbine", "icebreaker", "canoe", "titan", "sea-dragon"),
    *("sea-monster-2", "sea-monster-4", "sea-monster-5", "kraken"),
}


def test_the_ships_use_every_hull_there_is():
    assert {ship.model for ship in CATALOGUE.ships} == AGREED_MODELS


def test_every_hull_that_can_be_chosen_is_packaged():
    chosen = {name for family in (*HULLS.values(), SQUARE_RIG) for name in family.values()}
    assert chosen | {fort.model for fort in CATALOGUE.forts} <= set(model_names())


def test_every_ships_hull_has_as_many_masts_as_its_card():
    masts = {}
    for name in AGREED_MODELS:
        heading = model_heading(name)
        assert heading is not None
        masts[name] = heading.mast_count
    assert [ship.key for ship in CATALOGUE.ships if masts[ship.model] != ship.masts] == []


@pytest.mark.parametrize(
    ("keywords", "masts", "model"),
    [
        ((), 3, "three-mast"),
        (("Captain", "Schooner"), 4, "schooner-4"),
        (("Octopus",), 8, "kraken"),
        (("Native Canoe",), 1, "canoe"),
        (("Broadsides Attack",), 5, "five-mast"),
    ],
)
def test_the_hull_keyword_and_the_masts_choose_the_model(keywords, masts, model):
    assert choose_hull(keywords, masts) == model


@pytest.mark.parametrize(
    ("keywords", "masts", "model"), [((), 7, "five-mast"), (("Junk",), 4, "junk-3"), (("Junk",), 9, "junk-10")]
)
def test_where_no_model_has_so_many_masts_the_nearest_stands_in(keywords, masts, model):
    assert choose_hull(keywords, masts) == model


def test_no_ship_has_two_hulls():
    assert [ship.key for ship in CATALOGUE.ships if len(hull_keywords(ship.keywords)) > 1] == []
