"""Who may shoot, and at whom, by what was stated of the pieces: the rulings on a scene ask the same function."""

from dataclasses import dataclass

from tableassist.messages import Message
from tableassist.pieces.cannon_range import CannonRange
from tableassist.rulebook.play.log import Judgement, Opinion, Reason
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.shooting.permission import (
    ANSWER_NO,
    ANSWER_YES,
    Answer,
    Objection,
    Party,
    ShotCase,
    card_of,
    find_shooter_objection,
    find_target_objections,
    is_own_fleet_spared,
    party_of,
    why_spared_by_reach,
)
from tableassist.rulebook.state.game import FactKind, GameState, in_play
from tableassist.rulebook.state.questions import is_at_home, is_lost, is_marine, name_of
from tableassist.rulebook.state.things import CrewMember, Unit


@dataclass(frozen=True, slots=True)
class Stated:
    """Where pieces are, as the acts and facts of the game say."""

    game: GameState

    def is_lost(self, party: Party) -> Answer:
        unit = self.game.units.get(party.id)
        return ANSWER_YES if unit is not None and is_lost(unit) else ANSWER_NO

    def is_at_home(self, target: Party) -> Answer:
        return ANSWER_YES if is_at_home(self.game, self.game.units[target.id]) else ANSWER_NO

    def is_docked(self, target: Party) -> tuple[Answer, str]:
        place = self.game.units[target.id].docked_at
        return (ANSWER_YES, name_of(self.game, place)) if place else (ANSWER_NO, "")

    def is_within_s(self, shooter: Party, target: Party) -> Answer:
        near = self.game.answer(FactKind.WITHIN_S, shooter.id, target.id)
        return Answer(Verdict.NOT_SEEN if near is None else near)


def cannot_shoot(game: GameState, unit: Unit, *, musket: bool = False) -> Judgement | None:
    """Why she shoots at nobody as she is, whoever's turn it is; None if nothing keeps her. `musket`: with her
    musketeer's gun."""
    if not unit.states and unit.masts > 0 and not unit.lost_in and in_play(unit):
        return None  # most are whole and in no state that any rule about shots asks for
    party = party_of(game, unit)
    case = ShotCase(party, party, game.edition, game.start.house, Stated(game), by_musket=musket)
    objection = find_shooter_objection(case)
    return None if objection is None else _judged(objection)


def no_target(
    game: GameState, shooter: Unit | CrewMember, target_id: str, reach: CannonRange | None
) -> Judgement | None:
    """Why this piece may not shoot at the target, or why that is open; None if nothing forbids it. `reach`: of the
    cannon."""
    member = game.crew.get(target_id)
    if member is not None:
        return _no_marine(game, shooter, member)
    target = party_of(game, game.units[target_id])
    case = ShotCase(_party(game, shooter), target, game.edition, game.start.house, Stated(game))
    objections = list(find_target_objections(case))
    # What surely forbids the shot goes before what is open.
    first = next((each for each in objections if each.verdict is Verdict.NO), next(iter(objections), None))
    if first is not None:
        return _judged(first)
    spared = why_spared_by_reach(target.name, target.effects, reach)
    return None if spared is None else foul(Foul.PROTECTED, spared, card_of(target))


def _party(game: GameState, shooter: Unit | CrewMember) -> Party:
    if isinstance(shooter, CrewMember):
        return Party(shooter.id, shooter.name, shooter.owner, frozenset(shooter.card.effects))
    return party_of(game, shooter)


def _judged(objection: Objection) -> Judgement:
    """A foul; or where it is open whether the shot is forbidden, what that depends on."""
    if objection.verdict is Verdict.NO:
        return foul(Foul(objection.code), objection.reason, objection.section)
    too_close = objection.verdict is Verdict.TOO_CLOSE
    code, opinion = ("too-close", Opinion.TOO_CLOSE) if too_close else ("not-known", Opinion.NOT_KNOWN)
    return Judgement(opinion, (Reason(code, objection.reason, objection.section),))


def _no_marine(game: GameState, shooter: Unit | CrewMember, member: CrewMember) -> Judgement | None:
    """Crew are no targets, but for a marine on an island (revolution, Keywords)."""
    if not is_marine(member) or member.at not in game.islands:
        words = Message("{name} is no target: only a marine on an island is", name=member.name)
        return foul(Foul.PROTECTED, words, game.edition.turn.keyword_section)
    if shooter.owner == member.owner and is_own_fleet_spared(game.edition, game.start.house):
        words = Message("{name} belongs to the same fleet", name=member.name)
        return foul(Foul.OWN_FLEET, words, game.edition.shooting.permission_section)
    return None
