"""What was said of a frame of a match: its warnings, which pieces were doubted, why others were not measured, and what
was taken on trust."""

import json

import msgspec

from tableassist.pipeline.table_state import TableState
from tableassist.scene.unverified import Unverified


class FrameWords(msgspec.Struct, array_like=True, frozen=True):
    warnings: tuple[str, ...]
    odd: tuple[str, ...]
    """Those of them about where pieces lie."""
    doubts: dict[str, str]
    """Why pieces cannot be where they were measured: nothing was called about them."""
    reasons: dict[str, str] = {}
    """Why pieces were not measured; a match of an older version does not say."""
    on_trust: dict[str, tuple[tuple[int, ...], float]] = {}
    """Of pieces the masts that the picture did not show, and how far the hull could have been off; likewise."""

    @property
    def unverified(self) -> dict[str, Unverified]:
        return {piece: Unverified(masts, hull_mm) for piece, (masts, hull_mm) in self.on_trust.items()}


def words_of(state: TableState) -> str:
    scene = state.scene
    on_trust = {piece: (each.masts, each.hull_mm) for piece, each in scene.unverified.items()}
    said = [state.warnings, state.placement.warnings, scene.doubts, dict(scene.reasons), on_trust]
    return json.dumps(said, default=str)


def read_words(text: str) -> FrameWords:
    return msgspec.json.decode(text, type=FrameWords)
