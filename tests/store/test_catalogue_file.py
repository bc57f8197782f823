"""The catalogue's files: what is packaged, and what becomes of bad ones."""

import csv
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableassist.errors import BadFileError
from tableassist.pieces.catalogue import CrewCard, Nation, Rarity, RowProblem
from tableassist.store.files import packaged_folder
from tableassist.store.models import model_names, packaged_catalogue, read_catalogue
from tableassist.store.models.catalogue_file import MOST_BYTES
from tableassist.store.models.catalogue_rows import SHIP_COLUMNS, BadFieldError, ship_card

PACKAGED = packaged_folder("models") / "catalogue"
SHIP = "SM,PS-001,Revenant,Pirate,Rare,15,5,4,L,2L-2S-2S-2S-2L,5,,,lof_not_blocked_by_ships"
CREW = "SM,PC-001,Calico Cat,Pirate,Crew,Rare,3.0,,"
FORT = "CC,31,Dead Man's Point,Pirate,3 gold,3L-3L-3L-3L,"
HEADINGS = {
    name: (PACKAGED / name).read_text("utf-8").splitlines()[0] for name in ("ships.csv", "crew.csv", "forts.csv")
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A catalogue of one card a kind."""
    return write(tmp_path)


def write(folder: Path, *, ships: str = SHIP, crew: str = CREW, forts: str = FORT, misprints: str = "") -> Path:
    for name, rows in (("ships.csv", ships), ("crew.csv", crew), ("forts.csv", forts)):
        (folder / name).write_text(f"{HEADINGS[name]}\n{rows}\n", "utf-8")
    (folder / "misprints.toml").write_text(f"format = 1\n{misprints}", "utf-8")
    return folder


def test_the_packaged_catalogue_holds_every_card_and_no_bad_row():
    catalogue = packaged_catalogue()
    assert (len(catalogue.ships), len(catalogue.forts), len(catalogue.crew)) == (1283, 24, 1017)
    assert catalogue.problems == ()


def test_every_number_of_every_ship_is_the_one_in_the_file():
    """By a second, plainer reading of the same file."""
    corrected = {(misprint.key, misprint.field) for misprint in packaged_catalogue().misprints}
    with (PACKAGED / "ships.csv").open(encoding="utf-8", newline="") as file:
        for row, ship in zip(csv.DictReader(file), packaged_catalogue().ships, strict=True):
            assert (ship.set, ship.number, ship.name, ship.nation) == tuple(row[f] for f in SHIP_COLUMNS[:4])
            numbers = (ship.points, ship.masts, ship.cargo, len(ship.printed_cannons))
            assert numbers == tuple(int(row[f]) for f in ("points", "masts", "cargo", "cannon_count"))
            assert ship.move_words == row["base_move"]
            assert "-".join(f"{c.rank}{c.reach}" for c in ship.printed_cannons) == ship.cannons == row["cannons"]
            assert ";".join(ship.keywords) == row["keywords"]
            assert ";".join(ship.effects) == row["effects"]
            assert ship.link == row["link"] or (ship.key, "link") in corrected


def test_the_catalogue_is_read_once():
    assert packaged_catalogue() is packaged_catalogue()


def test_the_catalogue_is_no_model():
    assert not [name for name in model_names() if name in ("misprints", "catalogue")]


def test_the_known_misprints_are_listed_and_right():
    catalogue = packaged_catalogue()
    grendel, polaris, asgard = (catalogue.ship(key) for key in ("FN/9", "FN/300", "FN/7"))
    assert grendel is not None
    assert (grendel.name, grendel.masts, grendel.model) == ("Grendel", 2, "two-mast")
    assert polaris is not None
    assert (polaris.name, polaris.nation) == ("Polaris", Nation.VIKING)
    assert asgard is not None
    assert asgard.link == "Shayna Deux"
    assert {"FN/9", "FN/300", "FN/7"} <= {misprint.key for misprint in catalogue.misprints}


def test_a_crew_members_points_may_be_written_with_a_zero_behind_the_point():
    crew = packaged_catalogue().card("SM/PC-002")
    assert isinstance(crew, CrewCard)
    assert (crew.name, crew.points, crew.rarity) == ("Captain Blackheart", 5, Rarity.RARE)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("set", "XX", "one of SM, SMU"),
        ("set", "sm", "one of SM, SMU"),
        ("number", "PS/001", "letters, digits"),
        ("name", "", "1 to 80 printable letters"),
        ("name", "''", "a name with letters"),
        ("name", "x" * 81, "1 to 80 printable letters"),
        ("name", "Rev\x1b[31menant", "printable"),
        ("name", " Revenant", "no space at either end"),
        ("nation", "Pirates", "'Pirate'"),
        ("rarity", "Rarer", "'Rare'"),
        ("points", "NaN", "a whole number from 0 to 100"),
        ("points", "inf", "a whole number"),
        ("points", "-3", "a whole number"),
        ("points", "12.5", "a whole number"),
        ("points", "1_0", "a whole number"),
        ("points", "٣", "a whole number"),
        ("points", "99999999999999999999", "a whole number"),
        ("masts", "0", "a whole number from 1 to 12"),
        ("masts", "", "a whole number from 1 to 12"),
        ("cargo", "many", "a whole number from 0 to 20"),
        ("base_move", "Q", "S and L joined by +"),
        ("cannons", "2L-9S", "ranks 1 to 6"),
        ("cannon_count", "4", "5, as many as in cannons"),
        ("keywords", "Junk;Galley", "one hull, not Junk and Galley"),
        ("keywords", "Fear;Fear", "each keyword once"),
        ("keywords", "Junk;", "printable letters"),
        ("effects", "lof_not_blocked_by_ship", "'lof_not_blocked_by_ships'"),
        ("effects", "flies_to_the_moon_and_back", "one of base_move_plus_S"),
        ("effects", "double_range;double_range", "each effect once"),
    ],
)
def test_a_bad_field_is_reported_with_its_place_and_the_row_left_out(folder, field, value, expected):
    row = dict(zip(SHIP_COLUMNS, SHIP.split(","), strict=True))
    row[field] = value
    write(folder, ships=",".join(row.values()) + "\n" + SHIP.replace("PS-001", "PS-099"))
    catalogue = read_catalogue(folder)
    assert [ship.number for ship in catalogue.ships] == ["PS-099"]
    (problem,) = catalogue.problems
    assert (problem.file, problem.line, problem.field) == ("ships.csv", 2, field)
    assert problem.got[:40] in value
    assert expected in str(problem.expected)
    assert "\n" not in str(problem)
    assert str(problem).isprintable()


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ({"forts": FORT.replace("3 gold", "free")}, "gold_cost"),
        ({"forts": FORT.replace("3 gold", "999 gold")}, "gold_cost"),
        ({"crew": CREW.replace(",Crew,", ",Cook,")}, "type"),
        ({"crew": CREW + ",more"}, "row"),
        ({"ships": "SM,PS-001"}, "row"),
    ],
)
def test_bad_forts_crew_and_short_rows_are_reported_too(tmp_path, rows, field):
    (problem,) = read_catalogue(write(tmp_path, **rows)).problems
    assert problem.field == field


def test_the_same_card_twice_is_reported(folder):
    write(folder, ships=f"{SHIP}\n{SHIP}")
    catalogue = read_catalogue(folder)
    assert len(catalogue.ships) == 1
    (problem,) = catalogue.problems
    assert (problem.line, problem.field) == (3, "number")
    assert "SM/PS-001 'Revenant' is above" in str(problem.expected)


def test_one_number_on_two_cards_keeps_both(folder):
    write(folder, ships="\n".join((SHIP, SHIP.replace("Rare", "LE"), SHIP.replace("Revenant", "Snipe"))))
    catalogue = read_catalogue(folder)
    assert [ship.key for ship in catalogue.ships] == ["SM/PS-001", "SM/PS-001-LE", "SM/PS-001-snipe"]
    assert catalogue.problems == ()


def test_a_problem_reads_as_one_line():
    problem = RowProblem("ships.csv", 7, "points", "many", "a whole number from 0 to 100")
    assert str(problem) == "ships.csv:7: points: got 'many', expected a whole number from 0 to 100"


MISPRINT = """
[[misprints]]
key = "SM/PS-001"
name = "Revenant"
field = "masts"
printed = "5"
corrected = "4"
why = "A test."
"""


def test_a_misprint_is_corrected_on_reading(tmp_path):
    catalogue = read_catalogue(write(tmp_path, misprints=MISPRINT))
    assert catalogue.ships[0].masts == 4
    assert catalogue.ships[0].model == "four-mast"
    assert catalogue.misprints[0].printed == "5"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('printed = "5"', 'printed = "3"', "masts: got '5', expected '3' as in misprints.toml for SM/PS-001"),
        ('printed = "5"\n', "", "masts: got '5', expected '4'"),
        ("PS-001", "PS-777", "no row has this key, name and masts"),
        ("Revenant", "Snipe", "no row has this key, name and masts"),
        ('"masts"', '"sails"', "no row has this key, name and sails"),
        ("why", "reason", "unknown field"),
        ('"4"', "4", "corrected: Expected str, got int"),
    ],
)
def test_a_correction_that_does_not_fit_its_row_is_an_error(tmp_path, old, new, words):
    assert old in MISPRINT
    with pytest.raises(BadFileError) as caught:
        read_catalogue(write(tmp_path, misprints=MISPRINT.replace(old, new)))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "columns: got '', expected set,number"),
        (b"name,set\nx,y\n", "columns: got 'name,set', expected set,number"),
        (b"\xff\xfe\x00", "byte 0 is not UTF-8"),
        (HEADINGS["ships.csv"].encode() + b"\nSM,\x00\n", "is a NUL"),
        (HEADINGS["ships.csv"].encode() + b'\nSM,"PS-001\n', "line 2: not a CSV file"),
        (HEADINGS["ships.csv"].encode() + b"\n" + b"x" * 200_000, "not a CSV file: field larger than field limit"),
        (b"x" * (MOST_BYTES + 1), f"{MOST_BYTES + 1} bytes, expected at most {MOST_BYTES}"),
        (HEADINGS["ships.csv"].encode() + b"\nx" * 20_001, "got 20001 rows, expected at most 20000"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused_in_one_line(folder, content, words):
    (folder / "ships.csv").write_bytes(content)
    with pytest.raises(BadFileError) as caught:
        read_catalogue(folder)
    message = str(caught.value)
    assert words in message
    assert message.startswith(str(folder / "ships.csv"))
    assert "\n" not in message


def test_a_missing_file_and_a_folder_in_its_place_are_refused(folder):
    (folder / "forts.csv").unlink()
    with pytest.raises(BadFileError, match=r"forts\.csv: no such file"):
        read_catalogue(folder)
    (folder / "forts.csv").mkdir()
    with pytest.raises(BadFileError, match=r"forts\.csv: cannot be read"):
        read_catalogue(folder)


def test_a_spreadsheets_byte_order_mark_and_line_ends_do_no_harm(folder):
    text = (folder / "ships.csv").read_text("utf-8").replace("\n", "\r\n")
    (folder / "ships.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [ship.name for ship in read_catalogue(folder).ships] == ["Revenant"]


def test_the_packaged_files_read_from_another_place_too(tmp_path):
    shutil.copytree(PACKAGED, tmp_path / "copy")
    assert read_catalogue(tmp_path / "copy") == packaged_catalogue()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=len(SHIP_COLUMNS), max_size=len(SHIP_COLUMNS)), st.data())
def test_any_fields_make_a_ship_or_a_named_bad_field(junk, data):
    fields = SHIP.split(",")
    for place in data.draw(st.sets(st.integers(0, len(fields) - 1), max_size=4)):
        fields[place] = junk[place]
    wrong = None
    try:
        ship = ship_card(fields)
    except BadFieldError as bad:
        wrong = bad
    if wrong is not None:
        assert wrong.field in SHIP_COLUMNS
        assert wrong.expected
    else:
        assert (ship.name, ship.link, ship.cannons) == (fields[2], fields[11], fields[9])
        assert ship.points == float(fields[5])


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_catalogue_or_refused(tmp_path, tail):
    write(tmp_path)
    with (tmp_path / "ships.csv").open("ab") as file:
        file.write(tail)
    refusal = ""
    try:
        catalogue = read_catalogue(tmp_path)
    except BadFileError as refused:
        refusal = str(refused)
    if refusal:
        assert refusal.startswith(str(tmp_path / "ships.csv"))
        assert "\n" not in refusal
    else:
        assert catalogue.ships[0].name == "Revenant"
        assert all(str(problem).isprintable() for problem in catalogue.problems)
