"""Tow: any part of a ship touches the bow of a derelict."""

from collections.abc import Sequence

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.model import PieceKind
from tableassist.rules.confidence import margin_call
from tableassist.rules.contact import followed, forbidden, rule_touches
from tableassist.rules.contact_state import has_keyword, is_derelict
from tableassist.rules.contact_terms import BOW_HOUSE_RULES, contact_terms
from tableassist.rules.contact_zone import bow_of
from tableassist.rules.house_rules import decided_by
from tableassist.rules.ruling import Ruling, Verdict, changed
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene
from tableassist.scene.separation import Parts, between_all

RULE = "tow"


def rule_tows(pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling a ship and derelict."""
    terms = contact_terms(settings)
    bows = [(one, other, bow_of(other, terms)) for one, other in pairs]
    asked = [Parts(one, one.footprint, other, bow) for one, other, bow in bows if bow is not None]
    touches = rule_touches(
        RULE,
        asked,
        terms.tow_section,
        ("she", "the derelict's bow"),
        tolerance_mm=settings.contact_tolerance_mm,
        house=decided_by(settings.house, BOW_HOUSE_RULES),
    )
    return [_judged(touch, parts, scene, settings) for parts, touch in zip(asked, touches, strict=True)]


def _judged(touch: Ruling, parts: Parts, scene: Scene, settings: RuleSettings) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    why = _why_not(parts.one, parts.other, scene)
    if why is not None:
        return forbidden(touch, why)
    weeds = _in_the_weeds(parts.other, scene, settings)
    if weeds is Verdict.YES:
        # disputes, D19
        return forbidden(touch, "nobody is towed out of a Sargasso Sea: she must repair first")
    if weeds is Verdict.TOO_CLOSE:
        return changed(touch, verdict=weeds, reason=f"{touch.reason}, who may lie in a Sargasso Sea")
    short = f"S ({settings.ruler.short_mm:g} mm)"
    what = f"after her move she may tow {parts.other.name}, bow to her stern; her base move becomes {short}"
    return followed(touch, what)


def _why_not(tower: PlacedPiece, towed: PlacedPiece, scene: Scene) -> str | None:
    if not is_derelict(towed, scene):
        return f"{towed.name} is not derelict"
    if is_derelict(tower, scene):
        return "a derelict tows nobody"
    if has_keyword(towed.piece, "Submarine"):
        return "a submarine is never towed"
    if scene.ledger.is_in(towed.id, PieceState.WRECKED):
        return "a wreck stays on its reef"
    return None


def _in_the_weeds(towed: PlacedPiece, scene: Scene, settings: RuleSettings) -> Verdict:
    """Whether she lies on a Sargasso Sea."""
    weeds = [placed for placed in scene.pieces if placed.piece.model.kind is PieceKind.SARGASSO_SEA]
    apart = between_all([Parts(towed, towed.footprint, sea, sea.footprint) for sea in weeds])
    verdicts = {margin_call(settings.contact_tolerance_mm - each.mm, each.sigma_mm)[0] for each in apart}
    return next((verdict for verdict in (Verdict.YES, Verdict.TOO_CLOSE) if verdict in verdicts), Verdict.NO)
