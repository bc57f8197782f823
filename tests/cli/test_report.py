"""The battle report of a match: what it says, and that a real browser shows it, whatever the ships are called."""

import base64
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import cv2
import numpy as np
import pytest

from tableassist.cli.terminal import painter
from tableassist.errors import BadRequestError
from tableassist.matches.replay import Replay
from tableassist.matches.report import write_report
from tableassist.matches.report.battle_report import report_of
from tableassist.messages import Message
from tableassist.pieces import PieceState
from tableassist.pipeline.moves.chronicle import Edit
from tableassist.rulebook.ruling import Verdict
from tableassist.store.report import report_page
from tests.cli.demo_match import demo_match, write_demo_match
from tests.table_states import begun, captured, mast_lost, settings_with

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-quic",
)  # fmt: skip
DARK = ("--force-dark-mode", "--blink-settings=preferredColorScheme=0")
HOSTILE = """</text><script>document.title='owned'</script><img src=x onerror="document.title='owned'">&amp;'"><!--"""
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(scope="module")
def report():
    with Replay(demo_match()) as replay:
        return report_of(replay, painter())


@pytest.fixture(scope="module")
def page(report):
    return report_page(report)


def hostile(report):
    """The same report with every name from a stranger who means harm."""
    settings = report.chronicle.settings
    pieces = tuple(replace(piece, name=HOSTILE) for piece in settings.pieces)
    chronicle = replace(report.chronicle, settings=replace(settings, name=HOSTILE, pieces=pieces))
    plans = tuple(replace(plan, drawing=named(plan.drawing)) for plan in report.plans)
    paths = named(report.paths)
    return replace(report, name=HOSTILE, version=HOSTILE, score=HOSTILE, chronicle=chronicle, plans=plans, paths=paths)


def named(drawing):
    return replace(drawing, labels=tuple(replace(label, text=HOSTILE) for label in drawing.labels))


class Elements(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_data(self, data):
        self.words.append(data)


def seen_by_browser(page, folder, *flags):
    """The document as it is after it was opened, and a picture of it."""
    (folder / "report.html").write_text(page, encoding="utf-8")
    shot = folder / "report.png"
    done = subprocess.run(
        [CHROMIUM, *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}", "--window-size=1200,1600", "--dump-dom",
         f"--screenshot={shot}", (folder / "report.html").as_uri()],
        capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout.decode("utf-8"), cv2.imread(str(shot))


def article(page, number):
    return re.search(rf'<article[^>]*id="turn-{number}".*?</article>', page, re.DOTALL)[0]


def words_of(text):
    return " ".join("".join(Elements(text).words).split())


def test_it_tells_the_story_of_the_demo_turn_by_turn(page):
    assert "HMS Oxley moves 79 mm" in words_of(article(page, 1))
    assert "✓ legal" in words_of(article(page, 3))
    assert "at Harbinger: cannon 2 ✓ YES" in words_of(article(page, 3))
    assert "⚑ Bert <knocked> the table & laughed" in words_of(article(page, 3))
    assert "Docks at Palm Island." in words_of(article(page, 4))
    assert "Rams Revenge." in words_of(article(page, 5))
    assert "✗ not legal" in words_of(article(page, 5))


def test_each_turn_has_its_plan_and_the_fleets_are_listed(page):
    elements = Elements(page)
    classes = [value for tag, name, value in elements.attributes if (tag, name) == ("svg", "class")]
    assert classes.count("plan") == 7  # the set-up, five turns, the paths
    assert classes.count("line") == 1
    words = words_of(page)
    assert "English against Pirates" in words
    assert "HMS Titan 0 5 of 5" in re.sub(r"(?<=n)(?=[05])|(?<=[05])(?=5 of)", " ", words)
    assert "Moves 7, 1 not legal" in words


def test_a_dispute_shows_both_calls_and_two_pictures(page):
    section = re.search(r"<h2>Disputes</h2>(.*?)<h2>", page, re.DOTALL)[1]
    words = words_of(section)
    assert "Does HMS Plantagenet ram Revenge?" in words
    assert "✓ YES Gap 0.0 mm: her bow touches" in words
    assert re.search(r"-?\d\.\d\d mm ± \d\.\d\d \(95 %\); touching means within 1\.0 mm", words)
    assert "✗ NO her <b>bow</b> did not touch" in words
    pictures = re.findall(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)", section)
    shapes = [
        cv2.imdecode(np.frombuffer(base64.b64decode(each), np.uint8), cv2.IMREAD_COLOR).shape for each in pictures
    ]
    assert shapes == [(720, 1280, 3), (600, 800, 3)]


def test_it_holds_all_that_it_shows_and_runs_nothing(page):
    elements = Elements(page)
    assert not {"script", "link", "iframe", "object", "embed", "base", "form"} & set(elements.tags)
    assert not [each for each in elements.attributes if each[1].startswith("on")]
    for _, name, value in elements.attributes:
        assert name not in ("src", "href", "xlink:href") or value.startswith("data:image/jpeg;base64,")
    assert set(re.findall(r"url\(([^)]*)\)", page)) <= {
        f"#hatch-{ink}" for ink in re.findall(r'id="hatch-([^"]*)"', page)
    }
    assert "http://" not in page
    assert "https://" not in page
    assert "@import" not in page


def test_the_score_on_it_is_the_matchs(report, page):
    assert re.search(r"4\. bonny-kate L\S* S\S* &gt; \(\S+\) legal x palm-island:docking", page)
    assert report.score.startswith('[Format "1"]')


def test_hostile_names_stay_words(report):
    honest, evil = Elements(report_page(report)), Elements(report_page(hostile(report)))
    assert evil.tags == honest.tags
    assert [each[:2] for each in evil.attributes] == [each[:2] for each in honest.attributes]
    assert HOSTILE in "".join(evil.words)


@needs_browser
def test_a_browser_shows_it_by_day(page, tmp_path):
    dom, picture = seen_by_browser(page, tmp_path)
    assert [tag for tag in Elements(dom).tags if tag != "tbody"] == Elements(page).tags  # browsers add that one
    assert picture.shape == (1600, 1200, 3)
    assert np.median(picture) > 220
    assert picture.std() > 10
    amber = np.abs(picture.astype(int) - (0, 107, 179)).max(axis=2) < 12  # the pirates' hulls and bars
    assert amber.sum() > 100


@needs_browser
def test_a_browser_runs_nothing_of_a_strangers_and_shows_it_by_night(report, tmp_path):
    dom, picture = seen_by_browser(report_page(hostile(report)), tmp_path, *DARK)
    assert unescape(re.search(r"<title>(.*?)</title>", dom)[1]) == f"Battle report: {HOSTILE}"
    assert "script" not in Elements(dom).tags
    assert "img" in Elements(dom).tags  # the disputes' own
    assert not [each for each in Elements(dom).attributes if each[1].startswith("on")]
    assert np.median(picture) < 60


def test_the_command_writes_it_and_a_match_without_video_has_a_report_too(tmp_path):
    match = write_demo_match(tmp_path / "poses", video=False)
    write_report(match, tmp_path / "out" / "report.html", painter=painter())
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "There is no recorded picture of this moment." in page
    with pytest.raises(BadRequestError, match="no such match"):
        write_report(tmp_path / "none", painter=painter())


def test_a_lost_mast_says_who_had_a_shot_at_her(report):
    chronicle = report.chronicle
    shots = next(move.shots for move in chronicle.moves if move.shots)
    t_ns = chronicle.last_ns
    edit = Edit(t_ns, mast_lost(shots[0].target, 1), tuple(each for each in shots if each.target == shots[0].target))
    words = "".join(Elements(report_page(replace(report, chronicle=replace(chronicle, edits=(edit,))))).words)
    name, shooter = chronicle.name_of(shots[0].target), chronicle.name_of(shots[0].subject)
    assert f"{name} loses mast 1" in words
    assert f"Shots at her then: {shooter}: cannon" in words


def test_the_fleets_are_listed_as_they_are_at_the_end(report):
    last = report.chronicle.last_settings
    fire = begun("oxley", PieceState.ON_FIRE)
    lost = (mast_lost("titan", 1), mast_lost("titan", 4), captured("oxley", "Pirates"), fire)
    chronicle = replace(report.chronicle, last_settings=settings_with(last, *lost))
    fleets = re.search(r"<h2>Fleets</h2>(.*?)<h2>", report_page(replace(report, chronicle=chronicle)), re.DOTALL)[1]
    rows = re.findall(r"<tr>.*?</tr>", fleets)
    rows = [[words_of(cell) for cell in re.findall(r"<td>(.*?)</td>", row)] for row in rows]
    assert ["HMS Titan", "0", "3 of 5"] in rows
    assert ["HMS Oxley", "2", "3 of 3 captured by Pirates, on fire"] in rows


def test_what_terrain_did_stands_after_the_move(report):
    chronicle = report.chronicle
    move = next(each for each in chronicle.moves if each.shots)
    met = move.shots[0].replace(verdict=Verdict.YES, reason=Message("she touches the reef"))
    moves = tuple(replace(each, terrain=(met,)) if each is move else each for each in chronicle.moves)
    page = report_page(replace(report, chronicle=replace(chronicle, moves=moves)))
    assert "She touches the reef" in words_of(article(page, move.turn.number))
