"""What a table tells its league of a game: its facts, each act, the result."""

import base64
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tableassist import __version__
from tableassist.messages import Text
from tableassist.rulebook import Entry
from tableassist.store.game_words import ending_words, ending_words_of_cards
from tableassist.store.keys import key_folder, table_key_or_none
from tableassist.store.league import Assign
from tableassist.store.league_records import ActSaid, MatchBegun, MatchEnded, ResultSaid
from tableassist.table.events import ActWritten, AnyEvent, GameChanged, GameStarted, GameStopped
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.desk import GameDesk
from tableassist.table.game.journal import ACTS_FILE
from tableassist.table.hub_link.match_feed import clipped
from tableassist.table.keeper import GameKeeper
from tableassist.table.league.evening import seated
from tableassist.table.owner import Owner, in_owner_thread
from tableassist.table.table import Table

AnyDesk = GameDesk | CardDesk
Seated = Mapping[str, str]
"""Who plays, by the name that the table has for the seat."""


def seats_of(desk: AnyDesk) -> tuple[str, ...]:
    return desk.start.players if isinstance(desk, CardDesk) else tuple(player.name for player in desk.start.players)


def match_begun(desk: AnyDesk, *, name: str, seated: Seated, pairing: str, public_key: str) -> MatchBegun:
    is_cards = isinstance(desk, CardDesk)
    return MatchBegun(
        name=clipped(name),
        players=tuple(seated.get(each, each) for each in seats_of(desk)),
        edition="" if isinstance(desk, CardDesk) else desk.start.edition,
        game="cards" if is_cards else "ships",
        pairing=pairing,
        program=__version__,
        public_key=public_key,
    )


def act_said(desk: AnyDesk, line: str, words: Text) -> ActSaid:
    """Of the last record of its log."""
    record = desk.log.records[-1]
    foul = isinstance(record, Entry) and record.view is not None and record.view.is_foul
    return ActSaid(line, words=clipped(str(words)), turn=desk.game.player, is_foul=foul)


def result_of(desk: AnyDesk, seated: Seated) -> ResultSaid | None:
    """By the referee; None while the game is not over."""
    ending: Any = desk.game.ending
    if ending is None or not ending.winners:  # also while coins are still to be turned over
        return None
    is_cards = isinstance(desk, CardDesk)
    points = ending.score if is_cards else ending.gold
    winner = ending.winners[0] if len(ending.winners) == 1 else ""
    why = ending_words_of_cards(ending) if is_cards else ending_words(ending)
    return ResultSaid(
        points={seated.get(name, name): int(count) for name, count in points.items()},
        winner=seated.get(winner, winner),
        why=clipped(str(why)),
    )


if TYPE_CHECKING:
    from tableassist.table.hub_link.link import HubLink
    from tableassist.table.hub_link.match_feed import MatchFeed


class GameTelling:
    """`on_change` hears of another match or another result."""

    def __init__(self, table: Table, keeper: GameKeeper, name: str, on_change: Callable[[], object]) -> None:
        self._table, self._keeper, self._name = table, keeper, name
        self._on_change = on_change
        self.feed: MatchFeed | None = None
        """None while the table is in no league."""
        self._link: HubLink | None = None
        self.assigned: Assign | None = None
        self._played: set[str] = set()
        """Pairings that are over: another game at this table is none of the round's."""
        self.seated: Mapping[str, str] = {}
        """Who plays, by the table's name for the seat."""
        self.result: ResultSaid | None = None
        """What the referee says of the game that is over, and who has confirmed it."""
        table.subscribe(self._take_event)

    def _take_event(self, event: AnyEvent) -> None:
        match event:
            case GameStarted() | GameStopped():
                self.follow()
            case ActWritten():
                self._say_act(event.line)
            case GameChanged():
                self._look_for_result()

    @property
    def owner(self) -> Owner:
        return self._table.owner

    @property
    def match(self) -> str:
        return "" if self.feed is None else self.feed.match

    @property
    def seats(self) -> tuple[str, ...]:
        """As the table calls those who play at it."""
        desk = self._table.desk
        return self._table.settings.state.players if desk is None else seats_of(desk)

    @property
    def t_ms(self) -> int:
        """Of the match."""
        return max(0, (self._table.t_ns or 0) // 1_000_000)

    def tell(self, link: "HubLink | None", feed: "MatchFeed | None") -> None:
        """From now on; None: nobody."""
        self._link, self.feed = link, feed
        self.follow()

    def assign(self, order: Assign) -> None:
        self.assigned, self.seated = order, seated(order, self.seats)
        desk = self._table.desk
        if desk is not None and not desk.log.records:
            self.tell_anew("assigned")  # set up for this very round

    def forget_evening(self) -> None:
        self.assigned, self.seated = None, {}

    @in_owner_thread
    def seat(self, who: Mapping[str, str]) -> None:
        """Who plays on which seat. A match that has begun with others is told anew."""
        if dict(who) != dict(self.seated):
            self.seated = dict(who)
            self.tell_anew("seats")

    @in_owner_thread
    def confirm_result(self, player: str) -> None:
        if self.result is None or self.feed is None or player in self.result.confirmed_by:
            return
        confirmed = (*self.result.confirmed_by, player)
        self.result = msgspec.structs.replace(self.result, confirmed_by=confirmed)
        self.feed.say(self.result)
        if set(confirmed) >= set(self.result.points):
            self._played.add(self._pairing)
            self.feed.say(MatchEnded("confirmed by all players"))
        self._on_change()

    def follow(self) -> None:
        """The game that runs now, or that none does."""
        if self.feed is None:
            self.result = None
            return
        desk, folder = self._table.desk, self._keeper.kept_in
        if desk is None:
            was_abandoned = folder is not None and not (folder / ACTS_FILE).exists()
            if was_abandoned:
                self.feed.end("abandoned")
            else:
                self.feed.leave()
            self.result = None
        else:
            if self.assigned is not None:
                self.seated = self.seated or seated(self.assigned, seats_of(desk))
            is_new = self.feed.follow(desk.lines(), self._make_match_begun(desk), folder)
            self.result = None if is_new else self._last_result()
        self._look_for_result()
        self._on_change()

    def tell_anew(self, why: str) -> None:
        """As another match, from its beginning."""
        desk = self._table.desk
        if self.feed is not None and self.feed.match and desk is not None:
            self.feed.end(why)
            self.feed.begin_anew(desk.lines(), self._make_match_begun(desk))
            self.result = None
            self._look_for_result()
            self._on_change()

    @property
    def _pairing(self) -> str:
        pairing = "" if self.assigned is None else self.assigned.pairing
        return "" if pairing in self._played else pairing

    def _make_match_begun(self, desk: AnyDesk) -> MatchBegun:
        key = table_key_or_none(key_folder())
        public = "" if key is None else base64.b64encode(key.public).decode()
        return match_begun(desk, name=self._name, seated=self.seated, pairing=self._pairing, public_key=public)

    def _say_act(self, line: str) -> None:
        desk = self._table.desk
        game = self._table.game
        if self.feed is not None and self.feed.match and desk is not None and game is not None:
            words = game.record_words(desk.log.records[-1])
            self.feed.act(act_said(desk, line, words), desk.lines)

    def _look_for_result(self) -> None:
        desk = self._table.desk
        said = None if desk is None or self.feed is None else result_of(desk, self.seated)
        before = None if self.result is None else msgspec.structs.replace(self.result, confirmed_by=())
        if said == before:
            return
        self.result = said
        if said is not None and self.feed is not None and self.feed.match:
            self.feed.say(said)
        self._on_change()

    def _last_result(self) -> ResultSaid | None:
        """As it was told before the window was closed, with those who had confirmed it."""
        assert self._link is not None
        said = [record.body for record in self._link.outbox.records(self.match) if isinstance(record.body, ResultSaid)]
        return said[-1] if said else None
