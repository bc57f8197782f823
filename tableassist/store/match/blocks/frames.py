"""The frames of a block of a match: when each was taken, and what of the table changed with it."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from tableassist.store.match.blocks.packing import damage_as_bad_file, packed, unpacked

MOST_FRAMES = 10_000
MOST_PIECES = 2_000
MOST_PIXELS = 100_000_000
NONE = -1


class TrackRef(msgspec.Struct, frozen=True, gc=False):
    """A track with numbers in place of poses: those of the match's poses, which lie in this chapter.

    A block has hundreds, all of which are made to show one moment of it: a struct is made in a tenth of the time."""

    pose: int
    seen_ns: int
    rest: int
    stop: int
    stopped_ns: int
    moving: bool
    hidden: bool


Tracked = Mapping[str, TrackRef]


@dataclass(frozen=True, slots=True)
class FrameRow:
    """One frame of the record."""

    index: int
    """Counts up from 0 over the whole match."""
    number: int
    """As its source counted."""
    t_ns: int
    wall_ms: int
    """Time of day, since 1970."""
    registration: int
    """NONE where the mat was not seen."""
    settings: int
    words: int
    """Names the warnings."""
    digest: bytes
    """Of all rulings; empty where they are the very ones of the frame before."""
    tracks: Tracked


class TrackEntry(msgspec.Struct, array_like=True):
    piece: int
    pose: int
    unseen_ns: int
    """How long ago it was seen."""
    rest: int
    stop: int
    stopped_ns: int
    flags: int


class FrameEntry(msgspec.Struct, array_like=True):
    """Times and numbers less those of the frame before."""

    number: int
    t_ns: int
    wall_ms: int
    registration: int
    settings: int
    words: int
    digest: bytes
    tracks: list[TrackEntry]
    """Those that are not as one would expect: seen again if they were seen before, and unchanged."""
    whole: bool
    """Whether that is all there are."""


class FramesEntry(msgspec.Struct, array_like=True):
    camera: str
    size_px: tuple[int, int]
    pieces: list[str]
    frames: list[FrameEntry]


@dataclass(frozen=True, slots=True)
class Frames:
    camera: str
    size_px: tuple[int, int]
    rows: tuple[FrameRow, ...]


class FramesInMaking:
    """The frames of a block that grows; packed as often as it is asked for."""

    def __init__(self, camera: str, size_px: tuple[int, int]) -> None:
        self.camera = camera
        self.size_px = size_px
        self.last: FrameRow | None = None
        self._names: dict[str, int] = {}
        self._entries: list[FrameEntry] = []

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, row: FrameRow) -> None:
        self._entries.append(_entry(row, self.last, self._names))
        self.last = row

    def packed(self) -> bytes:
        return packed(FramesEntry(self.camera, self.size_px, list(self._names), self._entries))


def unpacked_frames(content: bytes, first: int, count: int, what: str) -> Frames:
    """The first `count`: a block that is being written may have grown since it was counted."""
    entry = unpacked(content, FramesEntry, what)
    with damage_as_bad_file(what):
        if not 0 < count <= len(entry.frames) <= MOST_FRAMES or len(entry.pieces) > MOST_PIECES:
            raise ValueError(f"{len(entry.frames)} frames, expected {count}")
        if min(entry.size_px) < 1 or entry.size_px[0] * entry.size_px[1] > MOST_PIXELS:
            raise ValueError(f"pictures of {entry.size_px} pixels")
        rows: list[FrameRow] = []
        for each in entry.frames[:count]:
            rows.append(_row(each, rows[-1] if rows else None, entry.pieces, first + len(rows)))
        return Frames(entry.camera, entry.size_px, tuple(rows))


def _expected(before: FrameRow, t_ns: int) -> dict[str, TrackRef]:
    """Each piece that was seen is seen again, where it was."""
    return {
        piece: _seen_at(track, t_ns) if track.seen_ns == before.t_ns else track
        for piece, track in before.tracks.items()
    }


def _seen_at(track: TrackRef, t_ns: int) -> TrackRef:
    return TrackRef(track.pose, t_ns, track.rest, track.stop, track.stopped_ns, track.moving, track.hidden)


def _entry(row: FrameRow, before: FrameRow | None, names: dict[str, int]) -> FrameEntry:
    expected = {} if before is None else _expected(before, row.t_ns)
    whole = before is None or not expected.keys() <= row.tracks.keys()
    changed = {p: track for p, track in row.tracks.items() if whole or expected.get(p) != track}
    tracks = [
        TrackEntry(
            names.setdefault(piece, len(names)),
            *(track.pose, row.t_ns - track.seen_ns, track.rest, track.stop, track.stopped_ns),
            track.moving + 2 * track.hidden,
        )
        for piece, track in changed.items()
    ]
    number, t_ns, wall_ms = (0, 0, 0) if before is None else (before.number, before.t_ns, before.wall_ms)
    since = row.number - number, row.t_ns - t_ns, row.wall_ms - wall_ms
    return FrameEntry(*since, row.registration, row.settings, row.words, row.digest, tracks, whole)


def _row(entry: FrameEntry, before: FrameRow | None, names: list[str], index: int) -> FrameRow:
    number, t_ns, wall_ms = (0, 0, 0) if before is None else (before.number, before.t_ns, before.wall_ms)
    t_ns += entry.t_ns
    tracks = {} if before is None or entry.whole else _expected(before, t_ns)
    if entry.t_ns < 0 or (before is None and not entry.whole):
        raise ValueError("times that run back, or a block without a beginning")
    for track in entry.tracks:
        if track.piece < 0:
            raise ValueError(f"piece {track.piece}")
        tracks[names[track.piece]] = TrackRef(
            *(track.pose, t_ns - track.unseen_ns, track.rest, track.stop, track.stopped_ns),
            moving=bool(track.flags & 1),
            hidden=bool(track.flags & 2),
        )
    when = number + entry.number, t_ns, wall_ms + entry.wall_ms
    return FrameRow(index, *when, entry.registration, entry.settings, entry.words, entry.digest, tracks)
