"""`python -m bench referee`: what its figures are taken on, and what counts as falling short. The short form of its
games is in tests/rulebook/referee/test_oracle.py."""

from bench import referee
from tableassist.rulebook.referee.offers import offers

ROW = {"games": 2000, "acts": 9, "offers": 9, "illegal_acts": 9000, "ends": {}, "differ": []}
GOOD = {"games": {"complete, 2 players": ROW}, "illegal_acts": 24_000, "fold_400_ms": 6.0, "offers_24_ms": 1.0}


def test_offers_are_timed_on_24_ships_that_have_something_to_do():
    game = referee.full_table()
    assert len(game.units) == 24
    movers = {each.act.ship for each in offers(game) if each.act.__struct_config__.tag == "move"}
    assert len(movers) == 12
    assert any(each.act.__struct_config__.tag == "shoot" for each in offers(game))


def test_the_timed_game_has_400_acts():
    _, acts = referee.long_game()
    assert len(acts) == 400


def test_what_falls_short_is_told():
    assert list(referee.misses(GOOD)) == []
    differs = {"games": {"complete, 2 players": {**ROW, "differ": ["seed 7"]}}}
    assert "1 games differ" in next(iter(referee.misses(GOOD | differs)))
    assert list(referee.misses(GOOD | {"fold_400_ms": 11.0})) == ["referee: fold_400_ms 11.0, asked 10.0"]
    assert list(referee.misses(GOOD | {"offers_24_ms": 5.1})) == ["referee: offers_24_ms 5.1, asked 5.0"]
    many = {"games": {"a": {**ROW, "games": 10_000}}, "illegal_acts": 10}
    assert list(referee.misses(GOOD | many)) == ["referee: 10 illegal acts, asked 20000"]
