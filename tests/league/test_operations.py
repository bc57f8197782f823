"""Backup and restore between the engines, retention, and the commands as an organiser types them."""

import hashlib
import json
import os
import sqlite3
from contextlib import closing

import msgspec
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadFileError, BadRequestError
from tableassist.league.backup import compute_digests, make_backup, restore_league
from tableassist.league.hub.bus import Delivery
from tableassist.league.hub.hub import wall_ms
from tableassist.league.hub.ingest import ingest_deliveries
from tableassist.league.league_folder import LeagueFolder
from tableassist.league.storage.accounts import note_audit
from tableassist.league.storage.database import open_engine, parse_database_url, read_only
from tableassist.league.storage.incoming import iter_bundle_parts, prune_bundles
from tableassist.league.storage.leases import take_lease
from tableassist.league.storage.schema import acts, evidence, evidence_parts
from tableassist.store.league_records import DisputeRaised
from tests.league.talking import League, match_bodies, records

NASTY = "'; DROP TABLE users; --<script>\x1b[31m"
BUNDLE = os.urandom(300_000)
SHA256 = hashlib.sha256(BUNDLE).hexdigest()


def delivery(word, data):
    return Delivery("table-1", word, data, is_old=False, number=0, connection=1)


def filled(league):
    """Two hours' worth of everything, without a bus."""
    league.invite("table-1", title=NASTY)
    raised = DisputeRaised("d1", "in range?", 1, evidence=SHA256, evidence_bytes=len(BUNDLE))
    said = records("m1", [*match_bodies(30, players=(NASTY, "Mary")), raised])
    parts = [
        {"match": "m1", "sha256": SHA256, "part": part, "parts": 2, "data": BUNDLE[part * 256_000 :][:256_000]}
        for part in (0, 1)
    ]
    sent = [delivery("records", msgspec.json.encode({"records": said}))]
    sent += [delivery("evidence", msgspec.msgpack.encode(part)) for part in parts]
    with league.engine.begin() as connection:
        taken = ingest_deliveries(connection, sent, {"table-1"}, now_ms=wall_ms())
    assert taken.bad == []
    [(_, receipt)] = taken.receipts
    assert receipt.evidence == (SHA256,)
    return league


def digests(engine):
    with read_only(engine) as connection:
        return compute_digests(connection)


def test_a_backup_of_postgresql_is_restored_to_sqlite_and_back_and_stays_the_same(tmp_path, postgres):
    with closing(filled(League(tmp_path / "one", postgres.new_database()))) as league:
        key = league.folder.key().public
        first = digests(league.engine)
        make_backup(league.engine, league.folder, tmp_path / "first.backup")
    second = LeagueFolder(tmp_path / "two")
    restore_league(tmp_path / "first.backup", second, f"sqlite:///{tmp_path / 'two.db'}", force=False)
    engine = open_engine(parse_database_url(str(tmp_path / "two.db")))
    assert digests(engine) == first
    assert second.key().public == key
    assert second.settings().title == "League night"
    make_backup(engine, second, tmp_path / "second.backup")
    engine.dispose()
    third, url = LeagueFolder(tmp_path / "three"), postgres.new_database()
    restore_league(tmp_path / "second.backup", third, url, force=False)
    engine = open_engine(parse_database_url(url))
    assert digests(engine) == first
    with engine.begin() as connection:
        note_audit(connection, at_ms=1, who="x", what="the numbers of the audit trail go on")
        assert b"".join(iter_bundle_parts(connection, "m1", SHA256)) == BUNDLE
    engine.dispose()
    assert first["acts"].rows == 24


def test_a_restore_overwrites_nothing_unasked_and_no_league_that_runs(tmp_path):
    with closing(filled(League(tmp_path / "one"))) as league:
        backup = tmp_path / "night.backup"
        make_backup(league.engine, league.folder, backup)
        before = digests(league.engine)
        with pytest.raises(BadRequestError, match=r"expected an empty database, or --force"):
            restore_league(backup, league.folder, "", force=False)
        with league.engine.begin() as connection:
            take_lease(connection, "night", "h1", host="elsewhere", process=1)
        with pytest.raises(BadRequestError, match="a hub is using it"):
            restore_league(backup, league.folder, "", force=True)
        other = LeagueFolder(tmp_path / "other")
        other.key()
        with pytest.raises(BadRequestError, match=r"already contains another key"):
            restore_league(backup, other, "", force=False)
        assert digests(league.engine) == before


def test_a_backup_is_for_its_owner_alone_and_a_spoilt_one_is_refused(tmp_path):
    with closing(filled(League(tmp_path / "one"))) as league:
        backup = tmp_path / "night.backup"
        make_backup(league.engine, league.folder, backup)
    assert backup.stat().st_mode & 0o077 == 0
    spoilt = tmp_path / "spoilt"
    for content in (b"", b"no backup", backup.read_bytes()[: backup.stat().st_size // 2]):
        spoilt.write_bytes(content)
        with pytest.raises(BadFileError):
            restore_league(spoilt, LeagueFolder(tmp_path / "two"), "", force=False)
    spoilt.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(spoilt)) as database, database:
        database.execute("INSERT INTO folder_files VALUES ('../../evil', x'00')")
    with pytest.raises(BadRequestError, match="expected keys and settings"):
        restore_league(spoilt, LeagueFolder(tmp_path / "two"), "", force=True)
    assert not (tmp_path / "two").exists()


def test_pruned_pictures_are_gone_and_what_was_said_stays(tmp_path):
    with closing(filled(League(tmp_path / "one"))) as league:
        with league.engine.begin() as connection:
            assert prune_bundles(connection, before_ms=wall_ms() - 60_000, now_ms=wall_ms()) == (0, 0)
            assert prune_bundles(connection, before_ms=wall_ms() + 1, now_ms=wall_ms()) == (1, 300_000)
        assert league.rows(evidence_parts, "part") == []
        assert [each for each in league.rows(evidence, "pruned_ms") if each[0]]
        assert len(league.rows(acts, "number")) == 24


def typed(league, *words):
    result = CliRunner().invoke(app, ["league", "--folder", str(league.folder.path), *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_the_organisers_commands(tmp_path):
    with closing(League(tmp_path / "one")) as league:
        out = typed(league, "table", "add", "table-1", "--title", NASTY)
        code = next(word for line in out.splitlines() for word in line.split() if word.count("-") == 2)
        assert f"--league {code.rstrip(',')}" in out
        with pytest.raises(BadRequestError, match="--again"):
            typed(league, "table", "add", "table-1")
        with pytest.raises(BadRequestError, match="a table has that name"):
            typed(league, "user", "add", "table-1")
        assert "/desk#" in typed(league, "user", "add", "Jo", "--role", "judge")
        assert "password" in typed(league, "user", "add", "screen", "--role", "spectator")
        shown = typed(league, "table", "list")
        assert "\x1b" not in shown
        assert "<script>" in shown
        assert typed(league, "user", "revoke", "Jo").strip() == "Jo can no longer come in"
        assert "revoked" in typed(league, "user", "list")
        typed(league, "broker-files", str(tmp_path / "files"))
        assert "user table-1\ntopic write night/tables/table-1/status" in (tmp_path / "files" / "access").read_text()
        assert (tmp_path / "files" / "passwords").read_text().count(":$7$") == 2
        assert typed(league, "export").startswith("place,player,points")
        assert json.loads(typed(league, "export", "--as", "json"))["title"] == "League night"
        assert "0 evidence bundles" in typed(league, "prune", "--pictures-older-than", "90d")
        with pytest.raises(BadRequestError, match=r"expected a time such as 30min, 12h, 90d"):
            typed(league, "prune", "--pictures-older-than", "soon")
        assert "rows, read back" in typed(league, "backup", str(tmp_path / "b"))
        with pytest.raises(BadRequestError, match="already exists"):
            typed(league, "backup", str(tmp_path / "b"))
        typed(league, "table", "remove", "table-1")
        assert "rows restored" in typed(league, "restore", str(tmp_path / "b"), "--force")
        assert "table-1" in typed(league, "table", "list")
        trail = json.loads(typed(league, "audit", "--json"))
        assert {"restored a backup", "made a backup", "invited"} <= {each["what"] for each in trail}


def test_a_folder_without_a_league_is_told_in_one_line(tmp_path):
    result = CliRunner().invoke(app, ["league", "--folder", str(tmp_path), "table", "list"])
    assert "no league here" in str(result.exception)


def test_the_doctor_looks_at_the_league(tmp_path):
    from tableassist.league.doctor import check_league

    with closing(League(tmp_path / "one")) as league:
        lines = {line.what: line for line in check_league(league.folder)}
        assert lines["mosquitto"].sign == "ok"
        assert lines["database"].sign == "ok"
        assert (lines["hub"].sign, str(lines["hub"].words)) == ("look", "does not run")
        assert lines["broker"].sign == "look"
