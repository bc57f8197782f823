"""A table without a window in its league: it is seen, its health is told, and what is too close to call."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from tableassist import __version__
from tableassist.formats.judgement_json import ruling_row
from tableassist.formats.league.commands import AnyOrder, Assign, Decide, LeagueCommand, RoundClock, Tell
from tableassist.formats.league.join_code import Membership
from tableassist.formats.league.records import MatchBegun, RulingMade
from tableassist.formats.league.states import LeagueTableState
from tableassist.formats.match.reader import MatchReader
from tableassist.messages import Text, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.runtime.league.link import HubLink
from tableassist.runtime.league.link_state import TableHealth
from tableassist.runtime.league.match_feed import MatchFeed, clipped
from tableassist.runtime.league.membership_file import keep_membership, league_root, membership_lock
from tableassist.runtime.league.outbox import Outbox
from tableassist.services.evidence.make import TOLD_RULES
from tableassist.services.judging import question_words
from tableassist.table.snapshot import SnapshotBoard
from tableassist.web.views.league_state import LeaguePicture

STEADY_NS: Final = 2_000_000_000
"""What is too close for so long is told."""
AGAIN_NS: Final = 60_000_000_000
LAST_WORDS_S: Final = 5.0
MOST_WARNINGS: Final = 4


class RecordedForLeague:
    """`take` is called in the table's thread and returns at once."""

    def __init__(self, membership: Membership, settings: TableSettings, tell: Callable[[str], None]) -> None:
        folder = keep_membership(league_root(), membership)
        self._lock = membership_lock(folder)
        self._settings, self._tell = settings, tell
        self._board = SnapshotBoard(settings.name)
        self._picture = LeaguePicture(self._board)
        self._link = HubLink(membership, Outbox(folder), on_command=self._obey, picture=self._newer)
        self._feed = MatchFeed(self._link)
        self._rulings: tuple[Ruling, ...] = ()
        self._since: dict[str, int] = {}
        """Since when each ruling has been too close."""
        self._told: dict[str, int] = {}
        self._trouble = ""
        self._first_ns: int | None = None

    def begin(self, match: Path) -> None:
        with closing(MatchReader(match)) as reader:
            record = reader.facts.match_id
        edition = self._settings.rules.edition.name
        begun = MatchBegun(clipped(match.stem), self._settings.state.players, edition, program=__version__)
        self._feed.follow_recording(record, begun)
        self._link.start()
        self._tell_health(())

    def take(self, moment: Moment) -> None:
        self._board.post(moment=moment)
        t_ns = moment.state.t_ns
        self._first_ns = t_ns if self._first_ns is None else self._first_ns
        self._tell_health(moment.state.warnings)
        self._trouble = ""
        for ruling in self._too_close(moment, t_ns):
            names = {piece.id: piece.name for piece in moment.settings.pieces}
            t_ms = max(0, (t_ns - self._first_ns) // 1_000_000)
            self._feed.say(RulingMade(ruling_row(ruling), clipped(str(question_words(ruling, names))), t_ms))

    def trouble(self, words: Text) -> None:
        """With the camera."""
        self._trouble = str(words)
        self._tell_health(())

    def end(self) -> None:
        """Waits a little for the hub to confirm the last words; what it lacks then is sent at the next start."""
        self._feed.end("the recording has ended")
        until = time.monotonic() + LAST_WORDS_S
        while self._link.outbox.waiting() and time.monotonic() < until:
            time.sleep(0.05)
        waiting = self._link.outbox.waiting()
        self._link.close()
        self._link.outbox.close()
        self._lock.free()
        if waiting:
            self._tell(tr("{count} records wait until the hub is reached again.", count=waiting))

    def _newer(self) -> LeagueTableState | None:
        return self._picture.newer(self._feed.match, ())

    def _too_close(self, moment: Moment, t_ns: int) -> list[Ruling]:
        """Each when it has been so for a while, and not again at once."""
        close = {each.id: each for each in moment.state.rulings
                 if each.verdict is Verdict.TOO_CLOSE and each.rule in TOLD_RULES}  # fmt: skip
        self._since = {name: self._since.get(name, t_ns) for name in close}
        steady = [name for name, since in self._since.items() if t_ns - since >= STEADY_NS]
        new = [name for name in steady if name not in self._told or t_ns - self._told[name] >= AGAIN_NS]
        self._told |= dict.fromkeys(new, t_ns)
        return [close[name] for name in new]

    def _tell_health(self, warnings: tuple[Text, ...]) -> None:
        told = [self._trouble] if self._trouble else []
        health = tuple(clipped(each) for each in dict.fromkeys([*told, *map(str, warnings)]))[:MOST_WARNINGS]
        name = clipped(self._settings.name)
        self._link.tell_health(TableHealth(self._feed.match, name, health, camera=not self._trouble))

    def _obey(self, command: LeagueCommand) -> None:
        """In the link's thread."""
        done, words, told = _told(command.order)
        self._tell(told)
        match = self._feed.match or self._feed.table_log()
        self._link.answer(match, command.id, done=done, words=words)


def _told(order: AnyOrder) -> tuple[bool, str, str]:
    """Whether it was done, what the hub is told, and what is told here."""
    match order:
        case Decide():
            who = tr("Judge {name}", name=order.judge)
            words = "this table is only recorded: the decision was told there"
            return False, words, tr("{judge}: {reason}", judge=who, reason=order.reason)
        case Assign():
            return True, "", tr("Round {round} at this table: {players}", round=order.round, players=order.players)
        case RoundClock():
            minutes = max(0, order.left_s) // 60
            return True, "", tr("Round {round}: {minutes} minutes left", round=order.round, minutes=minutes)
        case Tell():
            return True, "", tr("{who}: {words}", who=tr("Judge"), words=order.words)
