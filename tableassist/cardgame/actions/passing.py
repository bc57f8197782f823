"""A player passes, and may have a movement card replaced."""

from tableassist.cardgame.actions.holding import not_held
from tableassist.cardgame.acts import PassTurn
from tableassist.cardgame.changes.drawing import replaced
from tableassist.cardgame.changes.turns import action_done
from tableassist.cardgame.foul import PASS
from tableassist.cardgame.state.game import CardGame, card_game_with
from tableassist.play.judgement import FINE, Judgement


def judge_pass(game: CardGame, act: PassTurn) -> Judgement:
    bad = not_held(game, act.player, act.discard, PASS) if act.discard else None
    return FINE if bad is None else bad


def fold_pass(game: CardGame, act: PassTurn) -> CardGame:
    game = card_game_with(game, player=act.player)
    return action_done(replaced(game, act.player, act.discard) if act.discard else game)
