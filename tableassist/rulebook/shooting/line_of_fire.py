"""Line of fire: can some part of the target within reach be seen from the cannon?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.shadow import GROWN, SHRUNK, Edges, cross, dot
from tableassist.geometry.sightline import Sights, Targets, look
from tableassist.messages import Message, all_of, template
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling.citation import cite
from tableassist.rulebook.ruling.confidence import CALL_SIGMAS, probability_of_yes
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, Witness
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.line_blockers import Effects, InTheWay, LineAsk, in_the_way
from tableassist.rulebook.shooting.line_shown import ShownLines, clearest_lines
from tableassist.rulebook.shooting.shot_ruling import RULE as SHOT
from tableassist.scene.from_above import from_above, is_over
from tableassist.scene.placed_piece import Point
from tableassist.scene.separation import OVER_MM

RULE = "line_of_fire"
SEARCH_SIGMA_MM = 0.15
"""Of the room: only a few lines of each gap are tried. Compared with one every quarter of a millimetre, 0.1 to 0.2 mm
are missing in crowded waters."""
CALLS = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO, None)


def rule_lines(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> list[Ruling | None]:
    """None where no part of the target is in reach. `effects` by piece; None: what stands on the cards alone.

    Clear with every blocker grown by its doubt is yes; blocked with every blocker shrunk by it is no.
    """
    return lines_and_shadows(asks, scene, settings, effects)[0]


def lines_and_shadows(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> tuple[list[Ruling | None], dict[int, set[str]]]:
    """With the pieces that hide something of each target, or may, by the number of the line: whatever else is taken
    out of the way, its verdict stays."""
    if not asks:
        return [], {}
    origins = np.array([_start(ask.in_range) for ask in asks])
    way = in_the_way(asks, origins, scene, settings, effects)
    sights = look(_targets(asks, origins), way.blockers)
    verdicts = _verdicts(sights, len(asks))
    lines = clearest_lines(asks, origins, sights, verdicts, way.blockers)
    return _rulings(asks, origins, sights, verdicts, lines, way, settings), _shaded_by(sights, way)


def _shaded_by(sights: Sights, way: InTheWay) -> dict[int, set[str]]:
    casting = np.flatnonzero(np.bincount(sights.shadows.blocker, minlength=len(way.piece)))
    found: dict[int, set[str]] = {}
    for ask, blocker in zip(way.blockers.ask[casting].tolist(), casting.tolist(), strict=True):
        found.setdefault(ask, set()).add(way.piece[blocker].id)
    return found


def _start(in_range: Ruling) -> Point:
    """Both questions begin at the same place."""
    assert in_range.witness is not None
    return in_range.witness.start


def _reaches(in_range: Ruling) -> tuple[float, float, float]:
    """A line is called clear only to what is surely in range, and blocked only if all is that may be. When it is in
    doubt whether anything is, it is judged to the nearest place: that is in range if anything is."""
    limit, sigma, measured = in_range.limit_mm, in_range.sigma_mm, in_range.measured_mm
    assert limit is not None
    assert sigma is not None
    assert measured is not None
    as_is = max(limit, measured + 1e-6)
    sure = limit - CALL_SIGMAS * sigma if in_range.verdict is Verdict.YES else as_is
    return max(sure, measured + 1e-6), as_is, max(limit + CALL_SIGMAS * sigma, as_is)


def _targets(asks: Sequence[LineAsk], origins: Floats) -> Targets:
    """The edges of all targets, but those that face away: a line to one of them has met another before."""
    seen = [from_above(ask.target) for ask in asks]
    counts = np.array([len(each.edges) for each in seen])
    ask = np.repeat(np.arange(len(asks)), counts)
    edges = np.concatenate([each.edges for each in seen]) - origins[ask][:, None]
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    faces = cross(start, along) < 0
    inside = np.array([_is_over(one) for one in asks])
    kept = np.flatnonzero(faces | ~np.concatenate([each.is_outline for each in seen]) | inside[ask])
    reach = np.array([_reaches(one.in_range) for one in asks]).T
    return Targets(ask[kept], Edges(start[kept], along[kept]), reach[:, ask[kept]])


def _is_over(ask: LineAsk) -> bool:
    """Whether the cannon is over its target, so that it sees the outline from within."""
    if ask.in_range.measured_mm is not None and ask.in_range.measured_mm > OVER_MM:
        return False
    return is_over(ask.target, _start(ask.in_range))


def _verdicts(sights: Sights, asks: int) -> list[Verdict | None]:
    any_reach = np.bincount(sights.targets.ask, minlength=asks) > 0
    grown, shrunk = sights.clear(GROWN, asks), sights.clear(SHRUNK, asks)
    calls = np.where(~any_reach, 3, np.where(grown, 0, np.where(shrunk, 1, 2)))
    return [CALLS[call] for call in calls.tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class _Passed:
    """How the lines that are shown pass the blockers: plain numbers, one a blocker."""

    way: InTheWay
    clear: list[float]
    met: list[float]
    sigma: list[float]
    hidden: list[float]
    room_sigma: list[float]
    """Of the room itself: the line's end moves with the reach, too."""


def _rulings(
    asks: Sequence[LineAsk],
    origins: Floats,
    sights: Sights,
    verdicts: Sequence[Verdict | None],
    shown: ShownLines,
    way: InTheWay,
    settings: RuleSettings,
) -> list[Ruling | None]:
    hidden = sights.hidden_mm(len(way.piece)).tolist()
    room_sigma = _room_sigma_mm(asks, shown, way).tolist()
    passed = _Passed(way, shown.clear_mm.tolist(), shown.met.tolist(), way.sigma_mm.tolist(), hidden, room_sigma)
    counts = np.bincount(way.blockers.ask, minlength=len(asks)).tolist()
    shares = sights.shares(len(asks)).tolist()
    rulings: list[Ruling | None] = []
    first = 0
    for ask, origin, verdict, line, share, count in zip(
        asks, origins.tolist(), verdicts, shown.end.tolist(), shares, counts, strict=True
    ):
        mine = range(first, first + count)
        first += count
        rulings.append(None if verdict is None else _ruling(ask, origin, line, verdict, share, mine, passed, settings))
    return rulings


def _room_sigma_mm(asks: Sequence[LineAsk], shown: ShownLines, way: InTheWay) -> Floats:
    """(P,) of the room past each blocker. At a share t of the line, an end that moves aside by a moves it by t a."""
    ask, middle = way.blockers.ask, way.blockers.middle
    range_sigma = np.array([one.in_range.sigma_mm or 0.0 for one in asks])
    length = np.sqrt(dot(shown.end, shown.end))[ask]
    share = np.minimum(np.sqrt(dot(middle, middle)) / np.maximum(length, 1e-9), 1.0)
    aside_mm = share * (shown.aside_by_reach * range_sigma)[ask]
    return np.asarray(np.sqrt(way.sigma_mm**2 + aside_mm**2 + SEARCH_SIGMA_MM**2), dtype=np.float64)


def _decides(verdict: Verdict, mine: range, passed: _Passed) -> int | None:
    """Which blocker the verdict is about: the first that surely stops the line, else the one that leaves least room."""
    if not mine:
        return None
    clear, sigma = passed.clear, passed.sigma
    if verdict is Verdict.NO:
        sure = [each for each in mine if clear[each] <= -CALL_SIGMAS * sigma[each]]
        if sure:
            return min(sure, key=lambda each: passed.met[each])
    return min(mine, key=lambda each: clear[each] - CALL_SIGMAS * sigma[each])


def _measured(verdict: Verdict, decides: int, mine: range, passed: _Passed) -> tuple[float, float]:
    """Room past the nearest blocker, and its sigma; past the one that decides, where a nearer one that is known less
    well would not bear out the call."""
    nearest = min(mine, key=lambda each: passed.clear[each])
    if not _bears_out(verdict, passed.clear[nearest], passed.sigma[nearest]):
        nearest = decides
    clear, sigma = passed.clear[nearest], passed.room_sigma[nearest]
    if _bears_out(verdict, clear, sigma):
        return clear, sigma
    return clear, max(passed.sigma[nearest], abs(clear) / CALL_SIGMAS)


def _bears_out(verdict: Verdict, clear: float, sigma: float) -> bool:
    score = clear / sigma
    return {Verdict.YES: score >= CALL_SIGMAS, Verdict.NO: score <= -CALL_SIGMAS}.get(verdict, True)


def _ruling(
    ask: LineAsk,
    origin: Point,
    line: Point,
    verdict: Verdict,
    share: float,
    mine: range,
    passed: _Passed,
    settings: RuleSettings,
) -> Ruling:
    decides = _decides(verdict, mine, passed)
    is_fort = ask.shooter.piece.model.kind is PieceKind.FORT
    section = cite(settings.edition.shooting.fort_section if is_fort else settings.edition.shooting.line_section)
    start, end, in_range = (origin[0], origin[1]), (origin[0] + line[0], origin[1] + line[1]), ask.in_range
    asked = (RULE, in_range.subject, in_range.target, in_range.cannon)
    if decides is None:
        reason = _reason(verdict, None, share, mine, passed)
        return Ruling(*asked, verdict, None, 0.0, None, 1.0, section, Witness(start, end), reason)
    blocker, (clear, sigma) = passed.way.piece[decides], _measured(verdict, decides, mine, passed)
    witness, reason = Witness(start, end), _reason(verdict, decides, share, mine, passed)
    if passed.clear[decides] < 0:
        met = min(1.0, passed.met[decides])
        witness = Witness(start, end, blocker.id, (origin[0] + met * line[0], origin[1] + met * line[1]))
    if verdict is not Verdict.YES and blocker.is_stale:
        # A hand that hides a ship may be moving her out of the way.
        verdict = Verdict.NOT_SEEN
        reason = Message("{name} may stand in the way, and {absence}", name=blocker.name, absence=blocker.absence)
    return Ruling(*asked, verdict, clear, 0.0, sigma, probability_of_yes(clear, sigma), section, witness, reason)


def _reason(verdict: Verdict, decides: int | None, share: float, mine: range, passed: _Passed) -> Message:
    words, hidden = passed.way.words, passed.hidden
    if verdict is Verdict.YES or decides is None:
        return Message("clear to {share} % of the target in reach", share=max(1, round(100 * share)))
    if verdict is Verdict.TOO_CLOSE:
        if passed.clear[decides] < 0:
            return Message("the best line just meets {blocker}", blocker=words[decides])
        return Message("the best line just passes {blocker}", blocker=words[decides])
    others = sorted((each for each in mine if each != decides and hidden[each] > 0), key=lambda each: -hidden[each])
    blockers = dict.fromkeys(words[each] for each in (decides, *others[:2]))
    return Message("blocked by {blockers}", blockers=all_of(tuple(blockers)))


LINE_OF_FIRE = Rule(
    id=RULE,
    name=Message("line of fire"),
    title=Message("Line of fire"),
    question=template("Is the line from cannon {cannon} of {subject} to {target} clear?"),
    yes=template("has a clear line to {target}"),
    no=template("has no clear line to {target}"),
    answers=(
        template("The line from cannon {cannon} of {subject} to {target} is CLEAR"),
        template("The line from cannon {cannon} of {subject} to {target} is BLOCKED"),
    ),
    group=RuleGroup.SHOOTING,
    part_of=SHOT,
)
