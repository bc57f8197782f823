"""Ram: the bow of a ship touches an enemy ship; which part of her, and what follows, is the edition's."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.contact import TOUCHES, doubtful, followed, forbidden, rule_touches
from tableassist.rulebook.contact.fog import why_lost
from tableassist.rulebook.contact.pairs import enemies, only_about
from tableassist.rulebook.contact.state import (
    has_keyword,
    why_in_doubt,
)
from tableassist.rulebook.contact.zone import bow_of, rest_of
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.contact import RAM_HOUSE_RULES, ContactTerms, TouchPart
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.rulebook.state.refusals import refuse_ram
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts

RULE = "ram"
DIE_SIDES = 6


def rule_rams(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings, *, also_past: bool = False) -> list[Ruling]:
    """One ruling per ship and enemy. Ships without a bow are left out. `also_past`: the ram that pinned a ship counts,
    though she makes no new one."""
    return rams_from(bow_contacts(pairs, settings), scene, settings, also_past=also_past)


def bow_contacts(pairs: Sequence[Pair], settings: RuleSettings) -> list[Ruling]:
    """Whether each bow touches any part of the enemy, whatever the edition makes of it."""
    terms = settings.edition.contact
    bows = {one: bow_of(one, terms) for one in dict.fromkeys(one for one, _ in pairs)}
    asked = [Parts(one, bow, other, other.footprint) for one, other in pairs if (bow := bows[one]) is not None]
    return _touches(asked, Message("the enemy's hull"), settings)


def rams_from(
    contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings, *, also_past: bool = False
) -> list[Ruling]:
    """The rams that these contacts of a bow with any part of an enemy are, or are not."""
    terms = settings.edition.contact
    measured = _to_the_part_that_counts(contacts, scene, settings, terms)
    rams = [_judged(touch, scene, settings, terms) for touch in measured]
    return rams if also_past else [_unless_pinned(ram, scene, settings, terms) for ram in rams]


def _to_the_part_that_counts(
    contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> list[Ruling]:
    """Where a bow must meet more than a bow, what may touch is measured anew to the rest of the enemy."""
    if terms.ram_target_part is not TouchPart.NON_BOW:
        return list(contacts)
    near = [touch for touch in contacts if touch.verdict is not Verdict.NO]
    asked = []
    for touch in near:
        one, other = both_of(touch, scene)
        bow = bow_of(one, terms)
        assert bow is not None
        asked.append(Parts(one, bow, other, rest_of(other, terms.bow_zone)))
    anew = _touches(asked, Message("the enemy's hull abaft her bow"), settings)
    by_pair = {(touch.subject, touch.target): _bow_on_bow(touch) for touch in anew}
    return [by_pair.get((touch.subject, touch.target), touch) for touch in contacts]


def _bow_on_bow(touch: Ruling) -> Ruling:
    return changed(touch, reason=Message("bow on bow is no ram")) if touch.verdict is Verdict.NO else touch


def _touches(asked: Sequence[Parts], whole: Message, settings: RuleSettings) -> list[Ruling]:
    words = (Message("her bow"), whole)
    return rule_touches(RULE, asked, settings.edition.contact.ram_section, settings, words, RAM_HOUSE_RULES)


def both_of(touch: Ruling, scene: Scene) -> Pair:
    one, other = scene.find(touch.subject), scene.find(touch.target)
    assert one is not None
    assert other is not None
    return one, other


def _judged(touch: Ruling, scene: Scene, settings: RuleSettings, terms: ContactTerms) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    ship, enemy = both_of(touch, scene)
    one, other = scene.units_of(ship, enemy)
    ship_lost, enemy_lost = (why_lost(each, scene, settings) for each in (ship, enemy))
    refusal = refuse_ram(scene.state, one, other, settings.edition, ship_lost=ship_lost, enemy_lost=enemy_lost)
    if refusal is not None:
        return forbidden(touch, refusal.words)
    says = followed(touch, _what_follows(ship, enemy, scene, terms))
    return doubtful(says, why_in_doubt(ship, enemy, scene, settings))


def _unless_pinned(ram: Ruling, scene: Scene, settings: RuleSettings, terms: ContactTerms) -> Ruling:
    """Ships do not ram each other while they are pinned (every edition, Ram)."""
    if ram.verdict is Verdict.NO:
        return ram
    ship, enemy = both_of(ram, scene)
    if is_in(scene.state, ship.id, PieceState.PINNED):
        return forbidden(_bare(ram), Message("no new ram while she is pinned ({section})", section=terms.pin_section))
    if not is_in(scene.state, enemy.id, PieceState.PINNED):
        return ram
    back = next(iter(bow_contacts([(enemy, ship)], settings)), None)
    if back is None or back.verdict is Verdict.NO:
        return ram
    pinned = Message("{name} is pinned against her: no ram between the two", name=enemy.name)
    return forbidden(_bare(ram), pinned) if back.verdict is Verdict.YES else doubtful(_bare(ram), pinned)


def _bare(ram: Ruling) -> Ruling:
    """The contact, without what would follow from a ram."""
    words = {"one": Message("her bow"), "other": Message("the enemy's hull")}
    return changed(ram, reason=Message(TOUCHES[ram.verdict], **words))


def _what_follows(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene, terms: ContactTerms) -> Message:
    roll = _roll(ship, enemy, scene) if terms.ram_rolls else Message("no roll for a mast")
    if has_keyword(ship.piece, "Submarine"):
        roll = Message("{roll}; then she is put S away", roll=roll)
    if terms.ram_is_automatic:
        return Message("she rams when her move ends here; {roll}", roll=roll)
    return Message("she may ram when her move ends here; {roll}", roll=roll)


def _roll(ship: PlacedPiece, enemy: PlacedPiece, scene: Scene) -> Message:
    """What the die must show, and what it takes."""
    left, name = len(enemy.masts_standing), enemy.name
    if has_keyword(ship.piece, "Galley"):
        return Message("a galley takes no mast")
    if Effect.RAM_TAKES_NO_MAST in scene.effects_of(enemy.id):
        return Message("a ram takes no mast from {name}", name=name)
    if left == 0:
        return Message("{name} has no mast to lose", name=name)
    if left >= DIE_SIDES:
        return Message("no roll beats the {left} masts of {name}", left=left, name=name)
    return Message("a d6 above {left} takes one mast of {name}, her player's choice", left=left, name=name)


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
    answers=(
        template("{subject} RAMS {target}"),
        template("{subject} does NOT ram {target}"),
    ),
    group=RuleGroup.CONTACT,
    contact=LastingContact(badge=Message("rams"), symbol="ram", on_timeline=True, in_score=True, kept_by="pin"),
)
