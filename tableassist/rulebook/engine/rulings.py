"""The rulings of one moment, in order, with what the next moment needs to take over those that have not changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tableassist.pieces.piece import Piece
from tableassist.rulebook.ruling.ruling import Ruling
from tableassist.rulebook.shooting.line_of_fire import DrawnLines

PairIds = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The pairs of pieces that one rule is asked about, in the order of its rulings."""

    pairs: Mapping[PairIds, tuple[Piece, Piece]]
    of_piece: Mapping[str, Sequence[PairIds]]
    """The pairs that a piece is one of."""


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """All that one rule said, pair by pair."""

    asked: Asked
    rulings: Mapping[PairIds, Sequence[Ruling]]
    drawn: Mapping[PairIds, DrawnLines]
    """Pairs with a line between them that a third piece could change."""


class Rulings(tuple[Ruling, ...]):
    """A plain tuple to everybody else."""

    said: tuple[Said, ...]
    """One for each rule, in the order of the rules."""


def of_subject(rulings: tuple[Ruling, ...], piece: str) -> tuple[Ruling, ...]:
    """Those about what this piece may do, in their order. Of a moment's rulings nobody looks through all thousands."""
    if not isinstance(rulings, Rulings):
        return tuple(ruling for ruling in rulings if ruling.subject == piece)
    hers = (said.rulings[key] for said in rulings.said for key in said.asked.of_piece.get(piece, ()) if key[0] == piece)
    return tuple(chain.from_iterable(hers))


def asked_about(pairs: Iterable[tuple[Piece, Piece]]) -> Asked:
    by_ids = {(one.id, other.id): (one, other) for one, other in pairs}
    of_piece: dict[str, list[PairIds]] = {}
    for key in by_ids:
        for piece in key:
            of_piece.setdefault(piece, []).append(key)
    return Asked(by_ids, of_piece)


def rulings_of(said: Iterable[Said]) -> Rulings:
    kept = tuple(said)
    in_order: list[Ruling] = []
    for rulings in chain.from_iterable(each.rulings.values() for each in kept):
        in_order += rulings
    made = Rulings(in_order)
    made.said = kept
    return made
