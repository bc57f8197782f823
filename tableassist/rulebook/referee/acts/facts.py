"""What is seen or stated of the pieces, and what judges decided: contacts begin and end, and what follows from contact.

A decision is about one call of the rules, named as the rulings name it. What concerns turns, actions and dice no ruling
decides, so no overruling of one changes it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tableassist.messages import Message, Text, template
from tableassist.pieces import PieceKind, PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.changes import dock
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Decision, FactKind, GameState
from tableassist.rulebook.state.questions import are_enemies, bow_touches, island_of
from tableassist.rulebook.state.things import NOBODY, Unit

FACT_TEXTS: Mapping[FactKind, str] = {
    FactKind.DOCKED: template("{subject} is docked at {target}: {answer}"),
    FactKind.BOW_ON: template("the bow of {subject} touches {target}: {answer}"),
    FactKind.BOW_TO_BOW: template("{subject} and {target} are bow to bow: {answer}"),
    FactKind.TOUCHES: template("{subject} touches {target}: {answer}"),
    FactKind.TOUCHES_BOW_OF: template("{subject} touches the bow of {target}: {answer}"),
    FactKind.SHOT: template("{subject} has a shot at {target} with cannon {cannon}: {answer}"),
    FactKind.IN_TERRAIN: template("{subject} is in {target}: {answer}"),
    FactKind.WITHIN_S: template("{subject} is within S of {target}: {answer}"),
}
ANSWER_WORDS: Mapping[Verdict, Message] = {
    Verdict.YES: Message("yes"),
    Verdict.NO: Message("no"),
    Verdict.TOO_CLOSE: Message("too close to call"),
    Verdict.NOT_SEEN: Message("not measured"),
}


class Fact(Act, frozen=True, tag="fact"):
    """It holds until one of the two moves, or another fact says otherwise."""

    subject: str
    kind: FactKind
    target: str
    cannon: int = 0
    answer: Verdict = Verdict.YES

    title = Message("What is seen on the table")
    always = True
    by_anybody = True

    def choose_text(self) -> str:
        return FACT_TEXTS[self.kind]

    def describe(self, values: Mapping[str, Any]) -> Text:
        return super().describe({**values, "answer": ANSWER_WORDS[self.answer]})

    def assess(self, game: GameState) -> Judgement:
        if self.kind is FactKind.DOCKED and island_of(game, self.target) not in game.islands:
            words = Message("{target} is not an island", target=self.target)
            return foul(Foul.UNKNOWN, words, game.edition.contact.docking_section)
        if self.kind is FactKind.IN_TERRAIN and self.target not in game.terrain:
            words = Message("{target} is not terrain", target=self.target)
            return foul(Foul.UNKNOWN, words, game.edition.terrain.trigger_section)
        return FINE

    def fold(self, game: GameState, *, by_judge: bool = False) -> GameState:
        """`by_judge`: the fact states what a judge decided, which no camera changes until a piece moves."""
        if game.overrulings and not by_judge and _is_decided(game, self):
            return game
        match self.kind:
            case FactKind.DOCKED:
                return _state_docking(game, self)
            case FactKind.IN_TERRAIN:
                return _state_terrain(game, self)
        after = game.replace(facts={**game.facts, (self.kind, self.subject, self.target, self.cannon): self.answer})
        if self.answer is Verdict.NO:
            after = _end_contact(after, self)
        return after


class Overrule(Act, frozen=True, tag="overrule"):
    """A judge decides a call of the rules otherwise, or takes that back. It holds until one of the two moves."""

    judge: str
    rule: str
    """As in a ruling: `shot`, `ram`, `docking`, `move`."""
    subject: str
    target: str = ""
    cannon: int = 0
    answer: Verdict | None = None
    """None: the judge takes back what was decided before."""
    reason: str = ""

    title = Message("Decision of a judge")
    text = template("{judge} decides the call {rule} of {subject} on {target}: {answer}")
    always = True
    by_anybody = True

    def choose_text(self) -> str:
        if self.answer is None:
            return template("{judge} takes back a decision on the call {rule} of {subject} on {target}")
        return self.text if self.target else template("{judge} decides the call {rule} of {subject}: {answer}")

    def describe(self, values: Mapping[str, Any]) -> Text:
        answer = values["answer"] if self.answer is None else ANSWER_WORDS[self.answer]
        return super().describe({**values, "answer": answer})

    def assess(self, _game: GameState) -> Judgement:
        """A judge's word is not judged."""
        return FINE

    def fold(self, game: GameState) -> GameState:
        call = (self.rule, self.subject, self.target, self.cannon)
        if self.answer is None:
            return game.replace(
                overrulings={key: standing for key, standing in game.overrulings.items() if key != call}
            )
        decision = Decision(self.answer, self.judge, self.reason)
        after = game.replace(overrulings={**game.overrulings, call: decision})
        kind = CONTACT_FACTS.get(self.rule)
        if kind is None or self.answer not in (Verdict.YES, Verdict.NO):
            return after
        return Fact(self.subject, kind, self.target, answer=self.answer).fold(after, by_judge=True)


PARTED: Mapping[FactKind, Callable[[str, str], tuple[tuple[str, str], ...]]] = {
    FactKind.BOW_ON: lambda one, other: ((one, other),),
    FactKind.TOUCHES_BOW_OF: lambda one, other: ((other, one),),
    FactKind.TOUCHES: lambda one, other: ((one, other), (other, one)),
}
"""Where such a fact is denied: whose bow touches whom no more."""
TICKED_IN: Mapping[PieceKind, PieceState] = {
    PieceKind.FOG_BANK: PieceState.LOST,
    PieceKind.SARGASSO_SEA: PieceState.TANGLED,
    PieceKind.REEF: PieceState.WRECKED,
}
"""Terrain, and what a person may have ticked of a ship in it."""
DECIDED_BY: Mapping[FactKind, tuple[str, ...]] = {
    FactKind.BOW_ON: ("ram",),
    FactKind.TOUCHES_BOW_OF: ("tow",),
    FactKind.TOUCHES: ("explore", "contact"),
    FactKind.DOCKED: ("docking",),
    FactKind.IN_TERRAIN: ("terrain",),
}
"""Rules whose call a fact of this kind rests on."""


def _is_decided(game: GameState, act: Fact) -> bool:
    pieces = (act.subject, act.target)
    return any((rule, *pieces, 0) in game.overrulings for rule in DECIDED_BY.get(act.kind, ()))


def _state_docking(game: GameState, act: Fact) -> GameState:
    unit = game.units.get(act.subject)
    if unit is None or unit.is_fort:
        return game
    place = island_of(game, act.target)
    if act.answer is Verdict.YES:
        return game if unit.docked_at == place else dock(game, act.subject, act.target)
    return game.with_unit(unit, docked_at="") if unit.docked_at == place else game


def _state_terrain(game: GameState, act: Fact) -> GameState:
    """A ship seen inside a fog bank is lost; out of it she is not."""
    unit, fog = game.units.get(act.subject), game.terrain[act.target].kind is PieceKind.FOG_BANK
    if unit is None or act.answer not in (Verdict.YES, Verdict.NO):
        return game
    if act.answer is Verdict.YES:
        lost = act.target if fog and not unit.is_fort else unit.lost_in
        return game.with_unit(unit, terrain=unit.terrain | {act.target}, lost_in=lost)
    lost = "" if unit.lost_in == act.target else unit.lost_in
    after = game.with_unit(unit, terrain=unit.terrain - {act.target} or NOBODY, lost_in=lost)
    tick = TICKED_IN.get(game.terrain[act.target].kind)
    return after if tick is None else _without_tick(after, act.subject, tick)


def _without_tick(game: GameState, piece: str, tick: PieceState) -> GameState:
    """Where the table trusts the camera more than a tick, what is seen otherwise ends the tick."""
    unit = game.units[piece]
    if tick not in unit.states or game.reading(f"ticked-{tick.value}") == "tick":
        return game
    return game.with_unit(unit, states=unit.states - {tick})


def _touches_no_enemy(game: GameState, unit: Unit) -> bool:
    """Say whether there are enemy ships in play, and her bow is known to touch none of them."""
    enemies = [ship.id for ship in game.units.values() if ship.is_ship and ship.in_play and are_enemies(unit, ship)]
    return bool(enemies) and all(_is_apart(game, unit.id, enemy) for enemy in enemies)


def _is_apart(game: GameState, ship: str, enemy: str) -> bool:
    bow = bow_touches(game, ship, enemy)
    if bow is not None:
        return bow is Verdict.NO
    pairs = ((ship, enemy), (enemy, ship))
    return any(game.answer(FactKind.TOUCHES, *pair) is Verdict.NO for pair in pairs)


def _end_contact(game: GameState, act: Fact) -> GameState:
    """What no longer touches: other facts that said it did are over, and so is the hold of a ram."""
    subject, target = act.subject, act.target
    parted = PARTED[act.kind](subject, target) if act.kind in PARTED else ()
    # That a bow touches more than the other's bow says nothing of the other's own.
    over = {(FactKind.BOW_TO_BOW, *pair, 0) for pair in ((subject, target), (target, subject)) if act.kind in PARTED}
    for ship, enemy in parted:
        over |= {(FactKind.BOW_ON, ship, enemy, 0), (FactKind.TOUCHES_BOW_OF, enemy, ship, 0)}
    if act.kind is FactKind.TOUCHES:
        over.add((FactKind.TOUCHES, target, subject, 0))
    question = (act.kind, subject, target, act.cannon)
    after = game.replace(
        facts={key: answer for key, answer in game.facts.items() if key == question or key not in over}
    )
    for ship, enemy in parted:
        unit = after.units.get(ship)
        if unit is not None and enemy in unit.rammed:
            after = after.with_unit(unit, rammed=unit.rammed - {enemy})
        if unit is not None and PieceState.PINNED in unit.states and _touches_no_enemy(after, unit):
            after = _without_tick(after, ship, PieceState.PINNED)
    return after


CONTACT_FACTS = {
    "ram": FactKind.BOW_ON,
    "tow": FactKind.TOUCHES_BOW_OF,
    "explore": FactKind.TOUCHES,
    "contact": FactKind.TOUCHES,
    "docking": FactKind.DOCKED,
    "terrain": FactKind.IN_TERRAIN,
}
"""Rules about contact, and the fact that such a decision states."""
