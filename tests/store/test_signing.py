"""A table's key, its fingerprint, and the tables that a reader knows."""

import base64
import os
import stat
import subprocess
import sys

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tableassist.errors import BadFileError, BadRequestError, TableAssistError
from tableassist.store.keys import (
    Acquaintance,
    KnownTable,
    TableKey,
    earlier_keys,
    fingerprint,
    forgotten,
    known_as,
    load_or_make_table_key,
    read_known_tables,
    remembered,
    table_key_or_none,
    verify,
    write_known_tables,
)
from tableassist.store.keys.handover import handover
from tableassist.store.keys.signature import is_weak_key

NOON = "2026-11-17T12:00:00+00:00"


def some_key():
    return TableKey(Ed25519PrivateKey.generate())


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    folder = tmp_path / "data" / "keys"
    key = load_or_make_table_key(folder)
    assert load_or_make_table_key(folder).public == key.public
    assert [each.name for each in folder.iterdir()] == ["table-key.pem"]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "table-key.pem").stat().st_mode) == 0o600


def test_a_key_that_was_left_open_to_all_is_closed_again(tmp_path):
    key = load_or_make_table_key(tmp_path / "keys")
    (tmp_path / "keys").chmod(0o755)
    (tmp_path / "keys" / "table-key.pem").chmod(0o644)
    assert load_or_make_table_key(tmp_path / "keys").public == key.public
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "keys" / "table-key.pem").stat().st_mode) == 0o600


def test_programs_that_start_together_have_the_same_key(tmp_path):
    ask = (
        "import sys; from pathlib import Path; from tableassist.store.keys.table_key import *; "
        "sys.stdin.readline(); print(load_or_make_table_key(Path(sys.argv[1])).public.hex())"
    )
    command = [sys.executable, "-c", ask, str(tmp_path / "keys")]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for each in started:
        each.stdin.write("\n")
        each.stdin.flush()
    assert len({each.communicate()[0] for each in started}) == 1
    assert [each.returncode for each in started] == [0, 0, 0, 0]


def test_without_a_place_for_a_key_the_work_goes_on_unsigned(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TableAssistError, match="cannot be written"):
        load_or_make_table_key(tmp_path / "file" / "keys")
    assert table_key_or_none(tmp_path / "file" / "keys") is None
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "table-key.pem").write_text("hello")
    with pytest.raises(BadFileError, match="not a private key"):
        load_or_make_table_key(tmp_path / "keys")


def test_a_signature_is_ed25519_and_holds_for_its_data_only(tmp_path):
    key = load_or_make_table_key(tmp_path)
    signature = key.sign(b"yes")
    Ed25519PublicKey.from_public_bytes(key.public).verify(signature, b"yes")  # raises where it does not hold
    assert verify(key.public, signature, b"yes")
    assert not verify(key.public, signature, b"no")
    assert not verify(some_key().public, signature, b"yes")
    assert not verify(b"short", signature, b"yes")
    assert not verify(key.public, b"short", b"yes")


def test_a_fingerprint_is_four_groups_of_digits_out_of_the_sha256():
    """Worked by hand with sha256sum and bc, for 32 zero bytes."""
    assert fingerprint(bytes(32)) == "10382 90276 65309 30981"
    assert fingerprint(some_key().public) != fingerprint(some_key().public)


def test_a_table_is_known_by_its_first_key(tmp_path):
    anne, mary = some_key().public, some_key().public
    assert read_known_tables(tmp_path) == ()
    tables = remembered((), name="Friday", public=anne, when=NOON)
    write_known_tables(tmp_path, tables)
    tables = read_known_tables(tmp_path)
    assert [(each.name, each.public, each.first_seen) for each in tables] == [("Friday", anne, NOON)]
    assert remembered(tables, name="Friday", public=anne, when="later") == tables
    assert known_as(tables, name="Friday", public=anne).how is Acquaintance.KNOWN
    assert known_as(tables, name="Friday", public=mary).how is Acquaintance.CHANGED_KEY
    assert known_as(tables, name="Saturday", public=anne).how is Acquaintance.OTHER_NAME
    assert known_as(tables, name="Saturday", public=mary).how is Acquaintance.NEW
    both = remembered(tables, name="Friday", public=mary, when=NOON)
    assert known_as(both, name="Friday", public=mary).how is Acquaintance.KNOWN


def test_a_table_is_forgotten_by_its_name_or_its_digits():
    anne, mary = some_key().public, some_key().public
    tables = remembered((), name="Friday", public=anne, when=NOON)
    tables = remembered(tables, name="Saturday", public=mary, when=NOON)
    assert [each.name for each in forgotten(tables, "Friday")] == ["Saturday"]
    assert [each.name for each in forgotten(tables, fingerprint(mary))] == ["Friday"]
    assert [each.name for each in forgotten(tables, fingerprint(mary).replace(" ", ""))] == ["Friday"]
    with pytest.raises(BadRequestError, match="got 'Sunday'"):
        forgotten(tables, "Sunday")


@pytest.mark.parametrize("content", [b"", b"[]", b'{"format": 2, "tables": []}', b"[" * 9000,
    b'{"format": 1, "tables": [{"name": "a", "public_key": "zz", "first_seen": ""}]}'])  # fmt: skip
def test_a_broken_list_is_told_and_does_not_pass_for_an_empty_one(tmp_path, content):
    (tmp_path / "known-tables.json").write_bytes(content)
    with pytest.raises(BadFileError, match=r"known-tables\.json"):
        read_known_tables(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_a_list_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "known-tables.json").write_bytes(b"{}")
    (tmp_path / "known-tables.json").chmod(0)
    with pytest.raises(BadFileError, match="cannot be read"):
        read_known_tables(tmp_path)


def test_a_key_hands_over_to_the_next_and_nobody_else_can():
    first, second, third, forger = (some_key() for _ in range(4))
    steps = [handover(old=first, new=second.public, when=NOON), handover(old=second, new=third.public, when=NOON)]
    assert earlier_keys(steps, third.public) == (second.public, first.public)
    assert earlier_keys(steps[:1], third.public) == ()
    stolen = msgspec.structs.replace(steps[0], new=base64.b64encode(forger.public).decode())
    assert not stolen.holds
    assert earlier_keys([stolen], forger.public) == ()
    claimed = handover(old=forger, new=forger.public, when=NOON)
    claimed = msgspec.structs.replace(claimed, old=base64.b64encode(first.public).decode())
    assert earlier_keys([claimed], forger.public) == ()
    circle = [handover(old=first, new=second.public, when=NOON), handover(old=second, new=first.public, when=NOON)]
    assert len(earlier_keys(circle, first.public)) == 2


@pytest.mark.parametrize(
    "name",
    [
        "Friday table ",
        "friday TABLE",
        "Frid\u0430y table",
        "Fri\u200bday  table",
        "Fr\u0456day t\u0430ble",
        "Frlday table",
    ],
)
def test_a_name_that_looks_like_a_known_one_is_that_table(name):
    known = (KnownTable(name="Friday table", public_key="11" * 32, first_seen="2026-01-01"),)
    assert known_as(known, name=name, public=bytes(32)).how is Acquaintance.CHANGED_KEY
    assert known_as(known, name=name, public=b"\x11" * 32).how is Acquaintance.KNOWN
    assert known_as(known, name="Saturday table", public=bytes(32)).how is Acquaintance.NEW


P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def points_of_small_order():
    """Every point of the curve that eight times itself is nothing, by the addition law of RFC 8032."""

    def add(a, b):
        k = D * a[0] * b[0] * a[1] * b[1]
        x, y = a[0] * b[1] + b[0] * a[1], a[1] * b[1] + a[0] * b[0]
        return x * pow(1 + k, -1, P) % P, y * pow(1 - k, -1, P) % P

    def root(square):
        x = pow(square, (P + 3) // 8, P)
        return x if x * x % P == square % P else x * pow(2, (P - 1) // 4, P) % P

    found = {(0, 1)}
    for y in range(2, 60):  # eight times the prime order of any point is one of small order
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = root(square)
        if x * x % P != square:
            continue
        point, total, times = (x, y), (0, 1), 2**252 + 27742317777372353535851937790883648493
        while times:
            total = add(total, point) if times & 1 else total
            point, times = add(point, point), times >> 1
        found.add(total)
    return found


def test_keys_of_small_order_vouch_for_nothing():
    points = points_of_small_order()
    assert len(points) == 8
    for x, y in points:
        written = (y | (x & 1) << 255).to_bytes(32, "little")
        assert is_weak_key(written)
        # Under the neutral point any text is signed by R = s * B: here s = 0.
        assert not verify(written, (1).to_bytes(32, "little") + bytes(32), b"anything")
    assert not is_weak_key(Ed25519PrivateKey.generate().public_key().public_bytes_raw())
