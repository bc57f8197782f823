"""A recorded match behind the window, in the place of a live table: it plays, at any speed and both ways."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Condition, Thread

from tableassist.errors import TableAssistError
from tableassist.live.replay import Replay
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.rejudge import rejudged
from tableassist.pipeline.table_settings import TableSettings

SHOWN_EACH_S = 1 / 30
FASTEST = 64.0


class ReplayTable:
    """Owns the replay, which lives in its thread; `on_moment` and `on_end` are called from there. All else may be
    called from any thread, and returns at once.

    Moments are judged by the ledger of their own time, and by the rules of their own time until others are chosen.
    """

    def __init__(
        self,
        folder: Path,
        *,
        on_moment: Callable[[Moment], None],
        on_end: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """BadFileError where it cannot be opened."""
        self.replay_folder = folder
        self._replay = Replay(folder)
        try:
            self.settings = self._replay.settings_at(self._replay.first_ns)
        except BaseException:
            self._replay.close()
            raise
        self.name = self._replay.facts.name
        self.first_ns, self.last_ns = self._replay.first_ns, self._replay.last_ns
        self._on_moment, self._on_end, self._clock = on_moment, on_end, clock
        self._changed = Condition()
        self._used = self.settings
        self._selected: str | None = None
        self._speed, self._plays, self._closing = 1.0, False, False
        self._wanted_ns: int | None = self.first_ns
        self._steps = 0
        self._shown_ns = self.first_ns
        self._thread = Thread(target=self._run, name=f"replay of {folder.name}", daemon=True)

    @property
    def position_ns(self) -> int:
        """Of the moment that was handed on last."""
        return self._shown_ns

    @property
    def is_playing(self) -> bool:
        return self._plays

    @property
    def speed(self) -> float:
        """Below zero it runs back."""
        return self._speed

    def start(self) -> None:
        """Shows the first moment, and waits."""
        self._thread.start()

    def play(self, speed: float | None = None) -> None:
        with self._changed:
            if speed is not None:
                self._speed = max(-FASTEST, min(FASTEST, speed))
            self._plays = True
            self._changed.notify_all()

    def pause(self) -> None:
        with self._changed:
            self._plays = False
            self._changed.notify_all()

    def seek(self, t_ns: int) -> None:
        """Shows the moment there, whether it plays or not; only the last of several is shown."""
        with self._changed:
            self._wanted_ns = max(self.first_ns, min(self.last_ns, t_ns))
            self._steps = 0
            self._changed.notify_all()

    def step(self, by: int) -> None:
        """So many moments on, or back; it pauses."""
        with self._changed:
            self._plays = False
            self._steps += by
            self._changed.notify_all()

    def select(self, piece_id: str | None) -> None:
        with self._changed:
            self._selected = piece_id
            self._show_again()

    def use(self, settings: TableSettings) -> None:
        """Its rules hold from now on; those of the match again when given back the first settings' own. What a person
        changes in the ledger of a match that is over is for the moment at hand alone."""
        with self._changed:
            self._used = settings
            self._show_again()

    def close(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()
        self._replay.close()

    def _show_again(self) -> None:
        if self._wanted_ns is None:
            self._wanted_ns = self._shown_ns
        self._changed.notify_all()

    def _run(self) -> None:
        shown: Moment | None = None
        while not self._closing:
            try:
                shown = self._turn(shown)
            except TableAssistError as problem:
                with self._changed:
                    self._plays, self._wanted_ns, self._steps = False, None, 0
                self._on_end(str(problem))

    def _turn(self, shown: Moment | None) -> Moment | None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self._plays or self._steps or self._wanted_ns is not None)
            wanted, self._wanted_ns = self._wanted_ns, None
            steps, self._steps = self._steps, 0
        if wanted is not None:
            shown = self._show(self._replay.at(wanted, selected=self._selected))
        elif steps and shown is not None:
            shown = self._stepped(shown, steps)
        elif self._plays and shown is not None:
            shown = self._played(shown)
        return shown

    def _stepped(self, shown: Moment, steps: int) -> Moment:
        beside = self._replay.after if steps > 0 else self._replay.before
        for _ in range(abs(steps)):
            shown = beside(shown, selected=self._selected) or shown
        return self._show(shown)

    def _played(self, shown: Moment) -> Moment:
        """Until something else is asked for. Pictures are left out when there is no time for them."""
        began, from_ns, speed = self._clock(), shown.state.t_ns, self._speed
        while self._goes_on(speed):
            t_ns = from_ns + round((self._clock() - began) * speed * 1e9)
            if not self.first_ns <= t_ns <= self.last_ns:
                self._plays = False
                t_ns = max(self.first_ns, min(self.last_ns, t_ns))
            moment = self._replay.at(t_ns, selected=self._selected)
            if moment.state.t_ns != shown.state.t_ns:
                shown = self._show(moment)
            with self._changed:
                self._changed.wait_for(lambda: not self._goes_on(speed), SHOWN_EACH_S)
        return shown

    def _goes_on(self, speed: float) -> bool:
        return (
            self._plays and not self._closing and not self._steps and self._wanted_ns is None and speed == self._speed
        )

    def _show(self, moment: Moment) -> Moment:
        rules, shown = self._used.rules, moment
        if rules is not self.settings.rules:
            shown = rejudged(moment, replace(moment.settings, rules=rules), self._selected)
        self._on_moment(shown)
        self._shown_ns = moment.state.t_ns
        return moment
