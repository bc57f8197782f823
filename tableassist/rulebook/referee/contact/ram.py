"""Rams: chosen and rolled for, or automatic, as the edition says."""

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.rulebook.editions.terms import TouchPart
from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.fighting import Ram
from tableassist.rulebook.referee.changes.damage import owe_masts
from tableassist.rulebook.referee.changes.sinking import sink
from tableassist.rulebook.referee.foul import Foul, foul, measured, refused
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState, RamMade, changed, with_duty, with_unit
from tableassist.rulebook.state.questions import (
    bow_to_bow,
    bow_touches,
    effects_of,
    has,
    is_lost,
)
from tableassist.rulebook.state.refusals import refuse_ram
from tableassist.rulebook.state.things import Duty, DutyKind, Unit


def judge_ram(game: GameState, act: Ram) -> Judgement:
    unit, enemy = game.units[act.ship], game.units[act.target]
    terms = game.edition.contact
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if terms.ram_is_automatic:
        words = Message("a bow that touches an enemy after a move rams her by itself, without a die")
        return foul(Foul.RAM_IS_AUTOMATIC, words, terms.ram_section)
    if game.just_moved != unit.card.id or unit.turn.whirled or unit.turn.stern_turned:
        words = Message("{name} has not just moved", name=unit.name)
        return foul(Foul.NOT_JUST_MOVED, words, terms.ram_section)
    if any(each.ship == unit.card.id and each.target == act.target for each in game.rams):
        words = Message("{name} has rammed {enemy} with this move", name=unit.name, enemy=enemy.name)
        return foul(Foul.ALREADY_TRIED, words, terms.ram_section)
    return why_not_ram(game, unit, enemy) or _contact(game, unit, enemy)


def why_not_ram(game: GameState, unit: Unit, enemy: Unit) -> Judgement | None:
    """What keeps these two from a ram, whatever touches; None if nothing does."""
    terms, lost = game.edition.contact, template("{name} is lost in the fog")
    ship_lost, enemy_lost = (Message(lost, name=each.name) if is_lost(each) else None for each in (unit, enemy))
    refusal = refuse_ram(game, unit, enemy, game.edition, ship_lost=ship_lost, enemy_lost=enemy_lost)
    if refusal is not None:
        return refused(refusal)
    if enemy.card.id in unit.rammed:
        pair = {"name": unit.name, "enemy": enemy.name}
        words = Message("{name} and {enemy} are pinned, and cannot ram each other", **pair)
        return foul(Foul.CANNOT_BE_RAMMED, words, terms.ram_section)
    return None


def _contact(game: GameState, unit: Unit, enemy: Unit) -> Judgement:
    terms, said = game.edition.contact, {"name": unit.name, "enemy": enemy.name}
    return measured(
        ram_contact(game, unit.card.id, enemy.card.id),
        Foul.NO_CONTACT,
        Message("{name}'s bow does not touch {enemy} where a ram must", **said),
        terms.ram_section,
        unknown=Message("whether {name}'s bow touches {enemy} is not settled", **said),
    )


def ram_contact(game: GameState, ship: str, enemy: str) -> Verdict | None:
    """Whether her bow touches the part that counts: not the other's bow alone, by the first rules."""
    bows = bow_to_bow(game, ship, enemy)
    if bows is Verdict.YES and game.edition.contact.ram_target_part is TouchPart.NON_BOW:
        return Verdict.NO
    return bow_touches(game, ship, enemy)


def fold_ram(game: GameState, act: Ram) -> GameState:
    unit, enemy = game.units[act.ship], game.units[act.target]
    after = make_ram(game, unit, enemy)
    if not game.edition.contact.ram_rolls or takes_no_mast(game, unit, enemy) or act.roll <= enemy.masts:
        return after
    if enemy.masts > 0:
        return owe_masts(after, after.units[act.target], 1, by=unit.owner, rammed=1)
    return sink(after, after.units[act.target], by=unit.owner) if game.reading("ram-derelict") == "sinks" else after


def takes_no_mast(game: GameState, unit: Unit, enemy: Unit) -> bool:
    """A galley takes none (revolution, Keywords), nor is one taken from a ship that her card protects."""
    return has(unit, "Galley") or Effect.RAM_TAKES_NO_MAST in effects_of(game, enemy)


def make_ram(game: GameState, unit: Unit, enemy: Unit) -> GameState:
    """The ram itself: it pins, and a boarding party may follow."""
    after = with_unit(game, unit, rammed=unit.rammed | {enemy.card.id})
    after = changed(after, rams=(*after.rams, RamMade(unit.card.id, enemy.card.id, turn=game.turn)))
    return with_duty(after, Duty(DutyKind.BOARDING, unit.owner, unit.card.id, enemy.card.id))


def automatic_rams(game: GameState, ship: str) -> GameState:
    """After a move: every enemy that her bow touches, where rams are automatic."""
    terms, after = game.edition.contact, game
    if not terms.ram_is_automatic:
        return game
    touched = {
        target if subject == ship else subject
        for (kind, subject, target, _), answer in game.facts.items()
        if kind in (FactKind.BOW_ON, FactKind.BOW_TO_BOW)
        and answer is Verdict.YES
        and ship in (subject, target)
        and (subject == ship or kind is FactKind.BOW_TO_BOW)
    }
    for each in sorted(touched):
        unit, enemy = after.units[ship], after.units.get(each)
        if enemy is not None and why_not_ram(after, unit, enemy) is None:
            after = make_ram(after, unit, enemy)
    return after
