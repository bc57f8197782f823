"""Judges' decisions as part of the game: a standing NO makes the act a foul, a standing YES allows it.

A decision is about one call of the rules, named as the rulings name it. What concerns turns, actions and dice no ruling
decides, so no overruling of one changes it.
"""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.acts.cargo import ExploreShip, MarkIsland, Tow
from tableassist.rulebook.referee.acts.fighting import Board, Broadside, Ram, Shoot, SpecialShot
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.table import Fact, Overrule
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.turn.facts import fold_fact
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import Call, Decision, FactKind, GameState, changed

CONTACT_FACTS = {
    "ram": FactKind.BOW_ON,
    "tow": FactKind.TOUCHES_BOW_OF,
    "explore": FactKind.TOUCHES,
    "contact": FactKind.TOUCHES,
    "docking": FactKind.DOCKED,
    "terrain": FactKind.IN_TERRAIN,
}
"""Rules about contact, and the fact that such a decision states."""
DECIDED = {
    "shot": frozenset({Foul.NO_SHOT, Foul.PROTECTED, Foul.TARGET_AT_HOME, Foul.OWN_FLEET, Foul.LOST}),
    "permission": frozenset({Foul.PROTECTED, Foul.TARGET_AT_HOME, Foul.OWN_FLEET, Foul.LOST}),
    "broadsides": frozenset({Foul.NO_SHOT, Foul.PROTECTED, Foul.TARGET_AT_HOME, Foul.OWN_FLEET}),
    "ability": frozenset({Foul.NO_SHOT, Foul.NO_CONTACT, Foul.PROTECTED, Foul.TARGET_AT_HOME}),
    "ram": frozenset({Foul.NO_CONTACT, Foul.CANNOT_BE_RAMMED}),
    "board": frozenset({Foul.NO_CONTACT}),
    "tow": frozenset({Foul.NO_CONTACT, Foul.NOT_DERELICT}),
    "explore": frozenset({Foul.NO_CONTACT, Foul.NOT_DERELICT}),
    "docking": frozenset({Foul.MAY_NOT_DOCK}),
    "move": frozenset({Foul.ILLEGAL_MOVE, Foul.PINNED}),
}
"""By rule: the fouls that its yes rules out."""


def calls_of(act: Act) -> Iterator[Call]:
    """The calls that an act rests on, the whole before its parts."""
    match act:
        case Shoot(ship=ship, target=target, cannon=cannon):
            yield from ((rule, ship, target, cannon) for rule in ("shot", "range", "line_of_fire"))
            yield "permission", ship, target, 0
        case Broadside(ship=ship, target=target):
            yield "broadsides", ship, target, 0
            yield "permission", ship, target, 0
        case SpecialShot(ship=ship, target=target):
            yield "ability", ship, target, 0
        case MarkIsland(ship=ship, island=island):
            yield "ability", ship, island, 0
        case Ram(ship=ship, target=target):
            yield "ram", ship, target, 0
        case Board(ship=ship, target=target):
            yield "board", ship, target, 0
        case Tow(ship=ship, derelict=derelict):
            yield "tow", ship, derelict, 0
        case ExploreShip(ship=ship, other=other):
            yield "explore", ship, other, 0
        case Move(ship=ship, docks=docks):
            yield "move", ship, "", 0
            if docks:
                yield "docking", ship, docks, 0


def find_overruled_foul(game: GameState, act: Act) -> Judgement | None:
    """A foul by a judge's standing NO; None where no judge said no to it."""
    if not game.overrulings:
        return None
    for call in calls_of(act):
        decision = game.overrulings.get(call)
        if decision is not None and decision.answer is Verdict.NO and not _whole_is_allowed(game, act, call):
            return foul(Foul.OVERRULED, _words(decision), game.edition.turn.action_section)
    return None


def _whole_is_allowed(game: GameState, act: Act, call: Call) -> bool:
    whole = next(calls_of(act))
    decision = game.overrulings.get(whole)
    return call != whole and decision is not None and decision.answer is Verdict.YES


def apply_standing_yes(game: GameState, act: Act, said: Judgement) -> Judgement:
    """The judgement, unless what is against the act, or open about it, is what a judge said yes to."""
    if not game.overrulings or said.opinion is Opinion.FINE:
        return said
    for call in calls_of(act):
        decision = game.overrulings.get(call)
        if decision is None or decision.answer is not Verdict.YES:
            continue
        is_open = said.opinion is not Opinion.FOUL and call[0] != "permission"
        if is_open or (said.is_foul and said.reasons[0].code in DECIDED.get(call[0], frozenset())):
            reason = Reason(Foul.OVERRULED.value, _words(decision), game.edition.turn.action_section)
            return Judgement(Opinion.FINE, (reason,))
    return said


def _words(decision: Decision) -> Message:
    if decision.reason:
        return Message("overruled by {judge}: {reason}", judge=decision.judge, reason=decision.reason)
    return Message("overruled by {judge}", judge=decision.judge)


def targets_allowed(game: GameState, rule: str, subject: str) -> tuple[tuple[str, int], ...]:
    """Targets and cannons of calls about this piece to which a judge said yes."""
    return tuple(
        (target, cannon)
        for (name, piece, target, cannon), decision in game.overrulings.items()
        if (name, piece) == (rule, subject) and decision.answer is Verdict.YES
    )


def judge_overrule(_game: GameState, _act: Overrule) -> Judgement:
    """A judge's word is not judged."""
    return FINE


def fold_overrule(game: GameState, act: Overrule) -> GameState:
    call = (act.rule, act.subject, act.target, act.cannon)
    if act.answer is None:
        return changed(game, overrulings={key: each for key, each in game.overrulings.items() if key != call})
    decision = Decision(act.answer, act.judge, act.reason)
    after = changed(game, overrulings={**game.overrulings, call: decision})
    kind = CONTACT_FACTS.get(act.rule)
    if kind is None or act.answer not in (Verdict.YES, Verdict.NO):
        return after
    return fold_fact(after, Fact(act.subject, kind, act.target, answer=act.answer), by_judge=True)
