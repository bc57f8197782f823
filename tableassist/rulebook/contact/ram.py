"""Ram and boarding: the bow of a ship touches an enemy ship, or an ability boards one within S."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces import SAILING_KINDS, Effect, PieceKind, PieceState
from tableassist.rulebook.contact.conditions import (
    LOST_OR_NOT,
    has_keyword,
    why_in_doubt,
    why_in_tow,
    why_lost,
    why_not_met,
    why_not_ramming,
)
from tableassist.rulebook.contact.contact import (
    BOARDING_NEAR_MM,
    NEAR_MM,
    SHIPS,
    TOUCHES,
    both_ways,
    bow_of,
    doubtful,
    enemies,
    follow_contact,
    forbidden,
    only_about,
    rest_of,
    room_mm_between,
    rule_touches,
)
from tableassist.rulebook.contact.within import judge_within
from tableassist.rulebook.editions.house_rule import list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.editions.terms import RAM_HOUSE_RULES, ContactTerms, TouchPart
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling import Reading, Ruling, Verdict, cite
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.rulebook.state.refusals import refuse_ram
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between

RAM_RULE = "ram"
DIE_SIDES = 6


def rule_rams(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings, *, also_past: bool = False) -> list[Ruling]:
    """One ruling per ship and enemy. Ships without a bow are left out. `also_past`: the ram that pinned a ship counts,
    though she makes no new one."""
    return rams_from(bow_contacts(pairs, settings), scene, settings, also_past=also_past)


def bow_contacts(pairs: Sequence[Pair], settings: RuleSettings) -> list[Ruling]:
    """Whether each bow touches any part of the enemy, whatever the edition makes of it."""
    terms = settings.edition.contact
    bows = {ship: bow_of(ship, terms) for ship in dict.fromkeys(subject for subject, _ in pairs)}
    parts = [
        Parts(subject, bow, target, target.footprint) for subject, target in pairs if (bow := bows[subject]) is not None
    ]
    return _touches(parts, Message("the enemy's hull"), settings)


def rams_from(
    contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings, *, also_past: bool = False
) -> list[Ruling]:
    """The rams that these contacts of a bow with any part of an enemy are, or are not."""
    terms = settings.edition.contact
    measured = _to_the_part_that_counts(contacts, scene, settings, terms)
    rams = [_judge_ram(touch, scene, settings, terms) for touch in measured]
    return rams if also_past else [_unless_pinned(ram, scene, settings, terms) for ram in rams]


def _to_the_part_that_counts(
    contacts: Sequence[Ruling], scene: Scene, settings: RuleSettings, terms: ContactTerms
) -> list[Ruling]:
    """Where a bow must meet more than a bow, what may touch is measured anew to the rest of the enemy."""
    if terms.ram_target_part is not TouchPart.NON_BOW:
        return list(contacts)
    near = [touch for touch in contacts if touch.verdict is not Verdict.NO]
    to_measure = []
    for touch in near:
        subject, target = both_of(touch, scene)
        bow = bow_of(subject, terms)
        assert bow is not None
        to_measure.append(Parts(subject, bow, target, rest_of(target, terms.bow_zone)))
    anew = _touches(to_measure, Message("the enemy's hull abaft her bow"), settings)
    bow_on_bow = Message("bow on bow is no ram")
    by_pair = {
        (touch.subject, touch.target): touch if touch.verdict is not Verdict.NO else touch.replace(reason=bow_on_bow)
        for touch in anew
    }
    return [by_pair.get((touch.subject, touch.target), touch) for touch in contacts]


def _touches(asked: Sequence[Parts], whole: Message, settings: RuleSettings) -> list[Ruling]:
    words = (Message("her bow"), whole)
    return rule_touches(RAM_RULE, asked, settings.edition.contact.ram_section, settings, words, RAM_HOUSE_RULES)


def both_of(touch: Ruling, scene: Scene) -> Pair:
    subject, target = scene.find(touch.subject), scene.find(touch.target)
    assert subject is not None
    assert target is not None
    return subject, target


def _judge_ram(touch: Ruling, scene: Scene, settings: RuleSettings, terms: ContactTerms) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    ship, enemy = both_of(touch, scene)
    subject, target = scene.units_of(ship, enemy)
    ship_lost, enemy_lost = (why_lost(piece, scene, settings) for piece in (ship, enemy))
    refusal = refuse_ram(scene.state, subject, target, settings.edition, ship_lost=ship_lost, enemy_lost=enemy_lost)
    if refusal is not None:
        return forbidden(touch, refusal.words)
    says = follow_contact(touch, _what_follows(ship, enemy, scene, terms))
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
    return ram.replace(reason=Message(TOUCHES[ram.verdict], **words))


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
    id=RAM_RULE,
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

BOARD_RULE = "board"
BOW_TOUCHES = {Verdict.YES: template("{bow} touches"), Verdict.TOO_CLOSE: template("{bow} may or may not touch")}
WITHIN_S = {
    Verdict.YES: template("{name} is within S, edge to edge"),
    Verdict.NO: template("{name} is not within S, edge to edge"),
    Verdict.TOO_CLOSE: template("{name} is at the edge of S, edge to edge"),
}


def rule_boardings(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship and enemy; for a creature only from one who may board from afar."""
    afar = [pair for pair in pairs if Effect.BOARDS_WITHIN_S in scene.effects_of(pair[0].id)]
    from_afar = {(subject.id, target.id) for subject, target in afar}
    beside = [
        pair
        for pair in pairs
        if pair[1].piece.model.kind is PieceKind.SHIP and (pair[0].id, pair[1].id) not in from_afar
    ]
    return [
        *(_within_short(subject, target, scene, settings) for subject, target in afar),
        *_after_rams(beside, scene, settings),
    ]


def _after_rams(pairs: list[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Either of the two may have rammed: the better of both contacts counts."""
    both_ways = {(subject.id, target.id): (subject, target) for pair in pairs for subject, target in (pair, pair[::-1])}
    rams = {
        (ram.subject, ram.target): ram for ram in rule_rams(list(both_ways.values()), scene, settings, also_past=True)
    }
    boardings = []
    for subject, target in pairs:
        ways = [rams[key] for key in ((subject.id, target.id), (target.id, subject.id)) if key in rams]
        if ways:
            boardings.append(_after_a_ram(min(ways, key=_rank), subject, target, scene, settings))
    return boardings


def _rank(ram: Ruling) -> tuple[int, float]:
    """Rounded, so that of two bows that touch alike the last digit does not choose."""
    return (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO).index(ram.verdict), round(ram.measured_mm or 0.0, 6)


def _after_a_ram(ram: Ruling, one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    section = cite(settings.edition.contact.board_section)
    touch = ram.replace(rule=BOARD_RULE, subject=one.id, target=other.id, citation=section)
    if ram.verdict is Verdict.NO:
        return touch.replace(reason=Message("no ram to follow: {reason}", reason=ram.reason))
    bow = Message("her bow") if ram.subject == one.id else Message("{name}'s bow", name=other.name)
    touch = touch.replace(reason=Message(BOW_TOUCHES[ram.verdict], bow=bow))
    why = _why_not(one, other, scene, settings)
    if why is not None:
        return forbidden(touch, why)
    party = Message(
        "one party after the ram, a d6 plus masts: {masts} against {enemy_masts} masts",
        masts=len(one.masts_standing),
        enemy_masts=len(other.masts_standing),
    )
    says = follow_contact(touch, _with_bonus(party, one, other, scene))
    return _past_panels(doubtful(says, why_in_doubt(one, other, scene, settings)), other)


def _with_bonus(party: Message, one: PlacedPiece, other: PlacedPiece, scene: Scene) -> Message:
    for ship in (one, other):
        if Effect.BOARDING_PLUS_1 in scene.effects_of(ship.id):
            party = Message("{party}; {name} adds 1 by her card", party=party, name=ship.name)
    return party


def _within_short(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    """Nearest edge to nearest edge (disputes, D26); an ability that beats what is said of creatures (D14)."""
    apart = between(one, one.footprint, other, other.footprint)
    near = judge_within(BOARD_RULE, one, other, apart, "S", settings)
    ruling = near.replace(
        citation=cite_lengths(cite(settings.edition.contact.board_section, Message("her ability")), settings),
        reason=Message(WITHIN_S[near.verdict], name=other.name),
        house=list_decided_by(settings.house, ("short-mm",)),
    )
    why = _why_not(one, other, scene, settings)
    if why is not None:
        return forbidden(ruling, why)
    return _past_panels(doubtful(ruling, why_in_doubt(one, other, scene, settings)), other)


def _past_panels(ruling: Ruling, other: PlacedPiece) -> Ruling:
    """A turtle ship is not boarded while a panel is left. Panels go before masts, so with a mast lost there is none; as
    long as all masts stand nobody has told (master keyword list, Turtle Ship)."""
    whole = len(other.masts_standing) == other.piece.model.upright_count
    if ruling.verdict is Verdict.NO or not whole or not has_keyword(other.piece, "Turtle Ship"):
        return ruling
    readings = (
        Reading(Message("a panel of {name} is left", name=other.name), Verdict.NO),
        Reading(Message("all panels of {name} are gone", name=other.name), ruling.verdict),
    )
    reason = Message("{reason}; but nobody boards {name} while a panel is left", reason=ruling.reason, name=other.name)
    return ruling.replace(verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


def _why_not(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    towed = why_in_tow(one, other, scene, settings)
    return towed or why_not_ramming(one, scene, settings) or why_not_met(other, scene, settings)


def board_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with enemies near them; from farther off, and also creatures, for one who may board from afar."""
    for subject, target in both_ways(scene, about, SHIPS, SAILING_KINDS, BOARDING_NEAR_MM):
        afar = bool(scene.state.crew_by_place.get(subject.id)) or Effect.BOARDS_WITHIN_S in subject.piece.effects
        beside = target.piece.model.kind is PieceKind.SHIP and room_mm_between(subject, target) <= NEAR_MM
        if (afar or beside) and scene.state.are_enemies(subject.id, target.id):
            yield subject.piece, target.piece


BOARD = Rule(
    id=BOARD_RULE,
    name=Message("board"),
    title=Message("Board"),
    question=template("May {subject} board {target}?"),
    yes=template("may board {target}"),
    no=template("may not board {target}"),
    group=RuleGroup.CONTACT,
    judging=judging(
        BOARD_RULE,
        board_pairs,
        rule_boardings,
        lambda edition: edition.contact.board_section,
        near_only=True,
        also=LOST_OR_NOT,
    ),
    contact=LastingContact(badge=Message("may board"), symbol="board", on_timeline=True),
)
