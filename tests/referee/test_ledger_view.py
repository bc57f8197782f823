"""The ledger that geometry reads follows the game by itself."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.model import PieceKind
from tableassist.referee.acts.cargo import Tow
from tableassist.referee.acts.fighting import LoseMast, Shoot
from tableassist.referee.acts.sailing import LeaveFog, Move, RollTerrain
from tableassist.referee.acts.table import Fact, FactKind
from tableassist.referee.ledger_view import ledger_of
from tableassist.referee.state.start import TerrainStart
from tests.referee.table_of_two import Table, table


def _states(at: Table, piece: str) -> set[PieceState]:
    return set(ledger_of(at.game).states.get(piece, ()))


def test_owners_homes_and_turn_are_the_games():
    ledger = ledger_of(table().game)
    assert ledger.players == ("Anne", "Mary")
    assert ledger.owners == {"h": "Anne", "g": "Anne", "o": "Mary", "w": "Mary"}
    assert ledger.homes == {"anne-home": "Anne", "mary-home": "Mary"}
    assert ledger.turn == "Anne"


def test_a_ram_pins_until_the_other_sails_away():
    at = table().does(Move("h", bow_on=("o",)))
    assert _states(at, "h") == {PieceState.PINNED}
    at.turns().does(Move("o"))
    assert _states(at, "h") == set()


def test_a_pin_ends_when_the_camera_sees_the_contact_end():
    at = table("revolution").does(Move("h", bow_on=("o",)))
    assert _states(at, "h") == {PieceState.PINNED}
    from tableassist.rules.ruling.ruling import Verdict

    at.does(Fact("h", FactKind.BOW_ON, "o", answer=Verdict.NO))
    assert _states(at, "h") == set()


def test_masts_lost_make_a_derelict_and_a_tow_changes_her_owner_but_not_her_fleet():
    at = table()
    for cannon in (1, 2):
        at.does(Fact("h", FactKind.SHOT, "o", cannon), Shoot("h", "o", cannon, 6))
        if cannon == 1:
            at.does(LoseMast("o", 2))
    assert ledger_of(at.game).masts_lost["o"] == {1, 2}
    assert _states(at, "o") == {PieceState.DERELICT}
    at.does(Move("g", touches_bow_of=("o",)), Tow("g", "o"))
    ledger = ledger_of(at.game)
    assert (ledger.owners["o"], ledger.fleets["o"], ledger.towed_by["o"]) == ("Anne", "Mary", "g")


def test_fog_makes_lost_and_leaving_it_ends_that():
    fog = TerrainStart("fog", PieceKind.FOG_BANK)
    at = table(terrain=(fog,)).does(Move("h", terrain=("fog",)))
    assert _states(at, "h") == {PieceState.LOST}
    at.turns(2).does(LeaveFog("h", 3), Move("h"))
    assert _states(at, "h") == set()


def test_weeds_tangle():
    weeds = TerrainStart("weeds", PieceKind.SARGASSO_SEA)
    at = table(terrain=(weeds,)).does(Move("g", terrain=("weeds",)), RollTerrain("g", "weeds", 2))
    assert _states(at, "g") == {PieceState.TANGLED}
