"""Records what a live table sees. Nothing here keeps the chain waiting, and nothing is raised into it.

Two threads: one writes poses, rulings and notes into the database, a commit each half second and at once for what a
person would miss, each of them chained and signed; the other encodes the video (`film`). With `keep_s` only the last
minutes are kept: the replay buffer (`replay_buffer`), which `keep` turns into a match.
"""

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Condition, Event, Thread

from msgspec import structs

from tableassist.errors import BadFileError, TableAssistError, fault_words
from tableassist.matches.recording.film import Film
from tableassist.matches.recording.status import (
    LEAST_FOR_VIDEO_BYTES,
    RecorderStatus,
    RecordingStatus,
    free_bytes,
    space_words,
)
from tableassist.matches.recording.time import TimeLine, time_line_of
from tableassist.messages import Message, Text
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling
from tableassist.store.files import encoded
from tableassist.store.keys import TableKey, key_folder, table_key_or_none
from tableassist.store.match import (
    MatchLock,
    VideoSegment,
    forget_stills,
    is_match,
    make_match_folder,
    move_match,
    named_match,
    remove_match,
    write_still,
)
from tableassist.store.match.chain import LinkKind, is_as_remembered, remember_head
from tableassist.store.match.film import Filmed
from tableassist.store.match.photos import MAX_PHOTO_BYTES, PhotoNote
from tableassist.store.match.writer import CHAPTER_NS, MatchWriter, WrittenFrame, create_match, resume_match, seen_of
from tableassist.store.table import TableBundle
from tableassist.vision.camera.frame import Frame, Image

COMMIT_S = 0.35
"""With the time that a disk takes, half a second is lost at the most."""
SPACE_S = 1.0
LOG_S, MOST_CUT_OFF_S = 2.0, 5.0
"""So often the log beside the database is emptied, and this computer notes how far the match went. So much of a match
that was killed can be cut off by cutting its log, on a computer so busy that a commit takes seconds."""
MOST_WAITING = 4_000
"""Moments without pictures: two minutes in which a disk may sleep."""
VIDEO_GIVES_WAY = MOST_WAITING // 2
"""When so many wait, the machine is too slow: pictures are left out first."""
PAUSE_S = 10.0
FORGET_NS = 1_000_000_000
"""A replay buffer need not look for what is too old more often."""
NS = 1_000_000_000
Job = Callable[[], None]
log = logging.getLogger(__name__)


class Recorder:
    """`take`, `mark` and the like may be called from any thread; none of them waits for the disk."""

    def __init__(
        self,
        path: Path,
        bundle: TableBundle | None,
        *,
        video: bool = True,
        go_on: bool = False,
        keep_s: float | None = None,
        segment_s: float = CHAPTER_NS / NS,
        free: Callable[[Path], int | None] = free_bytes,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        key: Callable[[], TableKey | None] = lambda: table_key_or_none(key_folder()),
    ) -> None:
        """BadFileError where the match cannot be begun; from then on, `status` tells. `go_on`: the match is there.
        `key`: to sign with, asked for by the writing thread."""
        self._wall_ms, self._free, self._key = wall_ms, free, key
        self._keep_ns = None if keep_s is None else round(keep_s * NS)
        self._line, self._is_resumed, self._is_remembered = TimeLine(), go_on, True
        self.folder = named_match(path) if go_on else make_match_folder(path)
        self._lock = MatchLock(self.folder)
        segment_ns = round(segment_s * NS)
        self._writer = self._begun(bundle, segment_ns, go_on=go_on)
        self._changed = Condition()
        self._seen: deque[WrittenFrame] = deque()
        self._jobs: deque[Job] = deque()
        self._ends = False
        self._stopped_words: Text | None = None
        self._video_words: Text = ""
        self._space_words: Text = ""
        self._keep_problem: Text = ""
        self._dropped_poses = self._taken = self._forgot_ns = 0
        self._free_now: int | None = None
        self._filmed: Frame | None = None
        self._film_news: deque[Filmed] = deque()
        self._films: dict[int, Filmed] = {}
        self._film = self._begin_film(segment_ns) if video else None
        self._thread = Thread(target=self._run, name=f"record of {self.folder.name}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> RecorderStatus:
        with self._changed:
            film = self._film
            recording = RecordingStatus.POSES if film is None or self._video_words else RecordingStatus.VIDEO
            if self._stopped_words is not None or self._ends:
                recording = RecordingStatus.STOPPED
            return RecorderStatus(
                recording=recording,
                words=self._stopped_words or self._video_words or self._space_words,
                folder=self.folder,
                seconds=self._line.seconds(self._keep_ns),
                frames=self._taken,
                dropped_pictures=0 if film is None else film.dropped,
                dropped_poses=self._dropped_poses,
                free_bytes=self._free_now,
                keep_problem=self._keep_problem,
                is_replay_buffer=self._keep_ns is not None,
            )

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be written or encoded."""
        with self._changed:
            waits = bool(self._seen or self._jobs)
        return not waits and (self._film is None or self._film.is_idle)

    def take(self, moment: Moment) -> None:
        wall_ms = self._wall_ms() if moment.wall_ms is None else moment.wall_ms
        with self._changed:
            if self._ends or self._stopped_words is not None:
                return
            if len(self._seen) >= MOST_WAITING:
                self._dropped_poses += 1
                return
            shift_ns = self._line.shift(moment.state.t_ns, wall_ms)
            self._seen.append(seen_of(moment, wall_ms=wall_ms, shift_ns=shift_ns))
            self._taken += 1
            gives_way = len(self._seen) > VIDEO_GIVES_WAY
            self._changed.notify_all()
        if self._film is not None and moment.frame is not self._filmed and not gives_way:
            self._filmed = moment.frame
            self._film.take(moment.frame.image, moment.frame.t_ns + shift_ns)

    def mark(self, words: str, at_ns: int | None = None, *, by: str = "") -> None:
        """At a time of the match; else at the newest moment. `by`: who makes it."""
        t_ns, wall_ms = self._line.last_ns if at_ns is None else at_ns, self._wall_ms()
        self._do(lambda: self._writer.mark(t_ns, wall_ms, words, by=by))

    def note_edit(self, words: str, *, by: str = "") -> None:
        """What a person has changed; the ledger and the rules themselves come with the next moment."""
        t_ns, wall_ms = self._line.last_ns, self._wall_ms()
        self._do(lambda: self._writer.edit(t_ns, wall_ms, words, by=by))

    def note_act(self, words: str, *, by: str = "") -> None:
        """Something that happened in the game, as text of whoever tells it."""
        t_ns, wall_ms = self._line.last_ns, self._wall_ms()
        self._do(lambda: self._writer.act(t_ns, wall_ms, words, by=by))

    def note_overrulings(self, standing: tuple[Overruling, ...], *, by: str = "") -> None:
        """All that stand from now on; `by`: who made the last change."""
        t_ns, wall_ms = self._line.last_ns, self._wall_ms()
        told = tuple(structs.replace(each, t_ns=self._line.in_match(each.t_ns)) for each in standing)
        self._do(lambda: self._writer.overrulings(t_ns, wall_ms, told, by=by))

    def keep_photo(self, name: str, content: bytes, film_mm: float | None, at_ns: int, *, by: str = "") -> None:
        """A photo by which the table is judged, too, from the source's time `at_ns` on."""
        note = PhotoNote(self.in_match(at_ns), self._wall_ms(), by, name, None, film_mm, content)
        self._do(lambda: self._writer.photo(note))

    def keep_views(self, moment: Moment) -> None:
        """What the table's other cameras saw then, as they gave it; not photos, which are kept once."""
        shots = () if moment.state.shots is None or moment.is_recorded else moment.state.shots.shots[1:]
        cameras = (moment.settings.camera, *moment.settings.more_cameras)
        t_ns, wall_ms = self.in_match(moment.state.t_ns), self._wall_ms()
        for shot in shots:
            place = next((place for place, camera in enumerate(cameras) if camera is shot.camera), None)
            if place is not None:
                name, image = shot.frame.camera, shot.frame.image
                self._do(partial(self._write_view, t_ns, wall_ms, name, place, image))

    def _write_view(self, t_ns: int, wall_ms: int, name: str, camera: int, image: Image) -> None:
        content = encoded(image)
        if len(content) <= MAX_PHOTO_BYTES:
            self._writer.photo(PhotoNote(t_ns, wall_ms, "", name, camera, None, content))

    def keep_picture(self, moment: Moment) -> None:
        """As the camera gave it, beside the video: somebody may argue about this moment."""
        if self._film is None or moment.is_recorded:
            return
        t_ns, image = self.in_match(moment.state.t_ns), moment.frame.image
        self._do(lambda: self._write_still(t_ns, image))

    @property
    def began_ns(self) -> int | None:
        """The match's time of its first moment; None before there is one."""
        return self._line.first_ns

    def in_match(self, t_ns: int) -> int:
        """The match's time of a moment that the source has just given."""
        return self._line.in_match(t_ns)

    def flush(self, timeout_s: float = 1.0) -> bool:
        """So that what was taken can be replayed at once. False where the time was too short."""
        done = Event()
        until = time.monotonic() + timeout_s
        self._do(lambda: self._flushed(done))
        if self._film is not None:
            self._film.flush(timeout_s)
        return done.wait(max(0.0, until - time.monotonic()))

    def keep(self, as_path: Path) -> None:
        """The replay buffer becomes a match of that name, and from now on nothing is dropped. Done in the background;
        what goes wrong is told by `status`. BadFileError where there is a match of that name already."""
        target = named_match(as_path)
        if target.exists():
            raise BadFileError("{path}: already exists, expected a new name", path=target)
        with self._changed:
            self._keep_problem = ""
        self._do(lambda: self._moved(target))

    def close(self, timeout_s: float | None = None) -> None:
        """Writes what waits. A replay buffer that nobody asked to keep leaves nothing behind."""
        if self._film is not None:
            self._film.close(timeout_s)
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        self._thread.join(timeout_s)

    def _begun(self, bundle: TableBundle | None, chapter_ns: int, *, go_on: bool) -> MatchWriter:
        try:
            self._lock.take()
            if not go_on:
                return create_match(self.folder, bundle, started_ms=self._wall_ms(), chapter_ns=chapter_ns)
            self._line = time_line_of(self.folder)
            self._is_remembered = is_as_remembered(key_folder(), self.folder)
            return resume_match(self.folder, chapter_ns=chapter_ns)
        except BaseException:
            self._lock.free()
            if not go_on:
                remove_match(self.folder)  # a full disk leaves no empty folder behind
            raise

    def _begin_film(self, segment_ns: int) -> Film:
        def note(segment: VideoSegment) -> None:
            self._do(lambda: self._writer.segment(segment))

        return Film(
            self.folder,
            segment_ns=segment_ns,
            next_number=self._writer.next_segment,
            on_segment=note,
            on_filmed=self._film_news.append,
            on_failure=self._film_failed,
        )

    def _film_failed(self, words: Text) -> None:
        with self._changed:
            stopped = Message("video has stopped, positions are still recorded: {problem}", problem=words)
            self._video_words = self._video_words or stopped

    def _do(self, job: Job) -> None:
        """In the writing thread, and committed at once."""
        with self._changed:
            if self._ends or self._stopped_words is not None:
                return
            self._jobs.append(job)
            self._changed.notify_all()

    def _run(self) -> None:
        try:
            if self._keep_ns is None:
                self._begin_chain(LinkKind.ADOPTED if self._is_resumed else LinkKind.BEGUN)
            self._write_all()
            self._finish()
        except (TableAssistError, sqlite3.Error, OSError) as problem:
            log.warning("recording to %s has stopped", self.folder, exc_info=True)
            self._stop(problem.message if isinstance(problem, TableAssistError) else fault_words(problem))
        except Exception as problem:  # nothing of the record may end the chain
            log.exception("recording to %s has stopped", self.folder)
            self._stop(Message("internal error in the recorder: {problem}", problem=fault_words(problem)))

    def _write_all(self) -> None:
        committed = looked = emptied = time.monotonic()
        while True:
            seen, urgent, ends = self._next(committed + COMMIT_S)
            for each in seen:
                urgent = self._writer.add(each) or urgent
            self._run_jobs()
            now = time.monotonic()
            if urgent or ends or now - committed >= COMMIT_S:
                self._commit()
                self._forget()
                committed = now
            if now - emptied >= LOG_S:
                self._writer.empty_log()
                self._remember()
                emptied = now
            if now - looked >= SPACE_S:
                self._look_at_disk()
                looked = now
            if ends:
                return

    def _next(self, until: float) -> tuple[list[WrittenFrame], bool, bool]:
        """What has come, at once; nothing at the time when a commit is due. Whether there are jobs, and the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._seen or self._jobs or self._ends, max(0.0, until - time.monotonic()))
            seen = list(self._seen)
            self._seen.clear()
            return seen, bool(self._jobs), self._ends

    def _begin_chain(self, before: LinkKind) -> None:
        self._hear_film()
        self._writer.begin_chain(self.folder, self._key(), wall_ms=self._wall_ms(), before=before, video=self._films)

    def _commit(self) -> None:
        self._hear_film()
        self._writer.commit()

    def _hear_film(self) -> None:
        """Which pictures are safe on the disk by now."""
        while self._film_news:
            filmed = self._film_news.popleft()
            self._films[filmed.number] = filmed
            self._writer.filmed((filmed,))

    def _remember(self) -> None:
        remembered = self._writer.remembered
        if remembered is not None and self._is_remembered:
            remember_head(key_folder(), remembered)

    def _flushed(self, done: Event) -> None:
        self._commit()
        done.set()

    def _write_still(self, t_ns: int, image: Image) -> None:
        """The record goes on without it where the disk does not take it: the video has the picture too."""
        if self._free_now is None or self._free_now >= LEAST_FOR_VIDEO_BYTES:
            try:
                sha256 = write_still(self.folder, t_ns, image)
                if sha256 is not None and self._keep_ns is None:
                    self._writer.still(t_ns, sha256)
            except BadFileError as problem:
                log.warning("%s", problem)

    def _forget(self) -> None:
        if self._keep_ns is not None and self._line.last_ns - self._forgot_ns >= FORGET_NS:
            self._forgot_ns = self._line.last_ns
            for name in self._writer.forget_before(self._line.last_ns - self._keep_ns):
                self._try((self.folder / name).unlink)
            self._try(lambda: forget_stills(self.folder, self._forgot_ns - (self._keep_ns or 0)))

    def _look_at_disk(self) -> None:
        if not is_match(self.folder):
            raise BadFileError("{folder}: the folder is gone", folder=self.folder)
        free = self._free(self.folder)
        with self._changed:
            self._free_now, self._space_words = free, space_words(free)
        if self._film is not None and not self._video_words and free is not None and free < LEAST_FOR_VIDEO_BYTES:
            with self._changed:
                self._video_words = space_words(free)
            self._film.close(PAUSE_S)

    def _moved(self, target: Path) -> None:
        """All files are closed while they move."""
        self._commit()
        if self._film is not None:
            self._film.pause(PAUSE_S)
            self._run_jobs()  # a file that began while the move was asked for is noted before it moves
        self._commit()
        self._writer.leave()
        self._lock.free()
        try:
            move_match(self.folder, target)
            self.folder = target
            self._keep_ns = None
        except OSError as problem:
            log.warning("keeping %s as %s", self.folder, target, exc_info=True)
            with self._changed:
                why = problem.strerror
                self._keep_problem = Message("{path}: cannot be kept there: {problem}", path=target, problem=why)
        finally:
            self._lock = MatchLock(self.folder)
            self._lock.take()
            self._writer.resume(self.folder, chapter_ns=CHAPTER_NS)
            if self._keep_ns is None:
                self._begin_chain(LinkKind.KEPT)
            if self._film is not None:
                self._film.resume(self.folder, CHAPTER_NS)

    def _run_jobs(self) -> None:
        """One by one: a job that moves the match does those behind it first, and they keep their order."""
        while True:
            with self._changed:
                if not self._jobs:
                    return
                job = self._jobs.popleft()
            job()

    def _finish(self) -> None:
        self._hear_film()
        self._writer.close(closed_ms=self._wall_ms())
        self._remember()
        if self._keep_ns is not None:
            remove_match(self.folder)
        self._lock.free()

    def _stop(self, words: Text) -> None:
        with self._changed:
            self._stopped_words = Message("recording has stopped: {problem}", problem=words)
            self._seen.clear()
            self._jobs.clear()
        if self._film is not None:
            self._film.close(PAUSE_S)
        self._try(self._writer.leave)
        self._try(self._lock.free)

    def _try(self, job: Job) -> None:
        """Of a disk that is full or gone: what is left to do is done all the same."""
        try:
            job()
        except Exception:
            log.warning("in %s", self.folder, exc_info=True)
