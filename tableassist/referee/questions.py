"""What is true of a piece now: derived from the game and never stored, so that it ends by itself."""

from collections.abc import Collection, Iterator

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.referee.acts.table import FactKind
from tableassist.referee.state.game import Game, in_play
from tableassist.referee.state.things import CrewMember
from tableassist.referee.state.unit import Unit
from tableassist.rules.ruling.ruling import Verdict

MARINE = "Marine"
MOVES_WITHOUT_MASTS = ("Galley", "Longship", "Turtle Ship")
"""revolution, Keywords (Galley: never derelict); the master keyword list for the other two: they move S."""
NEVER_PINNED = ("Galley", "Longship", "Submarine")
NEVER_PINS = ("Longship", "Submarine")
NO_EFFECTS: frozenset[Effect] = frozenset()


def has(unit: Unit, keyword: str) -> bool:
    return keyword in unit.card.keywords


def effects_of(game: Game, unit: Unit) -> frozenset[Effect]:
    """Of her card and of the crew who may use their abilities aboard; two of the same are one (all editions, Rules of
    the High Seas)."""
    own = () if PieceState.CANCELLED in unit.states else unit.card.effects
    crew = [each for each in game.crew.values() if each.at == unit.card.id and each.card.effects]
    if not crew:
        return frozenset(own) if own else NO_EFFECTS
    return frozenset(own).union(*(each.card.effects for each in crew if acts_aboard(each, unit)))


def acts_aboard(member: CrewMember, unit: Unit) -> bool:
    """Crew of another nation than the ship's do nothing aboard (all editions, Placing Crew), unless her card lets them;
    equipment serves any. Where a nation is not known, the table is believed."""
    card, ship = member.card, unit.card
    same = card.equipment or not card.nation or not ship.nation or card.nation == ship.nation
    return same or Effect.FOREIGN_CREW_ACTS in ship.effects or Effect.FOREIGN_CREW_ACTS in card.effects


def carrier_of(game: Game, unit: Unit, effect: Effect) -> CrewMember | None:
    """The crew whose ability is used; None where it is the ship's own."""
    if effect in unit.card.effects and PieceState.CANCELLED not in unit.states:
        return None
    aboard = (each for each in game.crew.values() if each.at == unit.card.id)
    return next((each for each in aboard if effect in each.card.effects and acts_aboard(each, unit)), None)


def keyword_carrier(game: Game, unit: Unit, keyword: str) -> CrewMember | None:
    """The crew who brings this keyword aboard and may use it there."""
    aboard = (each for each in game.crew.values() if each.at == unit.card.id)
    return next((each for each in aboard if keyword in each.card.keywords and acts_aboard(each, unit)), None)


def is_bare(unit: Unit) -> bool:
    return unit.card.masts > 0 and unit.masts <= 0


def is_derelict(unit: Unit) -> bool:
    """No mast left; a galley never is (revolution, Keywords)."""
    if PieceState.DERELICT in unit.states:
        return True
    return unit.is_ship and is_bare(unit) and not has(unit, "Galley") and not unit.gone


def is_abandoned(unit: Unit) -> bool:
    return unit.is_fort and bool(unit.docked_at) and is_bare(unit)


def is_lost(unit: Unit) -> bool:
    return bool(unit.lost_in) or PieceState.LOST in unit.states


def is_wrecked(unit: Unit) -> bool:
    return PieceState.WRECKED in unit.states


def are_enemies(one: Unit, other: Unit) -> bool:
    return one.owner != other.owner


def bows_on(game: Game, ship: str) -> Iterator[str]:
    """Ships that her bow touches."""
    for (kind, subject, target, _), answer in game.facts.items():
        if answer is not Verdict.YES:
            continue
        if subject == ship and kind in (FactKind.BOW_ON, FactKind.BOW_TO_BOW):
            yield target
        elif target == ship and kind in (FactKind.BOW_TO_BOW, FactKind.TOUCHES_BOW_OF):
            yield subject


def bow_touches(game: Game, ship: str, other: str) -> Verdict | None:
    """Whether her bow touches the other, by whichever of the two it was said."""
    said = {
        game.answer(FactKind.BOW_ON, ship, other),
        game.answer(FactKind.TOUCHES_BOW_OF, other, ship),
        bow_to_bow(game, ship, other),
    }
    return best_answer(said)


def bow_to_bow(game: Game, one: str, other: str) -> Verdict | None:
    return best_answer({game.answer(FactKind.BOW_TO_BOW, *pair) for pair in ((one, other), (other, one))})


def best_answer(said: Collection[Verdict | None]) -> Verdict | None:
    """Of several answers to one question: yes, if any says so."""
    return next((each for each in (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO) if each in said), None)


def pinned_on(game: Game, unit: Unit) -> tuple[str, ...]:
    """The enemies that hold her: she cannot move until they move away or cannot hold her any more."""
    if not game.facts or not unit.is_ship or not unit.owner or never_pinned(game, unit):
        return ()
    return tuple(dict.fromkeys(each for each in bows_on(game, unit.card.id) if _holds(game, unit, each)))


def never_pinned(game: Game, unit: Unit) -> bool:
    if any(has(unit, each) for each in NEVER_PINNED) or is_lost(unit) or is_wrecked(unit):
        return True
    out_of_reach = PieceState.GHOSTLY in unit.states or PieceState.SUBMERGED in unit.states
    return out_of_reach or Effect.CANNOT_BE_PINNED in effects_of(game, unit)


def _holds(game: Game, unit: Unit, enemy_id: str) -> bool:
    enemy, terms = game.units.get(enemy_id), game.edition.contact
    if enemy is None or not in_play(enemy) or not enemy.is_ship or not are_enemies(unit, enemy):
        return False
    if any(has(enemy, each) for each in NEVER_PINS) or cannot_be_met(enemy) or is_lost(enemy) or is_wrecked(enemy):
        return False
    if terms.pin_needs_ram and enemy_id not in unit.rammed:
        return False
    return enemy.masts > 0 if terms.pin_ends_without_masts else not is_derelict(enemy)


def cannot_be_met(unit: Unit) -> bool:
    """Ghostly and submerged ships can be neither rammed nor pinned."""
    return PieceState.GHOSTLY in unit.states or PieceState.SUBMERGED in unit.states


def is_marine(member: CrewMember) -> bool:
    return MARINE in member.card.keywords or Effect.MARINE in member.card.effects


def is_at_home(game: Game, unit: Unit) -> bool:
    """Docked at her own player's home island."""
    island = game.islands.get(unit.docked_at)
    return island is not None and island.home == unit.owner


def is_at_own_fort(game: Game, unit: Unit) -> bool:
    fort = fort_at(game, unit.docked_at)
    return fort is not None and fort.owner == unit.owner


def fort_at(game: Game, place: str) -> Unit | None:
    """The fort that stands at an island, or is named itself."""
    own = game.units.get(place)
    if own is not None and own.is_fort:
        return own if in_play(own) else None
    island = game.islands.get(place)
    if island is None or not island.fort:
        return None
    fort = game.units.get(island.fort)
    return fort if fort is not None and in_play(fort) else None


def island_of(game: Game, place: str) -> str:
    """The island that a place is, or that the fort of that name stands on."""
    unit = game.units.get(place)
    return unit.docked_at if unit is not None and unit.is_fort else place


def cargo_space(game: Game, unit: Unit) -> int:
    """How many coins, crew and equipment she can hold. Each link aboard gives one more."""
    crew = [each for each in game.crew.values() if each.at == unit.card.id]
    links = 0
    if crew:
        ids = {each.card.id for each in crew}
        pairs = {frozenset((one.card.id, other)) for one in crew for other in one.card.links if other in ids}
        pairs = {pair for pair in pairs if len(pair) == 2}
        links = len(pairs)
        if game.edition.treasure.ship_links:
            linked = {each for each in unit.card.links if each in ids}
            linked |= {each.card.id for each in crew if unit.card.id in each.card.links}
            links += len(linked)
    return unit.card.cargo + links


def cargo_used(game: Game, unit: Unit) -> int:
    """Unique treasure takes no space, nor does an oarsman (spanish-main, Placing Crew)."""
    coins = sum(1 for each in game.coins.values() if each.at == unit.card.id and not each.card.unique)
    crew = sum(1 for each in game.crew.values() if each.at == unit.card.id and takes_space(each))
    return coins + crew


def takes_space(member: CrewMember) -> bool:
    return Effect.DERELICT_MOVES_S not in member.card.effects


def crew_points(game: Game, unit: Unit) -> int:
    return sum(each.card.points for each in game.crew.values() if each.at == unit.card.id)


def can_sail(game: Game, unit: Unit) -> bool:
    """Whether she could ever be given a move action as she is, whatever holds her at the moment."""
    if unit.is_fort or unit.gone or is_wrecked(unit) or unit.card.base_move == "T":
        return False
    if not is_bare(unit):
        return True
    if unit.is_creature:
        return False
    return any(has(unit, each) for each in MOVES_WITHOUT_MASTS) or Effect.DERELICT_MOVES_S in effects_of(game, unit)


def is_friendly_current(game: Game, unit: Unit, terrain: str) -> bool:
    piece = game.terrain.get(terrain)
    return piece is not None and piece.kind is PieceKind.TRADE_CURRENT and piece.placed_by == unit.owner


def name_of(game: Game, piece: str) -> str:
    if (unit := game.units.get(piece)) is not None:
        return unit.name
    if (member := game.crew.get(piece)) is not None:
        return member.name
    if (island := game.islands.get(piece)) is not None:
        return island.name
    return piece
