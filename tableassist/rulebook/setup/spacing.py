"""How far apart islands and terrain lie: at least so far, at most so far, and from which other islands."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from tableassist.messages import Message, Text, template
from tableassist.rulebook.editions.house_rule import list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.editions.terms import ISLAND_HOUSE_RULES, Farthest, SetUpTerms
from tableassist.rulebook.ruling import Reading, Ruling, Verdict, Witness, margin_call
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, Separation, between_all

RULE = "set_up"
AT_LEAST = {
    Verdict.YES: template("at least {times:g} {unit} from {name}"),
    Verdict.NO: template("less than {times:g} {unit} from {name}"),
    Verdict.TOO_CLOSE: template("about {times:g} {unit} from {name}"),
}
AT_MOST = {
    Verdict.YES: template("no more than {times:g} {unit} from {name}"),
    Verdict.NO: template("more than {times:g} {unit} from {name}"),
    Verdict.TOO_CLOSE: template("about {times:g} {unit} from {name}"),
}
WHICH = {
    Farthest.NEAREST: template("{distance}, its nearest island"),
    Farthest.CHAIN: template("{distance}, the nearest island outside its group"),
    Farthest.EVERY: template("{distance}, its farthest island"),
}
READ = {
    Farthest.CHAIN: Message("all islands are connected by steps of no more than that"),
    Farthest.NEAREST: Message("each island is that near to some other"),
    Farthest.EVERY: Message("each pair of islands is that near"),
}
Measured = Sequence[tuple[PlacedPiece, PlacedPiece, Separation]]
Groups = Mapping[str, frozenset[str]]
"""Each island with all that are connected to it."""


def island_spacing(islands: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms) -> list[Ruling]:
    """For each pair whether it is wide enough; for each island whether it is near enough to the others."""
    pairs = list(combinations(islands, 2))
    apart = between_all([Parts(subject, subject.footprint, target, target.footprint) for subject, target in pairs])
    house = list_decided_by(settings.house, ISLAND_HOUSE_RULES)
    measured = [(subject, target, distance) for (subject, target), distance in zip(pairs, apart, strict=True)]
    wide = [at_least(*gap, terms.island_gap_long, "L", settings, terms.spacing_section) for gap in measured]
    near = [_near_enough(island, measured, islands, settings, terms) for island in islands if measured]
    rulings = [ruling.replace(house=house) for ruling in (*wide, *near)]
    if terms.spacing_must:
        return rulings
    return [ruling.replace(reason=Message("{reason} (recommended)", reason=ruling.reason)) for ruling in rulings]


def _near_enough(
    island: PlacedPiece, measured: Measured, islands: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms
) -> Ruling:
    """By the reading in force, with the others beside it where nobody has picked one and they say something else."""
    readings = {
        Farthest.CHAIN: _in_a_chain(island, measured, islands, settings, terms),
        Farthest.NEAREST: _pick_reading(min, island, measured, settings, terms, Farthest.NEAREST),
        Farthest.EVERY: _pick_reading(max, island, measured, settings, terms, Farthest.EVERY),
    }
    ruling = readings[terms.farthest]
    if not terms.farthest_is_open or len({ruling.verdict for ruling in readings.values()}) == 1:
        return ruling
    return ruling.replace(readings=tuple(Reading(READ[read], ruling.verdict) for read, ruling in readings.items()))


def _pick_reading(
    pick: Callable[..., Ruling],
    island: PlacedPiece,
    measured: Measured,
    settings: RuleSettings,
    terms: SetUpTerms,
    which: Farthest,
) -> Ruling:
    ways = [
        _at_most(island, target if subject is island else subject, gap, settings, terms, which)
        for subject, target, gap in measured
        if island in (subject, target)
    ]
    return pick(ways, key=lambda ruling: ruling.measured_mm or 0.0)


def _in_a_chain(
    island: PlacedPiece, measured: Measured, islands: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms
) -> Ruling:
    """The largest group counts as placed first; who is not of it was placed too far from those that lay there."""
    near = {(subject.id, target.id): _call(distance, settings, terms)[0] for subject, target, distance in measured}
    sure = _groups(islands, {pair for pair, verdict in near.items() if verdict is Verdict.YES})
    hoped = _groups(islands, {pair for pair, verdict in near.items() if verdict is not Verdict.NO})
    first = max((sure[island.id] for island in islands), key=len)
    if island.id in first and len(first) > 1:
        return _pick_reading(min, island, measured, settings, terms, Farthest.NEAREST)
    outside = [gap for gap in measured if (gap[0].id in sure[island.id]) != (gap[1].id in sure[island.id])]
    subject, target, apart = min(outside, key=lambda distance: distance[2].mm)
    there = target if subject.id in sure[island.id] else subject
    ruling = _at_most(island, there, apart, settings, terms, Farthest.CHAIN)
    if ruling.verdict is Verdict.TOO_CLOSE and not first <= hoped[island.id]:
        return ruling.replace(verdict=Verdict.NO, probability=0.0)
    return ruling


def _groups(islands: Sequence[PlacedPiece], near: set[tuple[str, str]]) -> Groups:
    groups = {island.id: frozenset({island.id}) for island in islands}
    for subject, target in near:
        joined = groups[subject] | groups[target]
        groups |= dict.fromkeys(joined, joined)
    return groups


def at_least(
    one: PlacedPiece,
    other: PlacedPiece,
    apart: Separation,
    times: float,
    unit: str,
    settings: RuleSettings,
    section: Text,
) -> Ruling:
    limit = times * (settings.ruler.long_mm if unit == "L" else settings.ruler.short_mm)
    sigma = math.hypot(apart.sigma_mm, times * settings.ruler.sigma_mm)
    verdict, probability = margin_call(apart.mm - limit, sigma)
    reason = Message(AT_LEAST[verdict], times=times, unit=unit, name=other.name)
    return rule_spacing(
        one, other, apart, (verdict, probability), limit, sigma, cite_lengths(section, settings), reason
    )


def _at_most(
    one: PlacedPiece, other: PlacedPiece, apart: Separation, settings: RuleSettings, terms: SetUpTerms, which: Farthest
) -> Ruling:
    limit = terms.island_reach_long * settings.ruler.long_mm
    verdict, probability, sigma = _call(apart, settings, terms)
    distance = Message(AT_MOST[verdict], times=terms.island_reach_long, unit="L", name=other.name)
    reason, section = Message(WHICH[which], distance=distance), cite_lengths(terms.spacing_section, settings)
    # The island itself is the target: another question than the one about the pair.
    return rule_spacing(one, other, apart, (verdict, probability), limit, sigma, section, reason).replace(target="")


def _call(apart: Separation, settings: RuleSettings, terms: SetUpTerms) -> tuple[Verdict, float, float]:
    """Whether it is no more than the greatest distance, how likely, and the sigma of that."""
    sigma = math.hypot(apart.sigma_mm, terms.island_reach_long * settings.ruler.sigma_mm)
    return *margin_call(terms.island_reach_long * settings.ruler.long_mm - apart.mm, sigma), sigma


def rule_spacing(
    one: PlacedPiece,
    other: PlacedPiece,
    apart: Separation,
    call: tuple[Verdict, float],
    limit_mm: float,
    sigma_mm: float,
    section: Message,
    reason: Message,
) -> Ruling:
    return Ruling(
        rule=RULE,
        subject=one.id,
        target=other.id,
        cannon=None,
        verdict=call[0],
        measured_mm=apart.mm,
        limit_mm=limit_mm,
        sigma_mm=sigma_mm,
        probability=call[1],
        citation=section,
        witness=Witness(apart.start, apart.end),
        reason=reason,
    )
