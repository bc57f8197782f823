"""Acts of the set-up."""

from tableassist.rulebook.referee.acts.act import Act, Answer


class RollForFirst(Act, frozen=True, tag="roll-for-first"):
    player: str
    roll: int


class ChooseTotal(Act, frozen=True, tag="choose-total"):
    """A player says to which build total the own fleet is built."""

    player: str
    points: int


class PlaceIsland(Act, frozen=True, tag="place-island"):
    player: str
    island: str
    spacing: Answer = None
    """Whether it lies as far from the other islands as the edition says."""


class PlaceTerrain(Act, frozen=True, tag="place-terrain"):
    player: str
    terrain: str
    spacing: Answer = None


class ChooseHome(Act, frozen=True, tag="choose-home"):
    player: str
    """Who chooses."""
    island: str
    owner: str
    """Whose home it becomes."""


class PlaceShip(Act, frozen=True, tag="place-ship"):
    """A ship is put at her home island, her bow touching it."""

    player: str
    ship: str
    island: str
    touches: Answer = None


class AssignCrew(Act, frozen=True, tag="assign-crew"):
    """Crew or equipment is put aboard a ship, or on the home island."""

    player: str
    crew: str
    to: str


class Contribute(Act, frozen=True, tag="contribute"):
    """Treasure that a player brings. Its coins get the ids c1, c2 and so on."""

    player: str
    values: tuple[int, ...] = ()
    unique: tuple[str, ...] = ()
    """Names of unique treasures."""


class DealTreasure(Act, frozen=True, tag="deal-treasure"):
    """Coins are put face down on a wild island, without looking."""

    island: str
    coins: tuple[str, ...]


class BeginPlay(Act, frozen=True, tag="begin-play"):
    """The set-up is done, and this player takes the first turn."""

    player: str


SetUpAct = (
    RollForFirst
    | ChooseTotal
    | PlaceIsland
    | PlaceTerrain
    | ChooseHome
    | PlaceShip
    | AssignCrew
    | Contribute
    | DealTreasure
    | BeginPlay
)
