"""Kinds of facts that a camera measures or a person states."""

from enum import StrEnum


class FactKind(StrEnum):
    """What a camera sees of two pieces, or a person states in its place."""

    DOCKED = "docked"
    """The subject lies docked at the target, an island or a fort."""
    BOW_ON = "bow-on"
    """The subject's bow touches the target."""
    BOW_TO_BOW = "bow-to-bow"
    """The subject's bow touches the target's bow and no other part of it."""
    TOUCHES = "touches"
    """Any part touches any part."""
    TOUCHES_BOW_OF = "touches-bow-of"
    """Any part of the subject touches the bow of the target."""
    SHOT = "shot"
    """Cannon `cannon` of the subject has a shot at the target: range and line of fire."""
    IN_TERRAIN = "in-terrain"
    """The subject touches the target, a piece of terrain."""
    WITHIN_S = "within-s"
    """The two are no farther apart than S."""
