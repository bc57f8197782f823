"""The pages for everybody: dark and light, by keyboard, read aloud, and in the browser's language."""

import pytest

from tableassist.pipeline.game.seen_start import where_seen
from tableassist.store.table import game_start_of
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
SPOKEN = {"button", "combobox", "image", "textbox", "spinbutton", "slider", "link", "dialog", "img"}
CONTRASTS = """(() => {
  const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, under) => [0, 1, 2].map((k) => top[k] * top[3] + under[k] * (1 - top[3])).concat(1);
  const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, k) => sum + weight * linear(c[k] / 255), 0);
  const ground = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement)
      layers.push(parse(getComputedStyle(each).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const out = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility() || element.closest("svg, option") || element.disabled) continue;
    const style = getComputedStyle(element), under = ground(element), ink = parse(style.color);
    ink[3] *= Number(style.opacity);
    const [a, b] = [light(over(ink, under)), light(under)].sort((x, y) => y - x);
    out.push([(a + 0.05) / (b + 0.05), `${element.tagName}.${element.className}: ${element.textContent.slice(0, 30)}`]);
  }
  return out;
})()"""


@pytest.fixture
def table():
    moment = demo_moment("cleared")
    settings = moment.settings
    start = game_start_of(settings.state, settings.rules, name=settings.name)
    start = where_seen(start, {each.id for each in moment.state.scene.pieces}, moment.state.rulings)
    with served(start, is_open=True) as one:
        question = next(each.id for each in moment.state.rulings if each.id == "shot:harbinger:oxley:1")
        one.board.post(moment=moment, name=settings.name, question=question, calls=("Pirates",))
        yield one


def opened(table, browser, role, **options):
    tokens = {"play": lambda: table.player("English"), "judge": lambda: table.judge, "watch": lambda: ""}
    page = browser.page(table.server.link(role, tokens[role]()), **options)
    page.wait("document.querySelectorAll('#plan path').length > 20")
    return page


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("role", ["play", "judge", "watch"])
def test_all_words_can_be_read_by_day_and_by_night(table, browser, role, dark):
    page = opened(table, browser, role, dark=dark)
    light = page.run(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).reduce((a, b) => a + b) / 3"
    )
    assert (light < 60) if dark else (light > 200)
    found = page.run(CONTRASTS)
    assert len(found) > 10
    assert [each for each in found if each[0] < 4.5] == []


@pytest.mark.parametrize("role", ["play", "judge", "watch"])
def test_whatever_can_be_pressed_or_looked_at_has_a_name(table, browser, role):
    page = opened(table, browser, role)
    page.tap("Look closer")
    page.wait("document.querySelectorAll('#sheet svg').length === 2")
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    spoken = [each for each in nodes if not each["ignored"] and each["role"]["value"] in SPOKEN]
    assert len(spoken) > 3
    assert [each["role"]["value"] for each in spoken if not each.get("name", {}).get("value")] == []
    page.key("Escape")
    page.wait("!document.querySelector('#sheet').open")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    spoken = [each for each in nodes if not each["ignored"] and each["role"]["value"] in SPOKEN]
    assert [each["role"]["value"] for each in spoken if not each.get("name", {}).get("value")] == []
    live = page.run("[...document.querySelectorAll('[role=alert], [role=status], [aria-live]')].map((e) => e.id)")
    assert {"network", "notice", "turn", "question", "asked"} <= set(live)


def test_a_move_is_made_with_the_keyboard_alone(table, browser):
    page = opened(table, browser, "play")
    page.wait("document.querySelectorAll('#offers button').length > 2")
    for _ in range(60):
        page.key("Tab")
        if page.run("document.activeElement.innerText?.trim() === 'HMS Titan moves'"):
            break
    assert page.run("document.activeElement.innerText") == "HMS Titan moves"
    assert page.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.key("Enter")
    page.wait("document.querySelector('#acts').innerText.includes('HMS Titan moves')")
    for _ in range(60):
        page.key("Tab")
        if page.run("document.activeElement.id === 'plan'"):
            break
    page.key("+")
    page.wait("document.querySelector('#plan').getAttribute('viewBox') !== '0 0 915 915'")
    zoomed = page.run("document.querySelector('#plan').getAttribute('viewBox')")
    page.key("ArrowRight")
    page.wait(f"document.querySelector('#plan').getAttribute('viewBox') !== '{zoomed}'")
    page.key("0")
    page.wait("document.querySelector('#plan').getAttribute('viewBox').startsWith('0 0 ')")
    assert page.problems == []


def test_the_picker_keeps_the_keyboard_inside_and_gives_it_back(table, browser):
    page = opened(table, browser, "judge", size=(1280, 800))
    page.tap("Overrule: NO")
    page.wait("document.querySelector('#picker').open")
    assert page.run("document.querySelector('#picker').contains(document.activeElement)")
    page.key("Escape")
    page.wait("!document.querySelector('#picker').open")
    assert page.run("document.activeElement.innerText") == "Overrule: NO"


@pytest.mark.parametrize(
    ("accepts", "code", "words"),
    [
        ("de-DE,de;q=0.9", "de", "HMS Titan bewegt sich"),
        ("nl,de;q=0.5", "de", "HMS Titan bewegt sich"),
        ("xx", "en", "HMS Titan moves"),
    ],
)
def test_the_page_speaks_the_browsers_language(table, browser, accepts, code, words):
    page = opened(table, browser, "play", language=accepts)
    assert page.run("document.documentElement.lang") == code
    page.wait(f"document.querySelector('#offers').innerText.includes('{words}')")


def test_two_fingers_zoom_and_one_finger_moves_the_plan(table, browser):
    page = opened(table, browser, "watch")
    left, top, right, bottom = page.box("#plan")
    middle = (left + right) / 2, (top + bottom) / 2
    page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)

    def touch(kind, *points):
        page.call(
            "Input.dispatchTouchEvent",
            type=kind,
            touchPoints=[{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
        )

    touch("touchStart", (middle[0] - 20, middle[1]), (middle[0] + 20, middle[1]))
    for apart in (40, 60, 80, 100):
        touch("touchMove", (middle[0] - apart, middle[1]), (middle[0] + apart, middle[1]))
    touch("touchEnd")
    page.wait("Number(document.querySelector('#plan').getAttribute('viewBox').split(' ')[2]) < 400")
    zoomed = [float(each) for each in page.run("document.querySelector('#plan').getAttribute('viewBox')").split()]
    touch("touchStart", middle)
    for away in (15, 30, 45, 60):
        touch("touchMove", (middle[0] - away, middle[1]))
    touch("touchEnd")
    page.wait(f"Number(document.querySelector('#plan').getAttribute('viewBox').split(' ')[0]) > {zoomed[0]}")
    assert page.run("document.querySelector('#select').value") == ""
    assert page.problems == []


def test_the_start_page_says_how_a_phone_is_the_camera_and_why_not_by_the_browser(table, browser):
    page = browser.page(f"{table.server.address}/")
    page.wait("document.readyState === 'complete' && document.body.innerText.length > 200")
    text = page.text()
    assert "HTTPS" in text
    assert text.count("192.168.1.20") >= 4
    assert page.run("document.querySelectorAll('li a[href^=\"https://\"]').length") >= 4
    assert not page.run("isSecureContext && location.hostname !== '127.0.0.1'")
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    _, _, headers = table.request("GET", "/")
    assert "camera=()" in headers["permissions-policy"]
