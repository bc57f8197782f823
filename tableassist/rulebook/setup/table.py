"""The set-up: number and spacing of islands and terrain, ships at home. Asked once, before the first turn."""

import math
from collections.abc import Sequence
from itertools import combinations

from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, TERRAIN_KINDS, PieceKind
from tableassist.rulebook.contact.conditions import first_that_holds
from tableassist.rulebook.contact.contact import bow_of, rule_touches
from tableassist.rulebook.editions.house_rule import list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import BOW_HOUSE_RULES, SetUpTerms
from tableassist.rulebook.ruling import Ruling, Verdict, cite, margin_call
from tableassist.rulebook.scene import Scene, missing
from tableassist.rulebook.setup.spacing import RULE, at_least, island_spacing, rule_spacing
from tableassist.rulebook.state.refusals import NOT_AT_HOME
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between_all

ISLANDS, TERRAIN = "islands", "terrain"
"""Stand for all of them together as the subject of a ruling on their number."""
ALL_TOGETHER = {ISLANDS: Message("the islands"), TERRAIN: Message("the terrain")}
"""Their names."""
COUNTED = {
    ISLANDS: (template("{found} islands, {wanted} required"), template("{found} islands, {wanted} recommended")),
    TERRAIN: (template("{found} terrain, {wanted} required"), template("{found} terrain, {wanted} recommended")),
}
NOT_YET = {
    PieceKind.FOG_BANK: Message("no fog-bank before the first turn"),
    PieceKind.REEF: Message("no reef before the first turn"),
    PieceKind.SARGASSO_SEA: Message("no sargasso-sea before the first turn"),
    PieceKind.ICEBERG: Message("no iceberg before the first turn"),
    PieceKind.WHIRLPOOL: Message("no whirlpool before the first turn"),
    PieceKind.TRADE_CURRENT: Message("no trade-current before the first turn"),
}
STARTS = {
    Verdict.YES: template("{name} starts S ({short_mm:g} mm) away from the home island {island}, as a mercenary must"),
    Verdict.NO: template(
        "{name} does not start S ({short_mm:g} mm) away from the home island {island}, as a mercenary must"
    ),
    Verdict.TOO_CLOSE: template(
        "{name} may or may not start S ({short_mm:g} mm) away from the home island {island}, as a mercenary must"
    ),
}


def rule_set_up(scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """All that a camera can check before the first turn; for what is only advice the reason says so."""
    terms = settings.edition.setup
    islands = _of(scene, PieceKind.ISLAND)
    terrain = _of(scene, *TERRAIN_KINDS)
    return [
        *_island_number(scene, settings, terms),
        *island_spacing(islands, settings, terms),
        *_terrain_number(terrain, settings, terms),
        *_terrain_spacing(terrain, islands, settings, terms),
        *_at_home(scene, settings, terms),
    ]


def _of(scene: Scene, *kinds: PieceKind) -> list[PlacedPiece]:
    return [placed for placed in scene.pieces if placed.piece.model.kind in kinds]


def _rule_count(subject: str, found: int, unseen: int, wanted: int, section: Text, *, advice: bool) -> Ruling:
    """A number of pieces. What has not been seen may yet be there."""
    verdict = Verdict.YES if found == wanted else Verdict.NO
    if found < wanted <= found + unseen:
        verdict = Verdict.NOT_SEEN
    required, recommended = COUNTED[subject]
    reason = Message(recommended if advice else required, found=found, wanted=wanted)
    return _rule_unmeasured(subject, "", verdict, section, reason)


def _rule_unmeasured(subject: str, target: str, verdict: Verdict, section: Text, reason: Message) -> Ruling:
    return Ruling(
        rule=RULE,
        subject=subject,
        target=target,
        cannon=None,
        verdict=verdict,
        measured_mm=None,
        limit_mm=None,
        sigma_mm=None,
        probability=None,
        citation=cite(section),
        witness=None,
        reason=reason,
    )


def _island_number(scene: Scene, settings: RuleSettings, terms: SetUpTerms) -> list[Ruling]:
    wanted = terms.islands
    if wanted is None:
        wanted = terms.islands_a_player * len(scene.state.players)
    unseen = sum(piece.model.kind is PieceKind.ISLAND for piece in scene.unseen)
    count = len(_of(scene, PieceKind.ISLAND))
    ruling = _rule_count(ISLANDS, count, unseen, wanted, terms.islands_section, advice=not terms.islands_must)
    return [ruling.replace(house=list_decided_by(settings.house, ("islands",)))]


def _terrain_number(terrain: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms) -> list[Ruling]:
    rulings = [
        _rule_unmeasured(patch.id, "", Verdict.NO, terms.terrain_section, NOT_YET[patch.piece.model.kind])
        for patch in terrain
        if patch.piece.model.kind not in terms.terrain_kinds
    ]
    if terms.terrain_count is not None:
        house = list_decided_by(settings.house, ("terrain-pieces",))
        count = _rule_count(TERRAIN, len(terrain), 0, terms.terrain_count, terms.terrain_section, advice=False)
        rulings.append(count.replace(house=house))
    return rulings


def _terrain_spacing(
    terrain: Sequence[PlacedPiece], islands: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms
) -> list[Ruling]:
    if terms.terrain_gap_short <= 0:
        return []
    pairs = [*combinations(terrain, 2), *((patch, island) for patch in terrain for island in islands)]
    apart = between_all([Parts(subject, subject.footprint, target, target.footprint) for subject, target in pairs])
    house = list_decided_by(settings.house, ("short-mm", "terrain-at-least-S"))
    return [
        at_least(subject, target, gap, terms.terrain_gap_short, "S", settings, terms.terrain_section).replace(
            house=house
        )
        for (subject, target), gap in zip(pairs, apart, strict=True)
    ]


def _at_home(scene: Scene, settings: RuleSettings, terms: SetUpTerms) -> list[Ruling]:
    """Every bow, and a creature's base by any part, against the home island of its owner."""
    homes = {player: island for island, player in scene.state.homes.items()}
    everything = (*(placed.piece for placed in scene.pieces), *scene.unseen)
    rulings = []
    for piece in everything:
        owner = scene.state.owners.get(piece.id)
        if piece.model.kind not in SAILING_KINDS or owner is None or piece.id in scene.gone:
            continue
        home = scene.find(homes.get(owner))
        hidden = missing(scene, piece)
        if home is None:
            why = _no_home(owner, homes.get(owner), scene)
            rulings.append(_rule_unmeasured(piece.id, "", Verdict.NOT_SEEN, terms.home_section, why))
        elif hidden is not None:
            rulings.append(_rule_unmeasured(piece.id, home.id, Verdict.NOT_SEEN, terms.home_section, hidden))
        else:
            rulings.append(_touches_home(scene.at(piece), home, settings, terms))
    return rulings


def _no_home(owner: str, home: str | None, scene: Scene) -> Message:
    reason = None if home is None else scene.reasons.get(home)
    if reason is None:
        return Message("the home island of {player} has not been chosen or seen", player=owner)
    return Message("the home island of {player} is not measured: {reason}", player=owner, reason=reason)


def _touches_home(mover: PlacedPiece, home: PlacedPiece, settings: RuleSettings, terms: SetUpTerms) -> Ruling:
    if first_that_holds(mover.piece, NOT_AT_HOME) is not None:
        return _away_from_home(mover, home, settings)
    creature = mover.piece.model.kind is PieceKind.SEA_CREATURE
    bow = None if creature else bow_of(mover, settings.edition.contact)
    part = mover.footprint if bow is None else bow
    base = Message("its base") if creature else Message("her bow")
    words = (base, Message("the home island {name}", name=home.name))
    section = terms.creature_section if creature else terms.home_section
    parts = [Parts(mover, part, home, home.footprint)]
    return rule_touches(RULE, parts, section, settings, words, BOW_HOUSE_RULES)[0]


def _away_from_home(mover: PlacedPiece, home: PlacedPiece, settings: RuleSettings) -> Ruling:
    """A mercenary starts S away: the gap from edge to edge is S, as near as pieces that touch are said to touch."""
    (apart,) = between_all([Parts(mover, mover.footprint, home, home.footprint)])
    limit, slack = settings.ruler.short_mm, settings.contact_tolerance_mm
    sigma = math.hypot(apart.sigma_mm, settings.ruler.sigma_mm)
    verdict, probability = margin_call(slack - abs(apart.mm - limit), sigma)
    reason = Message(STARTS[verdict], name=mover.name, short_mm=limit, island=home.name)
    section = Message("master keyword list, {section}", section="Mercenary; Ex-Patriot")
    house = list_decided_by(settings.house, ("short-mm", "contact-tolerance-mm"))
    call = (verdict, probability)
    return rule_spacing(mover, home, apart, call, limit, sigma, section, reason).replace(house=house)
