"""What a match tells beside its frames: who played, marks, edits, overrulings."""

import struct
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tableassist.geometry import PlanarPose
from tableassist.rulebook import Overruling, Verdict
from tableassist.store.files.problems import bad_file
from tableassist.store.files.written_messages import from_words
from tableassist.store.match.blocks.packing import damage_as_bad_file
from tableassist.store.match.blocks.rulings import Question, RulingChange
from tableassist.store.match.database import ReadOnlyDatabase
from tableassist.store.match.folder import segment_name
from tableassist.store.match.photos import MOST_PHOTOS, PhotoNote
from tableassist.store.table.bundle import MOST_FILES, TableBundle, bundle_from
from tableassist.vision.localisation.tracking import Change, PieceEvent

EVER = (-(2**62), 2**62)
FARTHEST_MM = 1e6
TAKEN_BACK = "\x18"
"""Before the words of a mark: the mark of that time and those words no longer stands. Rows are only ever added."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    match_id: str
    """Unique anywhere."""
    name: str
    app_version: str
    started_ms: int
    """Time of day, since 1970."""
    closed_ms: int | None
    """None: it is still being recorded, or the recorder was stopped before it could close it."""
    table: str
    players: tuple[str, ...]
    pieces: tuple[str, ...]
    """Their names."""


@dataclass(frozen=True, slots=True)
class Note:
    """Words that belong to a time of the match: a mark, an edit, or an act of the game."""

    t_ns: int
    wall_ms: int
    by: str
    """Who made it; empty in a match of before version 4."""
    words: str


@dataclass(frozen=True, slots=True)
class OverrulingsNote:
    """All overrulings that stood from this time on."""

    t_ns: int
    wall_ms: int
    by: str
    """Who made the last change; each overruling says who made it."""
    standing: tuple[Overruling, ...]


@dataclass(frozen=True, slots=True)
class Still:
    """A picture that was kept as the camera gave it."""

    t_ns: int
    sha256: str


@dataclass(frozen=True, slots=True)
class VideoSegment:
    """One file of video."""

    number: int
    file: str
    first_ns: int
    """The time of the match at which its own begins; its pictures are counted in microseconds from there."""
    width_px: int
    height_px: int


class MatchNotes:
    """Read from the database when asked, so that a match that is being recorded tells its newest."""

    def __init__(self, database: ReadOnlyDatabase, folder: Path) -> None:
        self._database = database
        self._folder = folder

    def facts(self) -> MatchFacts:
        known = dict(self._database.typed("SELECT key, value FROM meta", tuple[str, str], most=100))
        with damage_as_bad_file(f"{self._folder}: meta"):
            return MatchFacts(
                match_id=known["match_id"],
                name=known["name"],
                app_version=known["app_version"],
                started_ms=int(known["started_ms"]),
                closed_ms=int(known["closed_ms"]) if "closed_ms" in known else None,
                table=known.get("table", ""),
                players=tuple(msgspec.json.decode(known.get("players", "[]"), type=list[str])),
                pieces=tuple(msgspec.json.decode(known.get("pieces", "[]"), type=list[str])),
            )

    def bundle(self) -> TableBundle | None:
        """The table file as used, and all that it refers to; None where the recorder was not given it."""
        rows = self._database.typed("SELECT name, content FROM files", tuple[str, bytes], most=MOST_FILES)
        return bundle_from(dict(rows), self._folder) if rows else None

    def segments(self) -> tuple[VideoSegment, ...]:
        """In the order of time. A file's name is ours to give: no row leads out of the folder."""
        query = "SELECT number, file, first_ns, width_px, height_px FROM segments ORDER BY first_ns, number"
        found = tuple(VideoSegment(*row) for row in self._database.typed(query, tuple[int, str, int, int, int]))
        for segment in found:
            fits = min(segment.width_px, segment.height_px) > 0
            if segment.file != segment_name(segment.number) or not fits:
                where = f"{self._folder}: segments"
                raise bad_file(where, "got {file!r:.80}, expected one of this match", file=segment.file)
        return found

    @property
    def is_chained(self) -> bool:
        """Whether what was recorded is chained and signed; not so before version 4."""
        return bool(self._database.rows("SELECT 1 FROM chain LIMIT 1"))

    def stills(self) -> tuple[Still, ...]:
        """Those that the chain is about."""
        rows = self._database.typed("SELECT t_ns, sha256 FROM stills ORDER BY t_ns", tuple[int, str])
        return tuple(Still(*row) for row in rows)

    def photos(self) -> tuple[PhotoNote, ...]:
        """In the order in which they came."""
        query = "SELECT t_ns, wall_ms, by, name, camera, film_mm, content FROM photos ORDER BY id"
        rows = self._database.typed(query, tuple[int, int, str, str, int | None, float | None, bytes], most=MOST_PHOTOS)
        return tuple(PhotoNote(*row) for row in rows)

    def marks(self) -> tuple[Note, ...]:
        """Those that stand."""
        standing: list[Note] = []
        for note in self._notes("marks", "id"):
            if not note.words.startswith(TAKEN_BACK):
                standing.append(note)
                continue
            over = (note.t_ns, note.words.removeprefix(TAKEN_BACK))
            for place in reversed(range(len(standing))):
                if (standing[place].t_ns, standing[place].words) == over:
                    del standing[place]
                    break
        return tuple(sorted(standing, key=lambda note: note.t_ns))

    def edits(self) -> tuple[Note, ...]:
        return self._notes("edits")

    def acts(self) -> tuple[Note, ...]:
        """What happened in the game, as it was told, in the order in which it was."""
        return self._notes("acts", "id")

    def _notes(self, table: str, order: str = "t_ns, id") -> tuple[Note, ...]:
        query = f"SELECT t_ns, wall_ms, by, words FROM {table} ORDER BY {order}"
        return tuple(Note(*row) for row in self._database.typed(query, tuple[int, int, str, str]))

    def overrulings(self) -> tuple[OverrulingsNote, ...]:
        query = "SELECT t_ns, wall_ms, by, standing FROM overrulings ORDER BY id"
        rows = self._database.typed(query, tuple[int, int, str, bytes])
        with damage_as_bad_file(f"{self._folder}: overrulings"):
            return tuple(OverrulingsNote(*row[:3], read_overrulings(row[3])) for row in rows)

    def events(self, between_ns: tuple[int, int] = EVER) -> tuple[PieceEvent, ...]:
        """Both ends included. Read without the index on time: it is not signed, and a forged one leaves rows out."""
        columns = "change, piece, t_ns, start_mm, end_mm"
        query = f"SELECT {columns} FROM events NOT INDEXED WHERE t_ns BETWEEN ? AND ? ORDER BY id"
        rows = self._database.typed(query, tuple[Change, str, int, bytes | None, bytes | None], between_ns)
        with damage_as_bad_file(f"{self._folder}: events"):
            return tuple(PieceEvent(*row[:3], _place(row[3]), _place(row[4])) for row in rows)

    def ruling_changes(
        self, between_ns: tuple[int, int] = EVER, *, rules: Collection[str] = (), after: Verdict | None = None
    ) -> tuple[RulingChange, ...]:
        """Every verdict that changed, in order, both ends included; of some rules and to one verdict only, where they
        are named: a long match has hundreds of thousands."""
        query = (
            "SELECT r.t_ns, q.rule, q.subject, q.target, q.cannon, r.before, r.after FROM rulings r "
            "JOIN questions q ON q.id = r.question WHERE r.t_ns BETWEEN ? AND ?"
        )
        if rules:
            query += f" AND q.rule IN ({', '.join('?' * len(rules))})"
        if after is not None:
            query += " AND r.after = ?"
        named = (*between_ns, *rules, *([] if after is None else [str(after)]))
        rows = self._database.typed(
            f"{query} ORDER BY r.id", tuple[int, str, str, str, int | None, Verdict | None, Verdict | None], named
        )
        return tuple(RulingChange(row[0], Question(*row[1:5]), row[5], row[6]) for row in rows)


def _place(content: bytes | None) -> PlanarPose | None:
    if content is None:
        return None
    x, y, heading = struct.unpack("<3d", content)
    if not (abs(x) <= FARTHEST_MM and abs(y) <= FARTHEST_MM and abs(heading) <= 100.0):
        raise ValueError("a place beyond the table")
    return PlanarPose(x, y, heading)


def read_overrulings(standing: bytes) -> tuple[Overruling, ...]:
    return tuple(msgspec.json.decode(standing, type=list[Overruling], dec_hook=from_words))
