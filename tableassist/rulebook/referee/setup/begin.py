"""The end of the set-up: nothing is missing, the fleets are allowed, and the first player begins."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement, Opinion, Reason
from tableassist.rulebook.referee.acts.setup import BeginPlay
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.advice import ADVICE, fine_with
from tableassist.rulebook.referee.setup.fleet import fleet_problems
from tableassist.rulebook.referee.setup.islands import is_placed
from tableassist.rulebook.referee.setup.missing import missing
from tableassist.rulebook.referee.setup.totals import different_totals, total_of
from tableassist.rulebook.referee.turn.turns import begin_turn
from tableassist.rulebook.state.game import GameState, Phase, changed


def judge_begin(game: GameState, act: BeginPlay) -> Judgement:
    section = game.edition.setup.home_section
    lacking = tuple(Reason(Foul.NOT_READY.value, each.words, section) for each in missing(game))
    if lacking:
        return Judgement(Opinion.FOUL, lacking)
    if act.player != game.order[0]:
        words = Message("{player} is first, not {other}", player=game.order[0], other=act.player)
        return foul(Foul.NOT_YOUR_TURN, words, game.edition.setup.first_section)
    if (bad := different_totals(game)) is not None:
        return bad
    found = [
        each.reason for player in game.order for each in fleet_problems(game, player, limit=total_of(game, player))
    ]
    against = tuple(each for each in found if each.code != ADVICE)
    return Judgement(Opinion.FOUL, against) if against else fine_with(*found)


def fold_begin(game: GameState, act: BeginPlay) -> GameState:
    """What nobody placed is not in the game."""
    islands, terrain = game.islands, game.terrain
    if game.set_up.islands:
        islands = {key: each for key, each in islands.items() if is_placed(game, each) or each.home}
    if game.set_up.terrain:
        terrain = {key: each for key, each in terrain.items() if key in game.set_up.terrain}
    after = changed(game, phase=Phase.PLAYING, islands=islands, terrain=terrain)
    return begin_turn(after, act.player, turn=1)
