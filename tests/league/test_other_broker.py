"""The hub at a broker that is somebody else's: its admin has put in what `league broker-files` wrote."""

import subprocess
from contextlib import closing

import msgspec
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.league.broker.accounts import hash_password
from tableassist.league.broker.mosquitto import find_mosquitto
from tableassist.league.storage.schema import acts
from tests.league.servers import free_port, wait_until
from tests.league.talking import League, TalkingTable, match_bodies, records


def test_the_files_for_its_admin_let_tables_and_hub_in_and_nobody_else(tmp_path):
    port = free_port()
    with closing(League(tmp_path / "folder", broker=f"mqtt://boss:let%20me@127.0.0.1:{port}")) as league:
        member = league.invite("table-1")
        assert (member.broker, member.certificate) == (f"mqtt://127.0.0.1:{port}", "")
        files = tmp_path / "admin"
        CliRunner().invoke(app, ["league", "--folder", str(league.folder.path), "broker-files", str(files)])
        with (files / "passwords").open("a") as passwords, (files / "access").open("a") as access:
            passwords.write(f"boss:{hash_password('let me')}\n")
            access.write("\nuser boss\ntopic readwrite night/#\n")
        lines = [f"listener {port} 127.0.0.1", "allow_anonymous false", "user root"]
        lines += [f"password_file {files / 'passwords'}", f"acl_file {files / 'access'}"]
        (files / "conf").write_text("\n".join(lines) + "\n")
        with subprocess.Popen([find_mosquitto(), "-c", files / "conf"], stderr=subprocess.DEVNULL) as broker:
            try:
                with closing(league.hub()), closing(TalkingTable(member)) as table:
                    table.send(records("m1", match_bodies(10)))
                    table.await_receipt("m1", 11)
                    false = msgspec.structs.replace(member, token="guessed")
                    with closing(TalkingTable(false)) as stranger:
                        wait_until(lambda: "Not authorized" in stranger.refused)
            finally:
                broker.terminate()
        assert len(league.rows(acts, "number")) == 8
