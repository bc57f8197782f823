"""Broadsides and special shots, and the mast that a hit takes."""

from collections.abc import Iterator

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.pieces import Effect
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import ROLL, Act, Answer, Offer
from tableassist.rulebook.referee.acts.shooting import Seen, cannot_shoot, gun_of, hit_target, is_hit, no_target
from tableassist.rulebook.referee.changes import apply_hit, apply_hits, lose_masts, show_crew
from tableassist.rulebook.referee.foul import Action, Foul, foul, give_action, judge_answer, no_action
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Call, FactKind, GameState
from tableassist.rulebook.state.questions import effects_of, name_of
from tableassist.rulebook.state.things import Duty, DutyKind, Unit


class Broadside(Act, frozen=True, tag="broadside"):
    """A broadsides attack: one die for all cannons."""

    ship: str
    target: str
    roll: int
    line: Answer = None
    others: tuple[str, ...] = ()
    """Further targets. The keyword allows one; by a card the hits are shared out in turn, the first target first."""

    title = Message("Broadside")
    text = template("{ship} fires a broadside at {target}: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.turn.keyword_section
        bad = no_action(game, unit, Action.SHOOT) or cannot_shoot(game, unit, self.target)
        if bad is not None:
            return bad
        if not unit.has(KEYWORD):
            return foul(Foul.NOT_ABLE, Message("{name} has no broadsides attack", name=unit.name), section)
        if not standing(unit):
            return foul(Foul.MAST_GONE, Message("{name} has no cannon left", name=unit.name), section)
        if self.others:
            words = Message("a broadside of {name} has only one target", name=unit.name)
            return foul(Foul.ONE_TARGET, words, section)
        bad = no_target(game, unit, self.target, None)
        if bad is not None:
            return bad
        answers = [game.answer(FactKind.SHOT, self.ship, self.target, gun) for gun in standing(unit)]
        best = next((verdict for verdict in (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO) if verdict in answers), None)
        answer = self.line if self.line is not None else best
        details = {"name": unit.name, "target": name_of(game, self.target)}
        return judge_answer(
            answer,
            Foul.NO_SHOT,
            Message("{name} has no broadside at {target}", **details),
            section,
            unknown=Message("whether {name} has a broadside at {target} is not settled", **details),
        )

    def fold(self, game: GameState) -> GameState:
        """The die must beat every cannon; then all hit, and one more."""
        unit = game.units[self.ship]
        guns = standing(unit)
        after = give_action(game, unit, Action.SHOOT)
        if not guns or not all(is_hit(self.roll, unit.cannons[gun - 1].rank) for gun in guns):
            return after
        targets, count = (self.target, *self.others), len(guns) + 1
        for at, target in enumerate(targets):
            # One target takes all; by a card that names more, the hits are shared out in turn.
            after = _hit_often(after, target, count // len(targets) + (at < count % len(targets)), by=unit.owner)
        return after

    def calls(self) -> tuple[Call, ...]:
        return (
            ("broadsides", self.ship, self.target, 0),
            ("permission", self.ship, self.target, 0),
        )


class SpecialShot(Act, frozen=True, tag="special-shot"):
    """A firepot, chainshot or the like, at a target within S. What it does is on the card."""

    ship: str
    target: str
    roll: int
    within: Answer = None
    hit: bool = False
    """Whether the card calls that roll a hit; it takes a mast unless `effect` says what else it does."""
    effect: str = ""

    title = Message("Special shot")
    text = template("{ship} makes a special shot at {target}: rolls {roll}")

    def assess(self, game: GameState) -> Judgement:
        """A firepot and its like: what it does is on the card."""
        unit, section = game.units[self.ship], game.edition.turn.keyword_section
        bad = no_action(game, unit, Action.SHOOT) or cannot_shoot(game, unit, self.target)
        if bad is not None:
            return bad
        if Effect.SPECIAL_SHOT_WITHIN_S not in effects_of(game, unit):
            return foul(Foul.NOT_ABLE, Message("{name} has no special shot aboard", name=unit.name), section)
        bad = no_target(game, unit, self.target, None)
        if bad is not None:
            return bad
        answer = self.within if self.within is not None else game.answer(FactKind.WITHIN_S, self.ship, self.target)
        details = {"name": unit.name, "target": name_of(game, self.target)}
        return judge_answer(
            answer,
            Foul.NO_SHOT,
            Message("{target} is not within S of {name}", **details),
            section,
            unknown=Message("whether {target} is within S of {name} is not settled", **details),
        )

    def fold(self, game: GameState) -> GameState:
        """A 1 misses here too."""
        unit = game.units[self.ship]
        after = show_crew(give_action(game, unit, Action.SHOOT), unit, Effect.SPECIAL_SHOT_WITHIN_S)
        if not self.hit or self.roll <= 1 or self.effect or self.target not in after.units:
            return after
        return apply_hit(after, self.target, by=unit.owner)

    def calls(self) -> tuple[Call, ...]:
        return (("ability", self.ship, self.target, 0),)


class LoseMast(Act, frozen=True, tag="lose-mast"):
    """The owner picks the mast, segment or flag that a hit takes."""

    ship: str
    mast: int

    title = Message("Mast lost to a hit")
    text = template("{ship} loses mast {mast}")
    answers = DutyKind.MAST

    def assess(self, game: GameState) -> Judgement:
        unit, section = game.units[self.ship], game.edition.combat.hit_section
        if _find_mast_duty(game, self.ship) is None:
            return foul(Foul.NOT_OWED, Message("{name} owes no mast", name=unit.name), section)
        if self.mast not in unit.masts_standing:
            words = Message("{name} has no mast {mast} to lose", name=unit.name, mast=self.mast)
            return foul(Foul.MAST_GONE, words, section)
        return FINE

    def fold(self, game: GameState) -> GameState:
        duty, unit = _find_mast_duty(game, self.ship), game.units[self.ship]
        after = game
        if duty is not None:
            after = game.without_duty(duty)
            if duty.count > 1:
                left = msgspec.structs.replace(duty, count=duty.count - 1, rammed=max(0, duty.rammed - 1))
                after = after.replace(duties=(left, *after.duties))
        rammed = min(1, duty.rammed) if duty else 0
        return lose_masts(after, unit, frozenset({self.mast}), by=duty.other if duty else "", rammed=rammed)


KEYWORD = "Broadsides Attack"


def standing(unit: Unit) -> tuple[int, ...]:
    """Her cannons, by number."""
    return tuple(cannon for cannon in range(1, len(unit.cannons) + 1) if unit.mast_of(cannon) not in unit.masts_lost)


def _hit_often(game: GameState, target: str, count: int, *, by: str) -> GameState:
    if target in game.units:
        return apply_hits(game, target, count, by=by)
    for _ in range(count):
        if game.crew[target].at:
            game = hit_target(game, target, by=by)
    return game


def _find_mast_duty(game: GameState, ship: str) -> Duty | None:
    return next((duty for duty in game.duties if duty.kind is DutyKind.MAST and duty.piece == ship), None)


def broadsides(game: GameState, unit: Unit, seen: Seen) -> Iterator[Offer]:
    """At each target for which some cannon has a shot, as the first of them was called."""
    if not unit.has(KEYWORD):
        return
    targets: dict[str, Verdict] = {}
    for target, cannon, answer in seen.shots.get(unit.card.id, ()):
        if gun_of(game, unit, cannon) is not None:
            targets.setdefault(target, answer)
    for target, answer in targets.items():
        words = Message("{name} fires a broadside at {target}", name=unit.name, target=name_of(game, target))
        yield Offer(unit.owner, Broadside(unit.card.id, target, 1, answer), words, (ROLL,))


def special_shots(game: GameState, unit: Unit) -> Iterator[Offer]:
    for (kind, subject, target, _), answer in game.facts_about(unit.card.id):
        if kind is FactKind.WITHIN_S and subject == unit.card.id and answer is not Verdict.NO and target in game.units:
            words = Message("{name} uses her special shot at {target}", name=unit.name, target=name_of(game, target))
            yield Offer(unit.owner, SpecialShot(unit.card.id, target, 1, answer), words, (ROLL,))
