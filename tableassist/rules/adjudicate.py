"""All questions of the moment, in one visible order."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.cannon_range import RULE as RANGE
from tableassist.rules.cannon_range import rule_ranges
from tableassist.rules.docking import RULE as DOCKING
from tableassist.rules.docking import rule_docking
from tableassist.rules.line_of_fire import RULE as LINE
from tableassist.rules.line_of_fire import rule_line_of_fire
from tableassist.rules.ram import RULE as RAM
from tableassist.rules.ram import rule_ram
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Rulings = Iterator[Ruling]

BEYOND_REACH_MM = 20.0
"""A piece this much farther off than L, edge to edge, does not stand in the way of a shot."""


def _of_kind(scene: Scene, kind: PieceKind) -> list[Piece]:
    """Seen or not: a question about a piece that nobody sees has an answer too."""
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    return [piece for piece in everything if piece.model.kind is kind]


def _enemies(scene: Scene) -> Iterator[tuple[Piece, Piece]]:
    ships = _of_kind(scene, PieceKind.SHIP)
    for ship in ships:
        for other in ships:
            if scene.ledger.are_enemies(ship.id, other.id):
                yield ship, other


def _shores(scene: Scene) -> Iterator[tuple[Piece, Piece]]:
    return product(_of_kind(scene, PieceKind.SHIP), _of_kind(scene, PieceKind.ISLAND))


def _shots(shooter: Piece, target: Piece, scene: Scene, settings: RuleSettings) -> Rulings:
    lost = scene.ledger.masts_lost.get(shooter.id, frozenset())
    cannons = tuple(cannon for cannon in shooter.cannons if cannon.mast not in lost)
    missing = _missing(scene, shooter, target)
    if missing is not None:
        for cannon in cannons:
            yield _not_seen(RANGE, shooter, target, settings.edition.range_section, missing, cannon.mast)
        return
    yield from _with_lines(
        rule_ranges(scene.at(shooter), cannons, scene.at(target), settings), shooter, target, scene, settings
    )


def _with_lines(
    ranges: Iterable[Ruling], shooter: Piece, target: Piece, scene: Scene, settings: RuleSettings
) -> Rulings:
    """Each ruling on a range, followed by the one on its line of fire where there is any to draw."""
    by_mast = {cannon.mast: cannon for cannon in shooter.cannons}
    for in_range in ranges:
        yield in_range
        if in_range.verdict in (Verdict.YES, Verdict.TOO_CLOSE) and in_range.cannon is not None:
            line = rule_line_of_fire(
                scene.at(shooter), by_mast[in_range.cannon], scene.at(target), in_range, scene, settings
            )
            if line is not None:
                yield line


def _docking(ship: Piece, island: Piece, scene: Scene, settings: RuleSettings) -> Rulings:
    missing = _missing(scene, ship, island)
    if missing is not None:
        yield _not_seen(DOCKING, ship, island, settings.edition.docking_section, missing)
    elif (ruling := rule_docking(scene.at(ship), scene.at(island), scene, settings)) is not None:
        yield ruling


def _ram(ship: Piece, enemy: Piece, scene: Scene, settings: RuleSettings) -> Rulings:
    missing = _missing(scene, ship, enemy)
    if missing is not None:
        yield _not_seen(RAM, ship, enemy, settings.edition.ram_section, missing)
    elif (ruling := rule_ram(scene.at(ship), scene.at(enemy), settings)) is not None:
        yield ruling


def _missing(scene: Scene, *pieces: Piece) -> str | None:
    """Why these pieces cannot be judged, or None."""
    for piece in pieces:
        placed = scene.find(piece.id)
        if placed is None:
            return f"{piece.name} has not been seen"
        if placed.is_stale:
            return f"{piece.name} has been hidden for {placed.hidden_s:.1f} s"
    return None


def _not_seen(rule: str, subject: Piece, target: Piece, citation: str, reason: str, mast: int | None = None) -> Ruling:
    return Ruling(
        rule=rule,
        subject=subject.id,
        target=target.id,
        cannon=mast,
        verdict=Verdict.NOT_SEEN,
        measured_mm=None,
        limit_mm=None,
        sigma_mm=None,
        probability=None,
        citation=citation,
        witness=None,
        reason=reason,
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """All questions of one kind between two pieces."""

    names: frozenset[str]
    pairs: Callable[[Scene], Iterator[tuple[Piece, Piece]]]
    judge: Callable[[Piece, Piece, Scene, RuleSettings], Rulings]
    past_others: bool
    """Whether pieces between the two can change the answer."""


RULES: tuple[Rule, ...] = (
    Rule(frozenset({RANGE, LINE}), _enemies, _shots, past_others=True),
    Rule(frozenset({DOCKING}), _shores, _docking, past_others=False),
    Rule(frozenset({RAM}), _enemies, _ram, past_others=False),
)


def adjudicate(
    scene: Scene, settings: RuleSettings, before: tuple[Scene, tuple[Ruling, ...]] | None = None
) -> tuple[Ruling, ...]:
    """What a piece that changed since `before` cannot affect is taken from there; the very tuple if nothing changed."""
    changed = _changed(scene, before[0]) if before is not None else None
    if before is not None and changed is not None and not changed and before[0].ledger is scene.ledger:
        return before[1]
    kept = _by_pair(before[1]) if before is not None and before[0].ledger is scene.ledger else {}
    far = settings.ruler.long_mm + BEYOND_REACH_MM
    rulings: list[Ruling] = []
    for rule in RULES:
        for subject, target in rule.pairs(scene):
            old = [ruling for ruling in kept.get((subject.id, target.id), ()) if ruling.rule in rule.names]
            if not old or changed is None or subject.id in changed or target.id in changed:
                rulings += rule.judge(subject, target, scene, settings)
            elif rule.past_others and _in_the_way(subject, scene, changed, far):
                ranges = [ruling for ruling in old if ruling.rule == RANGE]
                rulings += _with_lines(ranges, subject, target, scene, settings)
            else:
                rulings += old
    return tuple(rulings)


def _changed(scene: Scene, before: Scene) -> dict[str, tuple[PlacedPiece, ...]]:
    """Each piece that is not the same value as before, where it is and where it was."""
    now = {placed.id: placed for placed in scene.pieces}
    then = {placed.id: placed for placed in before.pieces}
    changed = {}
    for piece in {**now, **then}:
        if now.get(piece) is not then.get(piece):
            changed[piece] = tuple(placed for placed in (now.get(piece), then.get(piece)) if placed is not None)
    return changed


def _by_pair(rulings: tuple[Ruling, ...]) -> dict[tuple[str, str], list[Ruling]]:
    pairs: dict[tuple[str, str], list[Ruling]] = {}
    for ruling in rulings:
        pairs.setdefault((ruling.subject, ruling.target), []).append(ruling)
    return pairs


def _in_the_way(subject: Piece, scene: Scene, changed: dict[str, tuple[PlacedPiece, ...]], far_mm: float) -> bool:
    """Whether something that changed may stand, or have stood, in the way of the ship's shots."""
    shooter = scene.find(subject.id)
    if shooter is None:
        return False
    middle = (shooter.pose.pose.x_mm, shooter.pose.pose.y_mm)
    return any(
        math.dist(middle, (other.pose.pose.x_mm, other.pose.pose.y_mm)) < far_mm + shooter.reach_mm + other.reach_mm
        for places in changed.values()
        for other in places
    )
