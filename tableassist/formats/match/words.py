"""What was said of a frame of a match: its warnings, which pieces were doubted, why others were not measured, and what
was taken on trust."""

import json

import msgspec
import msgspec.structs

from tableassist.pipeline.table_state import TableState
from tableassist.scene.unverified import Unverified


class OnTrust(msgspec.Struct, array_like=True, frozen=True):
    """Of a piece."""

    masts: tuple[int, ...]
    """That the picture did not show."""
    hull_mm: float
    """How far the hull could have been off."""
    raised_mm: tuple[float, float] = (0.0, 0.0)
    """And where the piece could have been, had it been held; a match of an older version does not say."""


class FrameWords(msgspec.Struct, array_like=True, frozen=True):
    warnings: tuple[str, ...]
    odd: tuple[str, ...]
    """Those of them about where pieces lie."""
    doubts: dict[str, str]
    """Why pieces cannot be where they were measured: nothing was called about them."""
    reasons: dict[str, str] = {}
    """Why pieces were not measured; a match of an older version does not say."""
    on_trust: dict[str, OnTrust] = {}
    """Of pieces; likewise."""

    @property
    def unverified(self) -> dict[str, Unverified]:
        return {piece: Unverified(*msgspec.structs.astuple(each)) for piece, each in self.on_trust.items()}


def words_of(state: TableState) -> str:
    scene = state.scene
    on_trust = {piece: (each.masts, each.hull_mm, each.raised_mm) for piece, each in scene.unverified.items()}
    said = [state.warnings, state.placement.warnings, scene.doubts, dict(scene.reasons), on_trust]
    return json.dumps(said, default=str)


def read_words(text: str) -> FrameWords:
    return msgspec.json.decode(text, type=FrameWords)
