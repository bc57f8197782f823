"""Looking back: the time line with its keys. Held, it steps and plays through the past in both directions."""

from collections.abc import Callable, Sequence
from typing import Final

from PyQt6.QtCore import QElapsedTimer, QTimer
from PyQt6.QtWidgets import QWidget

from tableassist.messages import say, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.session import Session
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.game_strips import GoldStrip
from tableassist.ui.timeline.past import Past, PastReader, Sign, SignKind
from tableassist.ui.timeline.signs import SignLegend, move_signs
from tableassist.ui.timeline.timeline import Timeline
from tableassist.ui.widgets.controls import column, row, sign_button
from tableassist.ui.widgets.plain import PlainLabel
from tableassist.ui.workers import Soon

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
TICK_MS: Final = 33
REFRESH_MS: Final = 2000
LIVE_EVERY_MS: Final = 1000
"""How often the line of a live table grows."""


class Player(QWidget):
    """Always shown, so that the picture above keeps its place."""

    def __init__(
        self,
        session: Session,
        open_past: Callable[[], Past],
        *,
        is_live: bool,
        began_ns: Callable[[], int | None] = lambda: None,
        parent: QWidget | None = None,
    ) -> None:
        """`is_live`: letting go returns to the camera, and the line grows by itself. `began_ns`: the record's time that
        is called 0:00, also when the record has forgotten its beginning; None: where the span begins."""
        super().__init__(parent)
        self._time_of = session.record_time
        self._began_ns = began_ns
        self._line_began_ns = began_ns()
        """When the record began whose line is shown."""
        self._session = session
        self._is_live = is_live
        self._at_ns: int | None = None
        self._shown_ns: int | None = None
        self.span = (0, 0)
        """First and last time (ns) that can be shown."""
        self._signs: tuple[Sign, ...] = ()
        self._move_signs: list[Sign] = []
        self._moves_known: tuple[int, int] | None = None
        self._told_signs: tuple[Sign, ...] | None = None
        self.rate = 0.0
        """How fast it plays; below zero backwards, 0 at rest."""
        self._clock = QElapsedTimer()
        self.past = PastReader(open_past, self)
        self.timeline = Timeline()
        self.gold = GoldStrip(self.timeline)
        self.legend = SignLegend()
        self.time = PlainLabel()
        self.time.setMinimumWidth(self.time.fontMetrics().horizontalAdvance("88:88.8") + 2)
        self.speed = PlainLabel()
        self.back = sign_button("◀", tr("Play backwards (J)"), self.play_back)
        self.stop = sign_button("❚❚", tr("Stop (K)"), self.pause)
        self.forward = sign_button("▶", tr("Play (L)"), self.play)
        self.to_now = sign_button(tr("Live"), tr("Back to the live picture (Space)"), lambda: session.hold(False))
        self.to_now.setVisible(is_live)
        self.to_now.setEnabled(False)
        self._live_on = Soon(LIVE_EVERY_MS, self._go_on_live, self)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._go_on)
        self._refresh = QTimer(self)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self.past.refresh)
        self._lay_out()
        self._connect()
        if not is_live or began_ns() is not None:
            self.past.refresh()
        if session.moment is not None:
            self._shown(session.moment)
        if session.is_held:
            self._held(True)

    def step(self, frames: int) -> None:
        """Frame by frame; holds the picture."""
        self.pause()
        if self._at_ns is not None:
            self._session.hold(True)
            self.past.show_beside(self._at_ns, frames)

    def seek(self, t_ns: int) -> None:
        self._session.hold(True)
        self._at_ns = min(max(t_ns, self.span[0]), self.span[1])
        self._clock.restart()
        self._show_now(self._at_ns)
        self.past.show(self._at_ns)

    def skip(self, seconds: float) -> None:
        if self._at_ns is not None:
            self.seek(self._at_ns + round(seconds * 1e9))

    def play(self) -> None:
        """Again and again: faster."""
        self.play_at(1.0 if self.rate <= 0 else _faster(self.rate))

    def play_or_stop(self) -> None:
        self.play() if self.rate == 0.0 else self.pause()

    def play_back(self) -> None:
        self.play_at(-1.0 if self.rate >= 0 else -_faster(-self.rate))

    def slower(self) -> None:
        if self.rate:
            lower = [speed for speed in SPEEDS if speed < abs(self.rate)]
            self.play_at((lower[-1] if lower else SPEEDS[0]) * (1.0 if self.rate > 0 else -1.0))

    def pause(self) -> None:
        self.rate = 0.0
        self._tick.stop()
        self._tell()

    @property
    def zero_ns(self) -> int | None:
        """The record's time that is called 0:00; None as long as nothing is known of the record."""
        began_ns = self._began_ns()
        return (self.span[0] if self.span[1] else None) if began_ns is None else began_ns

    def name_time(self, moment: Moment) -> str:
        """The time of a moment as every clock of the window shows it, in whole seconds; empty while none is known."""
        zero_ns = self.zero_ns
        return "" if zero_ns is None else clock((self._time_of(moment) - zero_ns) // 1_000_000_000).removesuffix(".0")

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return 0.0 if self._at_ns is None else max(0.0, (self._at_ns - self.span[0]) / 1e9)

    def add_moves(self, moves: Sequence[FoundMove], settings: TableSettings) -> None:
        """They stand on the line from now on, in the place of what the tracking said of them."""
        for move in moves:
            self._move_signs += move_signs(move, settings)
        self.know_moves(min(move.moved_ns for move in moves), max(move.settled_ns for move in moves))

    def know_moves(self, first_ns: int, last_ns: int) -> None:
        """All moves between these times, and those known before, have been found."""
        known = self._moves_known or (first_ns, last_ns)
        self._moves_known = min(known[0], first_ns), max(known[1], last_ns)
        self._show_signs()

    def close_past(self) -> None:
        self._tick.stop()
        self._refresh.stop()
        self.past.close()

    def play_at(self, rate: float) -> None:
        """Below zero backwards."""
        self._session.hold(True)
        self.rate = rate
        self._clock.restart()
        self._tick.start()
        self._tell()

    def _go_on(self) -> None:
        if self._at_ns is None:
            return
        wanted = self._at_ns + round(self._clock.restart() * 1e6 * self.rate)
        self.seek(wanted)
        if not self.span[0] < wanted < self.span[1]:
            self.pause()

    def _connect(self) -> None:
        self._session.shown.connect(self._shown)
        self._session.held.connect(self._held)
        self.timeline.sought.connect(self._sought)
        self.timeline.hovered.connect(self._hovered)
        self.past.found.connect(self._found)
        self.past.spanned.connect(self._spanned)
        self.past.told.connect(self.gold.show_game)
        self.past.failed.connect(lambda problem: self.time.setText(say(problem.message)))
        self.past.pictured.connect(self.timeline.show_picture)

    def _sought(self, t_ns: int) -> None:
        self.pause()
        self.seek(t_ns)

    def _hovered(self, t_ns: int | None) -> None:
        if t_ns is not None and (self._session.is_held or not self._is_live):
            self.past.picture(t_ns)

    def _found(self, moment: Moment) -> None:
        if self._session.is_held:
            self._session.show_moment(moment)

    def _shown(self, moment: Moment) -> None:
        if self.rate == 0.0 or self._at_ns is None:
            self._at_ns = self._time_of(moment)
        self._show_now(self._time_of(moment))
        self._shown_ns = self._time_of(moment)
        self._tell_time()
        if self._is_live and not self._session.is_held:
            self._live_on.ask()

    def _go_on_live(self) -> None:
        """The line grows with the game; what is on disk is asked when somebody looks back."""
        if self._shown_ns is not None and not self._session.is_held:
            began_ns = self._began_ns()
            if began_ns != self._line_began_ns:  # another record, as after "Continue recording": ask for its span
                self._line_began_ns, self.span, self._signs = began_ns, (0, 0), ()
                self.past.refresh()
            first = self.span[0] if self.span[1] else (self._shown_ns if began_ns is None else began_ns)
            self._spanned((first, max(self.span[1], self._shown_ns)), self._signs)

    def _show_now(self, t_ns: int) -> None:
        self.timeline.show_now(t_ns)
        self.gold.show_now(t_ns)

    def _tell_time(self) -> None:
        """Since the beginning; nothing while nobody knows when that was."""
        zero_ns = self.zero_ns
        known = self._shown_ns is not None and zero_ns is not None
        self.time.setText(clock(((self._shown_ns or 0) - (zero_ns or 0)) / 1e9) if known else "")

    def _held(self, held: bool) -> None:
        if held:
            self.past.refresh()
            self._refresh.start()
        else:
            self.pause()
            self._refresh.stop()
            # Once more, which lets go of the files: what the memory forgets from now on shall leave the disk.
            self.past.refresh()
        self.to_now.setEnabled(held)

    def _spanned(self, span: tuple[int, int], signs: tuple[Sign, ...]) -> None:
        self.span, self._signs = span, signs
        # As wide as it will ever be: else the line beside it would be another size, and painted anew, at each click.
        zero_ns = self.zero_ns
        longest = clock((span[1] - (span[0] if zero_ns is None else zero_ns)) / 1e9)
        widest = "".join("8" if character.isdigit() else character for character in longest)
        room = self.time.fontMetrics().horizontalAdvance(widest) + 2
        self.time.setMinimumWidth(max(room, self.time.minimumWidth()))
        self._tell_time()
        self._show_signs()

    def _show_signs(self) -> None:
        first, last = self._moves_known or (1, 0)
        said_only = [sign for sign in self._signs if sign.kind is not SignKind.MOVE or not first <= sign.t_ns <= last]
        signs = tuple(sorted((*said_only, *self._move_signs), key=lambda sign: sign.t_ns))
        if signs != self._told_signs or self.timeline.stretch.whole != self.span:
            self._told_signs = signs
            self.timeline.show_span(self.span, signs, self.zero_ns)
            self.legend.show_kinds({sign.kind for sign in signs})

    def _tell(self) -> None:
        self.speed.setText("" if self.rate == 0 else tr("× {rate:g}", rate=self.rate))

    def _lay_out(self) -> None:
        self.speed.setMinimumWidth(44)
        lines = column(self.gold, self.timeline, spacing=0)
        parts = row(self.back, self.stop, self.forward, self.speed, (lines, 1), self.time, self.to_now, spacing=4)
        column(parts, self.legend, on=self, margins=(SPACE_PX, 0, SPACE_PX, 0), spacing=0)
        if self._is_live:
            self.legend.setMaximumHeight(0)  # it grows; the legend of the views has all signs and keeps its size


def _faster(rate: float) -> float:
    return next((speed for speed in SPEEDS if speed > rate), SPEEDS[-1])
