"""A player passes, and may have a movement card replaced."""

from tableassist.rulebook.cardgame.actions.holding import not_held
from tableassist.rulebook.cardgame.acts import PassTurn
from tableassist.rulebook.cardgame.changes.drawing import replaced
from tableassist.rulebook.cardgame.changes.turns import action_done
from tableassist.rulebook.cardgame.foul import PASS
from tableassist.rulebook.cardgame.state.game import CardGame, card_game_with
from tableassist.rulebook.play.judgement import FINE, Judgement


def judge_pass(game: CardGame, act: PassTurn) -> Judgement:
    bad = not_held(game, act.player, act.discard, PASS) if act.discard else None
    return FINE if bad is None else bad


def fold_pass(game: CardGame, act: PassTurn) -> CardGame:
    game = card_game_with(game, player=act.player)
    return action_done(replaced(game, act.player, act.discard) if act.discard else game)
