"""Where the texts leave a question of play open: each has a name, a default and its other readings, and a table picks.

The first choice of each is the default. None of them changes what is measured."""

from collections.abc import Mapping

from tableassist.messages import Message
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue

_YES_NO = ("yes", "no")
_NO_YES = ("no", "yes")


def _reading(name: str, choices: tuple[str, ...], question: Message) -> HouseRule:
    return HouseRule(name, str, choices, question)


READINGS: tuple[HouseRule, ...] = (
    _reading("ram-derelict", ("nothing", "sinks"), Message("What a ram does to a ship that is already derelict.")),
    _reading("galley-hit", ("sinks", "nothing"), Message("What a hit does to a galley without masts.")),
    _reading(
        "boarding-parties", ("one-a-ram", "one-a-player"), Message("How many boarding parties may follow one ram.")
    ),
    _reading("boarding-tie", ("nobody", "attacker"), Message("Who wins a boarding party when both totals are equal.")),
    _reading("boards-back-ghost", _YES_NO, Message("Whether a ghostly ship that rammed may be boarded back.")),
    _reading(
        "explore-enemy-derelict", _YES_NO, Message("Whether the derelict that a ship explores may be an enemy's.")
    ),
    _reading("captain-after-ram", _YES_NO, Message("Whether a captain's shot may follow a ram.")),
    _reading(
        "several-targets", _YES_NO, Message("Whether the cannons of one shoot action may have different targets.")
    ),
    _reading("own-fleet-shot", _NO_YES, Message("Whether a ship may shoot at her own fleet where the text is silent.")),
    _reading("play-on-before-mast", _NO_YES, Message("Whether play may go on before the owed mast is chosen.")),
    _reading("scuttle-tries", ("one", "any"), Message("How often a turn a player may try to scuttle one ship.")),
    _reading("terrain-die", ("one-a-turn", "one-a-ship"), Message("Whether a reef's or weeds' die holds all turn.")),
    _reading("token-without-exploring", _NO_YES, Message("Whether a ship leaves a token where she did not explore.")),
    _reading("fort-load", ("free", "action"), Message("Whether loading from a fort takes an explore action.")),
    _reading("fort-goes-on", _NO_YES, Message("Whether actions may follow after a fort was built in a turn.")),
    _reading(
        "prize-repairs-home", _YES_NO, Message("Whether a captured ship repairs and unloads at her captor's home.")
    ),
    _reading("repair-ends-tow", _YES_NO, Message("Whether a towed ship that is repaired is no longer towed.")),
    _reading("tow-from-tower", _YES_NO, Message("Whether a derelict that another ship tows may be taken in tow.")),
    _reading("tows-at-once", ("one", "any"), Message("How many derelicts a ship may tow at once.")),
    _reading(
        "split-with", ("controller", "first-owner"), Message("Who shares the gold of a captured ship that sinks.")
    ),
    _reading("multiplayer-split", _NO_YES, Message("Whether sunk gold is split in a multiplayer game.")),
    _reading("end-token-follows", ("ship", "coin"), Message("Whether the end token stays with the ship or its coin.")),
    _reading("fleetless-turn", ("kept", "skipped"), Message("What becomes of the turn of a player without pieces.")),
    _reading(
        "able-to-move",
        ("possibly", "now"),
        Message("Whether a ship that could be repaired still counts as able to move."),
    ),
    _reading(
        "end-when",
        ("one-left", "half-stuck"),
        Message("Whether it takes all but one, or half of the players who cannot move."),
    ),
    _reading("gold-on-wrecks", ("available", "gone"), Message("Whether gold on a wreck still keeps the game going.")),
    _reading(
        "tie-break",
        ("none", "gold-on-ships", "masts", "points", "units"),
        Message("What decides between players with the same gold."),
    ),
    _reading("iceberg-on-derelict", ("nothing", "sinks"), Message("What an iceberg does to a ship without masts.")),
    _reading(
        "order-of-others",
        ("by-roll", "to-the-left"),
        Message("Whether the others follow the first player by their rolls or to the left (complete)."),
    ),
    _reading(
        "homes-chosen",
        ("for-another", "own"),
        Message("Whether players choose each other's home islands, or the last player the own first (complete)."),
    ),
    _reading(
        "treasure-contribution",
        ("advice", "must"),
        Message("Whether the coins that each player should contribute are advice or a must."),
    ),
    _reading(
        "coins-dealt",
        ("as-named", "unseen"),
        Message("Whether a coin that is dealt is the one of its name, or nobody knows which it is."),
    ),
    _reading("mysterious-homes", _NO_YES, Message("Whether a mysterious island that is a home has its effects.")),
)
_BY_NAME = {each.name: each for each in READINGS}


def reading(name: str, house: Mapping[str, HouseValue]) -> str:
    """What this table has picked, else the default."""
    return str(house.get(name, _BY_NAME[name].choices[0]))
