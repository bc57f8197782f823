"""A table file and all that it refers to, as one value and back."""

import pytest

from tableassist.errors import BadFileError
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_table_text
from tableassist.store.files import packaged_folder
from tableassist.store.match import settings_parts
from tableassist.store.match.settings import settings_from
from tableassist.store.table import TableBundle, bundle_from, bundle_of, read_table, settings_of


@pytest.fixture
def own_table(tmp_path):
    """With a camera and a model of its own."""
    text = demo_table_path().read_text("utf-8").replace('camera = "studio-720p"', 'camera = "mine/cam.toml"')
    text = text.replace('model = "reef"', 'model = "my-reef.toml"')
    assert "my-reef" in text
    (tmp_path / "mine").mkdir()
    camera = (packaged_folder("calibration") / "studio-720p.toml").read_text("utf-8").replace("fx = ", "fx = 1.0e0 #")
    (tmp_path / "mine" / "cam.toml").write_text(camera)
    reef = (packaged_folder("models") / "reef.toml").read_text("utf-8")
    (tmp_path / "my-reef.toml").write_text(reef.replace('name = "reef"', 'name = "my-reef"'))
    (tmp_path / "league.toml").write_text(text)
    return tmp_path / "league.toml"


def test_a_bundle_holds_the_table_its_own_files_and_packaged_ones(own_table):
    bundle = bundle_of(own_table)
    assert {"table.toml", "mine/cam.toml", "my-reef.toml", "packaged/models/five-mast.toml"} <= bundle.files.keys()
    assert not any("studio-720p" in name for name in bundle.files)


def test_settings_of_a_bundle_are_those_of_its_table(own_table):
    settings = settings_of(bundle_of(own_table))
    assert settings_parts(settings) == settings_parts(read_table(own_table))
    assert settings.camera.lens.fx == 1.0


def test_a_stage_has_a_bundle_too():
    stage = find_stage("demo-1080p")
    bundle = bundle_of(demo_table_path(), stage_table_text(stage))
    assert settings_parts(settings_of(bundle)) == settings_parts(demo_settings(stage))


def test_a_packaged_model_is_read_as_it_was_when_the_bundle_was_made():
    files = dict(bundle_of(demo_table_path()).files)
    name = "packaged/models/five-mast.toml"
    files[name] = files[name].replace(b"height_mm = ", b"height_mm = 7.5 # ", 1)
    heights = {piece.model.name: piece.model.height_mm for piece in settings_of(TableBundle(files)).pieces}
    assert heights["five-mast"] == 7.5


def test_settings_read_back_from_their_parts_to_the_last_digit(own_table):
    settings = read_table(own_table)
    again = settings_from(settings_parts(settings), own_table)
    assert again.pieces == settings.pieces
    assert again.rules == settings.rules
    assert again.state == settings.state
    assert again.mat == settings.mat
    assert settings_parts(again) == settings_parts(settings)


@pytest.mark.parametrize(
    "name", ["../evil.toml", "/etc/evil.toml", "a/../../b.toml", "c:\\evil.toml", "x\n.toml", "evil.py", "./a.toml"]
)
def test_names_that_lead_elsewhere_are_refused(tmp_path, name):
    with pytest.raises(BadFileError, match=r"expected a \.toml within the table's folder"):
        bundle_from({"table.toml": b"", name: b""}, tmp_path)


def test_bundles_have_limits(tmp_path):
    with pytest.raises(BadFileError, match=r"got no table\.toml"):
        bundle_from({}, tmp_path)
    with pytest.raises(BadFileError, match="expected at most 500"):
        bundle_from({"table.toml": b"", **{f"{n}.toml": b"" for n in range(500)}}, tmp_path)
    with pytest.raises(BadFileError, match="expected at most 1000000"):
        bundle_from({"table.toml": bytes(1_000_001)}, tmp_path)


def test_what_is_wrong_with_a_bundled_table_is_told_without_the_private_folder(tmp_path):
    bundle = bundle_from({"table.toml": b"format = 1\nname = 3\n"}, tmp_path)
    with pytest.raises(BadFileError, match=r"^table\.toml: "):
        settings_of(bundle)


def test_settings_of_a_stranger_are_held_to_what_a_file_is(own_table):
    parts = settings_parts(read_table(own_table))
    for part, old, new, words in (
        ("pieces", b'"height_mm":9.0', b'"height_mm":-9.0', "height_mm"),
        ("pieces", b'"height_mm":9.0', b'"height_mm":1e999', "settings: pieces"),
        ("mat", b'"width_mm":915.0', b'"width_mm":0.0', "zero or less"),
        ("rules", b'"long_mm":83.8', b'"long_mm":-1.0', "ruler"),
        ("ledger", b'"owners":{', b'"owners":3,"x":{', "settings: ledger"),
    ):
        assert old in parts[part], (part, old)
        with pytest.raises(BadFileError, match=words):
            settings_from({**parts, part: parts[part].replace(old, new, 1)}, own_table)
