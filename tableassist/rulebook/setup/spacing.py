"""How far apart islands and terrain lie: at least so far, at most so far, and from which other islands."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from tableassist.messages import Message, Text, template
from tableassist.rulebook.editions.house_rule import decided_by
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
    apart = between_all([Parts(one, one.footprint, other, other.footprint) for one, other in pairs])
    house = decided_by(settings.house, ISLAND_HOUSE_RULES)
    measured = [(one, other, each) for (one, other), each in zip(pairs, apart, strict=True)]
    wide = [at_least(*each, terms.island_gap_long, "L", settings, terms.spacing_section) for each in measured]
    near = [_near_enough(island, measured, islands, settings, terms) for island in islands if measured]
    rulings = [each.replace(house=house) for each in (*wide, *near)]
    if terms.spacing_must:
        return rulings
    return [each.replace(reason=Message("{reason} (recommended)", reason=each.reason)) for each in rulings]


def _near_enough(
    island: PlacedPiece, measured: Measured, islands: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms
) -> Ruling:
    """By the reading in force, with the others beside it where nobody has picked one and they say something else."""
    readings = {
        Farthest.CHAIN: _in_a_chain(island, measured, islands, settings, terms),
        Farthest.NEAREST: _picked(min, island, measured, settings, terms, Farthest.NEAREST),
        Farthest.EVERY: _picked(max, island, measured, settings, terms, Farthest.EVERY),
    }
    ruling = readings[terms.farthest]
    if not terms.farthest_is_open or len({each.verdict for each in readings.values()}) == 1:
        return ruling
    return ruling.replace(readings=tuple(Reading(READ[read], each.verdict) for read, each in readings.items()))


def _picked(
    pick: Callable[..., Ruling],
    island: PlacedPiece,
    measured: Measured,
    settings: RuleSettings,
    terms: SetUpTerms,
    which: Farthest,
) -> Ruling:
    ways = [
        _at_most(island, other if one is island else one, each, settings, terms, which)
        for one, other, each in measured
        if island in (one, other)
    ]
    return pick(ways, key=lambda ruling: ruling.measured_mm or 0.0)


def _in_a_chain(
    island: PlacedPiece, measured: Measured, islands: Sequence[PlacedPiece], settings: RuleSettings, terms: SetUpTerms
) -> Ruling:
    """The largest group counts as placed first; who is not of it was placed too far from those that lay there."""
    near = {(one.id, other.id): _call(each, settings, terms)[0] for one, other, each in measured}
    sure = _groups(islands, {pair for pair, verdict in near.items() if verdict is Verdict.YES})
    hoped = _groups(islands, {pair for pair, verdict in near.items() if verdict is not Verdict.NO})
    first = max((sure[each.id] for each in islands), key=len)
    if island.id in first and len(first) > 1:
        return _picked(min, island, measured, settings, terms, Farthest.NEAREST)
    outside = [each for each in measured if (each[0].id in sure[island.id]) != (each[1].id in sure[island.id])]
    one, other, apart = min(outside, key=lambda each: each[2].mm)
    there = other if one.id in sure[island.id] else one
    ruling = _at_most(island, there, apart, settings, terms, Farthest.CHAIN)
    if ruling.verdict is Verdict.TOO_CLOSE and not first <= hoped[island.id]:
        return ruling.replace(verdict=Verdict.NO, probability=0.0)
    return ruling


def _groups(islands: Sequence[PlacedPiece], near: set[tuple[str, str]]) -> Groups:
    groups = {each.id: frozenset({each.id}) for each in islands}
    for one, other in near:
        joined = groups[one] | groups[other]
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
    return spaced(one, other, apart, (verdict, probability), limit, sigma, cite_lengths(section, settings), reason)


def _at_most(
    one: PlacedPiece, other: PlacedPiece, apart: Separation, settings: RuleSettings, terms: SetUpTerms, which: Farthest
) -> Ruling:
    limit = terms.island_reach_long * settings.ruler.long_mm
    verdict, probability, sigma = _call(apart, settings, terms)
    distance = Message(AT_MOST[verdict], times=terms.island_reach_long, unit="L", name=other.name)
    reason, section = Message(WHICH[which], distance=distance), cite_lengths(terms.spacing_section, settings)
    # The island itself is the target: another question than the one about the pair.
    return spaced(one, other, apart, (verdict, probability), limit, sigma, section, reason).replace(target="")


def _call(apart: Separation, settings: RuleSettings, terms: SetUpTerms) -> tuple[Verdict, float, float]:
    """Whether it is no more than the greatest distance, how likely, and the sigma of that."""
    sigma = math.hypot(apart.sigma_mm, terms.island_reach_long * settings.ruler.sigma_mm)
    return *margin_call(terms.island_reach_long * settings.ruler.long_mm - apart.mm, sigma), sigma


def spaced(
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
