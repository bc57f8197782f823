"""The text of a match: who played, who won, and what was done turn by turn."""

from collections.abc import Callable, Iterator
from itertools import groupby

from tableassist.messages import Message, say, tr, tr_plural
from tableassist.rulebook import RefereedGame
from tableassist.rulebook.acts import EndTurn, Fact
from tableassist.rulebook.referee import Happening, happenings
from tableassist.rulebook.referee import score as gold_of_all
from tableassist.rulebook.state import Unit
from tableassist.store.game_words.happenings import foul_sentences, told_sentences
from tableassist.store.game_words.results import result_facts
from tableassist.store.report.forum_markup import ForumMarkup
from tableassist.store.score.chronicle_words import opponents
from tableassist.store.score.score import Score
from tableassist.store.score.words import AnyRefereed, facts_in, line_words, names_in, players_in, turn_words

MOST_LETTERS = 50_000
"""Common forums take 60,000 in one post."""
FACTS = ("Table", "Date", "Edition")
Turns = Iterator[tuple[str, list[str]]]
"""The heading of each turn, and what was done in it, marked up."""


def forum_text(score: Score, refereed: AnyRefereed | None, markup: ForumMarkup, *, version: str) -> str:
    """`refereed`: its game as the referee has judged it; None of a score without acts. A card game is told by its
    lines. A text that no forum would take is told shorter: only what has a sign on the time line, or no turns at
    all."""
    if not isinstance(refereed, RefereedGame):
        tellings: tuple[Callable[[], Turns], ...] = (lambda: _told_moves(score, markup), lambda: iter(()))
    else:
        told = [each for each in happenings(refereed) if not _goes_without_saying(each)]
        signed = [each for each in told if each.kind is not None]
        tellings = (lambda: _told_acts(told, markup), lambda: _told_acts(signed, markup), lambda: iter(()))
    for turns in tellings:
        text = "\n\n".join(_blocks(score, refereed, turns(), markup, version)) + "\n"
        if len(text) <= MOST_LETTERS:
            break
    return text


def _blocks(
    score: Score, refereed: AnyRefereed | None, turns: Turns, markup: ForumMarkup, version: str
) -> Iterator[str]:
    players = players_in(score)
    yield markup.top_heading(say(opponents(players)) if players else score.tag("Table") or tr("A match"))
    facts = facts_in(score, FACTS)
    if refereed is not None:
        facts += result_facts(refereed)
    if facts:
        yield markup.bullets(f"{markup.strong(what)} {markup.plain(is_)}" for what, is_ in facts)
    if isinstance(refereed, RefereedGame):
        yield from _fleets(refereed, markup)
    for heading, done in turns:
        yield markup.heading(heading)
        yield markup.bullets(done)
    yield markup.plain(tr("Made by tableassist {version}.", version=version))


def _fleets(refereed: RefereedGame, markup: ForumMarkup) -> Iterator[str]:
    gold, hits, lost = gold_of_all(refereed.game), refereed.count_hits_taken(), refereed.count_ships_lost()
    for player in refereed.game.order:
        took = tr_plural("1 hit taken", "{count} hits taken", count=hits[player])
        gone = tr_plural("1 ship lost", "{count} ships lost", count=lost[player])
        yield markup.heading(say(Message("{player}: {gold} gold", player=player, gold=gold[player])))
        ships = [each for each in refereed.game.units.values() if each.card.owner == player]
        yield markup.bullets(markup.plain(each) for each in (f"{took}, {gone}", *map(_ship, ships)))


def _ship(unit: Unit) -> str:
    masts = tr("{left} of {whole} masts", left=unit.masts, whole=unit.card.masts)
    return tr("{ship}: {end}", ship=unit.name, end=tr("sunk") if unit.gone else masts)


def _told_acts(told: list[Happening], markup: ForumMarkup) -> Turns:
    for (turn, player), acts in groupby(told, lambda each: (each.turn, each.before.player if each.turn else "")):
        heading = f"{turn_words(turn)} · {player}" if player else turn_words(turn)
        yield heading, [_act(each, markup) for each in acts]


def _goes_without_saying(each: Happening) -> bool:
    """Measured facts, and the end of a turn, which the next heading tells."""
    return isinstance(each.act, Fact) or (
        isinstance(each.act, EndTurn) and len(told_sentences(each)) == 1 and not each.kinds
    )


def _act(happening: Happening, markup: ForumMarkup) -> str:
    said = markup.plain(" ".join(told_sentences(happening)))
    against = " ".join(foul_sentences(happening))
    return f"{said} {markup.strong(against)}" if against else said


def _told_moves(score: Score, markup: ForumMarkup) -> Turns:
    """Of a score without acts, or of a card game; where the pieces lay at first is on nobody's mind."""
    names = names_in(score)
    for turn, lines in groupby(score.lines, lambda line: line.turn):
        if turn:
            yield turn_words(turn), [markup.plain(line_words(line, names)) for line in lines]
