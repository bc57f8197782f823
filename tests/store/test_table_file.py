import subprocess
import sys
from pathlib import Path

import pytest

from tableassist.errors import BadFileError
from tableassist.pieces import Effect, MoveSegment, PieceState
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.terms import ShotOrigin
from tableassist.rulebook.state.questions import conditions_of
from tableassist.sources import demo_table_path
from tableassist.store.camera import profile_names, read_camera
from tableassist.store.files import packaged_folder
from tableassist.store.models import model_names, packaged_catalogue
from tableassist.store.models.file import read_model
from tableassist.store.table import read_table, settings_of_text

ROOT = Path(__file__).parents[2]
DEMO = demo_table_path().read_text("utf-8")


def table(tmp_path: Path, old: str, new: str) -> Path:
    assert old in DEMO
    path = tmp_path / "table.toml"
    path.write_text(DEMO.replace(old, new, 1), "utf-8")
    return path


def test_the_demo_table_reads():
    settings = read_table(demo_table_path())
    assert len(settings.pieces) == 15
    assert len(settings.mat.tags) == 12
    assert settings.tag_families == ("36h11",)
    assert settings.state.homes == {"english-home": "English", "pirate-home": "Pirates"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('model = "five-mast"', 'model = "five-masts"', "pieces[0].model: got 'five-masts', did you mean 'five-mast'?"),
        ('cannons = "2S-2L-2L-2L-2S"', 'cannons = "2S-9L"', "pieces[0].cannons: got '2S-9L'"),
        ('cannons = "3S"', 'cannons = "3S-3S"', "got 2 cannons, expected at most 1"),
        ("{ tag = 1,", "{ tag = 0,", "mat.tags[1].tag: got 0 (36h11), already used by mat.tags[0]"),
        ('owner = "English"', 'owner = "Englsh"', "owner: got 'Englsh', did you mean 'English'?"),
        ("width_mm = 915.0", "width_mm = nan", "mat.width_mm: got nan, expected a number"),
        ("width_mm = 915.0", "width_mm = -3", "mat.width_mm: Expected float > 0"),
        ("width_mm = 915.0", 'width_mm = "wide"', "mat.width_mm: Expected float, got str"),
        ("format = 1", "format = 9", "format: got 9, expected 1; made by a newer tableassist"),
        ('edition = "complete"', 'edition = "compleat"', "edition: got 'compleat', did you mean 'complete'?"),
        ('camera = "studio-720p"', 'camera = "nowhere.toml"', "nowhere.toml: no such file"),
        ('homes = ["english-home"]', 'homes = ["reef"]', "players[0].homes: got 'reef'"),
        ("[mat]", "[mat", "not a TOML file"),
        ("[mat]", "colour = 3\n[mat]", "unknown field"),
        ('mount = "flag"', 'mount = "masthead"', "pieces[0].tags[0].mast: missing"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_its_place(tmp_path, old, new, words):
    with pytest.raises(BadFileError) as caught:
        read_table(table(tmp_path, old, new))
    message = str(caught.value)
    assert words in message
    assert message.startswith(str(tmp_path))
    assert "\n" not in message


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "table.toml"
    path.write_bytes(b"#" * 2_000_000)
    with pytest.raises(BadFileError, match="2000000 bytes"):
        read_table(path)


def test_deep_nesting_and_binary_are_refused(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("a = " + "[" * 100_000, "utf-8")
    with pytest.raises(BadFileError):
        read_table(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFileError, match="not a text file"):
        read_table(path)


@pytest.mark.parametrize("name", model_names())
def test_every_packaged_model_reads_and_is_named_as_its_file(name):
    model = read_model(packaged_folder("models") / f"{name}.toml")
    assert model.name == name


@pytest.mark.parametrize("name", profile_names())
def test_every_packaged_profile_reads(name):
    assert read_camera(packaged_folder("calibration") / f"{name}.toml").lens.fx > 0


HEAD = """
format = 1
name = "Cards"
camera = "studio-1080p"
ruler = {ruler}

[house_rules]
{house}

[mat]
width_mm = 915.0
height_mm = 915.0
tags = []

[[players]]
name = "Anne"

[[players]]
name = "Mary"
"""


def settings_with(*, pieces="", house="", ruler='"bars"'):
    return settings_of_text(Path("table.toml"), HEAD.format(ruler=ruler, house=house) + pieces)


def test_a_card_gives_name_model_cannons_points_and_effects():
    (ship,) = settings_with(pieces='[[pieces]]\nid = "r"\ncard = "sm/ps-1"\nowner = "Anne"\n').pieces
    assert (ship.name, ship.card, ship.points, ship.model.name) == ("Revenant", "SM/PS-001", 15, "five-mast")
    assert ship.base_move == ("L",)
    assert [f"{cannon.rank}{cannon.reach}" for cannon in ship.cannons] == ["2L", "2S", "2S", "2S", "2L"]
    assert ship.effects == (Effect.LOF_NOT_BLOCKED_BY_SHIPS,)


def test_what_stands_in_the_file_goes_before_the_card():
    text = (
        '[[pieces]]\nid = "r"\ncard = "SM/PS-001"\nname = "Old Rev"\ncannons = "3S"\npoints = 9\nmodel = "schooner-4"\n'
    )
    (ship,) = settings_with(pieces=text).pieces
    assert (ship.name, ship.points, ship.model.name, len(ship.cannons)) == ("Old Rev", 9, "schooner-4", 1)


def test_the_state_of_a_piece_goes_into_the_game():
    text = '[[pieces]]\nid = "r"\ncard = "SM/PS-001"\nowner = "Anne"\ncaptured_by = "Mary"\n'
    text += 'crew = ["SM/PC-002"]\nmasts_lost = [1, 2]\nstate = ["on-fire", "lost"]\n'
    settings = settings_with(pieces=text)
    state = settings.state
    assert (state.owners["r"], state.units["r"].card.owner, settings.pieces[0].owner) == ("Mary", "Anne", "Mary")
    assert conditions_of(state, "r") >= {PieceState.ON_FIRE, PieceState.LOST}
    assert state.masts_lost["r"] == {1, 2}
    assert [each.card.card for each in state.crew_at("r")] == ["SM/PC-002"]


def test_house_rules_go_before_the_edition_and_the_ruler():
    rules = settings_with(
        house='long_mm = 90\ncontact_tolerance_mm = 2\nshot_origin = "mast-centre"\nram_needs_mast = false'
    ).rules
    assert (rules.ruler.long_mm, rules.ruler.short_mm) == (90, 57.5)
    assert rules.contact_tolerance_mm == 2
    assert rules.edition.shooting.shot_origin is ShotOrigin.MAST_CENTRE
    assert not rules.edition.contact.ram_needs_mast


def test_a_house_rule_of_any_family_is_known_by_its_name():
    rules = settings_with(house='fort_own_island = "blocks"\ntable_edge = "round-earth"\nlong_mm = 90').rules
    assert rules.house == {"fort-own-island": "blocks", "table-edge": "round-earth", "long-mm": 90}
    assert rules.table_mm == (915.0, 915.0)


@pytest.mark.parametrize(("edition", "origin"), [("spanish-main", "mast's centre"), ("complete", "printed die")])
def test_a_table_chooses_its_edition_and_the_add_on(edition, origin):
    head = HEAD.format(ruler='"bars"', house="").replace("[house_rules]", "", 1)
    text = head.replace("format = 1", f'format = 1\nedition = "{edition}"\nmultiplayer = true')
    rules = settings_of_text(Path("table.toml"), text).rules
    assert (rules.edition.name, rules.edition.shooting.shot_origin, rules.multiplayer) == (edition, origin, True)


def test_what_crew_do_is_known_to_the_rules_by_their_keys():
    rules = settings_with(pieces='[[pieces]]\nid = "r"\ncard = "SM/PS-001"\ncrew = ["SM/PC-002"]\n').rules
    card = packaged_catalogue().card("SM/PC-002")
    assert rules.crew_nations["SM/PC-002"] == card.nation
    assert rules.crew_effects.get("SM/PC-002", ()) == card.effects
    assert settings_with().rules.crew_effects == {}


@pytest.mark.parametrize(
    ("model", "cannons", "posts"),
    [
        ("three-mast", "2S-3L-3S", [(1, 1), (2, 2), (3, 3)]),
        ("flotilla", "2S-3L-3S-3S", [(1, 1), (2, 1), (3, 1), (4, 1)]),
        ("bombardier", "2L-3S-3S-3S", [(1, None), (2, 1), (3, 2), (4, 3)]),
    ],
)
def test_each_cannon_has_its_number_on_the_card_and_the_mast_that_carries_it(model, cannons, posts):
    (ship,) = settings_with(pieces=f'[[pieces]]\nid = "r"\nmodel = "{model}"\ncannons = "{cannons}"\n').pieces
    assert [(cannon.number, cannon.mast) for cannon in ship.cannons] == posts
    assert all((cannon.at is None) == (cannon.mast is not None) for cannon in ship.cannons)


def test_a_cannon_of_a_longship_shoots_twice():
    (ship,) = settings_with(pieces='[[pieces]]\nid = "r"\nmodel = "longship-2"\ncannons = "2S-3L"\n').pieces
    assert [cannon.shots for cannon in ship.cannons] == [2, 2]


def test_without_house_rules_the_edition_stands():
    assert settings_with().rules.edition is COMPLETE
    assert settings_with().rules.contact_tolerance_mm == 1.0


def test_a_measured_ruler_has_its_own_lengths_and_sigma():
    ruler = settings_with(ruler="{ long_mm = 83.5, short_mm = 57, sigma_mm = 0.2 }").rules.ruler
    assert (ruler.long_mm, ruler.short_mm, ruler.sigma_mm) == (83.5, 57.0, 0.2)


def test_a_base_move_stands_in_the_table_file_for_ships_without_a_card():
    by_id = {piece.id: piece for piece in read_table(demo_table_path()).pieces}
    assert by_id["plantagenet"].base_move == (MoveSegment.SHORT, MoveSegment.LONG)
    assert by_id["titan"].base_move == (MoveSegment.LONG,)
    assert by_id["reef"].base_move == ()


@pytest.mark.slow
def test_a_table_without_cards_reads_no_catalogue():
    code = (
        "from pathlib import Path; from tableassist.store.table.file import read_table;"
        "from tableassist.store.models import catalogue_file;"
        "from tableassist.sources.table_source import demo_table_path;"
        "read_table(demo_table_path()); print(catalogue_file.packaged_catalogue.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "0"


def test_every_card_of_the_catalogue_can_stand_on_a_table():
    catalogue = packaged_catalogue()
    kinds = {}
    for card in (*catalogue.ships, *catalogue.forts):
        kinds.setdefault((card.model, len(card.printed_cannons)), card)
    assert len(kinds) > 40
    text = "".join(f'[[pieces]]\nid = "p{k}"\ncard = "{card.key}"\n' for k, card in enumerate(kinds.values()))
    assert len(settings_with(pieces=text).pieces) == len(kinds)
