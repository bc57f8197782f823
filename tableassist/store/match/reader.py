"""Reads the frames of a match, closed or not, and changes nothing in it. Whatever a stranger has put there, it is a
BadFileError at the worst."""

import hashlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
import numpy as np

from tableassist.geometry import Floats
from tableassist.messages import Message, template
from tableassist.pipeline.table_settings import TableSettings
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.files.closing import closed_if_it_fails
from tableassist.store.files.problems import bad_file
from tableassist.store.match.blocks.frames import NONE, FrameRow, Frames, TrackRef, unpacked_frames
from tableassist.store.match.blocks.packing import damage_as_bad_file
from tableassist.store.match.blocks.poses import unpacked_poses
from tableassist.store.match.blocks.registrations import unpacked_registrations
from tableassist.store.match.database import ReadOnlyDatabase
from tableassist.store.match.notes import MatchNotes
from tableassist.store.match.settings import OPTIONAL_PARTS, PARTS, settings_from
from tableassist.store.match.words import FrameWords, read_words
from tableassist.vision.localisation.tracking import Track, Tracks
from tableassist.vision.registration.registration import Registration

FRAMES_KEPT, POSES_KEPT = 20, 150
"""Blocks, unpacked: the poses of pieces that lie still are of blocks long before."""
SETTINGS_KEPT = 50
T = TypeVar("T")


class BlockRow(msgspec.Struct, array_like=True, frozen=True):
    """Where a block lies, without what is in it."""

    id: int
    chapter: int
    first_frame: int
    frame_count: int
    first_ns: int
    last_ns: int
    first_pose: int
    pose_count: int
    first_registration: int
    registration_count: int


class _Turn(msgspec.Struct):
    """Of a ledger."""

    turn: str | None = None


@dataclass(frozen=True, slots=True)
class ReadFrame:
    """A frame of the record, with all that was known then but what can be worked out again."""

    row: FrameRow
    camera: str
    size_px: tuple[int, int]
    registration: Registration | None
    tracks: Tracks
    settings: TableSettings
    words: FrameWords


class MatchReader:
    """Used by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database = ReadOnlyDatabase(folder)
        self.notes = MatchNotes(self._database, folder)
        self._frames: _Kept[Frames] = _Kept(FRAMES_KEPT)
        self._poses: _Kept[tuple[PiecePose, ...]] = _Kept(POSES_KEPT)
        self._registrations: _Kept[tuple[Registration, ...]] = _Kept(POSES_KEPT)
        self._settings: _Kept[TableSettings] = _Kept(SETTINGS_KEPT)
        self._covariances: _Kept[Floats] = _Kept(SETTINGS_KEPT)
        self._turns: _Kept[str | None] = _Kept(10 * SETTINGS_KEPT)
        self._words: _Kept[FrameWords] = _Kept(1000)
        with closed_if_it_fails(self):
            self.facts = self.notes.facts()
            self.refresh()

    def close(self) -> None:
        self._database.close()

    def refresh(self) -> None:
        """Of a match that is being recorded: what has come since."""
        columns = ", ".join(BlockRow.__struct_fields__)
        self._blocks = self._database.typed(f"SELECT {columns} FROM blocks ORDER BY id", BlockRow)
        for before, after in zip(self._blocks, self._blocks[1:], strict=False):
            if not _follows(before, after):
                what = template("block {after} does not continue where block {before} ends")
                raise bad_file(self.folder, what, after=after.id, before=before.id)
        if not all(_is_sound(block) for block in self._blocks):
            raise bad_file(self.folder, "a block of this match has a negative count")

    @property
    def is_empty(self) -> bool:
        return not self._blocks

    @property
    def first_frame(self) -> int:
        """Not 0 where the beginning has been forgotten."""
        return self._blocks[0].first_frame if self._blocks else 0

    @property
    def end_frame(self) -> int:
        """One past the last."""
        return self._blocks[-1].first_frame + self._blocks[-1].frame_count if self._blocks else 0

    @property
    def first_ns(self) -> int:
        return self._blocks[0].first_ns if self._blocks else 0

    @property
    def last_ns(self) -> int:
        return self._blocks[-1].last_ns if self._blocks else 0

    def index_at(self, t_ns: int) -> int:
        """Of the last frame that is not after this time; the first where there is none."""
        block = self._block(lambda each: each.first_ns, t_ns)
        rows = self._frames_of(block).rows
        return rows[max(0, bisect_right(rows, t_ns, key=lambda row: row.t_ns) - 1)].index

    def row(self, index: int) -> FrameRow:
        return self._read(index)[1]

    def frame(self, index: int) -> ReadFrame:
        frames, row, chapter = self._read(index)
        tracks = {piece: self._track(track, chapter) for piece, track in row.tracks.items()}
        registration = None if row.registration == NONE else self._registration(row.registration, chapter)
        return ReadFrame(
            *(row, frames.camera, frames.size_px, registration, Tracks(tracks), self.settings(row.settings)),
            self._words.get(row.words, self._read_words),
        )

    def stored(self) -> Iterator[tuple[BlockRow, bytes, bytes, bytes]]:
        """Each block as it lies in the match, packed."""
        for block in self._blocks:
            contents = (self._content(column, block) for column in ("frames", "poses", "registrations"))
            yield block, *contents  # type: ignore[misc]

    def settings(self, number: int) -> TableSettings:
        """As they were judged by; the same value for the same number."""
        return self._settings.get(number, self._read_settings)

    def turns(self) -> tuple[tuple[int, str], ...]:
        """Each time that the ledger was told of another player's turn. Of the settings only the ledger is read."""
        found, before = list[tuple[int, str]](), None
        for t_ns, parts in self._database.typed("SELECT t_ns, parts FROM settings ORDER BY id", tuple[int, str]):
            with damage_as_bad_file(f"{self.folder}: settings"):
                name = msgspec.json.decode(parts, type=dict[str, str])["ledger"]
            player = self._turns.get(name, self._read_turn)
            if player is not None and player != before:
                found.append((t_ns, player))
            before = player
        return tuple(found)

    def _read(self, index: int) -> tuple[Frames, FrameRow, int]:
        block = self._block(lambda each: each.first_frame, index)
        frames = self._frames_of(block)
        if not block.first_frame <= index < block.first_frame + block.frame_count:
            raise bad_file(self.folder, "frame {index} is not in the record", index=index)
        return frames, frames.rows[index - block.first_frame], block.chapter

    def _block(self, key: Callable[[BlockRow], int], value: int) -> BlockRow:
        """The last that does not begin after."""
        if not self._blocks:
            raise bad_file(self.folder, "nothing was recorded in this match")
        return self._blocks[max(0, bisect_right(self._blocks, value, key=key) - 1)]

    def _frames_of(self, block: BlockRow) -> Frames:
        # A block that is still being written grows: what was read of it before is not all.
        return self._frames.get(block.id * 100_000 + block.frame_count, lambda _: self._unpack_frames(block))

    def _unpack_frames(self, block: BlockRow) -> Frames:
        content = self._content("frames", block)
        frames = unpacked_frames(content, block.first_frame, block.frame_count, self._what(block))
        times = [row.t_ns for row in frames.rows]
        if times[0] != block.first_ns or times[-1] != block.last_ns:
            raise bad_file(self._what(block), "damaged: its times are not those of its frames")
        return frames

    def _track(self, track: TrackRef, chapter: int) -> Track:
        pose = self._pose(track.pose, chapter)
        rest, stop = self._pose(track.rest, chapter).pose, self._pose(track.stop, chapter).pose
        return Track(pose, track.seen_ns, rest, stop, track.stopped_ns, track.moving, track.hidden)

    def _pose(self, number: int, chapter: int) -> PiecePose:
        # Blocks without new poses begin at the same number as the next: the last one is meant.
        block = self._block(lambda each: each.first_pose, number)
        count, what = block.pose_count, self._what(block)
        key = block.id * 100_000 + count
        poses = self._poses.get(key, lambda _: unpacked_poses(self._content("poses", block), count, what))
        return poses[self._inside(number - block.first_pose, len(poses), block, chapter, template("pose"))]

    def _registration(self, number: int, chapter: int) -> Registration:
        block = self._block(lambda each: each.first_registration, number)
        key = block.id * 100_000 + block.registration_count
        found = self._registrations.get(key, lambda _: self._unpack_registrations(block))
        inside = number - block.first_registration
        return found[self._inside(inside, len(found), block, chapter, template("registration"))]

    def _unpack_registrations(self, block: BlockRow) -> tuple[Registration, ...]:
        content = self._content("registrations", block)
        covariance = partial(self._covariances.get, read=self._read_covariance)
        return unpacked_registrations(content, block.registration_count, covariance, self._what(block))

    def _inside(self, place: int, count: int, block: BlockRow, chapter: int, what: str) -> int:
        if not 0 <= place < count or block.chapter != chapter:
            said = template("damaged: a frame refers to a {what} that is not there")
            raise bad_file(self._what(block), said, what=Message(what))
        return place

    def _content(self, column: str, block: BlockRow) -> bytes:
        rows = self._database.typed(f"SELECT {column} FROM blocks WHERE id = ?", tuple[bytes], (block.id,))
        if not rows:
            raise bad_file(self._what(block), "is gone")
        return rows[0][0]

    def _what(self, block: BlockRow) -> str:
        return f"{self.folder}: block {block.id}"

    def _part(self, name: str) -> bytes:
        rows = self._database.typed("SELECT content FROM parts WHERE sha256 = ?", tuple[bytes], (name,))
        if not rows:
            raise bad_file(self.folder, "damaged: a part of the settings is missing")
        content = rows[0][0]
        if hashlib.sha256(content).hexdigest() != name:
            raise bad_file(self.folder, "damaged: a part of the settings was changed")
        return content

    def _read_covariance(self, name: str) -> Floats:
        content = self._part(name)
        with damage_as_bad_file(f"{self.folder}: a lens"):
            covariance = np.frombuffer(content, dtype="<f8").reshape(12, 12).astype(np.float64)
            if not np.isfinite(covariance).all():
                raise ValueError("a lens that is not of numbers")
            return covariance

    def _read_turn(self, name: str) -> str | None:
        content = self._part(name)
        with damage_as_bad_file(f"{self.folder}: a ledger"):
            return msgspec.json.decode(content, type=_Turn).turn

    def _read_settings(self, number: int) -> TableSettings:
        rows = self._database.typed("SELECT parts FROM settings WHERE id = ?", tuple[str], (number,))
        if not rows:
            raise bad_file(self.folder, "damaged: settings {number} are missing", number=number)
        with damage_as_bad_file(f"{self.folder}: settings {number}"):
            named = msgspec.json.decode(rows[0][0], type=dict[str, str])
            parts = {part: named[part] for part in PARTS}
            parts |= {part: named[part] for part in OPTIONAL_PARTS if part in named}
        return settings_from({part: self._part(name) for part, name in parts.items()}, self.folder)

    def _read_words(self, number: int) -> FrameWords:
        rows = self._database.typed("SELECT words FROM words WHERE id = ?", tuple[str], (number,))
        with damage_as_bad_file(f"{self.folder}: words {number}"):
            return read_words(rows[0][0])


def _follows(before: BlockRow, after: BlockRow) -> bool:
    return (
        after.first_frame == before.first_frame + before.frame_count
        and after.first_ns >= before.last_ns
        and after.first_pose == before.first_pose + before.pose_count
        and after.first_registration == before.first_registration + before.registration_count
        and after.chapter >= before.chapter
    )


def _is_sound(block: BlockRow) -> bool:
    counts = (block.pose_count, block.registration_count, block.first_frame, block.first_pose, block.first_registration)
    return 0 < block.frame_count < 100_000 and min(counts) >= 0 and max(counts[:2]) < 100_000


class _Kept(Generic[T]):
    """What was read last, up to so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[object, T] = OrderedDict()

    def get(self, key: object, read: Callable[..., T]) -> T:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        value = self._known[key] = read(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return value
