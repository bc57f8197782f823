"""A table put together in a form: every mistake at once, each with something that really mends it."""

from dataclasses import replace

import pytest

from tableassist.errors import BadFileError, BadRequestError
from tableassist.pieces.lookup import NameMatch
from tableassist.setup.draft import (
    DraftPlayer,
    find_fleet_cards,
    first_draft,
    keep_draft,
    with_edition,
    with_new_player,
    with_ship,
    with_terrain,
    with_unit,
    without_player,
)
from tableassist.setup.draft_check import DraftField, draft_problems, is_sound
from tableassist.setup.mat_size import LengthUnit, mat_text, parse_mat
from tableassist.store.models import packaged_catalogue
from tableassist.store.table import Severity, read_table
from tableassist.store.table_check import check_table


def card(name):
    return next(each for each in packaged_catalogue().ships if each.name == name)


def draft(*fleets, **fields):
    """Anne's fleet, then Mary's, by the names of ships."""
    names = ("Anne", "Mary", "Grace")
    players = tuple(DraftPlayer(name, tuple(map(card, fleet))) for name, fleet in zip(names, fleets, strict=False))
    return replace(first_draft(), name="Club night", players=players, **fields)


SOUND = draft(("HMS Titan", "HMS Gallowglass"), ("Harbinger",))
# By the cards: HMS Titan 17 points, HMS Gallowglass 6, Harbinger 17, Baochuan 30.


def found(given):
    return {(each.place.field, each.place.player, each.place.ship) for each in draft_problems(given)}


def test_sound_draft_is_a_table_that_the_check_finds_no_fault_with(tmp_path):
    assert draft_problems(SOUND) == ()
    given = with_terrain(with_terrain(replace(SOUND, islands=5), "reef", 2), "fog-bank", 1)
    path, text = keep_draft(given, tmp_path / "tables")
    assert path == tmp_path / "tables" / "club-night.toml"
    assert path.read_text("utf-8") == text
    settings = read_table(path)
    owners = {piece.name: settings.state.owners.get(piece.id) for piece in settings.pieces}
    assert {name for name, owner in owners.items() if owner == "Anne"} == {"HMS Titan", "HMS Gallowglass"}
    assert owners["Harbinger"] == "Mary"
    kinds = [piece.model.kind.value for piece in settings.pieces]
    assert (kinds.count("island"), kinds.count("reef"), kinds.count("fog-bank")) == (5, 2, 1)
    assert settings.rules.points_limit == 40
    assert [each for each in check_table(path) if each.weight is Severity.ERROR] == []


def test_every_mistake_is_found_at_once_where_it_is():
    given = draft(
        ("HMS Titan", "HMS Titan", "HMS Gallowglass"), ("Baochuan",), (), edition="spanish-main", points=30, islands=2
    )
    given = replace(given, name=" ", mat="915 by nine")
    given = replace(given, players=(*given.players[:2], replace(given.players[2], name="Anne ")))
    assert found(given) == {
        (DraftField.NAME, None, None),
        (DraftField.MAT, None, None),
        (DraftField.ISLANDS, None, None),
        (DraftField.PLAYER_NAME, 2, None),
        (DraftField.FLEET, 2, None),
        (DraftField.FLEET, 0, None),
        (DraftField.SHIP, 1, 0),
    }
    assert not is_sound(draft_problems(given))


MISTAKES = {
    "no name": replace(SOUND, name=""),
    "long name": replace(SOUND, name="x" * 90),
    "name with a line break": replace(SOUND, name="Club\nnight"),
    "no mat": replace(SOUND, mat="a mat"),
    "mat typed in inches": replace(SOUND, mat="36x36"),
    "mat typed in mm": replace(SOUND, mat="915x915", unit=LengthUnit.INCH),
    "mat too large to read the tags": replace(SOUND, mat="3000x2000"),
    "few islands": replace(SOUND, islands=1),
    "one player": without_player(SOUND, 1),
    "no player": replace(SOUND, players=()),
    "player without a name": replace(SOUND, players=(*SOUND.players, DraftPlayer("", SOUND.players[1].ships))),
    "two of one name": replace(SOUND, players=(*SOUND.players, DraftPlayer("Anne", SOUND.players[1].ships))),
    "over the limit": replace(SOUND, points=20),
    "over by more than one ship": draft(("HMS Titan", "HMS Gallowglass", "Harbinger"), ("Harbinger",), points=10),
    "over what the rules recommend": draft(("HMS Titan", "Baochuan"), ("Harbinger",), points=0),
    "ship twice": draft(("Harbinger", "Harbinger"), ("Harbinger",)),
    "nation of a later set": draft(("Harbinger",), ("Dark Fox",), edition="spanish-main"),
}


@pytest.mark.parametrize("given", MISTAKES.values(), ids=MISTAKES)
def test_each_way_to_mend_mends(given):
    problems = draft_problems(given)
    assert problems
    fixes = [(problem, fix.draft) for problem in problems for fix in problem.fixes if fix.draft is not None]
    assert {problem for problem, _ in fixes} >= {each for each in problems if str(each.words) != "No ships yet."}
    for problem, mended in fixes:
        left = draft_problems(mended)
        assert problem not in left
        assert problem.place not in {each.place for each in left if each.weight is problem.weight}
        assert len([each for each in left if each.weight is Severity.ERROR]) <= len(problems)


def test_fleet_over_its_limit_loses_the_cheapest_ship_that_is_enough_or_the_limit_goes_up():
    (problem,) = draft_problems(replace(SOUND, points=20))
    assert str(problem.words) == "3 points over the limit of 20."
    assert [str(fix.words) for fix in problem.fixes] == ["Take out HMS Gallowglass", "Play to 23 points"]


def test_many_ships_too_many_are_counted_on_the_button_and_taken_out_together():
    names = ("HMS Titan", "Harbinger", "Baochuan", "HMS Gallowglass", "Dark Fox")
    (problem,) = draft_problems(draft(names, ("Harbinger",), points=1))[:1]
    assert str(problem.fixes[0].words) == "Take out 5 ships"
    assert problem.fixes[0].draft.players[0].ships == ()


def test_every_hull_of_the_catalogue_makes_a_table(tmp_path):
    cards = list({card.model: card for card in (*packaged_catalogue().ships, *packaged_catalogue().forts)}.values())
    assert len(cards) > 35
    fleets = tuple(cards[::2]), tuple(cards[1::2])
    given = replace(SOUND, points=0, players=tuple(map(DraftPlayer, ("Anne", "Mary"), fleets)))
    assert {each.place.field for each in draft_problems(given)} <= {DraftField.FLEET, DraftField.SHIP}
    path, _ = keep_draft(given, tmp_path)
    assert len(read_table(path).pieces) == len(cards) + given.islands


def test_slips_are_forgiven_in_the_search_and_crew_is_not_offered():
    hits = find_fleet_cards("hms titna")
    assert hits[0].card.name == "HMS Titan"
    assert hits[0].match is NameMatch.SLIP
    assert {hit.card.kind.value for hit in find_fleet_cards("a")} == {"ship", "fort"}


@pytest.mark.parametrize(
    ("typed", "name"), [("lrod wal", "HMS Lord Walpole"), ("gloia", "HMS Goliath"), ("baocuan", "Baochuan")]
)
def test_slips_are_forgiven_while_a_name_is_still_being_typed(typed, name):
    assert name in [hit.card.name for hit in find_fleet_cards(typed)[:5]]


def test_edition_and_players_bring_their_usual_numbers_unless_somebody_wished_otherwise():
    assert with_edition(SOUND, "spanish-main").points == 30
    assert with_edition(replace(SOUND, points=55), "spanish-main").points == 55
    three = with_new_player(SOUND)
    assert (three.players[2].name, three.islands) == ("Player 3", 9)
    assert with_new_player(replace(SOUND, islands=4)).islands == 4
    assert without_player(three, 0).islands == 6


def test_unit_changes_the_number_and_not_the_mat():
    inches = with_unit(SOUND, LengthUnit.INCH)
    assert inches.mat == "36.02x36.02"
    assert parse_mat(inches.mat, LengthUnit.INCH) == (914.9, 914.9)
    assert with_unit(replace(SOUND, mat="36x36", unit=LengthUnit.INCH), LengthUnit.MM).mat == "914.4x914.4"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("915x915", (915.0, 915.0)),
        ("36 x 24 in", (914.4, 609.6)),
        ("3x3 ft", (914.4, 914.4)),
        ("3' × 2'", (914.4, 609.6)),
        ("91,5 cm x 67 cm", (915.0, 670.0)),
        ("915mm x 36in", (915.0, 914.4)),
    ],
)
def test_mat_is_read_as_people_write_it(text, size):
    assert parse_mat(text) == size


def test_mat_is_written_in_the_unit_that_it_is_read_in():
    assert mat_text(914.4, 609.6, LengthUnit.INCH) == "36x24"
    with pytest.raises(BadRequestError, match="3x3 ft"):
        parse_mat("three feet")


def test_file_made_before_is_written_again_only_while_nothing_was_measured_into_it(tmp_path):
    made = keep_draft(SOUND, tmp_path)
    more = with_ship(SOUND, 1, card("HMS Gallowglass"))
    again = keep_draft(more, tmp_path, made)
    assert again[0] == made[0]
    assert len(read_table(again[0]).pieces) == len(SOUND.players[0].ships) + 2 + SOUND.islands
    again[0].write_text(again[1] + "\n# measured\n", "utf-8")
    other = keep_draft(SOUND, tmp_path, again)
    assert other[0] == tmp_path / "club-night-2.toml"
    assert again[0].read_text("utf-8").endswith("# measured\n")


def test_name_that_no_system_allows_for_a_file_is_made_one(tmp_path):
    assert keep_draft(replace(SOUND, name="../Été: 1/2?"), tmp_path)[0].name == "t-1-2.toml"
    assert keep_draft(replace(SOUND, name="☠☠☠"), tmp_path)[0].name == "table.toml"


def test_folder_that_cannot_be_written_is_told_in_words(tmp_path):
    (tmp_path / "tables").write_text("a file", "utf-8")
    with pytest.raises(BadFileError, match="club-night"):
        keep_draft(SOUND, tmp_path / "tables")
