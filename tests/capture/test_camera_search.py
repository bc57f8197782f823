"""Cameras that say on the network that they are there, and packets that nobody should believe."""

import random
import struct
from collections.abc import Callable

import pytest
from loopback_mdns import PTR, SRV, name, packet, record, responder, service

from tableassist.capture.network.camera_search import NetworkCamera, find_network_cameras
from tableassist.capture.network.dns_packet import DnsKind, build_query, parse_answers


def found(answer: Callable[[bytes], list[bytes]], *, count: int) -> tuple[NetworkCamera, ...]:
    """Asked again on a machine that was too slow to hear all of them the first time."""
    with responder(answer) as where:
        for _ in range(40):
            cameras = find_network_cameras(ask=where, listen_s=0.4)
            if len(cameras) >= count:
                return cameras
    raise AssertionError("not found")


def test_cameras_of_each_kind_are_found_with_their_addresses() -> None:
    said = [
        packet(*service("Desk cam", "_rtsp", 8554, "path=/live")),
        packet(*service("AXIS M1065", "_axis-video", 80, "macaddress=00408C112233")),
        packet(*service("Office printer", "_http", 631, "path=/status")),
        packet(*service("Pixel 6 IP Webcam", "_http", 8080, "path=/")),
    ]
    assert found(lambda _: said, count=3) == (
        NetworkCamera("AXIS M1065", "http://127.0.0.1:80/axis-cgi/mjpg/video.cgi"),
        NetworkCamera("Desk cam", "rtsp://127.0.0.1:8554/live"),
        NetworkCamera("Pixel 6 IP Webcam", "http://127.0.0.1:8080/video"),
    )


def test_question_names_the_kinds_of_service_in_wire_form() -> None:
    asked: list[bytes] = []
    with responder(lambda packet: asked.append(packet) or []) as where:
        assert find_network_cameras(ask=where, listen_s=0.1) == ()
    assert struct.unpack(">HHHHHH", asked[0][:12]) == (0, 0, 3, 0, 0, 0)
    for kind in ("_rtsp", "_axis-video", "_http"):
        assert name(kind, "_tcp", "local") + struct.pack(">HH", PTR, 1) in asked[0]


def test_camera_that_is_only_named_is_asked_for_its_port() -> None:
    pointer, port, _ = service("Shy webcam", "_http", 4747)

    def answer(asked: bytes) -> list[bytes]:
        return [packet(port)] if struct.pack(">HH", SRV, 1) in asked else [packet(pointer)]

    assert found(answer, count=1) == (NetworkCamera("Shy webcam", "http://127.0.0.1:4747/video"),)


def test_host_speaks_for_itself_alone_and_on_one_line() -> None:
    said = packet(*service("cam\n\x1b[31m\u202eevil", "_http", 8080, "path=@other.example/x"))
    (camera,) = found(lambda _: [said], count=1)
    assert camera.address == "http://127.0.0.1:8080/video"
    assert camera.name.isprintable()


def test_names_may_be_compressed_by_pointing_back() -> None:
    kind = name("_rtsp", "_tcp", "local")
    pointer = record(kind, PTR, b"\x04Cam1\xc0\x0c")
    instance = 12 + len(kind) + 10  # where "Cam1" begins, behind the header, its owner and the record's head
    served = record(struct.pack(">H", 0xC000 | instance), SRV, struct.pack(">HHH", 0, 0, 554) + b"\xc0\x0c")
    assert found(lambda _: [packet(pointer, served)], count=1) == (NetworkCamera("Cam1", "rtsp://127.0.0.1:554/"),)


LOOP = packet(record(b"\xc0\x0c", PTR, b"\xc0\x0c"))
GOOD = packet(*service("Webcam", "_http", 8080))


@pytest.mark.parametrize(
    "hostile",
    [
        b"",
        b"\0" * 11,
        LOOP,
        packet(b"\xc0\xff" + b"\0" * 10),
        packet(b"\x01a" * 60 + b"\0" + b"\0" * 10),
        packet(b"\x80" + b"a" * 20),
        GOOD[:-5],
        packet(*service("Webcam", "_http", 8080), count=60_000),
        packet(*service("Webcam", "_http", 8080), flags=0),
        b"\x84" * 9001,
    ],
)
def test_hostile_packet_is_refused(hostile: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_answers(hostile)


def test_camera_is_found_among_hostile_packets() -> None:
    rubbish = [LOOP, GOOD[:-5], packet(*service("Webcam", "_http", 0)), b"\xff" * 600]
    assert found(lambda _: [*rubbish, GOOD], count=1) == (NetworkCamera("Webcam", "http://127.0.0.1:8080/video"),)


def test_spoiled_packets_are_read_or_refused_and_never_hang() -> None:
    chance = random.Random(19)
    refused = 0
    for _ in range(3000):
        spoiled = bytearray(GOOD)
        for _ in range(chance.randint(1, 6)):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        try:
            parse_answers(bytes(spoiled))
        except ValueError:
            refused += 1
    assert 0 < refused < 3000


def test_query_round_trips_through_its_own_length() -> None:
    asked = build_query((("Webcam", "_http", "_tcp", "local"),), DnsKind.SERVICE)
    assert (
        asked == struct.pack(">HHHHHH", 0, 0, 1, 0, 0, 0) + name("Webcam", "_http", "_tcp", "local") + b"\0\x21\0\x01"
    )
