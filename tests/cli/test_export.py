"""A match for other programs: each kind is opened by a reader that is not ours, and says what was played."""

import csv
import io
import json
import math
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from mcap.reader import make_reader
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.cli.terminal import painter
from tableassist.errors import BadFileError, BadRequestError
from tableassist.matches import export_match
from tableassist.messages.message import visible
from tableassist.store.export import ExportKind, csv_lines
from tableassist.store.export.rows import PoseRecord
from tableassist.store.score.reader import read_score
from tableassist.store.score.score import Moved
from tests.cli.demo_match import ENDS_S, STARTED_MS, demo_match, demo_moments, write_demo_match
from tests.colours import colour_count
from tests.pipeline.demo_states import demo_table

ROOT = Path(__file__).parents[2]


def exported(kind, folder, *, at=None, seconds=4.0, match=None):
    out = folder / f"match.{kind}"
    export_match(match or demo_match(), ExportKind(kind), out, painter=painter(steady=True), at=at, seconds=seconds)
    return out


def last_poses():
    _, game = demo_table()
    return {each.piece.id: each.pose for each in game.table_at(ENDS_S[-1]).pieces}


def test_the_csv_has_every_pose_and_its_last_is_where_the_match_ends(tmp_path):
    with exported("csv", tmp_path).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    last = {row["piece"]: row for row in rows}
    truth = last_poses()
    assert last.keys() == truth.keys()
    for piece, row in last.items():
        assert math.hypot(float(row["x_mm"]) - truth[piece].x_mm, float(row["y_mm"]) - truth[piece].y_mm) < 0.5
        assert float(row["sigma_mm"]) > 0
    assert [float(row["t_s"]) for row in rows] == sorted(float(row["t_s"]) for row in rows)
    assert {row["moving"] for row in rows if row["piece"] == "oxley"} == {"0", "1"}


def test_a_name_begins_no_row_of_its_own():
    pose = PoseRecord(0.0, 1, "Titan\r=1+1\n=2+2", 0.0, 0.0, 0.0, 0.1, 0.1, True, False)
    text = b"".join(csv_lines([pose])).decode()
    assert len(text.splitlines()) == 2
    assert "Titan\\r=1+1\\n=2+2" in text


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＠"])
def test_a_name_that_is_a_formula_stays_a_name_in_a_spreadsheet(sign):
    name = f'{sign}HYPERLINK("x"),"y"'
    pose = PoseRecord(0.0, 1, name, -1.5, 2.0, 0.0, 0.1, 0.1, True, False)
    [_, row] = csv.reader(io.StringIO(b"".join(csv_lines([pose])).decode(), newline=""))
    assert row[2] == f"'{visible(name)}"
    assert row[3] == "-1.5"


def test_json_lines_are_in_the_order_of_time_and_tell_moves_rulings_and_notes(tmp_path):
    records = [json.loads(line) for line in exported("jsonl", tmp_path).read_text("utf-8").splitlines()]
    assert records[0]["kind"] == "match"
    assert records[0]["players"] == ["English", "Pirates"]
    times = [record["t_s"] for record in records]
    assert times == sorted(times)
    moves = [record for record in records if record["kind"] == "move" and record["what"] == "moved"]
    assert [move["piece"] for move in moves] == [
        "oxley", "harbinger", "oxley", "bonny-kate", "revenge", "plantagenet", "europa"
    ]  # fmt: skip
    assert "ram:plantagenet:revenge" in moves[5]["made"]
    rams = [each for each in records if each["kind"] == "ruling" and each["rule"] == "ram" and each["after"] == "yes"]
    assert ("plantagenet", "revenge") in [(each["subject"], each["target"]) for each in rams]
    notes = {record["what"]: record["words"] for record in records if record["kind"] == "note"}
    assert notes["mark"] == "Bert <knocked> the table & laughed"
    assert "ram:plantagenet:revenge: yes became no, by Anne" in notes["overruling"]


def test_an_mcap_reader_finds_the_same_topics_by_time_of_day(tmp_path):
    with exported("mcap", tmp_path).open("rb") as file:
        reader = make_reader(file)
        messages = [(schema, channel, message) for schema, channel, message in reader.iter_messages()]
    topics = {channel.topic for _, channel, _ in messages}
    assert topics == {"/match", "/poses", "/moves", "/rulings", "/notes"}
    assert min(message.log_time for _, _, message in messages) == STARTED_MS * 1_000_000
    moved = [json.loads(message.data) for _, channel, message in messages if channel.topic == "/moves"]
    assert sum(each["what"] == "moved" for each in moved) == 7
    assert {schema.encoding for schema, _, _ in messages} == {"jsonschema"}
    assert all(json.loads(schema.data) for schema, _, _ in messages[:20])


def test_the_score_is_a_score(tmp_path):
    score = read_score(exported("pcn", tmp_path))
    assert score.tag("Date") == "2026-11-16"
    assert sum(isinstance(line.entry, Moved) for line in score.lines) == 7


def test_the_mp4_has_every_picture_at_its_time_with_the_drawing_on_it(tmp_path):
    with av.open(str(exported("mp4", tmp_path, at="0:00", seconds=2.0))) as video:
        frames = list(video.decode(video=0))
    taken = [moment for moment in demo_moments() if moment.frame.t_ns <= 2_000_000_000]
    assert len(frames) == len(taken)
    assert [frame.time for frame in frames] == pytest.approx([each.frame.t_ns / 1e9 for each in taken], abs=0.002)
    drawn, plain = frames[1].to_ndarray(format="bgr24").astype(int), taken[1].frame.image
    differ = np.abs(drawn - plain).max(axis=2) > 60
    assert 0.01 < differ.mean() < 0.2


def test_the_gif_is_of_the_moment(tmp_path):
    with av.open(str(exported("gif", tmp_path, at="6", seconds=1.0))) as video:
        frames = list(video.decode(video=0))
    assert (len(frames), frames[0].width, frames[0].height) == (8, 640, 360)
    assert colour_count(frames[0].to_ndarray(format="bgr24")) > 100  # a palette of its own


def test_what_cannot_be_exported_is_told_and_leaves_nothing_behind(tmp_path):
    poses = write_demo_match(tmp_path / "poses", video=False)
    out = tmp_path / "out"
    for kind, options, words in (
        ("mp4", {"match": poses}, "was recorded without video"),
        ("gif", {"match": poses, "at": "1"}, "was recorded without video"),
        ("gif", {}, "expected the moment for the GIF"),
        ("gif", {"at": "1", "seconds": 90.0}, "expected at most 20 for a GIF"),
        ("mp4", {"at": "9:00"}, "but the match lasts 0:22"),
    ):
        with pytest.raises(BadRequestError, match=words):
            exported(kind, out, **options)
    assert list(out.iterdir()) == []
    with pytest.raises(BadRequestError, match="no such match"):
        exported("csv", out, match=tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFileError, match="cannot be written"):
        exported("csv", tmp_path / "file")


def test_the_command_takes_the_kind(tmp_path):
    done = CliRunner().invoke(app, ["export", str(demo_match()), "--as", "pcn", "--out", str(tmp_path / "m.pcn")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "m.pcn").read_text("utf-8").startswith('[Format "1"]')


def test_without_the_extra_only_an_mcap_cannot_be_written(tmp_path):
    out = str(tmp_path / "a.csv")
    code = (
        "import sys; sys.modules['mcap'] = sys.modules['mcap.writer'] = None\n"
        f"sys.argv = ['tableassist', 'export', {str(demo_match())!r}, '--as', 'csv', '--out', {out!r}]\n"
        "from tableassist.cli.app import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, (tmp_path / "a.csv").exists()) == (0, True), done.stderr
