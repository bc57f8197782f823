"""Terrain that a table has but not every game: `optional = true` in the table file."""

import pytest

from tableassist.errors import BadFileError
from tableassist.setup.plan import Answers, make_table
from tableassist.store.table import read_table


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.toml"
    fleets = ("Anne:HMS Titan", "Mary:Harbinger")
    make_table(path, Answers(ships=fleets, terrain=("fog-bank", "reef"), has_optional_terrain=True))
    return path


def test_optional_terrain_that_was_never_seen_is_taken_not_to_be_there(table):
    settings = read_table(table)
    unseen = {piece.id for piece in settings.scene({}, {}, 0).unseen}
    assert {"fog-bank", "reef"}.isdisjoint(unseen)
    assert {"anne-home", "hms-titan"} <= unseen
    needed = table.read_text("utf-8").replace("optional = true", "optional = false")
    table.write_text(needed, "utf-8")
    assert {"fog-bank", "reef"} <= {piece.id for piece in read_table(table).scene({}, {}, 0).unseen}


def test_a_ship_or_an_island_is_never_optional(table):
    text = table.read_text("utf-8")
    for line in ('id = "hms-titan"', 'id = "anne-home"'):
        table.write_text(text.replace(line, f"{line}\noptional = true"), "utf-8")
        with pytest.raises(BadFileError, match=r"optional: got true for a (ship|island), expected it of terrain only"):
            read_table(table)
