"""What a table chooses for itself by name: house rules, and readings where the texts leave a question open.

The first choice of each reading is the default: what the texts support best. `section` says where they leave it open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tableassist.messages import Message, Text

HouseValue = bool | float | str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Each family of rules lists its own; `rules.engine.house_rules` puts them together."""

    name: str
    """In kebab-case, as it stands in a table file."""
    kind: type
    """bool, float or str."""
    choices: tuple[str, ...]
    """What a str may be; empty for the others."""
    meaning: Text
    """One sentence for somebody who writes a table file."""
    least: float | None = None
    most: float | None = None
    """For a float."""
    section: Text = ""
    """Of a reading: where the texts leave the question open."""

    def problem(self, value: HouseValue) -> Message | None:
        """What is wrong with a value, as "got, expected"; None if nothing is."""
        if self.kind is bool:
            return None if isinstance(value, bool) else Message("got {value!r}, expected true or false", value=value)
        if self.kind is str:
            if value in self.choices:
                return None
            return Message("got {value!r}, expected one of {choices}", value=value, choices=self.choices)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Message("got {value!r}, expected a number", value=value)
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            return Message(
                "got {value!r}, expected {least:g} to {most:g}", value=value, least=self.least, most=self.most
            )
        return None


def switch(name: str, meaning: Text) -> HouseRule:
    return HouseRule(name, bool, (), meaning)


def number(name: str, meaning: Text, least: float, most: float) -> HouseRule:
    return HouseRule(name, float, (), meaning, least, most)


def list_decided_by(house: Mapping[str, HouseValue], names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that this house has set: what a ruling says in its `house`."""
    return tuple(name for name in names if name in house)


_YES_NO = ("yes", "no")
_NO_YES = ("no", "yes")


def _reading(name: str, choices: tuple[str, ...], question: Message, section: str) -> HouseRule:
    return HouseRule(name, str, choices, question, section=section)


READINGS: tuple[HouseRule, ...] = (
    _reading(
        "ram-derelict",
        ("nothing", "sinks"),
        Message("What a ram does to a ship that is already derelict."),
        "every edition, Ram (speaks of masts that remain)",
    ),
    _reading(
        "galley-hit",
        ("sinks", "nothing"),
        Message("What a hit does to a galley without masts."),
        "revolution, Keywords (Galley)",
    ),
    _reading(
        "boarding-parties",
        ("one-a-ram", "one-a-player"),
        Message("How many boarding parties may follow one ram."),
        "every edition, Board (either player, one party)",
    ),
    _reading(
        "boarding-tie",
        ("nobody", "attacker"),
        Message("Who wins a boarding party when both totals are equal."),
        "every edition, Board (the highest total)",
    ),
    _reading(
        "boards-back-ghost",
        _YES_NO,
        Message("Whether a ghostly ship that rammed may be boarded back."),
        "revolution, Keywords (Ghost Ship)",
    ),
    _reading(
        "explore-enemy-derelict",
        _YES_NO,
        Message("Whether the derelict that a ship explores may be an enemy's."),
        "every edition, Exploring (allied ship or derelict)",
    ),
    _reading(
        "captain-after-ram",
        _YES_NO,
        Message("Whether a captain's shot may follow a ram."),
        "spanish-main, Placing Crew (Captain); Ram",
    ),
    _reading(
        "several-targets",
        _YES_NO,
        Message("Whether the cannons of one shoot action may have different targets."),
        "every edition, Shooting",
    ),
    _reading(
        "own-fleet-shot",
        _NO_YES,
        Message("Whether a ship may shoot at her own fleet where the text is silent."),
        "spanish-main, Shooting (silent)",
    ),
    _reading(
        "play-on-before-mast",
        _NO_YES,
        Message("Whether play may go on before the owed mast is chosen."),
        "every edition, hits (no time is given)",
    ),
    _reading(
        "scuttle-tries",
        ("one", "any"),
        Message("How often a turn a player may try to scuttle one ship."),
        "revolution, complete: Scuttling",
    ),
    _reading(
        "terrain-die",
        ("one-a-turn", "one-a-ship"),
        Message("Whether a reef's or weeds' die holds all turn."),
        "revolution, complete: Reef; Sargasso Sea (a rating until the turn ends)",
    ),
    _reading(
        "token-without-exploring",
        _NO_YES,
        Message("Whether a ship leaves a token where she did not explore."),
        "revolution, complete: Exploring (a token on leaving)",
    ),
    _reading(
        "fort-load",
        ("free", "action"),
        Message("Whether loading from a fort takes an explore action."),
        "revolution, complete: Forts (Treasure)",
    ),
    _reading(
        "fort-goes-on",
        _NO_YES,
        Message("Whether actions may follow after a fort was built in a turn."),
        "revolution, complete: Building Forts (at the end of a turn)",
    ),
    _reading(
        "prize-repairs-home",
        _YES_NO,
        Message("Whether a captured ship repairs and unloads at her captor's home."),
        "every edition, Tow; Repairing (her home island)",
    ),
    _reading(
        "repair-ends-tow",
        _YES_NO,
        Message("Whether a towed ship that is repaired is no longer towed."),
        "every edition, Tow (no end of a tow is named)",
    ),
    _reading(
        "tow-from-tower",
        _YES_NO,
        Message("Whether a derelict that another ship tows may be taken in tow."),
        "every edition, Tow (any derelict)",
    ),
    _reading(
        "tows-at-once",
        ("one", "any"),
        Message("How many derelicts a ship may tow at once."),
        "every edition, Tow (that derelict)",
    ),
    _reading(
        "split-with",
        ("controller", "first-owner"),
        Message("Who shares the gold of a captured ship that sinks."),
        "spanish-main, Shooting (owner); revolution, Shooting (controller)",
    ),
    _reading(
        "multiplayer-split",
        _NO_YES,
        Message("Whether sunk gold is split in a multiplayer game."),
        "multiplayer, Treasure and Victory (Note)",
    ),
    _reading(
        "end-token-follows",
        ("ship", "coin"),
        Message("Whether the end token stays with the ship or its coin."),
        "multiplayer, Treasure and Victory",
    ),
    _reading(
        "fleetless-turn",
        ("kept", "skipped"),
        Message("What becomes of the turn of a player without pieces."),
        "every edition, Actions (no ship to give one to)",
    ),
    _reading(
        "able-to-move",
        ("possibly", "now"),
        Message("Whether a ship that could be repaired still counts as able to move."),
        "complete, Winning the Game (future move actions)",
    ),
    _reading(
        "end-when",
        ("one-left", "half-stuck"),
        Message("Whether it takes all but one, or half of the players who cannot move."),
        "complete, Winning the Game (only one player, or half)",
    ),
    _reading(
        "gold-on-wrecks",
        ("available", "gone"),
        Message("Whether gold on a wreck still keeps the game going."),
        "complete, Winning the Game (available gold)",
    ),
    _reading(
        "tie-break",
        ("none", "gold-on-ships", "masts", "points", "units"),
        Message("What decides between players with the same gold."),
        "complete, Winning the Game (agreed tie-breakers)",
    ),
    _reading(
        "iceberg-on-derelict",
        ("nothing", "sinks"),
        Message("What an iceberg does to a ship without masts."),
        "complete, Iceberg",
    ),
    _reading(
        "order-of-others",
        ("by-roll", "to-the-left"),
        Message("Whether the others follow the first player by their rolls or to the left (complete)."),
        "complete, Setup",
    ),
    _reading(
        "homes-chosen",
        ("for-another", "own"),
        Message("Whether players choose each other's home islands, or the last player the own first (complete)."),
        "complete, Choosing Home Islands",
    ),
    _reading(
        "treasure-contribution",
        ("advice", "must"),
        Message("Whether the coins that each player should contribute are advice or a must."),
        "every edition, Placing Treasure (should)",
    ),
    _reading(
        "coins-dealt",
        ("as-named", "unseen"),
        Message("Whether a dealt coin is the one named, or unknown."),
        "every edition, Placing Treasure (face down)",
    ),
    _reading(
        "mysterious-homes",
        _NO_YES,
        Message("Whether a mysterious island that is a home has its effects."),
        "complete, Choosing Home Islands (Mysterious islands)",
    ),
    _reading(
        "boarding-later",
        ("no", "next-turn"),
        Message("Whether a boarding party may still follow a ram in the next turn."),
        "revolution, complete: Ram (Board): after the ram, without saying how soon",
    ),
    _reading(
        "boarding-crew-picked-by",
        ("winner", "loser"),
        Message("Who picks the crew that a boarding party eliminates, where the text does not say."),
        "spanish-main, revolution: Board: the winner eliminates a crew, nothing about which",
    ),
    _reading(
        "prize-treasure",
        ("captors", "owners"),
        Message("Whose the treasure aboard a derelict in tow is, where the text names only ship and crew."),
        "spanish-main, Tow: ship and crew join the fleet, treasure is not named",
    ),
    _reading(
        "helmsman-tows",
        _YES_NO,
        Message("Whether an ability's +S is added to the S of a ship that tows."),
        "every edition, Tow: the base move becomes S; spanish-main, Placing Crew (Helmsman): +S to the base move",
    ),
    _reading(
        "tow-wreck",
        _NO_YES,
        Message("Whether a wreck may be towed off its reef."),
        "revolution, complete: Reef: a wreck remains there; Tow: any derelict",
    ),
    _reading(
        "fort-through-fog",
        _NO_YES,
        Message("Whether a fort shoots through fog."),
        "revolution, complete: Forts (Shooting): ships and islands do not block, fog is not named",
    ),
    _reading(
        "unload-when-built",
        _NO_YES,
        Message("Whether a loaded ship unloads when a fort is built where she is docked already."),
        "revolution, complete: Unloading treasure: when she docks at a fort",
    ),
    _reading(
        "rammed-mast-repair",
        _YES_NO,
        Message("Whether a mast that a ram took can be repaired."),
        "revolution, Ram: eliminated masts leave the game; Repairing: a mast comes back into play",
    ),
    _reading(
        "musketeer-derelict",
        _NO_YES,
        Message("Whether a musketeer shoots from a derelict."),
        "spanish-main, Placing Crew (Musketeer): from any mast, also a lost one; Derelicts: only explore, repair",
    ),
    _reading(
        "stops-at-contact",
        _NO_YES,
        Message("Whether a ship that touches another ship or an island must stop, where the text is silent."),
        "spanish-main, Moving: not through them, nothing about touching",
    ),
    _reading(
        "last-gold-sunk",
        ("ends", "goes-on"),
        Message("Whether the game ends when the last gold under way sinks."),
        "complete, Winning the Game: all available gold has been unloaded",
    ),
    _reading(
        "fort-gold-unloaded",
        _YES_NO,
        Message("Whether gold in forts counts as unloaded when all gold must be."),
        "complete, Winning the Game: unloaded to home islands; Docking: unloaded at a fort",
    ),
    _reading(
        "prize-sheltered",
        _YES_NO,
        Message("Whether a captured ship is safe from shots while she is docked at her captor's home."),
        "every edition, Shooting: ships at their home island",
    ),
    _reading(
        "ransom-by-tow",
        _NO_YES,
        Message("Whether crew with Ransom becomes treasure when the ship is towed away."),
        "revolution, Keywords (Ransom): when transferred to an enemy ship",
    ),
    _reading(
        "shoot-split",
        _YES_NO,
        Message("Whether a ship may go on with her shoot action after another piece was given an action."),
        "every edition, Actions: one action for each ship, nothing about their order",
    ),
    _reading(
        "drop-treasure",
        _NO_YES,
        Message("Whether a docked ship may put treasure ashore on a wild island."),
        "every edition, Dock: crew may be dropped off, treasure is not named",
    ),
    _reading(
        "build-totals",
        ("same", "own"),
        Message("Whether all fleets are built to one total, or each to its own."),
        "every edition, Creating a Fleet: any total, the same for all",
    ),
    _reading(
        "ticked-derelict",
        ("tick", "camera"),
        Message("What counts of a ship that is ticked as derelict while masts are seen on her."),
        "no text: what a person says against what is seen; Moving (Derelict)",
    ),
    _reading(
        "ticked-lost",
        ("tick", "camera"),
        Message("What counts of a ship that is ticked as lost while she is seen clear of fog."),
        "no text: what a person says against what is seen; Fog Bank",
    ),
    _reading(
        "ticked-pinned",
        ("tick", "camera"),
        Message("What counts of a ship that is ticked as pinned while her bow is seen to touch no enemy."),
        "no text: what a person says against what is seen; Pin",
    ),
    _reading(
        "ticked-tangled",
        ("tick", "camera"),
        Message("What counts of a ship that is ticked as tangled while she is seen clear of weeds."),
        "no text: what a person says against what is seen; Sargasso Sea",
    ),
    _reading(
        "ticked-wrecked",
        ("tick", "camera"),
        Message("What counts of a ship that is ticked as wrecked while she is seen clear of reefs."),
        "no text: what a person says against what is seen; Reef (Shipwreck)",
    ),
)
_BY_NAME = {reading.name: reading for reading in READINGS}


def reading(name: str, house: Mapping[str, HouseValue]) -> str:
    """What this table has picked, else the default."""
    return str(house.get(name, _BY_NAME[name].choices[0]))
