"""Shots: one cannon, one die. The first begins a shoot action, the others of the same ship belong to it."""

from tableassist.messages import Message
from tableassist.pieces.catalogue import PrintedCannon
from tableassist.pieces.effects import Effect
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.actions import Action, give_action, no_action, not_hers
from tableassist.rulebook.referee.acts.fighting import Shoot
from tableassist.rulebook.referee.changes.damage import apply_hit
from tableassist.rulebook.referee.changes.going_on import go_on
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.combat.marine import fold_marine_shot, hit_marine, judge_marine_shot
from tableassist.rulebook.referee.combat.targets import cannot_shoot, no_target
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.shooting.permission import can_cannon_fire, musket_shoots_derelict, reach_of_cannon
from tableassist.rulebook.state.game import FactKind, GameState, changed, with_turn
from tableassist.rulebook.state.questions import effects_of, has, is_derelict, name_of
from tableassist.rulebook.state.things import Unit

MUSKET = 0
"""Number of a musketeer's gun."""


def judge_shoot(game: GameState, act: Shoot) -> Judgement:
    if act.ship in game.crew:
        return judge_marine_shot(game, act)
    unit = game.units[act.ship]
    bad = _may_not_shoot(game, unit, act) or _no_cannon(game, unit, act)
    if bad is not None:
        return bad
    gun = gun_of(game, unit, act.cannon)
    assert gun is not None
    bad = no_target(game, unit, act.target, gun.reach) or _second_target(game, unit, act)
    return bad or judge_line(game, unit, act)


def judge_line(game: GameState, unit: Unit, act: Shoot) -> Judgement:
    """What was measured, in the act itself or as a fact."""
    answer = act.line if act.line is not None else game.answer(FactKind.SHOT, act.ship, act.target, act.cannon)
    said = {"name": unit.name, "target": name_of(game, act.target), "cannon": act.cannon}
    return measured(
        answer,
        Foul.NO_SHOT,
        Message("cannon {cannon} of {name} has no shot at {target}", **said),
        game.edition.shooting.range_section,
        unknown=Message("whether cannon {cannon} of {name} has a shot at {target} is not settled", **said),
    )


def _may_not_shoot(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    musket = act.cannon == MUSKET
    if _goes_on(game, unit):
        bad = not_hers(game, unit)
    else:
        bad = no_action(game, unit, Action.SHOOT, derelict=musket and musket_shoots_derelict(game.start.house))
    bad = bad or cannot_shoot(game, unit, musket=musket)
    return bad or (_not_again(game, unit, act) if act.again else None)


def _goes_on(game: GameState, unit: Unit) -> bool:
    """Whether the shot belongs to an action that she has already been given."""
    return unit.turn.shooting or may_shoot_as_captain(game, unit)


def may_shoot_as_captain(game: GameState, unit: Unit) -> bool:
    """A captain shoots in the action of the move that has just ended."""
    turn = unit.turn
    if game.just_moved != unit.card.id or turn.whirled or turn.stern_turned or turn.turn_over:
        return False
    if is_derelict(game, unit):
        return False
    if Effect.MOVE_AND_SHOOT not in effects_of(game, unit):
        return False
    return not has_rammed_now(game, unit) or game.reading("captain-after-ram") == "yes"


def has_rammed_now(game: GameState, unit: Unit) -> bool:
    return any(each.ship == unit.card.id and each.turn == game.turn for each in game.rams)


def _not_again(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    section = game.edition.turn.stacking_section
    if Effect.CANNON_REROLLS_MISS not in effects_of(game, unit):
        words = Message("{name} has nobody aboard who lets a cannon shoot again", name=unit.name)
        return foul(Foul.NOT_ABLE, words, section)
    if unit.turn.shot_again:
        words = Message("{name} has used her second shot of this turn", name=unit.name)
        return foul(Foul.ALREADY_TRIED, words, section)
    if act.cannon not in unit.turn.missed:
        words = Message("cannon {cannon} of {name} has not missed in this action", cannon=act.cannon, name=unit.name)
        return foul(Foul.ALREADY_TRIED, words, section)
    return None


def _no_cannon(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    said, section = {"name": unit.name, "cannon": act.cannon}, game.edition.shooting.range_section
    if gun_of(game, unit, act.cannon) is None:
        return foul(Foul.NO_SUCH_CANNON, Message("{name} has no cannon {cannon}", **said), section)
    if not cannon_stands(game, unit, act.cannon):
        words = Message("cannon {cannon} of {name} went with its mast", **said)
        return foul(Foul.MAST_GONE, words, game.edition.combat.hit_section)
    if not act.again and unit.turn.shooting and unit.turn.fired.count(act.cannon) >= shots_of(unit, act.cannon):
        words = Message("cannon {cannon} of {name} has fired in this action", **said)
        return foul(Foul.CANNON_FIRED, words, game.edition.turn.action_section)
    return None


def _second_target(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    if not unit.turn.shooting or not unit.turn.targets - {act.target} or game.reading("several-targets") == "yes":
        return None
    words = Message("{name} has fired at another target in this action", name=unit.name)
    return foul(Foul.ONE_TARGET, words, game.edition.turn.action_section)


def gun_of(game: GameState, unit: Unit, cannon: int) -> PrintedCannon | None:
    """Rank and range of a cannon as it shoots now; None where there is none of that number."""
    effects, cannons = effects_of(game, unit), unit.cannons
    if cannon == MUSKET:
        return game.edition.shooting.musket if Effect.EXTRA_3S_CANNON_ANY_MAST in effects else None
    if not 1 <= cannon <= len(cannons):
        return None
    printed = cannons[cannon - 1]
    return PrintedCannon(printed.rank, reach_of_cannon(printed.reach, effects)) if effects else printed


def cannon_stands(game: GameState, unit: Unit, cannon: int) -> bool:
    """A musket needs no mast."""
    if cannon == MUSKET or not unit.masts_lost:
        return True
    return can_cannon_fire(unit.mast_of(cannon), unit.masts_lost, effects_of(game, unit))


def shots_of(unit: Unit, cannon: int) -> int:
    """A longship's masts carry two cannons each."""
    return 2 if has(unit, "Longship") and cannon != MUSKET else 1


def is_hit(roll: int, rank: int, bonus: int = 0) -> bool:
    """Higher than the rank; a 1 misses, whatever any card says (all editions, Rules of the High Seas)."""
    return roll > 1 and roll + bonus > rank


def bonus_of(game: GameState, unit: Unit, act: Shoot) -> int:
    """Some cards give one more on the die at a target within S; nothing raises a musketeer's (spanish-main)."""
    if act.cannon == MUSKET or Effect.PLUS_1_WITHIN_S not in effects_of(game, unit):
        return 0
    return game.answer(FactKind.WITHIN_S, act.ship, act.target) is Verdict.YES


def fold_shoot(game: GameState, act: Shoot) -> GameState:
    if act.ship in game.crew:
        return fold_marine_shot(game, act)
    unit = game.units[act.ship]
    gun = gun_of(game, unit, act.cannon)
    landed = gun is not None and is_hit(act.roll, gun.rank, bonus_of(game, unit, act))
    after = _fire_cannon(game, unit, act, landed=landed)
    if not landed:
        return after
    return hit_target(after, act.target, by=unit.owner)


def hit_target(game: GameState, target: str, *, by: str) -> GameState:
    return hit_marine(game, target, by=by) if target in game.crew else apply_hit(game, target, by=by)


def _fire_cannon(game: GameState, unit: Unit, act: Shoot, *, landed: bool) -> GameState:
    after, used = game, []
    if not unit.turn.shooting:
        if may_shoot_as_captain(game, unit):
            used.append(Effect.MOVE_AND_SHOOT)
            after = changed(go_on(game), just_moved=unit.card.id)
            after = with_turn(after, unit, fired=(), targets=frozenset(), missed=frozenset())
        else:
            after = give_action(game, unit, Action.SHOOT)
            after = with_turn(after, after.units[unit.card.id], targets=frozenset())
    used += [Effect.CANNON_REROLLS_MISS] * act.again + [Effect.EXTRA_3S_CANNON_ANY_MAST] * (act.cannon == MUSKET)
    now = after.units[unit.card.id]
    after = with_turn(
        after,
        now,
        shooting=True,
        fired=now.turn.fired if act.again else (*now.turn.fired, act.cannon),
        targets=now.turn.targets | {act.target},
        missed=now.turn.missed - {act.cannon} if landed else now.turn.missed | {act.cannon},
        shot_again=now.turn.shot_again or act.again,
    )
    for effect in used:
        after = show_crew(after, unit, effect)
    return after
