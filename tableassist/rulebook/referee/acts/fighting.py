"""Acts of shooting, ramming and boarding, and what is lost by them."""

from tableassist.rulebook.referee.acts.act import Act, Answer


class Shoot(Act, frozen=True, tag="shoot"):
    """One cannon, one die. The first of a ship begins her shoot action; the others belong to it."""

    ship: str
    """A ship, sea creature, fort or marine."""
    target: str
    cannon: int
    """Its number on the card; 0 is a musketeer's gun."""
    roll: int
    line: Answer = None
    """Whether the cannon has the shot: range and line of fire."""
    again: bool = False
    """A cannon that has just missed rolls once more (cannoneer)."""


class Broadside(Act, frozen=True, tag="broadside"):
    """A broadsides attack: one die for all cannons."""

    ship: str
    target: str
    roll: int
    line: Answer = None
    others: tuple[str, ...] = ()
    """Further targets. The keyword allows one; by a card the hits are shared out in turn, the first target first."""


class SpecialShot(Act, frozen=True, tag="special-shot"):
    """A firepot, chainshot or the like, at a target within S. What it does is on the card."""

    ship: str
    target: str
    roll: int
    within: Answer = None
    hit: bool = False
    """Whether the card calls that roll a hit; it takes a mast unless `effect` says what else it does."""
    effect: str = ""


class LoseMast(Act, frozen=True, tag="lose-mast"):
    """The owner picks the mast, segment or flag that a hit takes."""

    ship: str
    mast: int


class Ram(Act, frozen=True, tag="ram"):
    """A ship that has just moved rams the enemy that her bow touches."""

    ship: str
    target: str
    roll: int = 0
    """0 where no die is rolled."""


class Board(Act, frozen=True, tag="board"):
    """A boarding party after a ram; both players roll."""

    ship: str
    """Of the player who wants it."""
    target: str
    roll: int
    enemy_roll: int
    within: Answer = None
    """For a ship that may board from a distance: whether the other is within S."""


class DeclineBoarding(Act, frozen=True, tag="decline-boarding"):
    player: str
    ship: str
    """The own one of the two ships of the ram."""


class BoardingPrize(Act, frozen=True, tag="boarding-prize"):
    """What the winner of a boarding party takes: a crew's life, a coin, or nothing."""

    ship: str
    """The winner's."""
    crew: str = ""
    """The crew; `any` where the loser picks which."""
    coin: str = ""


class LoseCrew(Act, frozen=True, tag="lose-crew"):
    """The loser of a boarding party picks the crew that is eliminated."""

    ship: str
    crew: str


FightingAct = Shoot | Broadside | SpecialShot | LoseMast | Ram | Board | DeclineBoarding | BoardingPrize | LoseCrew
