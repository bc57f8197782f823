"""The end that the players agree on, where no rule ends the game."""

from tableassist.play.judgement import FINE, Judgement
from tableassist.referee.acts.table import AgreeToEnd
from tableassist.referee.ending.conditions import ended
from tableassist.referee.ending.reveal import reveal_all
from tableassist.referee.state.game import Game, Phase, changed


def judge_agree(_game: Game, _act: AgreeToEnd) -> Judgement:
    return FINE


def fold_agree(game: Game, _act: AgreeToEnd) -> Game:
    return reveal_all(changed(game, phase=Phase.OVER, ending=ended(game, "agreed")))
