"""The referee: all acts, what each does, what the rules say of it, and who may say it."""

from collections.abc import Mapping
from typing import TypeAlias, get_args

import msgspec.structs

from tableassist.messages import Message, template
from tableassist.rulebook.editions.terms import EndsBy
from tableassist.rulebook.play.log import Entry, Judgement, Opinion, Reason, Source
from tableassist.rulebook.referee.acts.act import DIE_SIDES, Act
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
from tableassist.rulebook.referee.ending import ending, make_ending, reveal_all
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.setup.fleet import ChooseTotal
from tableassist.rulebook.referee.setup.homes import AssignCrew, ChooseHome, PlaceShip
from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
from tableassist.rulebook.referee.setup.treasure import BeginPlay, Contribute, DealTreasure
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.game import Call, Decision, GameState, Phase
from tableassist.rulebook.state.questions import name_of
from tableassist.rulebook.state.things import Duty, DutyKind

AnyAct: TypeAlias = (
    Move | Shoot | LoseMast | Ram | Board | DeclineBoarding | BoardingPrize | LoseCrew
    | Explore | ExploreShip | Unload | MoveCrew | Reveal | Repair | Tow | CastOff | Scuttle | BuildFort | LoadFromFort
    | MysteriousRoll | MarkIsland | PlayEvent | EndTurn | Fact | Correct | AgreeToEnd | Overrule
    | SternTurn | LeaveFog | RollTerrain | Untangle | Whirl | WhirlpoolLoss | RollForIcebergs | DriftIceberg
    | Declare | LayTerrain | Broadside | SpecialShot
    | RollForFirst | ChooseTotal | PlaceIsland | PlaceTerrain | ChooseHome | PlaceShip | AssignCrew | Contribute
    | DealTreasure | BeginPlay
)  # fmt: skip
"""All acts, in one visible union: the most usual first, those of the set-up last."""
ACTS: tuple[type[Act], ...] = get_args(AnyAct)
ACT_BY_VERB: dict[str, type[Act]] = {str(act.__struct_config__.tag): act for act in ACTS}


def set_up_is_done(game: GameState) -> Judgement | None:
    if game.phase is Phase.SETTING_UP:
        return None
    return foul(Foul.WRONG_PHASE, Message("the set-up is done"), game.edition.setup.home_section)


DICE = frozenset({"roll", "enemy_roll"})
KINDS: Mapping[str, tuple[str, ...]] = {
    "player": ("order",),
    "owner": ("order",),
    "ship": ("units",),
    "derelict": ("units",),
    "other": ("units",),
    "fort": ("units",),
    "bow_on": ("units",),
    "bow_to_bow": ("units",),
    "touches_bow_of": ("units",),
    "target": ("units", "crew"),
    "island": ("islands",),
    "terrain": ("terrain",),
    "whirlpool": ("terrain",),
    "iceberg": ("terrain",),
    "current": ("terrain",),
    "coin": ("coins",),
    "coins": ("coins",),
    "keep": ("coins",),
    "others": ("units", "crew"),
    "pay": ("coins",),
    "crew": ("crew",),
    "docks": ("units", "islands"),
    "piece": ("units", "islands", "crew", "order"),
    "subject": ("units", "crew"),
    "take": ("coins", "crew"),
    "give": ("coins", "crew"),
    "thing": ("coins", "crew"),
    "touches": ("units", "islands", "terrain"),
}
"""Fields that name something, and the parts of a game where it must be found."""
OTHERWISE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("shoot", "ship"): ("units", "crew"),
    ("fact", "target"): ("units", "crew", "islands", "terrain"),
    ("overrule", "target"): ("units", "crew", "islands", "terrain"),
    ("whirl", "to"): ("terrain",),
    ("move-crew", "to"): ("units", "islands"),
    ("assign-crew", "to"): ("units", "islands"),
    ("explore", "take"): ("coins",),
    ("load-from-fort", "take"): ("coins",),
}
NOUNS: Mapping[str, Message] = {
    "player": Message("player"),
    "owner": Message("player"),
    "ship": Message("ship"),
    "target": Message("target"),
    "island": Message("island"),
    "terrain": Message("terrain"),
    "whirlpool": Message("terrain"),
    "iceberg": Message("terrain"),
    "current": Message("terrain"),
    "coin": Message("coin"),
    "coins": Message("coin"),
    "keep": Message("coin"),
    "others": Message("target"),
    "pay": Message("coin"),
    "crew": Message("crew"),
    "docks": Message("island or fort"),
    "take": Message("coin or crew"),
    "give": Message("coin or crew"),
    "thing": Message("coin or crew"),
    "roll": Message("die roll"),
    "enemy_roll": Message("die roll"),
    "mast": Message("mast"),
    "cannon": Message("cannon"),
}
"""How a field's name is called in words; a piece where it may be any."""
NOT_NAMES = {("lay-terrain", "terrain"), ("ram", "roll"), ("contribute", "values"), ("place-ship", "touches")}
"""A new fog bank, a ram without a die, an answer."""


def _names(act: type[Act]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    verb = str(act.__struct_config__.tag)
    fields = [field for field in act.__struct_fields__ if (verb, field) not in NOT_NAMES and field not in DICE]
    named_fields = ((field, OTHERWISE.get((verb, field), KINDS.get(field, ()))) for field in fields)
    return tuple((field, kinds) for field, kinds in named_fields if kinds)


def _dice(act: type[Act]) -> tuple[str, ...]:
    verb = str(act.__struct_config__.tag)
    return tuple(field for field in act.__struct_fields__ if field in DICE and (verb, field) not in NOT_NAMES)


NAMES = {act: _names(act) for act in ACTS}
ROLLS = {act: _dice(act) for act in ACTS}
OPTIONAL = {
    act: frozenset(field.name for field in msgspec.structs.fields(act) if field.default is not msgspec.NODEFAULT)
    for act in ACTS
}
"""What may be left empty."""
WITH_MAST = frozenset(act for act in ACTS if "mast" in act.__struct_fields__)
ANY_CREW = (BoardingPrize, "crew", "any")
"""The loser picks which."""


def find_unknown_name(game: GameState, act: Act) -> Judgement | None:
    """The first name that is not in the game, or a die that shows no such number."""
    kind = type(act)
    if isinstance(act, Ram) and not 0 <= act.roll <= DIE_SIDES:
        return _unknown(game, "roll", act.roll)
    for field in ROLLS[kind]:
        if not 1 <= getattr(act, field) <= DIE_SIDES:
            return _unknown(game, field, getattr(act, field))
    optional = OPTIONAL[kind]
    for field, parts in NAMES[kind]:
        value = getattr(act, field)
        if not value and (field in optional or isinstance(value, tuple)):
            continue
        for name in value if isinstance(value, tuple) else (value,):
            for part in parts:
                if name in getattr(game, part):
                    break
            else:
                if (kind, field, name) != ANY_CREW:
                    return _unknown(game, field, name)
    return _no_such_mast(game, act) if kind in WITH_MAST else None


def _no_such_mast(game: GameState, act: Act) -> Judgement | None:
    mast, unit = getattr(act, "mast", 0), game.units.get(getattr(act, "ship", ""))
    if unit is None or 1 <= mast <= unit.card.masts or (mast == 0 and "mast" in OPTIONAL[type(act)]):
        return None
    return _unknown(game, "mast", mast)


def _unknown(game: GameState, field: str, value: object) -> Judgement:
    words = Message("'{value}' is no {what} in this game", value=value, what=NOUNS.get(field, Message("piece")))
    return foul(Foul.UNKNOWN, words, game.edition.turn.action_section)


def list_duties(game: GameState) -> tuple[Duty, ...]:
    """All that is owed, the first to be answered first; those that may be left unanswered come last."""
    return tuple(sorted(game.duties, key=lambda each: not each.must))


def question_of(game: GameState, duty: Duty) -> Message:
    details = {"player": duty.player, "piece": _name(game, duty.piece), "other": _name(game, duty.other)}
    if duty.kind is DutyKind.MAST:
        return Message.plural(
            "{player}: which mast does {piece} lose?",
            "{player}: which {count} masts does {piece} lose?",
            count=duty.count,
            **details,
        )
    return Message(QUESTIONS[duty.kind], **details)


QUESTIONS = {
    DutyKind.TERRAIN: template("{player}: roll for {piece} on {other}"),
    DutyKind.ICEBERGS: template("{player}: roll for the icebergs"),
    DutyKind.DRIFT: template("{player}: roll which way {piece} drifts"),
    DutyKind.WHIRLPOOL: template("{player}: which mast, coin or crew does {piece} lose to the whirlpool?"),
    DutyKind.PRIZE: template("{player}: what does {piece} take from {other}?"),
    DutyKind.CREW: template("{player}: which crew of {piece} is eliminated?"),
    DutyKind.COIN: template("{player}: what is the coin {piece} worth?"),
    DutyKind.MYSTERIOUS: template("{player}: roll for {piece} at the mysterious island {other}"),
    DutyKind.BOARDING: template("{player}: does {piece} board {other}?"),
}


def _name(game: GameState, piece: str) -> str:
    terrain = game.terrain.get(piece)
    return terrain.name if terrain is not None else name_of(game, piece)


DECIDED = {
    "shot": frozenset({Foul.NO_SHOT, Foul.PROTECTED, Foul.TARGET_AT_HOME, Foul.OWN_FLEET, Foul.LOST}),
    "broadsides": frozenset({Foul.NO_SHOT, Foul.PROTECTED, Foul.TARGET_AT_HOME, Foul.OWN_FLEET}),
    "ability": frozenset({Foul.NO_SHOT, Foul.NO_CONTACT, Foul.PROTECTED, Foul.TARGET_AT_HOME}),
    "ram": frozenset({Foul.NO_CONTACT, Foul.CANNOT_BE_RAMMED}),
    "board": frozenset({Foul.NO_CONTACT}),
    "tow": frozenset({Foul.NO_CONTACT, Foul.NOT_DERELICT}),
    "explore": frozenset({Foul.NO_CONTACT, Foul.NOT_DERELICT}),
    "docking": frozenset({Foul.MAY_NOT_DOCK}),
    "move": frozenset({Foul.ILLEGAL_MOVE, Foul.PINNED}),
}
"""By rule: the fouls that its yes rules out. Of a permission the shot itself takes account, for the rest is judged."""


def find_overruled_foul(game: GameState, act: Act) -> Judgement | None:
    """A foul by a judge's standing NO; None where no judge said no to it."""
    if not game.overrulings:
        return None
    for call in act.calls():
        decision = game.overrulings.get(call)
        if decision is not None and decision.answer is Verdict.NO and not _whole_is_allowed(game, act, call):
            return foul(Foul.OVERRULED, _words(decision), game.edition.turn.action_section)
    return None


def _whole_is_allowed(game: GameState, act: Act, call: Call) -> bool:
    whole = act.calls()[0]
    decision = game.overrulings.get(whole)
    return call != whole and decision is not None and decision.answer is Verdict.YES


def apply_standing_yes(game: GameState, act: Act, said: Judgement) -> Judgement:
    """The judgement, unless what is against the act, or open about it, is what a judge said yes to."""
    if not game.overrulings or said.opinion is Opinion.FINE:
        return said
    for call in act.calls():
        decision = game.overrulings.get(call)
        if decision is None or decision.answer is not Verdict.YES:
            continue
        is_open = said.opinion is not Opinion.FOUL and call[0] != "permission"
        if is_open or (said.is_foul and said.reasons[0].code in DECIDED.get(call[0], frozenset())):
            reason = Reason(Foul.OVERRULED.value, _words(decision), game.edition.turn.action_section)
            return Judgement(Opinion.FINE, (reason,))
    return said


def _words(decision: Decision) -> Message:
    if decision.reason:
        return Message("overruled by {judge}: {reason}", judge=decision.judge, reason=decision.reason)
    return Message("overruled by {judge}", judge=decision.judge)


def find_wrong_speaker(game: GameState, entry: Entry[AnyAct]) -> Judgement | None:
    """A foul where a player said what is another's to say. What the camera saw, and what nobody in particular or no
    player of the game said, such as a judge, is not asked about."""
    act = entry.act
    if entry.by not in game.order or entry.source is Source.CAMERA or act.by_anybody:
        return None
    player = act.speaker(game)
    if player == entry.by:
        return None
    words = Message("that is for {player} to say, not for {other}", player=player, other=entry.by)
    return foul(Foul.NOT_YOURS, words, game.edition.turn.own_fleet_section)


def judge_act(game: GameState, act: AnyAct, *, card: str = "") -> Judgement:
    """`card`: the card whose text allows the act: card text overrules all rules but those of sense."""
    if (bad := find_unknown_name(game, act)) is not None:
        return bad
    bad = set_up_is_done(game) if act.in_set_up else _not_now(game, act)
    if bad is None:
        bad = find_overruled_foul(game, act)
    if bad is not None:
        return bad
    if not card:
        return apply_standing_yes(game, act, act.assess(game))
    # That a piece gets more than the most actions of a turn is said all the same, for hardly a card means that
    # (complete, Actions (Multiple actions)).
    reason = Reason("by-card", Message("by the card {card}", card=card), game.edition.turn.keyword_section)
    passed_over = tuple(reason for reason in act.assess(game).reasons if reason.code == Foul.TOO_MANY_ACTIONS)
    return Judgement(Opinion.FINE, (reason, *passed_over))


def _not_now(game: GameState, act: AnyAct) -> Judgement | None:
    section, answers = game.edition.turn.action_section, act.answers
    if act.always:
        return None
    if game.phase is Phase.OVER:
        return foul(Foul.GAME_OVER, Message("the game is over"), game.edition.ending.section)
    if game.phase is Phase.SETTING_UP:
        return foul(Foul.WRONG_PHASE, Message("the set-up is not done"), section)
    duty_owed = game.owed()
    if (
        duty_owed is None
        or duty_owed.kind is answers
        or (answers and any(duty.kind is answers for duty in game.duties if duty.must))
    ):
        return None
    only_masts = all(duty.kind is DutyKind.MAST for duty in game.duties if duty.must)
    if only_masts and game.reading("play-on-before-mast") == "yes":
        return None
    words = Message("first: {question}", question=question_of(game, duty_owed))
    return foul(Foul.OWED, words, section)


def fold(game: GameState, act: AnyAct) -> GameState:
    """The game after the act, whatever the rules say of it. An act that names nothing in the game changes nothing."""
    if find_unknown_name(game, act) is not None:
        return game
    after = act.fold(game)
    return after if act.in_set_up or _ends_as_before(game, after, act) else _with_ending(after, before=game)


def _ends_as_before(before: GameState, after: GameState, act: AnyAct) -> bool:
    """Whether nothing has changed that any ending asks for, once play has got going. Nothing changes in place, so what
    is the same object is the same."""
    if after.phase is not Phase.PLAYING or isinstance(act, Correct) or not (before.acted or before.turn > 1):
        return False
    treasure = after.coins is before.coins and after.gold is before.gold and after.islands is before.islands
    if before.edition.ending.ends_by is EndsBy.MORE_THAN_HALF:
        return treasure
    return treasure and after.units is before.units and after.crew is before.crew


def _with_ending(game: GameState, *, before: GameState) -> GameState:
    if game.phase is Phase.SETTING_UP or (game.phase is Phase.OVER and game.ending is None):
        return game
    if game.phase is Phase.OVER:
        return _count_again(game)
    over = ending(game, before)
    return game if over is None else reveal_all(game.replace(phase=Phase.OVER, ending=over))


def _count_again(game: GameState) -> GameState:
    """A coin was turned over after the end: the gold, and so who has won, may be otherwise."""
    old = game.ending
    assert old is not None
    now = ending(game) if old.why == "more-than-half" else make_ending(game, old.why)
    return game if now is None or now == old else game.replace(ending=now)


def judge_entry(game: GameState, entry: Entry[AnyAct]) -> Judgement:
    """Judge an act, and who says it."""
    judgement = judge_act(game, entry.act, card=entry.card)
    return judgement if judgement.is_foul else find_wrong_speaker(game, entry) or judgement
