"""Shot: permission, range and line of fire together, cannon by cannon, with the first reason that forbids it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

import msgspec.structs

from tableassist.geometry import PlanarPose
from tableassist.messages import Message, template
from tableassist.pieces import SAILING_KINDS, Cannon, Effect, Piece, PieceKind
from tableassist.rulebook.contact.conditions import LOST_OR_NOT
from tableassist.rulebook.contact.contact import enemies, only_about
from tableassist.rulebook.contact.within import rule_within
from tableassist.rulebook.editions.disputes import ROUND_EARTH
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import About, ByPair, Case, Changed, Judging, Pair, Pairs, Rule, RuleGroup
from tableassist.rulebook.ruling import Ruling, Verdict, cite
from tableassist.rulebook.scene import Scene, not_seen
from tableassist.rulebook.shooting.blockers import Effects, LineAsk, not_past_the_unseen, unseen_blockers
from tableassist.rulebook.shooting.gun import RANGE_RULE, cannons_now, extra_number, gun_of, numbers_now, rule_ranges
from tableassist.rulebook.shooting.line_of_fire import read_lines
from tableassist.rulebook.shooting.permission import rule_permissions, why_spared_by_reach
from tableassist.rulebook.shooting.special import is_marine, marines_aboard
from tableassist.rulebook.state.new_game import unit_of_nobody
from tableassist.rulebook.state.questions import effects_of
from tableassist.scene.placed_piece import PlacedPiece

RULE = "shot"
SHOOTING_KINDS = SAILING_KINDS | {PieceKind.FORT}
"""A sea creature shoots and is shot at like a ship (complete, Sea Creatures), and so does a fort (complete, Forts)."""
RangeAndLine = tuple[Ruling, Ruling | None]
"""The range of a cannon and, where there is one to draw, its line of fire."""
Cannons = Mapping[PlacedPiece, tuple[tuple[Cannon, ...], ...]]
"""Of each shooter, with the places that each of them can shoot from."""
DRAWN = (Verdict.YES, Verdict.TOO_CLOSE)
"""Ranges with which there is a line to draw."""
RANKS = {Verdict.YES: 0, Verdict.TOO_CLOSE: 1, Verdict.NOT_SEEN: 2, Verdict.NO: 3}
"""Verdicts as a gunner ranks them."""
DECIDING = (Verdict.NO, Verdict.NOT_SEEN, Verdict.TOO_CLOSE)
"""What decides, the strongest first; among equals permission before range before line."""
BROADSIDES_RULE = "broadsides"
BROADSIDES_ATTACK = "Broadsides Attack"
BROADSIDES_SECTION = cite("revolution, Keywords (Broadsides Attack)")
ROUND_EARTH_RULE, EDGE_RULE = "round-earth-shots", "table-edge"
SPARE_MM = 20.0
"""For the plus-minus, when pieces are passed over that are out of range anyway."""


def rule_shots(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """For each pair its permission, and for each cannon its range, its line of fire where there is one, its shot."""
    (rulings,) = rule_shots_together([(pairs, scene)], settings)
    return [ruling for subject, target in pairs for ruling in rulings[subject.piece.id, target.piece.id]]


def rule_shots_together(cases: Sequence[Case], settings: RuleSettings) -> list[ByPair]:
    """Judge several scenes of one moment, with all ranges and all lines measured at once."""
    placed = {placed: scene for pairs, scene in cases for pair in pairs for placed in pair}
    effects = {
        piece.piece.id: effects_of(scene.state, scene.state.units.get(piece.piece.id) or unit_of_nobody(piece.piece))
        for piece, scene in placed.items()
    }
    marines = {
        first.piece.id: marines_aboard(first.piece.id, scene)
        for first, scene in placed.items()
        if Effect.MARINE in effects[first.piece.id]
    }
    cannons: dict[PlacedPiece, tuple[tuple[Cannon, ...], ...]] = {}
    for first in dict.fromkeys(first for pairs, _ in cases for first, _ in pairs):
        hers = effects[first.piece.id]
        cannons[first] = (
            cannons_now(first, hers, settings, marines.get(first.piece.id, 0))
            if hers
            else tuple((cannon,) for cannon in first.cannons_standing)
        )
    # Of every place that every cannon can shoot from, all are measured at once.
    places = {first: [at for group in hers for at in group] for first, hers in cannons.items()}
    shots_asked = [(first, at, second) for pairs, _ in cases for first, second in pairs for at in places[first]]
    scenes = [scene for pairs, scene in cases for first, _ in pairs for _ in places[first]]
    ranges = rule_ranges(shots_asked, settings, effects)
    drawn = [number for number, in_range in enumerate(ranges) if in_range.verdict in DRAWN]
    asks = [LineAsk(*shots_asked[number], ranges[number], scene=scenes[number]) for number in drawn]
    lines: list[Ruling | None] = [None] * len(ranges)
    for number, line in zip(drawn, read_lines(asks, cases[0][1], settings, effects), strict=True):
        lines[number] = line
    if cases[0][1].unseen:
        unseen = unseen_blockers(cases[0][1], settings)
        for number in drawn:
            shooter, _, target = shots_asked[number]
            line = lines[number]
            lines[number] = not_past_the_unseen(line, shooter.piece, target, unseen, scenes[number], settings)
    measured: Iterator[RangeAndLine] = zip(ranges, lines, strict=True)
    if settings.house and runs_round(settings):
        measured = (
            across_the_edge(LineAsk(*ask, in_range), line, scene, settings, effects)
            for ask, in_range, line, scene in zip(shots_asked, ranges, lines, scenes, strict=True)
        )
    return [_shots(case, cannons, marines, measured, settings, effects) for case in cases]


def _shots(
    case: Case,
    cannons: Cannons,
    marines: Mapping[str, int],
    measured: Iterator[RangeAndLine],
    settings: RuleSettings,
    effects: Effects,
) -> ByPair:
    """Take as many of `measured` as there are cannons to each pair."""
    pairs, scene = case
    by_pair: ByPair = {}
    yes, no = Verdict.YES, Verdict.NO
    for (shooter, target), permission in zip(pairs, rule_permissions(pairs, scene, settings, effects), strict=True):
        rulings = by_pair[shooter.piece.id, target.piece.id] = [permission]
        allowed, guns = permission.verdict is yes, cannons[shooter]
        by_ship = len(guns) - marines.get(shooter.piece.id, 0)
        hers, targets = effects[shooter.piece.id], effects[target.piece.id]
        for place, places in enumerate(guns):
            in_range, line = next(measured)
            if allowed and in_range.verdict is no and len(places) == 1 and place < by_ship:
                # Most cannons are far from most ships.
                rulings += (in_range, msgspec.structs.replace(in_range, rule=RULE))
                continue
            options = [(in_range, line), *(next(measured) for _ in places[1:])]
            by, barred = permission, None
            if place >= by_ship:
                (by,) = rule_permissions([(shooter, target)], scene, settings, effects, by_marine=True)
            elif Effect.NOT_HIT_BY_L_CANNONS in targets:
                reach = gun_of(shooter, places[0], hers, settings).reach
                barred = why_spared_by_reach(target.name, targets, reach)
            if not allowed and settings.house and _is_musket(places, shooter):
                (by,) = rule_permissions([(shooter, target)], scene, settings, effects, by_musket=True)
            # A gun that may shoot from any mast takes the best: the shot's verdict first, then the room it has.
            best, shot = min(
                ((option, join(by, *option, barred)) for option in options),
                key=lambda each: (RANKS[each[1].verdict], each[0][0].measured_mm or 0.0),
            )
            if Effect.PLUS_1_WITHIN_S in hers and place < by_ship and shot.verdict is yes:
                shot = _with_bonus(shot, shooter, target, settings)
            rulings += [ruling for ruling in (*best, shot) if ruling is not None]
        if BROADSIDES_ATTACK in shooter.piece.keywords:
            rulings.append(rule_broadsides(shooter, target, permission, scene, settings))
    return by_pair


def join(permission: Ruling, in_range: Ruling, line: Ruling | None, barred: Message | None = None) -> Ruling:
    """Combine the three: the first that forbids it decides, then the first that leaves it open. `barred` says why this
    very cannon may not hit that target."""
    if permission.verdict is Verdict.YES and in_range.verdict is Verdict.NO:
        return msgspec.structs.replace(in_range, rule=RULE)  # the range says no, and that is all there is to say
    if barred is not None and permission.verdict is not Verdict.NO:
        ruling = in_range.replace(rule=RULE, verdict=Verdict.NO, probability=0.0, house=(), readings=())
        return ruling.replace(citation=Message("card of the target"), reason=barred)
    parts = (permission, in_range) if line is None else (permission, in_range, line)
    by = next((part for verdict in DECIDING for part in parts if part.verdict is verdict), in_range)
    verdict = Verdict.YES if all(part.verdict is Verdict.YES for part in parts) else by.verdict
    reason, house, readings = by.reason, by.house, by.readings
    if verdict is Verdict.YES:
        readings = next((part.readings for part in parts if part.readings), ())
        measured = {"measured_mm": in_range.measured_mm, "reason": parts[-1].reason}
        reason = Message("in range: {measured_mm:.1f} mm; {reason}", **measured)
        house = tuple(dict.fromkeys(name for part in parts for name in part.house))
    # That all are yes, as if what each does not know were its own; None where one has no answer.
    shares = [part.probability for part in parts if part.probability is not None]
    share = math.prod(shares) if len(shares) == len(parts) else None
    return msgspec.structs.replace(
        by,
        rule=RULE,
        cannon=in_range.cannon,
        verdict=verdict,
        probability=by.probability or 0.0 if verdict is Verdict.NO else share,
        witness=by.witness if by.witness is not None else in_range.witness,
        reason=reason,
        house=house,
        readings=readings,
    )


def _is_musket(places: tuple[Cannon, ...], shooter: PlacedPiece) -> bool:
    return places[0].number == extra_number(shooter.piece)


def _with_bonus(shot: Ruling, shooter: PlacedPiece, target: PlacedPiece, settings: RuleSettings) -> Ruling:
    """A shot that is allowed, with what a card adds to its roll at this distance."""
    near = rule_within(shooter, target, "S", settings)
    words = {
        Verdict.YES: template("{reason}; +1 to the roll by her card: {near}"),
        Verdict.TOO_CLOSE: template("{reason}; perhaps +1 to the roll by her card: {near}"),
    }
    if near.verdict not in words:
        return shot
    return shot.replace(reason=Message(words[near.verdict], reason=shot.reason, near=near.reason))


def shooters(scene: Scene, about: About = None) -> Pairs:
    """Each piece with cannons, and each enemy of it."""
    pairs = only_about(about, enemies(scene, lambda piece: piece.model.kind in SHOOTING_KINDS or is_marine(piece)))
    # A musketeer brings a gun of his own.
    return (
        (subject, target) for subject, target in pairs if subject.cannons or scene.state.crew_by_place.get(subject.id)
    )


def shots_not_seen(subject: Piece, target: Piece, why: Message, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Of each cannon that would be asked about, its range and its shot."""
    lost = scene.state.masts_lost.get(subject.id, frozenset())
    marines = marines_aboard(subject.id, scene)
    numbers = numbers_now(subject, lost, scene.effects_of(subject.id), marines)
    section = settings.edition.shooting.range_section
    return [not_seen(rule, subject, target, section, why, number) for number in numbers for rule in (RANGE_RULE, RULE)]


def find_ships_spared_at_shores(scene: Scene, changed: Changed, settings: RuleSettings) -> frozenset[str]:
    """Ships that may be docked where an island or fort has changed, and whom that protects; marines, who shoot and are
    shot at only ashore; and all that sail where a fog bank has changed, in which they may be lost."""
    lost = LOST_OR_NOT(scene, changed, settings)
    shores = [
        places[0] for places in changed.values() if places[0].piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT)
    ]
    if not shores:
        return lost
    owners = scene.state.owners
    hosts = {scene.state.homes.get(shore.id) for shore in shores} - {None}
    spared = (piece.id for piece in scene.pieces if Effect.NOT_SHOT_WHILE_DOCKED in scene.effects_of(piece.id))
    marines = (piece.id for piece in scene.pieces if is_marine(piece.piece))
    return frozenset([piece for piece, owner in owners.items() if owner in hosts]).union(spared, marines, lost)


# Broadsides attack: all cannons at S, one target, one die (revolution, Keywords).


def rule_broadsides(
    shooter: PlacedPiece, target: PlacedPiece, permission: Ruling, scene: Scene, settings: RuleSettings
) -> Ruling:
    """Whether any cannon would bear if she chose it, and which. No other ability counts, so an extra gun does not."""
    own = shooter.cannons_standing
    ranges = rule_ranges([(shooter, cannon, target) for cannon in own], settings, broadsides=True)
    drawn = [
        LineAsk(shooter, cannon, target, in_range)
        for cannon, in_range in zip(own, ranges, strict=True)
        if in_range.verdict is not Verdict.NO
    ]
    lines = iter(read_lines(drawn, scene, settings, {}))
    shots = [
        join(permission, in_range, next(lines) if in_range.verdict is not Verdict.NO else None) for in_range in ranges
    ]
    return _attack_together(shooter, target, shots, permission, settings)


def _attack_together(
    shooter: PlacedPiece, target: PlacedPiece, shots: list[Ruling], permission: Ruling, settings: RuleSettings
) -> Ruling:
    sure = [shot for shot in shots if shot.verdict is Verdict.YES]
    open_ = [shot for shot in shots if shot.verdict in (Verdict.TOO_CLOSE, Verdict.NOT_SEEN)]
    limit = settings.ruler.short_mm
    best = min(
        sure or open_ or shots,
        key=lambda shot: math.inf if shot.measured_mm is None else shot.measured_mm,
        default=None,
    )
    if permission.verdict is Verdict.NO or best is None:
        verdict, reason = Verdict.NO, permission.reason if shots else Message("she has no cannon left")
    elif sure:
        verdict, reason = Verdict.YES, _bearing_guns(sure, open_, len(shots))
    elif open_:
        verdict = open_[0].verdict
        reason = Message(
            "all cannons at S: perhaps {guns} of {count} would bear", guns=_list_guns(open_), count=len(shots)
        )
    else:
        verdict, reason = Verdict.NO, Message("all cannons at S: none would bear; {reason}", reason=best.reason)
    return Ruling(
        BROADSIDES_RULE, shooter.id, target.id, None, verdict,
        best.measured_mm if best else None, limit, best.sigma_mm if best else None,
        best.probability if best else 0.0, BROADSIDES_SECTION, best.witness if best else None, reason,
    )  # fmt: skip


def _bearing_guns(sure: list[Ruling], perhaps: list[Ruling], count: int) -> Message:
    guns = _list_guns(sure)
    if not perhaps:
        return Message("all cannons at S: {guns} of {count} would bear", guns=guns, count=count)
    return Message(
        "all cannons at S: {guns} of {count} would bear, and perhaps {more}",
        guns=guns,
        count=count,
        more=_list_guns(perhaps),
    )


def _list_guns(shots: list[Ruling]) -> Message:
    numbers = tuple(shot.cannon for shot in shots)
    return Message.plural("cannon {numbers}", "cannons {numbers}", count=len(shots), numbers=numbers)


# A round earth, where ships leave by one edge and come back by the other: does a shot? No ruling exists (D23).


def runs_round(settings: RuleSettings) -> bool:
    """Whether the question arises at this table."""
    round_earth = settings.house.get(EDGE_RULE) == "round-earth" and settings.table_mm is not None
    return round_earth and settings.house.get(ROUND_EARTH_RULE) != "on-table"


def across_the_edge(
    ask: LineAsk, line: Ruling | None, scene: Scene, settings: RuleSettings, effects: Effects
) -> RangeAndLine:
    """The range and line that count: on the table, or to where the target would be beyond an edge."""
    straight = ask.in_range, line
    if _shot_verdict(straight) is Verdict.YES:
        return straight
    best = min([straight, *_round_about(ask, scene, settings, effects)], key=_rank_of)
    if _shot_verdict(best) is _shot_verdict(straight):
        return straight
    if settings.house.get(ROUND_EARTH_RULE) == "across":
        return _across_by_house(best)
    return _open_across(straight, best)


def _round_about(ask: LineAsk, scene: Scene, settings: RuleSettings, effects: Effects) -> Iterator[RangeAndLine]:
    """To each place beyond an edge where the target would be in range."""
    limit = ask.in_range.limit_mm or 0.0
    for image, both in _images(ask.shooter, ask.target, scene, settings, limit):
        (far,) = rule_ranges([(ask.shooter, ask.cannon, image)], settings, effects)
        if far.verdict is not Verdict.NO:
            # The target itself does not stand in the way to where it would be.
            beyond = LineAsk(ask.shooter, ask.cannon, image, far, frozenset({image.id}))
            yield far, read_lines([beyond], both, settings, effects)[0]


def _rank_of(judged: RangeAndLine) -> tuple[int, float]:
    return RANKS[_shot_verdict(judged)], judged[0].measured_mm or 0.0


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
    beyond = {piece.id: _shift_piece(piece, shift) for piece in scene.pieces}
    return beyond, replace(scene, pieces=(*scene.pieces, *beyond.values()))


def _shift_piece(placed: PlacedPiece, shift: tuple[float, float]) -> PlacedPiece:
    at = placed.pose.pose
    pose = PlanarPose(at.x_mm + shift[0], at.y_mm + shift[1], at.heading_rad)
    return replace(placed, pose=replace(placed.pose, pose=pose))


def _across_by_house(judged: RangeAndLine) -> RangeAndLine:
    in_range, line = judged
    reason = Message("{reason}, across the edge", reason=in_range.reason)
    in_range = in_range.replace(house=(*in_range.house, ROUND_EARTH_RULE), reason=reason)
    return in_range, None if line is None else line.replace(house=(*line.house, ROUND_EARTH_RULE))


def _open_across(straight: RangeAndLine, across: RangeAndLine) -> RangeAndLine:
    """Both readings, on the range and, if there is a line on the table, on that."""
    here, there = (_shot_verdict(answer) for answer in (straight, across))
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
        open_range = in_range.replace(verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)
        return open_range, line
    assert line is not None
    reason = Message(
        "{reason}; {dispute} is open: there is a line across the edge", reason=line.reason, dispute=ROUND_EARTH.id
    )
    return in_range, line.replace(verdict=Verdict.TOO_CLOSE, probability=None, reason=reason, readings=readings)


def _shot_verdict(judged: RangeAndLine) -> Verdict:
    return join(judged[0].replace(verdict=Verdict.YES), *judged).verdict


SHOT = Rule(
    id=RULE,
    name=Message("shot"),
    title=Message("Shot"),
    question=template("Can {subject} hit {target} with cannon {cannon}?"),
    yes=template("may shoot {target}"),
    no=template("may not shoot {target}"),
    answers=(
        template("{subject} MAY shoot {target} with cannon {cannon}"),
        template("{subject} may NOT shoot {target} with cannon {cannon}"),
    ),
    group=RuleGroup.SHOOTING,
    judging=Judging(
        pairs=shooters,
        judge=rule_shots,
        unseen=shots_not_seen,
        past_others=True,
        also=find_ships_spared_at_shores,
        judge_together=rule_shots_together,
    ),
)
BROADSIDES = Rule(
    id=BROADSIDES_RULE,
    name=Message("broadsides"),
    title=Message("Broadsides"),
    question=template("May {subject} fire broadsides at {target}?"),
    yes=template("may fire broadsides at {target}"),
    no=template("may not fire broadsides at {target}"),
    group=RuleGroup.SHOOTING,
)
