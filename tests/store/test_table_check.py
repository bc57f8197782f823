"""Every mistake in one go, each with its place, what was found and what was expected."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableassist.errors import BadFileError
from tableassist.pieces.catalogue import Nation
from tableassist.sources import demo_table_path
from tableassist.store.models import packaged_catalogue
from tableassist.store.table import Severity, read_table, settings_of_text
from tableassist.store.table_check import check_table, check_table_text

DEMO = demo_table_path().read_text("utf-8")
HERE = Path("table.toml")


def found(*changes, weight=None):
    text = DEMO
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return [each for each in check_table_text(HERE, text) if weight in (None, each.weight)]


def lines(*changes, weight=Severity.ERROR):
    return [each.line for each in found(*changes, weight=weight)]


def test_the_demo_table_has_no_mistake():
    assert check_table(demo_table_path()) == ()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("x_mm = 315.0, y_mm = 30.0", "x_mm = 315.0, y_mm = 10.0", r"mat\.tags\[1\]: got tag 1 .* outside the mat"),
        ("x_mm = 315.0, y_mm = 30.0", "x_mm = 60.0, y_mm = 30.0", r"mat\.tags\[1\]: got tag 1 over tag 0"),
        ("{ tag = 1,", "{ tag = 587,", r"mat\.tags\[1\]\.tag: got 587, expected 0 to 586"),
        ("{ tag = 21,", "{ tag = 20,", r"pieces\[1\]\.tags\[0\]\.tag: got 20 \(36h11\), already used by pieces\[0\]"),
        ('homes = ["pirate-home"]', 'homes = ["english-home"]', r"players\[1\]\.homes: .* already the home of English"),
        ('homes = ["pirate-home"]', 'homes = ["pirate-hom"]', r"players\[1\]\.homes: .* did you mean 'pirate-home'"),
        ('owner = "English"\ncannons', 'owner = "Nobody"\ncannons', r"pieces\[0\]\.owner: got 'Nobody', expected one"),
        ('owner = "English"\ncannons', 'owner = "English"\ncaptured_by = "English"\ncannons', r"captured_by: got En"),
        ('model = "one-mast"', 'model = "one-mast"\nmasts_lost = [2]', r"masts_lost\[0\]: got mast 2, expected 1 to 1"),
        ('model = "one-mast"', 'model = "one-mast"\nstate = ["derelict"]', r"state: got derelict with 1 masts"),
        ('model = "one-mast"', 'model = "one-mast"\nstate = ["derelic"]', r"state\[0\]: got 'derelic', did you mean"),
        ('model = "one-mast"', 'model = "one-mast"\nstate = ["abandoned"]', r"state: got abandoned for a ship"),
        ('model = "one-mast"', 'model = "one-mast"\nhull_colours = [[0.1, 0.2, 0.3]]',
         r"pieces\[3\]\.hull_colours: got lists of 3 numbers, expected 4 lists of 3 each, or empty ones"),
        ('model = "one-mast"', 'model = "one-mast"\nhull_colours = [[0.1, 0.2], [], [], []]',
         r"pieces\[3\]\.hull_colours: got lists of 2, 0, 0, 0 numbers, expected 4"),
        ('model = "one-mast"', 'model = "one-mast"\nhull_colours = [[nan, 0.2, 0.3], [], [], []]',
         r"pieces\[3\]\.hull_colours: got a list, expected a number"),
        ('model = "one-mast"', 'model = "one-mast"\nhull_colours = [[0.1, 0.2, 70.0], [], [], []]',
         r"pieces\[3\]\.hull_colours: .*Expected .*<= 6"),
        ('model = "one-mast"', 'model = "one-mast"\neffects = ["extra_acton"]', r"effects\[0\]: got 'extra_acton'"),
        ('model = "one-mast"', 'model = "one-mast"\ntowed_by = "nobody"', r"pieces\[3\]\.towed_by: got 'nobody'"),
        ('model = "one-mast"', 'model = "one-mast"\nflag_places = [1]', r"flag_places: got flag places for a ship"),
        ('model = "one-mast"\n', 'card = "CC/64"\nflag_places = [1, 9, 2]\n',
         r"flag_places: got 1, 9, 2, expected 1 different places from 1 to 8"),
        ('ruler = "bars"', 'ruler = "bars"\ncrew_effects = { "SM/PS-001" = ["marine"] }',
         r"crew_effects\..*a ship; expected crew"),
        ('model = "one-mast"', 'card = "SM/PC-002"', r"\.card: got 'SM/PC-002', .*expected a ship or a fort"),
        ('model = "one-mast"', 'card = "XX/YY-999999"', r"pieces\[3\]\.card: got 'XX/YY-999999'"),
        ('model = "one-mast"', 'model = "one-mast"\ncrew = ["SM/PS-001"]', r"crew\[0\]: .* a ship; expected crew"),
        ('model = "one-mast"\n', "", r"pieces\[3\]\.model: missing, expected a model, or a card"),
        ('mount = "flag"', 'mount = "flg"', r"pieces\[0\]\.tags\[0\]\.mount: got 'flg', did you mean 'flag'\?"),
        ("sigma_yaw_deg", "sigma_yaw", r"pieces\[0\]\.tags\[0\]\.sigma_yaw: unknown field, did you mean"),
        ('base_move = "L"', 'base_move = "L+X"', r"pieces\[0\]\.base_move: got 'L\+X', expected S and L joined by \+"),
        ('ruler = "bars"', 'ruler = "bar"', r"ruler: got 'bar', did you mean 'bars'\?"),
        ('ruler = "bars"', "ruler = { long_mm = 50, short_mm = 60 }", r"ruler\.short_mm: got S 60 and L 50 mm"),
        ('ruler = "bars"', "ruler = { long_mm = 90 }", r"ruler\.short_mm: missing"),
        ("[mat]", "[house_rules]\npoint_limit = 3\n[mat]", r"house_rules\.point_limit: unknown field, did you mean"),
        ("[mat]", "[house_rules]\nshot_origin = 'mast'\n[mat]", r"house_rules\.shot_origin: got 'mast'"),
        ("[mat]", "[house_rules]\ncontact_tolerance_mm = 0\n[mat]", r"house_rules\.contact_tolerance_mm: Expected"),
        ('camera = "studio-720p"', 'camera = "../x.toml"', r"camera: got '\.\./x\.toml', expected a file in"),
        ('camera = "studio-720p"', 'camera = "/etc/x.toml"', r"camera: got '/etc/x\.toml', expected a file in the"),
        ('camera = "studio-720p"', "camera = 'C:\\x.toml'", r"camera: got .*, expected a file in the folder"),
        ('camera = "studio-720p"', 'camera = "x\\u0000.toml"', r"camera: got .*, expected a file in the folder"),
        ("placement_sigma_mm = 0.1", 'survey = "../../mat.toml"', r"mat\.survey: got .*, expected a file in"),
        ('model = "five-mast"', 'model = "../../x.toml"', r"pieces\[0\]\.model: got .*, expected a file in the folder"),
        ('id = "oxley"', 'id = "titan"', r"pieces\[1\]\.id: got 'titan' a second time"),
        ('name = "Pirates"', 'name = "English"', r"players\[1\]\.name: got 'English' a second time"),
    ],
)  # fmt: skip
def test_an_error_says_file_field_got_and_expected(old, new, line):
    told = lines((old, new))
    assert any(re.match(rf"table\.toml: .*{line}", each) for each in told), told
    assert all("\n" not in each for each in told)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('camera = "studio-720p"', 'camera = "typical"', "camera: got 'typical'"),
        ("{ tag = 20, size_mm = 18.0", "{ tag = 20, size_mm = 9.0", "size_mm: got 9, too small to read"),
        ("{ tag = 1, x_mm = 315.0, y_mm = 30.0, size_mm = 44.0", "{ tag = 1, x_mm = 315.0, y_mm = 30.0, size_mm = 20.0",
         "mat.tags[1].size_mm: got 20, expected 40 to 50"),
        ("{ tag = 20,", "{ tag = 570,", "570 to 577 are on the fitting-out jig"),
        ('owner = "English"\ncannons', "cannons", "pieces[0].owner: got none"),
        ('cannons = "4S-4L-4S"', 'cannons = "4S"', "pieces[1].cannons: got 1, expected 3"),
        ('homes = ["pirate-home"]\n', "", "players[1].homes: got none"),
    ],
)  # fmt: skip
def test_a_warning_is_no_error(old, new, line):
    assert lines((old, new)) == []
    assert any(line in each for each in lines((old, new), weight=Severity.WARNING))


def test_a_masthead_tag_on_a_lost_mast_is_told():
    told = lines(
        ('cannons = "4S-4L-4S"', 'cannons = "4S-4L-4S"\nmasts_lost = [2]'),
        ('{ tag = 21, size_mm = 18.0, mount = "flag"', '{ tag = 21, size_mm = 18.0, mast = 2, mount = "masthead"'),
        weight=Severity.WARNING,
    )
    assert any("pieces[1].tags[0].mast: got mast 2, which is lost" in each for each in told)


def test_a_piece_without_tags_is_told():
    told = [each.line for each in check_table_text(HERE, DEMO + '\n[[pieces]]\nid = "bare"\nmodel = "reef"\n')]
    assert any("pieces[15].tags: got none" in each for each in told)


def test_what_nobody_has_measured_is_hinted_at():
    told = lines(("outline_sigma_mm = 0.1\n", ""), ("sigma_xy_mm = 0.1, sigma_z_mm = 0.2, ", ""), weight=Severity.HINT)
    (hint,) = told
    assert "pieces: not fitted out: " in hint
    assert "Outlines (± 5.5 mm) and tags set by hand are estimates" in hint
    assert "tableassist mount" in hint


def mat_of(*places):
    tags = "".join(f"{{ tag = {k}, x_mm = {x}, y_mm = {y}, size_mm = 44.0 }},\n" for k, (x, y) in enumerate(places))
    return re.sub(r"tags = \[\n(    \{ tag = \d+, x_mm.*\n)+\]", f"tags = [\n{tags}]", DEMO, count=1)


def test_mat_tags_in_one_line_are_an_error():
    told = [p.line for p in check_table_text(HERE, mat_of(*((40 + 90 * k, 40) for k in range(9))))]
    assert any("mat.tags: got tags that are almost in one line" in each for each in told)


def test_fewer_than_eight_mat_tags_are_a_warning_and_one_is_an_error():
    corners = [(40, 40), (875, 40), (875, 875), (40, 875)]
    four = check_table_text(HERE, mat_of(*corners))
    assert [(p.weight, p.field) for p in four] == [(Severity.WARNING, "mat.tags")]
    one = check_table_text(HERE, mat_of(corners[0]))
    assert (Severity.ERROR, "mat.tags") in [(p.weight, p.field) for p in one]


def test_all_mistakes_come_at_once_and_errors_first():
    text = DEMO
    for old, new in [
        ("width_mm = 915.0", "width_mm = -3"),
        ('edition = "complete"', 'edition = "compleat"'),
        ('model = "five-mast"', 'model = "five-masts"'),
        ('cannons = "4S-4L-4S"', 'cannons = "4S-9L"'),
        ('cannons = "3S-3S"', "cannons = 3"),
        ('name = "HMS Europa"', 'name = "HMS Europa"\ncolour = "red"'),
        ('owner = "Pirates"', 'owner = "Pirate"'),
        ("{ tag = 31, size_mm = 18.0", "{ tag = 31, size_mm = nan"),
        ('camera = "studio-720p"', 'camera = "nowhere.toml"'),
    ]:
        text = text.replace(old, new, 1)
    problems = check_table_text(HERE, text)
    errors = [each.field for each in problems if each.weight is Severity.ERROR]
    assert set(errors) == {
        "mat.width_mm", "edition", "pieces[0].model", "pieces[1].cannons", "pieces[2].cannons", "pieces[3].colour",
        "pieces[4].owner", "pieces[5].tags[0].size_mm", "camera",
    }  # fmt: skip
    assert len(errors) == 9
    weights = [each.weight for each in problems]
    assert weights == sorted(weights, key=list(Severity).index)


FLEET = """
format = 1
name = "Fleet"
camera = "studio-1080p"
{house}
[[players]]
name = "Anne"
{limit}
[mat]
width_mm = 915.0
height_mm = 915.0
tags = []
"""


def fleet(*pieces, house="", limit="", weight=Severity.ERROR):
    text = FLEET.format(house=house, limit=limit)
    for number, (card, more) in enumerate(pieces):
        text += f'[[pieces]]\nid = "p{number}"\ncard = "{card}"\nowner = "Anne"\n{more}\n'
    told = check_table_text(HERE, text)
    return [each.line for each in told if each.weight is weight and each.field not in ("mat.tags", "camera")]


REVENANT, HARBINGER = ("SM/PS-001", ""), ("SM/PS-003", "")
"""15 and 17 points; Captain Blackheart, SM/PC-002, costs 5 (the set's own list)."""


def test_a_fleet_over_a_set_limit_is_an_error_with_its_sum():
    told = fleet(REVENANT, HARBINGER, limit="points_limit = 31")
    assert told == ["table.toml: players[0]: got a fleet of 32 points for Anne, expected at most 31 (points_limit)"]
    assert fleet(REVENANT, HARBINGER, limit="points_limit = 32") == []


def test_crew_counts_towards_the_points():
    crewed = ("SM/PS-001", 'crew = ["SM/PC-002"]')
    assert fleet(crewed, limit="points_limit = 20") == []
    assert "got a fleet of 20 points" in fleet(crewed, limit="points_limit = 19")[0]


def test_the_house_limit_holds_for_all_and_a_players_own_goes_before_it():
    house = "[house_rules]\npoints_limit = 30"
    assert "expected at most 30" in fleet(REVENANT, HARBINGER, house=house)[0]
    assert fleet(REVENANT, HARBINGER, house=house, limit="points_limit = 40") == []


def test_over_the_editions_advice_is_only_a_warning():
    three = (REVENANT, HARBINGER, ("SM/PS-007", ""))
    assert fleet(*three) == []
    told = fleet(*three, weight=Severity.WARNING)
    assert any("got a fleet of 43 points" in each and "complete, Fleets" in each for each in told)


def test_the_same_ship_twice_is_against_the_complete_rules_reprints_too():
    for second in ("SM/PS-001", "SMU/1"):
        told = fleet(REVENANT, (second, ""))
        assert len(told) == 1
        assert "pieces[1].card: got Revenant" in told[0]
        assert "No-Duplicates" in told[0]


def test_a_house_may_allow_duplicates():
    assert fleet(REVENANT, REVENANT, house="[house_rules]\nduplicates = true") == []


def test_named_crew_comes_once_generic_crew_as_often_as_one_likes():
    named = fleet(("SM/PS-001", 'crew = ["SM/PC-002"]'), ("SM/PS-003", 'crew = ["SM/PC-002"]'))
    assert len(named) == 1
    assert "pieces[1].crew[0]: got Captain Blackheart" in named[0]
    assert fleet(("SM/PS-001", 'crew = ["SM/T-008", "SM/T-008"]')) == []


def test_a_captured_ship_counts_for_the_fleet_that_brought_her():
    text = FLEET.format(house="", limit="points_limit = 10") + '[[players]]\nname = "Mary"\n'
    text += '[[pieces]]\nid = "a"\ncard = "SM/PS-001"\nowner = "Mary"\ncaptured_by = "Anne"\n'
    assert not [each for each in check_table_text(HERE, text) if "got a fleet" in each.words]


def test_read_table_raises_the_first_error_in_the_same_words():
    text = DEMO.replace('model = "five-mast"', 'model = "five-masts"', 1).replace("{ tag = 21,", "{ tag = 20,", 1)
    errors = [each.line for each in check_table_text(HERE, text) if each.weight is Severity.ERROR]
    with pytest.raises(BadFileError) as caught:
        settings_of_text(HERE, text)
    assert str(caught.value) in errors


SPOTS = [match.start() for match in re.finditer(r"= ", DEMO)]
VALUES = st.sampled_from(
    ["nan", "inf", "-1", "1e300", "true", '""', '"x"', "[]", "[[]]", "{}", "{ a = 1 }", "1979-05-27", "9" * 400,
     '"' + "y" * 200 + '"', "[1, 'a', nan]", "'a\u202eb'", '"\\u0000\\n"', "0x7fffffffffffffff", "[{}]", "3"]
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(SPOTS), VALUES), min_size=1, max_size=4))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
def test_no_value_in_any_field_makes_check_stumble(changes):
    text = DEMO
    for spot, value in sorted(set(changes), reverse=True):
        end = text.index("\n", spot)
        comma = text.find(",", spot, end)
        text = text[: spot + 2] + value + text[comma if comma > 0 else end :]
    problems = check_table_text(HERE, text)
    for problem in problems:
        assert problem.line.isprintable()
        assert problem.line.startswith("table.toml")
    if not any(problem.weight is Severity.ERROR for problem in problems):
        settings_of_text(HERE, text)


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_text_makes_check_stumble(text):
    assert all(problem.line.isprintable() for problem in check_table_text(HERE, text))


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1",
        '"x y"' + '."="' * 100_000 + " = 1",
        "[" + "a." * 5_000 + "a]",
        "x = " + "{a=" * 3_000,
        "x = " + "[" * 20_000,
        "format = " + "9" * 5_000,
        "format = " + "9" * 4_000,
        "pieces = [" + "{id='a'}," * 5_000 + "]",
        "mat = 3\npieces = 4\nplayers = 5\nruler = 6\nhouse_rules = 7",
        "mat = [1]\npieces = [1, 'a', [], {}]\nplayers = [{}]\nruler = []",
        "format = 1\n" + "\n".join(f"k{number} = 1" for number in range(3_000)),
    ],
    ids=lambda text: text[:12],
)
def test_huge_deep_and_wrong_files_are_refused_with_single_lines(text):
    problems = check_table_text(HERE, text)
    assert any(problem.weight is Severity.ERROR for problem in problems)
    assert all(len(problem.line) < 1_000 and problem.line.isprintable() for problem in problems)
    with pytest.raises(BadFileError):
        settings_of_text(HERE, text)


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path):
    outside = tmp_path / "outside.toml"
    outside.write_text("format = 1\n", "utf-8")
    folder = tmp_path / "table"
    folder.mkdir()
    (folder / "camera.toml").symlink_to(outside)
    table = folder / "table.toml"
    table.write_text(DEMO.replace('"studio-720p"', '"camera.toml"'), "utf-8")
    with pytest.raises(BadFileError, match="leads out of the folder"):
        read_table(table)


def test_a_missing_file_is_one_problem(tmp_path):
    (problem,) = check_table(tmp_path / "none.toml")
    assert problem.line == f"{tmp_path / 'none.toml'}: no such file"


SLOOP = ("SM/PS-002", 'crew = ["SM/T-008", "SM/T-009", "SM/T-012"]')
"""Snipe: 6 points, cargo 1. Captain 3, Cannoneer 2, Helmsman 2 points, all of them Pirates."""


def test_crew_has_to_fit_aboard():
    told = fleet(SLOOP)
    assert "table.toml: pieces[0].crew: got 3 crew and coins on Snipe, expected at most 1" in told[0]
    assert "table.toml: pieces[0].crew: got crew of 7 points on Snipe, expected at most her own 6" in told[1]
    assert fleet(("SM/PS-002", 'crew = ["SM/T-008"]')) == []


def test_linked_crew_make_room_for_each_other():
    """Snipe, cargo 1: Fidel (SM/PC-008) and Gaspar Zuan (SM/PC-012) name each other, the Captain nobody."""
    full = "Snipe, expected at most 1"
    assert not any(full in each for each in fleet(("SM/PS-002", 'crew = ["SM/PC-008", "SM/PC-012"]')))
    assert any(full in each for each in fleet(("SM/PS-002", 'crew = ["SM/PC-008", "SM/T-008"]')))


def test_crew_of_0_points_serves_its_own_nation_only():
    """Contessa Anita Amore (CC/60, Spanish, 0 points) on Revenant, a Pirate; the Hag of Tortuga is one herself."""
    told = fleet(("SM/PS-001", 'crew = ["CC/60"]'))
    assert len(told) == 1
    assert "pieces[0].crew[0]: got Contessa Anita Amore of 0 points on Revenant, expected a ship" in told[0]
    assert fleet(("SM/PS-001", 'crew = ["CC/27"]')) == []


def test_nations_that_an_edition_does_not_have_are_warned_about():
    viking = next(card.key for card in packaged_catalogue().ships if card.nation is Nation.VIKING)
    assert not any("nation" in each for each in fleet((viking, ""), weight=Severity.WARNING))
    text = FLEET.format(house='edition = "spanish-main"', limit="")
    text += f'[[pieces]]\nid = "v"\ncard = "{viking}"\nowner = "Anne"\n'
    told = [each for each in check_table_text(HERE, text) if "of the nation Viking" in each.words]
    assert [each.weight for each in told] == [Severity.WARNING]


def test_equipment_and_events_count_and_equipment_takes_room():
    """Revenant costs 15 and holds 4; Snipe costs 6 and holds 1."""
    armed = ("SM/PS-001", 'equipment = [{ name = "Exploding Shot", points = 3 }]')
    events = 'points_limit = {limit}\nevents = ["Hidden Cove"]\nevent_points = 4'
    assert fleet(armed, limit=events.format(limit=22)) == []
    assert "got a fleet of 22 points for Anne" in fleet(armed, limit=events.format(limit=21))[0]
    full = ("SM/PS-002", 'crew = ["SM/T-008"]\nequipment = [{ name = "Exploding Shot" }]')
    assert "pieces[0].crew: got 2 crew and coins on Snipe, expected at most 1" in fleet(full)[0]
    twice = 'events = ["Hidden Cove", "hidden cove"]'
    assert "got hidden cove a second time for Anne" in fleet(armed, limit=twice)[0]
