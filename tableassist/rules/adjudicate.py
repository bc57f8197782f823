"""All questions of the moment, in one visible order."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tableassist.pieces.piece import Piece
from tableassist.rules.board import RULE as BOARD
from tableassist.rules.board import rule_boardings
from tableassist.rules.broadsides import RULE as BROADSIDES
from tableassist.rules.cannon_range import RULE as RANGE
from tableassist.rules.contact import RULE as CONTACT
from tableassist.rules.contact import rule_contacts
from tableassist.rules.contact_pairs import (
    board_pairs,
    contact_pairs,
    explore_pairs,
    fort_pairs,
    shore_pairs,
    terrain_pairs,
    tow_pairs,
)
from tableassist.rules.contact_terms import contact_terms
from tableassist.rules.docking import RULE as DOCKING
from tableassist.rules.docking import rule_dockings
from tableassist.rules.explore import RULE as EXPLORE
from tableassist.rules.explore import rule_explorations
from tableassist.rules.line_of_fire import RULE as LINE
from tableassist.rules.line_of_fire import may_block
from tableassist.rules.permission import RULE as PERMISSION
from tableassist.rules.pin import RULE as PIN
from tableassist.rules.pin import rule_rams_and_pins
from tableassist.rules.ram import RULE as RAM
from tableassist.rules.round_earth import runs_round
from tableassist.rules.ruling import Ruling
from tableassist.rules.rulings import PairIds, Row, Rows, Rulings, rulings_of
from tableassist.rules.set_up import RULE as FORT_PLACE
from tableassist.rules.set_up_fort import other_forts, rule_forts
from tableassist.rules.set_up_terms import set_up_terms
from tableassist.rules.settings import RuleSettings
from tableassist.rules.shot import RULE as SHOT
from tableassist.rules.shot import rule_shots
from tableassist.rules.shot_pairs import rammers, shooters, shots_not_seen, spared_at_these_shores
from tableassist.rules.terrain import RULE as TERRAIN
from tableassist.rules.terrain import other_whirlpools, rule_terrain
from tableassist.rules.terrain_terms import terrain_terms
from tableassist.rules.third_pieces import in_these_weeds, under_these_forts
from tableassist.rules.tow import RULE as TOW
from tableassist.rules.tow import rule_tows
from tableassist.rules.unseen import missing, not_seen
from tableassist.rules.unseen_blockers import unseen_blockers
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

Pair = tuple[PlacedPiece, PlacedPiece]
FAR_MM = 150.0
"""Room that no plus-minus bridges: a piece so far from a line need not be looked at more closely."""
Changed = dict[str, tuple[PlacedPiece, ...]]
"""Each piece that is not the same value as before, where it is and where it was."""


def _one_not_seen(
    rule: str, citation: Callable[[RuleSettings], str]
) -> Callable[[Piece, Piece, str, Scene, RuleSettings], list[Ruling]]:
    def ruled(subject: Piece, target: Piece, why: str, _scene: Scene, settings: RuleSettings) -> list[Ruling]:
        return [not_seen(rule, subject, target, citation(settings), why)]

    return ruled


def _nothing_else(_scene: Scene, _changed: Changed, _settings: RuleSettings) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class Rule:
    """All questions of one kind between two pieces."""

    names: frozenset[str]
    pairs: Callable[[Scene], Iterator[tuple[Piece, Piece]]]
    judge: Callable[[list[Pair], Scene, RuleSettings], Iterable[Ruling]]
    unseen: Callable[[Piece, Piece, str, Scene, RuleSettings], list[Ruling]]
    """The answers where a piece is missing; it is told what is missing."""
    past_others: bool = False
    """Whether pieces between the two can change the answer."""
    near_only: bool = False
    """Whether only pieces that lie near each other are asked about."""
    also: Callable[[Scene, Changed, RuleSettings], frozenset[str]] = _nothing_else
    """Pieces that must be judged anew though only others have changed."""


RULES: tuple[Rule, ...] = (
    Rule(
        names=frozenset({PERMISSION, RANGE, LINE, SHOT, BROADSIDES}),
        pairs=shooters,
        judge=rule_shots,
        unseen=shots_not_seen,
        past_others=True,
        also=spared_at_these_shores,
    ),
    Rule(
        names=frozenset({DOCKING}),
        pairs=shore_pairs,
        judge=rule_dockings,
        unseen=_one_not_seen(DOCKING, lambda settings: settings.edition.docking_section),
        also=under_these_forts,
    ),
    Rule(
        names=frozenset({RAM, PIN}),
        pairs=rammers,
        judge=rule_rams_and_pins,
        unseen=_one_not_seen(RAM, lambda settings: settings.edition.ram_section),
    ),
    Rule(
        names=frozenset({BOARD}),
        near_only=True,
        pairs=board_pairs,
        judge=rule_boardings,
        unseen=_one_not_seen(BOARD, lambda settings: contact_terms(settings).board_section),
    ),
    Rule(
        names=frozenset({TOW}),
        near_only=True,
        pairs=tow_pairs,
        judge=rule_tows,
        unseen=_one_not_seen(TOW, lambda settings: contact_terms(settings).tow_section),
        also=in_these_weeds,
    ),
    Rule(
        names=frozenset({EXPLORE}),
        near_only=True,
        pairs=explore_pairs,
        judge=rule_explorations,
        unseen=_one_not_seen(EXPLORE, lambda settings: contact_terms(settings).explore_section),
    ),
    Rule(
        names=frozenset({TERRAIN}),
        near_only=True,
        pairs=terrain_pairs,
        judge=rule_terrain,
        unseen=_one_not_seen(TERRAIN, lambda settings: terrain_terms(settings).trigger_section),
        also=other_whirlpools,
    ),
    Rule(
        names=frozenset({FORT_PLACE}),
        near_only=True,
        pairs=fort_pairs,
        judge=rule_forts,
        unseen=_one_not_seen(FORT_PLACE, lambda settings: set_up_terms(settings).fort_section),
        also=other_forts,
    ),
    Rule(
        names=frozenset({CONTACT}),
        near_only=True,
        pairs=contact_pairs,
        judge=rule_contacts,
        unseen=_one_not_seen(CONTACT, lambda settings: contact_terms(settings).touch_section),
    ),
)


def adjudicate(
    scene: Scene, settings: RuleSettings, before: tuple[Scene, tuple[Ruling, ...]] | None = None
) -> tuple[Ruling, ...]:
    """What a piece that changed since `before` cannot affect is taken from there; the very tuple if nothing changed.

    `before` is the scene that was judged by these same settings, and what came of it.
    """
    if before is None or before[0].ledger is not scene.ledger or not isinstance(before[1], Rulings):
        return rulings_of(_judged(rule, scene, settings) for rule in RULES)
    earlier, known = before[0], before[1]
    changed = _changed(scene, earlier)
    if not changed:
        return known
    if runs_round(settings) or unseen_blockers(scene, settings) != unseen_blockers(earlier, settings):
        # Whatever moves may come into a line across an edge; and an island that nobody had seen bears on every line.
        return adjudicate(scene, settings)
    same = _same_pieces(scene, earlier)
    return rulings_of(
        _judged(rule, scene, settings, Kept(rows, changed, same_pieces=same))
        for rule, rows in zip(RULES, known.rows, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """What one rule said before, and what has changed since."""

    rows: Rows
    changed: Changed
    same_pieces: bool
    """Whether the same pieces are there as before, seen and unseen, wherever they lie."""


def _judged(rule: Rule, scene: Scene, settings: RuleSettings, kept: Kept | None = None) -> Rows:
    """In the order of the pairs; those that must be judged anew all at once."""
    if kept is not None and kept.same_pieces and not rule.near_only:
        rows = dict(kept.rows)
    else:
        known: Rows = {} if kept is None else kept.rows
        asked = (((one.id, other.id), one, other) for one, other in rule.pairs(scene))
        rows = {key: known.get(key) or Row(one, other) for key, one, other in asked}
    fresh: list[Pair] = []
    for key in _to_judge(rule, rows, scene, settings, kept):
        subject, target = rows[key].subject, rows[key].target
        why = missing(scene, subject, target)
        if why is None:
            fresh.append((scene.at(subject), scene.at(target)))
            rows[key] = Row(subject, target)
        else:
            rows[key] = Row(subject, target, rule.unseen(subject, target, why, scene, settings))
    found: dict[PairIds, list[Ruling]] = {(one.id, other.id): [] for one, other in fresh}
    for ruling in rule.judge(fresh, scene, settings):
        found[ruling.subject, ruling.target].append(ruling)
    for key, rulings in found.items():
        drawn = rule.past_others and any(each.rule == LINE for each in rulings)
        rows[key] = Row(rows[key].subject, rows[key].target, rulings, is_drawn=drawn)
    return rows


def _to_judge(rule: Rule, rows: Rows, scene: Scene, settings: RuleSettings, kept: Kept | None) -> Iterable[PairIds]:
    """The pairs whose rulings do not stand."""
    if kept is None:
        return list(rows)
    anew = kept.changed.keys() | rule.also(scene, kept.changed, settings)
    stale = {key for key, row in rows.items() if row.rulings is None or key[0] in anew or key[1] in anew}
    if rule.past_others:
        drawn = (key for key, row in rows.items() if row.is_drawn and key not in stale)
        stale |= {key for key in drawn if _in_the_way(rows[key], scene, kept.changed)}
    return [key for key in rows if key in stale]


def _changed(scene: Scene, before: Scene) -> Changed:
    now = {placed.id: placed for placed in scene.pieces}
    then = {placed.id: placed for placed in before.pieces}
    changed = {}
    for piece in {**now, **then}:
        if now.get(piece) is not then.get(piece):
            changed[piece] = tuple(placed for placed in (now.get(piece), then.get(piece)) if placed is not None)
    return changed


def _same_pieces(scene: Scene, before: Scene) -> bool:
    ours, theirs = ([*(placed.piece for placed in each.pieces), None, *each.unseen] for each in (scene, before))
    return len(ours) == len(theirs) and all(one is other for one, other in zip(ours, theirs, strict=True))


def _in_the_way(row: Row, scene: Scene, changed: Changed) -> bool:
    """Whether something that changed stands, or stood, where a line between the two ships could pass."""
    one, other = scene.find(row.subject.id), scene.find(row.target.id)
    if one is None or other is None:
        return False
    here, there = one.pose.pose, other.pose.pose
    x, y = (here.x_mm + there.x_mm) / 2, (here.y_mm + there.y_mm) / 2
    far = math.hypot(there.x_mm - x, there.y_mm - y) + one.reach_mm + other.reach_mm + FAR_MM
    for place in (place for places in changed.values() for place in places):
        at = place.pose.pose
        if math.hypot(at.x_mm - x, at.y_mm - y) < far + 2 * place.reach_mm and may_block(one, other, place):
            return True
    return False
