"""Acts of exploring, treasure, crew, towing, repairing, scuttling and forts."""

from tableassist.rulebook.referee.acts.act import Act, Answer


class Explore(Act, frozen=True, tag="explore"):
    """A docked ship explores her island and takes coins."""

    ship: str
    island: str
    take: tuple[str, ...] = ()


class ExploreShip(Act, frozen=True, tag="explore-ship"):
    """A ship explores an allied ship, a derelict or a wreck that she touches: cargo and crew change places."""

    ship: str
    other: str
    take: tuple[str, ...] = ()
    """Coins and crew from the other."""
    give: tuple[str, ...] = ()
    """Coins and crew to the other."""


class Unload(Act, frozen=True, tag="unload"):
    """A docked ship puts treasure ashore: at home or in an own fort what she kept aboard, or on a wild island."""

    ship: str
    coins: tuple[str, ...]


class MoveCrew(Act, frozen=True, tag="move-crew"):
    """A docked ship drops off crew or equipment, takes some aboard, or transfers some to a ship docked beside her."""

    ship: str
    crew: str
    to: str
    """A ship or an island."""


class Reveal(Act, frozen=True, tag="reveal"):
    """A coin or a crew is turned face up."""

    thing: str
    value: int | None = None
    """What a coin is worth; None for crew."""


class Repair(Act, frozen=True, tag="repair"):
    ship: str
    mast: int


class Tow(Act, frozen=True, tag="tow"):
    ship: str
    derelict: str


class CastOff(Act, frozen=True, tag="cast-off"):
    """A ship lets go of the one she tows."""

    ship: str


class Scuttle(Act, frozen=True, tag="scuttle"):
    ship: str
    roll: int


class BuildFort(Act, frozen=True, tag="build-fort"):
    player: str
    fort: str
    island: str
    pay: tuple[str, ...] = ()
    """Coins from the home island."""
    corners: Answer = None
    """Whether two opposite corners lie wholly on the island."""


class LoadFromFort(Act, frozen=True, tag="load-from-fort"):
    ship: str
    fort: str
    take: tuple[str, ...]


class MysteriousRoll(Act, frozen=True, tag="mysterious-roll"):
    """The roll when a ship docks at a mysterious island. What it brings is printed on the island."""

    ship: str
    island: str
    roll: int
    effect: str = ""


class MarkIsland(Act, frozen=True, tag="mark-island"):
    """A ship whose card allows it chooses an island within S without touching it."""

    ship: str
    island: str
    within: Answer = None


class PlayEvent(Act, frozen=True, tag="play-event"):
    player: str
    event: str
    effect: str = ""


CargoAct = (
    Explore
    | ExploreShip
    | Unload
    | MoveCrew
    | Reveal
    | Repair
    | Tow
    | CastOff
    | Scuttle
    | BuildFort
    | LoadFromFort
    | MysteriousRoll
    | MarkIsland
    | PlayEvent
)
