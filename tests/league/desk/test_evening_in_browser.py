"""A whole evening in a real browser: 8 players, 3 rounds, 4 tables, one dispute decided; the tables are simulated."""

import base64
import hashlib
import os
from collections import Counter

import msgspec
import pytest

from tableassist.matches.evidence import make_evidence
from tableassist.matches.evidence.make import Signing
from tableassist.rulebook.ruling import Verdict
from tableassist.store.keys import load_or_make_table_key
from tableassist.store.league import Assign, Decide, RoundClock
from tableassist.store.league_records import DisputeRaised, MatchBegun
from tests.cli.demo_match import demo_match
from tests.league.desk.served_desk import served_desk, small_state
from tests.league.talking import ruling
from tests.web.browser import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
NAMES = ("Anne", "Bess", "Calico", "Drake", "Edward", "Flint", "Grace", "Henry")
RAM = "ram:plantagenet:revenge"
WIDE, NARROW = (1280, 900), (390, 844)
EVIL = '<img src="x" onerror="window.hit=1"/>'


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    with served_desk(tmp_path_factory.mktemp("evening")) as one:
        yield one


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    """A bundle of the demo's dispute, and the key of the table that signed it."""
    folder = tmp_path_factory.mktemp("evidence")
    key, path = load_or_make_table_key(folder / "keys"), folder / "dispute.zip"
    make_evidence(demo_match(), "22.5", path, ruling=RAM, signing=Signing(key))
    return path.read_bytes(), base64.b64encode(key.public).decode()


def look(page, name):
    """`PAGES_SHOTS=folder` keeps a picture of it."""
    assert page.run("document.documentElement.scrollWidth <= innerWidth"), f"{name} is wider than the screen"
    assert page.problems == []
    if folder := os.environ.get("PAGES_SHOTS"):
        page.shot(f"{folder}/{name}.png")


def has(page, selector, words):
    page.wait(f"document.querySelector({selector!r})?.innerText.includes({words!r})")


def fill(page, selector, words):
    page.wait(f"Boolean(document.querySelector({selector!r}))")
    page.run(f"document.querySelector({selector!r}).value = {words!r}")


def assigned(desk, number):
    return {table: order for table, order, _ in desk.hub.ordered if isinstance(order, Assign) and order.round == number}


def raise_dispute(desk, evidence):
    bundle, public_key = evidence
    sha256 = hashlib.sha256(bundle).hexdigest()
    row = msgspec.structs.replace(ruling(), id=RAM, rule="ram", verdict="too_close", measured_mm=0.2, sigma_mm=0.5)
    begun = MatchBegun("friday", ("Anne", "Mary"), public_key=public_key)
    asked = DisputeRaised("d1", "Does HMS Plantagenet ram Revenge?", 22_500, row, "Anne", sha256, len(bundle))
    desk.hub.say("table-2", "friday", begun, asked)
    desk.hub.send_evidence("table-2", "friday", sha256, bundle)


def judge_the_dispute(desk, browser):
    page = browser.page(desk.server.link("desk", desk.judge), WIDE)
    has(page, "#queue", "Does HMS Plantagenet ram Revenge?")
    page.wait("document.querySelectorAll('#tables .plan path').length >= 8")
    look(page, "desk-1280")
    page.tap("Does HMS Plantagenet")
    has(page, "#sheet", "The evidence agrees")
    page.wait("document.querySelectorAll('#sheet figure svg').length === 2")
    has(page, "#sheet", "0.2 ± 1.0 mm")
    has(page, "#sheet", "complete, Ram")
    page.tap("I take it")
    page.tap("NO", "#sheet button")
    fill(page, "#reason", "Her bow did not touch.")
    look(page, "dispute-1280")
    page.tap("Decide", "#sheet button")
    has(page, "#sheet", "Sent; waiting for the table")
    table, order, _ = next(each for each in desk.hub.ordered if isinstance(each[1], Decide))
    told = order.dispute, order.ruling, order.verdict, order.reason
    assert (table, *told) == ("table-2", "d1", RAM, Verdict.NO, "Her bow did not touch.")
    desk.hub.answer("table-2", "friday")
    has(page, "#sheet", "The table accepted it.")
    look(page, "decided-1280")
    page.key("Escape")
    page.wait("!document.querySelector('#sheet').open")
    page.run("document.querySelector('#decided-box').open = true; document.querySelector('#decided .question').focus()")
    page.key("Enter")
    has(page, "#sheet", "Her bow did not touch.")


def test_a_form_is_not_offered_before_the_page_listens_to_it(desk):
    """Sent before that, it would end the page's scripts: nothing would come to life until it was loaded again."""
    _, page, _ = desk.request("GET", "/evening")
    assert b'<form id="add-player" hidden>' in page


def begin(desk, page):
    for name in NAMES[:7]:
        desk.done(desk.admin, do="add-player", name=name, club="Sea Dogs" if name in ("Anne", "Bess") else "")
    fill(page, "#player-name", NAMES[7])
    page.tap("Add")
    page.wait("document.querySelectorAll('#players input[type=checkbox]').length === 8")
    page.run("document.querySelector('#new-minutes').value = 45")
    page.tap("Start the evening")
    page.tap("Pair round 1")


def test_a_whole_evening(desk, browser, evidence):
    page = browser.page(desk.server.link("evening", desk.admin), WIDE)
    begin(desk, page)
    page.wait("document.querySelectorAll('#round button[aria-pressed]').length === 8")
    page.run("[...document.querySelectorAll('#round td button')][0].click()")
    page.run("[...document.querySelectorAll('#round td button')][2].click()")  # changed by hand
    page.wait("document.querySelectorAll('#round button[aria-pressed=true]').length === 0")
    look(page, "drawn-1280")
    wins = Counter()
    for number in (1, 2, 3):
        if number > 1:
            page.tap(f"Pair round {number}")
        page.tap("Confirm the round")
        has(page, "#round", "Start the clock")
        page.tap("Start the clock")
        has(page, "#clock", f"Round {number}: 4")
        orders = assigned(desk, number)
        assert sorted(orders) == ["table-1", "table-2", "table-3", "table-4"]
        assert {player for order in orders.values() for player in order.players} == set(NAMES)
        for table, order in orders.items():
            desk.hub.show(table, small_state(order.players))
        if number == 1:
            raise_dispute(desk, evidence)
            judge_the_dispute(desk, browser)
        for table, order in orders.items():
            winner = min(order.players)  # the first by name wins, at table 4 only by the judge's word
            points = (9, 4) if order.players[0] == winner else (4, 9)
            wins[winner] += 2
            if table != "table-4":
                desk.hub.play(order, table, points)
                continue
            desk.hub.play(order, table, points[::-1], confirmed=False)
            has(page, "#round", "confirmed by: –")
            page.tap_element("#round tbody tr:last-child button")
            page.wait("Boolean(document.querySelector('#result-winner'))")
            chosen = "first" if order.players[0] == winner else "second"
            page.choose("#result-winner", chosen)
            fill(page, "#result-reason", "Counted again.")
            page.tap("Keep")
        page.wait("!document.querySelector('#round').innerText.includes('playing')")
        has(page, "#round", "Counted again.")
        if number == 1:
            look(page, "results-1280")
        page.tap("End the round")
        has(page, "#head", "End the evening")
    look(page, "standings-1280")
    standings = desk.state(wanted=lambda now: sum(row["points"] for row in now["standings"]) == 24)["standings"]
    assert {row["name"]: row["points"] for row in standings} == {name: wins[name] for name in NAMES}
    assert (standings[0]["name"], standings[0]["points"]) == ("Anne", 6)
    assert any(isinstance(order, RoundClock) and order.running for _, order, _ in desk.hub.ordered)
    public_page(desk, browser)


def public_page(desk, browser):
    plan = f"<g onclick='x'><script>1</script>{EVIL}</g>", '<text x="90" y="90" font-size="60" onclick="x">ok</text>'
    desk.hub.show("table-3", small_state((EVIL, "Mary"), plan=plan))
    public = browser.page(desk.server.link("", ""), NARROW)
    has(public, "#standings", "Anne")
    has(public, "#tables", EVIL)
    has(public, "#pairings", "wins")
    assert public.run("document.querySelectorAll('main img, main script, [onclick]').length") == 0
    assert public.run("window.hit") is None
    look(public, "public-390")
    public.run("document.querySelector('#tables').scrollIntoView()")
    look(public, "public-tables-390")
    german = browser.page(desk.server.link("", ""), WIDE, language="de")
    has(german, "#standings", "Anne")
    look(german, "public-1280-de")
    judge = browser.page(desk.server.link("desk", desk.judge), NARROW, dark=True)
    has(judge, "#tables", "Table 4")
    look(judge, "desk-390")
