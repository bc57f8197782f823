"""Sightings on their way from the child: only what has changed is sent, and what has not stays the same value."""

import msgspec
import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.sources.supervised.protocol import SightingMessage
from tableassist.vision.tags.sighting import TagSighting

Sent = tuple[int | SightingMessage, ...]


class SightingsOut:
    """In the child."""

    def __init__(self) -> None:
        self._last: tuple[TagSighting, ...] = ()

    def sent(self, sightings: tuple[TagSighting, ...]) -> Sent:
        before = {id(sighting): index for index, sighting in enumerate(self._last)}
        self._last = sightings  # kept, so that no new value can have the identity of an old one
        return tuple(before[id(each)] if id(each) in before else _message(each) for each in sightings)


class SightingsIn:
    """In the parent. Every message must go through, also those whose picture nobody takes."""

    def __init__(self) -> None:
        self._last: tuple[TagSighting, ...] = ()

    def received(self, sent: Sent) -> tuple[TagSighting, ...]:
        """msgspec.DecodeError where the message makes no sense."""
        try:
            self._last = tuple(self._last[each] if isinstance(each, int) else _sighting(each) for each in sent)
        except (IndexError, ValueError) as problem:
            raise msgspec.DecodeError(str(problem)) from problem
        return self._last


def _message(sighting: TagSighting) -> SightingMessage:
    one, noise = sighting, None if sighting.noise is None else _bytes(sighting.noise)
    corners = _bytes(one.corners)
    return SightingMessage(
        one.family, one.tag, corners, one.margin, one.hamming, noise, one.edge_sigma_px, one.mirrored
    )


def _sighting(message: SightingMessage) -> TagSighting:
    one, corners = message, ImagePoints(_floats(message.corners).reshape(4, 2))
    noise = None if one.noise is None else _floats(one.noise).reshape(8, 8)
    return TagSighting(one.family, one.tag, corners, one.margin, one.hamming, noise, one.edge_sigma_px, one.mirrored)


def _bytes(values: Floats | ImagePoints) -> bytes:
    return np.ascontiguousarray(values, dtype=np.float64).tobytes()


def _floats(data: bytes) -> Floats:
    return np.frombuffer(data, dtype=np.float64)
