"""The set-up step by step: what is done, what comes next, and whether the picture agrees."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec.structs

from tableassist.messages import Message, Text
from tableassist.rulebook import PIRATES, AnyAct, GameState, Offer, RuleSettings, Ruling, Scene, Verdict
from tableassist.rulebook.acts import (
    Act,
    AssignCrew,
    BeginPlay,
    ChooseHome,
    Contribute,
    DealTreasure,
    PlaceIsland,
    PlaceShip,
    PlaceTerrain,
    RollForFirst,
)
from tableassist.rulebook.engine import island_spacing, rule_set_up
from tableassist.rulebook.referee import ADVICE, judge_act
from tableassist.rulebook.referee.setup import (
    fleet_problems,
    islands_to_place,
    list_placed_islands,
    missing,
    next_to_place,
    next_to_place_terrain,
    set_up_offers,
    ships_to_place,
    terrain_to_place,
    total_of,
)


class SetUpPart(StrEnum):
    FIRST = "first"
    ISLANDS = "islands"
    TERRAIN = "terrain"
    HOMES = "homes"
    SHIPS = "ships"
    CREW = "crew"
    TREASURE = "treasure"
    FLEETS = "fleets"
    BEGIN = "begin"


class SetUpState(StrEnum):
    AGREED = "agreed"
    """Done, and the picture says nothing against it."""
    NOW = "now"
    """Something of it can be done."""
    WAITS = "waits"
    """For a step before it."""
    DIFFERS = "differs"
    """Said to be done, but the picture or the rules say otherwise."""


TITLES = {
    SetUpPart.FIRST: Message("Who is first"),
    SetUpPart.ISLANDS: Message("Islands"),
    SetUpPart.TERRAIN: Message("Terrain"),
    SetUpPart.HOMES: Message("Home islands"),
    SetUpPart.SHIPS: Message("Ships at home"),
    SetUpPart.CREW: Message("Crew"),
    SetUpPart.TREASURE: Message("Treasure"),
    SetUpPart.FLEETS: Message("Fleets"),
    SetUpPart.BEGIN: Message("Begin"),
}
STEP_OF: dict[type[Act], SetUpPart] = {
    RollForFirst: SetUpPart.FIRST,
    PlaceIsland: SetUpPart.ISLANDS,
    PlaceTerrain: SetUpPart.TERRAIN,
    ChooseHome: SetUpPart.HOMES,
    PlaceShip: SetUpPart.SHIPS,
    AssignCrew: SetUpPart.CREW,
    Contribute: SetUpPart.TREASURE,
    DealTreasure: SetUpPart.TREASURE,
    BeginPlay: SetUpPart.BEGIN,
}
WORST = (Verdict.NO, Verdict.TOO_CLOSE, Verdict.NOT_SEEN, Verdict.YES)


@dataclass(frozen=True, slots=True)
class SetUpCheck:
    """One thing that was looked at."""

    subject: str
    words: Text
    verdict: Verdict
    measured_mm: float | None = None
    sigma_mm: float | None = None


@dataclass(frozen=True, slots=True)
class SetUpStep:
    kind: SetUpPart
    state: SetUpState
    checks: tuple[SetUpCheck, ...] = ()
    seen: tuple[AnyAct, ...] = ()
    """What the picture shows to have been done, and nobody has said yet."""
    offers: tuple[Offer, ...] = ()
    """What else can be done now."""


def guide(
    game: GameState, scene: Scene | None, settings: RuleSettings, moving: frozenset[str] = frozenset()
) -> tuple[SetUpStep, ...]:
    """`scene`: None while the mat is not seen. `moving`: pieces that somebody has in hand."""
    checks = {} if scene is None else _looked_at(game, scene, settings)
    checks[SetUpPart.FLEETS] = tuple(_fleets(game))
    seen = () if scene is None else seen_acts(game, scene, settings, moving)
    offered, lacking = set_up_offers(game), {STEP_OF[type(each.act)] for each in missing(game)}
    steps = []
    for kind in SetUpPart:
        mine = tuple(each for each in seen if STEP_OF[type(each)] is kind)
        offers = tuple(_measured(each) for each in offered if STEP_OF[type(each.act)] is kind)
        looked = checks.get(kind, ())
        state = _state(kind, kind in lacking, offers, looked)
        if offers or looked or kind in lacking or kind is not SetUpPart.CREW:
            steps.append(SetUpStep(kind, state, looked, mine, offers))
    return tuple(steps)


def _state(kind: SetUpPart, lacks: bool, offers: Sequence[Offer], checks: Sequence[SetUpCheck]) -> SetUpState:
    if kind is SetUpPart.BEGIN:
        return SetUpState.NOW if offers else SetUpState.WAITS
    if lacks:
        return SetUpState.NOW if offers else SetUpState.WAITS
    if kind is SetUpPart.FLEETS:
        against = any(each.verdict is Verdict.NO for each in checks)
    else:
        against = any(each.verdict is not Verdict.YES for each in checks)
    return SetUpState.DIFFERS if against else SetUpState.AGREED


def _measured(offer: Offer) -> Offer:
    """What the camera measures is not asked for."""
    needs = tuple(each for each in offer.needs if each.choices or each.field in ("values", "unique"))
    return Offer(offer.player, offer.act, offer.words, needs)


def seen_acts(
    game: GameState, scene: Scene, settings: RuleSettings, moving: frozenset[str] = frozenset()
) -> tuple[AnyAct, ...]:
    """Each judged to be no foul, and none that needs another of them first."""
    found: list[AnyAct] = []
    rulings = rule_set_up(scene, settings)

    def lies(piece: str) -> bool:
        return scene.find(piece) is not None and piece not in moving

    for island in filter(lies, islands_to_place(game)):
        spacing = island_answer(game, scene, settings, island)
        found.append(PlaceIsland(next_to_place(game), island, spacing))
    for terrain in filter(lies, terrain_to_place(game)):
        answer = _worst(_about(rulings, terrain))
        found.append(PlaceTerrain(next_to_place_terrain(game), terrain, answer))
    found += _ships_seen(game, rulings, filter(lies, ships_to_place(game)))
    return tuple(each for each in found if not judge_act(game, each).is_foul)


def _ships_seen(game: GameState, rulings: Sequence[Ruling], ships: Iterable[str]) -> Iterator[PlaceShip]:
    for ship in ships:
        owner = game.units[ship].owner
        home = game.home_of(owner)
        if home and any((each.subject, each.target, each.verdict) == (ship, home, Verdict.YES) for each in rulings):
            yield PlaceShip(owner, ship, home, Verdict.YES)


def island_answer(game: GameState, scene: Scene, settings: RuleSettings, island: str) -> Verdict | None:
    """Whether it lies as it must from those that were placed before it; None for the first."""
    return _worst(_spacing_of(game, scene, settings, island))


def _spacing_of(game: GameState, scene: Scene, settings: RuleSettings, island: str) -> tuple[Ruling, ...]:
    lie = [scene.find(each) for each in (island, *list_placed_islands(game))]
    there = [each for each in dict.fromkeys(lie) if each is not None]
    if len(there) < 2:
        return ()
    return tuple(each for each in island_spacing(there, settings, settings.edition.setup) if each.subject == island)


def _about(rulings: Iterable[Ruling], piece: str) -> Iterator[Ruling]:
    return (each for each in rulings if piece in (each.subject, each.target))


def _worst(rulings: Iterable[Ruling]) -> Verdict | None:
    found = {each.verdict for each in rulings}
    return next((each for each in WORST if each in found), None)


def _looked_at(game: GameState, scene: Scene, settings: RuleSettings) -> dict[SetUpPart, tuple[SetUpCheck, ...]]:
    rulings = rule_set_up(scene, settings)
    placed, terrain = list_placed_islands(game), game.set_up.terrain
    ships = {each.id for each in game.units.values() if each.id in game.set_up.ships}
    islands = [*_not_seen(game, scene, placed), *_islands(game, scene, settings)]
    lying = [_check(each) for each in rulings if each.subject in terrain and each.verdict is not Verdict.YES]
    at_home = [_check(each) for each in rulings if each.subject in ships]
    return {
        SetUpPart.ISLANDS: tuple(islands),
        SetUpPart.TERRAIN: (*_not_seen(game, scene, terrain), *lying),
        SetUpPart.SHIPS: tuple(at_home),
    }


def _islands(game: GameState, scene: Scene, settings: RuleSettings) -> Iterator[SetUpCheck]:
    """Each island's nearest to a limit: also of those that are being placed."""
    must = game.edition.setup.spacing_must
    coming = [each for each in islands_to_place(game) if scene.find(each) is not None]
    for island in dict.fromkeys((*list_placed_islands(game), *coming)):
        rulings = _spacing_of(game, scene, settings, island)
        if island in game.islands and rulings:
            worst = min(rulings, key=lambda each: (WORST.index(each.verdict), _room_mm(each)))
            check = _check(worst, about=island)
            if not must and check.verdict is not Verdict.YES:  # only recommended
                check = SetUpCheck(check.subject, check.words, Verdict.YES, check.measured_mm, check.sigma_mm)
            yield check


def _room_mm(ruling: Ruling) -> float:
    return 0.0 if ruling.measured_mm is None or ruling.limit_mm is None else abs(ruling.measured_mm - ruling.limit_mm)


def _check(ruling: Ruling, about: str = "") -> SetUpCheck:
    return SetUpCheck(about or ruling.subject, ruling.reason, ruling.verdict, ruling.measured_mm, ruling.sigma_mm)


def _not_seen(game: GameState, scene: Scene, pieces: Iterable[str]) -> Iterator[SetUpCheck]:
    for piece in pieces:
        if scene.find(piece) is None and (piece in game.islands or piece in game.terrain):
            yield SetUpCheck(piece, Message("not seen on the table"), Verdict.NOT_SEEN)


def _fleets(game: GameState) -> Iterator[SetUpCheck]:
    for player in game.order:
        for problem in fleet_problems(game, player, limit=total_of(game, player)):
            reason = problem.reason
            words = Message("{words} ({section})", words=reason.words, section=reason.section)
            yield SetUpCheck(player, words, Verdict.YES if reason.code == ADVICE else Verdict.NO)


def dealt_acts(game: GameState) -> tuple[AnyAct, ...]:
    """All deals that are left, each after the one before."""
    made: list[AnyAct] = []
    while deals := [each.act for each in set_up_offers(game) if isinstance(each.act, DealTreasure)]:
        made.append(deals[0])
        game = PIRATES.apply(game, deals[0])
    return tuple(made)


def in_turn(game: GameState, seen: Iterable[AnyAct]) -> tuple[AnyAct, ...]:
    """All islands or all terrain that lie there, counted as placed by the players in turn."""
    made: list[AnyAct] = []
    for each in seen:
        act = each
        if isinstance(each, PlaceIsland):
            act = msgspec.structs.replace(each, player=next_to_place(game))
        elif isinstance(each, PlaceTerrain):
            act = msgspec.structs.replace(each, player=next_to_place_terrain(game))
        if not judge_act(game, act).is_foul:
            made.append(act)
            game = PIRATES.apply(game, act)
    return tuple(made)
