"""The camera's picture on demand: live, as many a second as a reader can take, and never in anybody's way."""

import json
import time
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Event, Thread

import cv2
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tableassist.table import JUDGE, FairPlay
from tableassist.web.pictures import MOST_LOOKING, PICTURE_S
from tests.ui.demo_moment import demo_moment
from tests.web.browser import CHROMIUM
from tests.web.served_table import next_state, served


@pytest.fixture
def table():
    with served(is_open=True) as one:
        one.board.post(moment=demo_moment())
        yield one


@contextmanager
def filming(table, per_second=25):
    """The table posts a new frame again and again, as a camera's chain does."""
    ends, moment = Event(), demo_moment()

    def film():
        number = 0
        while not ends.wait(1.0 / per_second):
            number += 1
            table.board.post(moment=replace(moment, frame=replace(moment.frame, number=number)))

    thread = Thread(target=film, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()


@contextmanager
def looking(table, token=""):
    with connect(f"ws://127.0.0.1:{table.server.port}/camera", max_size=None) as socket:
        socket.send(json.dumps({"token": token}))
        yield socket


def look_on(socket):
    while True:
        socket.send("shown")
        socket.recv(timeout=30)


def test_the_pictures_are_jpegs_of_what_the_camera_sees(table):
    with looking(table) as socket:
        data = socket.recv(timeout=30)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    seen = demo_moment().frame.image
    assert image.shape[1] <= 1280
    small = cv2.resize(seen, image.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - image).mean() < 6.0


def test_several_a_second_come_and_no_more_than_five(table):
    with filming(table), looking(table) as socket:
        began = time.monotonic()
        for _ in range(12):
            assert socket.recv(timeout=30)[:2] == b"\xff\xd8"
            socket.send("shown")
        took_s = time.monotonic() - began
    assert took_s > 11 * PICTURE_S * 0.95


def test_a_reader_who_shows_nothing_gets_one_picture_and_holds_nobody_up(table):
    with filming(table), looking(table) as slow, looking(table) as quick, table.live() as state:
        slow.recv(timeout=30)
        for _ in range(10):
            quick.recv(timeout=30)
            quick.send("shown")
        with pytest.raises(TimeoutError):
            slow.recv(timeout=0.3)
        next_state(state)
        table.board.post(name="Saturday")
        assert next_state(state, lambda told: "table" in told)["table"]["name"] == "Saturday"


def test_a_picture_that_has_not_changed_is_not_sent_again(table):
    with looking(table) as socket:
        socket.recv(timeout=30)
        socket.send("shown")
        with pytest.raises(TimeoutError):
            socket.recv(timeout=3 * PICTURE_S)


def test_nobody_without_a_seat_looks_and_whoever_is_revoked_is_out(table):
    table.seats.open_to_spectators = False
    with pytest.raises(ConnectionClosed) as closed, looking(table, "guessed") as socket:
        socket.recv(timeout=30)
    assert closed.value.rcvd.code == 4401
    with filming(table), looking(table, table.judge) as socket:
        socket.recv(timeout=30)
        table.seats.revoke(JUDGE)
        with pytest.raises(ConnectionClosed) as closed:
            look_on(socket)
    assert closed.value.rcvd.code == 4401


def test_a_referee_who_has_not_released_the_table_covers_the_camera_too(table):
    table.board.post(fair_play=FairPlay.REFEREE, is_released=False)
    with looking(table) as socket, looking(table, table.judge) as judge:
        assert judge.recv(timeout=30)
        with pytest.raises(TimeoutError):
            socket.recv(timeout=3 * PICTURE_S)
        table.board.post(is_released=True)
        assert socket.recv(timeout=30)


def test_there_is_room_for_so_many_and_no_more(table):
    with ExitStack() as open_ones:
        for _ in range(MOST_LOOKING):
            open_ones.enter_context(looking(table)).recv(timeout=60)
        with pytest.raises(InvalidStatus), looking(table):
            pass


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_the_page_shows_it_live_and_stops_when_it_is_closed(table, browser):
    page = browser.page(table.server.link("watch", ""))
    page.wait("document.body.innerText.includes('Fog bank')")
    with filming(table):
        page.tap("Camera picture")
        page.wait("document.querySelector('#still').naturalWidth > 600")
        page.wait("Number(document.querySelector('#still').dataset.count) >= 6")
        left, top, right, bottom = page.box("#still")
        assert 300 < right - left <= 390
        assert (right - left) / (bottom - top) == pytest.approx(16 / 9, abs=0.02)
        page.tap("Camera picture")
        page.wait("!document.querySelector('#still').checkVisibility()")
        count = page.run("document.querySelector('#still').dataset.count")
        page.tap("Camera picture")
        page.wait(f"Number(document.querySelector('#still').dataset.count) > {count}")
    assert page.problems == []
