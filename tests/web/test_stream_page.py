"""The stream's page: scenes by URL on a transparent ground, the last ruling with an overruling, and a delay."""

import pytest

from tableassist.rulebook.ruling import Overruling, Verdict
from tests.table.test_game_desk import START
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
PARTS = ("#plan", "#question", "header", "#offers", "#asked", "#rulings", "#acts", "#bar", "#select", "#zoom")
SEEN = {
    "": {"#plan", "#question", "header"},
    "plan": {"#plan"},
    "ruling": {"#question"},
    "score": {"header"},
}


@pytest.fixture
def table():
    moment = demo_moment("blocked")
    with served(START, is_open=True) as one:
        ruling = next(each for each in moment.state.rulings if each.id == "shot:harbinger:oxley:1")
        overruling = Overruling(ruling, Verdict.YES, by="Jack", reason="we looked", t_ns=0)
        one.board.post(moment=moment, question=ruling.id, overrulings=(overruling,))
        yield one


def stream(table, browser, query):
    return browser.page(f"{table.server.address}/stream?{query}", (1280, 720))


@pytest.mark.parametrize("scene", SEEN)
def test_each_scene_shows_its_part_on_no_ground(table, browser, scene):
    page = stream(table, browser, f"scene={scene}" if scene else "")
    page.wait("document.querySelector('#question').textContent.includes('Harbinger')")
    visible = {part for part in PARTS if page.run(f"Boolean(document.querySelector('{part}')?.checkVisibility())")}
    assert visible == SEEN[scene]
    assert page.run("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.run(
        "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
    )
    assert page.problems == []


def test_the_lower_third_has_the_question_by_name_and_the_overruling(table, browser):
    page = stream(table, browser, "scene=ruling")
    page.wait("document.querySelector('#question').checkVisibility()")
    text = page.text("#question")
    for words in (
        "YES",
        "Can Harbinger hit HMS Oxley with cannon 1?",
        "Overruled by Jack: YES we looked",
        "4.6 ± 0.5 mm short",
    ):
        assert words in text
    _, top, _, bottom = page.box("#question")
    assert top > 720 * 0.5
    assert bottom <= 720


def test_a_delay_shows_everything_so_many_seconds_late_and_in_order(table, browser):
    prompt = stream(table, browser, "scene=score")
    late = stream(table, browser, "scene=score&delay=3")
    for page in (prompt, late):
        page.wait("document.querySelector('#turn').textContent.includes('Anne')")
        page.run(
            "window.seen = []; const name = document.querySelector('#name');"
            "new MutationObserver(() => seen.push([name.textContent, performance.timeOrigin + performance.now()]))"
            ".observe(name, {childList: true, characterData: true, subtree: true})"
        )
    for name in ("one", "two", "three"):
        table.board.post(name=name)
        prompt.wait(f"window.seen.some((s) => s[0] === '{name}')")
    late.wait("window.seen.length === 3")
    at_once, delayed = (page.run("window.seen") for page in (prompt, late))
    assert [each[0] for each in delayed] == ["one", "two", "three"]
    behind_s = [(then[1] - now[1]) / 1000 for now, then in zip(at_once, delayed, strict=True)]
    assert min(behind_s) > 2.5


@pytest.mark.parametrize("delay", ["-5", "x", "", "NaN"])
def test_a_delay_that_is_none_is_no_delay(table, browser, delay):
    page = stream(table, browser, f"delay={delay}")
    page.wait("document.querySelector('#turn').textContent.includes('Anne')")
    assert page.problems == []
