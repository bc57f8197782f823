"""A real PostgreSQL and a real mosquitto for the tests: on free ports, in a temporary folder, ended with the tests."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tableassist.league.storage.database import migrate, open_engine, parse_database_url

INSTALL = "requirements/system-libraries.sh window installs it"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def wait_until(condition, limit_s=30.0):
    """The first true answer; far more patience than any of these need."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        if answer := condition():
            return answer
        time.sleep(0.02)
    raise AssertionError(f"not within {limit_s} s: {condition}")


def need_mosquitto():
    if shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin") is None:
        pytest.skip(f"no mosquitto on this computer; {INSTALL}")


class PostgresServer:
    """It refuses to run as root, so root runs it as nobody."""

    def __init__(self):
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        on_path = shutil.which("initdb")
        if not programs and on_path is None:
            pytest.skip(f"no PostgreSQL on this computer; {INSTALL}")
        self._programs = programs[-1] if programs else Path(on_path).parent
        self.folder = Path(tempfile.mkdtemp(prefix="tableassist-pg-"))
        self.port = free_port()
        self._as_user = []
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as_user = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        options = ["-A", "trust", "-U", "league", "--no-sync", "--no-locale", "-E", "UTF8"]
        self._run("initdb", "-D", self.folder / "data", *options)
        self._databases, self._process, self._has_schema = 0, None, False
        self.start()

    def _command(self, program, *arguments):
        return [*self._as_user, str(self._programs / program), *map(str, arguments)]

    def _run(self, program, *arguments):
        subprocess.run(self._command(program, *arguments), check=True, capture_output=True, cwd=self.folder)

    def start(self):
        options = ("fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1", "shared_buffers=32MB")
        settings = [word for each in options for word in ("-c", each)]
        command = self._command("postgres", "-D", self.folder / "data", "-p", self.port, "-k", self.folder, *settings)

        def answers():
            """A killed one's children hold its memory for a moment; a new one ends at once until they are gone."""
            if self._process is None or self._process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self._process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
            return self._answers()

        wait_until(answers)

    def _answers(self):
        with suppress(psycopg.OperationalError), psycopg.connect(self._url("postgres"), connect_timeout=5):
            return True
        return False

    def kill(self):
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def new_database(self, *, empty=False):
        """Its address. One that is not empty has the schema already: it is made once and copied."""
        if not empty and not self._has_schema:
            self._create("schema")
            engine = open_engine(parse_database_url(self._url("schema")))
            migrate(engine)
            engine.dispose()
            self._has_schema = True
        self._databases += 1
        name = f"league{self._databases}"
        self._create(name, "" if empty else "template schema")
        return self._url(name)

    def _create(self, name, like=""):
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {name} {like}")

    def _url(self, name):
        return f"postgresql://league@127.0.0.1:{self.port}/{name}"

    def close(self):
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
