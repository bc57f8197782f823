"""Moves, found from what the tracking says: a fold over the states of a match, one after the other.

A motion begins when a piece leaves its place, and ends when it has lain still for a while: a ship that is lifted,
held and set down elsewhere is one move, whatever the hand did on the way. Then it is judged from rest to rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tableassist.geometry import PlanarPose
from tableassist.pieces import SAILING_KINDS, PieceKind
from tableassist.pipeline.moves.arrival import NOWHERE, Arrival, arrival_of
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn, apart_mm, turned_rad
from tableassist.pipeline.moves.motion import Motion, Rest, Span, still_at
from tableassist.pipeline.moves.terrain_of_move import drift_of, terrain_of
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import GameState, Ruling, Scene, Verdict
from tableassist.rulebook.engine import RAM, SHOT, TOW, ContactBegan, ContactEnded, Held, contact_change
from tableassist.rulebook.moves import MoveJudgement, rule_move
from tableassist.scene.placed_piece import FIXED_KINDS
from tableassist.vision.localisation.tracking import Change, PieceEvent

LINGER_NS = 2_000_000_000
"""A piece that moves again within this is still on the same move: a hand holds it, or sets it right."""
BUMP_MM = 25.0
"""A piece that is shifted farther than this while another moves was not bumped, but moved."""
BUMP_RAD = 0.6
"""Of a ship whose player is not on turn: one that is turned farther where she lies has come about."""
PUT_BACK_MM, PUT_BACK_RAD = 2.5, 0.1
"""As near as a hand puts back a piece that it only lifted."""
RIGHTED_MM, RIGHTED_RAD = 6.0, 0.2
"""As near as a hand puts back a piece that was bumped, from memory."""
PLACED_NS = 500_000_000
"""A new piece that lies still for this long has been placed."""
TOGETHER_NS = 700_000_000
"""Two pieces that begin to move within this of each other move together: a hand that takes one bumps the other."""
REMEMBERED_NS = 30_000_000_000
FIRST_TURN, SET_UP = Turn(1, None), Turn(0, None)


@dataclass(frozen=True, slots=True, eq=False)
class MoveWatch:
    """All that must be kept from state to state. Start with `MoveWatch()`."""

    turn: Turn = FIRST_TURN
    told: bool = False
    """Whether anybody tells the turns, by the game or by a mark; until then a turn ends when another player moves."""
    count: int = 0
    """Moves of this match so far."""
    rests: Mapping[str, Rest] = field(default_factory=dict)
    motions: Mapping[str, Motion] = field(default_factory=dict)
    spans: tuple[Span, ...] = ()
    """Of motions that ended not long ago."""
    displaced: Mapping[str, PlanarPose] = field(default_factory=dict)
    """Where bumped pieces lay that nobody has put back."""
    held: frozenset[Held] = frozenset()
    rulings: tuple[Ruling, ...] = ()
    scene: Scene | None = None
    """Of the state before."""
    t_ns: int = 0


def watch_moves(
    watch: MoveWatch, state: TableState, settings: TableSettings, *, marked: bool = False
) -> tuple[MoveWatch, tuple[FoundMove, ...]]:
    """The next state of the match. `marked`: somebody pressed the key that ends a turn."""
    ends_turn = marked or _turn_changed(watch, settings)
    found: list[FoundMove] = []
    if ends_turn:
        watch = _next_turn(_ended(watch, settings, found, at_once=True), settings)
    watch = replace(_has_moved(watch, state), t_ns=state.t_ns)
    if state.registration is not None:
        held = watch.held if state.rulings is watch.rulings else contact_change(watch.held, state.rulings).held
        watch = replace(watch, held=held, rulings=state.rulings, rests=_rested(watch, state))
        watch = replace(watch, motions=_refreshed(watch, state), scene=state.scene)
    watch = _ended(watch, settings, found, at_once=False)
    return watch, tuple(found)


def last_moves(watch: MoveWatch, settings: TableSettings) -> tuple[FoundMove, ...]:
    """What has settled when the match ends, and would have been told a little later."""
    found: list[FoundMove] = []
    _ended(watch, settings, found, at_once=True)
    return tuple(found)


def _turn_changed(watch: MoveWatch, settings: TableSettings) -> bool:
    return settings.state.player_in_turn is not None and settings.state.player_in_turn != (
        watch.turn.player if watch.told else None
    )


def _next_turn(watch: MoveWatch, settings: TableSettings) -> MoveWatch:
    """The first that is told is the first turn if nothing has moved before it."""
    number = watch.turn.number if watch.count == 0 and not watch.told else watch.turn.number + 1
    return replace(watch, turn=Turn(number, settings.state.player_in_turn), told=True)


def _has_moved(watch: MoveWatch, state: TableState) -> MoveWatch:
    motions, rests = dict(watch.motions), dict(watch.rests)
    for event in state.events:
        motion = motions.get(event.piece)
        if event.change is Change.APPEARED:
            motions[event.piece] = Motion(event.piece, watch.turn, event.t_ns, stopped_ns=event.t_ns)
        elif event.change is Change.MOVED:
            motions[event.piece] = replace(motion, stopped_ns=None) if motion is not None else _new_motion(watch, event)
        elif event.change is Change.SETTLED and motion is not None:
            motions[event.piece] = replace(motion, stopped_ns=state.tracks.tracks[event.piece].stopped_ns, after=None)
            rests.pop(event.piece, None)
    return replace(watch, motions=motions, rests=rests)


def _new_motion(watch: MoveWatch, event: PieceEvent) -> Motion:
    rest, before, start = watch.rests.get(event.piece), watch.scene, event.start
    if rest is not None and before is not None:
        start = rest.placed.pose.pose
        pieces = tuple(rest.placed if placed.id == event.piece else placed for placed in before.pieces)
        before = replace(before, pieces=pieces)
    hers = frozenset(each for each in watch.held if event.piece in (each.subject, each.target))
    return Motion(event.piece, watch.turn, event.t_ns, start=start, before=before, held_before=hers)


def _rested(watch: MoveWatch, state: TableState) -> dict[str, Rest]:
    rests = dict(watch.rests)
    for placed in state.scene.pieces:
        if not state.tracks.tracks[placed.id].moving and placed.hidden_s == 0.0:
            rests[placed.id] = still_at(rests.get(placed.id), placed, state.t_ns)
    return rests


def _refreshed(watch: MoveWatch, state: TableState) -> dict[str, Motion]:
    """What has settled is looked at again until its motion ends: the hand that set it down hid its neighbours. What has
    been moved since then says nothing about this move, nor does a hand that makes unsure what was sure."""
    moving = {piece for piece, track in state.tracks.tracks.items() if track.moving}
    motions = {}
    for piece, motion in watch.motions.items():
        placed = state.scene.find(piece)
        motions[piece] = motion if placed is None else motion.seen_at(placed.pose.pose)
        stopped_ns = motion.stopped_ns
        if piece in moving or stopped_ns is None or placed is None or placed.hidden_s > 0.0:
            continue
        later = moving | {other for other, its in watch.motions.items() if its.start and its.moved_ns > stopped_ns}
        settled_ns = state.t_ns if motion.after is None else motion.settled_ns
        motions[piece] = replace(motions[piece], settled_ns=settled_ns, held_after=_held_after(motion, watch, later))
        if motion.after is None or (not later and not motion.is_surer_than(state.rulings)):
            motions[piece] = replace(motions[piece], after=state.scene, rulings=state.rulings)
    return motions


def _held_after(motion: Motion, watch: MoveWatch, later: set[str]) -> frozenset[Held]:
    """With pieces that have moved since, what held before they did."""
    hers = {each for each in watch.held if motion.piece in (each.subject, each.target)}
    kept = {each for each in motion.held_after if {each.subject, each.target} & later}
    return frozenset({each for each in hers if not {each.subject, each.target} & later} | kept)


def _ended(watch: MoveWatch, settings: TableSettings, found: list[FoundMove], *, at_once: bool) -> MoveWatch:
    """Those that have lain still for long enough, or all that lie still; in the order in which they settled."""
    over = [motion for motion in watch.motions.values() if _is_over(motion, watch.t_ns, at_once=at_once)]
    if not over:
        return watch
    left = {piece: motion for piece, motion in watch.motions.items() if motion not in over}
    spans = (*watch.spans, *(motion.span(watch.t_ns) for motion in over if motion.start is not None))
    recent = tuple(span for span in spans if watch.t_ns - span.to_ns < REMEMBERED_NS)
    watch = replace(watch, motions=left, spans=recent)
    for motion in sorted(over, key=lambda each: each.settled_ns):
        move, watch = _found(watch, motion, settings)
        found.append(move)
    return watch


def _is_over(motion: Motion, t_ns: int, *, at_once: bool) -> bool:
    if motion.stopped_ns is None or motion.after is None:
        return False
    return at_once or t_ns - motion.stopped_ns >= (PLACED_NS if motion.start is None else LINGER_NS)


def _found(watch: MoveWatch, motion: Motion, settings: TableSettings) -> tuple[FoundMove, MoveWatch]:
    kind, by = _kind(watch, motion, settings.state)
    if kind is MoveKind.MOVED:
        watch = _counted(watch, motion)
    set_up = kind is MoveKind.PLACED and watch.count == 0
    turn = SET_UP if set_up else watch.turn if not watch.told else motion.turn
    made, broken = _contacts(watch, motion)
    judgement, terrain = _judged(watch, motion, settings, made) if kind is MoveKind.MOVED else (None, ())
    move = FoundMove(
        kind=kind,
        piece=motion.piece,
        turn=turn,
        moved_ns=motion.moved_ns,
        settled_ns=motion.settled_ns,
        start=motion.start,
        end=motion.end.pose.pose,
        judgement=judgement,
        made=made,
        broken=broken,
        by=by,
        shots=_shots_of(motion) if kind is MoveKind.MOVED else (),
        terrain=terrain,
        arrival=_arrival(motion, settings) if kind is MoveKind.MOVED else NOWHERE,
    )
    displaced = {piece: each for piece, each in watch.displaced.items() if piece != motion.piece}
    if kind is MoveKind.BUMPED and motion.start is not None:
        displaced[motion.piece] = watch.displaced.get(motion.piece, motion.start)
    return move, replace(watch, displaced=displaced)


def _arrival(motion: Motion, settings: TableSettings) -> Arrival:
    if motion.after is None or motion.end.piece.model.kind not in SAILING_KINDS:
        return NOWHERE
    return arrival_of(motion.end, motion.after, motion.rulings, settings.rules)


def _shots_of(motion: Motion) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling in motion.rulings if ruling.subject == motion.piece and is_open_shot(ruling))


def is_open_shot(ruling: Ruling) -> bool:
    return ruling.rule == SHOT.id and ruling.verdict in (Verdict.YES, Verdict.TOO_CLOSE)


def _kind(watch: MoveWatch, motion: Motion, state: GameState) -> tuple[MoveKind, str | None]:
    end = motion.end.pose.pose
    if motion.start is None:
        return MoveKind.PLACED, None
    if apart_mm(motion.start, end) <= PUT_BACK_MM and turned_rad(motion.start, end) <= PUT_BACK_RAD:
        return MoveKind.PUT_BACK, None
    tower = _tower(watch, motion, state)
    if tower is not None:
        return MoveKind.TOWED, tower
    lay = watch.displaced.get(motion.piece)
    if lay is not None and apart_mm(lay, end) <= RIGHTED_MM and turned_rad(lay, end) <= RIGHTED_RAD:
        return MoveKind.PUT_BACK, None
    bumper = _bumper(motion, _together(watch, motion))
    turn = motion.turn.player if watch.told else None
    owner = state.owners.get(motion.piece, motion.end.piece.owner)
    turned = turned_rad(motion.start, end) > BUMP_RAD
    idle = turn is not None and owner is not None and owner != turn and not turned
    if motion.end.piece.model.kind in FIXED_KINDS or (motion.net_mm <= BUMP_MM and (idle or bumper is not None)):
        return MoveKind.BUMPED, bumper
    return MoveKind.MOVED, None


def _bumper(motion: Motion, others: list[Span]) -> str | None:
    """What came farther, or was in the hand before and has come as far at some time."""
    able = [
        (each.farthest_mm, each.piece)
        for each in others
        if each.net_mm > motion.net_mm or (each.from_ns < motion.moved_ns and each.farthest_mm > motion.net_mm)
    ]
    return max(able)[1] if able else None


def _tower(watch: MoveWatch, motion: Motion, state: GameState) -> str | None:
    """Who touched her bow before sailing, or has her in tow by the game, and touches it again: a hand sets the towed
    ship in her wake afterwards."""
    for span in reversed(_others(watch, motion)):
        tows = motion.piece in span.tows or state.towed_by.get(motion.piece) == span.piece
        if tows and Held(TOW.id, span.piece, motion.piece) in motion.held_after:
            return span.piece
    return None


def _others(watch: MoveWatch, motion: Motion) -> list[Span]:
    """What else is in motion, or was not long ago."""
    open_now = (each.span(watch.t_ns) for each in watch.motions.values() if each.start is not None)
    return [span for span in (*watch.spans, *open_now) if span.piece != motion.piece]


def _together(watch: MoveWatch, motion: Motion) -> list[Span]:
    """What else was in motion while this was."""
    own = motion.span(watch.t_ns)
    from_ns, to_ns = own.from_ns - TOGETHER_NS, own.to_ns + TOGETHER_NS
    return [span for span in _others(watch, motion) if span.from_ns <= to_ns and from_ns <= span.to_ns]


def _counted(watch: MoveWatch, motion: Motion) -> MoveWatch:
    """Where nobody tells the turns, one ends when another player moves."""
    owner = motion.end.piece.owner
    if watch.told or owner is None or owner == watch.turn.player:
        return replace(watch, count=watch.count + 1)
    number = watch.turn.number + (1 if watch.turn.player is not None else 0)
    return replace(watch, count=watch.count + 1, turn=Turn(number, owner))


def _contacts(watch: MoveWatch, motion: Motion) -> tuple[tuple[ContactBegan, ...], tuple[ContactEnded, ...]]:
    now = contact_change(frozenset(), watch.rulings).events
    places = {each.contact: each.at for each in now if isinstance(each, ContactBegan)}
    made = tuple(ContactBegan(each, places.get(each)) for each in sorted(motion.held_after - motion.held_before))
    return made, tuple(ContactEnded(each) for each in sorted(motion.held_before - motion.held_after))


def _judged(
    watch: MoveWatch, motion: Motion, settings: TableSettings, made: tuple[ContactBegan, ...]
) -> tuple[MoveJudgement | None, tuple[Ruling, ...]]:
    """With what terrain had to do with it."""
    if motion.end.piece.model.kind is PieceKind.ICEBERG:
        return drift_of(motion, settings.rules)
    judgement = _judgement(watch, motion, settings, made)
    return judgement, terrain_of(motion, judgement, settings.rules)


def _judgement(
    watch: MoveWatch, motion: Motion, settings: TableSettings, made: tuple[ContactBegan, ...]
) -> MoveJudgement | None:
    """None of a ship whose base move nobody told: that she moved is all there is to say."""
    piece = motion.end.piece
    if motion.before is None or motion.after is None or piece.model.kind not in SAILING_KINDS or not piece.base_move:
        return None
    behind = motion.span(watch.t_ns).tows
    towed = frozenset(each.piece for each in _together(watch, motion) if each.piece in behind)
    rammed = any(each.contact.rule == RAM.id and each.contact.subject == piece.id for each in made)
    return rule_move(motion.before, motion.after, piece.id, settings.rules, piece.base_move, towed=towed, rammed=rammed)
