"""Pieces and their models, mounts, effects and states. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.pieces.effects import Effect, EffectTopic
    from tableassist.pieces.model import (
        SAILING_KINDS,
        TERRAIN_KINDS,
        CannonPost,
        EdgeNumber,
        Grade,
        IslandMake,
        Mast,
        MountKind,
        OutlinePart,
        PartKind,
        PieceKind,
        PieceModel,
        Point,
        Sail,
        SailPlane,
        Segment,
        SuggestedMount,
    )
    from tableassist.pieces.piece import Cannon, CannonRange, MoveSegment, Piece, PieceState, TagMount
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "effects": "Effect EffectTopic",
            "model": "CannonPost EdgeNumber Grade IslandMake Mast MountKind OutlinePart PartKind "
            "PieceKind PieceModel Point SAILING_KINDS Sail SailPlane Segment SuggestedMount "
            "TERRAIN_KINDS",
            "piece": "Cannon CannonRange MoveSegment Piece PieceState TagMount",
        },
    )

__all__ = [
    "SAILING_KINDS",
    "TERRAIN_KINDS",
    "Cannon",
    "CannonPost",
    "CannonRange",
    "EdgeNumber",
    "Effect",
    "EffectTopic",
    "Grade",
    "IslandMake",
    "Mast",
    "MountKind",
    "MoveSegment",
    "OutlinePart",
    "PartKind",
    "Piece",
    "PieceKind",
    "PieceModel",
    "PieceState",
    "Point",
    "Sail",
    "SailPlane",
    "Segment",
    "SuggestedMount",
    "TagMount",
]
