"""Joining a league: the code's secret never travels, what is wrong is one line, the membership is kept for us alone."""

import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tableassist.errors import BadFileError, BadRequestError, SourceError, TableAssistError
from tableassist.store.league import Membership, new_join_code, sealed
from tableassist.table.hub_link import FoundHub, find_hubs, joined, membership_for
from tableassist.table.hub_link.joining import hub_address
from tableassist.table.hub_link.membership_file import (
    MEMBERSHIP_FILE,
    BusAddress,
    broker_address,
    forget_membership,
    keep_membership,
    membership_lock,
    read_membership,
    read_memberships,
)
from tests.capture.loopback_mdns import packet, responder, service

MEMBER = Membership("friday", "table-3", "mqtts://192.0.2.5:8883", "token", "a2V5", title="Friday", certificate="PEM")


class Hub(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        status, data = self.server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def hub():
    server = HTTPServer(("127.0.0.1", 0), Hub)
    server.asked, server.answer = [], (404, b"")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def at(hub):
    return f"127.0.0.1:{hub.server_port}"


def test_the_code_opens_what_the_hub_sends_and_its_secret_stays_here(hub):
    code = new_join_code()
    hub.answer = 200, sealed(MEMBER, code)
    assert joined(at(hub), code) == MEMBER
    assert hub.asked == [f"/join/{code.name}"]
    assert str(code) not in hub.asked[0]


@pytest.mark.parametrize(
    ("status", "data", "words"),
    [
        (404, b"", "does not know this code"),
        (410, b"", "has been used or has expired"),
        (429, b"", "too many tries"),
        (500, b"", "its answer was 500"),
        (302, b"", "its answer was 302"),
        (200, b"\x00" * 90_000, "does not decrypt"),
        (200, b"", "does not decrypt"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(hub, status, data, words):
    hub.answer = status, data
    with pytest.raises(TableAssistError, match=words):
        joined(at(hub), new_join_code())


def test_a_code_of_another_invitation_opens_nothing(hub):
    hub.answer = 200, sealed(MEMBER, new_join_code())
    with pytest.raises(BadRequestError, match="does not decrypt"):
        joined(at(hub), new_join_code())


def test_a_membership_with_names_that_none_has_is_refused(hub):
    code = new_join_code()
    for broken in (Membership("../..", "t", MEMBER.broker, "t", ""), Membership("friday", "t", "http://x", "t", "")):
        hub.answer = 200, sealed(broken, code)
        with pytest.raises(BadRequestError):
            joined(at(hub), code)


def test_nobody_there_is_said_in_one_line():
    with pytest.raises(SourceError, match="no hub answers"):
        joined("127.0.0.1:1", new_join_code())
    assert hub_address(" http://192.0.2.5:8750/desk ") == ("192.0.2.5", 8750)
    assert hub_address("hub.local") == ("hub.local", 8750)
    for typed in ("", "//", "host:notaport", "[::1"):
        with pytest.raises(BadRequestError):
            hub_address(typed)


def test_only_the_user_can_read_the_membership(tmp_path):
    folder = keep_membership(tmp_path, MEMBER)
    assert read_membership(folder) == MEMBER
    assert (folder / MEMBERSHIP_FILE).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o077 == 0


def test_memberships_are_offered_the_last_one_first_and_not_those_in_use(tmp_path):
    other = Membership("monday", "table-1", MEMBER.broker, "t", "")
    first, second = keep_membership(tmp_path, MEMBER), keep_membership(tmp_path, other)
    os.utime(first / MEMBERSHIP_FILE, (1, 1))
    assert read_memberships(tmp_path) == (other, MEMBER)
    lock = membership_lock(second)
    assert read_memberships(tmp_path) == (MEMBER,)
    with pytest.raises(BadRequestError, match="another window is already table-1"):
        membership_lock(second)
    lock.free()
    (second / MEMBERSHIP_FILE).write_text("{")
    assert read_memberships(tmp_path) == (MEMBER,)
    with pytest.raises(BadFileError):
        read_membership(second)
    forget_membership(tmp_path, MEMBER)
    assert read_memberships(tmp_path) == ()


def test_an_address_takes_a_kept_membership_or_a_token(tmp_path):
    keep_membership(tmp_path, MEMBER)
    assert membership_for(tmp_path, "mqtts://192.0.2.9/friday", None).token == "token"
    assert membership_for(tmp_path, "mqtts://192.0.2.9/friday", None).broker == "mqtts://192.0.2.9:8883"
    made = membership_for(tmp_path, "mqtt://table-7@192.0.2.9:1884/friday", "secret")
    assert made == Membership("friday", "table-7", "mqtt://192.0.2.9:1884", "secret", "")
    for address, token in (("mqtts://h/monday", None), ("mqtts://h/friday", "other"), ("mqtts://h", None)):
        with pytest.raises(BadRequestError):
            membership_for(tmp_path, address, token)
    assert broker_address("mqtts://[2001:db8::1]/friday") == BusAddress("2001:db8::1", 8883, True, "", "friday")
    for wrong in ("http://h", "mqtts://", "mqtts://h:99999/x", "mqtts://h/UPPER", "mqtts://h/a/b"):
        with pytest.raises(BadRequestError):
            broker_address(wrong)


def test_a_hub_on_the_network_is_found_at_the_address_that_answered():
    said = packet(*service("Friday (desk)", "_tableassist-league", 8750, "league=friday", "title=Friday\x1b[31m night"))
    with responder(lambda _asked: [said]) as where:
        found = ()
        for _ in range(40):
            found = found or find_hubs(ask=where, listen_s=0.4)
    (hub,) = found
    assert (hub.address, hub.league) == ("127.0.0.1:8750", "friday")
    assert hub.title.isprintable()
    assert hub.title.startswith("Friday")
    assert isinstance(hub, FoundHub)
