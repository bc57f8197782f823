"""Why a piece may not move, ram, tow, explore or dock, whatever was measured.

One function for each rule, on the state of the game. The rulings on a scene and the referee of acts both ask here, so
that they give the same answer in the same words. What only a camera knows, such as a ship in fog that nobody has noted,
is handed in.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tableassist.messages import Message, Text, template
from tableassist.pieces import Effect, PieceState
from tableassist.rulebook.editions.house_rule import HouseValue, reading
from tableassist.rulebook.editions.terms import Edition
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import (
    can_sail,
    effects_of,
    find_pinning_enemies,
    is_derelict,
)
from tableassist.rulebook.state.things import Island, Unit

House = Mapping[str, HouseValue]
TOW_OUT_OF_WEEDS = "tow-out-of-weeds"
ONLY_TOWED = Message("her base move is T: she moves only when towed")
CLOSED_STATES = {
    PieceState.GHOSTLY: Message("a ghostly ship may not dock"),
    PieceState.SUBMERGED: Message("she is submerged"),
}
"""revolution, Keywords (Ghost Ship); the master keyword list (Submarine)."""
NOT_AT_HOME = {
    "Mercenary": Message("a mercenary never docks at her own home island"),
    "Ex-Patriot": Message("an ex-patriot never docks at her own home island"),
}
"""The master keyword list; such a ship starts S away from home."""


class Refusal(NamedTuple):
    """Why something is not allowed."""

    code: str
    """As the referee's fouls name it."""
    words: Message
    section: Text


def refuse_sailing(game: GameState, unit: Unit, edition: Edition) -> Refusal | None:
    """Say why she can be given no move action at all, whatever holds her at the moment."""
    if can_sail(game, unit):
        return None
    words, turn = {"name": unit.name}, edition.turn
    if unit.is_creature and unit.is_bare:
        why = Message("{name} has no segment left and is eliminated", **words)
        refusal = Refusal("out-of-play", why, turn.action_section)
    elif unit.gone:
        refusal = Refusal("out-of-play", Message("{name} is sunk", **words), turn.action_section)
    elif unit.is_wrecked:
        refusal = Refusal("out-of-play", Message("{name} is a wreck", **words), turn.action_section)
    elif unit.is_fort:
        why = Message("{name} is a fort: it only shoots", **words)
        refusal = Refusal("wrong-kind", why, edition.setup.fort_section)
    elif unit.card.base_move == "T":
        refusal = Refusal("wrong-kind", ONLY_TOWED, edition.movement.section)
    else:
        why = Message("{name} is derelict: she may only explore or be repaired", **words)
        refusal = Refusal("derelict", why, turn.derelict_section)
    return refusal


def refuse_leaving(game: GameState, unit: Unit, edition: Edition, *, is_lost: bool, is_pinned: bool) -> Refusal | None:
    """Say what holds her where she is."""
    words = {"name": unit.name}
    if unit.towed_by:
        tower = game.units.get(unit.towed_by)
        section, name = edition.movement.tow_section, unit.towed_by if tower is None else tower.name
        towed = Message("{tower} has her in tow: she moves with her ({section})", tower=name, section=section)
        return Refusal("towed", towed, section)
    if unit.is_tangled:
        tangled = Message("{name} is tangled in the weeds until a roll frees her", **words)
        return Refusal("tangled", tangled, edition.terrain.trigger_section)
    if is_lost:
        lost = Message("{name} is lost in the fog: roll where she comes out first", **words)
        return Refusal("lost", lost, edition.shooting.lost_section)
    if not is_pinned:
        return None
    holder = next(iter(find_pinning_enemies(game, unit)), None)
    pinned = Message("{name} is pinned", **words)
    if holder is not None:
        pinned = Message("{name} is pinned on {enemy}", enemy=game.units[holder].name, **words)
    return Refusal("pinned", pinned, edition.contact.pin_section)


def refuse_ram(
    game: GameState, ship: Unit, enemy: Unit, edition: Edition, *, ship_lost: Message | None, enemy_lost: Message | None
) -> Refusal | None:
    """Say why she cannot ram the other. `ship_lost`, `enemy_lost`: why they are lost in fog; None where they are not.

    A ram follows a move action, so a ship that can be given none rams nobody (every edition, Derelict).
    """
    terms, words = edition.contact, {"name": ship.name, "enemy": enemy.name}
    why = None
    if not enemy.in_play or ship.owner == enemy.owner:
        why = Message("{enemy} is no enemy in play", **words)
    elif not ship.is_ship or not enemy.is_ship:
        why = Message("only ships ram and are rammed", **words)
    elif PieceState.GHOSTLY in enemy.states:
        why = Message("{name} is ghostly", name=enemy.name)
    elif PieceState.SUBMERGED in enemy.states:
        why = Message("{name} is submerged", name=enemy.name)
    elif enemy.is_wrecked:
        why = Message("{name} is a wreck", name=enemy.name)
    elif enemy_lost is not None and terms.lost_cannot_be_met:
        why = enemy_lost
    elif ship_lost is not None:
        why = ship_lost
    elif terms.ram_needs_mast and ship.masts <= 0:
        why = Message("{name} has no mast left", **words)
    elif (sailing := refuse_sailing(game, ship, edition)) is not None:
        why = sailing.words
    elif terms.towed_spares_tower and ship.towed_by == enemy.card.id:
        why = Message("{name} has her in tow", name=enemy.name)
    return None if why is None else Refusal("cannot-be-rammed", why, terms.ram_section)


def refuse_tow(
    game: GameState, tower: Unit, towed: Unit, edition: Edition, house: House, *, is_in_weeds: bool
) -> Refusal | None:
    """Say why she cannot take the other in tow.

    The texts name any derelict (every edition, Tow), so by default also one that another ship tows, or one in the
    weeds. A flotilla of the own fleet is towed as she is: her base move is T. A tow results from a move action, which
    a derelict cannot be given unless an ability moves her. A submarine is never towed (the master keyword list), and a
    wreck stays on its reef (revolution, complete: Reef) unless the table's reading is that it may be towed off.
    """
    is_own_flotilla = towed.has("Flotilla") and bool(tower.owner) and towed.owner == tower.owner
    why = None
    if not is_derelict(game, towed) and not is_own_flotilla:
        why = template("{name} is not derelict")
    elif not can_sail(game, tower):
        why = template("a derelict tows nobody")
    elif towed.has("Submarine"):
        why = template("a submarine is never towed")
    elif towed.is_wrecked and reading("tow-wreck", house) != "yes":
        why = template("a wreck stays on its reef")
    elif towed.towed_by and reading("tow-from-tower", house) != "yes":
        why = template("another ship has {name} in tow")
    elif is_in_weeds and not house.get(TOW_OUT_OF_WEEDS, True):
        why = template("nobody is towed out of a Sargasso Sea: she must repair first")
    if why is None:
        return None
    return Refusal("not-derelict", Message(why, name=towed.name), edition.contact.tow_section)


def refuse_exploring(game: GameState, ship: Unit, other: Unit, edition: Edition, house: House) -> Refusal | None:
    """Say why she cannot explore the other ship: an allied one, a derelict, or by some editions a wreck."""
    section, words = edition.treasure.explore_section, {"other": other.name}
    if not other.in_play or other.card.id == ship.card.id or not other.is_ship:
        return Refusal("out-of-play", Message("{other} cannot be explored", **words), section)
    if ship.owner and other.owner == ship.owner:
        return None
    if other.is_wrecked:
        if edition.contact.explores_wrecks:
            return None
        return Refusal("not-derelict", Message("this edition has no wrecks"), section)
    if is_derelict(game, other) and reading("explore-enemy-derelict", house) == "yes":
        return None
    return Refusal("not-derelict", Message("{name} is neither of her fleet nor derelict", name=other.name), section)


def refuse_docking(
    game: GameState, ship: Unit, island: Island | None, fort: Unit | None, edition: Edition
) -> Refusal | None:
    """Say why she cannot dock at an island, or at the fort that stands on it (`fort`)."""
    why = next((words for state, words in CLOSED_STATES.items() if state in ship.states), None)
    if why is not None:
        pass
    elif island is not None and island.home and island.home != ship.owner:
        if Effect.DOCKS_AT_ENEMY_HOME not in effects_of(game, ship):
            why = Message("it is the home island of {player}: no docking at an opponent's home", player=island.home)
    elif fort is not None and edition.contact.enemy_fort_closed and ship.owner and fort.owner not in ("", ship.owner):
        stands = template("it belongs to {player}: no docking at an enemy fort")
        if island is not None:
            stands = template("the fort of {player} stands on it: no docking at an enemy fort")
        why = Message(stands, player=fort.owner)
    elif island is not None and island.home:
        why = next((words for keyword, words in NOT_AT_HOME.items() if ship.has(keyword)), None)
    return None if why is None else Refusal("may-not-dock", why, edition.contact.docking_section)
