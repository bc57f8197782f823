"""Offers of moves and what belongs to them."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.play.game import Need
from tableassist.rulebook.referee.acts.cargo import CastOff, Tow
from tableassist.rulebook.referee.acts.sailing import Declare, LayTerrain, LeaveFog, Move, SternTurn, Untangle, Whirl
from tableassist.rulebook.referee.offering.offer import ROLL, Offer
from tableassist.rulebook.referee.sailing.laying import NAVIGATOR
from tableassist.rulebook.referee.sailing.stern_turn import turns_on_stern
from tableassist.rulebook.referee.turn.declare import KEYWORDS
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState
from tableassist.rulebook.state.questions import effects_of, has, is_lost, is_tangled
from tableassist.rulebook.state.things import Unit

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
    ship, said = unit.card.id, {"name": unit.name}
    if is_lost(unit) and not unit.turn.leaving_fog:
        words = Message("{name} leaves the fog: roll where she comes out", **said)
        yield Offer(unit.owner, LeaveFog(ship, 1), words, (ROLL, *map(Need, ("number", "at_number", "faces_away"))))
        return
    if is_tangled(unit):
        words = Message("{name} tries to come free of the weeds: needs {least}+", least=7 - unit.masts, **said)
        yield Offer(unit.owner, Untangle(ship, 1), words, (ROLL, Need("at_edge"), Need("faces_away")))
        return
    bonus = (Need("plus_s"),) if Effect.BASE_MOVE_PLUS_S in effects_of(game, unit) else ()
    yield Offer(unit.owner, Move(ship), Message("{name} moves", **said), (*SEEN, *bonus))
    if game.edition.movement.come_about and unit.is_ship:
        yield Offer(unit.owner, Move(ship, come_about=True), Message("{name} comes about", **said), SEEN)


def after_moves(game: GameState, unit: Unit) -> Iterator[Offer]:
    ship, said = unit.card.id, {"name": unit.name}
    pools = [each.card.id for each in game.terrain.values() if each.kind is PieceKind.WHIRLPOOL]
    for pool in pools:
        others = tuple(each for each in pools if each != pool)
        if pool in unit.terrain and others:
            words = Message("{name} lets the whirlpool take her to another", **said)
            yield Offer(unit.owner, Whirl(ship, pool, others[0], 1), words, (Need("to", others), ROLL))
    for (kind, subject, target, _), answer in game.facts_about(ship):
        if subject == ship and kind in (FactKind.TOUCHES_BOW_OF, FactKind.BOW_TO_BOW) and answer is Verdict.YES:
            other = game.units.get(target)
            if other is not None:
                words = Message("{name} takes {other} in tow", other=other.name, **said)
                yield Offer(unit.owner, Tow(ship, target), words)
    if game.just_moved == ship and turns_on_stern(unit):
        yield Offer(unit.owner, SternTurn(ship), Message("{name} turns on her stern", **said), TURNED)
    if unit.towing:
        yield Offer(unit.owner, CastOff(ship), Message("{name} lets go of her tow", **said))


def declarations(game: GameState, unit: Unit) -> Iterator[Offer]:
    if game.acted:
        return
    crew = {keyword for each in game.crew_at(unit.card.id) for keyword in each.card.keywords}
    for state, keywords in KEYWORDS.items():
        if any(has(unit, each) or each in crew for each in keywords) and state not in unit.states:
            words = Message("{name} is {state} this turn", name=unit.name, state=state.value)
            yield Offer(unit.owner, Declare(unit.card.id, state.value), words)


def laid(game: GameState, unit: Unit) -> Iterator[Offer]:
    kinds = game.edition.terrain.kinds
    crew = {keyword for each in game.crew_at(unit.card.id) for keyword in each.card.keywords}
    able = []
    if Effect.PLACES_FOG_WITHIN_S in effects_of(game, unit):
        able.append(PieceKind.FOG_BANK)
    if NAVIGATOR in crew or has(unit, NAVIGATOR):
        able.append(PieceKind.TRADE_CURRENT)
    for kind in able:
        if kind in kinds:
            new = f"{kind.value}-{len(game.terrain) + 1}"
            words = Message("{name} lays a {kind}", name=unit.name, kind=kind.value.replace("-", " "))
            yield Offer(unit.owner, LayTerrain(unit.card.id, new, kind, Verdict.YES), words, (Need("within"),))
