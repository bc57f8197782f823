"""A digest of the packets of a video, the same while it is written and when it is read from the file: the file's own
bytes change when it is closed."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import av
import msgspec

TICKS_A_SECOND = 1_000_000
BESIDE_BYTES, BESIDE_PACKET_BYTES = 4_096, 240
"""What a file of ours has at most beside its packets: its tables, and the heads of its fragments. Measured, closed and
killed, at 0.2 to 60 pictures a second: 1.2 kB and 34 to 161 bytes a packet; half as much again is allowed."""
START_CODE = re.compile(rb"\x00\x00\x00?\x01")
Failure = (av.FFmpegError, OSError, ValueError, OverflowError, MemoryError)


class Filmed(msgspec.Struct, array_like=True, frozen=True):
    """How much of a video file is vouched for: its first packets."""

    number: int
    packets: int
    sha256: str
    last_us: int
    """When the last of them was taken, since the file began."""
    is_complete: bool
    """Whether the file has no more."""
    decoding: str = ""
    """SHA-256 of what a decoder is told before the first packet (H.264's parameter sets: size, cropping, coding).
    Empty in matches of earlier versions."""


class PacketDigest:
    """Over the time and the parts (NAL units) of each packet."""

    def __init__(self) -> None:
        self.packets = 0
        self.last_us = 0
        self._digest = hashlib.sha256()
        self._decoding = ""

    def set_parameters(self, extradata: bytes | None) -> None:
        """`extradata`: of the encoder, or of a file."""
        self._decoding = hashlib.sha256(b"".join(b"%d:%b" % (len(s), s) for s in parameter_sets(extradata))).hexdigest()

    def add_encoded(self, tick: int, packet: bytes) -> None:
        """As the encoder gives it: its parts between start codes."""
        self._add(tick, [part for part in START_CODE.split(packet) if part])

    def add_stored(self, tick: int, packet: bytes) -> None:
        """As a file has it: each part after its length."""
        self._add(tick, list(_stored_parts(packet)))

    def filmed(self, number: int, *, is_complete: bool) -> Filmed:
        return Filmed(number, self.packets, self._digest.copy().hexdigest(), self.last_us, is_complete, self._decoding)

    def _add(self, tick: int, parts: list[bytes]) -> None:
        self.packets += 1
        self.last_us = tick
        self._digest.update(b"%d;%d;" % (tick, len(parts)))
        for part in parts:
            self._digest.update(b"%d:" % len(part))
            self._digest.update(part)


def parameter_sets(extradata: bytes | None) -> list[bytes]:
    """Return them as an encoder gives them (between start codes) or as a file has them (ISO 14496-15, `avcC`)."""
    if not extradata:
        return []
    if extradata[0] != 1:
        return [part for part in START_CODE.split(extradata) if part]
    sets, at = [], 5
    for mask in (0x1F, 0xFF):  # first the sequences' sets, then the pictures'
        count, at = (extradata[at] & mask if at < len(extradata) else 0), at + 1
        for _ in range(count):
            end = at + 2 + int.from_bytes(extradata[at : at + 2], "big")
            sets.append(extradata[at + 2 : end])
            at = end
    return [part for part in sets if part]


def _stored_parts(packet: bytes) -> Iterator[bytes]:
    at = 0
    while at + 4 <= len(packet):
        end = at + 4 + int.from_bytes(packet[at : at + 4], "big")
        yield packet[at + 4 : end]
        at = end


def filmed_in(path: Path, number: int) -> Iterator[Filmed]:
    """After each packet of the file, how much there is; ends where it cannot be read any more."""
    digest = PacketDigest()
    try:
        with av.open(str(path.resolve(strict=True)), "r", format="mov", metadata_errors="replace") as container:
            if not container.streams.video:
                return
            codec = container.streams.video[0].codec_context
            digest.set_parameters(None if codec is None else codec.extradata)
            for packet in container.demux(container.streams.video[0]):
                if packet.size and packet.pts is not None and packet.time_base is not None:
                    digest.add_stored(round(packet.pts * packet.time_base * TICKS_A_SECOND), bytes(packet))
                    yield digest.filmed(number, is_complete=False)
    except Failure:
        return


def film_contents(path: Path) -> tuple[int, int]:
    """How many tracks the file has, and how many bytes more than its pictures and what a file of ours has beside them;
    none of either where it cannot be read."""
    packets = used = 0
    try:
        with av.open(str(path.resolve(strict=True)), "r", format="mov", metadata_errors="replace") as container:
            streams = len(container.streams)
            for packet in container.demux(container.streams.video[0]):
                packets, used = packets + 1, used + packet.size
        size = path.stat().st_size
    except (*Failure, IndexError):
        return 0, 0
    return streams, max(0, size - used - BESIDE_BYTES - BESIDE_PACKET_BYTES * packets)


def whole_film(path: Path, number: int) -> Filmed:
    """All that the file holds, which is not written any more."""
    last = PacketDigest().filmed(number, is_complete=True)
    for each in filmed_in(path, number):
        last = each
    return msgspec.structs.replace(last, is_complete=True)
