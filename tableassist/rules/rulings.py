"""The rulings of one moment, in order, with what the next moment needs to take over those that have not changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from tableassist.pieces.piece import Piece
from tableassist.rules.ruling import Ruling

PairIds = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """All that one rule says about two pieces."""

    subject: Piece
    target: Piece
    rulings: list[Ruling] | None = None
    """None as long as it has not been judged."""
    is_drawn: bool = False
    """Whether a line between the two is in it, so that a third piece could change it."""


Rows = Mapping[PairIds, Row]


class Rulings(tuple[Ruling, ...]):
    """A plain tuple to everybody else."""

    rows: tuple[Rows, ...]
    """One mapping a rule, in the order of the rules."""


def rulings_of(rows: Iterable[Rows]) -> Rulings:
    kept = tuple(rows)
    made = Rulings(chain.from_iterable(row.rulings or () for each in kept for row in each.values()))
    made.rows = kept
    return made
