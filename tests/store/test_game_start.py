"""A table file as the set-up of a game."""

from pathlib import Path

import msgspec

from tableassist.pieces import PieceKind
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.questions import cargo_space
from tableassist.rulebook.state.start import GameStart
from tableassist.sources import demo_table_path
from tableassist.store.table import game_start_of, read_table, settings_of_text

TABLE = """
format = 1
name = "League"
camera = "studio-1080p"
edition = "revolution"
multiplayer = true
[house_rules]
points_limit = 30
boarding_tie = "attacker"
[[players]]
name = "Anne"
homes = ["i1"]
[[players]]
name = "Mary"
[mat]
width_mm = 915.0
height_mm = 915.0
tags = []
[[pieces]]
id = "a"
card = "RV/4"
owner = "Anne"
crew = ["RV/15", "RV/021a", "SM/T-008"]
masts_lost = [2]
[[pieces]]
id = "f"
card = "CC/31"
owner = "Anne"
[[pieces]]
id = "prize"
card = "SM/PS-001"
owner = "Mary"
captured_by = "Anne"
[[pieces]]
id = "i1"
model = "island-round"
[[pieces]]
id = "reef"
model = "reef"
"""


def start(**options):
    settings = settings_of_text(Path("table.toml"), TABLE)
    return game_start_of(settings.state, settings.rules, **options)


def test_rules_players_and_pieces():
    """Pride, RV/4, in the set's list: 13 points, 3 masts, cargo 3, S+L, 3L-2L-3L, linked to both Laffites."""
    made = start(name="League")
    assert (made.edition, made.multiplayer, made.build_total, made.name) == ("revolution", True, 30, "League")
    assert made.house["boarding-tie"] == "attacker"
    assert [each.name for each in made.players] == ["Anne", "Mary"]
    pride, fort, prize = made.ships
    assert (pride.name, pride.points, pride.masts, pride.cargo, pride.base_move) == ("Pride", 13, 3, 3, "S+L")
    assert (pride.cannons, pride.nation, pride.masts_lost) == ("3L-2L-3L", "Pirate", (2,))
    assert pride.keywords == ("Schooner", "Broadsides Attack")
    assert (fort.kind, fort.gold_cost, fort.points, fort.masts) == (PieceKind.FORT, 3, 0, 4)
    assert prize.owner == "Anne"
    assert [(each.id, each.home) for each in made.islands] == [("i1", "Anne")]
    assert [(each.id, each.kind) for each in made.terrain] == [("reef", PieceKind.REEF)]


def test_crew_with_links_and_what_is_generic():
    made = start()
    assert [(each.id, each.name, each.at, each.points, each.generic) for each in made.crew] == [
        ("a-1", "Jean Laffite", "a", 5, False),
        ("a-2", "Phillipe Laffite", "a", 2, False),
        ("a-3", "Captain", "a", 3, True),
    ]
    assert made.ships[0].links == ("a-1", "a-2")
    game = new_game(made)
    assert cargo_space(game, game.units["a"]) == 3 + 2


def test_the_state_of_the_table_knows_whose_fleet_it_was():
    settings = settings_of_text(Path("table.toml"), TABLE)
    assert settings.state.start.ships[2].owner == "Mary"


def test_with_the_set_up_still_to_come_homes_and_crew_are_open():
    made = start(setting_up=True)
    assert made.setting_up
    assert {each.home for each in made.islands} == {""}
    assert {each.at for each in made.crew} == {None}


def test_it_goes_through_a_file_and_ships_without_cards_are_never_full():
    settings = read_table(demo_table_path())
    made = game_start_of(settings.state, settings.rules)
    assert msgspec.json.decode(msgspec.json.encode(made), type=GameStart) == made
    assert min(each.cargo for each in made.ships if not each.card) == 1000
