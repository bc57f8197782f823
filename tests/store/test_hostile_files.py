"""Files that would hang, fill the memory, or speak to the terminal."""

import os
import time

import pytest

from tableassist.errors import BadFileError, TableAssistError, one_line
from tableassist.plain_file import read_plain_file
from tableassist.sources import demo_table_path
from tableassist.store.camera import read_camera
from tableassist.store.files import load_toml, packaged_folder
from tableassist.store.models import find_model, read_catalogue
from tableassist.store.table import read_table, settings_of_text
from tableassist.store.table_check import check_table


def find_profile_text():
    return (packaged_folder("calibration") / "studio-720p.toml").read_text("utf-8")


DEMO = demo_table_path().read_text("utf-8")


@pytest.mark.parametrize("read", [read_table, read_camera, load_toml, lambda path: read_catalogue(path.parent)])
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path, read):
    for name in ("table.toml", "misprints.toml"):
        os.mkfifo(tmp_path / name)
    with pytest.raises(BadFileError, match="cannot be read: it is a pipe or a device, expected a file"):
        read(tmp_path / "table.toml")


def test_a_device_that_never_ends_is_not_read(tmp_path):
    (tmp_path / "table.toml").symlink_to("/dev/zero")
    with pytest.raises(BadFileError, match="it is a pipe or a device"):
        read_table(tmp_path / "table.toml")


def test_no_more_is_read_than_allowed(tmp_path):
    path = tmp_path / "long.toml"
    with path.open("wb") as file:
        file.truncate(5_000_000_000)
    with pytest.raises(BadFileError, match=r"file has 5000000000 bytes, expected at most 1000$"):
        read_plain_file(path, 1000)


def test_a_link_to_itself_is_told(tmp_path):
    (tmp_path / "round.toml").symlink_to(tmp_path / "round.toml")
    table = tmp_path / "table.toml"
    with pytest.raises(BadFileError, match=r"model: got 'round\.toml', a link that leads nowhere"):
        find_model("round.toml", asked_in=table, field="model")
    for field, text in (
        ("camera", DEMO.replace('camera = "studio-720p"', 'camera = "round.toml"')),
        ("mat.survey", DEMO.replace("[mat]", '[mat]\nsurvey = "round.toml"')),
    ):
        with pytest.raises(BadFileError, match=rf"{field}: got 'round\.toml', a link that leads nowhere"):
            settings_of_text(table, text)


def test_values_nested_too_deep_are_refused_and_not_followed(tmp_path):
    deep = DEMO.replace('model = "reef"', f"model = {'[' * 250}{']' * 250}")
    with pytest.raises(BadFileError, match="nested more than 40 deep"):
        settings_of_text(tmp_path / "table.toml", deep)


def test_a_number_too_long_to_be_written_is_refused_in_words(tmp_path):
    """Python does not turn so long a number into digits, but reads one written in hexadecimal."""
    huge = f"0x{'f' * 5000}"
    path = tmp_path / "camera.toml"
    path.write_text(f"format = {huge}")
    with pytest.raises(BadFileError, match="format: got a huge number, expected 1; made by a newer tableassist"):
        read_camera(path)
    with pytest.raises(BadFileError, match="format: got a huge number"):
        settings_of_text(tmp_path / "table.toml", DEMO.replace("format = 1", f"format = {huge}"))
    with pytest.raises(BadFileError, match=r"mat\.width_mm: got a huge number"):
        settings_of_text(tmp_path / "table.toml", DEMO.replace("width_mm = 915.0", f"width_mm = {huge}"))
    path.write_text(find_profile_text().replace("width_px = 1280", f"width_px = {huge}"))
    with pytest.raises(BadFileError, match="width_px: got a huge number"):
        read_camera(path)


def test_a_million_unknown_fields_are_counted_and_not_each_compared(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(DEMO + "\n".join(f"k{number} = 1" for number in range(90_000)))
    begun = time.process_time()
    problems = check_table(path)
    assert time.process_time() - begun < 2.0
    assert any(problem.words.startswith("got 89960 more unknown fields") for problem in problems)


def test_a_thousand_unknown_crew_are_told_in_time(tmp_path):
    crew = ", ".join(f'"XX/PC-{number:03}"' for number in range(40))
    path = tmp_path / "table.toml"
    path.write_text(DEMO.replace("[[pieces]]", f"[[pieces]]\ncrew = [{crew}]"))
    begun = time.process_time()
    problems = check_table(path)
    assert time.process_time() - begun < 2.0
    assert sum("XX/PC" in problem.words for problem in problems) == 40 * DEMO.count("[[pieces]]")


def test_a_tag_metres_from_its_piece_is_refused(tmp_path):
    far = DEMO.replace("x_mm = -15.0", "x_mm = -15000.0")
    with pytest.raises(BadFileError, match=r"tags\[0\]\.x_mm: Expected float >= -1000\.0, got -15000\.0"):
        settings_of_text(tmp_path / "table.toml", far)


def test_every_error_is_one_line_of_a_bearable_length():
    shown = str(TableAssistError("a\nb\x1b[2J\u202ec\udc80" + "x" * 10_000))
    assert shown.startswith(r"a\nb\x1b[2J\u202ec\x80xxx")
    assert shown.isprintable()
    assert len(shown) == 800
    assert one_line("plain words, ± and é") == "plain words, ± and é"
