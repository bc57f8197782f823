"""The configuration with which the hub runs mosquitto."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from tableassist.formats.league.records import MOST_BATCH_BYTES

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


def configuration(folder: BrokerFolder, *, host: str, port: int, user: str) -> str:
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


def broker_user(folder: BrokerFolder) -> str:
    """Whom mosquitto becomes when root has started it: its own user where that can reach the folder, else root stays.
    Empty where nothing is to be chosen."""
    if pwd is None or os.geteuid() != 0:
        return ""
    try:
        pwd.getpwnam(OWN_USER)
    except KeyError:
        return "root"
    league = folder.path.parent.resolve()
    if not all(each.stat().st_mode & 0o001 for each in league.parents):
        return "root"
    league.chmod(0o711)  # to be passed through; what lies in it stays the owner's
    return OWN_USER


def hand_over(folder: BrokerFolder, user: str) -> None:
    """All that mosquitto reads and writes belongs to the user that it becomes."""
    if user not in ("", "root"):
        for each in (folder.path, *folder.path.rglob("*")):
            shutil.chown(each, user)
