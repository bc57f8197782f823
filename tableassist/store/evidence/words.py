"""A ruling in words, for people who open the zip: in the language of whoever made it."""

from collections.abc import Iterator, Mapping, Sequence

from tableassist.messages import Message, say, template, tr
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook import Ruling
from tableassist.store.evidence.overrulings import MadeOverruling
from tableassist.store.score.chronicle_words import VERDICT_WORDS, asked_words, distance_words


def rulings_in_words(about: Sequence[Ruling], settings: TableSettings, overrulings: Sequence[MadeOverruling]) -> str:
    """For people, in their language: the question, the answer, what was measured, and where the rule stands."""
    edition = settings.rules.edition.name
    parts = [tr("Table: {table}. Edition: {edition}.", table=settings.name, edition=edition)]
    names = {piece.id: piece.name for piece in settings.pieces}
    parts += ["\n  ".join(say(line) for line in _lines(ruling, names, overrulings)) for ruling in about]
    return "\n\n".join(parts) + "\n"


def _lines(ruling: Ruling, names: Mapping[str, str], overrulings: Sequence[MadeOverruling]) -> Iterator[Message]:
    verdict = VERDICT_WORDS[ruling.verdict]
    asked = asked_words(ruling, names)
    if ruling.is_conditional:
        conditions = tuple(each.words for each in ruling.conditions)
        yield Message("{question}: {verdict} if {conditions}", question=asked, verdict=verdict, conditions=conditions)
    else:
        yield Message("{question}: {verdict}", question=asked, verdict=verdict)
    yield Message("why: {reason}", reason=ruling.reason)
    if (distance := distance_words(ruling)) is not None:
        yield Message("measured: {distance}", distance=distance)
    if ruling.probability is not None:
        yield Message("probability of yes: {probability:.4f}", probability=ruling.probability)
    yield Message("rule: {citation}", citation=ruling.citation)
    for name in ruling.house:
        yield Message("house rule: {name}", name=name)
    for reading in ruling.readings:
        yield Message("if {words}: {verdict}", words=reading.words, verdict=VERDICT_WORDS[reading.verdict])
    for each in overrulings:
        if each.overruling.ruling.id == ruling.id:
            called, why = VERDICT_WORDS[each.overruling.verdict], each.overruling.reason
            what = template("overruled: {verdict}, by {by} ({when}): {reason}")
            yield Message(what, verdict=called, by=each.who, when=each.when, reason=why)
    yield Message("id: {id}", id=ruling.id)
