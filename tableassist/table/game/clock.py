"""The time of a game: that of the match it is recorded in, and never before what was said already. No widgets."""


class GameClock:
    """Counts from the beginning of the record; a game that goes on another day counts on from where it was."""

    def __init__(self, last_ns: int = 0) -> None:
        self._last_ns = last_ns
        self._origin_ns: int | None = None
        self.began_ns = 0
        """In the record's time: nothing before that belongs to this game."""

    def begin(self, t_ns: int, record_began_ns: int | None) -> None:
        """`t_ns`: now, in the record's time."""
        self.began_ns = t_ns
        origin = t_ns if record_began_ns is None else min(record_began_ns, t_ns)
        self._origin_ns = origin if t_ns - origin >= self._last_ns else t_ns - self._last_ns

    @property
    def runs(self) -> bool:
        return self._origin_ns is not None

    def at(self, t_ns: int) -> int:
        """The game's time of a time of the record."""
        return self._last_ns if self._origin_ns is None else max(0, t_ns - self._origin_ns)
