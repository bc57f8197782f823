"""What of a piece is taken on trust: the picture does not show it."""

from dataclasses import dataclass


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


VERIFIED = Unverified()
UNDER_WAY = Unverified(hull_mm=-1.0)
