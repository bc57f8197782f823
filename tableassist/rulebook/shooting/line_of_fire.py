"""Line of fire: can some part of the target within reach be seen from the cannon, by each reading of the text?"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain

import msgspec.structs
import numpy as np
import shapely

from tableassist.geometry import Flags, Floats
from tableassist.geometry.sightline import (
    GROWN,
    SHRUNK,
    Edges,
    Targets,
    cross,
    find_sights,
)
from tableassist.messages import Message, all_of, template
from tableassist.pieces import PieceKind, PieceModel
from tableassist.rulebook.editions.disputes import LOW_PIECES, OWN_ISLAND, Dispute
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling import (
    CALL_SIGMAS,
    Point,
    Reading,
    Ruling,
    Verdict,
    Witness,
    cite,
    probability_of_yes,
)
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.shooting.blockers import BESIDE_MM, Effects, InTheWay, LineAsk, in_the_way
from tableassist.rulebook.shooting.clearest_line import clearest_lines
from tableassist.rulebook.shooting.gun import RANGE_RULE
from tableassist.scene.from_above import from_above, is_over
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import OVER_MM

RULE = "line_of_fire"
CALLS = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NO, None)
MAX_LOW_MM = 12.0
"""A deck is 6 to 9 mm above the mat, the lowest sail begins at 14."""
Line = Ruling | None
"""None where no part of the target is in reach."""


def read_lines(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> list[Line]:
    """Judge lines of fire, with both readings where the text leaves open what stands in the way: a fort's own island,
    low pieces. `effects` by piece; None: what is on the cards alone."""
    shots = list(asks)
    lines, shaded = lines_and_shadows(shots, scene, settings, effects)
    blocked = [place for place, line in enumerate(lines) if line is not None and line.verdict is not Verdict.YES]
    if not blocked:
        return lines
    # What a fort stands on. It has a dispute of its own.
    own = {
        place: _islands_under(shots[place].target, shots[place].scene or scene)
        for place in blocked
        if shots[place].target.piece.model.kind is PieceKind.FORT
    }
    if own:
        lifted = {place: islands & shaded.get(place, set()) for place, islands in own.items()}
        _read_leniently(OWN_ISLAND, lifted, shots, lines, scene, settings, effects)
    low = {}
    for place in blocked:
        line, ask = lines[place], shots[place]
        if line is None or line.verdict is Verdict.YES or line.readings:
            continue
        hiding = shaded.get(place, set()) - {ask.target.piece.id} - own.get(place, frozenset())
        there = (ask.scene or scene).pieces
        # Nothing of it stands up: an island, or a ship without masts. Fog blocks by what it is.
        low[place] = frozenset(
            placed.piece.id
            for placed in there
            if placed.piece.id in hiding
            and placed.piece.model.kind is not PieceKind.FOG_BANK
            and not placed.masts_standing
            and max([placed.piece.model.height_mm, *(part.head_mm for part in placed.piece.model.parts)]) <= MAX_LOW_MM
        )
    _read_leniently(LOW_PIECES, low, shots, lines, scene, settings, effects)
    return lines


def _islands_under(fort: PlacedPiece, scene: Scene) -> frozenset[str]:
    islands = (piece for piece in scene.pieces if piece.piece.model.kind is PieceKind.ISLAND)
    return frozenset(island.id for island in islands if shapely.intersects(island.hull, fort.hull))


def _read_leniently(
    dispute: Dispute,
    lifted: Mapping[int, frozenset[str]],
    asks: list[LineAsk],
    lines: list[Line],
    scene: Scene,
    settings: RuleSettings,
    effects: Effects | None,
) -> None:
    """Judge the lines at these places by the lenient reading, too, and put the result in their place. That reading
    takes the `lifted` pieces out of the way; where none of them hides anything there is nothing to read."""
    assert dispute.house_rule is not None
    lifted = {place: gone for place, gone in lifted.items() if gone}
    if not lifted:
        return
    anew = [replace(asks[place], lifted=asks[place].lifted | gone) for place, gone in lifted.items()]
    chosen = settings.house.get(dispute.house_rule)
    others, _ = lines_and_shadows(anew, scene, settings, effects)
    for place, ask, lenient in zip(lifted, anew, others, strict=True):
        line = lines[place]
        if line is None or lenient is None or lenient.verdict is line.verdict:
            continue
        if chosen is None:
            readings = tuple(
                Reading(Message("{words} ({dispute})", words=words, dispute=dispute.id), verdict)
                for (_, words), verdict in zip(dispute.readings, (line.verdict, lenient.verdict), strict=True)
            )
            # Where the text has a literal answer it stands, next to the other; else the call is open.
            lines[place] = msgspec.structs.replace(line, readings=readings)
            if not dispute.literal:
                open_ = {"reason": line.reason, "question": dispute.about, "dispute": dispute.id}
                reason = Message("{reason}; whether {question} is open ({dispute})", **open_)
                open_call = {"verdict": Verdict.TOO_CLOSE, "probability": None, "reason": reason, "readings": readings}
                lines[place] = line.replace(**open_call)
        elif chosen == dispute.readings[0][0]:
            lines[place] = line.replace(house=(*line.house, dispute.house_rule))
        else:
            asks[place], lines[place] = ask, lenient.replace(house=(*line.house, dispute.house_rule))


def rule_lines(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> list[Line]:
    """Judge lines of fire by the text word for word."""
    return lines_and_shadows(asks, scene, settings, effects)[0]


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


def lines_and_shadows(
    asks: Sequence[LineAsk], scene: Scene, settings: RuleSettings, effects: Effects | None = None
) -> tuple[list[Line], dict[int, set[str]]]:
    """Clear with every blocker grown by its doubt is yes; blocked with every blocker shrunk by it is no.

    With the pieces that hide something of each target, or may, by the number of the line: whatever else is taken out
    of the way, its verdict stays.
    """
    if not asks:
        return [], {}
    # A line begins where its range was measured from.
    origins = np.array([ask.in_range.witness.start for ask in asks if ask.in_range.witness is not None])
    way = in_the_way(asks, origins, scene, settings, effects)
    sights = find_sights(_targets(asks, origins), way.blockers, len(asks))
    in_reach = np.bincount(sights.targets.ask, minlength=len(asks)) > 0
    calls = np.where(~in_reach, 3, np.where(sights.is_clear[GROWN], 0, np.where(sights.is_clear[SHRUNK], 1, 2)))
    shown = clearest_lines(asks, origins, sights, calls == 0, way.blockers)
    passed = _Passed(
        way,
        shown.clear_mm.tolist(),
        shown.met.tolist(),
        way.sigma_mm.tolist(),
        sights.hidden_mm.tolist(),
        shown.room_sigma_mm(asks, way.blockers, way.sigma_against(shown.end)).tolist(),
    )
    counts, first, rulings = np.bincount(way.blockers.ask, minlength=len(asks)).tolist(), 0, list[Line]()
    verdicts = [CALLS[call] for call in calls.tolist()]
    for ask, origin, verdict, line, share, count in zip(
        asks, origins.tolist(), verdicts, shown.end.tolist(), sights.shares.tolist(), counts, strict=True
    ):
        mine = range(first, first + count)
        first += count
        rulings.append(None if verdict is None else _ruling(ask, origin, line, verdict, share, mine, passed, settings))
    shaded: dict[int, set[str]] = {}
    for blocker in np.flatnonzero(np.bincount(sights.shadows.blocker, minlength=len(way.piece))).tolist():
        shaded.setdefault(int(way.blockers.ask[blocker]), set()).add(way.piece[blocker].piece.id)
    return rulings, shaded


def _targets(asks: Sequence[LineAsk], origins: Floats) -> Targets:
    """The edges of all targets, but those that face away: a line to one of them has met another before.

    A line is called clear only to what is surely in range, and blocked only if all is that may be. When it is in doubt
    whether anything is, it is judged to the nearest place: that is in range if anything is.
    """
    seen = [from_above(ask.target) for ask in asks]
    ask = np.repeat(np.arange(len(asks)), [len(outline.edges) for outline in seen])
    edges = np.concatenate([outline.edges for outline in seen]) - origins[ask][:, None]
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    faces = cross(start, along) < 0
    within, reaches = np.zeros(len(asks), dtype=bool), []
    for number, shot in enumerate(asks):
        limit, sigma, measured = shot.in_range.limit_mm, shot.in_range.sigma_mm, shot.in_range.measured_mm
        assert limit is not None
        assert sigma is not None
        assert measured is not None
        # A cannon that is over its target sees the outline from within.
        within[number] = measured <= OVER_MM and is_over(shot.target, (origins[number, 0], origins[number, 1]))
        as_is = max(limit, measured + 1e-6)
        sure = limit - CALL_SIGMAS * sigma if shot.in_range.verdict is Verdict.YES else as_is
        reaches.append((max(sure, measured + 1e-6), as_is, max(limit + CALL_SIGMAS * sigma, as_is)))
    kept = np.flatnonzero(faces | ~np.concatenate([outline.is_outline for outline in seen]) | within[ask])
    return Targets(ask[kept], Edges(start[kept], along[kept]), np.array(reaches).T[:, ask[kept]])


def _measure_room(verdict: Verdict, decides: int, mine: range, passed: _Passed) -> tuple[float, float]:
    """Room past the nearest blocker, and its sigma; past the one that decides, where a nearer one that is known less
    well would not bear out the call."""
    nearest = min(mine, key=passed.clear.__getitem__)
    is_call, sign = verdict in (Verdict.YES, Verdict.NO), 1.0 if verdict is Verdict.YES else -1.0
    if is_call and sign * passed.clear[nearest] / passed.sigma[nearest] < CALL_SIGMAS:
        nearest = decides
    room, sigma = passed.clear[nearest], passed.room_sigma[nearest]
    if is_call and sign * room / sigma < CALL_SIGMAS:
        sigma = max(passed.sigma[nearest], abs(room) / CALL_SIGMAS)
    return room, sigma


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
    is_fort = ask.shooter.piece.model.kind is PieceKind.FORT
    section = cite(settings.edition.shooting.fort_section if is_fort else settings.edition.shooting.line_section)
    start, end, in_range = (origin[0], origin[1]), (origin[0] + line[0], origin[1] + line[1]), ask.in_range
    question = (RULE, in_range.subject, in_range.target, in_range.cannon)
    if not mine:
        reason = Message("clear to {share} % of the target in reach", share=max(1, round(100 * share)))
        return Ruling(*question, verdict, None, 0.0, None, 1.0, section, Witness(start, end), reason)
    # The verdict is about the first blocker that surely stops the line, else about the one that leaves least room.
    clear, sigma, words, hidden = passed.clear, passed.sigma, passed.way.words, passed.hidden
    sure = [line for line in mine if clear[line] <= -CALL_SIGMAS * sigma[line]] if verdict is Verdict.NO else []
    if sure:
        decides = min(sure, key=passed.met.__getitem__)
    else:
        decides = min(mine, key=lambda each: clear[each] - CALL_SIGMAS * sigma[each])
    if verdict is Verdict.YES:
        reason = Message("clear to {share} % of the target in reach", share=max(1, round(100 * share)))
    elif verdict is Verdict.NO:
        others = sorted((line for line in mine if line != decides and hidden[line] > 0), key=lambda each: -hidden[each])
        blockers = dict.fromkeys(words[line] for line in (decides, *others[:2]))
        reason = Message("blocked by {blockers}", blockers=all_of(tuple(blockers)))
    elif clear[decides] < 0:
        reason = Message("the best line just meets {blocker}", blocker=words[decides])
    else:
        reason = Message("the best line just passes {blocker}", blocker=words[decides])
    blocker, (room, doubt) = passed.way.piece[decides], _measure_room(verdict, decides, mine, passed)
    witness = Witness(start, end)
    if clear[decides] < 0:
        met = min(1.0, passed.met[decides])
        witness = Witness(start, end, blocker.piece.id, (origin[0] + met * line[0], origin[1] + met * line[1]))
    if verdict is not Verdict.YES and blocker.is_stale:
        # A hand that hides a ship may be moving her out of the way.
        verdict = Verdict.NOT_SEEN
        reason = Message("{name} may stand in the way, and {absence}", name=blocker.name, absence=blocker.absence)
    return Ruling(*question, verdict, room, 0.0, doubt, probability_of_yes(room, doubt), section, witness, reason)


Corridor = tuple[float, float, float, float, float, float, float]
"""From x, y to x, y; how far from its beginning anything can matter; half its width; how well both ends are known.
As plain numbers, since hundreds are put into one array for every frame."""


class DrawnLines:
    """The lines of fire between two pieces: a third piece outside their corridor changes none of them."""

    def __init__(self, shooter: PlacedPiece, target: PlacedPiece, rulings: Sequence[Ruling]) -> None:
        self._between = (shooter, target, rulings)

    @cached_property
    def corridor(self) -> Corridor:
        """Worked out when a third piece has moved: while both of these move, too, it is not asked for."""
        return corridor_between(*self._between)


def corridor_between(shooter: PlacedPiece, target: PlacedPiece, rulings: Iterable[Ruling]) -> Corridor:
    """Wide enough for every cannon, also for one whose place `rulings` on this pair do not tell."""
    start, end = shooter.pose.pose, target.pose.pose
    guns = max(
        _guns_mm(shooter.piece.model), *(math.hypot(*cannon.at) for cannon in shooter.piece.cannons if cannon.at), 0.0
    )
    bound = from_above(shooter).bound_mm + from_above(target).bound_mm
    ranges = [ruling for ruling in rulings if ruling.rule == RANGE_RULE]
    # Farther than the limit where she may reach farther by a keyword that only her card explains.
    open_mm = max(
        (range_mm.measured_mm or 0.0 for range_mm in ranges if range_mm.verdict is not Verdict.NO), default=0.0
    )
    limit = max(open_mm, *(range_mm.limit_mm or 0.0 for range_mm in ranges))
    sigma = max(range_mm.sigma_mm or 0.0 for range_mm in ranges)
    far = limit + BESIDE_MM + 2 * CALL_SIGMAS * (sigma + bound)
    return start.x_mm, start.y_mm, end.x_mm, end.y_mm, far + guns, target.reach_mm + guns, bound


@lru_cache(maxsize=256)
def _guns_mm(model: PieceModel) -> float:
    """No mast, nor its die, is farther from the piece's middle."""
    numbers = range(1, model.upright_count + 1)
    places = [place for number in numbers for place in (model.upright_place(number), model.die_place(number))]
    return max((math.hypot(*place) for place in places), default=0.0)


def reach_into(corridors: Collection[Corridor], places: Sequence[PlacedPiece]) -> Flags:
    """(corridors,) whether any of the pieces stands in it. At least all that `in_the_way` finds near enough."""
    numbers = np.fromiter(chain.from_iterable(corridors), np.float64, 7 * len(corridors))
    x0, y0, x1, y1, far, wide, is_known = numbers.reshape(-1, 7).T[..., None]
    seen = [from_above(place) for place in places]
    x, y = np.concatenate([outline.blocks.middle for outline in seen]).T
    reach = np.concatenate([outline.blocks.reach_mm for outline in seen])
    bound = np.repeat([outline.bound_mm for outline in seen], [len(outline.blocks.reach_mm) for outline in seen])
    room = np.maximum(BESIDE_MM, CALL_SIGMAS * (is_known + bound)) + reach
    along_x, along_y, to_x, to_y = x1 - x0, y1 - y0, x - x0, y - y0
    square = np.maximum(along_x**2 + along_y**2, 1e-12)
    share = np.minimum(np.maximum((to_x * along_x + to_y * along_y) / square, 0.0), 1.0)
    aside = (to_x - share * along_x) ** 2 + (to_y - share * along_y) ** 2
    near = (to_x**2 + to_y**2 < (far + room) ** 2) & (aside < (wide + room) ** 2)
    is_met: Flags = near.any(axis=1)
    return is_met


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
    part_of="shot",
)
