"""Shot: permission, range and line of fire together, cannon by cannon, with the first reason that forbids it."""

from collections.abc import Iterator, Mapping, Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import SAILING_KINDS, PieceKind
from tableassist.pieces.piece import Cannon, Piece
from tableassist.rulebook.abilities.within import rule_within
from tableassist.rulebook.contact.fog import LOST_OR_NOT
from tableassist.rulebook.contact.pairs import enemies, only_about
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import About, ByPair, Case, Changed, Judging, Pair, Pairs, Rule, RuleGroup
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.scene.unseen import not_seen
from tableassist.rulebook.shooting.broadsides import KEYWORD as BROADSIDES_ATTACK
from tableassist.rulebook.shooting.broadsides import rule_broadsides
from tableassist.rulebook.shooting.cannon_range import RULE as RANGE
from tableassist.rulebook.shooting.cannon_range import Effects, rule_ranges
from tableassist.rulebook.shooting.gun import cannons_now, extra_number, gun_of, numbers_now
from tableassist.rulebook.shooting.line_blockers import LineAsk, not_past_the_unseen, unseen_blockers
from tableassist.rulebook.shooting.line_readings import read_lines
from tableassist.rulebook.shooting.marine import is_marine, marines_aboard
from tableassist.rulebook.shooting.may_shoot import musket_shoots_derelict, why_spared_by_reach
from tableassist.rulebook.shooting.permission import rule_permissions
from tableassist.rulebook.shooting.round_earth import across_the_edge, runs_round
from tableassist.rulebook.shooting.shot_ruling import BEST, RULE, join, out_of_range
from tableassist.scene.placed_piece import PlacedPiece

__all__ = ["RULE", "rule_shots"]

SHOOTING_KINDS = SAILING_KINDS | {PieceKind.FORT}
"""A sea creature shoots and is shot at like a ship (complete, Sea Creatures), and so does a fort (complete, Forts)."""
Found = tuple[Ruling, Ruling | None]
"""The range of a cannon and, where there is one to draw, its line of fire."""
Cannons = Mapping[PlacedPiece, tuple[tuple[Cannon, ...], ...]]
"""Of each shooter, with the places that each of them can shoot from."""
DRAWN = (Verdict.YES, Verdict.TOO_CLOSE)
"""Ranges with which there is a line to draw."""


def rule_shots(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """For each pair its permission, and for each cannon its range, its line of fire where there is one, its shot."""
    (said,) = rule_shots_together([(pairs, scene)], settings)
    return [ruling for one, other in pairs for ruling in said[one.id, other.id]]


def rule_shots_together(cases: Sequence[Case], settings: RuleSettings) -> list[ByPair]:
    """Several scenes of one moment, with all ranges and all lines measured at once."""
    placed = {each: scene for pairs, scene in cases for pair in pairs for each in pair}
    effects = {each.id: scene.effects_of(each.id) for each, scene in placed.items()}
    marines = {
        one.id: marines_aboard(one.id, scene) for one, scene in placed.items() if Effect.MARINE in effects[one.id]
    }
    shooters = dict.fromkeys(one for pairs, _ in cases for one, _ in pairs)
    cannons = {one: cannons_now(one, effects[one.id], settings, marines.get(one.id, 0)) for one in shooters}
    found = _ranges_and_lines(cases, cannons, settings, effects)
    return [_shots(case, cannons, marines, found, settings, effects) for case in cases]


def _shots(
    case: Case,
    cannons: Cannons,
    marines: Mapping[str, int],
    found: Iterator[Found],
    settings: RuleSettings,
    effects: Effects,
) -> ByPair:
    pairs, scene = case
    by_pair: ByPair = {}
    yes, no = Verdict.YES, Verdict.NO
    for (shooter, target), permission in zip(pairs, rule_permissions(pairs, scene, settings, effects), strict=True):
        said = by_pair[shooter.piece.id, target.piece.id] = [permission]
        allowed, guns = permission.verdict is yes, cannons[shooter]
        by_ship = len(guns) - marines.get(shooter.id, 0) if marines else len(guns)
        for place, places in enumerate(guns):
            in_range, line = next(found)
            if allowed and len(places) == 1 and in_range.verdict is no and place < by_ship:
                # Most cannons are far from most ships.
                said += (in_range, out_of_range(in_range))
                continue
            options = [(in_range, line), *(next(found) for _ in places[1:])]
            if place >= by_ship:
                (own,) = rule_permissions([(shooter, target)], scene, settings, effects, by_marine=True)
                best = min((_one_shot(option, own, None) for option in options), key=_rank)
                said += best
            else:
                barred = _barred(places[0], shooter, target, settings, effects)
                own = _gun_permission(permission, places, shooter, target, scene, settings, effects)
                best = min((_one_shot(option, own, barred) for option in options), key=_rank)
                said += _with_bonus(best, shooter, target, settings, effects)
        if BROADSIDES_ATTACK in shooter.piece.keywords:
            said.append(rule_broadsides(shooter, target, permission, scene, settings))
    return by_pair


def _gun_permission(
    permission: Ruling,
    places: tuple[Cannon, ...],
    shooter: PlacedPiece,
    target: PlacedPiece,
    scene: Scene,
    settings: RuleSettings,
    effects: Effects,
) -> Ruling:
    """The ship's own permission, but for a musketeer's gun where the table lets it shoot from a derelict."""
    is_musket = len(places) > 1 or places[0].number == extra_number(shooter.piece)
    if permission.verdict is Verdict.YES or not is_musket or not musket_shoots_derelict(settings.house):
        return permission
    (own,) = rule_permissions([(shooter, target)], scene, settings, effects, by_musket=True)
    return own


def _ranges_and_lines(
    cases: Sequence[Case], cannons: Cannons, settings: RuleSettings, effects: Effects
) -> Iterator[Found]:
    """Of every place that every cannon can shoot from, all measured at once."""
    places = {one: [at for each in hers for at in each] for one, hers in cannons.items()}
    asked = [(one, at, other) for pairs, _ in cases for one, other in pairs for at in places[one]]
    scenes = [scene for pairs, scene in cases for one, _ in pairs for _ in places[one]]
    ranges = rule_ranges(asked, settings, effects)
    drawn = [number for number, in_range in enumerate(ranges) if in_range.verdict in DRAWN]
    asks = [LineAsk(*asked[number], ranges[number], scene=scenes[number]) for number in drawn]
    unseen = unseen_blockers(cases[0][1], settings)
    lines: list[Ruling | None] = [None] * len(ranges)
    for number, line in zip(drawn, read_lines(asks, cases[0][1], settings, effects), strict=True):
        shooter, scene = asked[number][0].piece, scenes[number]
        lines[number] = not_past_the_unseen(line, shooter, unseen, scene, settings)
    if not runs_round(settings):
        return zip(ranges, lines, strict=True)
    return (
        across_the_edge(LineAsk(*ask, in_range), line, scene, settings, effects)
        for ask, in_range, line, scene in zip(asked, ranges, lines, scenes, strict=True)
    )


def _rank(option: list[Ruling]) -> tuple[int, float]:
    """A gun that may shoot from any mast takes the best: the shot's verdict first, then the room it has."""
    shot, in_range = option[-1], option[0]
    return BEST[shot.verdict], in_range.measured_mm or 0.0


def _one_shot(found: Found, permission: Ruling, barred: Message | None) -> list[Ruling]:
    """Range, line if any, shot."""
    in_range, line = found
    shot = join(permission, in_range, line, barred)
    return [in_range, shot] if line is None else [in_range, line, shot]


def _with_bonus(
    option: list[Ruling], shooter: PlacedPiece, target: PlacedPiece, settings: RuleSettings, effects: Effects
) -> list[Ruling]:
    """A shot that is allowed, with what a card adds to its roll at this distance."""
    shot = option[-1]
    if Effect.PLUS_1_WITHIN_S not in effects[shooter.id] or shot.verdict is not Verdict.YES:
        return option
    near = rule_within(shooter, target, "S", settings)
    told = {
        Verdict.YES: template("{reason}; +1 to the roll by her card: {near}"),
        Verdict.TOO_CLOSE: template("{reason}; perhaps +1 to the roll by her card: {near}"),
    }
    if near.verdict not in told:
        return option
    return [*option[:-1], changed(shot, reason=Message(told[near.verdict], reason=shot.reason, near=near.reason))]


def _barred(
    cannon: Cannon, shooter: PlacedPiece, target: PlacedPiece, settings: RuleSettings, effects: Effects
) -> Message | None:
    """Why this very cannon cannot hit that target."""
    if Effect.NOT_HIT_BY_L_CANNONS not in effects[target.id]:  # most have no such card: no gun need be looked up
        return None
    reach = gun_of(shooter, cannon, effects[shooter.id], settings).reach
    return why_spared_by_reach(target.name, effects[target.id], reach)


def shooters(scene: Scene, about: About = None) -> Pairs:
    """Each piece with cannons, and each enemy of it."""
    pairs = only_about(about, enemies(scene, lambda piece: piece.model.kind in SHOOTING_KINDS or is_marine(piece)))
    # A musketeer brings a gun of his own.
    return ((one, other) for one, other in pairs if one.cannons or scene.state.crew_by_place.get(one.id))


def shots_not_seen(subject: Piece, target: Piece, why: Message, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """Of each cannon that would be asked about, its range and its shot."""
    lost = scene.state.masts_lost.get(subject.id, frozenset())
    marines = marines_aboard(subject.id, scene)
    numbers = numbers_now(subject, lost, scene.effects_of(subject.id), marines)
    section = settings.edition.shooting.range_section
    return [not_seen(rule, subject, target, section, why, number) for number in numbers for rule in (RANGE, RULE)]


def spared_at_these_shores(scene: Scene, changed: Changed, settings: RuleSettings) -> frozenset[str]:
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
    spared = (each.id for each in scene.pieces if Effect.NOT_SHOT_WHILE_DOCKED in scene.effects_of(each.id))
    marines = (each.id for each in scene.pieces if is_marine(each.piece))
    return frozenset([piece for piece, owner in owners.items() if owner in hosts]).union(spared, marines, lost)


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
        also=spared_at_these_shores,
        judge_together=rule_shots_together,
    ),
)
