"""Questions and answers of multicast DNS (RFC 6762), as far as finding a service needs them, from strangers."""

import struct
from dataclasses import dataclass
from enum import IntEnum

MOST_BYTES = 9000
MOST_RECORDS = 200
MOST_LABELS = 40
MOST_LABEL_BYTES = 63
_HEADER = struct.Struct(">HHHHHH")
_QUESTION = struct.Struct(">HH")
_RECORD = struct.Struct(">HHIH")
_SERVICE = struct.Struct(">HHH")
_ANSWER = 0x8000
_POINTER = 0xC0
_INTERNET = 1

DnsName = tuple[str, ...]
"""Its labels; the name of a service may have dots inside a label."""


class DnsKind(IntEnum):
    POINTER = 12
    TEXT = 16
    SERVICE = 33


@dataclass(frozen=True, slots=True)
class DnsRecord:
    name: DnsName
    kind: DnsKind
    target: DnsName = ()
    """Of a pointer: what it names. Of a service: its host."""
    port: int = 0
    texts: tuple[str, ...] = ()


def build_query(names: tuple[DnsName, ...], kind: DnsKind) -> bytes:
    questions = b"".join(_name_bytes(name) + _QUESTION.pack(kind, _INTERNET) for name in names)
    return _HEADER.pack(0, 0, len(names), 0, 0, 0) + questions


def parse_answers(packet: bytes) -> tuple[DnsRecord, ...]:
    """Those of a kind known here. ValueError where it is no answer, or breaks off, or points anywhere but back."""
    if not _HEADER.size <= len(packet) <= MOST_BYTES:
        raise ValueError("not the size of an answer")
    _, flags, questions, *counts = _HEADER.unpack_from(packet)
    if not flags & _ANSWER or questions + sum(counts) > MOST_RECORDS:
        raise ValueError("not an answer, or too many records")
    at = _HEADER.size
    try:
        for _ in range(questions):
            at = _parse_name(packet, at)[1] + _QUESTION.size
        records = []
        for _ in range(sum(counts)):
            record, at = _parse_record(packet, at)
            if record is not None:
                records.append(record)
    except struct.error:
        raise ValueError("breaks off") from None
    return tuple(records)


def _name_bytes(name: DnsName) -> bytes:
    labels = [label.encode()[:MOST_LABEL_BYTES] for label in name]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def _parse_record(packet: bytes, at: int) -> tuple[DnsRecord | None, int]:
    name, at = _parse_name(packet, at)
    kind, _, _, length = _RECORD.unpack_from(packet, at)
    at += _RECORD.size
    end = at + length
    if end > len(packet):
        raise ValueError("breaks off")
    if kind == DnsKind.POINTER:
        return DnsRecord(name, DnsKind.POINTER, target=_parse_name(packet, at)[0]), end
    if kind == DnsKind.SERVICE:
        *_, port = _SERVICE.unpack_from(packet, at)
        return DnsRecord(name, DnsKind.SERVICE, target=_parse_name(packet, at + _SERVICE.size)[0], port=port), end
    if kind == DnsKind.TEXT:
        return DnsRecord(name, DnsKind.TEXT, texts=_parse_texts(packet[at:end])), end
    return None, end


def _parse_name(packet: bytes, at: int) -> tuple[DnsName, int]:
    """The name there, and where the packet goes on. Each pointer must go back before all that was read of this name."""
    labels: list[str] = []
    goes_on: int | None = None
    first = at
    while True:
        if at >= len(packet) or len(labels) > MOST_LABELS:
            raise ValueError("a name without an end")
        length = packet[at]
        if length & _POINTER == _POINTER:
            if at + 1 >= len(packet):
                raise ValueError("breaks off")
            goes_on = at + 2 if goes_on is None else goes_on
            at = (length & ~_POINTER) << 8 | packet[at + 1]
            if at >= first:
                raise ValueError("a name that points ahead")
            first = at
        elif length > MOST_LABEL_BYTES:
            raise ValueError("not a label")
        elif length == 0:
            return tuple(labels), at + 1 if goes_on is None else goes_on
        else:
            labels.append(packet[at + 1 : at + 1 + length].decode("utf-8", "replace"))
            at += 1 + length


def _parse_texts(data: bytes) -> tuple[str, ...]:
    texts, at = [], 0
    while at < len(data):
        length = data[at]
        texts.append(data[at + 1 : at + 1 + length].decode("utf-8", "replace"))
        at += 1 + length
    return tuple(texts)
