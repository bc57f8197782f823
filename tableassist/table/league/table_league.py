"""A running table in its league: what happens is told to the hub, and what the hub asks for is done here."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from tableassist import __version__
from tableassist.errors import TableAssistError
from tableassist.messages import tr
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.store.judgement_json import RulingRow, ruling_row
from tableassist.store.league import (
    AnyOrder,
    Assign,
    Decide,
    LeagueCommand,
    LeagueTableState,
    Membership,
    RoundClock,
    Tell,
)
from tableassist.store.league_records import DisputeRaised, MatchBegun, ResultSaid, RulingMade
from tableassist.store.match import MatchLock, MatchReader
from tableassist.store.score import question_of
from tableassist.table.events import AnyEvent, JudgeCalled, OverrulingsChanged, RulingAsked
from tableassist.table.hub_link.link_state import LinkState, TableHealth
from tableassist.table.hub_link.membership_file import (
    forget_membership,
    keep_membership,
    league_root,
    membership_lock,
    read_memberships,
)
from tableassist.table.keeper import GameKeeper
from tableassist.table.league.decisions import Decisions, OverrulingTelling
from tableassist.table.league.evening import RoundCountdown, assigned_words, countdown
from tableassist.table.league.game_telling import GameTelling
from tableassist.table.league.judge_calls import JudgeCalls
from tableassist.table.owner import Owner, in_owner_thread
from tableassist.table.recording import TableRecord
from tableassist.table.snapshot import SnapshotBoard
from tableassist.table.table import Table

if TYPE_CHECKING:
    from tableassist.table.hub_link.link import HubLink
    from tableassist.table.hub_link.match_feed import MatchFeed

AGAIN_S: Final = 10.0
"""The same answer to the same question within this is told once."""
MOST_WARNINGS: Final = 4


class Picture(Protocol):
    """The small live picture of a table for its league."""

    def newer(self, match: str, calls: tuple[str, ...]) -> LeagueTableState | None: ...


class TableLeague:
    """Belongs to the table's owner, which also does what other threads call. Nothing of the link is loaded before
    somebody joins. Call `tick` once a second."""

    def __init__(
        self,
        table: Table,
        keeper: GameKeeper,
        recording: TableRecord | None,
        name: str,
        *,
        make_picture: Callable[[SnapshotBoard], Picture],
        root: Path | None = None,
    ) -> None:
        """`root`: where memberships are kept."""
        self.table, self._record, self._name = table, recording, name
        self._make_picture = make_picture
        self.root = root or league_root()
        self.state = LinkState()
        self.clock: RoundCountdown | None = None
        self._link: HubLink | None = None
        self._lock: MatchLock | None = None
        self._asked: dict[str, tuple[Verdict, float]] = {}
        self._began_anew = False
        self.told_game = GameTelling(table, keeper, name, self._game_changed)
        self.calls = JudgeCalls(table, recording, on_change=self._report_change, on_words=self._report_done)
        self.decisions = Decisions(table, self.calls, self._find_told_row)
        self._overrulings = OverrulingTelling(self.question)
        table.league = self
        table.subscribe(self._take_event)

    @property
    def owner(self) -> Owner:
        return self.table.owner

    # What a subclass hears. In the owner's thread.

    def _report_change(self) -> None:
        """Whatever is shown of it has changed: the link, the clock, the result, calls for the judge."""

    def _report_words(self, words: str) -> None:
        """Words of the judge or of the hub for the people at the table."""

    def _report_done(self, words: str) -> None:
        """What has come of something that somebody here asked for."""

    def _report_assignment(self) -> None:
        """The hub has said who plays here."""

    def _game_changed(self) -> None:
        self._tell_health()
        self._report_change()

    def _take_event(self, event: AnyEvent) -> None:
        match event:
            case JudgeCalled():
                self._take_call_from_page(event.player)
            case OverrulingsChanged():
                self._tell_overruling(self.table.overrulings)
            case RulingAsked() if event.by and self.table.newest is not None:
                rulings = self.table.newest.state.rulings
                self.tell_asked([ruling for ruling in rulings if ruling.id == event.ruling], event.by)

    # Joining and leaving

    @property
    def is_on(self) -> bool:
        return self._link is not None

    @property
    def membership(self) -> Membership | None:
        return None if self._link is None else self._link.membership

    @property
    def match(self) -> str:
        return self.told_game.match

    @property
    def result(self) -> ResultSaid | None:
        return self.told_game.result

    @property
    def _feed(self) -> "MatchFeed | None":
        return self.told_game.feed

    def kept(self) -> tuple[Membership, ...]:
        """Leagues that this computer has joined before, the last one first."""
        return read_memberships(self.root)

    @in_owner_thread
    def join(self, membership: Membership) -> None:
        """TableAssistError where another window is this table, or the disk does not take it."""
        from tableassist.table.hub_link.link import HubLink  # noqa: PLC0415  loaded where it is needed
        from tableassist.table.hub_link.match_feed import MatchFeed  # noqa: PLC0415
        from tableassist.table.hub_link.outbox import KEEP_MS, Outbox  # noqa: PLC0415

        self._disconnect()
        folder = keep_membership(self.root, membership)
        self._lock = membership_lock(folder)
        picture = self._make_picture(self.table.board)
        try:
            outbox = Outbox(folder)
            self._link = HubLink(
                membership,
                outbox,
                on_command=lambda command: _drop(self.table.owner.post(partial(self._obey, command))),
                on_change=lambda state: _drop(self.table.owner.post(partial(self._take_state, state))),
                picture=lambda: picture.newer(self.told_game.match, self.calls.by),
                learned_key=partial(_learn_key, self.root, membership),
            )
        except TableAssistError:
            self._lock.free()
            self._lock = None
            raise
        outbox.forget(time.time_ns() // 1_000_000 - KEEP_MS)
        self._overrulings.begin(self.table.overrulings)
        self._began_anew = False
        self.told_game.tell(self._link, MatchFeed(self._link))
        self._link.start()
        self._report_change()

    @in_owner_thread
    def leave(self) -> None:
        """The membership is forgotten; what the hub lacks is sent when the table joins again."""
        membership = self.membership
        self._disconnect()
        if membership is not None:
            forget_membership(self.root, membership)
        self.told_game.forget_evening()
        self.clock = None
        self._report_change()

    @in_owner_thread
    def close(self) -> None:
        self._disconnect()

    def _disconnect(self) -> None:
        self.calls.close()
        if self._link is not None:
            self.told_game.tell(None, None)
            self._link.close()
            self._link.outbox.close()
            self._link = None
        if self._lock is not None:
            self._lock.free()
            self._lock = None
        self.state = LinkState()

    # What the window tells

    @in_owner_thread
    def follow_record(self) -> None:
        """Tell the match that is recorded, where no game is played: by the id of its record."""
        folder, feed = None if self._record is None else self._record.folder, self._feed
        if folder is None or feed is None:
            return
        with closing(MatchReader(folder)) as reader:
            match_id = reader.facts.match_id
        settings = self.table.settings
        edition = settings.rules.edition.name
        begun = MatchBegun(folder.stem[:1000], settings.state.players, edition, program=__version__)
        feed.follow_recording(match_id, begun)
        self._tell_health()

    @in_owner_thread
    def end_record(self, why: str) -> None:
        """The match that `follow_record` tells is over."""
        if self._feed is not None:
            self._feed.end(why)

    def waiting_records(self) -> int:
        """Count what the hub has not confirmed yet."""
        return 0 if self._link is None else self._link.outbox.waiting()

    @in_owner_thread
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
            self._feed.say(RulingMade(ruling_row(ruling), self.question(ruling), self.told_game.t_ms, by))

    def question(self, ruling: Ruling) -> str:
        names = {piece.id: piece.name for piece in self.table.settings.pieces}
        return str(question_of(ruling, names))[:1000]

    @in_owner_thread
    def call_judge(self, question: str, by: str, ruling: Ruling | None) -> None:
        """With evidence of the moment that is shown."""
        if self._link is not None and self._feed is not None:
            match = self._feed.match or self._feed.table_log()
            words = question or ("" if ruling is None else self.question(ruling))
            self.calls.raise_dispute(self._link, match, words, by=by, ruling=ruling, t_ms=self.told_game.t_ms)

    @in_owner_thread
    def withdraw_calls(self) -> None:
        if self._link is not None:
            self.calls.withdraw(self._link)

    def seat_players(self, players: Mapping[str, str]) -> None:
        """Say who plays which side. A match that has begun with others is told again from its beginning."""
        self.told_game.seat(players)

    def confirm_result(self, player: str) -> None:
        self.told_game.confirm_result(player)

    def _find_told_row(self, order: Decide) -> RulingRow | None:
        if self._link is None:
            return None
        bodies = [record.body for record in self._link.outbox.records(order.match)]
        disputes = [body for body in bodies if isinstance(body, DisputeRaised) and body.dispute == order.dispute]
        asked = [body for body in bodies if isinstance(body, RulingMade) and body.ruling.id == order.ruling]
        rows = [*(each.ruling for each in asked), *(dispute.ruling for dispute in disputes)]
        return next((row for row in reversed(rows) if row is not None), None)

    def _tell_overruling(self, now: tuple[Overruling, ...]) -> None:
        said = self._overrulings.take(now)
        if self._feed is not None and said is not None:
            self._feed.say(said)

    def _take_call_from_page(self, player: str) -> None:
        """About the ruling that is shown to everybody, if one is."""
        if self.is_on:
            words = tr("{player} calls the judge.", player=player)
            self.call_judge(words, player, self.table.shown_question())

    # What the hub asks for

    def _obey(self, command: LeagueCommand) -> None:
        if self._link is None or self._feed is None:
            return
        done, words = self._carry_out_order(command.order, self._link.hub_clock.age_ms(command.issued_ms))
        match = self._feed.match or self._feed.table_log()
        self._link.answer(match, command.id, done=done, words=words[:1000])
        self._report_change()

    def _carry_out_order(self, order: AnyOrder, age_ms: int) -> tuple[bool, str]:
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
                self._report_words(tr("{who}: {words}", who=judge, words=order.words))
                return True, ""

    def _decide(self, order: Decide) -> tuple[bool, str]:
        assert self._feed is not None
        self._report_words(self.decisions.words(order))
        self.calls.close_dispute(order.dispute)
        self.table.call_judge("")
        if not self._feed.is_played(order.match):
            return False, "that match is not being played at this table any more"
        self._overrulings.carries_out = order.decision
        try:
            told = self.decisions.carry_out(order)
        finally:
            self._overrulings.carries_out = ""
        return True, told

    def _assign(self, order: Assign) -> tuple[bool, str]:
        self.told_game.assign(order)
        self._report_words(assigned_words(order))
        self._report_assignment()
        return True, ""

    # How it stands

    def _take_state(self, state: LinkState) -> None:
        if self._link is None:
            return
        self.state = state
        if self.match in state.refused and not self._began_anew:
            self._began_anew = True  # once: a hub that takes nothing at all is not told of more and more matches
            self.told_game.tell_anew("refused")
        self._report_change()

    @in_owner_thread
    def tick(self) -> None:
        """Tell the hub how the table is; once a second."""
        self._tell_health()
        if self.clock is not None:
            self._report_change()

    def _tell_health(self) -> None:
        if self._link is None:
            return
        newest, camera = self.table.newest, self.table.camera
        warnings: list[str] = [str(camera.words)] if camera.words else []
        if newest is not None:
            warnings += [str(warning) for warning in newest.state.warnings]
        sees = camera.can_judge or newest is not None
        told = tuple(dict.fromkeys(warning[:1000] for warning in warnings))[:MOST_WARNINGS]
        self._link.tell_health(TableHealth(self.match, self._name, told, camera=sees and not camera.words))


def _learn_key(root: Path, membership: Membership, key: str) -> None:
    """In the link's thread: the first hub that was met is the one that is believed from now on."""
    keep_membership(root, msgspec.structs.replace(membership, hub_key=key))


def _drop(_: object) -> None:
    pass
