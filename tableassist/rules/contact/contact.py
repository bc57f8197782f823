"""Contact at mat level: hull against hull or shore, never a sail's or an oar's overhang."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces.model import TERRAIN_KINDS, PieceKind
from tableassist.rules.contact.pairs import MOVERS, near
from tableassist.rules.editions.house_rule import decided_by
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.editions.terms.contact import TOUCH_HOUSE_RULES
from tableassist.rules.rule import About, Judging, LastingContact, Pairs, Rule, RuleGroup, one_not_seen
from tableassist.rules.ruling.confidence import margin_call
from tableassist.rules.ruling.ruling import Ruling, Verdict, Witness, changed
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene
from tableassist.scene.separation import Parts, between_all

RULE = "contact"
WORDS = {Verdict.YES: "touches", Verdict.NO: "does not touch", Verdict.TOO_CLOSE: "may or may not touch"}


def rule_contacts(
    pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], _scene: Scene, settings: RuleSettings
) -> list[Ruling]:
    """One ruling a pair: does any part of the one touch any part of the other? The same whichever comes first."""
    turned = [one.id > other.id for one, other in pairs]
    ordered = [(other, one) if swap else (one, other) for (one, other), swap in zip(pairs, turned, strict=True)]
    touches = rule_touches(
        RULE,
        [Parts(one, one.footprint, other, other.footprint) for one, other in ordered],
        settings.edition.contact.touch_section,
        tolerance_mm=settings.contact_tolerance_mm,
        house=decided_by(settings.house, TOUCH_HOUSE_RULES),
    )
    return [_named(touch, one, other) for (one, other), touch in zip(pairs, touches, strict=True)]


def _named(touch: Ruling, one: PlacedPiece, other: PlacedPiece) -> Ruling:
    """Measured in one order only, told in the order that was asked: where edges lie side by side, the places between
    which a gap is measured would depend on it."""
    witness = touch.witness
    if touch.subject != one.id and witness is not None:
        witness = Witness(witness.end, witness.start)
    reason = f"{one.name} {WORDS[touch.verdict]} {other.name}"
    return changed(touch, subject=one.id, target=other.id, witness=witness, reason=reason)


def rule_touches(
    rule: str,
    asked: Sequence[Parts],
    citation: str,
    words: tuple[str, str] = ("she", "her"),
    *,
    tolerance_mm: float,
    house: tuple[str, ...] = (),
) -> list[Ruling]:
    """Whether each part touches the other; `words` name the two."""
    reasons = {verdict: f"{words[0]} {word} {words[1]}" for verdict, word in WORDS.items()}
    rulings = []
    for parts, apart in zip(asked, between_all(asked), strict=True):
        verdict, probability = margin_call(tolerance_mm - apart.mm, apart.sigma_mm)
        ruling = Ruling(
            rule=rule,
            subject=parts.one.id,
            target=parts.other.id,
            cannon=None,
            verdict=verdict,
            measured_mm=apart.mm,
            limit_mm=tolerance_mm,
            sigma_mm=apart.sigma_mm,
            probability=probability,
            citation=citation,
            witness=Witness(apart.start, apart.end),
            reason=reasons[verdict],
            house=house,
        )
        rulings.append(ruling)
    return rulings


def forbidden(touch: Ruling, why: str) -> Ruling:
    """The contact may be there, and yet the answer is no."""
    if touch.verdict is Verdict.NO:
        return touch
    return changed(touch, verdict=Verdict.NO, probability=0.0, reason=f"{touch.reason}, but {why}")


def followed(touch: Ruling, what: str) -> Ruling:
    """What follows from a contact that is there or may be."""
    return touch if touch.verdict is Verdict.NO else changed(touch, reason=f"{touch.reason}: {what}")


TOUCHED = frozenset({*MOVERS, PieceKind.ISLAND, PieceKind.FORT, *TERRAIN_KINDS})


def contact_pairs(scene: Scene, about: About = None) -> Pairs:
    """Each near pair once, with a ship or a creature first."""
    for one, other in near(scene, about):
        if one.piece.model.kind in MOVERS and other.piece.model.kind in TOUCHED:
            yield one.piece, other.piece
        elif other.piece.model.kind in MOVERS and one.piece.model.kind in TOUCHED:
            yield other.piece, one.piece


CONTACT = Rule(
    id=RULE,
    name=Message("contact"),
    title=Message("Contact"),
    question=template("Does {subject} touch {target}?"),
    yes=template("touches {target}"),
    no=template("does not touch {target}"),
    group=RuleGroup.CONTACT,
    judging=Judging(
        pairs=contact_pairs,
        judge=rule_contacts,
        unseen=one_not_seen(RULE, lambda settings: settings.edition.contact.touch_section),
        near_only=True,
    ),
    notable=False,
    contact=LastingContact(badge=Message("touching"), symbol="touch", in_score=True),
)
