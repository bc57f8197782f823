"""What was said of a frame of a match: its warnings, which pieces were doubted, and why others were not measured."""

import json

import msgspec

from tableassist.pipeline.table_state import TableState


class FrameWords(msgspec.Struct, array_like=True, frozen=True):
    warnings: tuple[str, ...]
    odd: tuple[str, ...]
    """Those of them about where pieces lie."""
    doubts: dict[str, str]
    """Why pieces cannot be where they were measured: nothing was called about them."""
    reasons: dict[str, str] = {}
    """Why pieces were not measured; a match of an older version does not say."""


def words_of(state: TableState) -> str:
    scene = state.scene
    said = [state.warnings, state.placement.warnings, scene.doubts, dict(scene.reasons)]
    return json.dumps(said, default=str)


def read_words(text: str) -> FrameWords:
    return msgspec.json.decode(text, type=FrameWords)
