"""A match's chronicle as a score."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.pipeline.moves.chronicle import Chronicle, Edit
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.rulebook.acts import Correct, CorrectionKind
from tableassist.rulebook.engine import LASTING, Held
from tableassist.rulebook.moves import Route
from tableassist.store.score.score import (
    FORMAT,
    MOST_CALLS,
    MOST_LINES,
    MOST_TOUCHES,
    MOST_TURN,
    Call,
    Entry,
    Line,
    Moved,
    Noted,
    Overruled,
    Place,
    Placed,
    Score,
    ScoredLeg,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
    Tag,
    Touch,
)
from tableassist.text_line import MAX_COMMENT_LETTERS, MAX_NAME_LETTERS

NO_LENGTH_MM = 0.05
FULL_MM = 0.05
TOLD_TOUCHES = tuple(name for name, contact in LASTING.items() if contact.in_score)
"""The first of these that a pair has is told: a ram is a contact, and lets her board and pin, which need no telling."""


class _Timed(NamedTuple):
    t_ns: int
    turn: int
    entry: Entry
    comment: str | None


def score_of(chronicle: Chronicle, *, date: str, version: str) -> Score:
    told: list[tuple[int, Entry, str | None]] = [
        *((each.t_ns, entry, None) for each in chronicle.edits for entry in _told(each)),
        *((each.t_ns, ScoredRemark(), each.words) for each in chronicle.remarks),
        *((each.t_ns, _overruled(each), each.reason or None) for each in chronicle.overrulings),
    ]
    timed = [*_moves(chronicle), *(_Timed(each[0], chronicle.turn_at(each[0]).number, *each[1:]) for each in told)]
    timed.sort(key=lambda each: (each.turn > 0, each.t_ns))
    return Score(_tags(chronicle, date, version), tuple(_line(each, chronicle.first_ns) for each in timed[:MOST_LINES]))


def _line(each: _Timed, first_ns: int) -> Line:
    t_s = (each.t_ns - first_ns) / 1e9 if each.turn > 0 else None
    comment = None if each.comment is None else each.comment[:MAX_COMMENT_LETTERS]
    return Line(min(each.turn, MOST_TURN), each.entry, t_s, comment)


def _tags(chronicle: Chronicle, date: str, version: str) -> tuple[Tag, ...]:
    settings = chronicle.settings
    ruler = settings.rules.ruler
    head = [
        Tag("Format", (str(FORMAT),)),
        Tag("Table", (settings.name,)),
        Tag("Date", (date,)),
        Tag("Edition", (settings.rules.edition.name, *(("multiplayer",) if settings.rules.multiplayer else ()))),
        Tag("Ruler", (f"{ruler.short_mm:g}", f"{ruler.long_mm:g}")),
        Tag("Mat", (f"{settings.mat.width_mm:g}", f"{settings.mat.height_mm:g}")),
        Tag("Version", (version,)),
    ]
    head += [Tag("House", (name, _value(value))) for name, value in sorted(settings.rules.house.items())]
    head += [Tag("Player", (player,)) for player in settings.state.players]
    for piece in settings.pieces:
        about = (piece.id, piece.name, piece.owner or "", piece.card or "")
        head.append(Tag("Ship" if piece.owner else "Piece", tuple(_trimmed(about))))
    return tuple(Tag(tag.name, tuple(value[:MAX_NAME_LETTERS] for value in tag.values)) for tag in head)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _trimmed(values: Sequence[str]) -> Sequence[str]:
    """Without empty ones at the end."""
    return _trimmed(values[:-1]) if values and not values[-1] else values


def _moves(chronicle: Chronicle) -> Iterator[_Timed]:
    for move in chronicle.moves:
        entry, turn = _moved(move), move.turn.number
        if entry is not None:
            yield _Timed(move.settled_ns, turn, entry, _why(move))
            yield from (_Timed(move.settled_ns, turn, asked, None) for asked in shots_asked(move.shots))


def _moved(move: FoundMove) -> Entry | None:
    """A piece that was put back where it lay is no line; one that had been bumped before is."""
    if move.kind is MoveKind.PLACED:
        return Placed(move.piece, _place(move.end))
    if move.kind is MoveKind.BUMPED or (move.kind is MoveKind.PUT_BACK and move.gone_mm >= 1.0):
        return Shifted(move.piece, _place(move.end))
    if move.kind is MoveKind.PUT_BACK:
        return None
    assert move.start is not None
    route = None if move.judgement is None else move.judgement.route
    return Moved(
        piece=move.piece,
        at=_place(move.end),
        legs=() if route is None else _legs(route, move.start),
        stern_turn_deg=0.0 if route is None else math.degrees(route.stern_turn_rad),
        came_about=route is not None and route.came_about,
        wraps=route is not None and route.wraps,
        towed_by=move.by if move.kind is MoveKind.TOWED else None,
        verdict=None if move.judgement is None else move.judgement.ruling.verdict,
        made=told_touches(move.piece, [each.contact for each in move.made]),
        broken=told_touches(move.piece, [each.contact for each in move.broken]),
    )


def _why(move: FoundMove) -> str | None:
    """A legal move speaks for itself, but for what terrain did."""
    reason = _why_so(move)
    words = (*((reason,) if reason else ()), *(str(each.reason) for each in move.terrain))
    return "; ".join(words) or None


def _why_so(move: FoundMove) -> str | None:
    if move.kind is MoveKind.BUMPED:
        return "bumped"
    if move.kind is MoveKind.PUT_BACK:
        return "put back"
    if move.judgement is None or move.judgement.ruling.verdict is Verdict.YES:
        return None
    return str(move.judgement.ruling.reason)


def _place(pose: PlanarPose) -> Place:
    return Place(pose.x_mm, pose.y_mm, math.degrees(pose.heading_rad))


def _legs(route: Route, start: PlanarPose) -> tuple[ScoredLeg, ...]:
    legs, heading = [], start.heading_rad
    for each in route.segments:
        if each.length_mm > NO_LENGTH_MM:
            turn = math.degrees(wrap_rad(each.heading_rad - heading))
            legs.append(ScoredLeg(each.segment, turn, None if abs(each.left_mm) < FULL_MM else each.length_mm))
            heading = each.heading_rad
    return tuple(legs)


def told_touches(piece: str, contacts: Sequence[Held]) -> tuple[Touch, ...]:
    """One for each other piece: the rule that says most."""
    best: dict[str, str] = {}
    for held in contacts:
        other = held.target if held.subject == piece else held.subject
        if held.rule in TOLD_TOUCHES:
            known = best.get(other, TOLD_TOUCHES[-1])
            best[other] = min(known, held.rule, key=TOLD_TOUCHES.index)
    return tuple(Touch(other, rule) for other, rule in sorted(best.items())[:MOST_TOUCHES])


def shots_asked(shots: Sequence[Ruling]) -> tuple[ScoredQuestion, ...]:
    """One for each ship and target."""
    by_pair: dict[tuple[str, str], list[Ruling]] = {}
    for shot in shots:
        by_pair.setdefault((shot.subject, shot.target), []).append(shot)
    return tuple(
        ScoredQuestion(*pair, tuple(Call(each.rule, each.verdict, each.cannon) for each in hers[:MOST_CALLS]))
        for pair, hers in by_pair.items()
    )


def _overruled(each: Overruling) -> Overruled:
    ruling = each.ruling
    call = Call(ruling.rule, ruling.verdict, ruling.cannon)
    return Overruled(ruling.subject, ruling.target, call, each.verdict, each.by[:MAX_NAME_LETTERS])


def _told(edit: Edit) -> tuple[Entry, ...]:
    return (noted(edit.change), *shots_asked(edit.shots))


NOTES: Final = {
    CorrectionKind.TURN: "turn",
    CorrectionKind.MAST_LOST: "mast-lost",
    CorrectionKind.MAST_BACK: "mast-repaired",
    CorrectionKind.OWNER: "captured",
    CorrectionKind.HOME: "home",
    CorrectionKind.WILD: "home-given-up",
    CorrectionKind.STATE: "state",
    CorrectionKind.STATE_OVER: "state-over",
    CorrectionKind.CREW: "crew",
    CorrectionKind.CREW_GONE: "crew-gone",
}
"""What a score calls each change."""


def noted(change: Correct) -> Noted:
    """As a score tells it."""
    return Noted(change.piece, NOTES[change.what], (change.value,) if change.value else ())
