"""In a whole game nothing that lies face down leaves the table, in no message to anybody."""

import json
import time
from contextlib import ExitStack, suppress
from threading import Thread

import msgspec.structs
import pytest
from websockets.exceptions import ConnectionClosed

from tableassist.rulebook.referee.setup.treasure import Contribute
from tableassist.rulebook.state.start import CoinStart, CrewStart, IslandStart
from tests.table.test_game_desk import START
from tests.web.browser import CHROMIUM
from tests.web.served_table import next_state, served
from tests.web.test_game_in_browser import LONG, play

CARRIED = (30011, 50021)
BURIED = 70001
SECRET = {"Anne": "Governor-Swindle", "Mary": "Mad-Moll-the-Spy"}
PATHS = ("/api/state", "/api/game", "/api/rulings", "/api/openapi.json", "/watch", "/play", "/judge", "/stream", "/")


@pytest.fixture
def table():
    ships = tuple(msgspec.structs.replace(each, name=LONG) if each.id == "t" else each for each in START.ships)
    islands = (
        *START.islands[:2],
        IslandStart("w", name="Palm Island", coins=(CoinStart("c1", CARRIED[0]), CoinStart("c2", CARRIED[1]))),
        IslandStart("x", name="Skull Island", coins=(CoinStart("c3", BURIED), CoinStart("c4", BURIED))),
    )
    crew = tuple(
        CrewStart(f"id-{name}", owner, name=name, at=ship)
        for owner, name, ship in (("Anne", SECRET["Anne"], "t"), ("Mary", SECRET["Mary"], "o"))
    )
    with served(msgspec.structs.replace(START, ships=ships, islands=islands, crew=crew), is_open=True) as one:
        yield one


class Listeners:
    """All roles listen to the websocket for the whole game."""

    def __init__(self, table, open_ones):
        self.tokens = {"": "", "judge": table.judge, "Anne": table.player("Anne"), "Mary": table.player("Mary")}
        self.heard = {name: [] for name in self.tokens}
        for name, token in self.tokens.items():
            socket = open_ones.enter_context(table.live(token))
            self.heard[name].append(socket.recv(timeout=60))
            Thread(target=self._listen, args=(socket, self.heard[name]), daemon=True).start()

    def _listen(self, socket, heard):
        with suppress(ConnectionClosed):
            for text in socket:
                heard.append(text)


def answer_of(table, path, token):
    while True:
        status, data, _ = table.request("GET", path, token=token)
        if status != 429:
            return data.decode()
        time.sleep(0.5)


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_no_message_of_a_whole_game_tells_what_lies_face_down(table, browser):
    anne = browser.page(table.server.link("play", table.player("Anne")))
    mary = browser.page(table.server.link("play", table.player("Mary")))
    asked = {}
    with ExitStack() as open_ones:
        listeners = Listeners(table, open_ones)

        def look(name):
            for role, token in listeners.tokens.items():
                for path in PATHS:
                    asked[name, role, path] = answer_of(table, path, token)

        play(table, anne, mary, look)
        heard = listeners.heard
        assert all(len(each) > 10 for each in heard.values())
    assert len(asked) > 100
    for role, texts in heard.items():
        told = texts + [text for (_, who, _), text in asked.items() if who == role]
        assert not [text for text in told if str(BURIED) in text]
        for owner, secret in SECRET.items():
            if role not in (owner, "judge"):
                assert not [text for text in told if secret in text]
        before_home = [text for text in told if '"score":{"Anne":0,"Mary":0}' in text]
        assert len(before_home) > 10
        for value in CARRIED:
            assert not [text for text in before_home if str(value) in text]
    assert any(SECRET["Mary"] in text for text in heard["judge"])


def test_others_see_that_a_card_lies_there_and_its_owner_sees_which(table):
    for role, names in (("Anne", {SECRET["Anne"]}), ("Mary", {SECRET["Mary"]})):
        crew = table.get("/api/game", table.player(role))[1]["crew"]
        assert len(crew) == 2
        assert {each["id"].removeprefix("id-") for each in crew if not each["id"].startswith("face-down")} == names
    judged = table.get("/api/game", table.judge)[1]["crew"]
    assert {each["id"].removeprefix("id-") for each in judged} == set(SECRET.values())


def test_a_card_that_is_turned_over_is_told_to_all(table):
    table.ask(table.judge, do="act", text=f"id-{SECRET['Anne']} reveal")
    told = json.dumps(table.get("/api/game")[1])
    assert SECRET["Anne"] in told
    assert SECRET["Mary"] not in told


def test_what_a_player_contributes_is_known_to_that_player_and_the_judge():
    with served(msgspec.structs.replace(START, setting_up=True, islands=(), ships=()), is_open=True) as one:
        one.host.desk.say(Contribute("Anne", (1, 2, 977)))
        for token, knows in (("", False), (one.player("Mary"), False), (one.player("Anne"), True), (one.judge, True)):
            with one.live(token) as socket:
                acts = next_state(socket)["game"]["acts"]
            assert ("977" in json.dumps(acts)) is knows
            assert "3 coins" in acts[0]["words"] or knows
