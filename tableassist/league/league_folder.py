"""The folder of a league on the computer that runs it: settings, the hub's key, the broker's files, the database."""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec
import platformdirs

from tableassist.errors import BadRequestError
from tableassist.league.broker.certificates import CertificateFiles
from tableassist.league.broker.mosquitto import BrokerFolder
from tableassist.store.files import not_ours, unreadable, unwritable, write_bytes_safely
from tableassist.store.keys import TableKey, load_or_make_table_key
from tableassist.store.league import check_name

FOLDER_VARIABLE = "TABLEASSIST_LEAGUE_FOLDER"
SETTINGS_FILE, DATABASE_FILE = "league.json", "league.db"


class LeagueSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was said when the hub was started, so that the other commands need not be told again."""

    league: str = "league"
    """The first word of its topics."""
    title: str = ""
    database: str = ""
    """Its address; empty for the file in the folder."""
    broker: str = ""
    """Its address with user and password; empty for the hub's own."""
    broker_port: int = 0
    """Of the hub's own."""
    host: str = ""
    """By which tables and browsers reach this computer; empty to find out at each start."""
    port: int = 0
    """Of the desk."""
    network: bool = False


@dataclass(frozen=True, slots=True)
class LeagueFolder:
    path: Path

    @property
    def keys(self) -> Path:
        return self.path / "keys"

    @property
    def broker(self) -> BrokerFolder:
        return BrokerFolder(self.path / "broker")

    @property
    def certificates(self) -> CertificateFiles:
        return CertificateFiles(self.broker.certificates, self.keys)

    @property
    def settings_file(self) -> Path:
        return self.path / SETTINGS_FILE

    @property
    def database(self) -> str:
        """Of the embedded default."""
        return f"sqlite:///{self.path / DATABASE_FILE}"

    def make(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as problem:
            raise unwritable(self.path, problem) from None

    def key(self) -> TableKey:
        """With which the hub signs what it orders; made when it is first needed."""
        return load_or_make_table_key(self.keys)

    def settings(self) -> LeagueSettings:
        try:
            return msgspec.json.decode(self.settings_file.read_bytes(), type=LeagueSettings)
        except FileNotFoundError:
            return LeagueSettings()
        except OSError as problem:
            raise unreadable(self.settings_file, problem) from None
        except (msgspec.MsgspecError, ValueError) as problem:
            raise not_ours(self.settings_file, problem) from None

    def keep(self, settings: LeagueSettings) -> None:
        """For the owner's eyes only: addresses carry passwords."""
        check_name(settings.league, "league")
        self.make()
        if not self.settings_file.exists():
            self.settings_file.touch(mode=0o600)
        write_bytes_safely(self.settings_file, msgspec.json.format(msgspec.json.encode(settings), indent=2))

    def known(self) -> LeagueSettings:
        """For commands that need a league that is there."""
        if not self.settings_file.exists():
            raise BadRequestError(
                "{folder}: no league here, expected one that `tableassist league` has run in, or --folder",
                folder=self.path,
            )
        return self.settings()


def default_league_folder() -> Path:
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("tableassist", appauthor=False) / "league"
