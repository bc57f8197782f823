from pathlib import Path

import pytest

from tableassist.errors import BadFileError
from tableassist.live.table_source import demo_table_path
from tableassist.storage.model_file import model_names, read_model
from tableassist.storage.packaged_data import packaged_folder
from tableassist.storage.profile_file import profile_names, read_profile
from tableassist.storage.table_file import read_table

DEMO = demo_table_path().read_text("utf-8")


def table(tmp_path: Path, old: str, new: str) -> Path:
    assert old in DEMO
    path = tmp_path / "table.toml"
    path.write_text(DEMO.replace(old, new, 1), "utf-8")
    return path


def test_the_demo_table_reads():
    settings = read_table(demo_table_path())
    assert len(settings.pieces) == 15
    assert len(settings.mat.tags) == 12
    assert settings.tag_families == ("36h11",)
    assert settings.ledger.homes == {"english-home": "English", "pirate-home": "Pirates"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('model = "five-mast"', 'model = "five-masts"', "pieces[0].model: got 'five-masts', did you mean 'five-mast'?"),
        ('cannons = "2S-2L-2L-2L-2S"', 'cannons = "2S-9L"', "pieces[0].cannons: got '2S-9L'"),
        ('cannons = "3S"', 'cannons = "3S-3S"', "got 2 cannons, expected at most 1"),
        ("{ tag = 1,", "{ tag = 0,", "mat.tags[1].tag: got 0 (36h11), already used by mat.tags[0]"),
        ('owner = "English"', 'owner = "Englsh"', "owner: got 'Englsh', did you mean 'English'?"),
        ("width_mm = 915.0", "width_mm = nan", "mat.width_mm: got nan, expected a number"),
        ("width_mm = 915.0", "width_mm = -3", "mat.width_mm: Expected float > 0"),
        ("width_mm = 915.0", 'width_mm = "wide"', "mat.width_mm: Expected float, got str"),
        ("format = 1", "format = 9", "format: got 9, expected 1; made by a newer tableassist"),
        ('edition = "complete"', 'edition = "compleat"', "edition: got 'compleat', did you mean 'complete'?"),
        ('camera = "studio-720p"', 'camera = "nowhere.toml"', "nowhere.toml: no such file"),
        ('homes = ["english-home"]', 'homes = ["reef"]', "players[0].homes: got 'reef'"),
        ("[mat]", "[mat", "not a TOML file"),
        ("[mat]", "colour = 3\n[mat]", "unknown field"),
        ('mount = "flag"', 'mount = "masthead"', "pieces[0].tags[0].mast: missing"),
    ],
)
def test_a_mistake_is_told_in_one_line_with_its_place(tmp_path, old, new, words):
    with pytest.raises(BadFileError) as caught:
        read_table(table(tmp_path, old, new))
    message = str(caught.value)
    assert words in message
    assert message.startswith(str(tmp_path))
    assert "\n" not in message


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "table.toml"
    path.write_bytes(b"#" * 2_000_000)
    with pytest.raises(BadFileError, match="2000000 bytes"):
        read_table(path)


def test_deep_nesting_and_binary_are_refused(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("a = " + "[" * 100_000, "utf-8")
    with pytest.raises(BadFileError):
        read_table(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFileError, match="not a text file"):
        read_table(path)


@pytest.mark.parametrize("name", model_names())
def test_every_packaged_model_reads_and_is_named_as_its_file(name):
    model = read_model(packaged_folder("models") / f"{name}.toml")
    assert model.name == name


@pytest.mark.parametrize("name", profile_names())
def test_every_packaged_profile_reads(name):
    assert read_profile(packaged_folder("calibration") / f"{name}.toml").fx > 0
