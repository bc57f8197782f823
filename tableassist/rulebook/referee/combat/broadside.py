"""Broadsides attack: one die for all cannons at one target (revolution, Keywords)."""

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.actions import Action, give_action, no_action
from tableassist.rulebook.referee.acts.fighting import Broadside, SpecialShot
from tableassist.rulebook.referee.changes.damage import apply_hit, apply_hits
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.combat.shooting import hit_target, is_hit
from tableassist.rulebook.referee.combat.targets import cannot_shoot, no_target
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState
from tableassist.rulebook.state.questions import effects_of, has, name_of
from tableassist.rulebook.state.things import Unit

KEYWORD = "Broadsides Attack"


def judge_broadside(game: GameState, act: Broadside) -> Judgement:
    unit, section = game.units[act.ship], game.edition.turn.keyword_section
    bad = no_action(game, unit, Action.SHOOT) or cannot_shoot(game, unit)
    if bad is not None:
        return bad
    if not has(unit, KEYWORD):
        return foul(Foul.NOT_ABLE, Message("{name} has no broadsides attack", name=unit.name), section)
    if not standing(unit):
        return foul(Foul.MAST_GONE, Message("{name} has no cannon left", name=unit.name), section)
    if act.others:
        words = Message("a broadside of {name} has only one target", name=unit.name)
        return foul(Foul.ONE_TARGET, words, section)
    bad = no_target(game, unit, act.target, None)
    if bad is not None:
        return bad
    answers = [game.answer(FactKind.SHOT, act.ship, act.target, each) for each in standing(unit)]
    best = next((each for each in (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO) if each in answers), None)
    answer = act.line if act.line is not None else best
    said = {"name": unit.name, "target": name_of(game, act.target)}
    return measured(
        answer,
        Foul.NO_SHOT,
        Message("{name} has no broadside at {target}", **said),
        section,
        unknown=Message("whether {name} has a broadside at {target} is not settled", **said),
    )


def standing(unit: Unit) -> tuple[int, ...]:
    """Her cannons, by number."""
    return tuple(each for each in range(1, len(unit.cannons) + 1) if unit.mast_of(each) not in unit.masts_lost)


def fold_broadside(game: GameState, act: Broadside) -> GameState:
    """The die must beat every cannon; then all hit, and one more."""
    unit = game.units[act.ship]
    guns = standing(unit)
    after = give_action(game, unit, Action.SHOOT)
    if not guns or not all(is_hit(act.roll, unit.cannons[each - 1].rank) for each in guns):
        return after
    targets, count = (act.target, *act.others), len(guns) + 1
    for at, target in enumerate(targets):
        # One target takes all; by a card that names more, the hits are shared out in turn.
        after = _hit_often(after, target, count // len(targets) + (at < count % len(targets)), by=unit.owner)
    return after


def _hit_often(game: GameState, target: str, count: int, *, by: str) -> GameState:
    if target in game.units:
        return apply_hits(game, target, count, by=by)
    for _ in range(count):
        if game.crew[target].at:
            game = hit_target(game, target, by=by)
    return game


def judge_special_shot(game: GameState, act: SpecialShot) -> Judgement:
    """A firepot and its like: what it does is on the card."""
    unit, section = game.units[act.ship], game.edition.turn.keyword_section
    bad = no_action(game, unit, Action.SHOOT) or cannot_shoot(game, unit)
    if bad is not None:
        return bad
    if Effect.SPECIAL_SHOT_WITHIN_S not in effects_of(game, unit):
        return foul(Foul.NOT_ABLE, Message("{name} has no special shot aboard", name=unit.name), section)
    bad = no_target(game, unit, act.target, None)
    if bad is not None:
        return bad
    answer = act.within if act.within is not None else game.answer(FactKind.WITHIN_S, act.ship, act.target)
    said = {"name": unit.name, "target": name_of(game, act.target)}
    return measured(
        answer,
        Foul.NO_SHOT,
        Message("{target} is not within S of {name}", **said),
        section,
        unknown=Message("whether {target} is within S of {name} is not settled", **said),
    )


def fold_special_shot(game: GameState, act: SpecialShot) -> GameState:
    """A 1 misses here too."""
    unit = game.units[act.ship]
    after = show_crew(give_action(game, unit, Action.SHOOT), unit, Effect.SPECIAL_SHOT_WITHIN_S)
    if not act.hit or act.roll <= 1 or act.effect or act.target not in after.units:
        return after
    return apply_hit(after, act.target, by=unit.owner)
