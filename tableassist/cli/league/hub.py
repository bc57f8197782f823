"""Keeping a league's hub: its process, its backups, what it exports."""

import signal
import time
from contextlib import closing
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any

import typer

from tableassist.cli.league.place import league_folder, open_league, parse_span_ms
from tableassist.cli.terminal import echo, echo_json, make_console, plain_table, tell, tell_written
from tableassist.errors import BadRequestError
from tableassist.league import LeagueFolder, LeagueServer, restore_league
from tableassist.messages import say, tr
from tableassist.store.files import write_bytes_safely, write_text_safely
from tableassist.store.judgement_json import to_json


def write_backup(context: typer.Context, out: Path, folder: Path | None, *, force: bool) -> None:
    if out.exists() and not force:
        raise BadRequestError("{path}: already exists, expected a new name or --force", path=out)
    with open_league(context, folder) as admin:
        digests = admin.make_backup(out)
    rows = sum(digest.rows for digest in digests.values())
    tell(tr("{rows} rows, read back and identical; anyone with this file can act as the hub", rows=rows))
    tell_written(out)


def restore_backup(
    context: typer.Context, source: Path, folder: Path | None, database: str | None, *, force: bool
) -> None:
    place = league_folder(context, folder)
    digests = restore_league(source, place, database or "", force=force)
    with open_league(context, place.path) as admin:
        admin.note_restored(source)
    rows = sum(digest.rows for digest in digests.values())
    tell(tr("{rows} rows restored, read back and identical", rows=rows))


def prune_league(context: typer.Context, folder: Path | None, *, pictures: str | None, audit: str | None) -> None:
    if pictures is None and audit is None:
        raise BadRequestError(
            "prune: got nothing to delete, expected --pictures-older-than 90d or --audit-older-than 730d"
        )
    pictures_ms = None if pictures is None else parse_span_ms(pictures, "--pictures-older-than")
    audit_ms = None if audit is None else parse_span_ms(audit, "--audit-older-than")
    with open_league(context, folder) as admin:
        if pictures_ms is not None and pictures is not None:
            count, size = admin.prune_pictures(pictures_ms, pictures)
            tell(tr("{count} evidence bundles deleted, {megabytes:.1f} MB", count=count, megabytes=size / 1e6))
        if audit_ms is not None and audit is not None:
            rows = admin.prune_audit(audit_ms, audit)
            tell(tr("{count} rows of the audit trail deleted", count=rows))


def print_audit(context: typer.Context, folder: Path | None, *, about: str, most: int, as_json: bool) -> None:
    with open_league(context, folder) as admin:
        rows = admin.list_audit(most=most, about=about)
    if as_json:
        echo_json(to_json(rows).decode())
        return
    table = plain_table((tr("when"), tr("who"), tr("what"), tr("about"), tr("from"), tr("details")), left=6)
    for row in rows:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(row.at_ms / 1_000))
        table.add_row(when, row.who, row.what, row.about, row.origin, row.details)
    make_console().print(table)


def write_broker_files(context: typer.Context, out: Path, folder: Path | None) -> None:
    with open_league(context, folder) as admin:
        files = admin.format_broker_files()
        league = admin.settings.league
    for name, text in files.items():
        write_text_safely(out / name, text)
        if name == "passwords":
            (out / name).chmod(0o600)
        tell(tr("written: {path}", path=out / name))
    tell(
        tr(
            "The hub's user needs `topic readwrite {league}/#`; mosquitto reloads both files on SIGHUP.",
            league=league,
        )
    )


def export_league(context: typer.Context, folder: Path | None, out: Path | None, *, is_json: bool, what: str) -> None:
    with open_league(context, folder) as admin:
        data = to_json(admin.export_everything()) if is_json else admin.export_csv(what)
    if out is not None:
        write_bytes_safely(out, data)
        tell(tr("written: {path}", path=out))
    elif is_json:
        echo_json(data.decode())
    else:
        echo(data.decode("utf-8-sig").rstrip())


POLL_INTERVAL_S = 0.5


def run_league(folder: LeagueFolder, options: dict[str, Any], *, take_over: bool) -> None:
    server = LeagueServer(folder, options, take_over=take_over)
    ended = Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
    with closing(server):
        server.start()
        _tell_start(server)
        _tell_warnings(server, ended)
    if server.hub.ended.is_set():
        raise BadRequestError("another hub has taken over this league; this one has stopped")
    tell(tr("stopped"))


def _tell_start(server: LeagueServer) -> None:
    settings, hub = server.settings, server.hub
    tell(tr("{title}: the hub runs", title=settings.title or settings.league))
    tell(tr("desk: {address}", address=hub.desk))
    tell(tr("broker: {address}", address=str(hub.broker_address)))
    tell(tr("database: {address}", address=server.database))
    if not settings.network:
        tell(tr("Only this computer can reach it; use --network to let others in."))
    tell(tr("Ctrl-C ends it."))


def _tell_warnings(server: LeagueServer, ended: Event) -> None:
    """Print each warning when it begins, and when all of them are over."""
    printed: dict[str, str] = {}
    while not ended.wait(POLL_INTERVAL_S) and not server.hub.ended.is_set():
        warnings = {warning.template: say(warning) for warning in server.hub.warnings}
        for line in (words for words in warnings.values() if words not in printed.values()):
            tell(f"{time.strftime('%H:%M:%S')} {line}", err=True)
        if printed and not warnings:
            words = tr("everything is working again")
            tell(f"{time.strftime('%H:%M:%S')} {words}", err=True)
        printed = warnings
