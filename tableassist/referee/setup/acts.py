"""Acts of the set-up, judged and folded."""

from tableassist.messages import Message
from tableassist.play.judgement import FINE, Judgement
from tableassist.referee.acts.setup import BeginPlay, SetUpAct
from tableassist.referee.foul import Foul, foul
from tableassist.referee.state.game import Game, Phase, changed


def judge_set_up(game: Game, _act: SetUpAct) -> Judgement:
    if game.phase is not Phase.SETTING_UP:
        return foul(Foul.WRONG_PHASE, Message("the set-up is done"), game.edition.setup.home_section)
    return FINE


def fold_set_up(game: Game, act: SetUpAct) -> Game:
    if isinstance(act, BeginPlay):
        return changed(game, phase=Phase.PLAYING, player=act.player)
    return game
