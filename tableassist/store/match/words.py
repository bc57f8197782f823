"""What was said of a frame of a match: its warnings, which pieces were doubted, why others were not measured, and what
was taken on trust."""

import json
from dataclasses import astuple
from typing import TypedDict

import msgspec
import msgspec.structs

from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.scene.seen_gap import SeenGap
from tableassist.scene.unverified import Unverified
from tableassist.scene.whereabouts import Spot, Whereabouts


class OnTrust(msgspec.Struct, array_like=True, frozen=True):
    """Of a piece."""

    masts: tuple[int, ...]
    """That the picture did not show."""
    hull_mm: float
    """How far the hull could have been off."""
    raised_mm: tuple[float, float] = (0.0, 0.0)
    """And where the piece could have been, had it been held; a match of an older version does not say."""
    identity: bool = False
    """Whether it could have been another ship; likewise."""


class SeenGapEntry(msgspec.Struct, array_like=True, frozen=True):
    """Between a piece and another."""

    other: str
    gap_mm: float | None
    sigma_mm: float | None
    x_mm: float
    y_mm: float
    edge_mm: float | None = None
    edge_sigma_mm: float | None = None
    other_edge_mm: float | None = None
    other_edge_sigma_mm: float | None = None


class LooksOfFrame(TypedDict):
    unverified: dict[str, Unverified]
    seen_gaps: dict[str, tuple[SeenGap, ...]]
    whereabouts: Whereabouts


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
    seen_gaps: dict[str, tuple[SeenGapEntry, ...]] = {}
    """Gaps between pieces that the picture showed; likewise."""
    ended: tuple[str, ...] = ()
    """Pieces that had been touched since a person confirmed something of them."""
    whereabouts: dict[str, tuple[Spot, ...]] = {}
    """Where pieces could be that were never measured; a match of an older version does not say."""

    @property
    def unverified(self) -> dict[str, Unverified]:
        return {piece: Unverified(*msgspec.structs.astuple(each)) for piece, each in self.on_trust.items()}

    @property
    def looks(self) -> LooksOfFrame:
        """What the looks at the picture gave, as a scene is built from it."""
        gaps = {
            piece: tuple(SeenGap(*msgspec.structs.astuple(entry)) for entry in entries)
            for piece, entries in self.seen_gaps.items()
        }
        return {"unverified": self.unverified, "seen_gaps": gaps, "whereabouts": self.whereabouts}


def words_of(state: TableState, settings: TableSettings) -> str:
    scene = state.scene
    ended = [piece for piece, word in settings.confirmations.items() if state.ended.get(piece) == word]
    on_trust = {
        piece: (each.masts, each.hull_mm, each.raised_mm, each.identity) for piece, each in scene.unverified.items()
    }
    gaps = {piece: [astuple(gap) for gap in seen] for piece, seen in scene.seen_gaps.items()}
    odd, reasons, spots = state.placement.warnings, dict(scene.reasons), dict(scene.whereabouts)
    values = [state.warnings, odd, scene.doubts, reasons, on_trust, gaps, ended, spots]
    return json.dumps(values, default=str)


def read_words(text: str) -> FrameWords:
    return msgspec.json.decode(text, type=FrameWords)
