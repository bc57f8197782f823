"""A table with pages, without window or camera: a thread of its own does what the pages ask for."""

import http.client
import json
from contextlib import contextmanager
from queue import Queue
from threading import Event, Thread

from websockets.sync.client import connect

from tableassist.runtime.game.desk import GameDesk
from tableassist.web.board import GamePosted, PageBoard
from tableassist.web.hosting import CommandQueue
from tableassist.web.seats import JUDGE, Role, Seat, Seats
from tableassist.web.server import PageServer


class Host:
    """Posts the game after every change."""

    def __init__(self, board, start, rulings=()):
        self.board = board
        self.desk = None if start is None else GameDesk(start)
        self.rulings = rulings
        self.t_ns = None
        self.undo_asked_by = ""
        self.overruled = Queue()
        self.confirmed = Queue()
        if self.desk is not None:
            self.desk.listen(self.post)
            self.post()

    def post(self):
        desk = self.desk
        game = GamePosted(desk.refereed, desk.proposals, desk.armed, desk.free_roll, self.undo_asked_by)
        self.board.post(game=game)

    def ask_undo(self, player):
        self.undo_asked_by = player
        self.post()

    def ask(self, ruling):
        self.board.post(question=ruling.id, asked=self.board.now.asked | {ruling.id})

    def call_judge(self, player):
        self.board.post(calls=(*self.board.now.calls, player) if player else ())

    def overrule(self, ruling, verdict, reason):
        self.overruled.put((ruling.id, verdict, reason))

    def confirm(self, piece, by, *, confirmed):
        self.confirmed.put((piece, by, confirmed))
        return True


class ServedTable:
    def __init__(self, start=None, rulings=(), *, is_open=False, to_network=False):
        self.board = PageBoard("Friday")
        self.seats = Seats(open_to_spectators=is_open)
        self._waits, self._ends = Event(), False
        self._queue = CommandQueue(self._waits.set)
        self.server = PageServer(self.board, self.seats, self._queue, port=0, to_network=to_network)
        self.host = Host(self.board, start, rulings)
        self._said = Queue()
        self._thread = Thread(target=self._run, daemon=True)
        self.judge = self.seats.invite(JUDGE)

    def _run(self):
        while not self._ends:
            self._waits.wait(0.5)
            self._waits.clear()
            self._queue.obey_all(self.host)
            while not self._said.empty():
                call, done = self._said.get()
                call(self.host.desk)
                done.set()

    def at_desk(self, call):
        """Done in the table's thread: `call` gets the desk."""
        done = Event()
        self._said.put((call, done))
        self._waits.set()
        assert done.wait(60)

    def stop_server(self):
        self.server.close()

    def start_server(self):
        """Again at the same port, with the same board and seats."""
        self.server = PageServer(self.board, self.seats, self._queue, port=self.server.port)
        self.server.start()

    def start(self):
        self._thread.start()
        self.server.start()

    def close(self):
        self._ends = True
        self._waits.set()
        self._thread.join(5.0)
        self.server.close()

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


@contextmanager
def served(*args, **options):
    table = ServedTable(*args, **options)
    table.start()
    try:
        yield table
    finally:
        table.close()
