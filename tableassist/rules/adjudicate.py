"""All questions of the moment, in one visible order."""

from collections.abc import Callable, Iterator

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Cannon, Piece
from tableassist.rules.cannon_range import RULE as RANGE
from tableassist.rules.cannon_range import rule_range
from tableassist.rules.docking import RULE as DOCKING
from tableassist.rules.docking import rule_docking
from tableassist.rules.line_of_fire import rule_line_of_fire
from tableassist.rules.ram import RULE as RAM
from tableassist.rules.ram import rule_ram
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Rulings = Iterator[Ruling]


def _shots(scene: Scene, settings: RuleSettings) -> Rulings:
    for shooter, target in _enemies(scene):
        missing = _missing(scene, shooter, target)
        for cannon in shooter.cannons:
            if cannon.mast in scene.ledger.masts_lost.get(shooter.id, frozenset()):
                continue
            if missing is not None:
                yield _not_seen(RANGE, shooter, target, settings.edition.range_section, missing, cannon.mast)
            else:
                yield from _shot(scene.at(shooter), cannon, scene.at(target), scene, settings)


def _shot(shooter: PlacedPiece, cannon: Cannon, target: PlacedPiece, scene: Scene, settings: RuleSettings) -> Rulings:
    in_range = rule_range(shooter, cannon, target, settings)
    yield in_range
    if in_range.verdict is not Verdict.NO:
        line = rule_line_of_fire(shooter, cannon, target, in_range, scene, settings)
        if line is not None:
            yield line


def _dockings(scene: Scene, settings: RuleSettings) -> Rulings:
    for ship in _of_kind(scene, PieceKind.SHIP):
        for island in _of_kind(scene, PieceKind.ISLAND):
            missing = _missing(scene, ship, island)
            if missing is not None:
                yield _not_seen(DOCKING, ship, island, settings.edition.docking_section, missing)
            elif (ruling := rule_docking(scene.at(ship), scene.at(island), scene, settings)) is not None:
                yield ruling


def _rams(scene: Scene, settings: RuleSettings) -> Rulings:
    for ship, enemy in _enemies(scene):
        missing = _missing(scene, ship, enemy)
        if missing is not None:
            yield _not_seen(RAM, ship, enemy, settings.edition.ram_section, missing)
        elif (ruling := rule_ram(scene.at(ship), scene.at(enemy), settings)) is not None:
            yield ruling


RULES: tuple[Callable[[Scene, RuleSettings], Rulings], ...] = (_shots, _dockings, _rams)


def adjudicate(scene: Scene, settings: RuleSettings) -> tuple[Ruling, ...]:
    return tuple(ruling for rule in RULES for ruling in rule(scene, settings))


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
