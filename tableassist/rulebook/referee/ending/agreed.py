"""The end that the players agree on, where no rule ends the game."""

from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.table import AgreeToEnd
from tableassist.rulebook.referee.ending.conditions import ended
from tableassist.rulebook.referee.ending.reveal import reveal_all
from tableassist.rulebook.state.game import GameState, Phase, changed


def judge_agree(_game: GameState, _act: AgreeToEnd) -> Judgement:
    return FINE


def fold_agree(game: GameState, _act: AgreeToEnd) -> GameState:
    return reveal_all(changed(game, phase=Phase.OVER, ending=ended(game, "agreed")))
