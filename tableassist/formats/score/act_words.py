"""What an act says, in words for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from tableassist.formats.cardgame.act_words import card_act_words
from tableassist.messages import Message, Text, template
from tableassist.rulebook.cardgame.act import CardAct
from tableassist.rulebook.cardgame.referee import AnyCardAct
from tableassist.rulebook.play.log import Amendment, AmendmentKind
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
from tableassist.rulebook.referee.referee import AnyAct
from tableassist.rulebook.referee.setup.fleet import ChooseTotal
from tableassist.rulebook.referee.setup.homes import AssignCrew, ChooseHome, PlaceShip
from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
from tableassist.rulebook.referee.setup.treasure import BeginPlay, Contribute, DealTreasure
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind

Names = Mapping[str, str]
"""Of pieces, coins and crew, by id."""
ACTS: dict[type[Act], str] = {
    RollForFirst: template("{player} rolls {roll} for the first turn"),
    ChooseTotal: template("{player} builds to {points} points"),
    PlaceIsland: template("{player} places the island {island}"),
    PlaceTerrain: template("{player} places {terrain}"),
    ChooseHome: template("{player} chooses {island} as {owner}'s home island"),
    PlaceShip: template("{player} puts {ship} at {island}"),
    AssignCrew: template("{player} assigns {crew} to {to}"),
    Contribute: template("{player} contributes treasure: {values} {unique}"),
    DealTreasure: template("{island} gets the coins {coins}"),
    BeginPlay: template("play begins, {player} first"),
    EndTurn: template("{player} ends the turn"),
    Correct: template("corrected: {piece} {what} {value}"),
    AgreeToEnd: template("{player} agrees that the game is over"),
    Overrule: template("{judge} decides the call {rule} of {subject} on {target}: {answer}"),
    Move: template("{ship} moves"),
    SternTurn: template("{ship} turns on her stern"),
    LeaveFog: template("{ship} leaves the fog: rolls {roll}"),
    RollTerrain: template("{ship} rolls {roll} for {terrain}"),
    Untangle: template("{ship} tries to come free of the weeds: rolls {roll}"),
    Whirl: template("{ship} is carried from {whirlpool} to {to}: rolls {roll}"),
    RollForIcebergs: template("{player} rolls {roll} for the icebergs"),
    DriftIceberg: template("{iceberg} drifts: rolls {roll}"),
    Declare: template("{ship} is declared {state}"),
    LayTerrain: template("{ship} lays {terrain} ({kind})"),
    Shoot: template("{ship} shoots at {target} with cannon {cannon}: rolls {roll}"),
    Broadside: template("{ship} fires a broadside at {target}: rolls {roll}"),
    SpecialShot: template("{ship} makes a special shot at {target}: rolls {roll}"),
    LoseMast: template("{ship} loses mast {mast}"),
    Ram: template("{ship} rams {target}"),
    Board: template("{ship} boards {target}: rolls {roll} against {enemy_roll}"),
    DeclineBoarding: template("{player} sends no boarding party from {ship}"),
    BoardingPrize: template("{ship} takes nothing"),
    LoseCrew: template("{ship} loses {crew}"),
    WhirlpoolLoss: template("{ship} loses nothing to the whirlpool"),
    Explore: template("{ship} explores {island} and takes {take}"),
    ExploreShip: template("{ship} explores {other}, takes {take} and gives {give}"),
    Unload: template("{ship} puts {coins} ashore"),
    MoveCrew: template("{ship}: {crew} goes to {to}"),
    Reveal: template("{thing} is turned over"),
    Repair: template("{ship} repairs mast {mast}"),
    Tow: template("{ship} takes {derelict} in tow"),
    CastOff: template("{ship} casts off her tow"),
    Scuttle: template("{ship} is to be scuttled: rolls {roll}"),
    BuildFort: template("{player} builds {fort} on {island} and pays {pay}"),
    LoadFromFort: template("{ship} loads {take} from {fort}"),
    MysteriousRoll: template("{ship} rolls {roll} at {island}"),
    MarkIsland: template("{ship} marks {island}"),
    PlayEvent: template("{player} plays the event {event}"),
}
FACTS = {
    FactKind.DOCKED: template("{subject} is docked at {target}: {answer}"),
    FactKind.BOW_ON: template("the bow of {subject} touches {target}: {answer}"),
    FactKind.BOW_TO_BOW: template("{subject} and {target} are bow to bow: {answer}"),
    FactKind.TOUCHES: template("{subject} touches {target}: {answer}"),
    FactKind.TOUCHES_BOW_OF: template("{subject} touches the bow of {target}: {answer}"),
    FactKind.SHOT: template("{subject} has a shot at {target} with cannon {cannon}: {answer}"),
    FactKind.IN_TERRAIN: template("{subject} is in {target}: {answer}"),
    FactKind.WITHIN_S: template("{subject} is within S of {target}: {answer}"),
}
ANSWERS = {
    Verdict.YES: Message("yes"),
    Verdict.NO: Message("no"),
    Verdict.TOO_CLOSE: Message("too close to call"),
    Verdict.NOT_SEEN: Message("not measured"),
}
AMENDED = {
    AmendmentKind.STRIKE: template("act {number} is struck"),
    AmendmentKind.RESTORE: template("act {number} counts again"),
    AmendmentKind.STANDS: template("act {number} is allowed to stand"),
    AmendmentKind.FALLS: template("act {number} is no longer allowed to stand"),
}
NOTHING = Message("nothing")


def act_words(act: AnyAct | AnyCardAct, names: Names) -> Text:
    if isinstance(act, CardAct):
        return card_act_words(act, names)
    said = {field: _named(getattr(act, field), names) for field in act.__struct_fields__}
    if isinstance(act, Move):
        return _move_words(act, said)
    if isinstance(act, Fact | Overrule) and act.answer is not None:
        said["answer"] = ANSWERS[act.answer]
    thing = said.get("coin") or said.get("crew")
    return Message(_template(act), **{"thing": thing, **said})


def _template(act: AnyAct) -> str:
    """Some acts are told otherwise by what is in them."""
    words = ACTS.get(type(act), "")
    match act:
        case Fact():
            words = FACTS[act.kind]
        case Shoot(cannon=0):
            words = template("{ship} shoots at {target} with a musket: rolls {roll}")
        case Ram() if act.roll:
            words = template("{ship} rams {target}: rolls {roll}")
        case BoardingPrize() if act.crew or act.coin:
            words = template("{ship} takes {thing}")
        case WhirlpoolLoss() if act.mast:
            words = template("{ship} loses mast {mast} to the whirlpool")
        case WhirlpoolLoss() if act.coin or act.crew:
            words = template("{ship} loses {thing} to the whirlpool")
        case Overrule(answer=None):
            words = template("{judge} takes back a decision on the call {rule} of {subject} on {target}")
        case Overrule(target=""):
            words = template("{judge} decides the call {rule} of {subject}: {answer}")
        case Reveal(value=int()):
            words = template("{thing} is turned over: {value}")
    return words


def _move_words(act: Move, said: dict[str, Any]) -> Text:
    told: Text = Message("{ship} comes about", **said) if act.come_about else Message(ACTS[Move], **said)
    for more in _where_it_ended(act, said):
        told = Message("{move}; {more}", move=told, more=more)
    return told


def _where_it_ended(act: Move, said: dict[str, Any]) -> Iterator[Message]:
    if act.docks:
        yield Message("she docks at {docks}", **said)
    if act.bow_on or act.bow_to_bow:
        touched = [said[each] for each in ("bow_on", "bow_to_bow") if getattr(act, each)]
        yield Message("her bow touches {names}", names=tuple(name for some in touched for name in some))
    if act.touches:
        yield Message("she touches {touches}", **said)
    if act.terrain:
        yield Message("she comes upon {terrain}", **said)
    if act.current:
        yield Message("the trade current {current} carries her", **said)
    if act.over_edge:
        yield Message("she sails over the edge of the table")
    if act.plus_s:
        yield Message("she sails the +S of an ability")
    if act.keep:
        yield Message("she keeps {keep} aboard", **said)


def by_card(words: Text, card: str) -> Text:
    """Card text overrules the rules."""
    return Message("{act}, by the card {card}", act=words, card=card) if card else words


def amendment_words(amendment: Amendment) -> Text:
    return Message(AMENDED[amendment.change], number=amendment.entry)


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, tuple):
        return tuple(names.get(each, str(each)) for each in value) or NOTHING
    return names.get(value, value) if isinstance(value, str) else "" if value is None else value
