"""The short form of `python -m bench referee`: random whole games in which referee and oracle agree after every act."""

import pytest

from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tests.rulebook.referee.contest.play import Contest, DiffersError, Tally, play_game
from tests.rulebook.referee.contest.starts import random_table
from tests.rulebook.referee.oracle.oracle import RULES

EDITIONS = ("spanish-main", "revolution", "complete")


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_referee_and_oracle_agree_on_games_of_two(edition):
    tally = Tally()
    for seed in range(20):
        play_game(edition, 2, f"short {seed}", tally, illegal=0.1)
    assert tally.games == 20
    assert tally.fouls > 150
    assert len(tally.by_code) > 12, "illegal acts of many kinds were tried"


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 4, 6])
def test_referee_and_oracle_agree_on_multiplayer_games(edition, players):
    tally = Tally()
    play_game(edition, players, "short", tally, multiplayer=True, illegal=0.1)
    assert tally.games == 1


def contest(edition="revolution"):
    import random

    return Contest(random_table(random.Random(1), edition, 2), random.Random(1), Tally())


def test_a_referee_that_judges_otherwise_is_found_out(monkeypatch):
    found = contest()
    ship = next(name for name, each in found.oracle.w.ships.items() if each["owner"] == found.game.player)
    monkeypatch.setitem(RULES, "move", (lambda _w, _act: ("foul", "pinned"), RULES["move"][1]))
    with pytest.raises(DiffersError, match="oracle foul pinned"):
        found.both(Move(ship))


def test_a_referee_that_does_otherwise_is_found_out(monkeypatch):
    found = contest()
    ship = next(name for name, each in found.oracle.w.ships.items() if each["owner"] == found.game.player)
    monkeypatch.setitem(RULES, "move", (RULES["move"][0], lambda _w, _act: None))
    with pytest.raises(DiffersError, match=f"after Move.*{ship}|after Move"):
        found.both(Move(ship))


def test_the_oracle_reads_the_texts_not_the_program():
    """It imports nothing of the program: acts come in from outside."""
    from pathlib import Path

    for file in Path(__file__).with_name("oracle").glob("*.py"):
        assert "tableassist" not in file.read_text().replace("tableassist.rulebook.referee.acts", ""), file.name


def test_an_illegal_shot_is_a_foul_for_the_same_reason():
    found = contest("spanish-main")
    enemy = next(name for name, each in found.oracle.w.ships.items() if each["owner"] != found.game.player)
    act = Shoot(enemy, enemy, 1, 5)
    assert found.oracle.judge(act) == ("foul", "not-your-turn")
    found.agree_on_judgement(act, "foul", "not-your-turn")


def test_an_owed_mast_that_a_person_has_taken_off_is_owed_no_more():
    from tableassist.rulebook.referee.acts.corrections import Correct, CorrectionKind
    from tableassist.rulebook.referee.offers import offers
    from tableassist.rulebook.referee.referee import fold
    from tests.rulebook.referee.table_of_two import table

    game = table().game
    game = fold(game, Shoot("h", "o", 1, 6, "yes"))
    assert [each.kind.value for each in game.duties] == ["mast"]
    for mast in ("1", "2"):
        game = fold(game, Correct("o", CorrectionKind.MAST_LOST, mast))
        assert offers(game)
    assert game.duties == ()
