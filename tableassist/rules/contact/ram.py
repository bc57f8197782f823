"""Ram: the bow of a ship touches an enemy ship; which part of her, and what follows, is the edition's."""

from collections.abc import Sequence

from tableassist.ledger.ledger import PieceState
from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.rules.abilities.effects_of import effects_of
from tableassist.rules.contact.contact import followed, forbidden, rule_touches
from tableassist.rules.contact.pairs import enemies, only_about
from tableassist.rules.contact.state import has_keyword, why_not_rammed, why_not_ramming
from tableassist.rules.contact.zone import bow_of, rest_of
from tableassist.rules.editions.house_rule import decided_by
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.editions.terms.contact import RAM_HOUSE_RULES, ContactTerms, TouchPart
from tableassist.rules.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup
from tableassist.rules.ruling.ruling import Ruling, Verdict, changed
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene
from tableassist.scene.separation import Parts

RULE = "ram"
DIE_SIDES = 6


def rule_rams(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling a ship and enemy. Ships without a bow are left out."""
    return rams_from(bow_contacts(pairs, settings), scene, settings)


def bow_contacts(pairs: Sequence[Pair], settings: RuleSettings) -> list[Ruling]:
    """Whether each bow touches any part of the enemy, whatever the edition makes of it."""
    terms = settings.edition.contact
    bows = [(one, bow_of(one, terms), other) for one, other in pairs]
    asked = [Parts(one, bow, other, other.footprint) for one, bow, other in bows if bow is not None]
    return _touches(asked, "the enemy's hull", settings)


def rams_from(contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """The rams that these contacts of a bow with any part of an enemy are, or are not."""
    terms = settings.edition.contact
    measured = _to_the_part_that_counts(contacts, scene, settings, terms)
    return [_judged(touch, scene, settings, terms) for touch in measured]


def _to_the_part_that_counts(
    contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> list[Ruling]:
    """Where a bow must meet more than a bow, what may touch is measured anew to the rest of the enemy."""
    if terms.ram_target_part is not TouchPart.NON_BOW:
        return list(contacts)
    near = [touch for touch in contacts if touch.verdict is not Verdict.NO]
    asked = []
    for touch in near:
        one, other = _placed(touch, scene)
        bow = bow_of(one, terms)
        assert bow is not None
        asked.append(Parts(one, bow, other, rest_of(other, terms.bow_zone)))
    anew = _touches(asked, "the enemy's hull abaft her bow", settings)
    by_pair = {(touch.subject, touch.target): _bow_on_bow(touch) for touch in anew}
    return [by_pair.get((touch.subject, touch.target), touch) for touch in contacts]


def _bow_on_bow(touch: Ruling) -> Ruling:
    return changed(touch, reason="bow on bow is no ram") if touch.verdict is Verdict.NO else touch


def _touches(asked: Sequence[Parts], whole: str, settings: RuleSettings) -> list[Ruling]:
    return rule_touches(
        RULE,
        asked,
        settings.edition.contact.ram_section,
        ("her bow", whole),
        tolerance_mm=settings.contact_tolerance_mm,
        house=decided_by(settings.house, RAM_HOUSE_RULES),
    )


def _placed(touch: Ruling, scene: Scene) -> Pair:
    one, other = scene.find(touch.subject), scene.find(touch.target)
    assert one is not None
    assert other is not None
    return one, other


def _judged(touch: Ruling, scene: Scene, settings: RuleSettings, terms: ContactTerms) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    ship, enemy = _placed(touch, scene)
    if settings.edition.contact.ram_needs_mast and not ship.masts_standing:
        return forbidden(touch, "she has no mast left")
    why = why_not_ramming(ship, scene) or why_not_rammed(enemy, scene, terms)
    if why is not None:
        return forbidden(touch, why)
    if scene.ledger.is_in(ship.id, PieceState.PINNED):
        return followed(touch, "the ram that pinned her; no new one while she is pinned")
    return followed(touch, _what_follows(ship, enemy, scene, settings, terms))


def _what_follows(
    ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> str:
    rams = "she rams when her move ends here" if terms.ram_is_automatic else "she may ram when her move ends here"
    roll = _roll(ship, enemy, scene, settings) if terms.ram_rolls else "no roll for a mast"
    away = "; then she is put S away" if has_keyword(ship.piece, "Submarine") else ""
    return f"{rams}; {roll}{away}"


def _roll(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings) -> str:
    """What the die must show, and what it takes."""
    left = len(enemy.masts_standing)
    if has_keyword(ship.piece, "Galley"):
        return "a galley takes no mast"
    if Effect.RAM_TAKES_NO_MAST in effects_of(enemy.id, scene, settings):
        return f"a ram takes no mast from {enemy.name}"
    if left == 0:
        return f"{enemy.name} has no mast to lose"
    if left >= DIE_SIDES:
        return f"no roll beats the {left} masts of {enemy.name}"
    return f"a d6 above {left} takes one mast of {enemy.name}, her player's choice"


def ram_pairs(scene: Scene, about: About = None) -> Pairs:
    """A sea creature neither rams nor is rammed (complete, Sea Creatures)."""
    return only_about(about, enemies(scene, lambda piece: piece.model.kind is PieceKind.SHIP))


RAM = Rule(
    id=RULE,
    name=Message("ram"),
    title=Message("Ram"),
    question=template("Does {subject} ram {target}?"),
    yes=template("rams {target}"),
    no=template("does not ram {target}"),
    group=RuleGroup.CONTACT,
    contact=LastingContact(badge=Message("rams"), symbol="ram", on_timeline=True, in_score=True),
)
