"""Writes a match: gathers what each moment brings, and puts it into the database in one commit, together with what the
chain says of it.

Has no thread, no clock and no video of its own; `matches.recording` drives it.
"""

import hashlib
import json
import sqlite3
import struct
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np

from tableassist import __version__
from tableassist.geometry import Floats, PlanarPose
from tableassist.messages import visible
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.store.files.problems import bad_file
from tableassist.store.files.written_messages import in_words
from tableassist.store.keys.signature import TableKey
from tableassist.store.match.blocks.block import BlockInMaking, Counters, Refs
from tableassist.store.match.blocks.frames import FrameRow, FramesInMaking
from tableassist.store.match.blocks.packing import damage_as_bad_file
from tableassist.store.match.blocks.rulings import (
    Question,
    RulingChange,
    asked_by,
    digest_of,
    ruling_changes,
    verdict_changes,
)
from tableassist.store.match.chain.making import ChainInMaking, begun_chain, continued_chain
from tableassist.store.match.chain.records import LinkKind
from tableassist.store.match.chain.remembered import RememberedHead
from tableassist.store.match.database import (
    create_database,
    empty_log,
    finish_database,
    forget_chapters,
    open_to_resume,
)
from tableassist.store.match.film.packets import Filmed
from tableassist.store.match.notes import VideoSegment
from tableassist.store.match.photos import MOST_PHOTOS, PhotoNote
from tableassist.store.match.schema import transaction
from tableassist.store.match.settings import settings_parts
from tableassist.store.match.words import words_of
from tableassist.store.table.bundle import TableBundle
from tableassist.vision.localisation.tracking import PieceEvent

BLOCK_NS = 2_000_000_000
CHAPTER_NS = 600_000_000_000
Rows = list[tuple[object, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class WrittenFrame:
    """A moment without its picture, which may wait in a queue."""

    state: TableState
    settings: TableSettings
    number: int
    camera: str
    size_px: tuple[int, int]
    wall_ms: int
    shift_ns: int
    """Added to all times, so that a match that is gone on with has one line of time."""


def seen_of(moment: Moment, *, wall_ms: int, shift_ns: int = 0) -> WrittenFrame:
    frame = moment.frame
    size = (frame.width_px, frame.height_px)
    return WrittenFrame(moment.state, moment.settings, frame.number, frame.camera, size, wall_ms, shift_ns)


class MatchWriter:
    """Made by `create_match` or `resume_match`. Not to be used by two threads at once."""

    def __init__(self, database: sqlite3.Connection, *, chapter_ns: int) -> None:
        self._database = database
        self._chapter_ns = chapter_ns
        self._pending: dict[str, Rows] = {}
        self._grown = False
        self._numbers = Counters(database)
        self._settings: TableSettings | None = None
        self._settings_id = 0
        self._parts: set[str] = set()
        self._words: dict[str, int] = {}
        self._questions: dict[Question, int] = _questions(database)
        self._covariance: tuple[Floats, str] | None = None
        self._rulings: tuple[Ruling, ...] | None = None
        self._chapter = self._numbers.chapter
        self._chapter_began_ns: int | None = None
        self._block: BlockInMaking | None = None
        self._block_row: tuple[object, ...] | None = None
        self._refs = Refs()
        self._chain: ChainInMaking | None = None
        self._photos = int(database.execute("SELECT count(*) FROM photos").fetchone()[0])

    def begin_chain(
        self,
        folder: Path,
        key: TableKey | None,
        *,
        wall_ms: int,
        before: LinkKind = LinkKind.BEGUN,
        video: Mapping[int, Filmed] = MappingProxyType({}),
    ) -> None:
        """From now on all that is written is chained, and the match is not closed any more. A chain that is there goes
        on; else it begins with all that is there, which is said to be what `before` says."""
        self._finish_block()
        self.commit()
        with transaction(self._database), damage_as_bad_file(f"{folder}: chain"):
            found = continued_chain(self._database, key, LinkKind.RESUMED, wall_ms=wall_ms)
            self._chain, links = found or begun_chain(self._database, folder, key, before, video=video, wall_ms=wall_ms)
            self._database.execute("DELETE FROM meta WHERE key = 'closed_ms'")
            self._chain.drop_fact("closed_ms")
            self._insert("chain", links)
            self._insert("heads", [self._chain.head(None, is_closed=False)])
        self._numbers.count_again(self._database, "stills")

    @property
    def remembered(self) -> RememberedHead | None:
        """How far the chain goes; None where there is none."""
        return None if self._chain is None else self._chain.remembered

    def add(self, seen: WrittenFrame) -> bool:
        """True where it should be committed at once: a verdict changed."""
        state = seen.state
        t_ns = state.t_ns + seen.shift_ns
        block = self._block_for(seen, t_ns)
        changes = self._note_rulings(state.rulings, t_ns)
        row = FrameRow(
            index=self._numbers.frame,
            number=seen.number,
            t_ns=t_ns,
            wall_ms=seen.wall_ms,
            registration=block.registration(state.registration),
            settings=self._settings_number(seen.settings, t_ns),
            words=self._words_number(state, seen.settings),
            digest=b"" if changes is None and len(block.frames) > 0 else digest_of(state.rulings),
            tracks=block.tracks(state.tracks, seen.shift_ns),
        )
        block.frames.add(row)
        self._numbers.frame += 1
        self._grown = True
        if self._chain is not None:
            self._chain.saw(t_ns=t_ns, wall_ms=seen.wall_ms, frames=self._numbers.frame)
        for event in state.events:
            self._put_numbered("events", _event_row(event, seen.shift_ns))
        return bool(changes)

    def mark(self, t_ns: int, wall_ms: int, words: str, *, by: str = "") -> None:
        self._put_numbered("marks", (t_ns, wall_ms, by, words))

    def edit(self, t_ns: int, wall_ms: int, words: str, *, by: str = "") -> None:
        self._put_numbered("edits", (t_ns, wall_ms, by, words))

    def act(self, t_ns: int, wall_ms: int, words: str, *, by: str = "") -> None:
        """Something that happened in the game, as text of whoever tells it."""
        self._put_numbered("acts", (t_ns, wall_ms, by, words))

    def overrulings(self, t_ns: int, wall_ms: int, standing: tuple[Overruling, ...], *, by: str = "") -> None:
        """All that stand from now on; what was taken back stays in the rows before."""
        self._put_numbered("overrulings", (t_ns, wall_ms, by, written_overrulings(standing)))

    def still(self, t_ns: int, sha256: str) -> None:
        """A picture that was written beside the video."""
        self._put_numbered("stills", (t_ns, sha256))

    def photo(self, photo: PhotoNote) -> None:
        """By which the table was judged, too; left out where there are as many as a match may have."""
        if self._photos < MOST_PHOTOS:
            self._photos += 1
            row = (photo.t_ns, photo.wall_ms, photo.by, photo.name, photo.camera, photo.film_mm, photo.content)
            self._put_numbered("photos", row)

    def filmed(self, filmed: Iterable[Filmed]) -> None:
        """So much of the video is safe on the disk."""
        if self._chain is not None:
            self._chain.film(filmed)

    def segment(self, segment: VideoSegment) -> None:
        self._put("segments", (segment.number, segment.file, segment.first_ns, segment.width_px, segment.height_px))

    def bundle(self, bundle: TableBundle | None) -> None:
        """The table file as used, and all that it refers to."""
        for name, content in ({} if bundle is None else bundle.files).items():
            self._put("files", (name, hashlib.sha256(content).hexdigest(), content))

    def next_segment(self) -> int:
        self._numbers.segment += 1
        return self._numbers.segment

    def note(self, facts: Mapping[str, object]) -> None:
        for key, value in facts.items():
            self._put("meta", (key, value if isinstance(value, str) else json.dumps(value)))

    def commit(self, *, is_closed: bool = False) -> None:
        """All or nothing, and safe on the disk when it returns. The block in the making is written as far as it is."""
        if self._grown and self._block is not None:
            self._block_row = self._block.row(self._store_covariance)
            self._pending.setdefault("blocks", []).append(self._block_row)
        if not self._pending:
            return
        if self._chain is not None:
            self._pending["heads"] = [self._chain.head(self._block_row, is_closed=is_closed)]
        with transaction(self._database):
            for table, rows in self._pending.items():
                self._insert(table, rows)
        self._pending, self._grown = {}, False

    def forget_before(self, t_ns: int) -> tuple[str, ...]:
        """Drops the chapters that lie wholly before; the video files that nobody needs any more are for the caller to
        remove."""
        with transaction(self._database):
            return forget_chapters(self._database, t_ns)

    def close(self, *, closed_ms: int) -> None:
        try:
            self.note({"closed_ms": closed_ms})
            self.commit(is_closed=True)
        finally:
            finish_database(self._database)

    def leave(self) -> None:
        """As `close`, but unfinished: the folder is to be moved, or the disk takes no more."""
        self._database.close()

    def resume(self, folder: Path, *, chapter_ns: int) -> None:
        """After `leave`: the match is in this folder now."""
        self._database = open_to_resume(folder)
        self._chapter_ns = chapter_ns
        self.note({"name": visible(folder.stem)})

    def empty_log(self) -> None:
        """So that the log beside the database holds no more than the last seconds, and with them the last heads."""
        empty_log(self._database)

    def _put(self, table: str, row: tuple[object, ...]) -> None:
        self._pending.setdefault(table, []).append(row)
        if self._chain is not None:
            self._chain.put(table, row)

    def _put_numbered(self, table: str, row: tuple[object, ...]) -> None:
        self._put(table, (self._numbers.next_row(table), *row))

    def _insert(self, table: str, rows: Rows) -> None:
        marks = ", ".join("?" * len(rows[0]))
        self._database.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)

    def _block_for(self, seen: WrittenFrame, t_ns: int) -> BlockInMaking:
        block = self._block
        if self._chapter_began_ns is None or t_ns - self._chapter_began_ns >= self._chapter_ns:
            self._finish_block()
            self._refs = Refs()
            self._chapter, self._chapter_began_ns, block = self._chapter + 1, t_ns, None
        elif block is not None and (
            t_ns - block.first_ns >= BLOCK_NS
            or (seen.camera, seen.size_px) != (block.frames.camera, block.frames.size_px)
        ):
            self._finish_block()
            block = None
        if block is None:
            frames = FramesInMaking(seen.camera, seen.size_px)
            block = self._block = BlockInMaking(self._chapter, t_ns, frames, self._numbers, self._refs)
            self._numbers.block += 1
        return block

    def _finish_block(self) -> None:
        """It grows no more: a link covers it, and all that was put since the last."""
        if self._block is not None and len(self._block.frames) > 0:
            self._put("blocks", self._block.row(self._store_covariance))
            if self._chain is not None:
                self._put("chain", self._chain.link())
        self._block = self._block_row = None
        self._refs.prune()

    def _note_rulings(self, rulings: tuple[Ruling, ...], t_ns: int) -> list[RulingChange] | None:
        """None where they are the very same as in the frame before."""
        before, self._rulings = self._rulings, rulings
        if before is rulings:
            return None
        if before is None:
            now = {asked_by(ruling): ruling.verdict for ruling in rulings}
            changes = list(verdict_changes(_standing(self._database), now, t_ns))
        else:
            changes = list(ruling_changes(before, rulings, t_ns))
        for change in changes:
            verdicts = (each and each.value for each in (change.before, change.after))
            self._put_numbered("rulings", (t_ns, self._question_number(change.question), *verdicts))
        return changes

    def _question_number(self, question: Question) -> int:
        if question not in self._questions:
            number = self._questions[question] = len(self._questions) + 1
            self._put("questions", (number, question.rule, question.subject, question.target, question.cannon))
        return self._questions[question]

    def _settings_number(self, settings: TableSettings, t_ns: int) -> int:
        if settings is not self._settings:
            self._settings = settings
            self._numbers.settings += 1
            self._settings_id = self._numbers.settings
            named = {part: self._part(content) for part, content in settings_parts(settings).items()}
            self._put("settings", (self._settings_id, t_ns, json.dumps(named)))
            pieces = [piece.name for piece in settings.pieces]
            self.note({"table": settings.name, "players": settings.state.players, "pieces": pieces})
        return self._settings_id

    def _part(self, content: bytes) -> str:
        name = hashlib.sha256(content).hexdigest()
        if name not in self._parts:
            self._parts.add(name)
            self._put("parts", (name, content))
        return name

    def _words_number(self, state: TableState, settings: TableSettings) -> int:
        text = words_of(state, settings)
        if text not in self._words:
            self._numbers.words += 1
            self._words[text] = self._numbers.words
            self._put("words", (self._numbers.words, text))
        return self._words[text]

    def _store_covariance(self, covariance: Floats) -> str:
        if self._covariance is None or self._covariance[0] is not covariance:
            self._covariance = covariance, self._part(np.ascontiguousarray(covariance, dtype="<f8").tobytes())
        return self._covariance[1]


def create_match(folder: Path, bundle: TableBundle | None, *, started_ms: int, chapter_ns: int) -> MatchWriter:
    """In a folder that is there and empty. Without a `bundle` the settings alone are kept, which is enough to judge."""
    database = create_database(folder)
    writer = MatchWriter(database, chapter_ns=chapter_ns)
    writer.note({"match_id": str(uuid.uuid4()), "app_version": __version__})
    writer.note({"started_ms": started_ms, "name": visible(folder.stem)})
    try:
        writer.bundle(bundle)
        writer.commit()
    except sqlite3.Error as problem:
        database.close()
        raise bad_file(folder, "cannot be written: {problem}", problem=str(problem)) from None
    return writer


def resume_match(folder: Path, *, chapter_ns: int) -> MatchWriter:
    """Records on into an existing match, whether it was closed or not; `begin_chain` comes first."""
    return MatchWriter(open_to_resume(folder), chapter_ns=chapter_ns)


def _event_row(event: PieceEvent, shift_ns: int) -> tuple[object, ...]:
    return (event.t_ns + shift_ns, event.change.value, event.piece, _place(event.start), _place(event.end))


def _place(place: PlanarPose | None) -> bytes | None:
    return None if place is None else struct.pack("<3d", place.x_mm, place.y_mm, place.heading_rad)


def written_overrulings(standing: tuple[Overruling, ...]) -> bytes:
    return msgspec.json.encode(list(standing), enc_hook=in_words)


def _standing(database: sqlite3.Connection) -> dict[Question, Verdict]:
    """The verdicts as they were said last, in a match that is resumed."""
    rows = database.execute(
        "SELECT q.rule, q.subject, q.target, q.cannon, r.after FROM rulings r JOIN questions q ON q.id = r.question "
        "WHERE r.id IN (SELECT max(id) FROM rulings GROUP BY question) AND r.after IS NOT NULL ORDER BY r.id"
    )
    return {Question(*asked): Verdict(verdict) for *asked, verdict in rows}


def _questions(database: sqlite3.Connection) -> dict[Question, int]:
    rows = database.execute("SELECT id, rule, subject, target, cannon FROM questions")
    return {Question(*asked): number for number, *asked in rows}
