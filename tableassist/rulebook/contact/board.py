"""Boarding: ships that have rammed each other, or an enemy within S of one whose ability allows it."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import SAILING_KINDS, PieceKind
from tableassist.rulebook.abilities.within import measured_within
from tableassist.rulebook.contact.contact import doubtful, followed, forbidden
from tableassist.rulebook.contact.fog import LOST_OR_NOT
from tableassist.rulebook.contact.pairs import BOARDING_NEAR_MM, NEAR_MM, SHIPS, both_ways, room_mm_between
from tableassist.rulebook.contact.ram import rule_rams
from tableassist.rulebook.contact.state import has_keyword, why_in_doubt, why_in_tow, why_not_met, why_not_ramming
from tableassist.rulebook.editions.house_rule import decided_by
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling.ruling import Reading, Ruling, Verdict, changed, cite
from tableassist.rulebook.scene.scene import Scene
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between

RULE = "board"
BOW_TOUCHES = {Verdict.YES: template("{bow} touches"), Verdict.TOO_CLOSE: template("{bow} may or may not touch")}
WITHIN_S = {
    Verdict.YES: template("{name} is within S, edge to edge"),
    Verdict.NO: template("{name} is not within S, edge to edge"),
    Verdict.TOO_CLOSE: template("{name} is at the edge of S, edge to edge"),
}


def rule_boardings(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship and enemy; for a creature only from one who may board from afar."""
    afar = [pair for pair in pairs if Effect.BOARDS_WITHIN_S in scene.effects_of(pair[0].id)]
    from_afar = {(one.id, other.id) for one, other in afar}
    beside = [
        pair
        for pair in pairs
        if pair[1].piece.model.kind is PieceKind.SHIP and (pair[0].id, pair[1].id) not in from_afar
    ]
    return [
        *(_within_short(one, other, scene, settings) for one, other in afar),
        *_after_rams(beside, scene, settings),
    ]


def _after_rams(pairs: list[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Either of the two may have rammed: the better of both contacts counts."""
    both_ways = {(one.id, other.id): (one, other) for pair in pairs for one, other in (pair, pair[::-1])}
    rams = {
        (ram.subject, ram.target): ram for ram in rule_rams(list(both_ways.values()), scene, settings, also_past=True)
    }
    found = []
    for one, other in pairs:
        ways = [rams[key] for key in ((one.id, other.id), (other.id, one.id)) if key in rams]
        if ways:
            found.append(_after_a_ram(min(ways, key=_rank), one, other, scene, settings))
    return found


def _rank(ram: Ruling) -> tuple[int, float]:
    """Rounded, so that of two bows that touch alike the last digit does not choose."""
    return (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO).index(ram.verdict), round(ram.measured_mm or 0.0, 6)


def _after_a_ram(ram: Ruling, one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    section = cite(settings.edition.contact.board_section)
    touch = changed(ram, rule=RULE, subject=one.id, target=other.id, citation=section)
    if ram.verdict is Verdict.NO:
        return changed(touch, reason=Message("no ram to follow: {reason}", reason=ram.reason))
    bow = Message("her bow") if ram.subject == one.id else Message("{name}'s bow", name=other.name)
    touch = changed(touch, reason=Message(BOW_TOUCHES[ram.verdict], bow=bow))
    why = _why_not(one, other, scene, settings)
    if why is not None:
        return forbidden(touch, why)
    party = Message(
        "one party after the ram, a d6 plus masts: {masts} against {enemy_masts} masts",
        masts=len(one.masts_standing),
        enemy_masts=len(other.masts_standing),
    )
    says = followed(touch, _with_bonus(party, one, other, scene))
    return _past_panels(doubtful(says, why_in_doubt(one, other, scene, settings)), other)


def _with_bonus(party: Message, one: PlacedPiece, other: PlacedPiece, scene: Scene) -> Message:
    for ship in (one, other):
        if Effect.BOARDING_PLUS_1 in scene.effects_of(ship.id):
            party = Message("{party}; {name} adds 1 by her card", party=party, name=ship.name)
    return party


def _within_short(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    """Nearest edge to nearest edge (disputes, D26); an ability that beats what is said of creatures (D14)."""
    apart = between(one, one.footprint, other, other.footprint)
    near = measured_within(RULE, one, other, apart, "S", settings)
    ruling = changed(
        near,
        citation=cite_lengths(cite(settings.edition.contact.board_section, Message("her ability")), settings),
        reason=Message(WITHIN_S[near.verdict], name=other.name),
        house=decided_by(settings.house, ("short-mm",)),
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
    return changed(ruling, verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


def _why_not(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Message | None:
    towed = why_in_tow(one, other, scene, settings)
    return towed or why_not_ramming(one, scene, settings) or why_not_met(other, scene, settings)


def board_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with enemies near them; from farther off, and also creatures, for one who may board from afar."""
    for one, other in both_ways(scene, about, SHIPS, SAILING_KINDS, BOARDING_NEAR_MM):
        afar = bool(scene.state.crew_by_place.get(one.id)) or Effect.BOARDS_WITHIN_S in one.piece.effects
        beside = other.piece.model.kind is PieceKind.SHIP and room_mm_between(one, other) <= NEAR_MM
        if (afar or beside) and scene.state.are_enemies(one.id, other.id):
            yield one.piece, other.piece


BOARD = Rule(
    id=RULE,
    name=Message("board"),
    title=Message("Board"),
    question=template("May {subject} board {target}?"),
    yes=template("may board {target}"),
    no=template("may not board {target}"),
    group=RuleGroup.CONTACT,
    judging=judging(
        RULE,
        board_pairs,
        rule_boardings,
        lambda edition: edition.contact.board_section,
        near_only=True,
        also=LOST_OR_NOT,
    ),
    contact=LastingContact(badge=Message("may board"), symbol="board", on_timeline=True),
)
