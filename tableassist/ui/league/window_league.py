"""A running table in its league: what happens in the window is told, and what the hub asks for is done here."""

import base64
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
from PyQt6.QtCore import QObject, QTimer, pyqtBoundSignal, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.formats.judgement_json import RulingRow, ruling_row
from tableassist.formats.league.commands import AnyOrder, Assign, Command, Decide, RoundClock, Tell
from tableassist.formats.league.join_code import Membership
from tableassist.formats.league.records import (
    TAKEN_BACK,
    DisputeRaised,
    MatchBegun,
    MatchEnded,
    OverruledHere,
    ResultSaid,
    RulingMade,
)
from tableassist.formats.match.folder import MatchLock
from tableassist.formats.signing.table_key import key_folder, table_key_or_none
from tableassist.messages import Text, tr
from tableassist.play.log import Amendment, Entry
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState
from tableassist.runtime.game.journal import ACTS_FILE
from tableassist.runtime.league.link_state import LinkState, TableHealth
from tableassist.runtime.league.membership_file import (
    forget_membership,
    keep_membership,
    kept_memberships,
    league_root,
    membership_lock,
)
from tableassist.services.judging import question_words
from tableassist.ui.league.decisions import Decisions
from tableassist.ui.league.evening import Countdown, assigned_words, countdown, seated
from tableassist.ui.league.game_facts import AnyDesk, act_said, match_begun, result_of, seats_of
from tableassist.ui.league.judge_calls import JudgeCalls
from tableassist.ui.matches.game_keeper import GameKeeper
from tableassist.ui.matches.recording import Recording
from tableassist.ui.pages.window_pages import WindowPages
from tableassist.ui.session.session import Session
from tableassist.ui.workers.from_thread import emit_unless_gone

if TYPE_CHECKING:
    from tableassist.runtime.league.link import HubLink
    from tableassist.runtime.league.match_feed import MatchFeed

TICK_MS: Final = 1000
AGAIN_S: Final = 10.0
"""The same answer to the same question within this is told once."""
MOST_WARNINGS: Final = 4


class LeagueGame(Protocol):
    """The window's game, of either kind."""

    changed: pyqtBoundSignal
    began_or_ended: pyqtBoundSignal
    said: pyqtBoundSignal

    @property
    def desk(self) -> AnyDesk | None: ...
    @property
    def now_ns(self) -> int: ...
    def record_words(self, record: Entry[Any] | Amendment) -> Text: ...


class WindowLeague(QObject):
    """Outlives the window that shows it. Nothing of the link is loaded before somebody joins."""

    changed = pyqtSignal()
    """Whatever the window shows of it: the state of the link, the clock, the result, calls for the judge."""
    told = pyqtSignal(str)
    """Words of the judge or of the hub for the people at the table."""
    done = pyqtSignal(str)
    """What has come of something that somebody here asked for."""
    assigned_anew = pyqtSignal()
    _came = pyqtSignal(object)
    """A Command; emitted in the link's thread."""
    _stands = pyqtSignal(object)

    def __init__(
        self,
        session: Session,
        game: LeagueGame,
        pages: WindowPages,
        keeper: GameKeeper,
        recording: Recording | None,
        name: str,
        *,
        root: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`root`: where memberships are kept."""
        super().__init__(parent)
        self._session, self._game, self._pages, self._keeper = session, game, pages, keeper
        self._recording, self._name = recording, name
        self.root = root or league_root()
        self.state = LinkState()
        self.assigned: Assign | None = None
        self.seated: Mapping[str, str] = {}
        """Who plays, by the table's name for the seat."""
        self.clock: Countdown | None = None
        self.result: ResultSaid | None = None
        """What the referee says of the game that is over, and who has confirmed it."""
        self._link: HubLink | None = None
        self._feed: MatchFeed | None = None
        self._lock: MatchLock | None = None
        self._capture = CaptureHealth(CaptureState.STARTING)
        self._overrulings: tuple[Overruling, ...] = ()
        self._decided: list[tuple[Overruling, str]] = []
        """Overrulings that carry out a decision."""
        self._carried_out = ""
        self._asked: dict[str, tuple[Verdict, float]] = {}
        self._began_anew = False
        self.calls = JudgeCalls(session, recording, self)
        self.decisions = Decisions(session, self.calls, self._told_row)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._ticked)
        self._came.connect(self._obey)
        self._stands.connect(self._take_state)
        self.calls.changed.connect(self.changed)
        self.calls.told.connect(self.done)
        game.began_or_ended.connect(self._follow_game)
        game.said.connect(self._say_act)
        game.changed.connect(self._look_for_result)
        pages.called.connect(self._called_at_a_page)

    def listen(self) -> None:
        """To the session, whose listeners go with each window."""
        self._session.overruled.connect(self._tell_overrulings)

    # Joining and leaving

    @property
    def is_on(self) -> bool:
        return self._link is not None

    @property
    def membership(self) -> Membership | None:
        return None if self._link is None else self._link.membership

    @property
    def match(self) -> str:
        return "" if self._feed is None else self._feed.match

    @property
    def seats(self) -> tuple[str, ...]:
        """As the table calls those who play at it."""
        desk = self._game.desk
        return self._session.settings.ledger.players if desk is None else seats_of(desk)

    def kept(self) -> tuple[Membership, ...]:
        """Leagues that this computer has joined before, the last one first."""
        return kept_memberships(self.root)

    def join(self, membership: Membership) -> None:
        """TableAssistError where another window is this table, or the disk does not take it."""
        from tableassist.runtime.league.link import HubLink  # noqa: PLC0415  loaded where it is needed
        from tableassist.runtime.league.match_feed import MatchFeed  # noqa: PLC0415
        from tableassist.runtime.league.outbox import KEEP_MS, Outbox  # noqa: PLC0415
        from tableassist.web.views.league_state import LeaguePicture  # noqa: PLC0415

        self.close()
        folder = keep_membership(self.root, membership)
        self._lock = membership_lock(folder)
        picture = LeaguePicture(self._pages.open_board())
        try:
            outbox = Outbox(folder)
            self._link = HubLink(
                membership,
                outbox,
                on_command=lambda command: _drop(emit_unless_gone(self, "_came", command)),
                on_change=lambda state: _drop(emit_unless_gone(self, "_stands", state)),
                picture=lambda: picture.newer(self.match, self.calls.by),
                learned_key=partial(_learn_key, self.root, membership),
            )
        except TableAssistError:
            self._lock.free()
            self._lock = None
            raise
        outbox.forget(time.time_ns() // 1_000_000 - KEEP_MS)
        self._feed = MatchFeed(self._link)
        self._overrulings, self._began_anew = self._session.overrulings, False
        self._follow_game()
        self._tell_health()
        self._link.start()
        self._tick.start()
        self.changed.emit()

    def leave(self) -> None:
        """The membership is forgotten; what the hub lacks is sent when the table joins again."""
        membership = self.membership
        self.close()
        if membership is not None:
            forget_membership(self.root, membership)
        self.assigned, self.seated, self.clock = None, {}, None
        self.changed.emit()

    def close(self) -> None:
        self._tick.stop()
        self.calls.close()
        if self._link is not None:
            self._link.close()
            self._link.outbox.close()
            self._link = self._feed = None
        if self._lock is not None:
            self._lock.free()
            self._lock = None
        self.state = LinkState()

    # What the window tells

    def tell_asked(self, rulings: Sequence[Ruling], by: str = "") -> None:
        """Rulings that somebody wanted to know."""
        if self._feed is None or not self._feed.match:
            return
        now = time.monotonic()
        for ruling in rulings:
            verdict, at = self._asked.get(ruling.id, (None, 0.0))
            if ruling.verdict is verdict and now - at < AGAIN_S:
                continue
            self._asked[ruling.id] = ruling.verdict, now
            self.decisions.remember(ruling)
            self._feed.say(RulingMade(ruling_row(ruling), self.question(ruling), self._t_ms, by))

    def question(self, ruling: Ruling) -> str:
        names = {piece.id: piece.name for piece in self._session.settings.pieces}
        return str(question_words(ruling, names))[:1000]

    def call_judge(self, question: str, by: str, ruling: Ruling | None) -> None:
        """With evidence of the moment that is shown."""
        if self._link is not None and self._feed is not None:
            match = self._feed.match or self._feed.table_log()
            words = question or ("" if ruling is None else self.question(ruling))
            self.calls.raise_dispute(self._link, match, words, by=by, ruling=ruling, t_ms=self._t_ms)

    def withdraw_calls(self) -> None:
        if self._link is not None:
            self.calls.withdraw(self._link)

    def confirm_result(self, player: str) -> None:
        if self.result is None or self._feed is None or player in self.result.confirmed_by:
            return
        confirmed = (*self.result.confirmed_by, player)
        self.result = msgspec.structs.replace(self.result, confirmed_by=confirmed)
        self._feed.say(self.result)
        if set(confirmed) >= set(self.result.points):
            self._feed.say(MatchEnded("confirmed by all players"))
        self.changed.emit()

    def seat(self, who: Mapping[str, str]) -> None:
        """Who plays on which seat. A match that has begun with others is told anew."""
        if dict(who) != dict(self.seated):
            self.seated = dict(who)
            self._tell_anew("seats")

    def take_health(self, health: CaptureHealth) -> None:
        self._capture = health

    @property
    def _t_ms(self) -> int:
        return max(0, self._game.now_ns // 1_000_000)

    # The game

    def _follow_game(self) -> None:
        if self._feed is None:
            return
        desk, folder = self._game.desk, self._keeper.kept_in
        if desk is None:
            was_abandoned = folder is not None and not (folder / ACTS_FILE).exists()
            if was_abandoned:
                self._feed.end("abandoned")
            else:
                self._feed.leave()
            self.result = None
        else:
            if self.assigned is not None:
                self.seated = self.seated or seated(self.assigned, seats_of(desk))
            is_new = self._feed.follow(desk.lines(), self._begun(desk), folder)
            self.result = None if is_new else self._last_result()
        self._look_for_result()
        self._tell_health()

    def _begun(self, desk: AnyDesk) -> MatchBegun:
        key = table_key_or_none(key_folder())
        public = "" if key is None else base64.b64encode(key.public).decode()
        pairing = "" if self.assigned is None else self.assigned.pairing
        return match_begun(desk, name=self._name, seated=self.seated, pairing=pairing, public_key=public)

    def _tell_anew(self, why: str) -> None:
        desk = self._game.desk
        if self._feed is not None and self._feed.match and desk is not None:
            self._feed.end(why)
            self._feed.begin_anew(desk.lines(), self._begun(desk))
            self.result = None
            self._look_for_result()
            self._tell_health()

    def _say_act(self, line: str) -> None:
        desk = self._game.desk
        if self._feed is not None and self._feed.match and desk is not None:
            words = self._game.record_words(desk.log.records[-1])
            self._feed.act(act_said(desk, line, words), desk.lines)

    def _look_for_result(self) -> None:
        desk = self._game.desk
        said = None if desk is None or self._feed is None else result_of(desk, self.seated)
        before = None if self.result is None else msgspec.structs.replace(self.result, confirmed_by=())
        if said == before:
            return
        self.result = said
        if said is not None and self._feed is not None and self._feed.match:
            self._feed.say(said)
        self.changed.emit()

    def _tell_overrulings(self, now: tuple[Overruling, ...], _moment: object) -> None:
        before, self._overrulings = self._overrulings, now
        if self._feed is None:
            return
        if now[:-1] == before and now:
            decision = self._decision_of(now[-1]) or self._carried_out
            if decision:
                self._decided.append((now[-1], decision))
            self._say_overruling(now[-1], decision, taken_back=False)
        elif before[:-1] == now and before:
            self._say_overruling(before[-1], self._decision_of(before[-1]), taken_back=True)

    def _decision_of(self, overruling: Overruling) -> str:
        return next((decision for each, decision in self._decided if each is overruling), "")

    def _last_result(self) -> ResultSaid | None:
        """As it was told before the window was closed, with those who had confirmed it."""
        assert self._link is not None
        said = [each.body for each in self._link.outbox.records(self.match) if isinstance(each.body, ResultSaid)]
        return said[-1] if said else None

    def _told_row(self, order: Decide) -> RulingRow | None:
        if self._link is None:
            return None
        bodies = [each.body for each in self._link.outbox.records(order.match)]
        disputes = [each for each in bodies if isinstance(each, DisputeRaised) and each.dispute == order.dispute]
        asked = [each for each in bodies if isinstance(each, RulingMade) and each.ruling.id == order.ruling]
        rows = [*(each.ruling for each in asked), *(each.ruling for each in disputes)]
        return next((each for each in reversed(rows) if each is not None), None)

    def _say_overruling(self, each: Overruling, decision: str, *, taken_back: bool) -> None:
        assert self._feed is not None
        verdict = TAKEN_BACK if taken_back else each.verdict.value
        about = each.ruling.id, self.question(each.ruling), verdict, each.reason[:1000], each.by[:1000]
        self._feed.say(OverruledHere(*about, decision=decision))

    def _called_at_a_page(self, player: str) -> None:
        """About the ruling that is shown to everybody, if one is."""
        if self.is_on:
            words = tr("{player} calls the judge.", player=player)
            self.call_judge(words, player, self._pages.question())

    # What the hub asks for

    def _obey(self, command: Command) -> None:
        if self._link is None or self._feed is None:
            return
        done, words = self._done(command.order, self._link.hub_clock.age_ms(command.issued_ms))
        match = self._feed.match or self._feed.table_log()
        self._link.answer(match, command.id, done=done, words=words[:1000])
        self.changed.emit()

    def _done(self, order: AnyOrder, age_ms: int) -> tuple[bool, str]:
        match order:
            case Decide():
                return self._decide(order)
            case Assign():
                return self._assign(order)
            case RoundClock():
                self.clock = countdown(order, age_ms)
                return True, ""
            case Tell():
                judge = tr("Judge {name}", name=order.judge) if order.judge else tr("Judge")
                self.told.emit(tr("{who}: {words}", who=judge, words=order.words))
                return True, ""

    def _decide(self, order: Decide) -> tuple[bool, str]:
        assert self._feed is not None
        self.told.emit(self.decisions.words(order))
        self.calls.close_dispute(order.dispute)
        self._pages.call_judge("")
        if not self._feed.is_played(order.match):
            return False, "that match is not being played at this table any more"
        self._carried_out = order.decision
        try:
            told = self.decisions.carry_out(order)
        finally:
            self._carried_out = ""
        return True, told

    def _assign(self, order: Assign) -> tuple[bool, str]:
        self.assigned = order
        desk = self._game.desk
        self.seated = seated(order, self.seats)
        if desk is not None and not desk.log.records:
            self._tell_anew("assigned")  # set up for this very round
        self.told.emit(assigned_words(order))
        self.assigned_anew.emit()
        return True, ""

    # How it stands

    def _take_state(self, state: LinkState) -> None:
        if self._link is None:
            return
        self.state = state
        desk = self._game.desk
        if self.match in state.refused and desk is not None and not self._began_anew:
            self._began_anew = True  # once: a hub that takes nothing at all is not told of more and more matches
            self._tell_anew("refused")
        self.changed.emit()

    def _ticked(self) -> None:
        self._tell_health()
        if self.clock is not None:
            self.changed.emit()

    def _tell_health(self) -> None:
        if self._link is None:
            return
        newest = self._session.newest
        warnings: list[str] = [str(self._capture.words)] if self._capture.words else []
        if newest is not None:
            warnings += [str(each) for each in newest.state.warnings]
        sees = self._capture.can_judge or newest is not None
        told = tuple(dict.fromkeys(each[:1000] for each in warnings))[:MOST_WARNINGS]
        self._link.tell_health(TableHealth(self.match, self._name, told, camera=sees and not self._capture.words))


def _learn_key(root: Path, membership: Membership, key: str) -> None:
    """In the link's thread: the first hub that was met is the one that is believed from now on."""
    keep_membership(root, msgspec.structs.replace(membership, hub_key=key))


def _drop(_: object) -> None:
    pass
