"""Shots on a round earth, where ships leave by one edge and come back by the other: does a shot? Nobody has ruled."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message
from tableassist.rulebook.editions.disputes import ROUND_EARTH
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.cannon_range import Effects, rule_ranges
from tableassist.rulebook.shooting.line_blockers import LineAsk
from tableassist.rulebook.shooting.line_readings import read_lines
from tableassist.rulebook.shooting.shot_ruling import BEST, join
from tableassist.scene.placed_piece import PlacedPiece

HOUSE_RULE = "round-earth-shots"
EDGE_RULE = "table-edge"
SPARE_MM = 20.0
"""For the plus-minus, when pieces are passed over that are out of range anyway."""

Judged = tuple[Ruling, Ruling | None]
"""A range and its line of fire."""


def runs_round(settings: RuleSettings) -> bool:
    """Whether the question arises at this table."""
    round_earth = settings.house.get(EDGE_RULE) == "round-earth" and settings.table_mm is not None
    return round_earth and settings.house.get(HOUSE_RULE) != "on-table"


def across_the_edge(
    ask: LineAsk, line: Ruling | None, scene: Scene, settings: RuleSettings, effects: Effects
) -> Judged:
    """The range and line that count: on the table, or to where the target would be beyond an edge."""
    straight = ask.in_range, line
    if _verdict(straight) is Verdict.YES:
        return straight
    best = min([straight, *_round_about(ask, scene, settings, effects)], key=_rank)
    if _verdict(best) is _verdict(straight):
        return straight
    if settings.house.get(HOUSE_RULE) == "across":
        return _by_house(best)
    return _open(straight, best)


def _round_about(ask: LineAsk, scene: Scene, settings: RuleSettings, effects: Effects) -> Iterator[Judged]:
    """To each place beyond an edge where the target would be in range."""
    limit = ask.in_range.limit_mm or 0.0
    for image, both in _images(ask.shooter, ask.target, scene, settings, limit):
        (far,) = rule_ranges([(ask.shooter, ask.cannon, image)], settings, effects)
        if far.verdict is not Verdict.NO:
            # The target itself does not stand in the way to where it would be.
            beyond = LineAsk(ask.shooter, ask.cannon, image, far, frozenset({image.id}))
            yield far, read_lines([beyond], both, settings, effects)[0]


def _rank(judged: Judged) -> tuple[int, float]:
    return BEST[_verdict(judged)], judged[0].measured_mm or 0.0


def _images(
    shooter: PlacedPiece, target: PlacedPiece, scene: Scene, settings: RuleSettings, limit_mm: float
) -> Iterator[tuple[PlacedPiece, Scene]]:
    """The target beyond each edge and corner where it could be in range, with all that could stand between."""
    assert settings.table_mm is not None
    wide, high = settings.table_mm
    here, there = shooter.pose.pose, target.pose.pose
    far = shooter.reach_mm + target.reach_mm + limit_mm + SPARE_MM
    for right, up in product((-1, 0, 1), repeat=2):
        shift = (right * wide, up * high)
        apart = math.hypot(there.x_mm + shift[0] - here.x_mm, there.y_mm + shift[1] - here.y_mm)
        if (right or up) and apart < far:
            beyond, both = _beyond(scene, shift)
            yield beyond[target.id], both


@lru_cache(maxsize=16)
def _beyond(scene: Scene, shift: tuple[float, float]) -> tuple[dict[str, PlacedPiece], Scene]:
    """Each piece beyond an edge, and the table with that beside it."""
    beyond = {each.id: _moved(each, shift) for each in scene.pieces}
    return beyond, replace(scene, pieces=(*scene.pieces, *beyond.values()))


def _moved(placed: PlacedPiece, shift: tuple[float, float]) -> PlacedPiece:
    at = placed.pose.pose
    pose = PlanarPose(at.x_mm + shift[0], at.y_mm + shift[1], at.heading_rad)
    return replace(placed, pose=replace(placed.pose, pose=pose))


def _by_house(judged: Judged) -> Judged:
    in_range, line = judged
    reason = Message("{reason}, across the edge", reason=in_range.reason)
    in_range = changed(in_range, house=(*in_range.house, HOUSE_RULE), reason=reason)
    return in_range, None if line is None else changed(line, house=(*line.house, HOUSE_RULE))


def _open(straight: Judged, across: Judged) -> Judged:
    """Both readings, on the range and, if there is a line on the table, on that."""
    here, there = (_verdict(each) for each in (straight, across))
    on_table, beyond = (words for _, words in ROUND_EARTH.readings)
    readings = (ROUND_EARTH.reading(on_table, here), ROUND_EARTH.reading(beyond, there))
    in_range, line = straight
    if in_range.verdict is not Verdict.YES:
        reason = Message(
            "{reason}; {dispute} is open: across the edge she is {there}",
            reason=in_range.reason,
            dispute=ROUND_EARTH.id,
            there=across[0].reason,
        )
        open_range = changed(in_range, verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)
        return open_range, line
    assert line is not None
    reason = Message(
        "{reason}; {dispute} is open: there is a line across the edge", reason=line.reason, dispute=ROUND_EARTH.id
    )
    return in_range, changed(line, verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


def _verdict(judged: Judged) -> Verdict:
    return join(changed(judged[0], verdict=Verdict.YES), *judged).verdict
