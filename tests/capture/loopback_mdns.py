"""A host that answers a question for services on the loopback, with packets written by hand."""

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

PTR, TXT, SRV = 12, 16, 33


def name(*labels: str) -> bytes:
    return b"".join(bytes([len(label.encode())]) + label.encode() for label in labels) + b"\0"


def record(owner: bytes, kind: int, data: bytes) -> bytes:
    return owner + struct.pack(">HHIH", kind, 1, 120, len(data)) + data


def packet(*records: bytes, flags: int = 0x8400, count: int | None = None) -> bytes:
    head = struct.pack(">HHHHHH", 0, flags, 0, len(records) if count is None else count, 0, 0)
    return head + b"".join(records)


def service(instance: str, kind: str, port: int, *texts: str) -> tuple[bytes, bytes, bytes]:
    """Pointer, service and text of one."""
    whole = name(instance, kind, "_tcp", "local")
    text = b"".join(bytes([len(each)]) + each.encode() for each in texts) or b"\0"
    return (
        record(name(kind, "_tcp", "local"), PTR, whole),
        record(whole, SRV, struct.pack(">HHH", 0, 0, port) + name("phone", "local")),
        record(whole, TXT, text),
    )


@contextmanager
def responder(answer: Callable[[bytes], list[bytes]]) -> Iterator[tuple[str, int]]:
    """Where to ask. `answer`: the packets that a question is answered with."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        wire.bind(("127.0.0.1", 0))

        def serve() -> None:
            while True:
                asked, asker = wire.recvfrom(9000)
                if not asked:
                    return
                for each in answer(asked):
                    wire.sendto(each, asker)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield wire.getsockname()
        finally:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
                last.sendto(b"", wire.getsockname())
            thread.join()
