"""A finished match as a page."""

from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

from tableassist.capture import SourceKind, parse_source, split_sources
from tableassist.cli.terminal import qr_lines, tell
from tableassist.errors import TableAssistError
from tableassist.matches.recording import matches_root
from tableassist.messages import Message, tr
from tableassist.store.match import is_match
from tableassist.table import SPECTATOR, MatchPast, Seat, Seats, SnapshotBoard
from tableassist.table.commands import AnyCommand, Result
from tableassist.web import PageServer

LIVE_KINDS = (SourceKind.CAMERA, SourceKind.HTTP, SourceKind.RTSP, SourceKind.STUDIO, SourceKind.PHOTOS)


def is_live_source(text: str, table: Path | None) -> bool:
    """A table file makes any source a live table; without one only a camera, a stream or a studio is."""
    if table is not None:
        return True
    if is_match(Path(text)) or is_match(matches_root() / text):
        return False
    try:
        return parse_source(split_sources(text)[0]).kind in LIVE_KINDS
    except TableAssistError:
        return False  # the match that is not there is told by name


_OVER = Message("the match is over")


class _NothingToDo:
    """What is over is not changed."""

    def submit(self, _seat: Seat, _command: AnyCommand) -> "Future[Result]":
        future: Future[Result] = Future()
        future.set_result(Result(refused=_OVER))
        return future

    def take_photo(self, _seat: Seat, _content: bytes, *, age_s: float = 0.0) -> Result:  # noqa: ARG002
        return Result(refused=_OVER)


def serve_match(match: Path, *, to_network: bool, port: int | None, until: Event | None = None) -> None:
    with closing(MatchPast(match)) as past:
        seats = Seats(open_to_spectators=not to_network)
        server = PageServer(
            SnapshotBoard(past.name), seats, _NothingToDo(), to_network=to_network, port=port, past=past
        )
        with closing(server):
            server.start()
            link = server.link("replay", seats.invite(SPECTATOR) if to_network else "")
            tell(link)
            if to_network:
                for line in qr_lines(link):
                    tell(line)
            tell(tr("Ctrl-C ends it."))
            with suppress(KeyboardInterrupt):
                (until or Event()).wait()
