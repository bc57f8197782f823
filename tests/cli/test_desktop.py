"""`tableassist desktop`: what a desktop reads, by the rules of the freedesktop specifications."""

import configparser
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET
from fnmatch import fnmatch
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tableassist.setup.program import check_desktop, install_desktop, remove_desktop

DESKTOP = Path(__file__).parents[2] / "desktop"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def entry(path):
    read = configparser.RawConfigParser()
    read.optionxform = str
    read.read(path, "utf-8")
    return dict(read["Desktop Entry"])


def types():
    return {each.get("type"): each for each in ET.parse(DESKTOP / "tableassist.xml").getroot()}


def test_the_menu_entry_names_what_there_is():
    said = entry(DESKTOP / "tableassist.desktop")
    assert (said["Type"], said["Icon"], said["Exec"]) == ("Application", "tableassist", "tableassist open %F")
    assert set(said["MimeType"].strip(";").split(";")) == set(types())
    assert (DESKTOP / "tableassist.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="needs desktop-file-utils")
def test_the_menu_entry_is_valid():
    done = subprocess.run(
        ["desktop-file-validate", DESKTOP / "tableassist.desktop"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("friday.pcn", "text/x-tableassist-score"),
        ("friday.match.zip", "application/x-tableassist-match"),
        ("match.sqlite", "application/x-tableassist-match"),
        ("league.table.toml", "application/x-tableassist-table"),
        ("pyproject.toml", None),
        ("holiday.zip", None),
        ("books.sqlite", None),
    ],
)
def test_our_files_are_ours_and_no_others(name, kind):
    globs = [(each.get("pattern"), of) for of, one in types().items() for each in one.iter(f"{MIME}glob")]
    assert [of for pattern, of in globs if fnmatch(name, pattern)] == ([kind] if kind else [])


def test_install_writes_three_files_below_the_users_own_folder_and_remove_takes_them_away(tmp_path):
    told = []
    command = ("/opt/a folder/50%/$x/tableassist",)
    written = install_desktop(tmp_path, command, run=told.append)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == [
        "applications/tableassist.desktop",
        "icons/hicolor/256x256/apps/tableassist.png",
        "mime/packages/tableassist.xml",
    ]
    line = entry(tmp_path / "applications" / "tableassist.desktop")["Exec"]
    # A string's own escapes first, then the quotes as a shell reads them, then the field codes.
    words = shlex.split(line.replace("\\\\", "\\"))
    assert [word.replace("\\$", "$").replace("%%", "%") for word in words] == [*command, "open", "%F"]
    assert remove_desktop(tmp_path, run=told.append) == written
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert remove_desktop(tmp_path) == ()
    assert all(Path(argv[0]).name.startswith("update-") for argv in told)


def test_the_command_installs_for_this_user_and_says_where(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for word, said in (("install", "written: "), ("remove", "removed: "), ("remove", "There was nothing to remove.")):
        done = CliRunner().invoke(app, ["desktop", word], env={"COLUMNS": "300"})
        assert (done.exit_code, said in done.output) == (0, True), done.output
        assert (tmp_path / "applications/tableassist.desktop").exists() is (word == "install")


def test_other_systems_are_told_that_the_installer_does_it():
    with pytest.raises(BadRequestError, match="win32, expected Linux"):
        check_desktop("win32")
