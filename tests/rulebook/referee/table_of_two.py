"""A small game for tests: Anne's Harbinger and Gale against Mary's Oxley and Wasp, two homes and two wild islands."""

from dataclasses import dataclass, field
from typing import Any

from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import CoinStart, GameStart, IslandStart, PlayerStart, ShipStart

SHIPS = (
    ShipStart("h", "Anne", "Harbinger", masts=3, cannons="2L-3S-2S", base_move="L", cargo=3, points=12, at=""),
    ShipStart("g", "Anne", "Gale", masts=1, cannons="3S", base_move="S+S", cargo=2, points=7, at=""),
    ShipStart("o", "Mary", "Oxley", masts=2, cannons="4S-4L", base_move="L", cargo=2, points=8, at=""),
    ShipStart("w", "Mary", "Wasp", masts=1, cannons="3L", base_move="S+L", cargo=1, points=5, at=""),
)
ISLANDS = (
    IslandStart("anne-home", home="Anne"),
    IslandStart("mary-home", home="Mary"),
    IslandStart("palm", "Palm Island", coins=(CoinStart("c1", 1), CoinStart("c2", 2), CoinStart("c5", 5))),
    IslandStart("skull", "Skull Rock", coins=(CoinStart("c3", 3), CoinStart("c4", 4))),
)


def start(edition: str = "complete", **fields: Any) -> GameStart:
    given = {"players": (PlayerStart("Anne"), PlayerStart("Mary")), "ships": SHIPS, "islands": ISLANDS, **fields}
    return GameStart(edition=edition, **given)


@dataclass
class Table:
    """Plays act after act; a foul changes nothing."""

    game: GameState
    fouls: list[str] = field(default_factory=list)

    def does(self, *acts: AnyAct) -> "Table":
        for act in acts:
            judged = self.says(act)
            assert not judged.is_foul, (act, [str(each.words) for each in judged.reasons])
            self.game = fold(self.game, act)
        return self

    def says(self, act: AnyAct, *, card: str = "") -> Judgement:
        return judge_act(self.game, act, card=card)

    def code(self, act: AnyAct) -> str:
        """Why the act is a foul; empty if it is none."""
        judged = self.says(act)
        return judged.reasons[0].code if judged.is_foul else ""

    def turns(self, count: int = 1) -> "Table":
        for _ in range(count):
            self.does(EndTurn(self.game.player))
        return self


def table(edition: str = "complete", **fields: Any) -> Table:
    return Table(new_game(start(edition, **fields)))
