"""Random tables in both forms: a scene with its ledger, and the refereed game of the same pieces.

Both are built from the same cards, ticks and poses. The ledger holds only what a person would tick, so that neither
side has computed anything for the other.
"""

import random
from dataclasses import dataclass, replace

import msgspec.structs

from tableassist.pieces import SAILING_KINDS, Cannon, CannonRange, Effect, MoveSegment, PieceKind, PieceState, Segment
from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings, with_edition, with_house
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.referee.referee import fold
from tableassist.rulebook.referee.scene_facts import facts_of, find_dock
from tableassist.rulebook.ruling import Ruling
from tableassist.rulebook.scene import Scene, build_scene
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import CrewStart
from tableassist.store.table import game_start_of
from tableassist.store.table.notes import TableNotes
from tableassist.store.table.table_state import table_state
from tests.rulebook.scenes import land, ship

HULL_FRONT_MM, HULL_HALF_WIDTH_MM, ISLAND_HALF_MM = 20.0, 6.0, 15.0
TOUCHING_MM = 0.1
SIGMA_MM = 0.02
EDITION_NAMES = ("spanish-main", "revolution", "complete")
UNITS = SAILING_KINDS | {PieceKind.FORT}
NATIONS = (None, "Pirate", "Pirate", "Spain")
KEYWORDS = ("Galley", "Longship", "Turtle Ship", "Submarine", "Flotilla", "Mercenary", "Ghost Ship", "Schooner")
SHIP_EFFECTS = tuple(
    each for each in Effect if each not in (Effect.MARINE, Effect.CANCELS_WITHIN_S, Effect.PLACES_FOG_WITHIN_S)
)
CREW_EFFECTS = (
    Effect.MOVE_AND_SHOOT,
    Effect.EXTRA_3S_CANNON_ANY_MAST,
    Effect.MARINE,
    Effect.DERELICT_MOVES_S,
    Effect.FOREIGN_CREW_ACTS,
    Effect.CANNOT_BE_PINNED,
    Effect.SHOOTS_SUBMERGED_WITHIN_S,
    Effect.NOT_HIT_BY_L_CANNONS,
    Effect.ALL_CANNONS_L,
)
TICKED = (
    PieceState.DERELICT,
    PieceState.SUBMERGED,
    PieceState.GHOSTLY,
    PieceState.LOST,
    PieceState.PINNED,
    PieceState.TANGLED,
    PieceState.WRECKED,
    PieceState.CANCELLED,
    PieceState.SUNK,
)
HOUSE = {
    "own-fleet-shot": ("yes", "no"),
    "explore-enemy-derelict": ("yes", "no"),
    "boards-back-ghost": ("yes", "no"),
    "pin-needs-ram": (True, False),
    "tow-out-of-weeds": (True, False),
    "tow-wreck": ("yes", "no"),
    "prize-sheltered": ("yes", "no"),
    "musketeer-derelict": ("yes", "no"),
    "ticked-derelict": ("tick", "camera"),
    "ticked-lost": ("tick", "camera"),
    "ticked-pinned": ("tick", "camera"),
    "ticked-tangled": ("tick", "camera"),
    "ticked-wrecked": ("tick", "camera"),
}


@dataclass(frozen=True)
class BothForms:
    """One table, as the camera's rules see it and as the referee keeps it."""

    scene: Scene
    settings: RuleSettings
    rulings: tuple[Ruling, ...]
    game: GameState
    label: str


def random_state(seed: object) -> BothForms:
    rng = random.Random(f"both forms {seed}")
    settings = _random_settings(rng)
    terrain_kinds = sorted(settings.edition.terrain.kinds)
    placed = [
        land("home-A", 0.0, 0.0),
        land("home-B", 600.0, 0.0),
        land("wild", 300.0, 0.0),
        *(
            land(kind.value, 300.0 * column, 400.0, kind=kind)
            for column, kind in enumerate(terrain_kinds)
            if kind in (PieceKind.FOG_BANK, PieceKind.SARGASSO_SEA)
        ),
    ]
    placed = [(piece, replace_sigma(at)) for piece, at in placed]
    islands = {piece.id: at.pose for piece, at in placed}
    ships = []
    for number in range(rng.randint(2, 4)):
        ships.append(_random_ship(rng, settings, number, islands, ships))
    if settings.edition.name != "spanish-main" and rng.random() < 0.3:
        ships.append(_fort(rng))
    placed += ships
    crews, crew_cards = _random_crew(rng, ships)
    settings = replace(
        settings,
        crew_effects={card.card: card.effects for card in crew_cards},
        crew_nations={card.card: card.nation for card in crew_cards if card.nation},
    )
    notes = _random_notes(rng, ships, crews, crew_cards)
    pieces = tuple(piece for piece, _ in placed)
    scene = build_scene(pieces, {piece.id: at for piece, at in placed}, table_state(pieces, notes, settings), 0)
    return with_game(scene, settings, str(seed))


def with_game(scene: Scene, settings: RuleSettings, label: str) -> BothForms:
    """The refereed game of the same table: cards and ticks as its set-up, contacts as facts."""
    rulings = adjudicate(scene, settings)
    start = game_start_of(scene.state, settings)
    game = new_game(msgspec.structs.replace(start, ships=tuple(_docked(each, start, rulings) for each in start.ships)))
    for towed, tower in scene.state.towed_by.items():
        game = game.with_unit(game.units[towed], towed_by=tower)
        game = game.with_unit(game.units[tower], towing=(*game.units[tower].towing, towed))
    for fact in facts_of(game, scene, rulings, settings):
        game = fold(game, fact)
    # A few pieces without treasure would end the game at once, and what is owed does not matter here.
    game = msgspec.structs.replace(game, duties=(), phase=Phase.PLAYING, ending=None)
    return BothForms(scene, settings, rulings, game, label)


def _random_settings(rng: random.Random) -> RuleSettings:
    edition = EDITIONS[rng.choice(EDITION_NAMES)]
    house = {name: rng.choice(values) for name, values in HOUSE.items() if rng.random() < 0.15}
    return with_house(with_edition(RuleSettings(), edition), house)


def replace_sigma(at):
    import numpy as np

    return replace(at, own=np.diag([SIGMA_MM**2, SIGMA_MM**2, (SIGMA_MM / 40) ** 2]))


def _random_ship(rng, settings, number, islands, others):
    """At sea, docked, in fog, or with her bow against another's side or bow."""
    owner, masts = rng.choice("AB"), rng.randint(1, 3)
    x, y, heading = 150.0 + 170.0 * number, 200.0, 0.0
    where = rng.choice(("sea", "sea", "home", "enemy-home", "wild", "fog-bank", "sargasso-sea", "side", "bow", "side"))
    if where in ("home", "enemy-home", "wild"):
        enemy = "B" if owner == "A" else "A"
        island = {"home": f"home-{owner}", "enemy-home": f"home-{enemy}", "wild": "wild"}[where]
        lane = 12.5 * number - 18.0
        x, y = islands[island].x_mm - ISLAND_HALF_MM - HULL_FRONT_MM - TOUCHING_MM, islands[island].y_mm
        x, y = (x, y + lane) if abs(lane) < ISLAND_HALF_MM else (x - 200.0, y - 100.0)
    elif where in islands:
        x, y = islands[where].x_mm, islands[where].y_mm + 100.0 * (number - 1)
    elif where in ("side", "bow") and others:
        met = rng.choice(others)[1].pose
        if where == "side":
            x, y = met.x_mm - 10.0, met.y_mm - HULL_HALF_WIDTH_MM - HULL_FRONT_MM - TOUCHING_MM
            heading = 90.0
        else:
            x, y = met.x_mm + 2 * HULL_FRONT_MM + TOUCHING_MM, met.y_mm
            heading = 180.0
    keywords = tuple(each for each in KEYWORDS if rng.random() < 0.06)
    hull = rng.random()
    model = {"name": "galley-2"} if hull < 0.03 else {"name": "longship-2"} if hull < 0.05 else {}
    piece, at = ship(f"s{number}", owner, x, y, heading, masts=tuple(8.0 - 8.0 * k for k in range(masts)))
    kind = PieceKind.SHIP
    if settings.edition.name == "complete" and rng.random() < 0.1:
        kind, keywords, model = PieceKind.SEA_CREATURE, (), {}
        segments = tuple(Segment(8.0 - 8.0 * k, 0.0, 25.0, 2.0) for k in range(masts))
        model = {"masts": (), "segments": segments, "bow_zone_from_x_mm": None}
    cannons = tuple(
        Cannon(mast, rng.randint(2, 4), CannonRange(rng.choice("SL")), mast) for mast in range(1, masts + 1)
    )
    piece = replace(
        piece,
        model=replace(piece.model, kind=kind, **model),
        cannons=cannons,
        keywords=keywords,
        effects=tuple(each for each in SHIP_EFFECTS if rng.random() < 0.04),
        nation=rng.choice(NATIONS),
        base_move=(MoveSegment.LONG,) if "Flotilla" not in keywords else (MoveSegment.TOWED,),
    )
    return piece, replace_sigma(at)


def _fort(rng):
    piece, at = ship("fort", rng.choice("AB"), 300.0, 3.0, 0.0, masts=(0.0,))
    model = replace(piece.model, kind=PieceKind.FORT, name="fort", bow_zone_from_x_mm=None)
    cannons = (Cannon(1, 3, CannonRange.LONG, 1),)
    return replace(piece, model=model, cannons=cannons), replace_sigma(at)


def _random_crew(rng, ships):
    crews: dict[str, tuple[str, ...]] = {}
    cards: list[CrewStart] = []
    for piece, _ in ships:
        if piece.model.kind is not PieceKind.SHIP:
            continue
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            key = f"crew-{len(cards) + 1}"
            nation = rng.choice(("", "Pirate", "Pirate", "Spain"))
            card = CrewStart(
                key,
                piece.owner,
                at=piece.id,
                nation=nation,
                card=key,
                effects=(rng.choice(CREW_EFFECTS),),
                cancelled=rng.random() < 0.08,
            )
            cards.append(card)
            crews[piece.id] = (*crews.get(piece.id, ()), key)
    return crews, cards


def _random_notes(rng, ships, crews, crew_cards):
    lost: dict[str, frozenset[int]] = {}
    states: dict[str, frozenset[PieceState]] = {}
    towed: dict[str, str] = {}
    for piece, _ in ships:
        masts = piece.model.upright_count
        gone = rng.choice((0, 0, 0.3, 1))
        off = frozenset(mast for mast in range(1, masts + 1) if rng.random() < gone)
        if off:
            lost[piece.id] = off
        ticked = frozenset(each for each in TICKED if rng.random() < 0.025 and _may_be_ticked(piece, each))
        if ticked:
            states[piece.id] = ticked
    for card in crew_cards:
        if card.cancelled:
            states[card.card] = frozenset({PieceState.CANCELLED})
    return TableNotes(
        players=("A", "B"),
        owners={piece.id: piece.owner for piece, _ in ships},
        masts_lost=lost,
        homes={"home-A": "A", "home-B": "B"},
        fleets={piece.id: piece.owner for piece, _ in ships},
        states=states,
        crews=crews,
        towed_by=towed,
    )


def _may_be_ticked(piece, state):
    ships_only = (PieceState.DERELICT, PieceState.PINNED, PieceState.WRECKED, PieceState.GHOSTLY)
    if piece.model.kind is PieceKind.FORT:
        return state in (PieceState.SUNK, PieceState.CANCELLED)
    return state not in ships_only or piece.model.kind is PieceKind.SHIP


def _docked(ship, start, rulings):
    """A ship that lies at a fort lies at its island; forts stand on the wild island."""
    forts = {each.id for each in start.ships if each.kind is PieceKind.FORT}
    at = find_dock(rulings, ship.id)
    return msgspec.structs.replace(ship, at="wild" if ship.id in forts or at in forts else at, cargo=3, points=10)
