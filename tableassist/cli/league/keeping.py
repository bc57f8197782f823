"""Backup, restore, retention, the audit trail, and files for somebody else's broker."""

import time
from pathlib import Path

import typer

from tableassist.cli.league.place import league_folder, opened, origin, span_ms, who
from tableassist.cli.terminal import echo, echo_json, make_console, plain_table, tell, tell_written
from tableassist.errors import BadRequestError
from tableassist.formats.io.safe_write import write_bytes_safely, write_text_safely
from tableassist.formats.judgement_json import to_json
from tableassist.league.backup import make_backup, restore_league
from tableassist.league.broker.accounts import access_list, password_file
from tableassist.league.desk.snapshot import LeagueAtRest
from tableassist.league.hub.hub import wall_ms
from tableassist.league.storage.accounts import accounts, audit_rows, note, prune_audit
from tableassist.league.storage.database import reading
from tableassist.league.storage.incoming import prune_bundles
from tableassist.messages import tr


def write_backup(context: typer.Context, out: Path, folder: Path | None, *, force: bool) -> None:
    if out.exists() and not force:
        raise BadRequestError("{path}: already exists, expected a new name or --force", path=out)
    with opened(context, folder) as (place, _, engine):
        with engine.begin() as connection:
            note(connection, at_ms=wall_ms(), who=who(), what="made a backup", about=out.name, origin=origin())
        digests = make_backup(engine, place, out)
    rows = sum(each.rows for each in digests.values())
    tell(tr("{rows} rows, read again and the same; whoever has the file can be the hub", rows=rows))
    tell_written(out)


def restore_backup(
    context: typer.Context, source: Path, folder: Path | None, database: str | None, *, force: bool
) -> None:
    place = league_folder(context, folder)
    digests = restore_league(source, place, database or "", force=force)
    with opened(context, place.path) as (_, _, engine), engine.begin() as connection:
        note(connection, at_ms=wall_ms(), who=who(), what="restored a backup", about=source.name, origin=origin())
    rows = sum(each.rows for each in digests.values())
    tell(tr("{rows} rows restored, read again and the same", rows=rows))


def prune_league(context: typer.Context, folder: Path | None, *, pictures: str | None, audit: str | None) -> None:
    if pictures is None and audit is None:
        raise BadRequestError(
            "prune: got nothing to prune, expected --pictures-older-than 90d or --audit-older-than 730d"
        )
    now = wall_ms()
    with opened(context, folder) as (_, _, engine), engine.begin() as connection:
        if pictures is not None:
            before = now - span_ms(pictures, "--pictures-older-than")
            count, size = prune_bundles(connection, before_ms=before, now_ms=now)
            words = tr("{count} evidence bundles deleted, {megabytes:.1f} MB", count=count, megabytes=size / 1e6)
            note(
                connection, at_ms=now, who=who(), what="pruned pictures", about=pictures, origin=origin(), details=words
            )
            tell(words)
        if audit is not None:
            rows = prune_audit(connection, before_ms=now - span_ms(audit, "--audit-older-than"))
            note(connection, at_ms=now, who=who(), what="pruned the audit trail", about=audit, origin=origin())
            tell(tr("{count} rows of the audit trail deleted", count=rows))


def print_audit(context: typer.Context, folder: Path | None, *, about: str, most: int, as_json: bool) -> None:
    with opened(context, folder) as (_, _, engine), reading(engine) as connection:
        rows = audit_rows(connection, most=most, about=about)
    if as_json:
        echo_json(to_json(rows).decode())
        return
    shown = plain_table((tr("when"), tr("who"), tr("what"), tr("about"), tr("from"), tr("details")), left=6)
    for each in rows:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(each.at_ms / 1_000))
        shown.add_row(when, each.who, each.what, each.about, each.origin, each.details)
    make_console().print(shown)


def write_broker_files(context: typer.Context, out: Path, folder: Path | None) -> None:
    with opened(context, folder) as (_, settings, engine), reading(engine) as connection:
        welcome = accounts(connection, settings.league, now_ms=wall_ms())
    write_text_safely(out / "passwords", password_file(welcome))
    (out / "passwords").chmod(0o600)
    write_text_safely(out / "access", access_list(settings.league, welcome))
    tell(tr("written: {path}", path=out / "passwords"))
    tell(tr("written: {path}", path=out / "access"))
    tell(
        tr(
            "The hub's own user needs `topic readwrite {league}/#`; mosquitto reads both again on SIGHUP.",
            league=settings.league,
        )
    )


def export_league(context: typer.Context, folder: Path | None, out: Path | None, *, is_json: bool, what: str) -> None:
    from tableassist.league.desk.app import CSV
    from tableassist.league.desk.snapshot import read_snapshot
    from tableassist.league.desk.views import everything

    with opened(context, folder) as (_, settings, engine):
        snapshot = read_snapshot(LeagueAtRest(engine, settings.league, settings.title))
    data = to_json(everything(snapshot)) if is_json else CSV[what](snapshot)
    if out is not None:
        write_bytes_safely(out, data)
        tell(tr("written: {path}", path=out))
    elif is_json:
        echo_json(data.decode())
    else:
        echo(data.decode("utf-8-sig").rstrip())
