"""A table with pages, without window or camera."""

import http.client
import json
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

from websockets.sync.client import connect

from tableassist.sources import demo_settings, find_stage
from tableassist.table import JUDGE, GameKeeper, Role, Seat, Table, TableThread
from tableassist.table.game import TableGame
from tableassist.web import PageServer


class ServedTable:
    """`host` is the table; its own thread does what the pages ask for."""

    def __init__(self, start=None, *, is_open=False, to_network=False, settings=None, make_game=TableGame):
        self._folder = tempfile.TemporaryDirectory()
        self.thread = TableThread()
        self.thread.start()
        settings = settings or replace(demo_settings(find_stage("demo")), name="Friday")
        self.host = Table(settings, owner=self.thread)
        self._keeper = GameKeeper(self.host, Path(self._folder.name))
        self.host.game = make_game(self.host, self._keeper)
        self.board, self.seats = self.host.board, self.host.seats
        self.seats.open_to_spectators = is_open
        self.server = PageServer(self.board, self.seats, self.host, port=0, to_network=to_network)
        self.judge = self.seats.invite(JUDGE)
        if start is not None:
            self.thread.call(lambda: self.host.game.begin(start))

    def at_desk(self, call):
        """Done in the table's thread: `call` gets the desk."""
        return self.thread.call(lambda: call(self.host.desk))

    def say(self, *acts):
        for act in acts:
            self.at_desk(lambda desk, act=act: desk.say(act))

    def see(self, moment):
        """The camera has seen that."""
        self.thread.call(lambda: self.host.take_moment(moment))

    def stop_server(self):
        self.server.close()

    def start_server(self):
        """Again at the same port, with the same board and seats."""
        self.server = PageServer(self.board, self.seats, self.host, port=self.server.port)
        self.server.start()

    def start(self):
        self.server.start()

    def close(self):
        self.server.close()
        self.thread.call(self.host.game.close)
        self._keeper.close()
        self.thread.close()
        self._folder.cleanup()

    def player(self, name):
        return self.seats.invite(Seat(Role.PLAYER, name))

    def request(self, method, path, body=None, *, token="", headers=(), host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        sent = {"host": host or f"127.0.0.1:{self.server.port}", **dict(headers)}
        if token:
            sent["authorization"] = f"Bearer {token}"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data, dict(answer.getheaders())

    def get(self, path, token=""):
        status, data, _ = self.request("GET", path, token=token)
        return status, json.loads(data)

    def ask(self, token, path="/api/commands", **command):
        status, data, _ = self.request("POST", path, command, token=token)
        return status, json.loads(data)

    @contextmanager
    def live(self, token="", *, selected=None, language="en", **options):
        address = f"ws://127.0.0.1:{self.server.port}/live"
        with connect(address, max_size=None, **options) as socket:
            socket.send(json.dumps({"token": token, "language": language, "selected": selected}))
            yield socket


def next_state(socket, wanted=lambda _message: True, timeout=20):
    """The next message that is no beat and is wanted."""
    while True:
        message = json.loads(socket.recv(timeout=timeout))
        if message["type"] != "beat" and wanted(message):
            return message


def wait_until(condition, timeout_s=20.0):
    """Wait for what another thread does."""
    ends = time.monotonic() + timeout_s
    tick = Event()
    while not condition():
        assert time.monotonic() < ends
        tick.wait(0.02)


@contextmanager
def served(*args, **options):
    table = ServedTable(*args, **options)
    table.start()
    try:
        yield table
    finally:
        table.close()
