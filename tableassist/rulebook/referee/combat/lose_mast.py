"""The owner picks the mast, segment or flag that a hit takes."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.changes.damage import lose_masts
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed, without_duty
from tableassist.rulebook.state.things import Duty, DutyKind


def judge_lose_mast(game: GameState, act: LoseMast) -> Judgement:
    unit, section = game.units[act.ship], game.edition.combat.hit_section
    if _owed(game, act.ship) is None:
        return foul(Foul.NOT_OWED, Message("{name} owes no mast", name=unit.name), section)
    if act.mast not in unit.masts_standing:
        words = Message("{name} has no mast {mast} to lose", name=unit.name, mast=act.mast)
        return foul(Foul.MAST_GONE, words, section)
    return FINE


def fold_lose_mast(game: GameState, act: LoseMast) -> GameState:
    duty, unit = _owed(game, act.ship), game.units[act.ship]
    after = game
    if duty is not None:
        after = without_duty(game, duty)
        if duty.count > 1:
            left = msgspec.structs.replace(duty, count=duty.count - 1, rammed=max(0, duty.rammed - 1))
            after = changed(after, duties=(left, *after.duties))
    rammed = min(1, duty.rammed) if duty else 0
    return lose_masts(after, unit, frozenset({act.mast}), by=duty.other if duty else "", rammed=rammed)


def _owed(game: GameState, ship: str) -> Duty | None:
    return next((each for each in game.duties if each.kind is DutyKind.MAST and each.piece == ship), None)
