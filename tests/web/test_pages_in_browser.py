"""The pages in a real browser: two players' phones, a judge, a spectator and a stream."""

from dataclasses import replace

import pytest

from tableassist.pipeline.game.seen_start import where_seen
from tableassist.pipeline.judge import judged
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.ruling import Verdict
from tableassist.scene.unverified import Unverified
from tableassist.store.table import game_start_of
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import served, wait_until

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@pytest.fixture(scope="module")
def moment():
    return demo_moment()


@pytest.fixture
def table(moment):
    settings = moment.settings
    start = game_start_of(settings.state, settings.rules, name=settings.name)
    start = where_seen(start, {each.id for each in moment.state.scene.pieces}, moment.state.rulings)
    with served(start, is_open=True) as one:
        one.board.post(moment=moment, name=settings.name)
        yield one


def link(table, page, token=""):
    return table.server.link(page, token)


def players(table):
    return table.host.desk.game.order


def test_a_turn_is_played_from_two_phones_while_others_watch(table, browser):
    first, second = players(table)[:2]
    one = browser.page(link(table, "play", table.player(first)))
    two = browser.page(link(table, "play", table.player(second)))
    judge = browser.page(link(table, "judge", table.judge), (1280, 800))
    spectator = browser.page(link(table, "watch"), (1280, 800))
    one.wait("document.querySelectorAll('#offers button').length > 2")
    assert two.text("#offers") == "Nothing to do now."
    spectator.wait("document.querySelectorAll('#plan path').length > 50")
    assert spectator.run("document.querySelectorAll('#offers button').length") == 0

    ship = next(each for each in table.host.desk.game.fleet(first))
    one.tap(f"{ship.name} moves")
    spectator.wait(f"document.querySelector('#acts').innerText.includes('{ship.name} moves')")
    one.tap(f"{first} ends the turn")
    two.wait("document.querySelectorAll('#offers button').length > 2")
    one.wait("document.querySelector('#offers').innerText === 'Nothing to do now.'")

    two.tap("Take back the last act")
    one.tap("Agree")
    one.wait("document.querySelectorAll('#offers button').length > 1")
    judge.tap("Strike")
    judge.wait("!document.querySelector('#acts').innerText")
    assert table.host.desk.refereed.acts == ()
    for page in (one, two, judge, spectator):
        assert page.problems == []


def test_a_die_is_tapped_and_the_buttons_are_large_enough(table, browser):
    cleared = demo_moment("cleared")
    table.board.post(moment=cleared)
    first, second = players(table)[:2]
    table.host.desk.say(EndTurn(first))
    page = browser.page(link(table, "play", table.player(second)))
    page.wait("[...document.querySelectorAll('#offers button')].some((b) => b.innerText.includes('shoots'))")
    words = page.run(
        "[...document.querySelectorAll('#offers button')].find((b) => b.innerText.includes('shoots')).innerText"
    )
    _, _, width, height = page.tap(words)
    assert min(width, height) >= 44
    _, _, width, height = page.tap("Rolled 1")
    assert min(width, height) >= 44
    page.wait("document.querySelector('#acts').innerText.includes('rolls 1')")
    small = page.run(
        "[...document.querySelectorAll('button, select')].filter((b) => b.checkVisibility())"
        ".filter((b) => { const r = b.getBoundingClientRect(); return r.width < 44 || r.height < 44; }).length"
    )
    assert small == 0
    assert page.run("document.documentElement.scrollWidth <= innerWidth")


def test_losing_the_network_is_told_and_coming_back_resumes(table, browser):
    first = players(table)[0]
    page = browser.page(link(table, "play", table.player(first)))
    page.wait("document.querySelectorAll('#offers button').length > 2")
    table.server.close()
    page.wait("document.querySelector('#network').innerText.startsWith('Connection lost')")


def test_a_link_that_was_revoked_says_so(table, browser):
    page = browser.page(link(table, "play", "not-a-token"))
    page.wait("document.querySelector('#network').innerText.includes('no longer valid')")


def test_picking_a_ship_on_the_plan_shows_her_reach_and_her_rulings(table, browser, moment):
    page = browser.page(link(table, "watch"), (1280, 800))
    page.wait("document.querySelectorAll('#plan [data-piece]').length > 5")
    before = page.run("document.querySelectorAll('#plan path').length")
    page.run(
        "(() => { const box = document.querySelector('#select'); box.value = 'harbinger'; "
        "box.dispatchEvent(new Event('change')); })()"
    )
    page.wait(f"document.querySelectorAll('#plan path').length > {before}")
    page.wait("document.querySelector('#rulings').innerText.includes('Harbinger')")
    name = next(piece.name for piece in moment.settings.pieces if piece.id == "harbinger")
    lines = page.run("[...document.querySelectorAll('#rulings li')].map((l) => l.innerText)")
    assert lines
    assert all(name in line for line in lines)


def test_the_stream_has_no_ground_and_shows_the_question(table, browser, moment):
    page = browser.page(link(table, "stream", table.judge).replace("/stream", "/stream?scene=ruling"), (1920, 1080))
    ruling = next(each for each in moment.state.rulings if each.rule == "docking")
    table.thread.call(lambda: table.host.ask(ruling, "Anne"))
    page.wait("!document.querySelector('#question').hidden")
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert not page.run("document.querySelector('main').checkVisibility()")


def test_the_judge_overrules_with_a_reason(table, browser):
    moment = demo_moment("cleared")
    table.see(moment)
    page = browser.page(link(table, "judge", table.judge), (1280, 800))
    page.tap("Overrule: NO")
    page.wait("document.querySelector('#picker').open")
    page.call("Input.insertText", text="the mast was gone")
    page.tap("Overrule: NO", "dialog button")
    page.wait("!document.querySelector('#picker').open")
    page.wait("document.querySelector('#rulings').innerText.includes('the mast was gone')")
    (overruling,) = table.host.overrulings
    name = overruling.ruling.id
    assert (overruling.verdict, overruling.reason, overruling.by) == (Verdict.NO, "the mast was gone", "judge")
    shown = page.run("document.querySelector('#rulings li').innerText")
    ruling = next(each for each in moment.state.rulings if each.id == name)
    names = {piece.id: piece.name for piece in moment.settings.pieces}
    assert names[ruling.subject] in shown


def test_a_ship_is_confirmed_by_one_tap_and_the_words_say_what_for(table, browser):
    moment = demo_moment("cleared")
    tracks, t_ns = moment.state.tracks, moment.state.t_ns
    unseen = {"harbinger": Unverified((1, 2, 3, 4, 5), 3.0)}
    scene = moment.settings.scene(tracks.poses, tracks.seen_ns, t_ns, unverified=unseen)
    table.see(replace(moment, state=judged(replace(moment.state, scene=scene), moment.settings)))
    first = players(table)[0]
    phone = browser.page(link(table, "play", table.player(first)))
    phone.wait("document.querySelectorAll('#ships li').length === 1")
    assert phone.text("#ships").strip().startswith("Harbinger: all masts standing")
    assert "YES if mast" in phone.text("#rulings")
    phone.run("document.querySelector('#ships input').click()")
    wait_until(lambda: "harbinger" in table.host.settings.confirmations)
    assert table.host.settings.confirmations["harbinger"].by == first
    spectator = browser.page(link(table, "watch"), (1280, 800))
    spectator.wait("document.querySelectorAll('#rulings li').length > 0")
    assert spectator.run("document.querySelector('#facts').hidden")
