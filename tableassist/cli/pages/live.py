"""A whole table without a window: camera, referee, phones, judge, stream and record, until Ctrl-C."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event

from tableassist.cli.running_table import TICK_S, end_by_signal, join_league
from tableassist.cli.streams import going_on_without_output
from tableassist.cli.terminal import qr_lines, tell
from tableassist.matches.recording import matches_root, start_replay_buffer
from tableassist.messages import Text, say, tr
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.store.league import Membership
from tableassist.table import JUDGE, SPECTATOR, STREAM, FairPlay, Role, Seat
from tableassist.table.commands import BeginGame
from tableassist.table.events import AnyEvent, JudgeCalled, MomentArrived, Notice, NotKept, Problem
from tableassist.table.game import TableCardGame
from tableassist.table.live import ChosenTable, LiveHost, LiveListeners, LiveRecord, choose_table
from tableassist.web import TablePages


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
    chosen = choose_table(source, table_file)
    plays_demo = begin and chosen.plays_demo
    host = _open_host(chosen, end, plays_demo=plays_demo)
    settings = host.table.settings
    host.table.use_fair_play(fair_play, is_released=fair_play is not FairPlay.REFEREE)
    host.table.subscribe(_Reporter(host, begins=begin and not plays_demo, resumes=resume))
    with ExitStack() as stack:
        pages = TablePages(host.table)
        stack.callback(pages.stop)
        pages.start(to_network=to_network, port=port)
        host.start(record_to)
        stack.enter_context(closing(host))
        league = stack.enter_context(join_league(host, membership, tell))
        stack.enter_context(going_on_without_output())
        stack.enter_context(end_by_signal(over))
        for line in _link_lines(pages, settings.state.players, with_codes=to_network):
            tell(line)
        tell(tr("Ctrl-C ends it."))
        while not over.wait(TICK_S):
            if league is not None:
                host.thread.post(league.tick)


def _open_host(chosen: ChosenTable, on_end: Callable[[Text], object], *, plays_demo: bool) -> LiveHost:
    """`plays_demo`: a studio's game is played by its own players."""
    record = LiveRecord(lambda: start_replay_buffer(chosen.bundle))
    saved_games = chosen.saved_games(matches_root().parent / "kept")
    listeners = LiveListeners(on_end=on_end, on_health=_tell_health)
    host = chosen.make_host(chosen.open_source(), saved_games, record, listeners)
    if plays_demo:
        host.play_demo()
    return host


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
