"""What keeps a ship out of contact: fog, her keywords, and what she is in now.

A piece that touches a fog bank is put wholly inside and is lost; so one that lies in it, wholly or partly, is lost.
One that only touches it from outside has either just come out, and is lost no more, or must still be put inside.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import shapely

from tableassist.messages import Message
from tableassist.pieces import SAILING_KINDS, Effect, Piece, PieceKind, PieceState
from tableassist.rulebook.contact.contact import near
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import all_when_one_changes
from tableassist.rulebook.ruling import Verdict, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.new_game import keywords_of
from tableassist.rulebook.state.questions import is_derelict, is_in
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, Separation, between_all

LOST_OR_NOT = all_when_one_changes(SAILING_KINDS, PieceKind.FOG_BANK)
"""What must be judged anew when a fog bank is seen or shifted."""


@dataclass(frozen=True, slots=True)
class InFog:
    """A piece that lies in a fog bank (yes), or that touches it and may (too close)."""

    fog: PlacedPiece
    verdict: Verdict


def why_lost(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """Why she is surely lost, to be read after a "but"; None where she is not, or may not be."""
    if is_in(scene.state, placed.id, PieceState.LOST):
        return Message("{name} is lost", name=placed.name)
    fog = in_fog(placed, scene, settings)
    if fog is None or fog.verdict is not Verdict.YES:
        return None
    return Message("{name} lies in {fog} and is lost", name=placed.name, fog=fog.fog.name)


def why_perhaps_lost(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """Why she may be lost, where that is not sure."""
    if is_in(scene.state, placed.id, PieceState.LOST):
        return None
    fog = in_fog(placed, scene, settings)
    if fog is None or fog.verdict is Verdict.YES:
        return None
    details = {"name": placed.name, "fog": fog.fog.name}
    return Message("{name} touches {fog} and is lost, unless she has just come out of it", **details)


def in_fog(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> InFog | None:
    """By what is seen; None where she is clear of fog, where the edition has none, and for one who ignores it."""
    if PieceKind.FOG_BANK not in settings.edition.terrain.kinds:
        return None
    fog = _fogbound(scene, settings.contact_tolerance_mm).get(placed.id)
    if fog is None or is_in(scene.state, placed.id, PieceState.GHOSTLY):
        return None
    return None if Effect.IGNORES_TERRAIN in scene.effects_of(placed.id) else fog


@lru_cache(maxsize=4)
def _fogbound(scene: Scene, tolerance_mm: float) -> Mapping[str, InFog]:
    """Every ship and creature that lies in fog or touches it."""
    if not any(piece.piece.model.kind is PieceKind.FOG_BANK for piece in scene.pieces):
        return {}
    pairs = [
        (subject, target)
        for pair in near(scene, None)
        for subject, target in (pair, pair[::-1])
        if _is_asked(subject, target)
    ]
    touch_parts = [Parts(subject, subject.footprint, fog, fog.footprint) for subject, fog in pairs]
    fogbound: dict[str, InFog] = {}
    for parts, apart in zip(touch_parts, between_all(touch_parts), strict=True):
        verdict = _verdict(parts, apart, tolerance_mm)
        earlier = fogbound.get(parts.one.id)
        if verdict is not Verdict.NO and (earlier is None or verdict is Verdict.YES):
            fogbound[parts.one.id] = InFog(parts.other, verdict)
    return fogbound


def _is_asked(one: PlacedPiece, other: PlacedPiece) -> bool:
    return one.piece.model.kind in SAILING_KINDS and other.piece.model.kind is PieceKind.FOG_BANK


def _verdict(parts: Parts, apart: Separation, tolerance_mm: float) -> Verdict:
    """Yes where she lies deeper in it than pieces that only touch seem to, no where she does not touch it."""
    deep = -apart.mm
    if deep > 0 and shapely.covers(parts.other_part, parts.part):
        deep += shapely.distance(parts.part, parts.other_part.boundary)
    if margin_call(deep - tolerance_mm, apart.sigma_mm)[0] is Verdict.YES:
        return Verdict.YES
    touches = margin_call(tolerance_mm - apart.mm, apart.sigma_mm)[0]
    return Verdict.NO if touches is Verdict.NO else Verdict.TOO_CLOSE


NEVER_PINNED = {
    "Galley": Message("a galley that rams is not pinned"),
    "Longship": Message("a longship cannot be pinned"),
    "Submarine": Message("a submarine cannot be pinned"),
}
NEVER_PINS = {"Longship": Message("a longship pins nobody"), "Submarine": Message("a submarine pins nobody")}


def has_keyword(piece: Piece, keyword: str) -> bool:
    """On her card; for a piece without a card, by her model."""
    return keyword in keywords_of(piece)


def first_that_holds(piece: Piece, reasons: dict[str, Message]) -> Message | None:
    """The reason of the first keyword that she has."""
    return next((words for keyword, words in reasons.items() if has_keyword(piece, keyword)), None)


def is_derelict_here(ship: PlacedPiece, scene: Scene) -> bool:
    unit = scene.unit_of(ship.id)
    return unit is not None and is_derelict(scene.state, unit)


def may_be_derelict(ship: PlacedPiece, scene: Scene) -> bool:
    """Say whether she looks derelict, before abilities are asked: for choosing the pairs that are judged."""
    return not ship.masts_standing or is_in(scene.state, ship.id, PieceState.DERELICT)


def is_own_flotilla(tower: PlacedPiece, towed: PlacedPiece, scene: Scene) -> bool:
    """A flotilla moves only when towed (her base move is T): a ship of her fleet tows her as she is, masts and all."""
    owners = scene.state.owners
    mine = owners.get(tower.id)
    return has_keyword(towed.piece, "Flotilla") and mine is not None and mine == owners.get(towed.id)


def why_not_rammed(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps her from being rammed or pinned; None if nothing does."""
    if is_in(scene.state, ship.id, PieceState.GHOSTLY):
        return Message("{name} is ghostly", name=ship.name)
    if is_in(scene.state, ship.id, PieceState.WRECKED):
        return Message("{name} is a wreck", name=ship.name)
    return why_not_met(ship, scene, settings)


def why_not_met(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps her from being rammed, pinned and boarded; None if nothing does. A ghostly ship may be boarded: her
    keyword takes only ramming, pinning and docking from her (revolution, Keywords)."""
    if is_in(scene.state, ship.id, PieceState.SUBMERGED):
        return Message("{name} is submerged", name=ship.name)
    return why_lost(ship, scene, settings) if settings.edition.contact.lost_cannot_be_met else None


def why_not_ramming(ship: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps her from ramming, pinning and boarding; None if nothing does."""
    if is_in(scene.state, ship.id, PieceState.WRECKED):
        return Message("she is a wreck")
    return why_lost(ship, scene, settings)


def why_in_doubt(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What may keep the one from meeting the other, where that is not sure; None if nothing does."""
    own = why_perhaps_lost(one, scene, settings)
    if own is not None or not settings.edition.contact.lost_cannot_be_met:
        return own
    return why_perhaps_lost(other, scene, settings)


def why_in_tow(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    """What keeps a ship in tow from ramming and boarding the one that tows her (spanish-main, Tow)."""
    towed = scene.state.towed_by.get(ship.id) == enemy.id
    if not towed or not settings.edition.contact.towed_spares_tower:
        return None
    return Message("{name} has her in tow", name=enemy.name)
