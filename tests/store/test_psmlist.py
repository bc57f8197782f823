"""PSMList's JSON: ships by its own numbers, with crew and equipment; the rest of `data` is the harbor."""

import json

import pytest

from tableassist.errors import BadFileError
from tableassist.store.models import read_fleet

FLEET = {
    "name": "Black hearts",
    "maxpoints": 40,
    "data": [
        {"id": 7, "crew": [{"id": 7}, {"id": 8}], "equipment": [{"id": 7}]},
        {"id": 9, "crew": [], "equipment": []},
        {"id": 99},
    ],
    "ispublic": True,
    "description": "",
}
SHIPS = [
    {"id": 7, "idfaction": 1, "name": "Revenant", "numid": "001", "points": 15, "masts": 5, "custom": 0},
    {"id": 9, "idfaction": 2, "name": "HMS Titan", "numid": "001", "points": 17, "masts": 5},
]
CREW = [
    {"id": 7, "idfaction": 1, "name": "Captain Blackheart", "numid": "002", "points": 5},
    {"id": 8, "idfaction": 1, "name": "Helmsman", "numid": "012", "points": 2},
]
EQUIPMENT = [{"id": 7, "name": "Exploding Shot", "numid": "011", "points": 3}]


def written(path, value):
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


@pytest.fixture
def lists(tmp_path):
    named = {"ship": SHIPS, "crew": CREW, "equipment": EQUIPMENT}
    return [written(tmp_path / f"{name}.json", rows) for name, rows in named.items()]


def test_with_its_lists_all_are_named(tmp_path, lists):
    found = read_fleet(written(tmp_path / "fleet_data.json", FLEET), lists)
    assert (found.name, found.limit, len(found.harbor)) == ("Black hearts", 40, 1)
    assert [(each.name, each.points, each.aboard, each.equipment) for each in found.cards] == [
        ("Revenant", 15, False, False),
        ("Captain Blackheart", 5, True, False),
        ("Helmsman", 2, True, False),
        ("Exploding Shot", 3, True, True),
        ("HMS Titan", 17, False, False),
    ]


def test_without_them_only_its_numbers_can_be_told(tmp_path):
    found = read_fleet(written(tmp_path / "fleet_data.json", FLEET))
    assert [each.name for each in found.cards][:2] == ["PSMList 7", "PSMList 7"]
    assert [each.place for each in found.cards][:2] == ["data[0]", "data[0].crew[0]"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{", "not a fleet of PSMList"),
        ("{}", "not a fleet of PSMList: Object missing required field `data`"),
        ('{"data": [{"id": "x"}]}', "not a fleet of PSMList"),
        ('{"data": ' + "[" * 50_000, "not a fleet of PSMList"),
        (json.dumps({"data": [{"id": 1}] * 201}), "not a fleet of PSMList"),
        ('{"data": []}', "got no card"),
        ("", "got no card"),
        ("only words\n", "got no card"),
        ("Revenant (15)\n" * 201, "got 201 cards, expected at most 200"),
        ("x" * 300_000, "bytes, expected at most 200000"),
    ],
)
def test_what_is_no_fleet_is_refused_in_one_line(tmp_path, content, expected):
    with pytest.raises(BadFileError) as told:
        read_fleet(written(tmp_path / "fleet.txt", content))
    assert expected in str(told.value)
    assert "\n" not in str(told.value)


def test_a_list_that_is_none_is_refused(tmp_path):
    fleet = written(tmp_path / "fleet.json", FLEET)
    with pytest.raises(BadFileError, match="not a list of PSMList"):
        read_fleet(fleet, [written(tmp_path / "ship.json", {"ships": 1})])
    with pytest.raises(BadFileError, match="no such file"):
        read_fleet(fleet, [tmp_path / "nowhere.json"])
