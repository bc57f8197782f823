"""A face-down pile: its top cards as far as they are known, and how many lie below them."""

import msgspec


class CardPile(msgspec.Struct, frozen=True):
    known: tuple[str, ...] = ()
    """Top first."""
    unknown: int = 0
    """Below the known ones."""

    @property
    def count(self) -> int:
        return len(self.known) + self.unknown

    def without_top(self, count: int = 1) -> "CardPile":
        """As many as there are, where there are fewer."""
        beyond = max(0, count - len(self.known))
        return CardPile(self.known[count:], max(0, self.unknown - beyond))

    def of_count(self, count: int) -> "CardPile":
        """So many cards lie there: those known to lie on top stay known."""
        known = self.known[:count]
        return CardPile(known, count - len(known))
