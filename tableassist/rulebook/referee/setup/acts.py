"""Acts of the set-up, judged and folded."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.acts import setup as acts
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.begin import fold_begin, judge_begin
from tableassist.rulebook.referee.setup.crew import fold_assign_crew, judge_assign_crew
from tableassist.rulebook.referee.setup.first_player import fold_roll, judge_roll
from tableassist.rulebook.referee.setup.homes import fold_choose_home, judge_choose_home
from tableassist.rulebook.referee.setup.islands import fold_place_island, judge_place_island
from tableassist.rulebook.referee.setup.ships import fold_place_ship, judge_place_ship
from tableassist.rulebook.referee.setup.terrain import fold_place_terrain, judge_place_terrain
from tableassist.rulebook.referee.setup.totals import fold_choose_total, judge_choose_total
from tableassist.rulebook.referee.setup.treasure import fold_contribute, fold_deal, judge_contribute, judge_deal
from tableassist.rulebook.state.game import GameState, Phase


class SetUpRules(NamedTuple):
    judge: Callable[[GameState, Any], Judgement]
    fold: Callable[[GameState, Any], GameState]


SET_UP_RULES: Mapping[type[Act], SetUpRules] = {
    acts.RollForFirst: SetUpRules(judge_roll, fold_roll),
    acts.ChooseTotal: SetUpRules(judge_choose_total, fold_choose_total),
    acts.PlaceIsland: SetUpRules(judge_place_island, fold_place_island),
    acts.PlaceTerrain: SetUpRules(judge_place_terrain, fold_place_terrain),
    acts.ChooseHome: SetUpRules(judge_choose_home, fold_choose_home),
    acts.PlaceShip: SetUpRules(judge_place_ship, fold_place_ship),
    acts.AssignCrew: SetUpRules(judge_assign_crew, fold_assign_crew),
    acts.Contribute: SetUpRules(judge_contribute, fold_contribute),
    acts.DealTreasure: SetUpRules(judge_deal, fold_deal),
    acts.BeginPlay: SetUpRules(judge_begin, fold_begin),
}


def set_up_is_done(game: GameState) -> Judgement | None:
    if game.phase is Phase.SETTING_UP:
        return None
    return foul(Foul.WRONG_PHASE, Message("the set-up is done"), game.edition.setup.home_section)


def judge_set_up(game: GameState, act: Act) -> Judgement:
    return set_up_is_done(game) or SET_UP_RULES[type(act)].judge(game, act)


def fold_set_up(game: GameState, act: Act) -> GameState:
    return SET_UP_RULES[type(act)].fold(game, act)
