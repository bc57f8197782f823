"""What of a piece is taken on trust: neither the picture nor an earlier look shows it."""

from collections.abc import Set
from dataclasses import dataclass, replace

from tableassist.scene.facts import Fact


@dataclass(frozen=True, slots=True)
class Unverified:
    masts: tuple[int, ...] = ()
    """Numbers of the masts of which the picture does not tell whether they stand."""
    hull_mm: float = 0.0
    """How far from where its tag has it the hull may lie, as far as the picture tells; 0 where it was made out, and
    below 0 while the piece is under way: it is looked at when it stops, and until then calls about it name nothing."""
    raised_mm: tuple[float, float] = (0.0, 0.0)
    """By how much, along x and y, it would lie elsewhere if it were held above the mat, or stood on something thin, as
    high as its tags allow."""
    identity: bool = False
    """The picture does not tell whether this hull is the ship that her plate names."""

    @property
    def under_way(self) -> bool:
        return self.hull_mm < 0.0

    def without(self, confirmed: Set[Fact]) -> "Unverified":
        """What is left once a person has confirmed these facts."""
        if not confirmed or self.under_way:
            return self
        return replace(
            self,
            masts=() if Fact.MASTS in confirmed else self.masts,
            hull_mm=0.0 if Fact.PLATE in confirmed else self.hull_mm,
            raised_mm=(0.0, 0.0) if Fact.FLAT in confirmed else self.raised_mm,
            identity=self.identity and Fact.IDENTITY not in confirmed,
        )

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts that a person could confirm, because nothing shows them."""
        open_facts = {
            Fact.IDENTITY: self.identity,
            Fact.MASTS: bool(self.masts),
            Fact.PLATE: self.hull_mm > 0.0,
            Fact.FLAT: self.raised_mm != (0.0, 0.0),
        }
        return frozenset(fact for fact, is_open in open_facts.items() if is_open)


VERIFIED = Unverified()
UNDER_WAY = Unverified(hull_mm=-1.0)
