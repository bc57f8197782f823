"""The running program behind its windows: what is open, what looks at it, and what is remembered."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QTimer
from PyQt6.QtWidgets import QWidget

from tableassist.matches.recording import (
    Recorder,
    UnfinishedMatch,
    matches_root,
    replay_buffer_root,
    start_replay_buffer,
    unfinished_matches,
)
from tableassist.messages import tr
from tableassist.pipeline.card_game.as_moment import is_card_table_record
from tableassist.setup.plan import own_sample_match
from tableassist.store.kept import FoundGame, last_game
from tableassist.store.league import Membership
from tableassist.store.table import TableBundle
from tableassist.table.commands import JoinLeague, ResumeGame, StartRecording
from tableassist.table.live import OpenTagSource, choose_table
from tableassist.ui.language import speak
from tableassist.ui.long_work import LongWork
from tableassist.ui.matches.recovery import offer, offer_game
from tableassist.ui.session.preferences import LANGUAGE, Preferences, Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell.league_part import offer_league
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.shell.start_window import StartWindow
from tableassist.ui.shell.table_backend import (
    MatchStart,
    TableBackend,
    TableStart,
    WatchedTable,
    read_match_start,
)
from tableassist.ui.shell.window_files import FileKind, TableFileWatch, kind_of
from tableassist.ui.widgets.notices import tell, tell_problem
from tableassist.ui.workers import settle_memory

if TYPE_CHECKING:
    from tableassist.ui.matches.library import MatchLibrary
    from tableassist.ui.setup_wizard.wizard import FirstRun

AnyStart = TableStart | MatchStart
StartReplayBuffer = Callable[[TableBundle | None], Recorder]
MEMORY = "record/memory"
"""The preference whether the last minutes are always kept."""


@dataclass(slots=True)
class OpenTable:
    """What is open now."""

    opened: Recent
    behind: TableBackend
    window: TableWindow


class Program(QObject):
    """One table at a time. `open_tag_source` looks at a source for tags of some families."""

    def __init__(
        self,
        preferences: Preferences,
        open_tag_source: OpenTagSource,
        start_replay_buffer: StartReplayBuffer = start_replay_buffer,
        roots: tuple[Path, Path] | None = None,
        membership: Membership | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`membership`: of the league that the tables that are opened take part in."""
        super().__init__(parent)
        self._membership = membership
        self.preferences = preferences
        self._open_tag_source = open_tag_source
        self._start_replay_buffer = start_replay_buffer
        self._replay_buffer_root, self._matches_root = roots or (replay_buffer_root(), matches_root())
        self._kept_root = self._matches_root.parent / "kept"
        self._resumes: Path | None = None
        """The kept game that somebody has asked for, while its table is opened."""
        self._demo_wanted = False
        """Whether the demo was asked for, while it is opened."""
        self._offered: set[Path] = set()
        self._league_offered = False
        self._open: OpenTable | None = None
        self._until_free: Callable[[], object] = lambda: None
        """Waits until the camera that the wizard looked through is free again."""
        self._start: StartWindow | None = None

    @property
    def window(self) -> TableWindow | None:
        return None if self._open is None else self._open.window

    @property
    def opened(self) -> Recent | None:
        return None if self._open is None else self._open.opened

    def show_start(self) -> StartWindow:
        if self._start is None:
            self._start = StartWindow(self)
        self._start.show_recent(self.preferences.recent)
        self._start.show_game(last_game(self._kept_root))
        self._start.show()
        return self._start

    def open(self, recent: Recent) -> TableWindow:
        """In the place of what was open. TableAssistError where it cannot be opened; what was open then stays."""
        return self._show(recent, self._prepared(recent))

    def _show(self, recent: Recent, prepared: AnyStart) -> TableWindow:
        behind = prepared.make_backend(self)
        self.close_table()
        window = behind.make_window(self, partial(self._closed, behind))
        self._open = OpenTable(recent, behind, window)
        self.preferences.add_recent(recent)
        window.show()
        behind.start()
        if isinstance(behind, WatchedTable):
            if self._membership is not None:
                behind.session.ask(JoinLeague(self._membership))
            self._offer_kept(window, behind)
            if recent.table is not None and not is_card_table_record(window.session.settings):
                TableFileWatch(Path(recent.table), window.session, partial(self._reload, behind), window)
        self._resumes = None
        if self._demo_wanted:
            self._demo_wanted = False
            self.play_demo()
        if self._start is not None:
            self._start.hide()
        QTimer.singleShot(0, settle_memory)  # by itself: together with the window it would be felt
        return window

    def try_open(self, recent: Recent, asker: QWidget) -> LongWork[tuple[Recent, AnyStart]]:
        """As a person asks for it: a camera may take seconds to open, and what goes wrong is told in a box."""
        return self._open_beside(asker, tr("Opening {source} …", source=recent.source), lambda: recent)

    def _open_beside(self, asker: QWidget, words: str, find: Callable[[], Recent]) -> LongWork[tuple[Recent, AnyStart]]:
        """`find`: in a thread."""

        def prepared() -> tuple[Recent, AnyStart]:
            recent = find()
            return recent, self._prepared(recent)

        return LongWork(
            asker,
            words,
            lambda _progress: prepared(),
            lambda found: self._show(*found),
            lambda problem: tell_problem(asker, problem),
            unwanted=lambda found: found[1].close(),
            modal=True,
        )

    def play_demo(self) -> None:
        """What is open is the demo: its game is followed from its next beginning, and its players say their part."""
        if self._open is not None:
            self._open.behind.play_demo(self._show_game)

    def _show_game(self) -> None:
        if self._open is not None:
            self._open.window.show_game()

    def try_demo(self, asker: QWidget, stage: str = "demo") -> None:
        self._demo_wanted = True
        self.try_open(Recent(f"studio:{stage}"), asker)

    def try_sample_match(self, asker: QWidget) -> LongWork[tuple[Recent, AnyStart]]:
        words = tr("Opening the sample match …")
        return self._open_beside(asker, words, lambda: Recent(str(own_sample_match(self._matches_root))))

    def resume_game(self, found: FoundGame, asker: QWidget) -> None:
        """Opens its table, and goes on with it at once."""
        self._resumes = found.folder
        self.try_open(Recent(found.game.source, found.game.table_file), asker)

    def _reload(self, behind: WatchedTable) -> None:
        """Open the same table with its file as it is now, and go on with its game."""
        opened = self.opened
        if opened is not None and self._open is not None:
            self._resumes = behind.keeper.kept_in
            self.try_open(opened, self._open.window)

    def set_up(self, asker: QWidget, table: Path | None = None) -> "FirstRun":
        """The first run, step by step; what comes of it is opened. It needs the camera for itself."""
        from tableassist.ui.setup_wizard.wizard import FirstRun  # noqa: PLC0415  loaded where it is needed

        if self._open is not None:
            asker = self.show_start()
            self.close_table()
        wizard = FirstRun(parent=asker)
        if table is not None:
            wizard.use_table(table)

        def accepted() -> None:
            made = wizard.table
            self.try_open(Recent(wizard.source, None if made is None else str(made)), asker)

        wizard.accepted.connect(accepted)
        self._until_free = wizard.wait_until_free
        wizard.open()
        return wizard

    def choose_language(self, name: str) -> None:
        """Every window is made anew in it; the table behind it goes on, and so does what is recorded or played."""
        self.preferences.choose(LANGUAGE, name)
        speak(name)
        if self._open is not None:
            self._renew(self._open)
        if self._start is not None:
            before, self._start = self._start, None
            if before.isVisible():
                self.show_start().restoreGeometry(before.saveGeometry())
            before.close()
            before.deleteLater()

    def tell_internal_error(self, line: str) -> None:
        if self._open is not None:
            self._open.window.tell_error(line)
        elif self._start is not None:
            tell(self._start, tr("That did not work"), line)

    def _renew(self, table: OpenTable) -> None:
        before = table.window
        before.save_layout()
        table.behind.session.forget_listeners()
        table.window = table.behind.make_window(self, partial(self._closed, table.behind))
        table.window.restore_from(before)
        table.window.show()
        table.window.activateWindow()
        before.close_for_replacement()

    def show_library(self, asker: QWidget) -> "MatchLibrary":
        from tableassist.ui.matches.library import MatchLibrary  # noqa: PLC0415  loaded where it is needed

        library = MatchLibrary(self._matches_root, asker)
        library.chosen.connect(lambda folder: self.try_open(Recent(str(folder)), asker))
        library.open()
        return library

    def close_table(self) -> None:
        if self._open is not None:
            self._open.window.close()

    @property
    def matches_root(self) -> Path:
        """Where the library lies."""
        return self._matches_root

    def source_for(self, table: Path) -> str | None:
        """What looked at this table the last time; None where nothing is known."""
        return next((each.source for each in self.preferences.recent if each.table == str(table)), None)

    def quit(self) -> None:
        self.close_table()
        if self._start is not None:
            self._start.close()

    def _prepared(self, recent: Recent) -> AnyStart:
        """In any thread."""
        self._until_free()
        if kind_of(Path(recent.source)) is FileKind.MATCH:
            return read_match_start(Path(recent.source))
        chosen = choose_table(recent.source, None if recent.table is None else Path(recent.table))
        return TableStart(
            chosen,
            chosen.open_source(self._open_tag_source),
            lambda: self._start_replay_buffer(chosen.bundle),
            keeps_last_minutes=self.preferences.flag(MEMORY, default=True),
            saved_games=chosen.saved_games(self._kept_root),
        )

    def _offer_kept(self, window: TableWindow, behind: WatchedTable) -> None:
        """The game that was played last, then a recording that was cut off."""
        found = behind.keeper.to_offer()

        def offer_unfinished() -> None:
            self._offer_unfinished(window)
            self._offer_league(window, behind)

        if found is None:
            offer_unfinished()
        elif found.folder == self._resumes:
            behind.session.ask(ResumeGame(found.folder.name))
            offer_unfinished()
        else:
            match = self._interrupted(window)
            # One question: who resumes the game wants its recording to go on.
            is_of_game = match is not None and not match.is_replay_buffer
            on = partial(self._resume_recording, match, behind.session) if match is not None and is_of_game else None
            begin_new = lambda: None if window.game is None else window.game.ask_new()  # noqa: E731
            offer_game(found, behind.session, window, begin_new=begin_new, resume_recording=on, then=offer_unfinished)

    def _offer_league(self, window: TableWindow, behind: WatchedTable) -> None:
        """The one that this computer took part in last; asked once, and not where it was joined by command."""
        kept = () if self._league_offered or behind.league.is_on else behind.league.kept()
        self._league_offered = True
        if kept and window.league is not None:
            offer_league(kept[0], window.league, window)

    def _interrupted(self, window: TableWindow) -> UnfinishedMatch | None:
        """The newest recording of this table that was cut off and nobody was asked about today."""
        unfinished = unfinished_matches((self._replay_buffer_root, self._matches_root))
        hers = (match for match in unfinished if match.table == window.session.settings.name)
        return next((match for match in hers if match.folder not in self._offered), None)

    def _resume_recording(self, match: UnfinishedMatch, session: Session) -> None:
        self._offered.add(match.folder)
        self._go_on_recording(session, match.folder)

    def _offer_unfinished(self, window: TableWindow) -> None:
        """Each once: whoever wants to decide later is not asked again today."""
        is_recording = window.recording is not None and window.recording.is_recording
        match = None if is_recording else self._interrupted(window)
        if match is not None:
            self._offered.add(match.folder)
            go_on = partial(self._go_on_recording, window.session)
            offer(match, window, self._matches_root, go_on=go_on, show_message=window.status.showMessage)

    @staticmethod
    def _go_on_recording(session: Session, match: Path) -> None:
        session.ask(StartRecording(str(match), goes_on=True))

    def _closed(self, behind: TableBackend) -> None:
        behind.close()
        self.preferences.save()
        if self._open is not None and self._open.behind is behind:
            self._open = None
            behind.session.deleteLater()
