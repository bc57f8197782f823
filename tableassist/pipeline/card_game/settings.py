"""All that is set up before a card game: camera, players, rules, what the ships are called."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tableassist.messages import Message
from tableassist.pipeline.cards.reading import CardsSeen, PlaceSeen
from tableassist.rulebook.cardgame import FEWEST_PLAYERS, OPEN_CARDS, CardStart
from tableassist.vision.camera.profile import CameraProfile


@dataclass(frozen=True, slots=True, eq=False)
class CardTableSettings:
    name: str
    camera: CameraProfile
    players: tuple[str, ...]
    """Clockwise round the table."""
    first: str = ""
    """Who begins; empty: the first of the players."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Of ships, by id."""
    upcoming: bool = False
    hand: bool = False
    extended: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)

    @property
    def adventures_out(self) -> int:
        return max(FEWEST_PLAYERS, len(self.players)) if self.upcoming else 1

    def not_ready(self, seen: CardsSeen) -> Message | None:
        """Why no game can begin on a table that lies so; None if one can."""
        if seen.reason is not None:
            return seen.reason
        space = next((each for each in seen.spaces if each.ship is None), None)
        if space is not None:
            return Message("space {space}: no ship is read", space=space.space)
        if any(each.card is None for each in self._adventures(seen)):
            return Message("lay the adventure cards face up beside the row")
        if not self.hand and any(each.card is None for each in seen.open):
            return Message("lay three movement cards face up on their places")
        return None

    def start(self, seen: CardsSeen) -> CardStart:
        """As the table lies. The order of the piles, and whose ships are whose, nobody knows."""
        return CardStart(
            game="card",
            players=self.players,
            row=tuple(each.ship or "" for each in seen.spaces),
            names=dict(self.names),
            first=self.first,
            upcoming=self.upcoming,
            hand=self.hand,
            extended=self.extended,
            readings=dict(self.readings),
            damaged=tuple(sorted(seen.damaged)),
            adventures=tuple(each.card or "" for each in self._adventures(seen)),
            movements=() if self.hand else tuple(each.card or "" for each in seen.open[:OPEN_CARDS]),
            name=self.name,
        )

    def _adventures(self, seen: CardsSeen) -> tuple[PlaceSeen, ...]:
        return (seen.active, *seen.upcoming)[: self.adventures_out]
