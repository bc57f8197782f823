"""Which pieces are asked whether they may shoot at which, or ram them: seen or not."""

from collections.abc import Mapping

from tableassist.ledger.ledger import PieceState
from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import SAILING_KINDS, PieceKind
from tableassist.pieces.piece import Piece
from tableassist.rules.abilities.effects_of import effects_of
from tableassist.rules.contact.pairs import About, Pairs, only_about
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.ruling.ruling import Ruling
from tableassist.rules.ruling.unseen import not_seen
from tableassist.rules.shooting.cannon_range import RULE as RANGE
from tableassist.rules.shooting.gun import numbers_now
from tableassist.rules.shooting.marine import is_marine
from tableassist.rules.shooting.shot_ruling import RULE as SHOT
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

SHOOTING_KINDS = SAILING_KINDS | {PieceKind.FORT}
"""A sea creature shoots and is shot at like a ship (complete, Sea Creatures), and so does a fort (complete, Forts)."""


def shooters(scene: Scene, about: About = None) -> Pairs:
    """Each piece with cannons, and each enemy of it."""
    enemies = only_about(about, _enemies(scene, SHOOTING_KINDS, marines=True))
    return ((one, other) for one, other in enemies if one.cannons or _has_crew(one, scene))


def rammers(scene: Scene, about: About = None) -> Pairs:
    """A sea creature neither rams nor is rammed (complete, Sea Creatures)."""
    return only_about(about, _enemies(scene, frozenset({PieceKind.SHIP})))


def _has_crew(piece: Piece, scene: Scene) -> bool:
    """A musketeer brings a gun of his own."""
    return bool(scene.ledger.crews.get(piece.id))


def _enemies(scene: Scene, kinds: frozenset[PieceKind], *, marines: bool = False) -> Pairs:
    """What is sunk is out of the game, even where it still lies about."""
    owners = scene.ledger.owners
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    asked = [
        (piece, owners[piece.id])
        for piece in everything
        if (piece.model.kind in kinds or (marines and is_marine(piece)))
        and piece.id in owners
        and not scene.ledger.is_in(piece.id, PieceState.SUNK)
    ]
    return ((one, other) for one, owner in asked for other, enemy in asked if enemy != owner)


def shots_not_seen(subject: Piece, target: Piece, why: Message, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Of each cannon that would be asked about, its range and its shot."""
    lost = scene.ledger.masts_lost.get(subject.id, frozenset())
    numbers = numbers_now(subject, lost, effects_of(subject.id, scene, settings))
    section = settings.edition.range_section
    return [not_seen(rule, subject, target, section, why, number) for number in numbers for rule in (RANGE, SHOT)]


def spared_at_these_shores(
    scene: Scene, changed: Mapping[str, tuple[PlacedPiece, ...]], settings: RuleSettings
) -> frozenset[str]:
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
