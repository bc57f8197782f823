"""Docking: the bow touches an island that is not an opponent's home, or a fort that is not an opponent's."""

import math
from collections.abc import Sequence
from itertools import product

import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.messages import Message, template
from tableassist.pieces import SAILING_KINDS, Effect, PieceKind
from tableassist.rulebook.contact.conditions import LOST_OR_NOT, why_lost
from tableassist.rulebook.contact.contact import TOUCHES, bow_of, follow_contact, forbidden, only_about, rule_touches
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import DOCKING_HOUSE_RULES, ContactTerms, TouchPart
from tableassist.rulebook.rule import (
    About,
    Changed,
    LastingContact,
    Pair,
    Pairs,
    Rule,
    RuleGroup,
    all_when_one_changes,
    judging,
)
from tableassist.rulebook.ruling import CALL_SIGMAS, Reading, Ruling, Verdict
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.refusals import refuse_docking
from tableassist.scene.from_above import from_above
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts

RULE = "docking"
Words = tuple[Message, Message]
"""For the part that touches, and for what it touches."""


def rule_dockings(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship or creature and island or fort. Ships without a bow are left out."""
    terms = settings.edition.contact
    rulings = _by_part(pairs, terms.docking_part, scene, settings, terms)
    if not terms.docking_is_open:
        return rulings
    placed = {(subject.id, target.id): (subject, target) for subject, target in pairs}
    near_mm = settings.contact_tolerance_mm
    near = [pair for ruling in rulings if _is_open(ruling, *(pair := placed[ruling.subject, ruling.target]), near_mm)]
    if not near:
        return rulings
    whole = _by_part(near, TouchPart.ANY, scene, settings, terms)
    by_any_part = {(touch.subject, touch.target): touch for touch in whole}
    return [_both(ruling, by_any_part.get((ruling.subject, ruling.target))) for ruling in rulings]


def _is_open(by_bow: Ruling, ship: PlacedPiece, shore: PlacedPiece, tolerance_mm: float) -> bool:
    """Whether another part than her bow might touch where her bow does not."""
    if by_bow.verdict is Verdict.YES or ship.piece.model.kind is PieceKind.SEA_CREATURE:
        return False
    here, there = ship.pose.pose, shore.pose.pose
    room = math.hypot(here.x_mm - there.x_mm, here.y_mm - there.y_mm) - ship.reach_mm - shore.reach_mm
    return room < tolerance_mm + CALL_SIGMAS * (from_above(ship).bound_mm + from_above(shore).bound_mm)


def _both(by_bow: Ruling, by_any: Ruling | None) -> Ruling:
    """The text shows a bow that touches and calls the ship docked, and later calls every ship docked that touches."""
    if by_any is None or by_any.verdict is by_bow.verdict:
        return by_bow
    readings = (
        Reading(Message("a ship docks with her bow"), by_bow.verdict),
        Reading(Message("a ship docks with any part"), by_any.verdict),
    )
    return by_bow.replace(readings=readings)


def _by_part(
    pairs: Sequence[Pair], ship_part: TouchPart, scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> list[Ruling]:
    by_words: dict[Words, list[Parts]] = {}
    for subject, target in pairs:
        creature, fort = subject.piece.model.kind is PieceKind.SEA_CREATURE, target.piece.model.kind is PieceKind.FORT
        named = _part(subject, terms.creature_docking_part if creature else ship_part, terms)
        if named is not None:
            name, part = named
            words = (Message("its base") if creature else name, Message("the fort") if fort else Message("the shore"))
            by_words.setdefault(words, []).append(Parts(subject, part, target, target.footprint))
    return [ruling for words, parts in by_words.items() for ruling in _rule_parts(parts, words, scene, settings, terms)]


def _part(ship: PlacedPiece, part: TouchPart, terms: ContactTerms) -> tuple[Message, BaseGeometry] | None:
    """What must touch, and its name; None for a ship without a bow."""
    if part is TouchPart.ANY:
        return Message("her hull"), ship.footprint
    bow = bow_of(ship, terms)
    return None if bow is None else (Message("her bow"), bow)


def _rule_parts(
    asked: list[Parts], words: Words, scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> list[Ruling]:
    touches = rule_touches(RULE, asked, terms.docking_section, settings, words, DOCKING_HOUSE_RULES)
    return [
        _judge_docking(touch, parts, words[0], scene, settings, terms)
        for parts, touch in zip(asked, touches, strict=True)
    ]


def _judge_docking(
    touch: Ruling, parts: Parts, who: Message, scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    (ship,), state = scene.units_of(parts.one), scene.state
    is_fort = parts.other.piece.model.kind is PieceKind.FORT
    seen_fort = parts.other if is_fort else _fort_on(parts.other, scene)
    fort = None if seen_fort is None else next(scene.units_of(seen_fort))
    refusal = refuse_docking(state, ship, state.islands.get(touch.target), fort, settings.edition)
    why = refusal.words if refusal is not None else why_lost(parts.one, scene, settings)
    if why is not None:
        return forbidden(touch, why)
    home_of = state.homes.get(touch.target)
    if home_of is not None and home_of == ship.owner:
        home = Message("the shore of her home island")
        return touch.replace(reason=Message(TOUCHES[touch.verdict], one=who, other=home))
    if home_of is not None:
        return follow_contact(
            touch, Message("the home island of {player}, where her ability lets her dock", player=home_of)
        )
    if is_fort or parts.one.piece.model.kind is PieceKind.SEA_CREATURE:
        return touch
    at_once = Effect.DOCK_AND_EXPLORE in scene.effects_of(touch.subject)
    later = Message("she may explore {when}", when=terms.island_explored)
    return follow_contact(touch, Message("she may explore in the same action") if at_once else later)


def _fort_on(island: PlacedPiece, scene: Scene) -> PlacedPiece | None:
    """An island has one fort at most (revolution, complete: Forts)."""
    forts = (piece for piece in scene.pieces if piece.piece.model.kind is PieceKind.FORT and piece.id not in scene.gone)
    return next((fort for fort in forts if shapely.intersects(fort.footprint, island.footprint)), None)


def shore_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and creatures with islands and forts, seen or not."""
    all_pieces = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    everything = [piece for piece in all_pieces if piece.id not in scene.gone]
    movers = [piece for piece in everything if piece.model.kind in SAILING_KINDS]
    shores = [piece for piece in everything if piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT)]
    return only_about(about, product(movers, shores))


_CLOSED = all_when_one_changes(frozenset({PieceKind.ISLAND}), PieceKind.FORT)


def _find_closed_or_lost(scene: Scene, changed: Changed, settings: RuleSettings) -> frozenset[str]:
    return _CLOSED(scene, changed, settings) | LOST_OR_NOT(scene, changed, settings)


DOCKING = Rule(
    id=RULE,
    name=Message("docking"),
    title=Message("Docking"),
    question=template("Is {subject} docked at {target}?"),
    yes=template("docks at {target}"),
    no=template("does not dock at {target}"),
    answers=(
        template("{subject} is DOCKED at {target}"),
        template("{subject} is NOT docked at {target}"),
    ),
    group=RuleGroup.CONTACT,
    judging=judging(
        RULE,
        shore_pairs,
        rule_dockings,
        lambda edition: edition.contact.docking_section,
        # An enemy's fort closes the island it stands on; who is lost in fog docks nowhere.
        also=_find_closed_or_lost,
    ),
    contact=LastingContact(badge=Message("docked"), symbol="anchor", on_timeline=True, in_score=True),
)
