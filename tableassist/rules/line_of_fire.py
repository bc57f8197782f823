"""Line of fire: can some part of the target within reach be seen from the cannon?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.clearance import Solids, clearance, sideways
from tableassist.geometry.ragged import Indices, begins, spread
from tableassist.geometry.shadow import AS_IS, GROWN, SHRUNK, Edges, Flags, cross, dot
from tableassist.geometry.sightline import Blockers, Sights, Targets, look
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import Cannon
from tableassist.rules.confidence import CALL_SIGMAS
from tableassist.rules.line_blockers import Effects, InTheWay, LineAsk, in_the_way, may_block
from tableassist.rules.ruling import Ruling, Verdict, Witness
from tableassist.rules.settings import RuleSettings
from tableassist.scene.from_above import from_above, is_over
from tableassist.scene.placed_piece import PlacedPiece, Point
from tableassist.scene.scene import Scene
from tableassist.scene.separation import OVER_MM

__all__ = ["RULE", "LineAsk", "may_block", "rule_line_of_fire", "rule_lines"]

RULE = "line_of_fire"
CALLS = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO, None)
TRIED = (0.05, 0.5, 0.95)
"""Where in each gap a line is tried, to find one with much room to show; no verdict hangs on it."""


def rule_line_of_fire(
    shooter: PlacedPiece, cannon: Cannon, target: PlacedPiece, in_range: Ruling, scene: Scene, settings: RuleSettings
) -> Ruling | None:
    """One line; see `rule_lines`, which takes many in hardly more time."""
    return rule_lines([LineAsk(shooter, cannon, target, in_range)], scene, settings)[0]


def rule_lines(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> list[Ruling | None]:
    """None where no part of the target is in reach. `effects` by piece; None: what stands on the cards alone.

    Clear with every blocker grown by its doubt is yes; blocked with every blocker shrunk by it is no.
    """
    if not asks:
        return []
    origins = np.array([_start(ask.in_range) for ask in asks])
    way = in_the_way(asks, origins, scene, settings, effects)
    sights = look(_targets(asks, origins), way.blockers)
    verdicts = _verdicts(sights, len(asks))
    lines = _best_lines(asks, origins, sights, verdicts, way.blockers)
    past = _past(lines, way.blockers)
    return _rulings(asks, origins, sights, verdicts, lines, past, way, settings)


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
class _Tries:
    """Lines that could be shown, each by its end as seen from its origin."""

    ask: Indices
    end: Floats
    is_clear: Flags


def _best_lines(
    asks: Sequence[LineAsk],
    origins: Floats,
    sights: Sights,
    verdicts: Sequence[Verdict | None],
    blockers: Blockers,
) -> Floats:
    """(A, 2) the end, from its origin, of the line with the most room of those that bear out the verdict; the nearest
    place where nothing is in the way."""
    nearest = np.array([ask.in_range.witness.end if ask.in_range.witness else (0.0, 0.0) for ask in asks]) - origins
    tries = _tries(sights, verdicts, np.bincount(blockers.ask, minlength=len(asks)) > 0)
    if len(tries.ask) == 0:
        return nearest
    room = _rough_room(tries, sights, blockers)
    order = np.lexsort((-room, tries.ask))
    first = np.flatnonzero(np.diff(tries.ask[order], prepend=-1))
    nearest[tries.ask[order[first]]] = tries.end[order[first]]
    return nearest


def _tries(sights: Sights, verdicts: Sequence[Verdict | None], is_asked: Flags) -> _Tries:
    size = _shown_size(sights, verdicts)
    row, low, high = [], [], []
    for each in (GROWN, AS_IS, SHRUNK):
        left = sights.gaps[each]
        kept = (size == each)[sights.targets.ask[left.row]] & is_asked[sights.targets.ask[left.row]]
        row.append(left.row[kept])
        low.append(left.low[kept])
        high.append(left.high[kept])
    hidden = np.flatnonzero((size < 0)[sights.targets.ask] & (sights.in_reach.low[AS_IS] < sights.in_reach.high[AS_IS]))
    rows = np.concatenate([*row, hidden])
    lows = np.concatenate([*low, sights.in_reach.low[AS_IS][hidden]])
    highs = np.concatenate([*high, sights.in_reach.high[AS_IS][hidden]])
    at = lows[:, None] + (highs - lows)[:, None] * np.array(TRIED)
    edges = sights.targets.edges.taken(rows)
    ends = edges.start[:, None] + at[..., None] * edges.along[:, None]
    ask = np.repeat(sights.targets.ask[rows], len(TRIED))
    return _Tries(ask, ends.reshape(-1, 2), ((size == GROWN) | (size == AS_IS))[ask])


def _shown_size(sights: Sights, verdicts: Sequence[Verdict | None]) -> Indices:
    """(A,) in whose gaps the line to show is looked for; -1 where there is none, for a line that is surely blocked."""
    as_is = sights.clear(AS_IS, len(verdicts))
    close = np.where(as_is, AS_IS, SHRUNK)
    is_yes = np.array([verdict is Verdict.YES for verdict in verdicts])
    is_close = np.array([verdict is Verdict.TOO_CLOSE for verdict in verdicts])
    size: Indices = np.where(is_yes, GROWN, np.where(is_close, close, -1))
    return size


def _rough_room(tries: _Tries, sights: Sights, blockers: Blockers) -> Floats:
    """About how much room each line has beyond doubt: from the tangents of what is in its way. A line through a gap is
    not blocked, so what it seems to go through lies behind the target and does not count."""
    counts = np.bincount(blockers.ask, minlength=int(tries.ask.max()) + 1)
    line, blocker = spread(begins(counts)[tries.ask], counts[tries.ask])
    end = tries.end[line]
    length = np.sqrt(dot(end, end))
    away = np.sqrt(dot(blockers.middle, blockers.middle))[blocker]
    wedge = sights.wedges
    aside = np.maximum(cross(end, wedge.right[AS_IS][blocker]), cross(wedge.left[AS_IS][blocker], end))
    room = aside / np.maximum(length, 1e-12) * away - blockers.doubt_mm[blocker]
    room = np.where(dot(end, blockers.middle[blocker]) < 0, away, room)
    room = np.where(tries.is_clear[line] & (room < 0), np.inf, room)
    return np.minimum.reduceat(room, begins(counts[tries.ask]))


@dataclass(frozen=True, slots=True, eq=False)
class _Past:
    """How the line that is shown passes each blocker of its question."""

    clearance_mm: Floats
    """(P,)."""
    met_at: Floats
    """(P,) the share of the line at which it is met; infinite where it is passed."""


def _past(lines: Floats, blockers: Blockers) -> _Past:
    if len(blockers.ask) == 0:
        return _Past(np.zeros(0), np.zeros(0))
    ends = lines[blockers.ask]
    solids = Solids(
        blockers.solid_corners, blockers.solid_corner_counts, blockers.normals, blockers.out_mm, blockers.side_counts
    )
    first = begins(blockers.solid_counts)
    each, met = clearance(np.repeat(ends, blockers.solid_counts, axis=0), solids)
    least = np.minimum.reduceat(each, first)
    # What is connected and lies wholly beside the line is hit as deep as all of it together.
    far = np.maximum.reduceat(np.sqrt(dot(blockers.corners, blockers.corners)), begins(blockers.corner_counts))
    whole = np.minimum(sideways(ends, blockers.corners, blockers.corner_counts), np.sqrt(dot(ends, ends)) - far)
    return _Past(np.where(least < 0, np.minimum(least, -whole), least), np.minimum.reduceat(met, first))


def _rulings(
    asks: Sequence[LineAsk],
    origins: Floats,
    sights: Sights,
    verdicts: Sequence[Verdict | None],
    lines: Floats,
    past: _Past,
    way: InTheWay,
    settings: RuleSettings,
) -> list[Ruling | None]:
    counts = np.bincount(way.blockers.ask, minlength=len(asks)).tolist()
    shares = sights.shares(len(asks)).tolist()
    hidden = sights.hidden_mm(len(way.piece)).tolist()
    clear, met = past.clearance_mm.tolist(), past.met_at.tolist()
    sigma = way.sigma_mm.tolist()
    rulings: list[Ruling | None] = []
    first = 0
    for ask, origin, verdict, line, share, count in zip(
        asks, origins.tolist(), verdicts, lines.tolist(), shares, counts, strict=True
    ):
        mine = range(first, first + count)
        first += count
        if verdict is None:
            rulings.append(None)
            continue
        decides = _decides(verdict, mine, clear, met, sigma)
        stopped = decides is not None and clear[decides] < 0
        reason = _reason(verdict, decides, stopped, share, mine, hidden, way)
        is_hidden = decides is not None and verdict is not Verdict.YES and way.piece[decides].is_stale
        if decides is not None and is_hidden:
            reason = _not_seen(way.piece[decides])
        call = Verdict.NOT_SEEN if is_hidden else verdict
        rulings.append(_ruling(ask, origin, line, call, decides, stopped, reason, clear, met, sigma, way, settings))
    return rulings


def _decides(
    verdict: Verdict, mine: range, clear: Sequence[float], met: Sequence[float], sigma: Sequence[float]
) -> int | None:
    """Which blocker the verdict is about: the first that surely stops the line, else the one that leaves least room."""
    if not mine:
        return None
    if verdict is Verdict.NO:
        sure = [each for each in mine if clear[each] <= -CALL_SIGMAS * sigma[each]]
        if sure:
            return min(sure, key=lambda each: met[each])
    return min(mine, key=lambda each: clear[each] - CALL_SIGMAS * sigma[each])


def _ruling(
    ask: LineAsk,
    origin: Point,
    line: Point,
    verdict: Verdict,
    decides: int | None,
    stopped: bool,
    reason: str,
    clear: Sequence[float],
    met: Sequence[float],
    sigma: Sequence[float],
    way: InTheWay,
    settings: RuleSettings,
) -> Ruling:
    end = (origin[0] + line[0], origin[1] + line[1])
    blocker, stopped_at = None, None
    if decides is not None and stopped:
        blocker = way.piece[decides].id
        share = min(1.0, met[decides])
        stopped_at = (origin[0] + share * line[0], origin[1] + share * line[1])
    is_fort = ask.shooter.piece.model.kind is PieceKind.FORT
    return Ruling(
        rule=RULE,
        subject=ask.in_range.subject,
        target=ask.in_range.target,
        cannon=ask.in_range.cannon,
        verdict=verdict,
        measured_mm=None if decides is None else clear[decides],
        limit_mm=0.0,
        sigma_mm=None if decides is None else sigma[decides],
        probability=1.0 if decides is None else _probability(clear[decides], sigma[decides]),
        citation=settings.edition.fort_section if is_fort else settings.edition.line_section,
        witness=Witness((origin[0], origin[1]), end, blocker=blocker, stopped_at=stopped_at),
        reason=reason,
    )


def _probability(clear_mm: float, sigma_mm: float) -> float:
    return 0.5 * math.erfc(-clear_mm / sigma_mm / math.sqrt(2))


def _not_seen(blocker: PlacedPiece) -> str:
    """A hand that hides a ship may be moving her out of the way."""
    return f"{blocker.name} may stand in the way, and {blocker.absence}"


def _reason(
    verdict: Verdict,
    decides: int | None,
    stopped: bool,
    share: float,
    mine: range,
    hidden: Sequence[float],
    way: InTheWay,
) -> str:
    if verdict is Verdict.YES or decides is None:
        return f"clear to {max(1, round(100 * share))} % of the target in reach"
    if verdict is Verdict.TOO_CLOSE:
        return f"the best line just {'meets' if stopped else 'passes'} {way.words[decides]}"
    others = sorted((each for each in mine if each != decides and hidden[each] > 0), key=lambda each: -hidden[each])
    return "blocked by " + " and ".join(dict.fromkeys(way.words[each] for each in (decides, *others[:2])))
