"""Every file and stream that the program reads: how it is read, and good examples of it to spoil."""

import csv
import io
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from html import unescape
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from unicodedata import category

import av
import cv2
import numpy as np

from bench import fuzz_games as games
from bench import fuzz_mutators as ways
from bench import fuzz_records as records
from bench.fuzz_demo import demo_sightings
from bench.fuzz_reader import Reader
from tableassist.capture.network.http_stream import HttpDownload, JpegSplitter, MjpegStream, _moved_to
from tableassist.capture.network.rtsp_stream import sent_on_to
from tableassist.capture.network.stream_address import stream_address
from tableassist.capture.picture import PictureFolder, decode_picture, read_picture
from tableassist.capture.sources import parse_source
from tableassist.capture.video_file import VideoFile
from tableassist.cli.streams import open_streams
from tableassist.errors import TableAssistError
from tableassist.judging.cases import run_case
from tableassist.messages import tr
from tableassist.messages.message import visible
from tableassist.pipeline.step import first_state, step
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.setup.measure.survey_views import parse_ruler
from tableassist.setup.plan.new_table import parse_mat
from tableassist.sources import demo_table_path
from tableassist.store.camera import find_board, read_camera
from tableassist.store.camera.board_file import read_board
from tableassist.store.camera.mat_layout_file import read_surveyed_layout, surveyed_text
from tableassist.store.case import read_case
from tableassist.store.export import csv_lines
from tableassist.store.export.rows import PoseRecord
from tableassist.store.files import packaged_folder
from tableassist.store.models import find_model, read_catalogue, write_model
from tableassist.store.models.file import read_model
from tableassist.store.score.reader import read_score
from tableassist.store.table import read_table
from tableassist.store.table_check import check_table
from tableassist.ui.session.preferences import THEME, Preferences
from tableassist.ui.widgets.plain import tip_text
from tableassist.vision.registration.mat_places import SurveyedPlaces

open_streams()  # how letters are replaced
TIP = tip_text("<").split("&lt;")
CASES = Path(__file__).parents[1] / "tests" / "cases"
BOARD = packaged_folder("calibration") / "boards" / "a4.toml"
MOST_FRAMES = 12
"""Of a spoiled video or stream."""
WORDS = (b"camera:0", b"camera:Logitech", b"http://user:word@192.0.2.7:8080/video?x=1", b"rtsp://192.0.2.7/1")
WORDS += (b"studio:demo", b"chessboard:8x6:30", b"915x915", b"0:6:1208.5:0.2", b"photos/", b"~/x.png", b"x:y:z")


def _texts(*paths):
    return tuple(path.read_bytes() for path in paths)


@cache
def table_seeds():
    demo = demo_table_path().read_bytes()
    own = demo.replace(b'camera = "studio-720p"', b'camera = "own.toml"')
    own = own.replace(
        b"[mat]", b'[house_rules]\npoints_limit = 50\nmove_pivot = "bow"\n\n[mat]\nsurvey = "mat.toml"', 1
    )
    return demo, own, own.replace(b'model = "island-round"', b'model = "island.toml"')


@cache
def survey_seeds():
    rng = np.random.default_rng(3)
    demo = read_table(demo_table_path())
    factor = rng.normal(0.0, 0.05, (len(demo.mat.tags), 4, 9))
    by_lens = rng.normal(0.0, 0.01, (len(demo.mat.tags), 4, 12))
    layout = replace(demo.mat, surveyed=SurveyedPlaces(factor, by_lens, demo.camera.lens))
    return (surveyed_text(layout).encode(),)


def beside(folder):
    """What a table file may name: good files, and places where something else than a file stands."""
    (folder / "own.toml").write_bytes(profile_seeds()[0])
    (folder / "mat.toml").write_bytes(survey_seeds()[0])
    (folder / "island.toml").write_bytes((packaged_folder("models") / "island-round.toml").read_bytes())


@cache
def profile_seeds():
    folder = packaged_folder("calibration")
    sigma = b"[sigma]\nfx = 1.0\nk1 = 0.001\n"
    plain = (folder / "studio-720p.toml").read_bytes()
    return plain, (folder / "studio-1080p.toml").read_bytes(), plain.split(b"[")[0].split(b"varies")[0] + sigma


@cache
def picture_seeds():
    rng = np.random.default_rng(1)
    image = cv2.GaussianBlur(rng.integers(0, 255, (48, 64, 3), np.uint8), (5, 5), 0)
    kinds = ((".png", image), (".png", image[:, :, 0]), (".jpg", image), (".bmp", image), (".webp", image))
    made = [cv2.imencode(suffix, picture)[1].tobytes() for suffix, picture in kinds]
    made.append(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes())
    return tuple(made)


@cache
def video_seeds():
    made = []
    for container, codec in (("mp4", "libx264"), ("matroska", "mjpeg"), ("avi", "mpeg4")):
        file = io.BytesIO()
        with av.open(file, "w", format=container) as out:
            stream = out.add_stream(codec, rate=10)
            stream.width, stream.height = 64, 48
            stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
            for number in range(6):
                image = np.full((48, 64, 3), 40 * number, np.uint8)
                for packet in stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")):
                    out.mux(packet)
            for packet in stream.encode():
                out.mux(packet)
        made.append(file.getvalue())
    return tuple(made)


@cache
def stream_seeds():
    jpegs = [each for each in picture_seeds() if each.startswith(b"\xff\xd8")]
    plain = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b\r\n\r\n"
    parts = b"".join(b"--b\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(each), each) for each in jpegs * 2)
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(parts), parts)
    return plain + parts, chunked


@cache
def catalogue_seeds():
    folder = packaged_folder("models") / "catalogue"
    return tuple(b"\n".join((folder / name).read_bytes().split(b"\n")[:40]) + b"\n" for name in CARDS)


CARDS = ("ships.csv", "forts.csv", "crew.csv")


def read_cards(path):
    """As the one of the three files whose heading it has; the other two are good."""
    folder = path.parent / "catalogue"
    folder.mkdir(exist_ok=True)
    (folder / "misprints.toml").write_text("format = 1\n")
    begin = b""
    if path.is_file():
        with path.open("rb") as file:
            begin = file.read(30)
    mine = next((name for name, good in zip(CARDS, catalogue_seeds(), strict=True) if good[:30] == begin), CARDS[0])
    for name, good in zip(CARDS, catalogue_seeds(), strict=True):
        (folder / name).unlink(missing_ok=True)
        if name == mine:
            (folder / name).symlink_to(path)
        else:
            (folder / name).write_bytes(good)
    return read_catalogue(folder)


@cache
def demo_mat():
    return read_table(demo_table_path()).mat


def read_survey(path):
    return read_surveyed_layout(path, demo_mat())


def judge_table(path):
    """A table that reads must not break the chain behind it."""
    settings = read_table(path)
    frame, sightings = demo_sightings()
    return step(first_state(settings), frame, settings, lambda _: sightings)


def judge_case(path):
    case = read_case(path)
    return adjudicate(case.scene, case.rules)


def read_then_write_model(path):
    model = read_model(path)
    write_model(path.parent / "again.toml", model)
    return find_model("again.toml", asked_in=path, field="model")


def read_frames(path):
    source = VideoFile(path)
    try:
        for _ in range(MOST_FRAMES):
            if source.read() is None:
                break
    finally:
        source.close()


def read_folder(path):
    source = PictureFolder(path.parent / "pictures" if path.is_file() else path)
    return source.read()


def split(data):
    splitter = JpegSplitter(limit_bytes=200_000)
    for begin in range(0, len(data), 1000):
        splitter.feed(data[begin : begin + 1000])
        while splitter.next_picture() is not None:
            pass


class Wire:
    """What an HTTP response is read from."""

    def __init__(self, data):
        self._data = data

    def makefile(self, _mode):
        return io.BytesIO(self._data)

    def limit(self, _seconds):
        pass

    def close(self):
        pass

    interrupt = hang_up = close


def read_stream(data):
    """As a server's answer, from its first line on."""
    wire = Wire(data)
    response = HTTPResponse(wire)
    try:
        response.begin()
    except (HTTPException, OSError, ValueError):
        return  # told by open_download, which has the connection
    if response.status != 200:
        _moved_to(stream_address("http://me:word@192.0.2.7/video"), response)
        return
    stream = MjpegStream(HttpDownload(wire, wire, response), name="fuzz", timeout_s=2.0)
    for _ in range(MOST_FRAMES):
        if stream.read() is None:
            break
    stream.close()


def read_greeting(data):
    """An RTSP server's first answer."""
    return sent_on_to(io.BufferedReader(io.BytesIO(data)), stream_address("rtsp://me:word@192.0.2.7/1"))


GREETINGS = (
    b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Type: application/sdp\r\nContent-Length: 1200\r\n\r\nv=0\r\n",
    b"RTSP/1.0 302 Moved\r\nCSeq: 1\r\nLocation: rtsp://192.0.2.8:8554/live?x=1\r\n\r\n",
    b'RTSP/1.0 401 No\r\nCSeq: 1\r\nWWW-Authenticate: Digest realm="x", nonce="y"\r\n\r\n',
)
NAMES = ("HMS Titan", "<img src=x><b>&", "=HYPERLINK()", "\x1b[31m\x9b2J", "Ox\u202eSEY\u2066", "L'Intrépide 海賊 ±")


def show_name(data):
    """A stranger's name at every edge: nothing is obeyed, and nothing fails."""
    name = data.decode("utf-8", "surrogateescape")
    shown = visible(name)
    if not all(letter.isprintable() or category(letter) == "Zs" for letter in shown + tr("{name} fires", name=name)
               .replace("\n", "").replace("\t", "")):  # fmt: skip
        raise AssertionError(f"a terminal would obey {shown!r}")
    for encoding in ("ascii", "cp1252", "latin-1", "cp437", "utf-8"):
        name.encode(encoding, "tableassist-replace")
    tip = tip_text(name)
    if ("<" in name or "&" in name) and unescape(tip.removeprefix(TIP[0]).removesuffix(TIP[1])) != name:
        raise AssertionError(f"a tool tip would obey {tip!r}")
    pose = PoseRecord(0.0, 1, name.encode("utf-8", "replace").decode(), 0.0, 0.0, 0.0, 0.1, 0.1, True, False)
    _, row = csv.reader(io.StringIO(b"".join(csv_lines([pose])).decode(), newline=""))
    if row[2][:1] in tuple("=+-@\t\r\n＝＋－＠"):
        raise AssertionError(f"a spreadsheet would obey {row[2]!r}")
    return shown


def read_words(data):
    """What a person types, as the system hands it over."""
    text = data.decode("utf-8", "surrogateescape").replace("\0", "")
    for parse in (parse_source, find_board, parse_mat, parse_ruler, stream_address):
        with suppress(TableAssistError):
            parse(text)
    return parse_source(text)


def read_preferences(path):
    """Whatever stands there, it never keeps the program from starting."""
    kept = Preferences(path)
    return kept.recent, kept.chosen(THEME), kept.layout("window"), kept.flag("look/x", default=True)


def _preference_seeds():
    recent = '[{\\"source\\": \\"camera:0\\", \\"table\\": \\"league.toml\\"}]'
    return (
        f'[look]\ntheme=dark\nx=true\n[layout]\nwindow=@ByteArray(\\0\\xff)\n[recent]\nopened="{recent}"\n'.encode(),
    )


@cache
def _case_seeds():
    return _texts(*sorted(CASES.rglob("*.toml"))[::5])


@cache
def _model_seeds():
    return _texts(*sorted(packaged_folder("models").glob("*.toml")))


STREAMED = partial(decode_picture, origin="x", may_take_long=False)
READERS = (
    Reader("table", "table.toml", read_table, table_seeds, ways.TEXT, 6),
    Reader("table check", "table.toml", check_table, table_seeds, ways.TEXT, 3),
    Reader("table judged", "table.toml", judge_table, table_seeds, ways.MILD, 1),
    Reader("camera profile", "camera.toml", read_camera, profile_seeds, ways.TEXT, 6),
    Reader("mat survey", "survey.toml", read_survey, survey_seeds, ways.TEXT, 4),
    Reader("model", "model.toml", read_then_write_model, _model_seeds, ways.TEXT, 10),
    Reader("case", "case.toml", read_case, _case_seeds, ways.TEXT, 5),
    Reader("case judged", "case.toml", judge_case, _case_seeds, ways.MILD, 3),
    Reader("board", "board.toml", read_board, lambda: _texts(BOARD), ways.TEXT, 3),
    Reader("catalogue", "cards.csv", read_cards, catalogue_seeds, ways.ROWS, 6),
    Reader("picture", "picture.png", read_picture, picture_seeds, ways.PICTURES, 12),
    Reader("folder of pictures", "folder", read_folder, lambda: (b"",), (ways.noise,), 1),
    Reader("video", "video.mp4", read_frames, video_seeds, ways.BYTES, 6),
    Reader("JPEG splitter", "", split, stream_seeds, ways.BYTES, 8, is_file=False),
    Reader("MJPEG stream", "", read_stream, stream_seeds, ways.BYTES, 8, is_file=False),
    Reader("RTSP greeting", "", read_greeting, lambda: GREETINGS, ways.BYTES, 6, is_file=False),
    Reader("name shown", "", show_name, lambda: tuple(each.encode() for each in NAMES), ways.BYTES, 6, is_file=False),
    Reader("picture of a stream", "", STREAMED, picture_seeds, ways.PICTURES, 8, is_file=False),
    Reader("words typed", "", read_words, lambda: WORDS, ways.TEXT, 8, is_file=False),
    Reader("match", "match.bin", records.read_match, records.match_seeds, records.MATCH, 4),
    Reader("match zip", "match.zip", records.read_match_zip, records.match_zip_seeds, records.ZIP, 3),
    Reader(
        "evidence",
        "evidence.zip",
        records.judge_evidence,
        records.evidence_seeds,
        records.EVIDENCE,
        4,
    ),
    Reader("score", "score.pcn", read_score, records.score_seeds, ways.SCORE, 8),
    Reader("case run", "case.toml", run_case, games.case_seeds, ways.TEXT, 6),
    Reader("game", "game.jsonl", games.referee_file, games.game_seeds, ways.TEXT, 6),
    Reader("game in a score", "game.pcn", games.referee_file, games.game_score_seeds, ways.SCORE, 6),
    Reader("preferences", "window.ini", read_preferences, _preference_seeds, ways.TEXT, 3),
)
