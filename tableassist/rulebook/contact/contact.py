"""Contact at mat level: hull against hull or shore, never a sail's or an oar's overhang."""

from collections.abc import Iterable, Sequence

from tableassist.geometry.plus_minus import plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pieces.model import SAILING_KINDS, TERRAIN_KINDS, PieceKind
from tableassist.rulebook.contact.pairs import near
from tableassist.rulebook.editions.house_rule import decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.contact import TOUCH_HOUSE_RULES
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, Witness, changed, cite, margin_call
from tableassist.rulebook.scene.scene import Scene
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.seen_gap import CombinedGap
from tableassist.scene.separation import Parts, apart

RULE = "contact"
TOUCHES = {
    Verdict.YES: template("{one} touches {other}"),
    Verdict.NO: template("{one} does not touch {other}"),
    Verdict.TOO_CLOSE: template("{one} may or may not touch {other}"),
}
CARD_MM = 2.0
"""A lower piece is a card: a hull can stand on it, so its outline may overlap the hull's."""
SHE, HER = Message("she"), Message("her")


def rule_contacts(pairs: Sequence[Pair], _scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per pair: does any part of the one touch any part of the other? The same whichever comes first."""
    turned = [one.id > other.id for one, other in pairs]
    ordered = [(other, one) if swap else (one, other) for (one, other), swap in zip(pairs, turned, strict=True)]
    asked = [Parts(one, one.footprint, other, other.footprint) for one, other in ordered]
    touches = rule_touches(RULE, asked, settings.edition.contact.touch_section, settings)
    return [_named(touch, one, other) for (one, other), touch in zip(pairs, touches, strict=True)]


def _named(touch: Ruling, one: PlacedPiece, other: PlacedPiece) -> Ruling:
    """Measured in one order only, told in the order that was asked: where edges lie side by side, the places between
    which a gap is measured would depend on it."""
    witness = touch.witness
    if touch.subject != one.id and witness is not None:
        witness = Witness(witness.end, witness.start)
    reason = Message(TOUCHES[touch.verdict], one=one.name, other=other.name)
    return changed(touch, subject=one.id, target=other.id, witness=witness, reason=reason)


def rule_touches(
    rule: str,
    asked: Sequence[Parts],
    citation: Text,
    settings: RuleSettings,
    words: tuple[Text, Text] = (SHE, HER),
    house_rules: Iterable[str] = TOUCH_HOUSE_RULES,
) -> list[Ruling]:
    """Whether each part touches the other; `words` name the two. `house_rules` are those that have a say in it."""
    reasons = {verdict: Message(told, one=words[0], other=words[1]) for verdict, told in TOUCHES.items()}
    section, limit, house = cite(citation), settings.contact_tolerance_mm, decided_by(settings.house, house_rules)
    gaps, rulings = apart(asked), []
    witnesses = map(Witness, gaps.starts, gaps.ends)
    for index, (parts, mm, sigma_mm, witness) in enumerate(zip(asked, gaps.mm, gaps.sigma_mm, witnesses, strict=True)):
        verdict, probability = margin_call(limit - mm, sigma_mm)
        reason, look = reasons[verdict], gaps.looks.get(index)
        if look is not None:
            reason = _with_look(reason, look)
        one, other = parts.one.piece.id, parts.other.piece.id
        measured = _possible_gap(mm, parts), limit, sigma_mm, probability
        rulings.append(Ruling(rule, one, other, None, verdict, *measured, section, witness, reason, house))
    return rulings


def _possible_gap(mm: float, parts: Parts) -> float:
    """The most likely gap that two bodies can have: solid ones do not overlap (docs/measurement-model.md, eq. 13).

    The call is made by the gap as it was measured: a cut at zero would not make it surer.
    """
    is_solid = min(parts.one.piece.model.height_mm, parts.other.piece.model.height_mm) > CARD_MM
    return max(mm, 0.0) if is_solid else mm


def _with_look(reason: Message, look: CombinedGap) -> Message:
    """How the gap is known, where the picture shows it."""
    if not look.agrees:
        return Message("{touch}: the picture there and the tags disagree", touch=reason)
    if look.seen.gap_mm is None or look.seen.sigma_mm is None:
        return reason
    mm, plus_minus_mm = max(look.seen.gap_mm, 0.0), plus_minus(look.seen.sigma_mm)
    return Message(
        "{touch}; mat visible between them: {mm:.1f} ± {plus_minus_mm:.1f} mm",
        touch=reason,
        mm=mm,
        plus_minus_mm=plus_minus_mm,
    )


def forbidden(touch: Ruling, why: Message) -> Ruling:
    """The contact may be there, and yet the answer is no."""
    if touch.verdict is Verdict.NO:
        return touch
    reason = Message("{touch}, but {why}", touch=touch.reason, why=why)
    return changed(touch, verdict=Verdict.NO, probability=0.0, reason=reason)


def doubtful(touch: Ruling, why: Message | None) -> Ruling:
    """The contact may be there, and yet it is not sure that anything follows."""
    if why is None or touch.verdict is Verdict.NO:
        return touch
    reason = Message("{touch}; but {why}", touch=touch.reason, why=why)
    return changed(touch, verdict=Verdict.TOO_CLOSE, probability=0.5, reason=reason)


def followed(touch: Ruling, what: Message) -> Ruling:
    """What follows from a contact that is there or may be."""
    if touch.verdict is Verdict.NO:
        return touch
    return changed(touch, reason=Message("{touch}: {what}", touch=touch.reason, what=what))


TOUCHED = frozenset({*SAILING_KINDS, PieceKind.ISLAND, PieceKind.FORT, *TERRAIN_KINDS})


def contact_pairs(scene: Scene, about: About = None) -> Pairs:
    """Each near pair once, with a ship or a creature first."""
    for one, other in near(scene, about):
        if one.piece.model.kind in SAILING_KINDS and other.piece.model.kind in TOUCHED:
            yield one.piece, other.piece
        elif other.piece.model.kind in SAILING_KINDS and one.piece.model.kind in TOUCHED:
            yield other.piece, one.piece


CONTACT = Rule(
    id=RULE,
    name=Message("contact"),
    title=Message("Contact"),
    question=template("Does {subject} touch {target}?"),
    yes=template("touches {target}"),
    no=template("does not touch {target}"),
    answers=(
        template("{subject} TOUCHES {target}"),
        template("{subject} does NOT touch {target}"),
    ),
    group=RuleGroup.CONTACT,
    judging=judging(RULE, contact_pairs, rule_contacts, lambda edition: edition.contact.touch_section, near_only=True),
    notable=False,
    contact=LastingContact(badge=Message("touching"), symbol="touch", in_score=True),
)
