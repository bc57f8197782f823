"""All ships are repaired."""

from tableassist.messages import Message
from tableassist.rulebook.cardgame.acts import RepairShips
from tableassist.rulebook.cardgame.changes.turns import action_done
from tableassist.rulebook.cardgame.foul import REPAIR, CardFoul, card_foul
from tableassist.rulebook.cardgame.state.game import CardGame, card_game_with
from tableassist.rulebook.play.judgement import FINE, Judgement


def judge_repair_ships(game: CardGame, _act: RepairShips) -> Judgement:
    if not game.damaged and game.reading("repair-none") == "foul":
        return card_foul(CardFoul.NOTHING_DAMAGED, Message("no ship is damaged"), REPAIR)
    return FINE


def fold_repair_ships(game: CardGame, act: RepairShips) -> CardGame:
    return action_done(card_game_with(game, player=act.player, damaged=frozenset()))
