"""Set-ups to play through: players, ships, crew and islands that the tests name."""

from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.setup import (
    BeginPlay,
    ChooseHome,
    Contribute,
    PlaceIsland,
    PlaceShip,
    RollForFirst,
)
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import CrewStart, GameStart, IslandStart, PlayerStart, ShipStart

TWO = ("Anne", "Mary")
THREE = ("Anne", "Mary", "Jack")
"""Clockwise: Mary sits to the left of Anne, Jack to the left of Mary."""


def ship(key: str, owner: str = "Anne", **card: object) -> ShipStart:
    return ShipStart(key, owner, **{"masts": 3, "cargo": 3, "points": 10, "nation": "English", **card})


def crew(key: str, owner: str = "Anne", **card: object) -> CrewStart:
    return CrewStart(key, owner, **{"points": 2, "nation": "English", **card})


def table(edition: str, players: tuple[str, ...] = TWO, *, islands: int = 6, **more: object) -> GameState:
    """Islands i1, i2 and so on, none of them placed; one ship for each player unless `ships` names others."""
    fields = {
        "ships": tuple(ship(f"ship-{name}", name) for name in players),
        "islands": tuple(IslandStart(f"i{number}") for number in range(1, islands + 1)),
        **more,
    }
    return new_game(
        GameStart(edition=edition, players=tuple(PlayerStart(name) for name in players), setting_up=True, **fields)
    )


def after(game: GameState, *acts: AnyAct) -> GameState:
    """Each of them has to be allowed."""
    for act in acts:
        judged = judge_act(game, act)
        assert not judged.is_foul, (act, judged)
        game = fold(game, act)
    return game


def code(judged: Judgement) -> str:
    """The reason of a foul; empty where it is none."""
    return judged.reasons[0].code if judged.is_foul else ""


def advised(judged: Judgement) -> list[str]:
    return [str(each.words) for each in judged.reasons if each.code == "advice"]


def rolled(game: GameState) -> GameState:
    """The first player at the table rolls best, the next one next best."""
    names = [each.name for each in game.start.players]
    return after(game, *(RollForFirst(name, 6 - at) for at, name in enumerate(names)))


def islands_placed(game: GameState) -> GameState:
    keys, order = list(game.islands), rolled(game).order
    return after(rolled(game), *(PlaceIsland(order[at % len(order)], key) for at, key in enumerate(keys)))


def homes_chosen(game: GameState) -> GameState:
    """Of two players: Mary chooses i1 for Anne, Anne i2 for Mary."""
    return after(islands_placed(game), ChooseHome("Mary", "i1", "Anne"), ChooseHome("Anne", "i2", "Mary"))


def ships_placed(game: GameState) -> GameState:
    game = homes_chosen(game)
    return after(game, *(PlaceShip(each.owner, each.id, game.home_of(each.owner)) for each in game.start.ships))


SIX_COINS, EIGHT_COINS = (1, 1, 1, 2, 2, 5), (1, 1, 1, 1, 2, 2, 3, 4)
"""12 gold and 15 gold."""


def contributed(game: GameState, values: tuple[int, ...]) -> GameState:
    return after(ships_placed(game), *(Contribute(name, values) for name in game.order))


BEGIN = BeginPlay("Anne")
