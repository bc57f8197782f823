"""A phone that loses the network says so at once, loses nothing that was tapped, and resumes by itself."""

import time
from contextlib import closing

import pytest

from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.state.game import FactKind
from tableassist.table import Role, Seat
from tests.table.test_game_desk import START
from tests.web.browser import CHROMIUM
from tests.web.dead_network import DeadNetwork
from tests.web.served_table import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
LOST = (
    "document.querySelector('#network').checkVisibility()"
    " && document.querySelector('#network').innerText.startsWith('Connection lost')"
)


@pytest.fixture
def table():
    with served(START, is_open=True) as one:
        yield one


def phone(browser, table, port=None):
    link = table.server.link("play", table.player("Anne"))
    page = browser.page(link.replace(f":{table.server.port}/", f":{port or table.server.port}/"))
    page.wait("document.querySelectorAll('#offers button').length > 2")
    return page


def test_a_network_that_swallows_everything_is_noticed_and_what_was_tapped_is_done_once(table, browser):
    with closing(DeadNetwork(table.server.port)) as network:
        page = phone(browser, table, network.port)
        network.swallow()
        began = time.monotonic()
        page.tap("Harbinger moves", "#offers button")
        page.wait(LOST)
        assert time.monotonic() - began < 30  # five seconds without a beat, on a machine with time to spare
        table.at_desk(lambda desk: desk.say(Fact("t", FactKind.SHOT, "o", 1)))
        network.revive()
        page.wait("!document.querySelector('#network').checkVisibility()")
        page.wait("document.querySelector('#acts').innerText.includes('Harbinger moves')")
        page.wait("document.querySelector('#offers').innerText.includes('shoots')")
    said = [each.judged.entry.by for each in table.host.desk.refereed.acts]
    assert said.count("Anne") == 1
    assert page.problems == []


def test_a_phone_that_knows_it_is_offline_says_so_before_any_silence(table, browser):
    page = phone(browser, table)
    page.run(
        "window.began = performance.now(); window.told = 0;"
        "new MutationObserver(() => { window.told ||= performance.now() - began; })"
        ".observe(document.querySelector('#network'), {attributes: true})"
    )
    page.run("dispatchEvent(new Event('offline'))")
    page.wait(LOST)
    assert page.run("window.told") < 1000
    page.run("dispatchEvent(new Event('online'))")
    page.wait("!document.querySelector('#network').checkVisibility()")
    table.at_desk(lambda desk: desk.say(Fact("t", FactKind.SHOT, "o", 1)))
    page.wait("document.querySelector('#offers').innerText.includes('shoots')")


def test_a_link_that_is_revoked_while_it_is_used_says_so_and_does_nothing_more(table, browser):
    page = phone(browser, table)
    other = browser.page(table.server.link("play", table.player("Mary")))
    other.wait("document.querySelector('#turn').innerText.includes('Anne')")
    table.seats.revoke(Seat(Role.PLAYER, "Anne"))
    table.board.post(name="Saturday")
    page.wait("document.querySelector('#network').innerText.includes('no longer valid')")
    page.run(
        "window.asked = 0; const old = fetch;"
        "window.fetch = (...a) => old(...a).finally(() => { window.asked += 1; });"
        "document.querySelector('#offers button').click()"
    )
    page.wait("window.asked === 1")
    assert "no longer valid" in page.text("#network")
    assert table.host.desk.log.records == ()
    other.wait("document.querySelector('#name').innerText === 'Saturday'")


def test_a_tap_that_comes_when_too_much_was_asked_is_done_a_little_later(table, browser):
    page = phone(browser, table)
    while table.request("GET", "/static/icon.svg")[0] != 429:
        pass
    page.tap("Harbinger moves", "#offers button")
    page.wait("document.querySelector('#acts').innerText.includes('Harbinger moves')")
    assert len(table.host.desk.log.records) == 1
