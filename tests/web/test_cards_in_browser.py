"""A short card game, played by taps on two phones while a spectator watches."""

import os

import pytest

from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.table import SPECTATOR as WATCHES
from tests.web.browser import CHROMIUM
from tests.web.test_card_pages import START, served_cards

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
SHOTS = os.environ.get("PAGE_SHOTS", "")
"""A folder for pictures, where somebody wants to look."""


@pytest.fixture
def table():
    made = served_cards(START)
    yield made
    made.close()


def has(page, selector, words):
    page.wait(f"document.querySelector({selector!r}).textContent.includes({words!r})")


def fits(page):
    """Nothing is wider than the screen."""
    return page.run("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_by_taps(table, browser):
    anne = browser.page(table.server.link("play", table.player("Anne")))
    mary = browser.page(table.server.link("play", table.player("Mary")))
    watcher = browser.page(table.server.link("watch", table.seats.invite(WATCHES)), (1280, 800))

    def look(name):
        for who, page in (("anne", anne), ("mary", mary), ("watcher", watcher)):
            assert fits(page)
            if SHOTS:
                page.shot(f"{SHOTS}/{name}-{who}.png")

    for page in (anne, mary, watcher):
        has(page, "#plan", "Storm Ahead")
    look("start")
    anne.tap("Temporary Alliance")
    look("ships")
    anne.tap("3-4: Dutch ship 1 and English ship 2", "dialog button")
    has(watcher, "#acts", "Anne plays Temporary Alliance on Dutch ship 1, English ship 2")
    has(watcher, "#turn", "Turn 2: it is Mary's turn.")
    has(mary, "#asked", "Which movement card was turned up?")
    look("owed")
    mary.tap("Lost at Sea", "#asked button")
    mary.wait("!document.querySelector('#asked').textContent.includes('movement card')")
    mary.tap("Kraken", "#asked button")
    for page in (anne, mary, watcher):
        has(page, "#plan", "Kraken")
    mary.tap("Accuse Anne")
    mary.tap("English ship 3", "dialog button")
    has(anne, "#asked", "are you the pirate of English ship 3")
    look("accused")
    anne.tap("Anne is not the pirate of English ship 3")
    has(anne, "#turn", "Turn 3: it is Anne's turn.")
    anne.tap("Take back the last act")
    has(mary, "#asked", "Anne wants to take back act ")
    look("undo")
    mary.tap("Refuse")
    anne.wait("!document.querySelector('#asked').textContent.includes('other players')")
    has(anne, "#asked", "Which adventure card")
    anne.tap("Maelstrom", "#asked button")
    has(anne, "#plan", "Maelstrom")
    table.at_desk(lambda desk: desk.say(CorrectCards(CardCorrection.PILE, ("0",))))
    has(anne, "#acts", "Corrected: pile 0")
    anne.tap("Pass")
    for page in (anne, mary):
        has(page, "#turn", "The game is over.")
    for page, ships in ((anne, ("English ship 1", "Spanish ship 2", "Dutch ship 3")),
                        (mary, ("English ship 2", "Spanish ship 3", "Dutch ship 1"))):  # fmt: skip
        has(page, "#asked", "which pirates are yours?")
        for ship in ships:
            page.tap(ship, "#asked .owed button")
        look("reveal")
        page.tap("OK", "#asked .owed button")
        for other in (anne, mary):
            has(other, "#acts", "was the pirate of " + ships[0])
    has(watcher, "#turn", "has won")
    look("end")
    for page in (anne, mary, watcher):
        assert page.problems == []
