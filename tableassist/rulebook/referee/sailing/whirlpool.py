"""Whirlpools (complete, Whirlpool)."""

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.sailing import Whirl, WhirlpoolLoss
from tableassist.rulebook.referee.changes.cargo import carry_coins
from tableassist.rulebook.referee.changes.damage import lose_masts
from tableassist.rulebook.referee.changes.going_on import without_rams_of
from tableassist.rulebook.referee.changes.sinking import forget_facts_about
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed, in_turn, with_crew, with_duty, with_unit, without_duty
from tableassist.rulebook.state.things import GONE, NOBODY, Duty, DutyKind, Unit

LOSES_UP_TO = 3


def judge_whirl(game: GameState, act: Whirl) -> Judgement:
    unit, section = game.units[act.ship], game.edition.terrain.trigger_section
    if (bad := not_hers(game, unit)) is not None:
        return bad
    kinds = {game.terrain[each].kind for each in (act.whirlpool, act.to)}
    if kinds != {PieceKind.WHIRLPOOL} or act.to == act.whirlpool:
        words = Message("a whirlpool leads to another whirlpool")
        return foul(Foul.NO_CONTACT, words, section)
    if game.just_moved != act.ship or unit.turn.whirled:
        words = Message("{name} has not just moved onto a whirlpool", name=unit.name)
        return foul(Foul.NOT_JUST_MOVED, words, section)
    if act.whirlpool not in unit.terrain:
        words = Message("{name} does not touch that whirlpool", name=unit.name)
        return foul(Foul.NO_CONTACT, words, section)
    return FINE


def fold_whirl(game: GameState, act: Whirl) -> GameState:
    """It ends the whole move action: no ram, no captain's shot, no boarding."""
    unit = game.units[act.ship]
    after = changed(without_rams_of(game, (act.ship, *unit.towing)), just_moved="")
    for each in (act.ship, *unit.towing):
        after = forget_facts_about(after, each)
    unit = after.units[act.ship]
    after = with_unit(
        after, unit, docked_at="", terrain=frozenset({act.to}), rammed=NOBODY, turn=in_turn(unit, whirled=True)
    )
    if act.roll > LOSES_UP_TO or not can_lose(after, after.units[act.ship]):
        return after
    return with_duty(after, Duty(DutyKind.WHIRLPOOL, unit.owner, act.ship))


def can_lose(game: GameState, unit: Unit) -> bool:
    """A whirlpool takes no equipment and sinks nobody."""
    crew = any(not each.card.equipment for each in game.crew_at(unit.card.id))
    return unit.masts > 0 or crew or bool(game.coins_at(unit.card.id))


def judge_loss(game: GameState, act: WhirlpoolLoss) -> Judgement:
    unit, section = game.units[act.ship], game.edition.terrain.trigger_section
    if _owed(game, act.ship) is None:
        return foul(Foul.NOT_OWED, Message("{name} owes nothing to a whirlpool", name=unit.name), section)
    if sum(map(bool, (act.mast, act.coin, act.crew))) != 1:
        return foul(Foul.NOT_THERE, Message("one of a mast, a coin and a crew is lost"), section)
    there = (
        (not act.mast or act.mast in unit.masts_standing)
        and (not act.coin or game.coins[act.coin].at == act.ship)
        and (not act.crew or (game.crew[act.crew].at == act.ship and not game.crew[act.crew].card.equipment))
    )
    if not there:
        return foul(Foul.NOT_THERE, Message("{name} has nothing of that kind aboard", name=unit.name), section)
    return FINE


def fold_loss(game: GameState, act: WhirlpoolLoss) -> GameState:
    duty = _owed(game, act.ship)
    after = without_duty(game, duty) if duty else game
    if act.mast:
        return lose_masts(after, after.units[act.ship], frozenset({act.mast}), by="")
    if act.coin:
        return carry_coins(after, (act.coin,), to=GONE)
    return with_crew(after, after.crew[act.crew], at=GONE) if act.crew else after


def _owed(game: GameState, ship: str) -> Duty | None:
    return next((each for each in game.duties if each.kind is DutyKind.WHIRLPOOL and each.piece == ship), None)
