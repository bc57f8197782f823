"""Shots: one cannon, one die; who may shoot, at whom, and marines, who shoot on their own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tableassist.messages import Message, template
from tableassist.pieces import CannonRange, Effect
from tableassist.pieces.catalogue import PrintedCannon
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.referee.acts.act import ROLL, Act, Answer, Offer
from tableassist.rulebook.referee.changes import apply_hit, eliminate_crew, go_on, show_crew
from tableassist.rulebook.referee.foul import Action, Foul, foul, give_action, judge_answer, no_action, not_hers
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.rulebook.shooting.permission import (
    ANSWER_NO,
    ANSWER_YES,
    Forbids,
    Objection,
    Party,
    ShotCase,
    can_cannon_fire,
    card_of,
    find_shooter_objection,
    find_target_objections,
    is_own_fleet_spared,
    musket_shoots_derelict,
    party_of,
    reach_of_cannon,
    why_spared_by_reach,
)
from tableassist.rulebook.shooting.permission import Answer as WhereAnswer
from tableassist.rulebook.shooting.special import marine_gun
from tableassist.rulebook.state.game import Call, FactKind, GameState
from tableassist.rulebook.state.questions import (
    able_crew,
    effects_of,
    is_at_home,
    is_derelict,
    is_marine,
    name_of,
)
from tableassist.rulebook.state.things import CrewMember, Unit


class Shoot(Act, frozen=True, tag="shoot"):
    """One cannon, one die. The first of a ship begins her shoot action; the others belong to it."""

    ship: str
    """A ship, sea creature, fort or marine."""
    target: str
    cannon: int
    """Its number on the card; 0 is a musketeer's gun."""
    roll: int
    line: Answer = None
    """Whether the cannon has the shot: range and line of fire."""
    again: bool = False
    """A cannon that has just missed rolls once more (cannoneer)."""

    title = Message("Shot")
    text = template("{ship} shoots at {target} with cannon {cannon}: rolls {roll}")

    def choose_text(self) -> str:
        return self.text if self.cannon else template("{ship} shoots at {target} with a musket: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        if self.ship in game.crew:
            return judge_marine_shot(game, self)
        unit = game.units[self.ship]
        bad = _may_not_shoot(game, unit, self) or _no_cannon(game, unit, self)
        if bad is not None:
            return bad
        gun = gun_of(game, unit, self.cannon)
        assert gun is not None
        bad = no_target(game, unit, self.target, gun.reach) or _second_target(game, unit, self)
        return bad or judge_line(game, unit, self)

    def fold(self, game: GameState) -> GameState:
        if self.ship in game.crew:
            return fold_marine_shot(game, self)
        unit = game.units[self.ship]
        gun = gun_of(game, unit, self.cannon)
        landed = gun is not None and is_hit(self.roll, gun.rank, bonus_of(game, unit, self))
        after = _fire_cannon(game, unit, self, landed=landed)
        if not landed:
            return after
        return hit_target(after, self.target, by=unit.owner)

    def calls(self) -> tuple[Call, ...]:
        return (
            ("shot", self.ship, self.target, self.cannon),
            ("range", self.ship, self.target, self.cannon),
            ("line_of_fire", self.ship, self.target, self.cannon),
            ("permission", self.ship, self.target, 0),
        )


@dataclass(frozen=True, slots=True)
class Stated:
    """Where pieces are, as the acts and facts of the game say."""

    game: GameState

    def is_lost(self, party: Party) -> WhereAnswer:
        unit = self.game.units.get(party.id)
        return ANSWER_YES if unit is not None and unit.is_lost else ANSWER_NO

    def is_at_home(self, target: Party) -> WhereAnswer:
        return ANSWER_YES if is_at_home(self.game, self.game.units[target.id]) else ANSWER_NO

    def is_docked(self, target: Party) -> tuple[WhereAnswer, str]:
        place = self.game.units[target.id].docked_at
        return (ANSWER_YES, name_of(self.game, place)) if place else (ANSWER_NO, "")

    def is_within_s(self, shooter: Party, target: Party) -> WhereAnswer:
        near = self.game.answer(FactKind.WITHIN_S, shooter.id, target.id)
        return WhereAnswer(Verdict.NOT_SEEN if near is None else near)


LIFTED_BY_PERMISSION = frozenset({Forbids.LOST, Forbids.OWN_FLEET, Forbids.PROTECTED, Forbids.TARGET_AT_HOME})
"""What a judge's yes to the permission of a shot goes past; range and line of fire are still measured."""


def is_permitted(game: GameState, shooter: str, target: str) -> bool:
    """Say whether a judge has decided that this piece may shoot at that one."""
    decision = game.overrulings.get(("permission", shooter, target, 0))
    return decision is not None and decision.answer is Verdict.YES


def cannot_shoot(game: GameState, unit: Unit, target: str, *, musket: bool = False) -> Judgement | None:
    """Why she does not shoot as she is, whoever's turn it is; None if nothing keeps her. `musket`: with her
    musketeer's gun."""
    if not unit.states and unit.masts > 0 and not unit.lost_in and unit.in_play:
        return None  # most are whole and in no state that any rule about shots asks for
    party = party_of(game, unit)
    case = ShotCase(party, party, game.edition, game.start.house, Stated(game), by_musket=musket)
    objection = find_shooter_objection(case)
    if objection is None or (objection.code in LIFTED_BY_PERMISSION and is_permitted(game, unit.id, target)):
        return None
    return _judge_objection(objection)


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
    if objections and is_permitted(game, shooter.id, target_id):
        objections = [objection for objection in objections if objection.code not in LIFTED_BY_PERMISSION]
    # What surely forbids the shot goes before what is open.
    first = next(
        (objection for objection in objections if objection.verdict is Verdict.NO), next(iter(objections), None)
    )
    if first is not None:
        return _judge_objection(first)
    spared = why_spared_by_reach(target.name, target.effects, reach)
    return None if spared is None else foul(Foul.PROTECTED, spared, card_of(target))


def _party(game: GameState, shooter: Unit | CrewMember) -> Party:
    if isinstance(shooter, CrewMember):
        return Party(shooter.id, shooter.name, shooter.owner, frozenset(shooter.card.effects))
    return party_of(game, shooter)


def _judge_objection(objection: Objection) -> Judgement:
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


MUSKET = 0
"""Number of a musketeer's gun."""


def judge_line(game: GameState, unit: Unit, act: Shoot) -> Judgement:
    """What was measured, in the act itself or as a fact."""
    answer = act.line if act.line is not None else game.answer(FactKind.SHOT, act.ship, act.target, act.cannon)
    if answer is Verdict.YES:
        return FINE
    details = {"name": unit.name, "target": name_of(game, act.target), "cannon": act.cannon}
    return judge_answer(
        answer,
        Foul.NO_SHOT,
        Message("cannon {cannon} of {name} has no shot at {target}", **details),
        game.edition.shooting.range_section,
        unknown=Message("whether cannon {cannon} of {name} has a shot at {target} is not settled", **details),
    )


def _may_not_shoot(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    musket = act.cannon == MUSKET
    if _goes_on(game, unit):
        bad = not_hers(game, unit)
    else:
        bad = no_action(game, unit, Action.SHOOT, derelict=musket and musket_shoots_derelict(game.start.house))
    bad = bad or cannot_shoot(game, unit, act.target, musket=musket)
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
    return any(ram.ship == unit.card.id and ram.turn == game.turn for ram in game.rams)


def _not_again(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    section = game.edition.turn.stacking_section
    if Effect.CANNON_REROLLS_MISS not in effects_of(game, unit):
        words = Message("{name} has no crew aboard that lets a cannon shoot again", name=unit.name)
        return foul(Foul.NOT_ABLE, words, section)
    if unit.turn.shot_again:
        words = Message("{name} has already used her second shot this turn", name=unit.name)
        return foul(Foul.ALREADY_TRIED, words, section)
    if act.cannon not in unit.turn.missed:
        words = Message("cannon {cannon} of {name} has not missed in this action", cannon=act.cannon, name=unit.name)
        return foul(Foul.ALREADY_TRIED, words, section)
    return None


def _no_cannon(game: GameState, unit: Unit, act: Shoot) -> Judgement | None:
    details, section = {"name": unit.name, "cannon": act.cannon}, game.edition.shooting.range_section
    if gun_of(game, unit, act.cannon) is None:
        return foul(Foul.NO_SUCH_CANNON, Message("{name} has no cannon {cannon}", **details), section)
    if not cannon_stands(game, unit, act.cannon):
        words = Message("cannon {cannon} of {name} went with its mast", **details)
        return foul(Foul.MAST_GONE, words, game.edition.combat.hit_section)
    if not act.again and unit.turn.shooting and unit.turn.fired.count(act.cannon) >= shots_of(unit, act.cannon):
        words = Message("cannon {cannon} of {name} has fired in this action", **details)
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
    return 2 if unit.has("Longship") and cannon != MUSKET else 1


def is_hit(roll: int, rank: int, bonus: int = 0) -> bool:
    """Higher than the rank; a 1 misses, whatever any card says (all editions, Rules of the High Seas)."""
    return roll > 1 and roll + bonus > rank


def bonus_of(game: GameState, unit: Unit, act: Shoot) -> int:
    """Some cards give one more on the die at a target within S; nothing raises a musketeer's (spanish-main)."""
    if act.cannon == MUSKET or Effect.PLUS_1_WITHIN_S not in effects_of(game, unit):
        return 0
    return game.answer(FactKind.WITHIN_S, act.ship, act.target) is Verdict.YES


def hit_target(game: GameState, target: str, *, by: str) -> GameState:
    return hit_marine(game, target, by=by) if target in game.crew else apply_hit(game, target, by=by)


def _fire_cannon(game: GameState, unit: Unit, act: Shoot, *, landed: bool) -> GameState:
    after, used = game, []
    if not unit.turn.shooting:
        if may_shoot_as_captain(game, unit):
            used.append(Effect.MOVE_AND_SHOOT)
            after = go_on(game).replace(just_moved=unit.card.id)
            after = after.with_turn(unit, fired=(), targets=frozenset(), missed=frozenset())
        else:
            after = give_action(game, unit, Action.SHOOT)
            after = after.with_turn(after.units[unit.card.id], targets=frozenset())
    used += [Effect.CANNON_REROLLS_MISS] * act.again + [Effect.EXTRA_3S_CANNON_ANY_MAST] * (act.cannon == MUSKET)
    now = after.units[unit.card.id]
    after = after.with_turn(
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


HITS_TO_KILL = 2


def judge_marine_shot(game: GameState, act: Shoot) -> Judgement:
    member = game.crew[act.ship]
    bad = _marine_may_not_shoot(game, member) or no_target(game, member, act.target, CannonRange.SHORT)
    if bad is not None:
        return bad
    answer = act.line if act.line is not None else game.answer(FactKind.SHOT, act.ship, act.target, act.cannon)
    return judge_answer(
        answer,
        Foul.NO_SHOT,
        Message("{name} has no shot there", name=member.name),
        game.edition.shooting.range_section,
        unknown=Message("whether {name} has the shot is not settled", name=member.name),
    )


def _marine_may_not_shoot(game: GameState, member: CrewMember) -> Judgement | None:
    terms, details = game.edition, {"name": member.name}
    ship = game.units.get(member.at)
    if member.owner != game.player:
        words = Message(
            "{name} is {owner}'s, and it is {player}'s turn", owner=member.owner, player=game.player, **details
        )
        return foul(Foul.NOT_YOUR_TURN, words, terms.turn.own_fleet_section)
    if not member.at or (ship is not None and ship.gone):
        return foul(Foul.OUT_OF_PLAY, Message("{name} is out of play", **details), terms.turn.keyword_section)
    if not is_marine(member):
        return foul(Foul.WRONG_KIND, Message("{name} is not a marine", **details), terms.turn.keyword_section)
    if ship is not None and member not in able_crew(game, ship):
        words = Message("{name} serves a different nation from the ship", **details)
        return foul(Foul.NOT_ABLE, words, terms.treasure.crew_section)
    return _shot_already(game, member)


def _shot_already(game: GameState, member: CrewMember) -> Judgement | None:
    terms, details, ship = game.edition, {"name": member.name}, game.units.get(member.at)
    if game.built_fort and game.reading("fort-goes-on") == "no":
        words = Message("a fort was built, which ends the turn's actions")
        return foul(Foul.TOO_LATE, words, terms.setup.fort_section)
    if member.actions:
        return foul(
            Foul.ALREADY_ACTED, Message("{name} has already shot this turn", **details), terms.turn.action_section
        )
    if ship is not None and ship.is_lost:
        return foul(Foul.LOST, Message("{name} is lost in the fog", name=ship.name), terms.shooting.lost_section)
    return None


def marine_rank(game: GameState) -> int:
    """What the geometry rules take it for: the symbol is lost in the text of revolution."""
    return marine_gun(RuleSettings(house=game.start.house))[0]


def fold_marine_shot(game: GameState, act: Shoot) -> GameState:
    member = game.crew[act.ship]
    after = go_on(game).with_crew(member, actions=(*member.actions, Action.SHOOT.value), face_up=True)
    if act.roll <= marine_rank(game):
        return after
    if act.target in after.crew:
        return hit_marine(after, act.target, by=member.owner)
    return apply_hit(after, act.target, by=member.owner)


def hit_marine(game: GameState, crew: str, *, by: str) -> GameState:
    member = game.crew[crew]
    hits = member.hits_this_turn + 1
    if hits >= HITS_TO_KILL:
        return eliminate_crew(game, crew, by=by)
    return game.with_crew(member, hits_this_turn=hits)


POSSIBLE = (Verdict.YES, Verdict.TOO_CLOSE)


@dataclass(frozen=True, slots=True)
class Seen:
    shots: dict[str, list[tuple[str, int, Verdict]]] = field(default_factory=dict)
    """Shooter to target, cannon and answer; those that may be made."""


def list_shots_now(game: GameState, rulings: Iterable[Ruling]) -> Seen:
    """Measured shots go before stated ones."""
    shots: dict[tuple[str, str, int], Verdict] = {}
    for (kind, subject, target, cannon), answer in game.facts.items():
        if kind is FactKind.SHOT:
            shots[subject, target, cannon] = answer
    for ruling in rulings:
        if ruling.rule == "shot" and ruling.cannon is not None:
            shots[ruling.subject, ruling.target, cannon_number(game, ruling.subject, ruling.cannon)] = ruling.verdict
    for (rule, subject, target, cannon), decision in game.overrulings.items():
        if rule == "shot":
            shots[subject, target, cannon] = decision.answer
    by_shooter: dict[str, list[tuple[str, int, Verdict]]] = {}
    for (subject, target, cannon), answer in shots.items():
        if answer in POSSIBLE:
            by_shooter.setdefault(subject, []).append((target, cannon, answer))
    return Seen(by_shooter)


def cannon_number(game: GameState, ship: str, cannon: int) -> int:
    """The rulings number a musketeer's gun after the last cannon of the card."""
    unit = game.units.get(ship)
    return MUSKET if unit is not None and cannon > len(unit.cannons) else cannon


def shots(game: GameState, unit: Unit, seen: Seen) -> Iterator[Offer]:
    """Those that were measured or stated, also where they are too close to call."""
    for target, cannon, answer in seen.shots.get(unit.card.id, ()):
        gun = gun_of(game, unit, cannon)
        if gun is None:
            continue
        details = {"name": unit.name, "target": name_of(game, target), "cannon": cannon, "least": max(gun.rank, 1) + 1}
        act = Shoot(unit.card.id, target, cannon, 1, answer)
        yield Offer(
            unit.owner, act, Message("{name} shoots {target} with cannon {cannon}: needs {least}+", **details), (ROLL,)
        )
        if cannon in unit.turn.missed:
            again = Shoot(unit.card.id, target, cannon, 1, answer, again=True)
            words = Message("{name} shoots {target} again with cannon {cannon}: needs {least}+", **details)
            yield Offer(unit.owner, again, words, (ROLL,))


def marine_shots(game: GameState, seen: Seen) -> Iterator[Offer]:
    for marine, possible_shots in seen.shots.items():
        member = game.crew.get(marine)
        if member is None:
            continue
        for target, cannon, answer in possible_shots:
            details = {"name": member.name, "target": name_of(game, target), "least": marine_rank(game) + 1}
            act = Shoot(marine, target, cannon, 1, answer)
            yield Offer(member.owner, act, Message("{name} shoots {target}: needs {least}+", **details), (ROLL,))
