"""A case's acts judged by the referee, against what the case expects of them and of the game after them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import msgspec.structs

from tableassist.judging.cases.difference import Difference
from tableassist.judging.cases.states import agrees, state_of, state_words
from tableassist.messages import Message, Text, all_of, template
from tableassist.rulebook import PIRATES, AnyAct, GameStart, GameState, Offer, Ruling, act_text, new_game
from tableassist.rulebook.play import Judged, Judgement, play_one
from tableassist.rulebook.referee import facts_of, find_dock, find_unknown_name
from tableassist.store.case import Case, ExpectedAct, ExpectedOffer, ExpectedState, GameCase, OfferCheck
from tableassist.store.files import bad_file
from tableassist.store.game import entry_text


@dataclass(frozen=True, slots=True)
class PlayedCase:
    states: tuple[GameState, ...]
    """Before the first act, and after each."""
    judged: tuple[Judged[AnyAct], ...]


def play_case(path: Path, case: Case, game: GameCase, rulings: Sequence[Ruling]) -> PlayedCase:
    states = [_begun(path, case, game, rulings)]
    judged: list[Judged[AnyAct]] = []
    for entry in game.acts:
        after, how = play_one(states[-1], entry, PIRATES)
        states.append(after)
        judged.append(how)
    return PlayedCase(tuple(states), tuple(judged))


def game_differences(path: Path, game: GameCase, played: PlayedCase) -> Iterator[Difference]:
    yield from _of_acts(played.judged, [each for each in game.expected if isinstance(each, ExpectedAct)])
    for index, want in enumerate(game.expected):
        if isinstance(want, ExpectedAct):
            continue
        after = played.states[-1 if want.after is None else want.after]
        if isinstance(want, ExpectedState):
            yield from _of_state(f"{path}: expected[{index}]", after, want)
        else:
            yield from _of_offers(after, want)


def _begun(path: Path, case: Case, game: GameCase, rulings: Sequence[Ruling]) -> GameState:
    """The acts before are done whatever the rules say of them; then comes what is seen of the pieces."""
    now = new_game(_docked(game, case, rulings))
    for index, entry in enumerate(game.before):
        bad = find_unknown_name(now, entry.act)
        if bad is not None:
            raise bad_file(f"{path}: before[{index}]", bad.reasons[0].words)
        now = PIRATES.apply(now, entry.act)
    for fact in facts_of(now, case.scene, rulings, case.rules) if case.poses else ():
        now = PIRATES.apply(now, fact)
    return now


def _docked(game: GameCase, case: Case, rulings: Sequence[Ruling]) -> GameStart:
    """Ships that are seen lie where they are seen to, unless the case says so itself."""
    ships = tuple(
        msgspec.structs.replace(ship, at=find_dock(rulings, ship.id))
        if ship.id in case.poses and ship.id not in game.at_stated
        else ship
        for ship in game.start.ships
    )
    return msgspec.structs.replace(game.start, ships=ships)


def _of_acts(judged: Sequence[Judged[AnyAct]], expected: Sequence[ExpectedAct]) -> Iterator[Difference]:
    """An act of which nothing is expected must be no foul."""
    for number, each in enumerate(judged, start=1):
        wants = [want for want in expected if want.act == number]
        about = Message("act {number} ({act})", number=number, act=entry_text(each.entry))
        if not wants and each.judgement.is_foul:
            yield Difference(about, judgement_words(each.judgement), Message("no foul: nothing is said of it"))
        for want in wants:
            if not _agrees(each.judgement, want):
                yield Difference(about, judgement_words(each.judgement), _expected_words(want))


def _agrees(judgement: Judgement, want: ExpectedAct) -> bool:
    reasons = judgement.reasons
    return (
        want.opinion in (None, judgement.opinion)
        and (want.code is None or any(each.code == want.code for each in reasons))
        and (want.section is None or any(want.section in str(each.section) for each in reasons))
        and (want.reason is None or any(want.reason in str(each.words) for each in reasons))
    )


def judgement_words(judgement: Judgement) -> Text:
    said: list[Text] = [
        Message("{code}: {words} ({section})", code=each.code, words=each.words, section=each.section)
        for each in judgement.reasons
    ]
    opinion = judgement.opinion.value
    return Message("{opinion}: {reasons}", opinion=opinion, reasons=all_of(said)) if said else opinion


def _expected_words(want: ExpectedAct) -> str:
    said = (want.opinion and want.opinion.value, want.code, want.section, want.reason)
    return ", ".join(each for each in said if each)


def _of_state(where: str, game: GameState, want: ExpectedState) -> Iterator[Difference]:
    try:
        got = state_of(game, want.state, want.piece)
    except KeyError:
        what = template("got '{piece}', expected a piece that has the state {state}")
        raise bad_file(where, what, piece=want.piece, state=want.state.value) from None
    if not agrees(got, want.value):
        about = f"{want.state.value} {want.piece}".strip() + ("" if want.after is None else f" after {want.after}")
        yield Difference(about, state_words(got), state_words(want.value))


def _of_offers(game: GameState, want: ExpectedOffer) -> Iterator[Difference]:
    offered = PIRATES.offers(game)
    told = [act_text(each.act) for each in offered]
    is_there = any(f"{text} ".startswith(f"{want.value} ") for each in offered for text in _texts(each))
    if is_there is not (want.offers is OfferCheck.CONTAINS):
        expected = {
            OfferCheck.CONTAINS: Message("'{act}' among them", act=want.value),
            OfferCheck.LACKS: Message("'{act}' not among them", act=want.value),
        }
        yield Difference(Message("offers"), "; ".join(told) or Message("none"), expected[want.offers])


def _texts(offer: Offer) -> Iterator[str]:
    """The act with each choice of what it needs; of a field that holds several, one at a time."""
    needs = [each for each in offer.needs if each.choices]
    for chosen in product(*(each.choices for each in needs)):
        values = {
            need.field: (value,) if isinstance(getattr(offer.act, need.field), tuple) else value
            for need, value in zip(needs, chosen, strict=True)
        }
        yield act_text(msgspec.structs.replace(offer.act, **values))
