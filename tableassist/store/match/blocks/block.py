"""A block of a match in the making: two seconds of frames, with the poses and registrations that are new in them."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.match.blocks.frames import NONE, FramesInMaking, TrackRef
from tableassist.store.match.blocks.poses import packed_poses
from tableassist.store.match.blocks.registrations import packed_registrations
from tableassist.vision.localisation.tracking import Track, Tracks
from tableassist.vision.registration.registration import Registration

NUMBERED = ("events", "rulings", "marks", "edits", "overrulings", "acts", "stills", "photos")


class Counters:
    """What has been given out so far; a match that is gone on with goes on from there."""

    def __init__(self, database: sqlite3.Connection) -> None:
        most = partial(_most, database)
        self.block = most("max(id)", "blocks")
        self.chapter = most("max(chapter)", "blocks")
        self.frame = most("max(first_frame + frame_count)", "blocks")
        self.pose = most("max(first_pose + pose_count)", "blocks")
        self.registration = most("max(first_registration + registration_count)", "blocks")
        self.settings = most("max(id)", "settings")
        self.words = most("max(id)", "words")
        self.segment = most("max(number)", "segments")
        self._rows = {table: most("max(id)", table) for table in NUMBERED}

    def next_row(self, table: str) -> int:
        self._rows[table] += 1
        return self._rows[table]

    def count_again(self, database: sqlite3.Connection, table: str) -> None:
        self._rows[table] = _most(database, "max(id)", table)


def _most(database: sqlite3.Connection, number: str, table: str) -> int:
    return int(database.execute(f"SELECT coalesce({number}, 0) FROM {table}").fetchone()[0])


class Refs:
    """Numbers of the poses and registrations of a chapter that may come up again, known by identity."""

    def __init__(self) -> None:
        self.poses: dict[int, tuple[PiecePose, int]] = {}
        self.places: dict[int, tuple[PlanarPose, int]] = {}
        self.registration: tuple[Registration, int] | None = None
        self._used_poses: set[int] = set()
        self._used_places: set[int] = set()

    def begin_frame(self) -> None:
        self._used_poses.clear()
        self._used_places.clear()

    def use_pose(self, pose: PiecePose) -> None:
        self._used_poses.add(id(pose))
        self._used_places.add(id(pose.pose))

    def use_place(self, place: PlanarPose) -> None:
        self._used_places.add(id(place))

    def prune(self) -> None:
        """Only what the last frame had can come up again."""
        self.poses = {key: known for key, known in self.poses.items() if key in self._used_poses}
        self.places = {key: known for key, known in self.places.items() if key in self._used_places}


class BlockInMaking:
    def __init__(self, chapter: int, first_ns: int, frames: FramesInMaking, numbers: Counters, refs: Refs) -> None:
        self.first_ns = first_ns
        self.frames = frames
        self._chapter = chapter
        self._id, self._first_frame = numbers.block + 1, numbers.frame
        self._first_pose, self._first_registration = numbers.pose, numbers.registration
        self._numbers, self._refs = numbers, refs
        self._poses: list[PiecePose] = []
        self._registrations: list[Registration] = []

    def registration(self, registration: Registration | None) -> int:
        if registration is None:
            return NONE
        known = self._refs.registration
        if known is None or known[0] is not registration:
            known = self._refs.registration = registration, self._numbers.registration
            self._registrations.append(registration)
            self._numbers.registration += 1
        return known[1]

    def tracks(self, tracks: Tracks, shift_ns: int) -> dict[str, TrackRef]:
        self._refs.begin_frame()
        return {piece: self._track(track, shift_ns) for piece, track in tracks.tracks.items()}

    def row(self, store: Callable[[Floats], str]) -> tuple[object, ...]:
        last = self.frames.last
        assert last is not None
        return (
            *(self._id, self._chapter, self._first_frame, len(self.frames), self.first_ns, last.t_ns),
            *(self._first_pose, len(self._poses), self._first_registration, len(self._registrations)),
            self.frames.packed(),
            packed_poses(self._poses) if self._poses else b"",
            packed_registrations(self._registrations, store) if self._registrations else b"",
        )

    def _track(self, track: Track, shift_ns: int) -> TrackRef:
        pose, seen_ns = self._pose(track.pose, shift_ns), track.seen_ns + shift_ns
        rest, stop = self._place(track.rest), self._place(track.stop)
        return TrackRef(pose, seen_ns, rest, stop, track.stopped_ns + shift_ns, track.moving, track.hidden)

    def _pose(self, pose: PiecePose, shift_ns: int) -> int:
        known = self._refs.poses.get(id(pose))
        if known is None:
            number = self._new_pose(replace(pose, t_ns=pose.t_ns + shift_ns) if shift_ns else pose)
            known = self._refs.poses[id(pose)] = pose, number
            self._refs.places[id(pose.pose)] = pose.pose, number
        self._refs.use_pose(pose)
        return known[1]

    def _place(self, place: PlanarPose) -> int:
        """The pose that was measured there; one without a plus-minus where that is not in this chapter."""
        known = self._refs.places.get(id(place))
        if known is None:
            bare = PiecePose(place, np.zeros((3, 3)), np.zeros((3, 0)), 0, (), 0.0)
            known = self._refs.places[id(place)] = place, self._new_pose(bare)
        self._refs.use_place(place)
        return known[1]

    def _new_pose(self, pose: PiecePose) -> int:
        self._poses.append(pose)
        self._numbers.pose += 1
        return self._numbers.pose - 1
