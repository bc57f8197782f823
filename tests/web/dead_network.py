"""A network between a browser and the table that can die without a word, as a radio link does."""

import contextlib
import socket
from threading import Event, Thread


class DeadNetwork:
    """Passes everything on at a port of its own, until it is told to swallow it."""

    def __init__(self, port):
        self._to = port
        self._passes = Event()
        self._passes.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._open = [self._listener]
        Thread(target=self._accept, daemon=True).start()

    def swallow(self):
        self._passes.clear()

    def revive(self):
        self._passes.set()

    def close(self):
        self._passes.set()
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self._passes.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
