"""Moves, found from what the tracking says: a fold over the states of a match, one after the other.

A piece stirs when it leaves its place, and its stir ends when it has lain still for a while: a ship that is lifted,
held and set down elsewhere is one move, whatever the hand did on the way. Then it is judged from rest to rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.model import PieceKind
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn, apart_mm, turned_rad
from tableassist.pipeline.moves.motion import Rest, Span, Stir, still_at
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.contact.tow import RULE as TOW
from tableassist.rules.engine.contact_events import ContactBegan, ContactEnded, Held, contact_change
from tableassist.rules.movement.asked import rule_move
from tableassist.rules.movement.move import MoveJudgement
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.scene.placed_piece import FIXED_KINDS
from tableassist.scene.scene import Scene
from tableassist.vision.localisation.tracking import Change, PieceEvent

LINGER_NS = 2_000_000_000
"""A piece that moves again within this is still on the same move: a hand holds it, or sets it right."""
BUMP_MM = 25.0
"""A piece that is shifted farther than this while another moves was not bumped, but moved."""
PUT_BACK_MM, PUT_BACK_RAD = 2.5, 0.1
"""As near as a hand puts back a piece that it only lifted."""
RIGHTED_MM, RIGHTED_RAD = 6.0, 0.2
"""As near as a hand puts back a piece that was bumped, from memory."""
PLACED_NS = 500_000_000
"""A new piece that lies still for this long has been placed."""
TOGETHER_NS = 700_000_000
"""Two pieces that stir within this of each other stir together: a hand that reaches for one bumps the other."""
REMEMBERED_NS = 30_000_000_000
JUDGED_KINDS = frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE})
FIRST_TURN, SET_UP = Turn(1, None), Turn(0, None)


@dataclass(frozen=True, slots=True, eq=False)
class MoveWatch:
    """All that must be kept from state to state. Start with `MoveWatch()`."""

    turn: Turn = FIRST_TURN
    told: bool = False
    """Whether anybody tells the turns, by the ledger or by a mark; until then a turn ends when another player moves."""
    count: int = 0
    """Moves of this match so far."""
    rests: Mapping[str, Rest] = field(default_factory=dict)
    stirs: Mapping[str, Stir] = field(default_factory=dict)
    spans: tuple[Span, ...] = ()
    """Of stirs that ended not long ago."""
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
    watch = replace(_stirred(watch, state), t_ns=state.t_ns)
    if state.registration is not None:
        held = watch.held if state.rulings is watch.rulings else contact_change(watch.held, state.rulings).held
        watch = replace(watch, held=held, rulings=state.rulings, rests=_rested(watch, state))
        watch = replace(watch, stirs=_refreshed(watch, state), scene=state.scene)
    watch = _ended(watch, settings, found, at_once=False)
    return watch, tuple(found)


def last_moves(watch: MoveWatch, settings: TableSettings) -> tuple[FoundMove, ...]:
    """What has settled when the match ends, and would have been told a little later."""
    found: list[FoundMove] = []
    _ended(watch, settings, found, at_once=True)
    return tuple(found)


def _turn_changed(watch: MoveWatch, settings: TableSettings) -> bool:
    return settings.ledger.turn is not None and settings.ledger.turn != (watch.turn.player if watch.told else None)


def _next_turn(watch: MoveWatch, settings: TableSettings) -> MoveWatch:
    """The first that is told is the first turn if nothing has moved before it."""
    number = watch.turn.number if watch.count == 0 and not watch.told else watch.turn.number + 1
    return replace(watch, turn=Turn(number, settings.ledger.turn), told=True)


def _stirred(watch: MoveWatch, state: TableState) -> MoveWatch:
    stirs, rests = dict(watch.stirs), dict(watch.rests)
    for event in state.events:
        stir = stirs.get(event.piece)
        if event.change is Change.APPEARED:
            stirs[event.piece] = Stir(event.piece, watch.turn, event.t_ns, stopped_ns=event.t_ns)
        elif event.change is Change.MOVED:
            stirs[event.piece] = replace(stir, stopped_ns=None) if stir is not None else _new_stir(watch, event)
        elif event.change is Change.SETTLED and stir is not None:
            stirs[event.piece] = replace(stir, stopped_ns=state.tracks.tracks[event.piece].stopped_ns, after=None)
            rests.pop(event.piece, None)
    return replace(watch, stirs=stirs, rests=rests)


def _new_stir(watch: MoveWatch, event: PieceEvent) -> Stir:
    rest, before, start = watch.rests.get(event.piece), watch.scene, event.start
    if rest is not None and before is not None:
        start = rest.placed.pose.pose
        pieces = tuple(rest.placed if placed.id == event.piece else placed for placed in before.pieces)
        before = Scene(pieces, before.unseen, before.ledger)
    hers = frozenset(each for each in watch.held if event.piece in (each.subject, each.target))
    return Stir(event.piece, watch.turn, event.t_ns, start=start, before=before, held_before=hers)


def _rested(watch: MoveWatch, state: TableState) -> dict[str, Rest]:
    rests = dict(watch.rests)
    for placed in state.scene.pieces:
        if not state.tracks.tracks[placed.id].moving and placed.hidden_s == 0.0:
            rests[placed.id] = still_at(rests.get(placed.id), placed, state.t_ns)
    return rests


def _refreshed(watch: MoveWatch, state: TableState) -> dict[str, Stir]:
    """What has settled is looked at again until its stir ends: the hand that set it down hid its neighbours. What has
    been moved since then says nothing about this move."""
    moving = {piece for piece, track in state.tracks.tracks.items() if track.moving}
    stirs = {}
    for piece, stir in watch.stirs.items():
        placed = state.scene.find(piece)
        stirs[piece] = stir if placed is None else stir.seen_at(placed.pose.pose)
        stopped_ns = stir.stopped_ns
        if piece in moving or stopped_ns is None or placed is None or placed.hidden_s > 0.0:
            continue
        later = moving | {other for other, its in watch.stirs.items() if its.start and its.moved_ns > stopped_ns}
        settled_ns = state.t_ns if stir.after is None else stir.settled_ns
        stirs[piece] = replace(stirs[piece], settled_ns=settled_ns, held_after=_held_after(stir, watch, later))
        if stir.after is None or not later:
            stirs[piece] = replace(stirs[piece], after=state.scene, rulings=state.rulings)
    return stirs


def _held_after(stir: Stir, watch: MoveWatch, later: set[str]) -> frozenset[Held]:
    """With pieces that have moved since, what held before they did."""
    hers = {each for each in watch.held if stir.piece in (each.subject, each.target)}
    kept = {each for each in stir.held_after if {each.subject, each.target} & later}
    return frozenset({each for each in hers if not {each.subject, each.target} & later} | kept)


def _ended(watch: MoveWatch, settings: TableSettings, found: list[FoundMove], *, at_once: bool) -> MoveWatch:
    """Those that have lain still for long enough, or all that lie still; in the order in which they settled."""
    over = [stir for stir in watch.stirs.values() if _is_over(stir, watch.t_ns, at_once=at_once)]
    if not over:
        return watch
    left = {piece: stir for piece, stir in watch.stirs.items() if stir not in over}
    spans = (*watch.spans, *(stir.span(watch.t_ns) for stir in over if stir.start is not None))
    recent = tuple(span for span in spans if watch.t_ns - span.to_ns < REMEMBERED_NS)
    watch = replace(watch, stirs=left, spans=recent)
    for stir in sorted(over, key=lambda each: each.settled_ns):
        move, watch = _found(watch, stir, settings)
        found.append(move)
    return watch


def _is_over(stir: Stir, t_ns: int, *, at_once: bool) -> bool:
    if stir.stopped_ns is None or stir.after is None:
        return False
    return at_once or t_ns - stir.stopped_ns >= (PLACED_NS if stir.start is None else LINGER_NS)


def _found(watch: MoveWatch, stir: Stir, settings: TableSettings) -> tuple[FoundMove, MoveWatch]:
    kind, by = _kind(watch, stir)
    if kind is MoveKind.MOVED:
        watch = _counted(watch, stir)
    set_up = kind is MoveKind.PLACED and watch.count == 0
    turn = SET_UP if set_up else watch.turn if not watch.told else stir.turn
    made, broken = _contacts(watch, stir)
    move = FoundMove(
        kind=kind,
        piece=stir.piece,
        turn=turn,
        moved_ns=stir.moved_ns,
        settled_ns=stir.settled_ns,
        start=stir.start,
        end=stir.end.pose.pose,
        judgement=_judgement(watch, stir, settings, made) if kind is MoveKind.MOVED else None,
        made=made,
        broken=broken,
        by=by,
        shots=_shots_of(stir) if kind is MoveKind.MOVED else (),
    )
    displaced = {piece: each for piece, each in watch.displaced.items() if piece != stir.piece}
    if kind is MoveKind.BUMPED and stir.start is not None:
        displaced[stir.piece] = watch.displaced.get(stir.piece, stir.start)
    return move, replace(watch, displaced=displaced)


def _shots_of(stir: Stir) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling in stir.rulings if ruling.subject == stir.piece and is_open_shot(ruling))


def is_open_shot(ruling: Ruling) -> bool:
    return ruling.rule == "shot" and ruling.verdict in (Verdict.YES, Verdict.TOO_CLOSE)


def _kind(watch: MoveWatch, stir: Stir) -> tuple[MoveKind, str | None]:
    end = stir.end.pose.pose
    if stir.start is None:
        return MoveKind.PLACED, None
    if apart_mm(stir.start, end) <= PUT_BACK_MM and turned_rad(stir.start, end) <= PUT_BACK_RAD:
        return MoveKind.PUT_BACK, None
    tower = _tower(watch, stir)
    if tower is not None:
        return MoveKind.TOWED, tower
    lay = watch.displaced.get(stir.piece)
    if lay is not None and apart_mm(lay, end) <= RIGHTED_MM and turned_rad(lay, end) <= RIGHTED_RAD:
        return MoveKind.PUT_BACK, None
    bumper = _bumper(stir, _together(watch, stir))
    owner, turn = stir.end.piece.owner, stir.turn.player if watch.told else None
    idle = turn is not None and owner is not None and owner != turn
    if stir.end.piece.model.kind in FIXED_KINDS or (stir.net_mm <= BUMP_MM and (idle or bumper is not None)):
        return MoveKind.BUMPED, bumper
    return MoveKind.MOVED, None


def _bumper(stir: Stir, others: list[Span]) -> str | None:
    """What came farther, or was in the hand before and has come as far at some time."""
    able = [
        (each.farthest_mm, each.piece)
        for each in others
        if each.net_mm > stir.net_mm or (each.from_ns < stir.moved_ns and each.farthest_mm > stir.net_mm)
    ]
    return max(able)[1] if able else None


def _tower(watch: MoveWatch, stir: Stir) -> str | None:
    """Who touched her bow before sailing, and touches it again: a hand sets the towed ship in her wake afterwards."""
    for span in reversed(_others(watch, stir)):
        if stir.piece in span.tows and Held(TOW, span.piece, stir.piece) in stir.held_after:
            return span.piece
    return None


def _others(watch: MoveWatch, stir: Stir) -> list[Span]:
    """What else stirs, or did not long ago."""
    open_now = (each.span(watch.t_ns) for each in watch.stirs.values() if each.start is not None)
    return [span for span in (*watch.spans, *open_now) if span.piece != stir.piece]


def _together(watch: MoveWatch, stir: Stir) -> list[Span]:
    """What else was in motion while this was."""
    own = stir.span(watch.t_ns)
    from_ns, to_ns = own.from_ns - TOGETHER_NS, own.to_ns + TOGETHER_NS
    return [span for span in _others(watch, stir) if span.from_ns <= to_ns and from_ns <= span.to_ns]


def _counted(watch: MoveWatch, stir: Stir) -> MoveWatch:
    """Where nobody tells the turns, one ends when another player moves."""
    owner = stir.end.piece.owner
    if watch.told or owner is None or owner == watch.turn.player:
        return replace(watch, count=watch.count + 1)
    number = watch.turn.number + (1 if watch.turn.player is not None else 0)
    return replace(watch, count=watch.count + 1, turn=Turn(number, owner))


def _contacts(watch: MoveWatch, stir: Stir) -> tuple[tuple[ContactBegan, ...], tuple[ContactEnded, ...]]:
    now = contact_change(frozenset(), watch.rulings).events
    places = {each.contact: each.at for each in now if isinstance(each, ContactBegan)}
    made = tuple(ContactBegan(each, places.get(each)) for each in sorted(stir.held_after - stir.held_before))
    return made, tuple(ContactEnded(each) for each in sorted(stir.held_before - stir.held_after))


def _judgement(
    watch: MoveWatch, stir: Stir, settings: TableSettings, made: tuple[ContactBegan, ...]
) -> MoveJudgement | None:
    """None of a ship whose base move nobody told: that she moved is all there is to say."""
    piece = stir.end.piece
    if stir.before is None or stir.after is None or piece.model.kind not in JUDGED_KINDS or not piece.base_move:
        return None
    behind = stir.span(watch.t_ns).tows
    towed = frozenset(each.piece for each in _together(watch, stir) if each.piece in behind)
    rammed = any(each.contact.rule == "ram" and each.contact.subject == piece.id for each in made)
    return rule_move(stir.before, stir.after, piece.id, settings.rules, piece.base_move, towed=towed, rammed=rammed)
