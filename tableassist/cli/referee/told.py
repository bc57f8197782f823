"""A refereed game in words, for a terminal."""

from collections.abc import Sequence
from typing import Any

from tableassist.cli.terminal import tell
from tableassist.messages import Text, say, sentence, template, tr
from tableassist.rulebook import PIRATES, GameState, Offer, RefereedAct, RefereedGame, act_text
from tableassist.rulebook.play import Judged
from tableassist.rulebook.play import Offer as OfferOf
from tableassist.rulebook.referee import names_of, outlook
from tableassist.rulebook.state import Duty
from tableassist.store.game_words import OPINIONS, act_words, ending_words, phase_words, score_words


def tell_acts(acts: Sequence[RefereedAct], start: GameState) -> None:
    """Turn by turn; `start` is the game before the first of them."""
    before, told = start, ""
    for each in acts:
        if (heading := phase_words(before)) != told:
            tell(heading)
        told = heading
        tell_act(each, PIRATES.duties(before))
        before = each.game


def tell_act(each: RefereedAct, before: Sequence[Duty]) -> None:
    """`before`: what was owed already, which is not told again."""
    tell_judged(each.judged, act_words(each.judged.entry.act, names_of(each.game)))
    for duty in PIRATES.duties(each.game):
        if duty not in before:
            tell("      " + tr("owed: {question}", question=PIRATES.question(each.game, duty)))


def tell_judged(judged: Judged[Any], words: Text) -> None:
    """An act of either game, with what the referee says of it."""
    entry, judgement = judged.entry, judged.judgement
    said = {"number": entry.number, "act": words, "opinion": OPINIONS[judgement.opinion]}
    tell(tr("{number:>4}. {act}: {opinion}", **said))
    for reason in judgement.reasons:
        tell("      " + tr("{code}: {words} ({section})", code=reason.code, words=reason.words, section=reason.section))
    if judgement.is_foul:
        tell("      " + (tr("the players let it stand") if entry.stands else tr("it changes nothing")))
    if judged.no_longer_holds:
        tell("      " + tr("it was not a foul when it was entered: an earlier action was changed"))


def tell_game(refereed: RefereedGame, offered: Sequence[Offer]) -> None:
    game = refereed.game
    tell("")
    tell(phase_words(game))
    tell(tr("Score: {score}", score=score_words(game)))
    for words in outlook(game):
        tell(sentence(words))
    if game.ending is not None:
        tell(sentence(ending_words(game.ending)))
    tell_owed(game)
    tell_offers(offered)


def tell_owed(game: GameState) -> None:
    for duty in PIRATES.duties(game):
        lead = template("Owed: {question}") if duty.must else template("May be answered: {question}")
        tell(tr(lead, question=PIRATES.question(game, duty)))


def tell_offers(offered: Sequence[OfferOf[Any]]) -> None:
    if offered:
        tell(tr("Possible actions:"))
    for number, offer in enumerate(offered, start=1):
        tell(f"{number:>4}  {say(offer.words)}   [{act_text(offer.act)}]")
