"""What a ship touches where a move has ended, as the referee asks for it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tableassist.pieces import SAILING_KINDS
from tableassist.rulebook import RuleSettings, Ruling, Scene, Verdict
from tableassist.rulebook.acts import Fact
from tableassist.rulebook.engine import CONTACT, DOCKING
from tableassist.rulebook.referee import bow_facts
from tableassist.rulebook.state import FactKind
from tableassist.scene.placed_piece import PlacedPiece

POSSIBLE = (Verdict.YES, Verdict.TOO_CLOSE)


@dataclass(frozen=True, slots=True)
class Arrival:
    docks: tuple[Fact, ...] = ()
    """Islands and forts where she is docked, or may be."""
    contacts: tuple[Fact, ...] = ()
    """What she touches, or may; she is the subject of each."""

    def sure(self, kind: FactKind) -> tuple[str, ...]:
        """Whom a contact of this kind is sure with."""
        return tuple(
            dict.fromkeys(each.target for each in self.contacts if (each.kind, each.answer) == (kind, Verdict.YES))
        )


NOWHERE = Arrival()


def arrival_of(ship: PlacedPiece, scene: Scene, rulings: Iterable[Ruling], settings: RuleSettings) -> Arrival:
    rulings = tuple(each for each in rulings if each.verdict in POSSIBLE and ship.id in (each.subject, each.target))
    docks = tuple(
        Fact(ship.id, FactKind.DOCKED, each.target, answer=each.verdict)
        for each in rulings
        if each.rule == DOCKING.id and each.subject == ship.id
    )
    others = [each for each in scene.pieces if each.id != ship.id and each.piece.model.kind in SAILING_KINDS]
    return Arrival(docks, (*_touches(ship.id, rulings), *_bows(ship, others, settings)))


def _touches(ship: str, rulings: Iterable[Ruling]) -> Iterator[Fact]:
    for each in rulings:
        if each.rule == CONTACT.id:
            other = each.target if each.subject == ship else each.subject
            yield Fact(ship, FactKind.TOUCHES, other, answer=each.verdict)


def _bows(ship: PlacedPiece, others: Iterable[PlacedPiece], settings: RuleSettings) -> Iterator[Fact]:
    pairs = [pair for other in others for pair in ((ship, other), (other, ship))]
    for each in bow_facts(pairs, settings):
        if each.subject == ship.id and each.answer in POSSIBLE:
            yield each
