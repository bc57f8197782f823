"""Placing terrain: optional, agreed number, what and where (000, 003 Placing Terrain; 000 Trade Current)."""

import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.referee.offers import offers
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.layout import PlaceTerrain
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.start import TerrainStart
from tests.rulebook.referee.setup.tables import BEGIN, advised, after, code, contributed, islands_placed, table

REEFS = (TerrainStart("r1", PieceKind.REEF), TerrainStart("r2", PieceKind.REEF))
KINDS = {
    "spanish-main": set(),
    "revolution": {PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA},
    "complete": {
        PieceKind.FOG_BANK,
        PieceKind.REEF,
        PieceKind.SARGASSO_SEA,
        PieceKind.ICEBERG,
        PieceKind.WHIRLPOOL,
    },
}


@pytest.mark.parametrize("edition", KINDS)
@pytest.mark.parametrize(
    "kind",
    [
        PieceKind.FOG_BANK,
        PieceKind.REEF,
        PieceKind.SARGASSO_SEA,
        PieceKind.ICEBERG,
        PieceKind.WHIRLPOOL,
        PieceKind.TRADE_CURRENT,
    ],
)
def test_what_may_lie_there_when_the_game_begins(edition, kind):
    """Nowhere a trade current: they come during the game."""
    game = islands_placed(table(edition, terrain=(TerrainStart("t", kind),)))
    expected = "" if kind in KINDS[edition] else "not-in-edition"
    assert code(judge_act(game, PlaceTerrain("Anne", "t"))) == expected


def test_revolution_one_s_from_islands_and_terrain():
    game = islands_placed(table("revolution", terrain=REEFS))
    assert code(judge_act(game, PlaceTerrain("Anne", "r1", Verdict.NO))) == "spacing"
    assert judge_act(game, PlaceTerrain("Anne", "r1", Verdict.TOO_CLOSE)).opinion == "too-close"
    assert judge_act(game, PlaceTerrain("Anne", "r1", Verdict.YES)).opinion == "fine"


def test_complete_anywhere_also_touching():
    game = islands_placed(table("complete", terrain=REEFS))
    assert judge_act(game, PlaceTerrain("Anne", "r1", Verdict.NO)).opinion == "fine"


@pytest.mark.parametrize("edition", ["revolution", "complete"])
def test_the_same_number_in_the_same_order_is_only_recommended(edition):
    game = islands_placed(table(edition, terrain=REEFS))
    assert advised(judge_act(game, PlaceTerrain("Anne", "r1"))) == []
    call = judge_act(game, PlaceTerrain("Mary", "r1"))
    assert not call.is_foul
    assert advised(call) == ["it would be Anne's turn to place terrain"]
    game = after(game, PlaceTerrain("Anne", "r1"))
    assert advised(judge_act(game, PlaceTerrain("Anne", "r2"))) == ["it would be Mary's turn to place terrain"]
    assert code(judge_act(game, PlaceTerrain("Mary", "r1"))) == "already-placed"


@pytest.mark.parametrize("edition", ["revolution", "complete"])
def test_no_more_than_the_players_agreed_on(edition):
    game = islands_placed(table(edition, terrain=REEFS, house={"terrain-pieces": 1.0}))
    game = after(game, PlaceTerrain("Anne", "r1"))
    assert code(judge_act(game, PlaceTerrain("Mary", "r2"))) == "terrain-count"


def test_terrain_is_optional_but_what_was_agreed_on_is_placed():
    """The set-up of the table names the pieces that were agreed on; without any none are asked for."""
    without = islands_placed(table("complete"))
    assert not any(isinstance(each.act, PlaceTerrain) for each in offers(without))
    game = islands_placed(table("complete", terrain=REEFS[:1]))
    assert any(isinstance(each.act, PlaceTerrain) for each in offers(game))
    ready = contributed(table("complete", terrain=REEFS[:1]), (1, 2))
    words = [str(each.words) for each in judge_act(ready, BEGIN).reasons]
    assert "Anne places terrain" in words
