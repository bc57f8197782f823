"""Every act with its judge and its fold, in one visible table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.acts import cargo, fighting, sailing, table
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.combat.broadside import (
    fold_broadside,
    fold_special_shot,
    judge_broadside,
    judge_special_shot,
)
from tableassist.rulebook.referee.combat.lose_mast import fold_lose_mast, judge_lose_mast
from tableassist.rulebook.referee.combat.shooting import fold_shoot, judge_shoot
from tableassist.rulebook.referee.contact.boarding import (
    fold_board,
    fold_decline,
    fold_lose_crew,
    fold_prize,
    judge_board,
    judge_decline,
    judge_lose_crew,
    judge_prize,
)
from tableassist.rulebook.referee.contact.ram import fold_ram, judge_ram
from tableassist.rulebook.referee.contact.tow import fold_cast_off, fold_tow, judge_cast_off, judge_tow
from tableassist.rulebook.referee.ending.agreed import fold_agree, judge_agree
from tableassist.rulebook.referee.overrulings import fold_overrule, judge_overrule
from tableassist.rulebook.referee.sailing.icebergs import (
    fold_drift,
    fold_roll_for_icebergs,
    judge_drift,
    judge_roll_for_icebergs,
)
from tableassist.rulebook.referee.sailing.laying import fold_lay_terrain, judge_lay_terrain
from tableassist.rulebook.referee.sailing.leaving import fold_leave_fog, fold_untangle, judge_leave_fog, judge_untangle
from tableassist.rulebook.referee.sailing.move import fold_move, judge_move
from tableassist.rulebook.referee.sailing.stern_turn import fold_stern_turn, judge_stern_turn
from tableassist.rulebook.referee.sailing.terrain import fold_roll_terrain, judge_roll_terrain
from tableassist.rulebook.referee.sailing.whirlpool import fold_loss, fold_whirl, judge_loss, judge_whirl
from tableassist.rulebook.referee.treasure.crew import fold_move_crew, judge_move_crew
from tableassist.rulebook.referee.treasure.explore import (
    fold_explore,
    fold_explore_ship,
    judge_explore,
    judge_explore_ship,
)
from tableassist.rulebook.referee.treasure.forts import fold_build_fort, fold_load, judge_build_fort, judge_load
from tableassist.rulebook.referee.treasure.islands import (
    fold_event,
    fold_mark,
    fold_mysterious,
    fold_reveal,
    judge_event,
    judge_mark,
    judge_mysterious,
    judge_reveal,
)
from tableassist.rulebook.referee.treasure.repair import fold_repair, judge_repair
from tableassist.rulebook.referee.treasure.scuttle import fold_scuttle, judge_scuttle
from tableassist.rulebook.referee.treasure.unloading import fold_unload, judge_unload
from tableassist.rulebook.referee.turn.corrections import fold_correct, judge_correct
from tableassist.rulebook.referee.turn.declare import fold_declare, judge_declare
from tableassist.rulebook.referee.turn.facts import fold_fact, judge_fact
from tableassist.rulebook.referee.turn.turns import fold_end_turn, judge_end_turn
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.things import DutyKind


class ActRules(NamedTuple):
    judge: Callable[[GameState, Any], Judgement]
    fold: Callable[[GameState, Any], GameState]
    answers: DutyKind | None = None
    """What it answers, so that it may be done while that is owed."""
    always: bool = False
    """Whether it may be said at any time: facts, corrections, coins turned over."""


ACT_RULES: Mapping[type[Act], ActRules] = {
    table.EndTurn: ActRules(judge_end_turn, fold_end_turn),
    table.Fact: ActRules(judge_fact, fold_fact, always=True),
    table.Correct: ActRules(judge_correct, fold_correct, always=True),
    table.AgreeToEnd: ActRules(judge_agree, fold_agree, always=True),
    table.Overrule: ActRules(judge_overrule, fold_overrule, always=True),
    sailing.Move: ActRules(judge_move, fold_move),
    sailing.SternTurn: ActRules(judge_stern_turn, fold_stern_turn),
    sailing.LeaveFog: ActRules(judge_leave_fog, fold_leave_fog),
    sailing.RollTerrain: ActRules(judge_roll_terrain, fold_roll_terrain, DutyKind.TERRAIN),
    sailing.Untangle: ActRules(judge_untangle, fold_untangle),
    sailing.Whirl: ActRules(judge_whirl, fold_whirl),
    sailing.WhirlpoolLoss: ActRules(judge_loss, fold_loss, DutyKind.WHIRLPOOL),
    sailing.RollForIcebergs: ActRules(judge_roll_for_icebergs, fold_roll_for_icebergs, DutyKind.ICEBERGS),
    sailing.DriftIceberg: ActRules(judge_drift, fold_drift, DutyKind.DRIFT),
    sailing.Declare: ActRules(judge_declare, fold_declare),
    sailing.LayTerrain: ActRules(judge_lay_terrain, fold_lay_terrain),
    fighting.Shoot: ActRules(judge_shoot, fold_shoot),
    fighting.Broadside: ActRules(judge_broadside, fold_broadside),
    fighting.SpecialShot: ActRules(judge_special_shot, fold_special_shot),
    fighting.LoseMast: ActRules(judge_lose_mast, fold_lose_mast, DutyKind.MAST),
    fighting.Ram: ActRules(judge_ram, fold_ram),
    fighting.Board: ActRules(judge_board, fold_board, DutyKind.BOARDING),
    fighting.DeclineBoarding: ActRules(judge_decline, fold_decline, DutyKind.BOARDING),
    fighting.BoardingPrize: ActRules(judge_prize, fold_prize, DutyKind.PRIZE),
    fighting.LoseCrew: ActRules(judge_lose_crew, fold_lose_crew, DutyKind.CREW),
    cargo.Explore: ActRules(judge_explore, fold_explore),
    cargo.ExploreShip: ActRules(judge_explore_ship, fold_explore_ship),
    cargo.Unload: ActRules(judge_unload, fold_unload),
    cargo.MoveCrew: ActRules(judge_move_crew, fold_move_crew),
    cargo.Reveal: ActRules(judge_reveal, fold_reveal, DutyKind.COIN, always=True),
    cargo.Repair: ActRules(judge_repair, fold_repair),
    cargo.Tow: ActRules(judge_tow, fold_tow),
    cargo.CastOff: ActRules(judge_cast_off, fold_cast_off),
    cargo.Scuttle: ActRules(judge_scuttle, fold_scuttle),
    cargo.BuildFort: ActRules(judge_build_fort, fold_build_fort),
    cargo.LoadFromFort: ActRules(judge_load, fold_load),
    cargo.MysteriousRoll: ActRules(judge_mysterious, fold_mysterious, DutyKind.MYSTERIOUS),
    cargo.MarkIsland: ActRules(judge_mark, fold_mark),
    cargo.PlayEvent: ActRules(judge_event, fold_event),
}
