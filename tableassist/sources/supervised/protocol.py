"""What the supervised source and its capture process say to each other: small values as bytes. Pictures go through
shared memory."""

from typing import Any

import msgspec

from tableassist.messages import Text, message_from_plain

Words = Any
"""A Text, as `plain_of` makes it."""


class KnownCamera(msgspec.Struct, frozen=True):
    """The camera that was opened, so that the same is opened when it comes back."""

    index: int
    name: str
    path: str


class Order(msgspec.Struct, frozen=True):
    """With what a child begins."""

    text: str
    """The source, as a person typed it."""
    families: tuple[str, ...]
    camera: KnownCamera | None
    skip: int
    """Of a file: so many pictures were read before, or crashed the child."""


class SightingMessage(msgspec.Struct, frozen=True, array_like=True):
    family: str
    tag: int
    corners: bytes
    """Eight doubles."""
    margin: float
    hamming: int
    noise: bytes | None
    """64 doubles."""
    edge_sigma_px: float | None
    mirrored: bool


class Opened(msgspec.Struct, frozen=True, tag=True):
    name: str
    live: bool
    camera: KnownCamera | None


class BufferWanted(msgspec.Struct, frozen=True, tag=True):
    """For pictures of so many bytes."""

    size: int


class BufferJoined(msgspec.Struct, frozen=True, tag=True):
    """The child holds the memory: its name is no longer needed."""


class SeenFrame(msgspec.Struct, frozen=True, tag=True):
    slot: int
    shape: tuple[int, ...]
    t_ns: int
    number: int
    sightings: tuple[int | SightingMessage, ...]
    """A number: as this one of the last message."""
    state: str
    """seeing, frozen or black."""
    slept_ns: int
    """How long the computer had slept until then."""
    sent_ns: int
    """When this was sent; sleep counts."""


class Waiting(msgspec.Struct, frozen=True, tag=True):
    """The child lives, but has no picture."""

    trouble: Words
    """Why, if the source has failed."""
    tries: int
    """To open it again."""


class Ended(msgspec.Struct, frozen=True, tag=True):
    words: Words


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The source cannot be opened."""

    words: Words


class Broken(msgspec.Struct, frozen=True, tag=True):
    """A fault of ours or of a library: the child ends."""

    words: str
    traceback: str
    """For the parent's log: the child has none."""


class BufferAddress(msgspec.Struct, frozen=True, tag=True):
    """Of the frame buffer that the parent has made."""

    name: str
    slot_size: int
    slots: int


class Free(msgspec.Struct, frozen=True, tag=True):
    slot: int


class LookFor(msgspec.Struct, frozen=True, tag=True):
    families: tuple[str, ...]


class Stop(msgspec.Struct, frozen=True, tag=True):
    pass


FromChild = Opened | BufferWanted | BufferJoined | SeenFrame | Waiting | Ended | Failed | Broken
ToChild = BufferAddress | Free | LookFor | Stop


def encode(message: FromChild | ToChild | Order) -> bytes:
    return msgspec.msgpack.encode(message)


_FROM_CHILD = msgspec.msgpack.Decoder(FromChild)
_TO_CHILD = msgspec.msgpack.Decoder(ToChild)


def from_child(data: bytes) -> FromChild:
    """msgspec.DecodeError where a child that runs wild has sent something else."""
    message: FromChild = _FROM_CHILD.decode(data)
    return message


def words_from_child(words: Words) -> Text:
    """msgspec.DecodeError where they cannot be said."""
    try:
        text: Text = message_from_plain(words)
        str(text)
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise msgspec.DecodeError(f"no message: {words!r:.200}") from problem
    return text


def to_child(data: bytes) -> ToChild:
    message: ToChild = _TO_CHILD.decode(data)
    return message
