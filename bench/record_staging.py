"""Frames and moments of the studio for the record: seconds of the demo's game, made once and handed out for ever."""

import time
from dataclasses import replace

import numpy as np

from tableassist.pipeline.moment import Moment
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.tracking import Tracks

FROM_S = 2.1
"""In the demo's game a hand takes a ship here."""
NS = 1_000_000_000


def staged_frames(stage_name, frames, frames_per_s):
    stage = find_stage(stage_name)
    game, studio = stage_game(demo_settings(stage)), Studio(stage.camera)
    return [
        Frame(
            studio.picture(game.table_at(FROM_S + number / frames_per_s), np.random.default_rng((9, number))),
            round(number * NS / frames_per_s),
            number,
            "studio",
        )
        for number in range(frames)
    ]


def live_frames(staged, frames_per_s):
    """For ever, at the pace of the clock; what is late is left out, as by a camera."""
    began, number = time.monotonic(), 0
    start_ns = time.monotonic_ns()
    while True:
        due = int((time.monotonic() - began) * frames_per_s)
        number = max(number, due)
        time.sleep(max(0.0, began + number / frames_per_s - time.monotonic()))
        t_ns = start_ns + round(number * NS / frames_per_s)
        yield replace(staged[number % len(staged)], t_ns=t_ns, number=number)
        number += 1


class Again:
    """One more round of the same moments: all poses and registrations anew, the same ones the same."""

    def __init__(self, loop, frames, frames_per_s):
        self._number = loop * frames
        self._shift_ns = round(self._number * NS / frames_per_s)
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
