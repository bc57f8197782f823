"""The card game of a table: what the camera sees of the cards becomes acts."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tableassist.errors import BadRequestError
from tableassist.matches.games import GameDocument
from tableassist.messages import Message, Text
from tableassist.pipeline.card_game.proposal import CARD_POLICIES
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.cards.reading import CardsSeen
from tableassist.pipeline.cards.settling import CardsFollowed
from tableassist.rulebook import Log
from tableassist.rulebook.cardgame import CardStart
from tableassist.store.game import CardGameFile
from tableassist.store.game_words import card_act_words
from tableassist.table.commands import AnyCommand, BeginGame, Result
from tableassist.table.events import CardsMoved
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.card_handling import handle_card_command
from tableassist.table.game.handling import TableHost
from tableassist.table.game.journal import kept_cards
from tableassist.table.game.running_game import ActRecord, RunningGame
from tableassist.table.game.views import row_marks
from tableassist.table.keeper import GameKeeper
from tableassist.table.owner import in_owner_thread
from tableassist.table.seats import Seat
from tableassist.table.session import TableSession
from tableassist.table.snapshot import CardsSnapshot, UndoRequest


class TableCardGame(RunningGame[CardDesk]):
    """`take` each picture's cards, in the owner's thread."""

    default_policies = CARD_POLICIES

    def __init__(
        self,
        session: TableSession,
        keeper: GameKeeper,
        settings: CardTableSettings | None = None,
        *,
        recording: ActRecord | None = None,
    ) -> None:
        """`settings`: those by which a game begins that nobody has chosen others for."""
        super().__init__(session, keeper, recording=recording)
        self.settings = settings
        self.followed: CardsFollowed | None = None

    @property
    def seen(self) -> CardsSeen | None:
        """The table as it last lay at rest."""
        return None if self.followed is None else self.followed.settled

    @in_owner_thread
    def begin(self, start: CardStart) -> None:
        """BadFileError if it cannot be saved; then none begins."""
        self.go_on(CardGameFile(start, Log()))

    def handle(self, host: TableHost, seat: Seat, command: AnyCommand) -> Result:
        if self.desk is None:
            return super().handle(host, seat, command)
        return handle_card_command(host, self.desk, seat, command)

    def begin_as_asked(self, command: BeginGame, table_file: Path | None) -> None:  # noqa: ARG002  has no set-up file
        if self.settings is None:
            raise BadRequestError("no game can be played here")
        self.begin_as_seen(card_settings_of(self.settings, command))

    def make_snapshot(self, undo_request: UndoRequest | None) -> CardsSnapshot | None:
        desk = self.desk
        if desk is None:
            return None
        return CardsSnapshot(
            desk.refereed,
            desk.proposals,
            row_marks(desk.game, desk.seen, desk.differences),
            undo_request,
            notes=desk.notes,
            differences=desk.differences,
            file=CardGameFile(desk.start, desk.log),
        )

    def find_missing(self, settings: CardTableSettings) -> Text | None:
        """Say what the table still lacks before a game can begin by these settings; None: nothing."""
        seen = self.seen
        return Message("the camera has not seen the table at rest yet") if seen is None else settings.not_ready(seen)

    @in_owner_thread
    def begin_as_seen(self, settings: CardTableSettings) -> None:
        """Begin a game with the cards as the camera sees them. BadRequestError where something is missing."""
        missing, seen = self.find_missing(settings), self.seen
        if missing is not None or seen is None:
            raise BadRequestError("{problem}", problem=missing or "")
        self.begin(settings.start(seen))

    @in_owner_thread
    def go_on(self, game: CardGameFile) -> None:
        self._begin(self._desk_of(game))
        self._look()

    def _own_game(self, document: GameDocument) -> CardGameFile:
        if isinstance(document.game, CardGameFile):
            return document.game
        raise BadRequestError("got the constructible game, expected a card game")

    @in_owner_thread
    def take(self, followed: CardsFollowed) -> None:
        before, self.followed = self.followed, followed
        self._look()
        if before is None or (before.settled, before.is_waiting) != (followed.settled, followed.is_waiting):
            self._publish(CardsMoved())

    def _look(self) -> None:
        if self.desk is not None and self.followed is not None:
            if not self._clock.runs:
                self._start_clock()
            self.desk.take_cards(self.followed, self.now_ns)

    def _desk_of(self, game: CardGameFile) -> CardDesk:
        return CardDesk(game.start, game.log, policies=self.policies, keep=self._keep)

    def _kept_desk(self, folder: Path) -> CardDesk | None:
        game = kept_cards(folder)
        return None if game is None else self._desk_of(game)

    def _is_over(self, desk: CardDesk) -> bool:
        return desk.game.ending is not None

    def _act_words(self, desk: CardDesk, act: Any) -> Text:
        return card_act_words(act, desk.start.names)


def card_settings_of(settings: CardTableSettings, command: BeginGame) -> CardTableSettings:
    """Apply what a command chooses to the settings of the table."""
    chosen = {name: value for name in ("upcoming", "hand", "extended") if (value := getattr(command, name)) is not None}
    return replace(settings, first=command.first or settings.first, **chosen)
