"""Configure and run the hub's own mosquitto broker."""

import logging
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tableassist.errors import BadFileError, BadRequestError, fault_words
from tableassist.league.broker.accounts import Account, format_access_list, format_password_file
from tableassist.store.files import unwritable
from tableassist.store.league_records import MOST_BATCH_BYTES

try:
    import pwd
except ImportError:  # Windows
    pwd = None  # type: ignore[assignment]

MOST_CONNECTIONS = 2_000
MOST_MESSAGE_BYTES = MOST_BATCH_BYTES + 200_000
"""A batch, or a part of a bundle, with its envelope."""
OWN_USER = "mosquitto"


@dataclass(frozen=True, slots=True)
class BrokerFolder:
    path: Path

    @property
    def configuration(self) -> Path:
        return self.path / "mosquitto.conf"

    @property
    def passwords(self) -> Path:
        return self.path / "passwords"

    @property
    def access(self) -> Path:
        return self.path / "access"

    @property
    def process(self) -> Path:
        return self.path / "mosquitto.pid"

    @property
    def store(self) -> Path:
        return self.path / "store"

    @property
    def certificates(self) -> Path:
        return self.path / "tls"


def format_configuration(folder: BrokerFolder, *, host: str, port: int, user: str) -> str:
    lines = (
        "# Written by the hub; what is changed here is overwritten.",
        "per_listener_settings false",
        "allow_anonymous false",
        f"password_file {folder.passwords}",
        f"acl_file {folder.access}",
        f"pid_file {folder.process}",
        "persistence true",
        f"persistence_location {folder.store}/",
        "autosave_interval 30",
        "persistent_client_expiration 2d",
        f"max_packet_size {MOST_MESSAGE_BYTES}",
        "max_inflight_messages 200",
        "max_queued_messages 20000",
        "max_queued_bytes 200000000",
        "max_keepalive 300",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
        "log_type notice",
        "connection_messages false",
        *((f"user {user}",) if user else ()),
        f"listener {port} {host}",
        f"max_connections {MOST_CONNECTIONS}",
        f"certfile {folder.certificates / 'server.crt'}",
        f"keyfile {folder.certificates / 'server.key'}",
        "tls_version tlsv1.2",
    )
    return "".join(f"{line}\n" for line in lines)


def choose_broker_user(folder: BrokerFolder) -> str:
    """Whom mosquitto becomes when root has started it: its own user where that can reach the folder, else root stays.
    Empty where nothing is to be chosen."""
    if pwd is None or os.geteuid() != 0:
        return ""
    try:
        pwd.getpwnam(OWN_USER)
    except KeyError:
        return "root"
    league = folder.path.parent.resolve()
    if not all(parent.stat().st_mode & 0o001 for parent in league.parents):
        return "root"
    league.chmod(0o711)  # to be passed through; what lies in it stays the owner's
    return OWN_USER


def give_folder_to_user(folder: BrokerFolder, user: str) -> None:
    """All that mosquitto reads and writes belongs to the user that it becomes."""
    if user not in ("", "root"):
        for path in (folder.path, *folder.path.rglob("*")):
            shutil.chown(path, user)


PLACES = ("/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/sbin", "/opt/local/sbin")
INSTALL = "sudo apt-get install -y mosquitto"
START_S, STOP_S, FIRST_WAIT_S, LONGEST_WAIT_S = 10.0, 5.0, 0.5, 10.0
log = logging.getLogger(__name__)


def find_mosquitto(places: Sequence[str] = PLACES) -> Path:
    path = os.pathsep.join((os.environ.get("PATH", ""), *places))
    program = shutil.which("mosquitto", path=path)
    if program is None:
        raise BadRequestError(
            "mosquitto, which carries the league's messages, is not installed. Type: {install} - or name a broker: "
            "--broker mqtts://user:password@host",
            install=INSTALL,
        )
    return Path(program)


class OwnBroker:
    """Safe from any thread. `start` waits until it answers; from then on a thread of its own sees that it runs."""

    def __init__(self, program: Path, folder: BrokerFolder, league: str, *, host: str, port: int) -> None:
        self._program, self._folder, self._league = program, folder, league
        self._host, self.port = host, port
        self._user = ""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._ended = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="broker", daemon=True)
        self.restarts = 0
        self.last_words = ""
        """What mosquitto last said, for whoever wonders why it does not start."""

    def start(self, accounts: Sequence[Account]) -> None:
        try:
            self._folder.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._folder.store.mkdir(exist_ok=True, mode=0o700)
            self._user = choose_broker_user(self._folder)
            self._end_leftover()
            self._write(accounts)
            text = format_configuration(self._folder, host=self._host, port=self.port, user=self._user)
            self._folder.configuration.write_text(text, "utf-8")
            give_folder_to_user(self._folder, self._user)
        except OSError as problem:
            raise unwritable(self._folder.path, problem) from None
        self._launch()
        self._await_answer()
        self._watcher.start()

    def change(self, accounts: Sequence[Account]) -> None:
        """Whoever is no longer among them is thrown out at once."""
        with self._lock:
            self._write(accounts)
        self.reload()

    def reload(self) -> None:
        """Users, rights and certificates are read anew."""
        with self._lock:
            give_folder_to_user(self._folder, self._user)
            if self._process is not None and self._process.poll() is None:
                self._process.send_signal(signal.SIGHUP)

    @property
    def process(self) -> int | None:
        with self._lock:
            return None if self._process is None or self._process.poll() is not None else self._process.pid

    def close(self) -> None:
        self._ended.set()
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            _end_process(process)
        if self._watcher.is_alive():
            self._watcher.join(STOP_S)

    def _write(self, accounts: Sequence[Account]) -> None:
        for path, text in (
            (self._folder.passwords, format_password_file(accounts)),
            (self._folder.access, format_access_list(self._league, accounts)),
        ):
            new = path.with_suffix(".new")
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(text)
            new.replace(path)

    def _launch(self) -> None:
        command = [str(self._program), "-c", str(self._folder.configuration)]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        with self._lock:
            self._process = process
        threading.Thread(target=self._listen, args=(process,), name="broker log", daemon=True).start()

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self.last_words = line.strip()[:500]
                log.info("mosquitto: %s", self.last_words)

    def _await_answer(self) -> None:
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            if self.process is None:
                break
            if _is_listening(self._host, self.port):
                return
            time.sleep(0.02)
        self.close()
        raise BadFileError(
            "the broker did not start: {program} on port {port}: {words}",
            program=self._program,
            port=self.port,
            words=self.last_words or "no answer",
        )

    def _watch(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._ended.wait(0.1):
            with self._lock:
                process = self._process
            if process is None or process.poll() is None:
                continue
            log.warning("mosquitto has ended with code %s and is started again", process.returncode)
            self.restarts += 1
            if self._ended.wait(wait_s):
                return
            try:
                self._launch()
            except OSError as problem:
                self.last_words = fault_words(problem)
                log.warning("mosquitto cannot be started: %s", problem)
            began = time.monotonic()
            while not self._ended.wait(0.1) and self.process is not None and time.monotonic() - began < LONGEST_WAIT_S:
                pass
            wait_s = FIRST_WAIT_S if self.process is not None else min(2 * wait_s, LONGEST_WAIT_S)

    def _end_leftover(self) -> None:
        """Of a hub that was killed: it holds the port, and would take our users' place."""
        try:
            number = int(self._folder.process.read_text("ascii"))
            words = Path(f"/proc/{number}/cmdline").read_bytes()
        except (OSError, ValueError):
            return
        if str(self._folder.configuration).encode() in words:
            log.warning("a mosquitto of a hub that was killed is ended: process %s", number)
            _end_leftover_process(number)


def _end_process(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(STOP_S)


def _end_leftover_process(number: int) -> None:
    for sent in (signal.SIGTERM, signal.SIGKILL):
        until = time.monotonic() + STOP_S
        while time.monotonic() < until:
            try:
                os.kill(number, sent)
            except ProcessLookupError:
                return
            time.sleep(0.05)


def _is_listening(host: str, port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1" if host == "0.0.0.0" else host, port), timeout=1.0):
            return True
    except OSError:
        return False
