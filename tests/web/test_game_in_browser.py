"""A whole short game, played by taps on two phones while a spectator watches; the camera's part is said at the desk."""

import os
from dataclasses import replace

import msgspec.structs
import pytest

from tableassist.pipeline.moves.arrival import Arrival
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import FactKind
from tests.table.test_game_desk import START, found
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
LONG = "Notre-Dame-de-la-Conception-des-Isles-sous-le-Vent"


@pytest.fixture
def table():
    ships = tuple(msgspec.structs.replace(each, name=LONG) if each.id == "t" else each for each in START.ships)
    with served(msgspec.structs.replace(START, ships=ships), is_open=True) as one:
        yield one


def docked(ship, at_s, island):
    return replace(found(ship, at_s), arrival=Arrival((Fact(ship, FactKind.DOCKED, island),), ()))


def has(page, selector, words):
    page.wait(f"document.querySelector({selector!r}).innerText.includes({words!r})")


def fits(page):
    """Nothing is wider than the screen."""
    return page.run("document.documentElement.scrollWidth <= innerWidth")


def play(table, anne, mary, looked=lambda _name: None):
    """`looked` is called at moments worth a picture."""
    camera = table.at_desk
    camera(lambda desk: desk.take_moves([found("h", 10.0, docks=Verdict.TOO_CLOSE)]))
    anne.wait("document.querySelectorAll('#asked button').length === 3")
    looked("proposal")
    anne.tap("Harbinger moves and docks at Palm Island")
    has(anne, "#acts", "docks")
    camera(lambda desk: desk.say(Fact("t", FactKind.SHOT, "o", 1)))
    has(anne, "#acts", "has a shot")
    anne.tap(f"{LONG} shoots Oxley with cannon 1")
    looked("die")
    anne.tap("Rolled 6")
    mary.wait("document.querySelector('#asked').innerText.includes('which mast does Oxley lose?')")
    looked("mast")
    mary.tap("2", "#asked button")
    has(anne, "#acts", "loses mast 2")
    anne.tap("Anne ends the turn")
    has(mary, "#turn", "Mary")
    mary.tap("Mary ends the turn")
    has(mary, "#turn", "Anne")
    mary.tap("Take back the last act")
    has(anne, "#asked", "Mary wants to take back act 6: Mary ends the turn")
    looked("undo")
    anne.tap("Refuse")
    mary.wait("!document.querySelector('#asked').innerText")
    anne.tap("Harbinger explores Palm Island")
    anne.tap("Coin 1", "dialog button")
    anne.tap("Coin 2", "dialog button")
    looked("explore")
    anne.tap("OK", "dialog button")
    has(anne, "#acts", "explores")
    anne.tap("Anne ends the turn")
    camera(lambda desk: desk.take_moves([found("o", 20.0, Fact("o", FactKind.BOW_ON, "h"))]))
    has(mary, "#acts", "Oxley moves")
    mary.tap("Oxley rams Harbinger")
    mary.tap("Rolled 5")
    has(anne, "#asked", "which mast")
    anne.tap("1", "#asked button")
    has(mary, "#acts", "loses mast 1")
    mary.tap("Roll the dice")
    mary.tap("Rolled 6")
    has(mary, "#asked", "Now the opponent")
    looked("boarding")
    mary.tap("Rolled 1")
    has(mary, "#acts", "boards")
    mary.tap("Take a coin from Harbinger")
    mary.tap("Coin 2", "dialog button")
    has(mary, "#acts", "c2")
    mary.tap("Mary ends the turn")
    has(anne, "#turn", "Anne")
    camera(lambda desk: desk.take_moves([docked("h", 30.0, "ha")]))
    has(anne, "#acts", "North Home")
    anne.tap("Anne ends the turn")
    has(mary, "#turn", "Mary")
    camera(lambda desk: desk.take_moves([docked("o", 40.0, "hm")]))
    has(mary, "#acts", "South Home")


PHONE, DESK = (390, 844), (1280, 800)


@pytest.mark.parametrize(("size", "other"), [(PHONE, DESK), (DESK, PHONE)], ids=["phones", "desks"])
def test_a_whole_game_is_played_from_two_pages_while_somebody_watches(table, browser, size, other):
    table.board.post(moment=demo_moment())
    anne = browser.page(table.server.link("play", table.player("Anne")), size)
    mary = browser.page(table.server.link("play", table.player("Mary")), size)
    spectator = browser.page(table.server.link("watch", ""), other)
    pages = {"anne": anne, "mary": mary, "spectator": spectator}
    for each in pages.values():
        each.wait("document.querySelectorAll('#plan path').length > 20")
    unfit = []

    def look(name):
        """`PAGES_SHOTS=folder` keeps a picture of every page at every such moment."""
        unfit.extend((name, who) for who, each in pages.items() if not fits(each))
        folder = os.environ.get("PAGES_SHOTS")
        for who, each in pages.items() if folder else ():
            each.run("scrollTo(0, 0)")
            each.shot(f"{folder}/{size[0]}-{name}-{who}.png")

    play(table, anne, mary, look)
    mary.wait("document.querySelector('#turn').classList.contains('ended')")
    look("end")
    assert unfit == []
    ending = table.host.desk.game.ending
    assert (ending.winners, ending.gold) == (("Mary",), {"Anne": 3, "Mary": 5})
    assert table.host.desk.refereed.fouls == ()
    for page in (anne, mary, spectator):
        has(page, "#turn", "Mary")
        has(page, "#score", "Anne 3 · Mary 5")
        assert page.problems == []
    assert spectator.run("document.querySelectorAll('#offers button, #asked button').length") == 0


def test_a_foul_is_told_and_the_judge_lets_it_stand_or_strikes_it(table, browser):
    anne = browser.page(table.server.link("play", table.player("Anne")))
    judge = browser.page(table.server.link("judge", table.judge), (1280, 800))
    for _ in range(2):
        table.at_desk(lambda desk: desk.say(Move("h")))
    has(anne, "#acts", "Foul")
    judge.tap("Stands")
    judge.wait("!document.querySelector('#acts').innerText.includes('Foul')")
    judge.tap("Strike")
    judge.wait("document.querySelectorAll('#acts li').length === 1")
    judge.tap("Strike")
    anne.wait("!document.querySelector('#acts').innerText")


def test_what_a_finger_is_on_stays_while_the_table_changes(table, browser):
    anne = browser.page(table.server.link("play", table.player("Anne")))
    anne.wait("document.querySelectorAll('#offers button').length > 2")
    other = browser.page(table.server.link("play", table.player("Anne")))
    other.wait("document.querySelectorAll('#offers button').length > 2")
    anne.run("dispatchEvent(new PointerEvent('pointerdown')); window.held = document.querySelector('#offers button');")
    table.at_desk(lambda desk: desk.say(Fact("t", FactKind.SHOT, "o", 1)))
    has(other, "#offers", "shoots")
    anne.wait("fetch('/static/icon.svg').then(() => true)")
    assert anne.run("held.isConnected")
    anne.run("dispatchEvent(new PointerEvent('pointerup'))")
    has(anne, "#offers", "shoots")


def test_a_server_that_was_stopped_and_started_again_is_found_and_nothing_is_lost(table, browser):
    anne = browser.page(table.server.link("play", table.player("Anne")))
    anne.wait("document.querySelectorAll('#offers button').length > 2")
    table.stop_server()
    has(anne, "#network", "Connection lost")
    anne.tap("Harbinger moves", "#offers button")
    table.at_desk(lambda desk: desk.say(Fact("t", FactKind.SHOT, "o", 1)))
    table.start_server()
    anne.wait("document.querySelector('#network').hidden")
    has(anne, "#acts", "Harbinger moves")
    has(anne, "#offers", "shoots")
    assert [each.judged.entry.by for each in table.host.desk.refereed.acts if each.judged.entry.by] == ["Anne"]
