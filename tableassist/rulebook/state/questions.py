"""What is true of a piece now: derived from the game and never stored, so that it ends by itself.

One function for each rule sentence that both the camera's rulings and the referee apply.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState
from tableassist.rulebook.state.things import NO_STATES, CrewMember, Unit

NO_EFFECTS: frozenset[Effect] = frozenset()


class CrewAboard(NamedTuple):
    """A crew or a piece of equipment on a ship, as its card has it."""

    effects: Collection[Effect]
    nation: str | None
    """None where nobody knows it."""
    cancelled: bool = False
    """Whether an enemy has switched its ability off for now."""
    equipment: bool = False
    """Equipment serves every nation."""


def can_use_abilities(ship_effects: frozenset[Effect], nation: str | None, crew: Sequence[CrewAboard]) -> list[bool]:
    """Say of each crew whether its ability works on this ship.

    Crew of another nation than the ship's cannot use their abilities aboard (all editions, Placing Crew), unless an
    ability that works there lets them: the ship's own, or that of a crew who may use it. A foreign crew does not let
    itself in. Where a nation is not known, the table is believed. `ship_effects`: of her card, as far as they are not
    cancelled.
    """
    able = [not member.cancelled and _is_of_her_nation(member, nation) for member in crew]
    if all(able):
        return able
    lets_all_act = Effect.FOREIGN_CREW_ACTS in ship_effects or any(
        works and Effect.FOREIGN_CREW_ACTS in member.effects for member, works in zip(crew, able, strict=True)
    )
    return [not member.cancelled for member in crew] if lets_all_act else able


def _is_of_her_nation(crew: CrewAboard, nation: str | None) -> bool:
    return crew.equipment or not crew.nation or not nation or crew.nation == nation


def effects_aboard(
    ship_effects: frozenset[Effect], nation: str | None, crew: Sequence[CrewAboard]
) -> frozenset[Effect]:
    """All effects that work on a ship. Two sources of one ability are one (all editions, Rules of the High Seas)."""
    if not crew:
        return ship_effects
    able = can_use_abilities(ship_effects, nation, crew)
    return ship_effects.union(*(member.effects for member, works in zip(crew, able, strict=True) if works))


MOVES_WITHOUT_MASTS: Final = ("Longship", "Turtle Ship")
"""The master keyword list: without masts they move S. A galley is never derelict (revolution, Keywords)."""
NEVER_PINNED: Final = ("Galley", "Longship", "Submarine")
"""revolution, Keywords (Galley); the master keyword list for the other two."""
NEVER_PINS: Final = ("Longship", "Submarine")
OUT_OF_REACH: Final = frozenset({PieceState.GHOSTLY, PieceState.SUBMERGED})
"""While she is in one of these she is neither rammed nor pinned, and docks nowhere (revolution, Keywords; the master
keyword list)."""


def _is_derelict_ship(
    kind: PieceKind,
    masts_built: int,
    masts_standing: int,
    states: Collection[PieceState],
    keywords: Collection[str],
    effects: Collection[Effect],
) -> bool:
    """Say whether she is derelict: a ship without masts (every edition, Moving), or one that a person has ticked.

    A galley never is (revolution, Keywords), nor is a ship whose ability prevents it (complete, Moving (Derelict)); a
    tick does not change that.
    """
    if kind is not PieceKind.SHIP or PieceState.SUNK in states:
        return False
    if "Galley" in keywords or Effect.NEVER_DERELICT in effects:
        return False
    return PieceState.DERELICT in states or (masts_built > 0 and masts_standing <= 0)


def cannot_be_pinned(states: Collection[PieceState], keywords: Collection[str], effects: Collection[Effect]) -> bool:
    """Say whether nothing pins her, not even a person's tick: by keyword, by ability, or as she is now."""
    if any(keyword in keywords for keyword in NEVER_PINNED) or Effect.CANNOT_BE_PINNED in effects:
        return True
    return PieceState.WRECKED in states or any(state in states for state in OUT_OF_REACH)


MARINE = "Marine"


def effects_of(game: GameState, unit: Unit) -> frozenset[Effect]:
    """Collect the effects that work on a piece: of her card, and of the crew who may use theirs aboard."""
    aboard = game.crew_at(unit.card.id) if game.crew else ()
    if not aboard and not unit.card.effects:
        return NO_EFFECTS
    own = _own_effects(unit)
    if not aboard:
        return own
    crew = [_as_crew(member) for member in aboard if member.card.effects or member.card.keywords]
    return effects_aboard(own, unit.card.nation, crew) if crew else own


def _own_effects(unit: Unit) -> frozenset[Effect]:
    if not unit.card.effects or PieceState.CANCELLED in unit.states:
        return NO_EFFECTS
    return frozenset(unit.card.effects)


def _as_crew(member: CrewMember) -> CrewAboard:
    card = member.card
    effects = (*card.effects, Effect.MARINE) if is_marine(member) else card.effects
    return CrewAboard(effects, card.nation, cancelled=member.cancelled, equipment=card.equipment)


def able_crew(game: GameState, unit: Unit) -> tuple[CrewMember, ...]:
    """The crew and equipment aboard whose abilities work now."""
    aboard = game.crew_at(unit.card.id)
    if not aboard:
        return ()
    able = can_use_abilities(_own_effects(unit), unit.card.nation, list(map(_as_crew, aboard)))
    return tuple(member for member, works in zip(aboard, able, strict=True) if works)


def carrier_of(game: GameState, unit: Unit, effect: Effect) -> CrewMember | None:
    """The crew whose ability is used; None where it is the ship's own."""
    if effect in _own_effects(unit):
        return None
    if not any(effect in member.card.effects for member in game.crew_at(unit.card.id)):
        return None
    return next((member for member in able_crew(game, unit) if effect in member.card.effects), None)


def keyword_carrier(game: GameState, unit: Unit, keyword: str) -> CrewMember | None:
    """The crew who brings this keyword aboard and may use it there."""
    return next((member for member in able_crew(game, unit) if keyword in member.card.keywords), None)


def is_derelict(game: GameState, unit: Unit) -> bool:
    """Look up what `condition.is_derelict` asks about; most ships have a mast and no tick."""
    if unit.masts > 0 and (PieceState.DERELICT not in unit.states or game.reading("ticked-derelict") == "camera"):
        return False
    card = unit.card
    return _is_derelict_ship(card.kind, card.masts, unit.masts, unit.states, card.keywords, effects_of(game, unit))


def states_of(game: GameState, unit: Unit) -> frozenset[PieceState]:
    """Collect what she is in now: what was ticked, and what follows from acts and contacts."""
    derived = (
        (PieceState.DERELICT, is_derelict(game, unit)),
        (PieceState.LOST, unit.is_lost),
        (PieceState.TANGLED, unit.is_tangled),
        (PieceState.ABANDONED, unit.is_abandoned),
        (PieceState.PINNED, not unit.gone and is_pinned(game, unit)),
    )
    return unit.states - {state for state, _ in derived} | {state for state, holds in derived if holds}


def conditions(game: GameState) -> Mapping[str, frozenset[PieceState]]:
    """List the conditions of all pieces that are in any, kept with the state: many rules ask."""
    kept: dict[str, Mapping[str, frozenset[PieceState]]] = game.__dict__
    if "conditions" not in kept:
        gone = {key: OUT_OF_THE_GAME for key, island in game.islands.items() if island.card.gone}
        gone |= {key: OUT_OF_THE_GAME for key, piece in game.terrain.items() if piece.card.gone}
        kept["conditions"] = gone | {
            key: states for key, unit in game.units.items() if (states := states_of(game, unit))
        }
    return kept["conditions"]


OUT_OF_THE_GAME = frozenset({PieceState.SUNK})
FROM_MASTS = frozenset({PieceState.DERELICT, PieceState.ABANDONED})


def conditions_to_note(game: GameState) -> Mapping[str, frozenset[PieceState]]:
    """List the conditions that a file must keep: all but what follows from lost masts, unless a person ticked it."""
    noted = dict(conditions(game))
    for key, unit in game.units.items():
        if key in noted:
            noted[key] -= FROM_MASTS - unit.states
    return {key: states for key, states in noted.items() if states}


def conditions_of(game: GameState, piece: str) -> frozenset[PieceState]:
    return conditions(game).get(piece, NO_STATES)


def is_in(game: GameState, piece: str, state: PieceState) -> bool:
    return state in conditions(game).get(piece, NO_STATES)


def are_enemies(one: Unit, other: Unit) -> bool:
    return one.owner != other.owner


def bows_on(game: GameState, ship: str) -> Iterator[str]:
    """Ships that her bow touches."""
    for (kind, subject, target, _), answer in game.facts_about(ship):
        if answer is not Verdict.YES:
            continue
        if subject == ship and kind in (FactKind.BOW_ON, FactKind.BOW_TO_BOW):
            yield target
        elif target == ship and kind in (FactKind.BOW_TO_BOW, FactKind.TOUCHES_BOW_OF):
            yield subject


def bow_touches(game: GameState, ship: str, other: str) -> Verdict | None:
    """Whether her bow touches the other, by whichever of the two it was said."""
    answers = {
        game.answer(FactKind.BOW_ON, ship, other),
        game.answer(FactKind.TOUCHES_BOW_OF, other, ship),
        bow_to_bow(game, ship, other),
    }
    return best_answer(answers)


def bow_to_bow(game: GameState, one: str, other: str) -> Verdict | None:
    """Whether her bow touches only the other's bow. The other way round that may be otherwise: a bow against a side
    touches more than the bow of a ship whose own bow touches no more than that. So it counts only where nobody said."""
    own = game.answer(FactKind.BOW_TO_BOW, one, other)
    return own if own is not None else game.answer(FactKind.BOW_TO_BOW, other, one)


def best_answer(said: Collection[Verdict | None]) -> Verdict | None:
    """Of several answers to one question: yes, if any says so."""
    return next((verdict for verdict in (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO) if verdict in said), None)


def find_pinning_enemies(game: GameState, unit: Unit) -> tuple[str, ...]:
    """The enemies that hold her: she cannot move until they move away or cannot hold her any more."""
    judged = _find_pinned_by_judge(game, unit) if game.overrulings else ()
    if not game.facts or not unit.is_ship or not unit.owner:
        return judged
    held = [enemy for enemy in bows_on(game, unit.card.id) if _holds(game, unit, enemy)]
    if not held or never_pinned(game, unit):
        return judged
    return tuple(dict.fromkeys((*judged, *held)))


def _find_pinned_by_judge(game: GameState, unit: Unit) -> tuple[str, ...]:
    return tuple(
        target
        for (rule, subject, target, _), decision in game.overrulings.items()
        if (rule, subject) == ("pin", unit.card.id) and decision.answer is Verdict.YES
    )


def is_pinned(game: GameState, unit: Unit) -> bool:
    """Say whether she is pinned: by what is seen and was rammed, or because a person ticked it."""
    ticked = PieceState.PINNED in unit.states and unit.is_ship and not never_pinned(game, unit)
    return ticked or bool(find_pinning_enemies(game, unit))


def never_pinned(game: GameState, unit: Unit) -> bool:
    return unit.is_lost or cannot_be_pinned(unit.states, unit.card.keywords, effects_of(game, unit))


def _holds(game: GameState, unit: Unit, enemy_id: str) -> bool:
    """A bow that comes against a ghostly ship is not pinned: she cannot be rammed (revolution, Keywords). Whoever is
    pinned when the other turns ghostly stays so: she has neither moved away nor lost her masts."""
    enemy = game.units.get(enemy_id)
    if enemy is None or not enemy.is_ship or not are_enemies(unit, enemy):
        return False
    if ("pin", unit.card.id, enemy_id, 0) in game.overrulings:
        return game.overrulings["pin", unit.card.id, enemy_id, 0].answer is Verdict.YES
    has_rammed = enemy_id in unit.rammed or PieceState.PINNED in unit.states
    if not has_rammed and (game.edition.contact.pin_needs_ram or PieceState.GHOSTLY in enemy.states):
        return False
    return can_hold(game, enemy)


def can_hold(game: GameState, enemy: Unit) -> bool:
    """Say whether a bow against this ship pins it: not once she is helpless, lost, submerged or out of play."""
    if not enemy.in_play or any(enemy.has(keyword) for keyword in NEVER_PINS):
        return False
    if PieceState.SUBMERGED in enemy.states or enemy.is_lost or enemy.is_wrecked:
        return False
    return enemy.masts > 0 if game.edition.contact.pin_ends_without_masts else not is_derelict(game, enemy)


def cannot_be_met(unit: Unit) -> bool:
    """Ghostly and submerged ships can be neither rammed nor pinned."""
    return any(state in unit.states for state in OUT_OF_REACH)


def is_marine(member: CrewMember) -> bool:
    return MARINE in member.card.keywords or Effect.MARINE in member.card.effects


def is_at_home(game: GameState, unit: Unit) -> bool:
    """Docked at her own player's home island."""
    island = game.islands.get(unit.docked_at)
    return island is not None and island.home == unit.owner


def is_at_own_fort(game: GameState, unit: Unit) -> bool:
    fort = fort_at(game, unit.docked_at)
    return fort is not None and fort.owner == unit.owner


def fort_at(game: GameState, place: str) -> Unit | None:
    """The fort that stands at an island, or is named itself."""
    own = game.units.get(place)
    if own is not None and own.is_fort:
        return own if own.in_play else None
    island = game.islands.get(place)
    if island is None or not island.fort:
        return None
    fort = game.units.get(island.fort)
    return fort if fort is not None and fort.in_play else None


def island_of(game: GameState, place: str) -> str:
    """The island that a place is, or that the fort of that name stands on."""
    unit = game.units.get(place)
    return unit.docked_at if unit is not None and unit.is_fort else place


def cargo_space(game: GameState, unit: Unit) -> int:
    """How many coins, crew and equipment she can hold. Each link aboard gives one more."""
    crew = game.crew_at(unit.card.id)
    links = 0
    if crew:
        ids = {member.card.id for member in crew}
        pairs = {
            frozenset((member.card.id, linked_id))
            for member in crew
            for linked_id in member.card.links
            if linked_id in ids
        }
        pairs = {pair for pair in pairs if len(pair) == 2}
        links = len(pairs)
        if game.edition.treasure.ship_links:
            linked = {linked_id for linked_id in unit.card.links if linked_id in ids}
            linked |= {member.card.id for member in crew if unit.card.id in member.card.links}
            links += len(linked)
    return unit.card.cargo + links


def cargo_used(game: GameState, unit: Unit) -> int:
    """Unique treasure takes no space, nor does an oarsman (spanish-main, Placing Crew)."""
    coins = sum(1 for coin in game.coins.values() if coin.at == unit.card.id and not coin.card.unique)
    crew = sum(1 for member in game.crew_at(unit.card.id) if takes_space(member))
    return coins + crew


def takes_space(member: CrewMember) -> bool:
    return Effect.DERELICT_MOVES_S not in member.card.effects


def crew_points(game: GameState, unit: Unit) -> int:
    return sum(member.card.points for member in game.crew_at(unit.card.id))


def can_sail(game: GameState, unit: Unit) -> bool:
    """Whether she could ever be given a move action as she is, whatever holds her at the moment."""
    if unit.is_fort or unit.gone or unit.is_wrecked or unit.card.base_move == "T":
        return False
    if unit.is_creature:
        return not unit.is_bare
    if not is_derelict(game, unit) or any(unit.has(keyword) for keyword in MOVES_WITHOUT_MASTS):
        return True
    return Effect.DERELICT_MOVES_S in effects_of(game, unit)


def is_friendly_current(game: GameState, unit: Unit, terrain: str) -> bool:
    piece = game.terrain.get(terrain)
    return piece is not None and piece.kind is PieceKind.TRADE_CURRENT and piece.placed_by == unit.owner


def name_of(game: GameState, piece: str) -> str:
    if (unit := game.units.get(piece)) is not None:
        return unit.name
    if (member := game.crew.get(piece)) is not None:
        return member.name
    if (island := game.islands.get(piece)) is not None:
        return island.name
    return piece


def repairable_masts(game: GameState, unit: Unit) -> frozenset[int]:
    """Lost masts that a repair brings back: all of them, or by the table's reading all that no ram took."""
    return unit.masts_lost - unit.masts_rammed if game.reading("rammed-mast-repair") == "no" else unit.masts_lost
