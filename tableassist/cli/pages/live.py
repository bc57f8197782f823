"""A whole table without a window: camera, referee, phones, judge, stream and record, until Ctrl-C."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from threading import Event

from tableassist.capture import SourceKind, parse_source
from tableassist.cli.match.record import ended_by_signal, table_for
from tableassist.cli.pages.qr_code import qr_lines
from tableassist.cli.streams import going_on_without_output
from tableassist.cli.terminal import tell
from tableassist.formats.kept.folder import table_folder
from tableassist.formats.league.join_code import Membership
from tableassist.messages import Text, say, tr
from tableassist.runtime.capture_process.supervised_source import open_tag_source
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState
from tableassist.runtime.card_stage import card_settings_for
from tableassist.runtime.cards.live_cards import CARD_FAMILIES
from tableassist.runtime.recorder.replay_buffer import matches_root, start_replay_buffer
from tableassist.runtime.table_source import find_stage
from tableassist.services.fair_play_mode import FairPlay
from tableassist.table.card_game import TableCardGame
from tableassist.table.commands import BeginGame
from tableassist.table.events import AnyEvent, JudgeCalled, MomentArrived, Notice, NotKept, Problem
from tableassist.table.league.table_league import TableLeague
from tableassist.table.live import LiveCardHost, LiveHost, LiveListeners, LiveRecord, LiveTableHost, TablePlace
from tableassist.table.seats import JUDGE, SPECTATOR, STREAM, Role, Seat
from tableassist.web.table_pages import TablePages
from tableassist.web.views.league_state import LeaguePicture

TICK_S = 1.0


def serve_table(
    source: str,
    table_file: Path | None,
    *,
    record_to: Path | None = None,
    begin: bool = False,
    resume: bool = False,
    to_network: bool = False,
    port: int | None = None,
    fair_play: FairPlay = FairPlay.OPEN,
    membership: Membership | None = None,
    until: Event | None = None,
) -> None:
    """Run the table and its pages until `until` is set, Ctrl-C or the end of the source. `membership`: of the league
    that it takes part in."""
    over = until or Event()

    def end(words: Text) -> None:
        tell(say(words))
        over.set()

    # A studio's own players begin their game; people who begin one of theirs are not overtaken by it.
    plays_demo = begin and table_file is None and parse_source(source).kind is SourceKind.STUDIO
    host = _open_host(source, table_file, end, plays_demo=plays_demo)
    settings = host.table.settings
    host.table.use_fair_play(fair_play, is_released=fair_play is not FairPlay.REFEREE)
    host.table.subscribe(_Reporter(host, begins=begin and not plays_demo, resumes=resume))
    with ExitStack() as stack:
        pages = TablePages(host.table)
        stack.callback(pages.stop)
        pages.start(to_network=to_network, port=port)
        host.start(record_to)
        stack.enter_context(closing(host))
        league = None if membership is None else ServedLeague(host, settings.name)
        if league is not None and membership is not None:
            stack.callback(host.thread.call, league.close)
            host.thread.call(partial(league.join, membership))
        stack.enter_context(going_on_without_output())
        stack.enter_context(ended_by_signal(over))
        for line in _link_lines(pages, settings.state.players, with_codes=to_network):
            tell(line)
        tell(tr("Ctrl-C ends it."))
        while not over.wait(TICK_S):
            if league is not None:
                host.thread.post(league.tick)


def _open_host(source: str, table_file: Path | None, on_end: Callable[[Text], None], *, plays_demo: bool) -> LiveHost:
    """Open the source at a table of either kind. `plays_demo`: a studio's game is played by its own players."""
    cards = card_settings_for(source, table_file)
    spec = parse_source(source)
    listeners = LiveListeners(on_end=on_end, on_health=_tell_health)
    if cards is not None:
        place = _place(cards.name, source, table_file)
        opened = open_tag_source(source, CARD_FAMILIES)
        card_host = LiveCardHost(opened, cards, place, LiveRecord(lambda: start_replay_buffer(None)), listeners)
        if plays_demo:
            card_host.play_demo(cards)
        return card_host
    settings, bundle = table_for(source, table_file)
    place = _place(settings.name, source, table_file)
    opened = open_tag_source(source, settings.tag_families)
    host = LiveTableHost(opened, settings, place, LiveRecord(lambda: start_replay_buffer(bundle)), listeners)
    if plays_demo:
        host.play_demo(find_stage(spec.target))
    return host


def _place(name: str, source: str, table_file: Path | None) -> TablePlace:
    games = table_folder(matches_root().parent / "kept", name, str(table_file or source))
    return TablePlace(games, source=source, table_file=table_file)


class ServedLeague(TableLeague):
    """Words of the judge and the hub go to the terminal. Evidence needs the window's painter, so a judge is called
    without it."""

    def __init__(self, host: LiveHost, name: str, root: Path | None = None) -> None:
        super().__init__(host.table, host.keeper, host.record, name, make_picture=LeaguePicture, root=root)

    def _report_words(self, words: str) -> None:
        tell(words)

    def _report_done(self, words: str) -> None:
        tell(words)


class _Reporter:
    """Tells the terminal what people at the table should know, and begins or resumes a game once the mat is seen."""

    def __init__(self, host: LiveHost, *, begins: bool, resumes: bool) -> None:
        self._host = host
        self._begins, self._resumes = begins, resumes

    def __call__(self, event: AnyEvent) -> None:
        match event:
            case MomentArrived() if self._begins or self._resumes:
                self._begin_game()
            case Notice() | Problem() | NotKept():
                tell(event.words, err=True)
            case JudgeCalled():
                tell(tr("{player} calls the judge.", player=event.player))

    def _begin_game(self) -> None:
        newest, game = self._host.table.newest, self._host.table.game
        sees_mat = newest is not None and newest.state.registration is not None
        if not sees_mat and not (isinstance(game, TableCardGame) and game.seen is not None):
            return
        saved = self._host.keeper.to_offer() if self._resumes else None
        self._resumes, begins = False, self._begins
        self._begins = False
        if saved is not None:
            self._host.keeper.resume(saved)
        elif begins:
            result = self._host.table.dispatch(BeginGame())
            if not result.ok:
                tell(say(result.refused), err=True)


def _tell_health(health: CaptureHealth) -> None:
    if health.words and health.state is not CaptureState.ENDED:
        tell(f"! {say(health.words)}", err=True)


def _link_lines(pages: TablePages, players: tuple[str, ...], *, with_codes: bool) -> list[str]:
    seats = [
        *((tr("{player}'s phone", player=player), "play", Seat(Role.PLAYER, player)) for player in players),
        (tr("Judge"), "judge", JUDGE),
        (tr("Spectators"), "watch", SPECTATOR),
        (tr("Stream (browser source of OBS)"), "stream", STREAM),
    ]
    lines = []
    for words, page, seat in seats:
        link = pages.link(page, seat)
        lines.append(f"{words}: {link}")
        if with_codes and seat.role is Role.PLAYER:
            lines += qr_lines(link)
    return lines
