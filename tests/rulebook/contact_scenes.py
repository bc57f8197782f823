"""Scenes for contact: the hand-made ships of `scenes`, what the ledger says of them, and the three editions.

The hull is 40 x 12 mm with its tip at x = 20. Its bow is x >= 12 by the later editions; by the first it begins at the
mast, x = 0. The land is a square of 30 mm.
"""

from dataclasses import replace

from tableassist.pieces import PieceKind, PieceState, Segment
from tableassist.rulebook.editions.settings import EDITIONS, RuleSettings
from tests.rulebook.scenes import ISLAND, land, scene, ship
from tests.table_states import with_notes

A, B, C = (RuleSettings(edition=EDITIONS[name]) for name in ("spanish-main", "revolution", "complete"))
ALL = {"A": A, "B": B, "C": C}

__all__ = ["ALL", "ISLAND", "A", "B", "C", "PieceState", "creature", "judge", "land", "of", "scene", "ship", "told"]


def of(placed, **changes):
    """The piece with other effects, keywords, owner."""
    piece, at = placed
    model = {name: changes.pop(name) for name in list(changes) if hasattr(piece.model, name) and name != "name"}
    return replace(piece, model=replace(piece.model, **model), **changes), at


def creature(name, owner, x, y, heading_deg=0.0, segments=2):
    limbs = tuple(Segment(8.0 - 16.0 * k, 0.0, 25.0, 2.0) for k in range(segments))
    made = ship(name, owner, x, y, heading_deg, masts=())
    return of(made, kind=PieceKind.SEA_CREATURE, segments=limbs, bow_zone_from_x_mm=None)


def told(made, **changes):
    """The scene with more noted of its pieces: states, crews, homes."""
    return with_notes(made, **changes)


def judge(rule, made, subject, target, settings):
    """What one rule says of two pieces: the one ruling, or None."""
    found = rule([(made.find(subject), made.find(target))], made, settings)
    assert len(found) <= 1
    return found[0] if found else None
