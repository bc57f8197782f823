"""`tableassist catalog`, as a person uses it."""

import json
import shutil

import pytest
import typer
from typer.testing import CliRunner

from tableassist.cli.catalog.catalog import catalog
from tableassist.cli.catalog.lookup import span
from tableassist.cli.terminal import print_rows
from tableassist.errors import BadFileError, BadRequestError
from tableassist.pieces.lookup import NumberRange
from tableassist.store.files import packaged_folder


def run(*arguments: str, columns: int = 120, code: int = 0) -> str:
    done = CliRunner().invoke(catalog, arguments, env={"COLUMNS": str(columns)})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


def test_find_lists_the_ship_with_its_numbers():
    line = next(line for line in run("find", "revenant").splitlines() if line.startswith("SM/PS-001"))
    assert line.split()[1:8] == ["Revenant", "Pirate", "15", "5", "4", "L", "2L-2S-2S-2S-2L"]


def test_a_mistyped_name_is_asked_back():
    out = run("find", "revenent")
    assert out.startswith("No card is called 'revenent'. Did you mean:")
    assert "SM/PS-001" in out


def test_a_nation_typed_as_a_name_points_to_the_option():
    assert run("find", "jade rebelion", code=1) == 'No card found. Did you mean --nation "Jade Rebellion"?\n'


def test_nothing_found_is_exit_code_1():
    assert run("find", "qzxqzxqzx", code=1) == "No card found.\n"
    assert json.loads(run("find", "qzxqzxqzx", "--json", code=1)) == []


def test_find_narrows_by_every_option():
    out = run(
        "find", "--set", "frozen north", "--nation", "vik", "--masts", "2-3", "--points", "<=13", "--kind", "ship"
    )
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["FN/1", "FN/2", "FN/11", "FN/300"]
    assert "Ships (8)" in run("find", "--keyword", "junk", "--masts", "10")
    assert "Crew (2)" in run("find", "--effect", "lof_not_blocked_by_ships", "--kind", "crew")
    assert run("find", "puerto blanco", "--released").count("UNREL") == 0


def test_find_as_json_has_every_field():
    (card,) = json.loads(run("find", "SM/PS-001", "--json"))
    assert card == {
        "key": "SM/PS-001",
        "kind": "ship",
        "set": "SM",
        "set_title": "Spanish Main",
        "number": "PS-001",
        "name": "Revenant",
        "nation": "Pirate",
        "released": True,
        "reprint": False,
        "effects": ["lof_not_blocked_by_ships"],
        "rarity": "Rare",
        "points": 15,
        "link": "",
        "masts": 5,
        "cargo": 4,
        "base_move": ["L"],
        "cannons": "2L-2S-2S-2S-2L",
        "keywords": [],
        "model": "five-mast",
        "match": "exact",
    }
    kinds = {card["kind"] for card in json.loads(run("find", "--json", "--limit", "0"))}
    assert kinds == {"ship", "fort", "crew"}


def test_a_long_list_is_cut_and_says_so():
    out = run("find", "hms", "--limit", "6")
    assert "6 of 183 shown; --limit 0 shows all" in out
    assert len(run("find", "hms", "--limit", "0").splitlines()) == 185


@pytest.mark.parametrize("columns", [80, 100, 120])
@pytest.mark.parametrize(
    "arguments", [("find", "--keyword", "junk"), ("find", "el"), ("show", "FS/14"), ("check", "--all")]
)
def test_no_line_is_wider_than_the_terminal(arguments, columns):
    assert max(len(line) for line in run(*arguments, columns=columns).splitlines()) <= columns


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("find", "--nation", "Vikngs"), "--nation: got 'Vikngs', did you mean 'Viking'?"),
        (("find", "--kind", "boat"), "--kind: got 'boat', expected one of ship, fort, crew"),
        (("find", "--set", "XYZXYZ"), "--set: got 'XYZXYZ', expected one of SM, SMU"),
        (("find", "--keyword", "Schoner"), "did you mean 'Schooner'?"),
        (("find", "--effect", "duble_range"), "did you mean 'double_range'?"),
        (("find", "--points", "15-10"), "--points: got '15-10', expected a number, or 10-15, <=12, >=8"),
        (("find", "--masts", "nan"), "--masts: got 'nan'"),
        (("find", "x" * 300), "got 300 letters to look for, expected at most 200"),
        (("show", "sm/ps-0x1"), "card: got 'sm/ps-0x1', did you mean SM/PS-0"),
        (("show", "polaris"), "the name of 2 cards; say which: FN/300 (ship, Viking), RotF/94 (ship, English)"),
        (("show", "revenent"), "did you mean SM/GS-001 Revenant"),
        (("show", "qzxqzxqzx"), "card: got 'qzxqzxqzx', no such card"),
        (("show", ""), "no such card"),
    ],
)
def test_a_wrong_request_is_told_in_one_line(arguments, words):
    with pytest.raises(BadRequestError) as caught:
        run(*arguments)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("12", NumberRange(12, 12)),
        ("=12", NumberRange(12, 12)),
        ("10-15", NumberRange(10, 15)),
        ("10..15", NumberRange(10, 15)),
        ("<= 12", NumberRange(0, 12)),
        ("<12", NumberRange(0, 11)),
        (">=8", NumberRange(8, 1_000_000)),
        (">8", NumberRange(9, 1_000_000)),
    ],
)
def test_numbers_may_be_given_as_a_span(typed, expected):
    assert span("--points", typed) == expected


@pytest.mark.parametrize("typed", ["", "x", "-", "3-", "-3", "<=3-5", "1e3", "12345", "²", "5-3"])
def test_what_is_no_span_is_refused(typed):
    with pytest.raises(BadRequestError, match="--points: got"):
        span("--points", typed)


def test_show_explains_the_ability_and_names_the_hull():
    out = run("show", "SM/PS-001")
    assert "Revenant  (ship SM/PS-001)" in out
    assert "Other ships do not stop her lines of fire." in out
    assert "five-mast (sizes: " in out
    assert "SMU/1" in out


def test_show_tells_of_misprints_shared_numbers_and_cannons_without_a_mast():
    assert "masts is 2. A known misprint" in run("show", "Grendel").replace("\n            ", " ")
    assert "SM/PC-003-explorer Explorer" in run("show", "SM/PC-003")
    assert "4 cannons, more than masts" in run("show", "FS/14").replace("\n            ", " ")
    assert "for the ship it is on" in run("show", "SM/PC-002")
    assert "never released" in run("show", "UNREL/tritons-fury")
    assert "3 gold" in run("show", "CC/31")


def test_misprints_lists_all_of_them():
    out = run("misprints")
    for key in ("FN/9  Grendel", "FN/300  Polaris", "FN/7  Asgard"):
        assert key in out


def test_check_counts_the_cards_and_lists_what_is_odd():
    out = run("check")
    assert "1283 ships, 24 forts, 1017 crew; 415 reprints, 104 never released." in out
    assert "0 rows could not be used." in out
    assert "14: more cannons than masts" in out
    assert "SMU/8  El Ladron  cargo 4, but 3 in SM/PS-008" in out
    assert "another number of masts" not in out
    assert "is not packaged" not in out
    assert len(run("check", "--all").splitlines()) > len(out.splitlines())


def test_check_of_an_own_folder_reports_its_bad_rows_with_exit_code_1(tmp_path):
    shutil.copytree(packaged_folder("models") / "catalogue", tmp_path / "own")
    ships = tmp_path / "own" / "ships.csv"
    text = ships.read_text("utf-8")
    assert "SM,PS-002,Snipe,Pirate,Rare,6," in text
    ships.write_text(text.replace("SM,PS-002,Snipe,Pirate,Rare,6,", "SM,PS-002,Snipe,Pirate,Rare,six,"), "utf-8")
    out = run("check", str(tmp_path / "own"), code=1)
    assert "1282 ships" in out
    assert "1 rows could not be used:" in out
    assert "ships.csv:3: points: got 'six', expected a whole number from 0 to 100" in out


def test_check_of_what_is_no_catalogue_is_refused(tmp_path):
    with pytest.raises(BadFileError, match=r"misprints\.toml: no such file"):
        run("check", str(tmp_path))


def test_check_tells_of_a_ship_whose_model_has_other_masts(tmp_path):
    shutil.copytree(packaged_folder("models") / "catalogue", tmp_path / "own")
    ships = tmp_path / "own" / "ships.csv"
    with ships.open("a", encoding="utf-8") as file:
        file.write("SM,PS-900,Seven Sisters,Pirate,Rare,15,7,4,L,2L-2S-2S-2S-2L,5,,,\n")
    out = run("check", str(tmp_path / "own"))
    assert "SM/PS-900  Seven Sisters  five-mast has 5, the card 7 masts" in out
    assert "fewer cannons than masts" in out


def test_the_commands_join_a_larger_program():
    app = typer.Typer()
    app.add_typer(catalog, name="catalog")
    done = CliRunner().invoke(app, ["catalog", "--help"])
    assert done.exit_code == 0
    for command in ("find", "show", "check", "misprints"):
        assert command in done.output


def test_rows_shorten_the_widest_of_the_columns_that_may_give_and_never_the_others(capsys, monkeypatch):
    rows = [("12345", "a long cell", "another cell that is longer")]

    def told(columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        print_rows(("a", "b", "c"), rows, given=(1, 2))
        return capsys.readouterr().out.splitlines()[1]

    assert told(80) == "12345  a long cell  another cell that is longer"
    assert told(42) == "12345  a long cell  another cell that is …"
    assert told(40).startswith("12345  ")
