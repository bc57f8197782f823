"""The referee: what an act does, and what the rules say of it."""

from collections.abc import Callable
from typing import Any

from tableassist.messages import Message
from tableassist.rulebook.editions.terms import EndsBy
from tableassist.rulebook.play.log import Entry, Judgement, Opinion, Reason
from tableassist.rulebook.referee.acts.all import AnyAct
from tableassist.rulebook.referee.acts.setup import SetUpAct
from tableassist.rulebook.referee.acts.table import Correct
from tableassist.rulebook.referee.ending.conditions import ended, ending
from tableassist.rulebook.referee.ending.reveal import reveal_all
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.named import find_unknown_name
from tableassist.rulebook.referee.overrulings import apply_standing_yes, find_overruled_foul
from tableassist.rulebook.referee.owed import question_of
from tableassist.rulebook.referee.rules import ACT_RULES
from tableassist.rulebook.referee.setup.acts import fold_set_up, judge_set_up, set_up_is_done
from tableassist.rulebook.referee.who_says import find_wrong_speaker
from tableassist.rulebook.state.game import GameState, Phase, changed
from tableassist.rulebook.state.things import DutyKind


def judge_act(game: GameState, act: AnyAct, *, card: str = "") -> Judgement:
    """`card`: the card whose text allows the act: card text overrules all rules but those of sense."""
    if (bad := find_unknown_name(game, act)) is not None:
        return bad
    setting_up = isinstance(act, SetUpAct)
    bad = set_up_is_done(game) if setting_up else _not_now(game, act)
    if bad is not None:
        return bad
    if (bad := find_overruled_foul(game, act)) is not None:
        return bad
    if card:
        return _by_card(game, act, card, judge_set_up if setting_up else ACT_RULES[type(act)].judge)
    return (
        judge_set_up(game, act) if setting_up else apply_standing_yes(game, act, ACT_RULES[type(act)].judge(game, act))
    )


def _by_card(game: GameState, act: AnyAct, card: str, judge: Callable[[GameState, Any], Judgement]) -> Judgement:
    """Card text goes before the rules. That a piece gets more than the most actions of a turn is said all the same, for
    hardly a card means that (complete, Actions (Multiple actions))."""
    reason = Reason("by-card", Message("by the card {card}", card=card), game.edition.turn.keyword_section)
    passed_over = tuple(each for each in judge(game, act).reasons if each.code == Foul.TOO_MANY_ACTIONS)
    return Judgement(Opinion.FINE, (reason, *passed_over))


def _not_now(game: GameState, act: AnyAct) -> Judgement | None:
    section, answers = game.edition.turn.action_section, ACT_RULES[type(act)].answers
    if ACT_RULES[type(act)].always:
        return None
    if game.phase is Phase.OVER:
        return foul(Foul.GAME_OVER, Message("the game is over"), game.edition.ending.section)
    if game.phase is Phase.SETTING_UP:
        return foul(Foul.WRONG_PHASE, Message("the set-up is not done"), section)
    owed = game.owed()
    if (
        owed is None
        or owed.kind is answers
        or (answers and any(each.kind is answers for each in game.duties if each.must))
    ):
        return None
    only_masts = all(each.kind is DutyKind.MAST for each in game.duties if each.must)
    if only_masts and game.reading("play-on-before-mast") == "yes":
        return None
    words = Message("first: {question}", question=question_of(game, owed))
    return foul(Foul.OWED, words, section)


def fold(game: GameState, act: AnyAct) -> GameState:
    """The game after the act, whatever the rules say of it. An act that names nothing in the game changes nothing."""
    if find_unknown_name(game, act) is not None:
        return game
    if isinstance(act, SetUpAct):
        return fold_set_up(game, act)
    after = ACT_RULES[type(act)].fold(game, act)
    return after if _ends_as_before(game, after, act) else _with_ending(after, before=game)


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
        return _counted_again(game)
    over = ending(game, before)
    return game if over is None else reveal_all(changed(game, phase=Phase.OVER, ending=over))


def _counted_again(game: GameState) -> GameState:
    """A coin was turned over after the end: the gold, and so who has won, may be otherwise."""
    old = game.ending
    assert old is not None
    now = ending(game) if old.why == "more-than-half" else ended(game, old.why)
    return game if now is None or now == old else changed(game, ending=now)


def judge_entry(game: GameState, entry: Entry[AnyAct]) -> Judgement:
    """Judge an act, and who says it."""
    judgement = judge_act(game, entry.act, card=entry.card)
    return judgement if judgement.is_foul else find_wrong_speaker(game, entry) or judgement
