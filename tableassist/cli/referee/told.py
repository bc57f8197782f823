"""A refereed game in words, for a terminal."""

from collections.abc import Sequence

from tableassist.cli.terminal import tell
from tableassist.formats.score.act_words import act_words
from tableassist.messages import Message, Text, say, sentence, template, tr
from tableassist.play.judgement import Opinion
from tableassist.referee.acts.text import act_text
from tableassist.referee.ending.gold import score
from tableassist.referee.ending.outlook import outlook
from tableassist.referee.offering.offer import Offer
from tableassist.referee.owed import owed, question_of
from tableassist.referee.state.duty import Duty
from tableassist.referee.state.game import Ending, Game, Phase
from tableassist.services.referee.refereed import RefereedAct, RefereedGame, names_of

OPINIONS = {
    Opinion.FINE: Message("fine"),
    Opinion.FOUL: Message("FOUL"),
    Opinion.TOO_CLOSE: Message("too close to call"),
    Opinion.NOT_KNOWN: Message("not known"),
}
ENDINGS = {
    "more-than-half": Message("more than half of the gold is home"),
    "all-unloaded": Message("no gold is left to be brought home"),
    "one-can-move": Message("only one player can still move"),
    "half-cannot-move": Message("half of the players cannot move any more"),
    "end-token-home": Message("the ship with the last coin has come home"),
    "end-token-sunk": Message("the ship with the last coin has sunk"),
    "half-sunk": Message("half of the players have lost all their ships"),
    "agreed": Message("the players have agreed"),
}


def tell_acts(acts: Sequence[RefereedAct], start: Game) -> None:
    """Turn by turn; `start` is the game before the first of them."""
    before, told = start, ""
    for each in acts:
        if (heading := phase_words(before)) != told:
            tell(heading)
        told = heading
        tell_act(each, owed(before))
        before = each.game


def tell_act(each: RefereedAct, before: Sequence[Duty]) -> None:
    """`before`: what was owed already, which is not told again."""
    entry, judgement = each.judged.entry, each.judged.judgement
    said = {
        "number": entry.number,
        "act": act_words(entry.act, names_of(each.game)),
        "opinion": OPINIONS[judgement.opinion],
    }
    tell(tr("{number:>4}. {act}: {opinion}", **said))
    for reason in judgement.reasons:
        tell("      " + tr("{code}: {words} ({section})", code=reason.code, words=reason.words, section=reason.section))
    if judgement.is_foul:
        tell("      " + (tr("people let it stand") if entry.stands else tr("it changes nothing")))
    if each.judged.no_longer_holds:
        tell("      " + tr("it was no foul when it was said: something before it was changed"))
    for duty in each.owed:
        if duty not in before:
            tell("      " + tr("owed: {question}", question=question_of(each.game, duty)))


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


def tell_owed(game: Game) -> None:
    for duty in owed(game):
        lead = template("Owed: {question}") if duty.must else template("May be answered: {question}")
        tell(tr(lead, question=question_of(game, duty)))


def tell_offers(offered: Sequence[Offer]) -> None:
    if offered:
        tell(tr("What may be done now:"))
    for number, offer in enumerate(offered, start=1):
        tell(f"{number:>4}  {say(offer.words)}   [{act_text(offer.act)}]")


def phase_words(game: Game) -> str:
    if game.phase is Phase.PLAYING:
        return tr("Turn {turn}: it is {player}'s turn.", turn=game.turn, player=game.player)
    return tr("The set-up is not done.") if game.phase is Phase.SETTING_UP else tr("The game is over.")


def score_words(game: Game) -> tuple[Text, ...]:
    return tuple(Message("{player} {gold}", player=player, gold=gold) for player, gold in score(game).items())


def ending_words(over: Ending) -> Message:
    why = ENDINGS.get(over.why, over.why)
    if len(over.winners) == 1:
        return Message("{player} has won: {why}.", player=over.winners[0], why=why)
    if not over.winners:
        return Message("nobody has won: {why}.", why=why)
    return Message("{players} have the same: {why}.", players=over.winners, why=why)
