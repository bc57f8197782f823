"""What each kind of act is called in a list to choose from."""

from tableassist.messages import Message
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.referee.acts.boarding import Board, BoardingPrize, DeclineBoarding, LoseCrew
from tableassist.rulebook.referee.acts.cargo import Explore, ExploreShip, MoveCrew, Unload
from tableassist.rulebook.referee.acts.corrections import Correct
from tableassist.rulebook.referee.acts.facts import Fact, Overrule
from tableassist.rulebook.referee.acts.fighting import Broadside, LoseMast, SpecialShot
from tableassist.rulebook.referee.acts.islands import MarkIsland, MysteriousRoll, PlayEvent, Reveal
from tableassist.rulebook.referee.acts.ramming import CastOff, Ram, Tow
from tableassist.rulebook.referee.acts.sailing import Move, SternTurn
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.acts.table import AgreeToEnd, Declare, EndTurn
from tableassist.rulebook.referee.acts.terrain import (
    DriftIceberg,
    LayTerrain,
    LeaveFog,
    RollForIcebergs,
    RollTerrain,
    Untangle,
    Whirl,
    WhirlpoolLoss,
)
from tableassist.rulebook.referee.acts.yards import BuildFort, LoadFromFort, Repair, Scuttle
from tableassist.rulebook.referee.setup.fleet import ChooseTotal
from tableassist.rulebook.referee.setup.homes import AssignCrew, ChooseHome, PlaceShip
from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
from tableassist.rulebook.referee.setup.treasure import BeginPlay, Contribute, DealTreasure

TITLES: dict[type[Act], Message] = {
    Move: Message("Move"),
    Shoot: Message("Shot"),
    LoseMast: Message("Mast lost to a hit"),
    Ram: Message("Ram"),
    Board: Message("Boarding party"),
    DeclineBoarding: Message("No boarding party"),
    BoardingPrize: Message("Prize of a boarding party"),
    LoseCrew: Message("Crew lost to a boarding party"),
    Explore: Message("Exploring an island"),
    ExploreShip: Message("Exploring a ship"),
    Unload: Message("Putting treasure ashore"),
    MoveCrew: Message("Crew changes places"),
    Reveal: Message("Coin or crew turned over"),
    Repair: Message("Repair"),
    Tow: Message("Taking in tow"),
    CastOff: Message("Casting off a tow"),
    Scuttle: Message("Scuttling"),
    BuildFort: Message("Building a fort"),
    LoadFromFort: Message("Loading from a fort"),
    MysteriousRoll: Message("Roll at a mysterious island"),
    MarkIsland: Message("Marking an island"),
    PlayEvent: Message("Event card"),
    EndTurn: Message("End of the turn"),
    Fact: Message("What is seen on the table"),
    Correct: Message("Correction"),
    AgreeToEnd: Message("Agreement to end the game"),
    Overrule: Message("Decision of a judge"),
    SternTurn: Message("Turn on the stern"),
    LeaveFog: Message("Leaving the fog"),
    RollTerrain: Message("Roll for terrain"),
    Untangle: Message("Coming free of the weeds"),
    Whirl: Message("Carried off by a whirlpool"),
    WhirlpoolLoss: Message("Loss to a whirlpool"),
    RollForIcebergs: Message("Roll for the icebergs"),
    DriftIceberg: Message("Drift of an iceberg"),
    Declare: Message("Ghostly or submerged"),
    LayTerrain: Message("Laying fog or a trade current"),
    Broadside: Message("Broadside"),
    SpecialShot: Message("Special shot"),
    RollForFirst: Message("Roll for the first turn"),
    ChooseTotal: Message("Choosing a build total"),
    PlaceIsland: Message("Placing an island"),
    PlaceTerrain: Message("Placing terrain"),
    ChooseHome: Message("Choosing a home island"),
    PlaceShip: Message("Placing a ship"),
    AssignCrew: Message("Assigning crew"),
    Contribute: Message("Contributing treasure"),
    DealTreasure: Message("Dealing treasure"),
    BeginPlay: Message("Beginning of play"),
}
"""The most usual first."""
