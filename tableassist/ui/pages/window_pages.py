"""The pages of a running table: what the window knows goes onto their board, what they ask for is done here."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from PyQt6.QtCore import QObject, pyqtBoundSignal, pyqtSignal

from tableassist.pipeline.moment import Moment
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.runtime.cards.desk import CardDesk
from tableassist.runtime.game.desk import GameDesk
from tableassist.services.fair_play import FairPlay
from tableassist.ui.cards.words import row_marks
from tableassist.ui.session.session import Session
from tableassist.ui.workers.from_thread import emit_unless_gone

if TYPE_CHECKING:
    from tableassist.web.board import CardsPosted, PageBoard
    from tableassist.web.seats import Seat, Seats
    from tableassist.web.server import PageServer


class LiveGame(Protocol):
    """The window's game."""

    changed: pyqtBoundSignal

    @property
    def desk(self) -> GameDesk | CardDesk | None: ...
    @property
    def now_ns(self) -> int: ...


class WindowPages(QObject):
    """Outlives the window that shows it. Nothing of the server is loaded before somebody switches it on."""

    asked = pyqtSignal(object)
    """A Ruling that somebody at a page wants to know."""
    called = pyqtSignal(str)
    """The player who calls the judge."""
    switched = pyqtSignal(bool)
    renewed = pyqtSignal()
    """Another game is played: its links are new."""
    _waits = pyqtSignal()
    """A page wants something; emitted in the server's thread."""

    def __init__(self, session: Session, game: LiveGame, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._game = game
        self._name = name
        self._server: PageServer | None = None
        self._board: PageBoard | None = None
        self._seats: Seats | None = None
        self._tokens: dict[Seat, str] = {}
        self._obey: Callable[[], None] = lambda: None
        self._visible: tuple[FairPlay, bool, frozenset[str]] = (FairPlay.OPEN, True, frozenset())
        self.undo_asked_by = ""
        self._played: GameDesk | CardDesk | None = None
        """The desk of the game that the links were given for."""
        self._waits.connect(self._obey_all)
        game.changed.connect(self._post_game)

    def listen(self) -> None:
        """To the session, whose listeners go with each window."""
        self._session.arrived.connect(self._take)
        self._session.overruled.connect(lambda overrulings, _moment: self._post(overrulings=overrulings))

    @property
    def is_on(self) -> bool:
        return self._server is not None

    @property
    def to_network(self) -> bool:
        return self._server is not None and self._server.to_network

    @property
    def is_open_to_spectators(self) -> bool:
        return self._seats is not None and self._seats.open_to_spectators

    @property
    def players(self) -> tuple[str, ...]:
        return self._session.settings.state.players

    def start(self, *, to_network: bool = False, port: int | None = None) -> None:
        """BadRequestError where no port is free. Links that were given stay good when the network is opened."""
        from tableassist.web.hosting import CommandQueue  # noqa: PLC0415  loaded where pages are wanted
        from tableassist.web.seats import Seats  # noqa: PLC0415
        from tableassist.web.server import PageServer  # noqa: PLC0415

        self.stop()
        self._board = self.open_board()
        self._seats = self._seats or Seats()
        queue = CommandQueue(lambda: emit_unless_gone(self, "_waits"))
        self._obey = lambda: queue.obey_all(self)
        self._server = PageServer(self._board, self._seats, queue, to_network=to_network, port=port)
        self._server.start()
        self.switched.emit(True)

    def open_board(self) -> "PageBoard":
        """What is so now goes onto it from now on, also while nobody serves it: a league shows it, too."""
        from tableassist.web.board import PageBoard  # noqa: PLC0415  loaded where it is wanted

        if self._board is None:
            self._board = PageBoard(self._name)
        self._post(overrulings=self._session.overrulings, moment=self._session.newest)
        self._post_game()
        self._post_visible()
        return self._board

    def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
            self.switched.emit(False)

    def close(self) -> None:
        self.stop()

    def open_to_spectators(self, wanted: bool) -> None:
        if self._seats is not None:
            self._seats.open_to_spectators = wanted

    def link(self, page: str, seat: "Seat") -> str:
        """The seat's own link; the same each time until it is renewed."""
        assert self._server is not None
        assert self._seats is not None
        if seat not in self._tokens:
            self._tokens[seat] = self._seats.invite(seat)
        return self._server.link(page, self._tokens[seat])

    def renew(self, seat: "Seat") -> None:
        """Links of this seat that were given stop working."""
        assert self._seats is not None
        self._seats.revoke(seat)
        self._tokens.pop(seat, None)
        self._post()

    def show_question(self, ruling: Ruling | None) -> None:
        """The ruling that the window shows to everybody."""
        self._post(question="" if ruling is None else ruling.id)

    def question(self) -> Ruling | None:
        """The ruling that is shown to everybody, as it is now."""
        shown = "" if self._board is None else self._board.now.question
        return next((each for each in self.rulings if each.id == shown), None) if shown else None

    def show_as(self, mode: FairPlay, released: bool, asked: frozenset[str]) -> None:
        """What fair play lets be seen."""
        self._visible = mode, released, asked
        self._post_visible()

    # What the pages ask for (a TableHost)

    @property
    def desk(self) -> GameDesk | CardDesk | None:
        return self._game.desk

    @property
    def rulings(self) -> Sequence[Ruling]:
        newest = self._session.newest
        return () if newest is None else newest.state.rulings

    @property
    def t_ns(self) -> int | None:
        return self._game.now_ns

    def ask_undo(self, player: str) -> None:
        self.undo_asked_by = player
        self._post_game()

    def ask(self, ruling: Ruling) -> None:
        self.asked.emit(ruling)

    def call_judge(self, player: str) -> None:
        if self._board is not None:
            calls = self._board.now.calls
            self._post(calls=(*(each for each in calls if each != player), player) if player else ())
        if player:
            self.called.emit(player)

    def overrule(self, ruling: Ruling, verdict: Verdict, reason: str) -> None:
        self._session.overrule(ruling, verdict, reason=reason, by="judge", moment=self._session.newest)

    def confirm(self, piece: str, by: str, *, confirmed: bool) -> bool:
        newest = self._session.newest
        if newest is None or newest.state.scene.find(piece) is None:
            return False
        if confirmed:
            self._session.confirm(piece, by)
        else:
            self._session.take_back_confirmation(piece)
        return True

    def _obey_all(self) -> None:
        self._obey()

    def _renew_for(self, desk: GameDesk | CardDesk) -> None:
        """A link opens one game. Those given before the first game began are good for it."""
        before, self._played = self._played, desk
        if before is None or before is desk or _goes_on(before, desk) or self._seats is None:
            return
        self._seats.revoke_all()
        self._tokens.clear()
        self.undo_asked_by = ""
        self.renewed.emit()

    def _take(self, moment: Moment) -> None:
        self._post(moment=moment)

    def _post(self, **changes: object) -> None:
        if self._board is not None:
            self._board.post(**changes)

    def _post_visible(self) -> None:
        mode, released, asked = self._visible
        self._post(fair_play=mode, is_released=released, asked=asked)

    def _post_game(self) -> None:
        if self._board is None:
            return
        from tableassist.web.board import GamePosted  # noqa: PLC0415

        desk = self._game.desk
        if desk is None:
            self._post(game=None, cards=None)
            return
        self._renew_for(desk)
        if isinstance(desk, CardDesk):
            self._post(cards=self._cards_posted(desk))
            return
        game = GamePosted(desk.refereed, desk.proposals, desk.armed, desk.free_roll, self.undo_asked_by)
        self._post(game=game)

    def _cards_posted(self, desk: CardDesk) -> "CardsPosted":
        from tableassist.web.board import CardsPosted  # noqa: PLC0415

        marks = row_marks(desk.game, desk.seen, desk.differences)
        return CardsPosted(desk.refereed, desk.proposals, marks, undo_asked_by=self.undo_asked_by)


def _goes_on(before: GameDesk | CardDesk, desk: GameDesk | CardDesk) -> bool:
    """Whether it is the same game, opened again."""
    said = before.log.records
    return desk.start == before.start and desk.log.records[: len(said)] == said
