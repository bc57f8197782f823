"""Which pieces are asked whether they may shoot at which: seen or not."""

from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.abilities.effects_of import effects_of
from tableassist.rules.contact.pairs import enemies, only_about
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.rule import About, Changed, Pairs
from tableassist.rules.ruling.ruling import Ruling
from tableassist.rules.ruling.unseen import not_seen
from tableassist.rules.shooting.cannon_range import RULE as RANGE
from tableassist.rules.shooting.gun import numbers_now
from tableassist.rules.shooting.marine import is_marine
from tableassist.rules.shooting.shot_ruling import RULE as SHOT
from tableassist.scene.scene import Scene

SHOOTING_KINDS = (PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.FORT)
"""A sea creature shoots and is shot at like a ship (complete, Sea Creatures), and so does a fort (complete, Forts)."""


def shooters(scene: Scene, about: About = None) -> Pairs:
    """Each piece with cannons, and each enemy of it."""
    pairs = only_about(about, enemies(scene, _can_shoot))
    return ((one, other) for one, other in pairs if one.cannons or _has_crew(one, scene))


def _can_shoot(piece: Piece) -> bool:
    return piece.model.kind in SHOOTING_KINDS or is_marine(piece)


def _has_crew(piece: Piece, scene: Scene) -> bool:
    """A musketeer brings a gun of the own."""
    return bool(scene.ledger.crews.get(piece.id))


def shots_not_seen(subject: Piece, target: Piece, why: str, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Of each cannon that would be asked about, its range and its shot."""
    lost = scene.ledger.masts_lost.get(subject.id, frozenset())
    numbers = numbers_now(subject, lost, effects_of(subject.id, scene, settings))
    section = settings.edition.shooting.range_section
    return [not_seen(rule, subject, target, section, why, number) for number in numbers for rule in (RANGE, SHOT)]


def spared_at_these_shores(scene: Scene, changed: Changed, settings: RuleSettings) -> frozenset[str]:
    """Ships that may be docked where an island or fort has changed, and whom that protects; and marines, who shoot and
    are shot at only ashore."""
    shores = [places[0] for places in changed.values() if places[0].piece.model.kind in _SHORES]
    if not shores:
        return frozenset()
    owners = scene.ledger.owners
    hosts = {scene.ledger.homes.get(shore.id) for shore in shores} - {None}
    spared = (each.id for each in scene.pieces if Effect.NOT_SHOT_WHILE_DOCKED in effects_of(each.id, scene, settings))
    marines = (each.id for each in scene.pieces if is_marine(each.piece))
    return frozenset([piece for piece, owner in owners.items() if owner in hosts]).union(spared, marines)


_SHORES = (PieceKind.ISLAND, PieceKind.FORT)
