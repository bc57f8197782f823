"""Move actions, and the turn on the stern that may follow one."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec.structs

from tableassist.messages import Message, Text, template
from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.editions.terms import TableEdge, Trigger
from tableassist.rulebook.movement.allowance import STERN_TURNERS, MoveTrait
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.referee.acts.act import ROLL, Act, Answer, Offer
from tableassist.rulebook.referee.acts.ramming import CastOff, Tow
from tableassist.rulebook.referee.acts.shooting import has_rammed_now
from tableassist.rulebook.referee.acts.terrain import LeaveFog, Untangle, Whirl, arrive, come_upon, find_foreign_terrain
from tableassist.rulebook.referee.changes import (
    dock,
    find_pinned_against,
    forget_facts_about,
    place_to_unload,
    show_crew,
    sink,
    without_rams_of,
)
from tableassist.rulebook.referee.foul import (
    Action,
    Foul,
    foul,
    foul_of_refusal,
    give_action,
    judge_answer,
    no_action,
    not_hers,
    why_not_dock,
)
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import (
    Call,
    FactKind,
    GameState,
)
from tableassist.rulebook.state.questions import (
    bow_touches,
    effects_of,
    fort_at,
    is_friendly_current,
    is_pinned,
    island_of,
)
from tableassist.rulebook.state.refusals import refuse_leaving
from tableassist.rulebook.state.things import NOBODY, Unit, UnitTurn


class Move(Act, frozen=True, tag="move"):
    """A move action, and what the ship touches where it ended."""

    ship: str
    legal: Answer = None
    """Whether the way she went was within her move."""
    come_about: bool = False
    """She turned in place instead of sailing."""
    docks: str = ""
    """The island or fort that her bow touches now."""
    bow_on: tuple[str, ...] = ()
    """Ships that her bow touches."""
    bow_to_bow: tuple[str, ...] = ()
    """Those of them whose bow is all that it touches."""
    touches: tuple[str, ...] = ()
    """Other pieces that any part of her touches."""
    touches_bow_of: tuple[str, ...] = ()
    """Ships whose bow some part of her touches."""
    terrain: tuple[str, ...] = ()
    """Terrain that took effect on the way, in order; once each."""
    plus_s: bool = False
    """She sailed the +S that an ability gives her: that of a helmsman, who is turned face up by it."""
    current: str = ""
    """The friendly trade current that gave her one more S."""
    over_edge: bool = False
    """She sailed over the edge of the table."""
    keep: tuple[str, ...] = ()
    """Coins that stay aboard though she docks where treasure is unloaded: by a card, for no text lets a player."""

    title = Message("Move")
    text = template("{ship} moves")

    def describe(self, values: Mapping[str, Any]) -> Text:
        words = Message(template("{ship} comes about") if self.come_about else self.text, **values)
        for detail in self._describe_end(values):
            words = Message("{move}; {more}", move=words, more=detail)
        return words

    def _describe_end(self, values: Mapping[str, Any]) -> Iterator[Message]:
        if self.docks:
            yield Message("she docks at {docks}", **values)
        if self.bow_on or self.bow_to_bow:
            fields = [field for field in ("bow_on", "bow_to_bow") if getattr(self, field)]
            yield Message("her bow touches {names}", names=tuple(name for field in fields for name in values[field]))
        if self.touches:
            yield Message("she touches {touches}", **values)
        if self.terrain:
            yield Message("she comes upon {terrain}", **values)
        if self.current:
            yield Message("the trade current {current} carries her", **values)
        if self.over_edge:
            yield Message("she sails over the edge of the table")
        if self.plus_s:
            yield Message("she sails the +S of an ability")
        if self.keep:
            yield Message("she keeps {keep} aboard", **values)

    def assess(self, game: GameState) -> Judgement:
        unit = game.units[self.ship]
        bad = (
            (
                not_hers(game, unit)
                if unit.turn.leaving_fog or may_move_on(game, unit)
                else no_action(game, unit, Action.MOVE)
            )
            or foul_of_refusal(
                refuse_leaving(
                    game,
                    unit,
                    game.edition,
                    is_lost=unit.is_lost and not unit.turn.leaving_fog,
                    is_pinned=is_pinned(game, unit),
                )
            )
            or _not_so(game, unit, self)
            or find_foreign_terrain(game, self.terrain)
        )
        return bad or _judge_way(game, unit, self)

    def fold(self, game: GameState) -> GameState:
        unit = game.units[self.ship]
        after = game if unit.turn.leaving_fog or may_move_on(game, unit) else give_action(game, unit, Action.MOVE)
        after = after.replace(just_moved=self.ship, acted=True)
        if unit.is_bare:
            after = show_crew(after, unit, Effect.DERELICT_MOVES_S)
        if self.plus_s:
            after = show_crew(after, unit, Effect.BASE_MOVE_PLUS_S)
        held = find_pinned_against(game, self.ship)
        after = _leave_place(after, self.ship)
        if self.over_edge and game.edition.movement.edge is TableEdge.FLAT_EARTH:
            return sink(after, after.units[self.ship], by="")
        after = still_held(with_contacts(after, self), self.ship, held)
        if self.current:
            after = after.with_turn(after.units[self.ship], used_current=True)
        place = self.docks if is_place(after, self.docks) else ""
        after = after.with_unit(after.units[self.ship], arriving=place, keeping=frozenset(self.keep))
        return arrive(come_upon(after, self.ship, self.terrain), self.ship)

    def calls(self) -> tuple[Call, ...]:
        move = ("move", self.ship, "", 0)
        return (move, ("docking", self.ship, self.docks, 0)) if self.docks else (move,)


class SternTurn(Act, frozen=True, tag="stern-turn"):
    """A schooner or galley turns on her stern after her move action, and what she touches then."""

    ship: str
    legal: Answer = None
    """Whether her stern stayed where it was."""
    docks: str = ""
    """The island or fort that her bow touches after it."""
    bow_on: tuple[str, ...] = ()
    bow_to_bow: tuple[str, ...] = ()
    touches: tuple[str, ...] = ()
    touches_bow_of: tuple[str, ...] = ()

    title = Message("Turn on the stern")
    text = template("{ship} turns on her stern")

    def assess(self, game: GameState) -> Judgement:
        unit = game.units[self.ship]
        bad = not_hers(game, unit) or _not_able(game, unit) or _too_late(game, unit)
        return bad or _refuse_turning(game, unit) or _ends(game, unit, self)

    def fold(self, game: GameState) -> GameState:
        """She lies otherwise now: what was seen of her is over, and what she touches is as the act says. A ram and a
        captain's shot belong to the move and come before it."""
        unit = game.units[self.ship]
        held = find_pinned_against(game, self.ship)
        after = game
        for ship in (self.ship, *unit.towing):
            after = forget_facts_about(after, ship)
        after = after.with_turn(after.units[self.ship], stern_turned=True)
        for rammer in held:
            now = after.units[rammer]
            after = after.with_unit(now, rammed=now.rammed - {self.ship})
        after = still_held(with_contacts(after, self), self.ship, held)
        place = island_of(game, self.docks) if is_place(game, self.docks) else ""
        if place == unit.docked_at:
            return after
        return dock(after, self.ship, self.docks) if place else after.with_unit(after.units[self.ship], docked_at="")


LEFT_BEHIND = frozenset({PieceState.LOST, PieceState.PINNED, PieceState.TANGLED})
"""What a person ticked and a move ends."""


def _end_fog_and_whirl(turn: UnitTurn) -> UnitTurn:
    """She is out of the fog, and a whirlpool may take her, or her stern turn, again."""
    if not (turn.leaving_fog or turn.whirled or turn.stern_turned):
        return turn
    return msgspec.structs.replace(turn, leaving_fog=False, whirled=False, stern_turned=False)


def may_move_on(game: GameState, unit: Unit) -> bool:
    """Some cards let a ship move S at once after she has loaded."""
    if not unit.explored_here or unit.turn.actions != (Action.EXPLORE.value,):
        return False
    return Effect.MOVES_S_AFTER_LOADING in effects_of(game, unit)


def _not_so(game: GameState, unit: Unit, act: Move) -> Judgement | None:
    """Ways of moving that the edition does not have, or not for her."""
    terms = game.edition.movement
    if act.come_about and not terms.come_about:
        return foul(Foul.NO_COME_ABOUT, Message("this edition has no coming about"), terms.section)
    if act.over_edge and terms.edge is TableEdge.WALL:
        return foul(Foul.ILLEGAL_MOVE, Message("the edge of the table is a wall"), terms.edge_section)
    if act.docks and not is_place(game, act.docks):
        words = Message("{place} is neither an island nor a fort on one", place=act.docks)
        return foul(Foul.UNKNOWN, words, game.edition.contact.docking_section)
    if act.docks and (bad := why_not_dock(game, unit, act.docks)) is not None:
        return bad
    return _refuse_keeping(game, unit, act) or _no_bonus(game, unit, act)


def _refuse_keeping(game: GameState, unit: Unit, act: Move) -> Judgement | None:
    """Treasure worth gold is unloaded when she docks at home or at an own fort; that is no choice (every edition,
    unloading)."""
    if not act.keep:
        return None
    section, details = game.edition.treasure.unload_section, {"name": unit.name}
    aboard = {coin.id: coin for coin in game.coins_at(unit.id)}
    if not set(act.keep) <= aboard.keys():
        return foul(Foul.NOT_THERE, Message("not all of these coins are aboard {name}", **details), section)
    worth = (coin for coin in act.keep if not aboard[coin].is_unique or aboard[coin].worth)
    if act.docks and place_to_unload(game, unit, act.docks) and next(worth, None) is not None:
        words = Message("{name} must unload all treasure that is worth gold", **details)
        return foul(Foul.MUST_UNLOAD, words, section)
    return None


def _no_bonus(game: GameState, unit: Unit, act: Move) -> Judgement | None:
    """A bonus segment that nothing gives her."""
    details = {"name": unit.name}
    if act.plus_s and Effect.BASE_MOVE_PLUS_S not in effects_of(game, unit):
        words = Message("{name} has no card that gives her +S", **details)
        return foul(Foul.NOT_ABLE, words, game.edition.movement.section)
    if act.plus_s and unit.towing and not game.edition.movement.helmsman_tows:
        words = Message("{name} tows, and her +S does not count while she does", **details)
        return foul(Foul.NOT_ABLE, words, game.edition.movement.tow_section)
    if act.current and (unit.turn.used_current or not is_friendly_current(game, unit, act.current)):
        words = Message("{name} gets one S a turn from a trade current of her own player", **details)
        return foul(Foul.NOT_FRIENDLY_CURRENT, words, game.edition.terrain.trigger_section)
    return None


def _judge_way(game: GameState, unit: Unit, act: Move) -> Judgement:
    terms = game.edition.movement
    if act.over_edge and terms.edge is TableEdge.OPEN and act.legal is not Verdict.NO:
        words = Message("the text does not say what happens at the edge of the table")
        return Judgement(Opinion.NOT_KNOWN, (Reason("not-known", words, terms.edge_section),))
    if act.legal is None or act.legal is Verdict.YES:
        return FINE
    return judge_answer(
        act.legal,
        Foul.ILLEGAL_MOVE,
        Message("{name} moved farther than allowed", name=unit.name),
        terms.section,
        unknown=Message("whether {name}'s way was within her move is not settled", name=unit.name),
    )


def _leave_place(game: GameState, ship: str) -> GameState:
    """She and all she tows are somewhere else now: nothing that was seen of them holds, pins on them end."""
    unit = game.units[ship]
    after = without_rams_of(game, (ship, *unit.towing))
    at_once = game.edition.terrain.trigger is Trigger.AT_ONCE  # revolution, Reef: where her last move ended
    if unit.docked_at:
        after = _leave_token(after, unit)
    for piece in (ship, *unit.towing):
        after = forget_facts_about(after, piece)
        moved = after.units[piece]
        after = after.with_unit(
            moved,
            docked_at="",
            lost_in="",
            terrain=NOBODY,
            began_on=moved.terrain if at_once else moved.began_on,
            rammed=NOBODY,
            explored_here=False,
            turn=_end_fog_and_whirl(moved.turn),
            states=moved.states - LEFT_BEHIND if moved.states & LEFT_BEHIND else moved.states,
        )
        for rammer in game.units.values():
            if piece in rammer.rammed:
                now = after.units[rammer.card.id]
                after = after.with_unit(now, rammed=now.rammed - {piece})
    return after


def still_held(game: GameState, ship: str, held: tuple[str, ...]) -> GameState:
    """Who was pinned on the ship that moved stays pinned where the bow still touches her: she has not moved away
    (complete, Pin). Else the pin is over, also one that a person ticked."""
    after = game
    for rammer in held:
        unit = after.units[rammer]
        if bow_touches(after, rammer, ship) is Verdict.YES:
            after = after.with_unit(unit, rammed=unit.rammed | {ship})
        else:
            after = after.with_unit(unit, states=unit.states - {PieceState.PINNED})
    return after


def _leave_token(game: GameState, unit: Unit) -> GameState:
    """A token marks the wild island that she explored and leaves (revolution, complete: Exploring)."""
    island = game.islands.get(unit.docked_at)
    if island is None or not island.is_wild or not game.edition.treasure.tokens or unit.owner in island.tokens:
        return game
    if unit.owner not in island.explored_by and game.reading("token-without-exploring") == "no":
        return game
    return game.with_island(island, tokens=island.tokens | {unit.owner})


def with_contacts(game: GameState, act: Move | SternTurn) -> GameState:
    if not (act.bow_on or act.bow_to_bow or act.touches or act.touches_bow_of):
        return game
    facts = dict(game.facts)
    for kind, others in (
        (FactKind.BOW_ON, act.bow_on),
        (FactKind.BOW_TO_BOW, act.bow_to_bow),
        (FactKind.TOUCHES, act.touches),
        (FactKind.TOUCHES_BOW_OF, act.touches_bow_of),
    ):
        for piece in others:
            facts[kind, act.ship, piece, 0] = Verdict.YES
    return game.replace(facts=facts)


def is_place(game: GameState, place: str) -> bool:
    return place in game.islands or fort_at(game, place) is not None


def _not_able(game: GameState, unit: Unit) -> Judgement | None:
    terms = game.edition.movement
    if not terms.stern_turn:
        words = Message("this edition has no turn on the stern")
        return foul(Foul.NOT_IN_EDITION, words, terms.stern_turn_section)
    if turns_on_stern(unit):
        return None
    words = Message("{name} cannot turn on her stern", name=unit.name)
    return foul(Foul.NOT_ABLE, words, terms.stern_turn_section)


def _too_late(game: GameState, unit: Unit) -> Judgement | None:
    """It follows her move action, once; a schooner's not if she has just rammed."""
    section, details = game.edition.movement.stern_turn_section, {"name": unit.name}
    if game.just_moved != unit.id or unit.turn.whirled:
        return foul(Foul.NOT_JUST_MOVED, Message("{name} has not just moved", **details), section)
    if unit.turn.stern_turned:
        return foul(Foul.ALREADY_TRIED, Message("{name} has turned on her stern after this move", **details), section)
    if has_rammed_now(game, unit) and not unit.has(MoveTrait.GALLEY):
        return foul(Foul.JUST_RAMMED, Message("{name} has just rammed another ship", **details), section)
    return None


def turns_on_stern(unit: Unit) -> bool:
    return unit.is_ship and any(unit.has(keyword) for keyword in STERN_TURNERS)


def _refuse_turning(game: GameState, unit: Unit) -> Judgement | None:
    """What keeps her as she lies."""
    details = {"name": unit.name}
    if is_pinned(game, unit):
        return foul(Foul.PINNED, Message("{name} is pinned", **details), game.edition.contact.pin_section)
    if unit.is_lost:
        return foul(Foul.LOST, Message("{name} is lost in the fog", **details), game.edition.shooting.lost_section)
    if unit.is_tangled:
        words = Message("{name} is tangled in the weeds", **details)
        return foul(Foul.TANGLED, words, game.edition.terrain.trigger_section)
    return None


def _ends(game: GameState, unit: Unit, act: SternTurn) -> Judgement:
    section, details = game.edition.movement.stern_turn_section, {"name": unit.name}
    if act.docks and not is_place(game, act.docks):
        words = Message("{place} is neither an island nor a fort on one", place=act.docks)
        return foul(Foul.UNKNOWN, words, game.edition.contact.docking_section)
    if act.docks and (bad := why_not_dock(game, unit, act.docks)) is not None:
        return bad
    if act.legal is None or act.legal is Verdict.YES:
        return FINE
    return judge_answer(
        act.legal,
        Foul.ILLEGAL_MOVE,
        Message("{name}'s stern did not stay where it was", **details),
        section,
        unknown=Message("whether {name}'s stern stayed where it was is not settled", **details),
    )


SEEN = tuple(
    Need(field)
    for field in (
        "legal",
        "docks",
        "bow_on",
        "bow_to_bow",
        "touches",
        "touches_bow_of",
        "terrain",
        "current",
        "over_edge",
    )
)
"""What a camera sees, or a person states, of a move."""
TURNED = tuple(map(Need, ("legal", "docks", "bow_on", "bow_to_bow", "touches", "touches_bow_of")))
"""The same of a turn on the stern."""


def moves(game: GameState, unit: Unit) -> Iterator[Offer]:
    ship, details = unit.card.id, {"name": unit.name}
    if unit.is_lost and not unit.turn.leaving_fog:
        words = Message("{name} leaves the fog: roll where she comes out", **details)
        yield Offer(unit.owner, LeaveFog(ship, 1), words, (ROLL, *map(Need, ("number", "at_number", "faces_away"))))
        return
    if unit.is_tangled:
        words = Message("{name} tries to come free of the weeds: needs {least}+", least=7 - unit.masts, **details)
        yield Offer(unit.owner, Untangle(ship, 1), words, (ROLL, Need("at_edge"), Need("faces_away")))
        return
    bonus = (Need("plus_s"),) if Effect.BASE_MOVE_PLUS_S in effects_of(game, unit) else ()
    yield Offer(unit.owner, Move(ship), Message("{name} moves", **details), (*SEEN, *bonus))
    if game.edition.movement.come_about and unit.is_ship:
        yield Offer(unit.owner, Move(ship, come_about=True), Message("{name} comes about", **details), SEEN)


def after_moves(game: GameState, unit: Unit) -> Iterator[Offer]:
    ship, details = unit.card.id, {"name": unit.name}
    pools = [piece.card.id for piece in game.terrain.values() if piece.kind is PieceKind.WHIRLPOOL]
    for pool in pools:
        others = tuple(exit_pool for exit_pool in pools if exit_pool != pool)
        if pool in unit.terrain and others:
            words = Message("{name} lets the whirlpool take her to another", **details)
            yield Offer(unit.owner, Whirl(ship, pool, others[0], 1), words, (Need("to", others), ROLL))
    for (kind, subject, target, _), answer in game.facts_about(ship):
        if subject == ship and kind in (FactKind.TOUCHES_BOW_OF, FactKind.BOW_TO_BOW) and answer is Verdict.YES:
            derelict = game.units.get(target)
            if derelict is not None:
                words = Message("{name} takes {other} in tow", other=derelict.name, **details)
                yield Offer(unit.owner, Tow(ship, target), words)
    if game.just_moved == ship and turns_on_stern(unit):
        yield Offer(unit.owner, SternTurn(ship), Message("{name} turns on her stern", **details), TURNED)
    if unit.towing:
        yield Offer(unit.owner, CastOff(ship), Message("{name} lets go of her tow", **details))
