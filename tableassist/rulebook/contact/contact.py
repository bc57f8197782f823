"""Contact at mat level: which pieces and which parts of them are asked about, and whether they touch.

Hull against hull or shore, never a sail's or an oar's overhang.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Floats, PiecePoints, plus_minus
from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, TERRAIN_KINDS, PartKind, Piece, PieceKind
from tableassist.rulebook.editions.house_rule import list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import TOUCH_HOUSE_RULES, BowZone, ContactTerms
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling import Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.scene.placed_piece import FAR_MM, PlacedPiece, hull_between
from tableassist.scene.seen_gap import CombinedGap
from tableassist.scene.separation import Parts, apart

NEAR_MM = 25.0
"""Pieces with more room between them than this are not asked whether they touch: more than any house's tolerance."""
BOARDING_NEAR_MM = 100.0
"""For those who may board from afar: more than S on any ruler."""
FEW = 8
"""The room of so many pieces to all others is measured one by one; of more, all at once."""
SHIPS = frozenset({PieceKind.SHIP})


def only_about(about: About, pairs: Pairs) -> Pairs:
    return pairs if about is None else (pair for pair in pairs if pair[0].id in about or pair[1].id in about)


def enemies(scene: Scene, takes_part: Callable[[Piece], bool]) -> Pairs:
    """Seen or not, each way. What is out of the game is not asked about."""
    owners = scene.state.owners
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    owned_pieces = [
        (piece, owners[piece.id])
        for piece in everything
        if takes_part(piece) and piece.id in owners and piece.id not in scene.gone
    ]
    return ((subject, target) for subject, owner in owned_pieces for target, enemy in owned_pieces if enemy != owner)


def both_ways(
    scene: Scene,
    about: About,
    kinds: frozenset[PieceKind],
    other_kinds: frozenset[PieceKind],
    within_mm: float = NEAR_MM,
) -> Iterator[Pair]:
    """Each near pair of a piece of some kinds and a piece of others."""
    for pair in near(scene, about, within_mm):
        for subject, target in (pair, pair[::-1]):
            if subject.piece.model.kind in kinds and target.piece.model.kind in other_kinds:
                yield subject, target


def near(scene: Scene, about: About, within_mm: float = NEAR_MM) -> Iterator[Pair]:
    """Each pair of pieces once, in the scene's order."""
    return ((subject, target) for subject, target, room_mm in _rooms(scene, about) if room_mm <= within_mm)


@lru_cache(maxsize=4)
def _rooms(scene: Scene, about: About) -> tuple[tuple[PlacedPiece, PlacedPiece, float], ...]:
    """With the room between circles round both, as far as any rule asks: none that is near is missed."""
    if about is not None and len(about) <= FEW:
        return tuple(_rooms_of(scene, about))
    if about is not None:
        return tuple(room for room in _rooms(scene, None) if room[0].id in about or room[1].id in about)
    pieces = [placed for placed in scene.pieces if placed.id not in scene.gone]
    if not pieces:
        return ()
    x, y, reach = np.array([(piece.pose.pose.x_mm, piece.pose.pose.y_mm, piece.reach_mm) for piece in pieces]).T
    room = np.sqrt((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2) - (reach[:, None] + reach)
    first, second = np.nonzero(np.triu(room <= BOARDING_NEAR_MM, 1))
    near = zip(first.tolist(), second.tolist(), room[first, second].tolist(), strict=True)
    return tuple((pieces[i], pieces[j], room_mm) for i, j, room_mm in near)


def _rooms_of(scene: Scene, about: frozenset[str]) -> Iterator[tuple[PlacedPiece, PlacedPiece, float]]:
    """The same pairs, of a few pieces with all others."""
    seen = []
    for mover in (scene.find(piece) for piece in sorted(about)):
        if mover is None or mover.id in scene.gone:
            continue
        seen.append(mover)
        before = True
        for placed in scene.pieces:
            if placed is mover:
                before = False
                continue
            room_mm = room_mm_between(mover, placed)
            if room_mm <= BOARDING_NEAR_MM and placed not in seen and placed.id not in scene.gone:
                yield (placed, mover, room_mm) if before else (mover, placed, room_mm)


def room_mm_between(one: PlacedPiece, other: PlacedPiece) -> float:
    here, there = one.pose.pose, other.pose.pose
    across, along = here.x_mm - there.x_mm, here.y_mm - there.y_mm
    return math.sqrt(across * across + along * along) - (one.reach_mm + other.reach_mm)


STERN_SHARE = 0.2
"""The stern is this much of a hull's length."""
SPRIT_MM = 1.0
"""How thick a bowsprit is, where the house lets it touch."""


def bow_of(ship: PlacedPiece, terms: ContactTerms) -> BaseGeometry | None:
    """None for a piece without a bow."""
    if terms.bow_zone is BowZone.FROM_THE_TABLE and not terms.bowsprit_touches:
        return ship.bow
    return _bow(ship, terms.bow_zone, terms.bowsprit_touches)


def stern_of(ship: PlacedPiece) -> BaseGeometry:
    """The hindmost part of her hull."""
    points = ship.piece.model.hull
    end, front = min(x for x, _ in points), max(x for x, _ in points)
    return _lay_outline(ship, hull_between(ship.piece.model, -FAR_MM, end + STERN_SHARE * (front - end)))


@lru_cache(maxsize=512)
def rest_of(ship: PlacedPiece, zone: BowZone) -> BaseGeometry:
    """All of her footprint that is not her bow. Cut once more, not taken as a difference: that leaves splinters."""
    model, start = ship.piece.model, _bow_start(ship, zone)
    if start is None:
        return ship.footprint
    aft = hull_between(model, -FAR_MM, start)
    beside = [Polygon(part.outline) for part in model.parts if part.kind is not PartKind.RAM and part.touches]
    return _lay_outline(ship, shapely.union_all([aft, *beside]))


@lru_cache(maxsize=512)
def _bow(ship: PlacedPiece, zone: BowZone, bowsprit: bool) -> BaseGeometry | None:
    """Cut in the piece's own frame, then laid on the mat."""
    model, start = ship.piece.model, _bow_start(ship, zone)
    if start is None:
        return None
    cut = hull_between(model, start, FAR_MM)
    if bowsprit and len(model.bowsprit) > 1:
        cut = shapely.union(cut, LineString(model.bowsprit).buffer(SPRIT_MM / 2, cap_style="flat"))
    return _lay_outline(ship, cut)


def _bow_start(ship: PlacedPiece, zone: BowZone) -> float | None:
    """Where it begins on the keel; None for a piece without a bow."""
    model = ship.piece.model
    if zone is BowZone.TIP_TO_FIRST_MAST and model.masts and model.bow_zone_from_x_mm is not None:
        # Also where that mast is gone: its place on the deck stays.
        return model.masts[0].x_mm
    return model.bow_zone_from_x_mm


def _lay_outline(ship: PlacedPiece, outline: BaseGeometry) -> BaseGeometry:
    def place(points: Floats) -> Floats:
        return np.asarray(ship.pose.pose.place(PiecePoints(points)))

    laid: BaseGeometry = shapely.transform(outline, place)
    return laid


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
    turned = [subject.id > target.id for subject, target in pairs]
    ordered = [
        (target, subject) if swap else (subject, target) for (subject, target), swap in zip(pairs, turned, strict=True)
    ]
    parts = [Parts(subject, subject.footprint, target, target.footprint) for subject, target in ordered]
    touches = rule_touches(RULE, parts, settings.edition.contact.touch_section, settings)
    return [_with_names(touch, subject, target) for (subject, target), touch in zip(pairs, touches, strict=True)]


def _with_names(touch: Ruling, one: PlacedPiece, other: PlacedPiece) -> Ruling:
    """Measured in one order only, told in the order that was asked: where edges lie side by side, the places between
    which a gap is measured would depend on it."""
    witness = touch.witness
    if touch.subject != one.id and witness is not None:
        witness = Witness(witness.end, witness.start)
    reason = Message(TOUCHES[touch.verdict], one=one.name, other=other.name)
    return touch.replace(subject=one.id, target=other.id, witness=witness, reason=reason)


def rule_touches(
    rule: str,
    asked: Sequence[Parts],
    citation: Text,
    settings: RuleSettings,
    words: tuple[Text, Text] = (SHE, HER),
    house_rules: Iterable[str] = TOUCH_HOUSE_RULES,
) -> list[Ruling]:
    """Whether each part touches the other; `words` name the two. `house_rules` are those that have a say in it."""
    reasons = {
        verdict: Message(words_of_verdict, one=words[0], other=words[1])
        for verdict, words_of_verdict in TOUCHES.items()
    }
    section, limit, house = cite(citation), settings.contact_tolerance_mm, list_decided_by(settings.house, house_rules)
    gaps, rulings = apart(asked), []
    witnesses = map(Witness, gaps.starts, gaps.ends)
    for index, (parts, mm, sigma_mm, witness) in enumerate(zip(asked, gaps.mm, gaps.sigma_mm, witnesses, strict=True)):
        verdict, probability = margin_call(limit - mm, sigma_mm)
        reason, look = reasons[verdict], gaps.looks.get(index)
        if look is not None:
            reason = _with_look(reason, look)
        subject, target = parts.one.piece.id, parts.other.piece.id
        measured = _possible_gap(mm, parts), limit, sigma_mm, probability
        rulings.append(Ruling(rule, subject, target, None, verdict, *measured, section, witness, reason, house))
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
    return touch.replace(verdict=Verdict.NO, probability=0.0, reason=reason)


def doubtful(touch: Ruling, why: Message | None) -> Ruling:
    """The contact may be there, and yet it is not sure that anything follows."""
    if why is None or touch.verdict is Verdict.NO:
        return touch
    reason = Message("{touch}; but {why}", touch=touch.reason, why=why)
    return touch.replace(verdict=Verdict.TOO_CLOSE, probability=0.5, reason=reason)


def follow_contact(touch: Ruling, what: Message) -> Ruling:
    """What follows from a contact that is there or may be."""
    if touch.verdict is Verdict.NO:
        return touch
    return touch.replace(reason=Message("{touch}: {what}", touch=touch.reason, what=what))


TOUCHED = frozenset({*SAILING_KINDS, PieceKind.ISLAND, PieceKind.FORT, *TERRAIN_KINDS})


def contact_pairs(scene: Scene, about: About = None) -> Pairs:
    """Each near pair once, with a ship or a creature first."""
    for subject, target in near(scene, about):
        if subject.piece.model.kind in SAILING_KINDS and target.piece.model.kind in TOUCHED:
            yield subject.piece, target.piece
        elif target.piece.model.kind in SAILING_KINDS and subject.piece.model.kind in TOUCHED:
            yield target.piece, subject.piece


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
