"""A free turn on the stern after a move action (revolution, Keywords: Galley, Schooner; the master keyword list)."""

from tableassist.messages import Message
from tableassist.rulebook.movement.allowance import STERN_TURNERS, MoveTrait
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.sailing import SternTurn
from tableassist.rulebook.referee.changes.damage import pinned_against
from tableassist.rulebook.referee.changes.docking import dock, why_not_dock
from tableassist.rulebook.referee.changes.sinking import forget_facts_about
from tableassist.rulebook.referee.combat.shooting import has_rammed_now
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.referee.sailing.move import is_place, still_held, with_contacts
from tableassist.rulebook.state.game import GameState, with_turn, with_unit
from tableassist.rulebook.state.questions import has, is_lost, is_pinned, is_tangled, island_of
from tableassist.rulebook.state.things import Unit


def judge_stern_turn(game: GameState, act: SternTurn) -> Judgement:
    unit = game.units[act.ship]
    bad = not_hers(game, unit) or _not_able(game, unit) or _too_late(game, unit)
    return bad or _held(game, unit) or _ends(game, unit, act)


def _not_able(game: GameState, unit: Unit) -> Judgement | None:
    terms = game.edition.movement
    if not terms.stern_turn:
        words = Message("this edition has no turn on the stern")
        return foul(Foul.NOT_IN_EDITION, words, terms.stern_turn_section)
    if turns_on_stern(unit):
        return None
    words = Message("{name} is no ship that turns on her stern", name=unit.name)
    return foul(Foul.NOT_ABLE, words, terms.stern_turn_section)


def _too_late(game: GameState, unit: Unit) -> Judgement | None:
    """It follows her move action, once; a schooner's not if she has just rammed."""
    section, said = game.edition.movement.stern_turn_section, {"name": unit.name}
    if game.just_moved != unit.id or unit.turn.whirled:
        return foul(Foul.NOT_JUST_MOVED, Message("{name} has not just moved", **said), section)
    if unit.turn.stern_turned:
        return foul(Foul.ALREADY_TRIED, Message("{name} has turned on her stern after this move", **said), section)
    if has_rammed_now(game, unit) and not has(unit, MoveTrait.GALLEY):
        return foul(Foul.JUST_RAMMED, Message("{name} has just rammed another ship", **said), section)
    return None


def turns_on_stern(unit: Unit) -> bool:
    return unit.is_ship and any(has(unit, each) for each in STERN_TURNERS)


def _held(game: GameState, unit: Unit) -> Judgement | None:
    """What keeps her as she lies."""
    said = {"name": unit.name}
    if is_pinned(game, unit):
        return foul(Foul.PINNED, Message("{name} is pinned", **said), game.edition.contact.pin_section)
    if is_lost(unit):
        return foul(Foul.LOST, Message("{name} is lost in the fog", **said), game.edition.shooting.lost_section)
    if is_tangled(unit):
        words = Message("{name} is tangled in the weeds", **said)
        return foul(Foul.TANGLED, words, game.edition.terrain.trigger_section)
    return None


def _ends(game: GameState, unit: Unit, act: SternTurn) -> Judgement:
    section, said = game.edition.movement.stern_turn_section, {"name": unit.name}
    if act.docks and not is_place(game, act.docks):
        words = Message("{place} is neither an island nor a fort on one", place=act.docks)
        return foul(Foul.UNKNOWN, words, game.edition.contact.docking_section)
    if act.docks and (bad := why_not_dock(game, unit, act.docks)) is not None:
        return bad
    if act.legal is None:
        return FINE
    return measured(
        act.legal,
        Foul.ILLEGAL_MOVE,
        Message("{name}'s stern did not stay where it was", **said),
        section,
        unknown=Message("whether {name}'s stern stayed where it was is not settled", **said),
    )


def fold_stern_turn(game: GameState, act: SternTurn) -> GameState:
    """She lies otherwise now: what was seen of her is over, and what she touches is as the act says. A ram and a
    captain's shot belong to the move and come before it."""
    unit = game.units[act.ship]
    held = pinned_against(game, act.ship)
    after = game
    for each in (act.ship, *unit.towing):
        after = forget_facts_about(after, each)
    after = with_turn(after, after.units[act.ship], stern_turned=True)
    for each in held:
        now = after.units[each]
        after = with_unit(after, now, rammed=now.rammed - {act.ship})
    after = still_held(with_contacts(after, act), act.ship, held)
    place = island_of(game, act.docks) if is_place(game, act.docks) else ""
    if place == unit.docked_at:
        return after
    return dock(after, act.ship, act.docks) if place else with_unit(after, after.units[act.ship], docked_at="")
