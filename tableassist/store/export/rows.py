"""A match as records, in the order of time: what JSONL, CSV and MCAP hold; as lines of JSON, and poses as CSV."""

import csv
import heapq
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import msgspec.structs

from tableassist.geometry import PlanarPose
from tableassist.messages import visible
from tableassist.pipeline.moves.chronicle import Chronicle
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.engine import Held
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.judgement_json import pose_numbers
from tableassist.store.match.blocks.rulings import RulingChange
from tableassist.store.match.notes import MatchFacts
from tableassist.store.score.chronicle_words import edit_words

Place = tuple[float, float, float]
"""x_mm, y_mm, heading_deg."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class MatchRecord(msgspec.Struct, tag="match", tag_field="kind"):
    t_s: float
    match_id: str
    name: str
    table: str
    players: tuple[str, ...]
    edition: str
    started_ms: int
    """Time of day, since 1970."""
    version: str
    mat_mm: tuple[float, float]


class PoseRecord(msgspec.Struct, tag="pose", tag_field="kind"):
    """Written when it has changed."""

    t_s: float
    frame: int
    piece: str
    x_mm: float
    y_mm: float
    heading_deg: float
    sigma_mm: float
    heading_sigma_deg: float
    seen: bool
    moving: bool


class MoveRecord(msgspec.Struct, tag="move", tag_field="kind"):
    t_s: float
    """When it had settled."""
    moved_s: float
    what: str
    """placed, moved, towed, bumped or put-back."""
    piece: str
    turn: int
    player: str | None
    start: Place | None
    end: Place
    by: str | None
    verdict: str | None
    reason: str | None
    length_mm: float | None
    """Of the shortest legal route."""
    made: tuple[str, ...]
    """Contacts, as rule:subject:target."""
    broken: tuple[str, ...]
    terrain: tuple[str, ...]
    """What terrain had to do with it, in words."""


class RulingRecord(msgspec.Struct, tag="ruling", tag_field="kind"):
    """A verdict that changed; None is a question that was not asked."""

    t_s: float
    rule: str
    subject: str
    target: str
    cannon: int | None
    before: str | None
    after: str | None


class NoteRecord(msgspec.Struct, tag="note", tag_field="kind"):
    """A mark, an edit of the ledger, or an overruling."""

    t_s: float
    what: str
    words: str


Record = MatchRecord | PoseRecord | MoveRecord | RulingRecord | NoteRecord


@dataclass(frozen=True, slots=True)
class Exported:
    """All of a match that is exported, but for the states, which are many."""

    facts: MatchFacts
    chronicle: Chronicle
    changes: Sequence[RulingChange]


def records(match: Exported, states: Iterable[TableState]) -> Iterator[Record]:
    """In the order of time; the match itself comes first."""
    chronicle, facts = match.chronicle, match.facts
    mat = chronicle.settings.mat
    yield MatchRecord(
        t_s=0.0,
        match_id=facts.match_id,
        name=facts.name,
        table=chronicle.settings.name,
        players=chronicle.settings.state.players,
        edition=chronicle.settings.rules.edition.name,
        started_ms=facts.started_ms,
        version=facts.app_version,
        mat_mm=(mat.width_mm, mat.height_mm),
    )
    first_ns = chronicle.first_ns
    sorts: tuple[Iterable[Record], ...] = (
        pose_records(states, first_ns),
        (_ruling(change, first_ns) for change in match.changes),
        (_move(move, first_ns) for move in chronicle.moves),
        sorted(_notes(chronicle), key=lambda note: note.t_s),
    )
    yield from heapq.merge(*sorts, key=lambda record: record.t_s)


def pose_records(states: Iterable[TableState], first_ns: int) -> Iterator[PoseRecord]:
    known: dict[str, tuple[PiecePose, bool, bool]] = {}
    for state in states:
        hidden = {placed.id for placed in state.scene.pieces if placed.hidden_s > 0.0}
        for piece, track in state.tracks.tracks.items():
            now = track.pose, piece not in hidden, track.moving
            before = known.get(piece)
            if before is not None and before[0] is now[0] and before[1:] == now[1:]:
                continue
            known[piece] = now
            if before is None or before[1:] != now[1:] or _differ(before[0], now[0]):
                t_s, numbers = _seconds(state.t_ns, first_ns), pose_numbers(track.pose)
                yield PoseRecord(t_s, state.frame_number, piece, *numbers, seen=now[1], moving=now[2])


def _differ(one: PiecePose, other: PiecePose) -> bool:
    return one.pose != other.pose or one.sigma_mm != other.sigma_mm


def _move(move: FoundMove, first_ns: int) -> MoveRecord:
    ruling = None if move.judgement is None else move.judgement.ruling
    route = None if move.judgement is None else move.judgement.route
    return MoveRecord(
        t_s=_seconds(move.settled_ns, first_ns),
        moved_s=_seconds(move.moved_ns, first_ns),
        what=move.kind.value,
        piece=move.piece,
        turn=move.turn.number,
        player=move.turn.player,
        start=None if move.start is None else _place(move.start),
        end=_place(move.end),
        by=move.by,
        verdict=None if ruling is None else ruling.verdict.value,
        reason=None if ruling is None else str(ruling.reason),
        length_mm=None if route is None else round(route.length_mm, 2),
        made=tuple(_contact(each.contact) for each in move.made),
        broken=tuple(_contact(each.contact) for each in move.broken),
        terrain=tuple(str(each.reason) for each in move.terrain),
    )


def _ruling(change: RulingChange, first_ns: int) -> RulingRecord:
    asked, t_s = change.question, _seconds(change.t_ns, first_ns)
    verdicts = (None if each is None else each.value for each in (change.before, change.after))
    return RulingRecord(t_s, asked.rule, asked.subject, asked.target, asked.cannon, *verdicts)


def _notes(chronicle: Chronicle) -> Iterator[NoteRecord]:
    names: Mapping[str, str] = {}
    for mark in chronicle.remarks:
        yield NoteRecord(_seconds(mark.t_ns, chronicle.first_ns), "mark", mark.words)
    for edit in chronicle.edits:
        yield NoteRecord(_seconds(edit.t_ns, chronicle.first_ns), "edit", str(edit_words(edit.change, names)))
    for each in chronicle.overrulings:
        ruling, by = each.ruling, each.by or "somebody"
        words = f"{ruling.id}: {ruling.verdict} became {each.verdict}, by {by}: {each.reason}"
        yield NoteRecord(_seconds(each.t_ns, chronicle.first_ns), "overruling", words)


def _seconds(t_ns: int, first_ns: int) -> float:
    return round((t_ns - first_ns) / 1e9, 6)


def _place(pose: PlanarPose) -> Place:
    return round(pose.x_mm, 4), round(pose.y_mm, 4), round(math.degrees(pose.heading_rad), 4)


def _contact(held: Held) -> str:
    return f"{held.rule}:{held.subject}:{held.target}"


def json_lines(records: Iterable[Record]) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder()
    for record in records:
        yield encoder.encode(record) + b"\n"


def csv_lines(poses: Iterable[PoseRecord]) -> Iterator[bytes]:
    """A header, then a row for each pose that changed."""
    names = [field.name for field in msgspec.structs.fields(PoseRecord)]
    yield csv_row(names)
    for pose in poses:
        yield csv_row([csv_cell(getattr(pose, name)) for name in names])


def csv_cell(value: object) -> object:
    """A name from a stranger must not be a formula where a spreadsheet opens it, nor begin a row of its own."""
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        return value
    return f"'{visible(value)}" if value.startswith(FORMULA) else visible(value)


def csv_row(cells: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().encode("utf-8")
