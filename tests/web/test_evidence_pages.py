"""A ruling opened on a page: the close-up in the camera's picture and on the plan, of the moment that decided it."""

import base64
import re

import cv2
import numpy as np
import pytest

from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.table import FairPlay
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import served

SHOT = "shot:harbinger:oxley:1"
RAM = "ram:plantagenet:revenge"
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture
def table():
    with served(is_open=True) as one:
        show(one, "blocked")
        yield one


def show(table, name):
    moment = demo_moment(name)
    table.board.post(moment=moment)
    return moment


def points(parts, ink):
    """Of all paths in that ink, in the drawing's own units."""
    paths = (re.findall(rf'class="i-{ink}" d="M([^"Z]+)', part) for part in parts)
    return [np.array([each.split(",") for each in d.split("L")], dtype=float) for found in paths for d in found]


def test_the_close_up_is_the_cameras_picture_with_the_hulls_where_they_lie(table):
    moment = show(table, "rammed")
    status, opened = table.get(f"/api/evidence?ruling={RAM}")
    assert status == 200
    picture = opened["picture"]
    jpeg = cv2.imdecode(np.frombuffer(base64.b64decode(picture["jpeg"]), np.uint8), cv2.IMREAD_COLOR)
    scale = picture["size"][0] / jpeg.shape[1]
    # Where in the whole picture is the part that was sent?
    found = cv2.matchTemplate(moment.frame.image, jpeg, cv2.TM_CCOEFF_NORMED)
    _, likeness, _, corner = cv2.minMaxLoc(found)
    assert likeness > 0.99
    assert jpeg.shape[1] < 0.3 * moment.frame.width_px
    hulls = points(picture["parts"], "evidence")
    for name, hull in zip(("plantagenet", "revenge"), hulls, strict=True):
        placed = moment.state.scene.find(name)
        expected = moment.state.registration.image_from_mat(placed.hull_points) + 0.5 - np.array(corner)
        drawn = (hull - np.array([0.0, picture["size"][1] - picture["height"]])) / scale
        assert drawn.shape == expected.shape
        assert np.abs(drawn - expected).max() < 0.2


def test_the_plan_is_zoomed_to_where_it_was_decided(table):
    moment = show(table, "rammed")
    plan = table.get(f"/api/evidence?ruling={RAM}")[1]["plan"]
    hulls = points(plan["parts"], "evidence")
    lengths = [np.ptp(each, axis=0).max() / np.ptp(moment.state.scene.find(name).hull_points, axis=0).max()
               for name, each in zip(("plantagenet", "revenge"), hulls, strict=True)]  # fmt: skip
    assert lengths[0] == pytest.approx(lengths[1], rel=0.01)
    # The whole mat would be drawn at 0.4 to the millimetre.
    assert lengths[0] > 1.0
    for hull in hulls:
        assert ((hull >= 0) & (hull <= plan["size"])).all()


def test_it_has_the_words_of_the_ruling(table):
    ruling = next(each for each in demo_moment("blocked").state.rulings if each.id == SHOT)
    row = table.get(f"/api/evidence?ruling={SHOT}")[1]["ruling"]
    assert (row["word"], row["verdict"]) == ("NO", "no")
    assert ruling.measured_mm < 0
    assert row["measured"].startswith(f"{-ruling.measured_mm:.1f} ± ")
    assert row["measured"].endswith(" mm short")
    assert table.get(f"/api/evidence?ruling={SHOT}&lang=de")[1]["ruling"]["word"] == "NEIN"


def test_what_fair_play_hides_cannot_be_opened(table):
    anne = table.player("Anne")
    table.board.post(fair_play=FairPlay.ON_REQUEST)
    assert table.get(f"/api/evidence?ruling={SHOT}", anne)[0] == 404
    assert table.get(f"/api/evidence?ruling={SHOT}", table.judge)[0] == 200
    assert table.ask(anne, do="ask-shot", ship="harbinger", target="oxley")[0] == 200
    asked = table.board.now.question
    assert table.get(f"/api/evidence?ruling={asked}", anne)[0] == 200
    table.board.post(fair_play=FairPlay.REFEREE, is_released=False)
    assert table.get(f"/api/evidence?ruling={asked}", anne)[0] == 404
    assert table.get(f"/api/evidence?ruling={asked}", table.judge)[0] == 200


@pytest.mark.parametrize("ruling", ["", "shot", "shot:harbinger:oxley:99", "<script>", "x" * 3000, "../../etc/passwd"])
def test_what_is_not_ruled_cannot_be_opened(table, ruling):
    assert table.request("GET", f"/api/evidence?ruling={ruling}")[0] in (400, 404)


def test_the_best_cannon_answers_may_i_shoot_that(table):
    anne = table.player("Anne")
    show(table, "cleared")
    status, told = table.ask(anne, do="ask-shot", ship="harbinger", target="oxley")
    shots = [each for each in demo_moment("cleared").state.rulings if each.id.startswith("shot:harbinger:oxley:")]
    assert [each.verdict.value for each in shots if each.id == told["ruling"]] == ["yes"]
    assert "no" in [each.verdict.value for each in shots]
    assert status == 200
    assert table.ask(anne, do="ask-shot", ship="harbinger", target="palm-island")[0] == 409


@needs_chromium
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_ruling_is_opened_with_a_tap_and_follows_the_table(table, browser, size):
    page = browser.page(table.server.link("watch", ""), size)
    page.wait("document.querySelectorAll('#plan path').length > 20")
    page.choose("#select", "harbinger")
    page.tap("Look closer: Can Harbinger hit HMS Oxley with cannon 1?")
    page.wait("document.querySelectorAll('#sheet svg').length === 2")
    assert page.text("#sheet h2 .verdict").startswith("NO")
    page.wait("(document.querySelector('#sheet image')?.getBoundingClientRect().width ?? 0) > 200")
    width, height = page.run(
        "(() => { const r = document.querySelector('#sheet').getBoundingClientRect(); return [r.right, r.bottom]; })()"
    )
    assert width <= size[0]
    assert height <= size[1]
    show(table, "cleared")
    page.wait("document.querySelector('#sheet h2 .verdict').innerText.startsWith('YES')")
    before = page.run("document.querySelector('#sheet svg').getAttribute('viewBox')")
    page.run("document.querySelector('#sheet svg').focus()")
    page.key("+")
    page.wait(f"document.querySelector('#sheet svg').getAttribute('viewBox') !== '{before}'")
    page.key("Escape")
    page.wait("!document.querySelector('#sheet').open")
    assert page.problems == []


@needs_chromium
def test_may_i_shoot_that_is_two_taps_on_the_plan(table, browser):
    moment = show(table, "cleared")
    page = browser.page(table.server.link("play", table.player("Pirates")))
    page.wait("document.querySelectorAll('#plan [data-piece]').length > 5")
    for piece in ("harbinger", "oxley"):
        page.tap_element(f"#plan [data-piece={piece}]")
        page.wait("document.querySelector('#select').value === 'harbinger'")
    page.wait(
        "document.querySelector('#sheet').open &&"
        " document.querySelector('#sheet h2 .verdict')?.innerText.startsWith('YES')"
    )
    assert "Harbinger" in page.text("#sheet h2")
    assert "HMS Oxley" in page.text("#sheet h2")
    assert table.board.now.question in {each.id for each in moment.state.rulings}
    assert page.problems == []


@needs_chromium
def test_may_i_shoot_that_is_two_taps_on_buttons(table, browser):
    show(table, "cleared")
    page = browser.page(table.server.link("play", table.player("Pirates")))
    page.tap("Harbinger", "#shooting button")
    page.tap("HMS Oxley", "#shooting button")
    page.wait("document.querySelector('#sheet h2 .verdict')?.innerText.startsWith('YES')")


def test_an_overruling_is_told_with_it(table):
    moment = demo_moment("blocked")
    ruling = next(each for each in moment.state.rulings if each.id == SHOT)
    overruling = Overruling(ruling, Verdict.YES, by="Jack", reason="we looked", t_ns=0)
    table.board.post(overrulings=(overruling,))
    row = table.get(f"/api/evidence?ruling={SHOT}")[1]["ruling"]
    assert row["verdict"] == "no"
    assert row["overruled"] == {"word": "YES", "verdict": "yes", "by": "Jack", "why": "we looked"}
    show(table, "cleared")  # the pieces lie otherwise: a new question
    row = table.get(f"/api/evidence?ruling={SHOT}")[1]["ruling"]
    assert row["verdict"] == "yes"
    assert "overruled" not in row
