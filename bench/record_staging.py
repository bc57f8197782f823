"""Moments of the studio for the record: seconds of the demo's game, made once and handed out again and again."""

import time
from dataclasses import replace

import numpy as np

from tableassist.live.table_source import demo_settings, find_stage, stage_game
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.studio.render import Studio
from tableassist.vision.frame import Frame
from tableassist.vision.tag_reader import TagReader
from tableassist.vision.tracking import Tracks

FROM_S = 1.0
"""In the demo's game a hand takes a ship here."""
NS = 1_000_000_000


def staged_moments(stage_name, frames, frames_per_s):
    """Through the whole chain, with their pictures."""
    stage = find_stage(stage_name)
    settings = demo_settings(stage)
    game, studio = stage_game(settings), Studio(stage.camera)
    reader, state, moments = TagReader(settings.tag_families), first_state(settings), []
    for number in range(frames):
        image = studio.picture(game.table_at(FROM_S + number / frames_per_s), np.random.default_rng((9, number)))
        frame = Frame(image, round(number * NS / frames_per_s), number, "studio")
        state = step(state, frame, settings, reader.read)
        moments.append(Moment(frame, state, settings))
    return moments


def live_moments(staged, frames_per_s):
    """For ever, at the pace of the clock; what is late is left out, as by a camera."""
    began, number, again = time.monotonic(), 0, None
    start_ns = time.monotonic_ns()
    while True:
        due = int((time.monotonic() - began) * frames_per_s)
        number = max(number, due)
        time.sleep(max(0.0, began + number / frames_per_s - time.monotonic()))
        loop, place = divmod(number, len(staged))
        if again is None or again.loop != loop:
            again = Again(loop, len(staged), frames_per_s, start_ns)
        yield again.of(staged[place])
        number += 1


class Again:
    """One more round of the same moments: all poses and registrations anew, the same ones the same."""

    def __init__(self, loop, frames, frames_per_s, start_ns=0):
        self.loop = loop
        self._number = loop * frames
        self._shift_ns = start_ns + round(self._number * NS / frames_per_s)
        self._poses, self._registrations = {}, {}

    def of(self, moment):
        state, frame = moment.state, moment.frame
        tracks = {piece: self._track(track) for piece, track in state.tracks.tracks.items()}
        t_ns = state.t_ns + self._shift_ns
        events = tuple(replace(event, t_ns=event.t_ns + self._shift_ns) for event in state.events)
        state = replace(
            state, t_ns=t_ns, tracks=Tracks(tracks), events=events, registration=self._registration(state.registration)
        )
        return Moment(replace(frame, t_ns=t_ns, number=frame.number + self._number), state, moment.settings)

    def _track(self, track):
        pose = self._poses.get(id(track.pose))
        if pose is None:
            pose = self._poses[id(track.pose)] = replace(track.pose, t_ns=track.pose.t_ns + self._shift_ns)
        return replace(
            track, pose=pose, seen_ns=track.seen_ns + self._shift_ns, stopped_ns=track.stopped_ns + self._shift_ns
        )

    def _registration(self, registration):
        if registration is None:
            return None
        if id(registration) not in self._registrations:
            self._registrations[id(registration)] = replace(registration)
        return self._registrations[id(registration)]
