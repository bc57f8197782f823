"""A recorded match, opened to look at: any moment of it, judged again by the same code."""

import logging
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from tableassist.errors import BadFileError, TableAssistError, one_line
from tableassist.messages import Message, template
from tableassist.pipeline.judge import judged
from tableassist.pipeline.missing_pieces import MissingPieces
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.odd_placement import OddPlacement
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured, TableState
from tableassist.rulebook import Verdict
from tableassist.store.files import closed_if_it_fails
from tableassist.store.match import (
    EVER,
    MatchFacts,
    MatchReader,
    Note,
    OverrulingsNote,
    ReadFrame,
    Still,
    read_still,
    still_times,
)
from tableassist.store.match.blocks import RulingChange
from tableassist.store.match.film import TICK_NS, WHOLE_PICTURE_NS, MatchPictures
from tableassist.store.match.photos import PhotoNote
from tableassist.store.table import TableBundle
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.localisation.tracking import PieceEvent

NO_PICTURE = Message("there is no recorded picture of this moment")
PICTURE_TICK_NS = 1_000
OLD_PICTURE_NS = 250_000_000
"""A picture that is older than the moment by more is not of it."""
log = logging.getLogger(__name__)


class Replay(AbstractContextManager["Replay"]):
    """Opens read-only, also a match that was never closed, or that is being recorded. Used by one thread at a time.

    Times are those of the match: nanoseconds, rising, the first frame's as its source counted.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reader = MatchReader(folder)
        self.facts: MatchFacts = self._reader.facts
        with closed_if_it_fails(self._reader):
            self._pictures = MatchPictures(folder, self._reader.notes.segments())
        with closed_if_it_fails(self._reader):
            self._stills = self._still_times()
        self._black: dict[tuple[int, int], Image] = {}
        self._last: tuple[TableState, TableSettings] | None = None
        """Judged last: what has not changed since is not judged again, forwards or back."""

    def close(self) -> None:
        self._pictures.close()
        self._reader.close()

    def __exit__(self, *_problem: object) -> None:
        self.close()

    def refresh(self) -> None:
        """Of a match that is being recorded: what has come since."""
        self._reader.refresh()
        self._pictures.close()
        self._pictures = MatchPictures(self.folder, self._reader.notes.segments())
        self._stills = self._still_times()

    @property
    def started(self) -> datetime:
        return datetime.fromtimestamp(self.facts.started_ms / 1000, UTC)

    @property
    def first_ns(self) -> int:
        return self._reader.first_ns

    @property
    def last_ns(self) -> int:
        return self._reader.last_ns

    @property
    def duration_ns(self) -> int:
        return self.last_ns - self.first_ns

    @property
    def frame_count(self) -> int:
        return self._reader.end_frame - self._reader.first_frame

    @property
    def has_video(self) -> bool:
        return bool(self._reader.notes.segments())

    @property
    def segment_numbers(self) -> tuple[int, ...]:
        """Of the files of the video."""
        return tuple(segment.number for segment in self._reader.notes.segments())

    def segments_at(self, times_ns: Iterable[int]) -> frozenset[int]:
        """The numbers of the video files that hold the pictures of these times."""
        segments = self._reader.notes.segments()
        starts = [segment.first_ns for segment in segments]
        return frozenset(segments[max(0, bisect_right(starts, t_ns) - 1)].number for t_ns in times_ns if segments)

    @property
    def missing_files(self) -> tuple[str, ...]:
        """Of the video: those that are listed and not there."""
        files = (segment.file for segment in self._reader.notes.segments())
        return tuple(file for file in files if not (self.folder / file).is_file())

    @property
    def last_picture_ns(self) -> int | None:
        """When the last picture was taken that can be shown; a killed recorder loses half a second of them."""
        found = self._pictures.at(self.last_ns)
        return None if found is None else found.t_ns

    @property
    def bundle(self) -> TableBundle | None:
        """The table file as used, and all that it refers to."""
        return self._reader.notes.bundle()

    @property
    def is_chained(self) -> bool:
        return self._reader.notes.is_chained

    @property
    def chained_stills(self) -> tuple[Still, ...]:
        """The stills that the chain is about."""
        return self._reader.notes.stills()

    @property
    def still_times(self) -> frozenset[int]:
        """Of the moments of which the camera's own picture was kept."""
        return self._stills

    def video_at(self, t_ns: int) -> Image | None:
        """The picture of this very moment out of the video; None where it has none."""
        found = self._pictures.at(t_ns)
        return None if found is None or t_ns - found.t_ns > PICTURE_TICK_NS else found.image

    @property
    def begins_late(self) -> bool:
        """Whether its beginning was forgotten: it was the replay buffer."""
        return self._reader.first_frame > 0

    @property
    def marks(self) -> tuple[Note, ...]:
        return self._reader.notes.marks()

    @property
    def edits(self) -> tuple[Note, ...]:
        return self._reader.notes.edits()

    @property
    def acts(self) -> tuple[Note, ...]:
        """What happened in the game, in the order in which it was told."""
        return self._reader.notes.acts()

    @property
    def photos(self) -> tuple[PhotoNote, ...]:
        """By which the table was judged, too."""
        return self._reader.notes.photos()

    @property
    def turns(self) -> tuple[tuple[int, str], ...]:
        """When the ledger was told whose turn it is, and whose."""
        return self._reader.turns()

    @property
    def overrulings(self) -> tuple[OverrulingsNote, ...]:
        """Each time that they changed, all that stood from then on."""
        return self._reader.notes.overrulings()

    def events(self, between_ns: tuple[int, int] = EVER) -> tuple[PieceEvent, ...]:
        """Pieces that moved, settled, were hidden and so on, as the chain said then; both ends included."""
        return self._reader.notes.events(between_ns)

    def ruling_changes(
        self, between_ns: tuple[int, int] = EVER, *, rules: Collection[str] = (), after: Verdict | None = None
    ) -> tuple[RulingChange, ...]:
        """Every verdict that changed, as it was said then, both ends included; of some rules, to one verdict only."""
        return self._reader.notes.ruling_changes(between_ns, rules=rules, after=after)

    def frame_time(self, t_ns: int) -> int:
        """Of the last frame that is not after this time: the one that is shown then."""
        return self._reader.row(self._reader.index_at(t_ns)).t_ns

    def settings_at(self, t_ns: int) -> TableSettings:
        """Under which it was played at this time: ledger and rules change."""
        return self._reader.settings(self._reader.row(self._reader.index_at(t_ns)).settings)

    def wall_at(self, t_ns: int) -> datetime:
        return datetime.fromtimestamp(self._reader.row(self._reader.index_at(t_ns)).wall_ms / 1000, UTC)

    def at(self, t_ns: int, *, settings: TableSettings | None = None) -> Moment:
        """The last moment that is not after this time, judged by the settings of its own time, or by others."""
        return self._moment(self._reader.index_at(t_ns), settings, picture=True)

    def after(self, moment: Moment) -> Moment | None:
        """The next moment of the record; None at its end."""
        return self._beside(moment, 1)

    def before(self, moment: Moment) -> Moment | None:
        return self._beside(moment, -1)

    def moments(self, between_ns: tuple[int, int] = EVER, *, pictures: bool = False) -> Iterator[Moment]:
        """All in order, both ends included. Without pictures a black one stands in; quick enough for a whole match."""
        if self._reader.is_empty:
            return
        first = self._reader.index_at(between_ns[0])
        for index in range(first, self._reader.end_frame):
            if self._reader.row(index).t_ns > between_ns[1]:
                return
            if self._reader.row(index).t_ns >= between_ns[0]:
                yield self._moment(index, None, picture=pictures)

    def digest_of(self, moment: Moment) -> bytes:
        """Of the rulings as they were said then; empty where they were those of the moment before."""
        return self._reader.row(self._index_of(moment)).digest

    def picture_at(self, t_ns: int) -> Image | None:
        """Of a moment that was argued about as the camera gave it, else out of the video; None where none was
        recorded."""
        still = self.still_at(t_ns)
        if still is not None:
            return still
        found = self._pictures.at(t_ns)
        return None if found is None or t_ns - found.t_ns > OLD_PICTURE_NS else found.image

    def picture_time(self, t_ns: int) -> int | None:
        """Of the last moment up to this time that has a picture of its own: a busy encoder leaves some out. None where
        none was recorded."""
        at_ns = self._reader.row(self._reader.index_at(t_ns)).t_ns
        if self.still_at(at_ns) is not None:
            return at_ns
        found = self._pictures.at(at_ns)
        if found is None or at_ns - found.t_ns > OLD_PICTURE_NS:
            return None
        own_ns = self._reader.row(self._reader.index_at(found.t_ns + TICK_NS - 1)).t_ns
        return own_ns if own_ns >= found.t_ns or own_ns >= at_ns else self.picture_time(own_ns)

    def still_at(self, t_ns: int) -> Image | None:
        """The camera's own picture of this very moment, where it was kept."""
        if t_ns not in self._stills or self._reader.is_empty:
            return None
        return read_still(self.folder, t_ns, self._reader.frame(self._reader.index_at(t_ns)).size_px)

    def thumbnail(self, t_ns: int, width_px: int = 320) -> Image | None:
        """For a time line: the nearest picture before that is quick to have, within half a second; None where there is
        none."""
        found = self._pictures.whole_before(t_ns)
        if found is None or t_ns - found.t_ns > OLD_PICTURE_NS + WHOLE_PICTURE_NS:
            return None
        image = found.image
        height_px = max(1, round(image.shape[0] * width_px / image.shape[1]))
        return np.asarray(cv2.resize(image, (width_px, height_px), interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _still_times(self) -> frozenset[int]:
        """Of a match with a chain, only those that it is about."""
        there = still_times(self.folder)
        return there & {still.t_ns for still in self.chained_stills} if self.is_chained else there

    def _beside(self, moment: Moment, by: int) -> Moment | None:
        index = self._index_of(moment) + by
        if not self._reader.first_frame <= index < self._reader.end_frame:
            return None
        return self._moment(index, None, picture=True)

    def _index_of(self, moment: Moment) -> int:
        """Several moments may have one time: the last pictures before the source went blind."""
        index = self._reader.index_at(moment.state.t_ns)
        while index > self._reader.first_frame and not self._is_of(index, moment):
            index -= 1
            if self._reader.row(index).t_ns < moment.state.t_ns:
                return index + 1
        return index

    def _is_of(self, index: int, moment: Moment) -> bool:
        row = self._reader.row(index)
        return (row.registration < 0) == (moment.state.registration is None) and row.number == moment.frame.number

    def _moment(self, index: int, settings: TableSettings | None, *, picture: bool) -> Moment:
        read = self._reader.frame(index)
        events = self._reader.notes.events((read.row.t_ns, read.row.t_ns))
        try:
            state = rebuilt_state(read, events, settings or read.settings, self._last)
        except TableAssistError:
            raise
        except Exception as problem:  # a stranger's numbers may be such as no camera ever gives
            log.exception("judging frame %d of %s", index, self.folder)
            words = one_line(f"{type(problem).__name__} {problem}", 160)
            what = template("{folder}: frame {number}: cannot be judged as recorded: {problem}")
            raise BadFileError(what, folder=self.folder, number=index, problem=words) from None
        self._last = state, settings or read.settings
        image = self.picture_at(read.row.t_ns) if picture else None
        if image is None and picture:
            state = replace(state, warnings=(*state.warnings, NO_PICTURE))
        shown = self._black_picture(read.size_px) if image is None else image
        frame = Frame(shown, read.row.t_ns, read.row.number, read.camera)
        return Moment(frame, state, settings or read.settings, read.row.wall_ms, is_recorded=True)

    def _black_picture(self, size_px: tuple[int, int]) -> Image:
        if size_px not in self._black:
            image = np.zeros((size_px[1], size_px[0], 3), dtype=np.uint8)
            image.setflags(write=False)
            self._black = {size_px: image}
        return self._black[size_px]


def rebuilt_state(
    read: ReadFrame, events: tuple[PieceEvent, ...], by: TableSettings, before: tuple[TableState, TableSettings] | None
) -> TableState:
    """The state of the table in a frame of a record: what was seen comes from there, the rest is worked out again by
    the same code, judged `by` these settings. The rulings of the frame `before` are taken over where nothing has
    changed; without it, all is judged from scratch, to the same last digit."""
    row, tracks, words = read.row, read.tracks, read.words
    earlier = before[0] if before is not None and before[1] is by else None
    then = None if earlier is None else earlier.scene
    why = {"doubts": words.doubts, "reasons": words.reasons}
    # By the settings of the record: whoever looks at it by other rules has confirmed nothing since.
    ended = {piece: read.settings.confirmations[piece] for piece in words.ended if piece in read.settings.confirmations}
    measured = Measured(
        t_ns=row.t_ns,
        frame_number=row.number,
        registration=read.registration,
        tracks=tracks,
        scene=by.scene(tracks.poses, tracks.seen_ns, row.t_ns, **why, **words.looks, ended=ended, before=then),
        warnings=words.warnings,
        events=events,
        placement=OddPlacement(words.odd, words.doubts),
        missing=MissingPieces(words.reasons),
        ended=ended,
    )
    return judged(measured, by, earlier)
