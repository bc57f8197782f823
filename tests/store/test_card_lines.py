"""A card game as JSON lines and as a score: there and back, and what becomes of text that is no game."""

import json
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.errors import BadFileError, BadRequestError
from tableassist.rulebook.cardgame.actions.answers import OwnUp, TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tableassist.rulebook.cardgame.referee import CARD_ACT_BY_VERB, CARD_ACTS, referee_card_game, whole_state
from tableassist.rulebook.play.log import Amendment, AmendmentKind, Entry, Log, Source
from tableassist.store.game import (
    CardGameFile,
    GameFile,
    any_lines,
    entry_text,
    lines_schema,
    parse_any_lines,
    parse_entry_of,
    parse_json_lines,
)
from tableassist.store.score import game_of_score, parse_score, score_lines, score_of_game, score_text
from tests.rulebook.cardgame.any_cards import card_acts, dealt, drawn_action

START = {
    "game": "card",
    "players": ["Anne", "Mary"],
    "row": ["e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3"],
    "adventures": ["kraken-1"],
    "movements": ["fog-1", "sabotage-1", "lost-at-sea-2"],
}


def started(**fields):
    return json.dumps(START | fields)


def told_of(text):
    with pytest.raises(BadFileError) as caught:
        parse_any_lines(text, where="cards.jsonl")
    return str(caught.value)


def test_the_lines_say_what_they_say():
    text = f"""{started(names={"e1": "Sovereign"}, upcoming=True)}
{{"act": "pass", "player": "Anne", "discard": "fog-1", "by": "Anne", "source": "camera", "t_s": 75.4, "certainty": 0.9}}
{{"act": "turn-up", "card": "kraken-2"}}
{{"strike": 1, "by": "Mary"}}
{{"act": "mutiny", "player": "", "pirate": "e1", "after": 0, "stands": true}}
"""
    game = parse_any_lines(text, where="cards.jsonl")
    assert isinstance(game, CardGameFile)
    assert (game.start.players, game.start.upcoming, game.start.hand) == (("Anne", "Mary"), True, False)
    assert game.log == Log(
        (
            Entry(1, PassTurn("Anne", "fog-1"), Source.CAMERA, "Anne", 75_400_000_000, 0.9),
            Entry(2, TurnUp("kraken-2")),
            Amendment(AmendmentKind.STRIKE, 1, by="Mary"),
            Entry(3, OwnUp("", "e1"), stands=True, after=0),
        )
    )
    assert parse_any_lines(any_lines(game), where="x") == game


def test_a_game_without_a_name_is_the_constructible_one():
    text = '{"players": [{"name": "Anne"}]}'
    assert isinstance(parse_any_lines(text, where="x"), GameFile)
    with pytest.raises(BadFileError, match="got a card game, expected the constructible game"):
        parse_json_lines(started(), where="x")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 99), st.lists(card_acts, max_size=8))
def test_a_game_its_lines_and_its_score_are_the_same_thing(seed, acts):
    log = Log(tuple(Entry(number, act) for number, act in enumerate(acts, start=1)))
    game = CardGameFile(dealt(seed), log)
    assert parse_any_lines(any_lines(game), where="x") == game
    text = score_text(score_of_game(game))
    assert game_of_score(parse_score(text), "x") == game
    assert score_text(parse_score(text)) == text


@settings(max_examples=200, deadline=None)
@given(card_acts)
def test_an_act_and_its_text_are_the_same_thing(act):
    entry = Entry(1, act, by="Anne", stands=True)
    assert parse_entry_of(entry_text(entry), CARD_ACT_BY_VERB, 1) == entry


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colour correct e1", "what: Invalid enum value 'colour'"),
        ("Anne play", "column 10: got the end of the line, expected the field movement"),
        ("Anne sail", "expected one of play, repair, accuse"),
        ("Mary answer maybe", "expected one of yes, no"),
    ],
)
def test_a_typed_line_that_is_no_act_is_told(text, words):
    with pytest.raises(BadRequestError) as caught:
        parse_entry_of(text, CARD_ACT_BY_VERB)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (started(game="cards"), "cards.jsonl:1: game: Invalid enum value 'cards'"),
        (started(players=["Anne"]), "players: got 1, expected 2 to 4 names"),
        (started(players=list("ABCDE")), "players: got 5, expected 2 to 4 names"),
        (started(players=["Anne", "Anne"]), "players: got 'Anne' a second time"),
        (started(players=["Anne", ""]), "players[1]: Expected str of length >= 1"),
        (started(first="Jack"), "first: got 'Jack', expected one of Anne, Mary"),
        (started(row=["e1"]), "row: got 1 ships, expected all nine"),
        (started(row=[*START["row"][:8], "e1"]), "row: got 'e1' a second time"),
        (started(row=[*START["row"][:8], "e9"]), "row: got 'e9'"),
        (started(damaged=["x"]), "damaged: got 'x'"),
        (started(names={"x": "y"}), "names: got 'x'"),
        (started(adventures=["krakem-1"]), "adventures: got 'krakem-1', did you mean 'kraken-1'?"),
        (started(adventures=["kraken-1", "kraken-1"]), "adventures: got 'kraken-1' a second time"),
        (started(movements=["kraken-1"]), "movements: got 'kraken-1'"),
        (started(shuffles=[["fog-1", "fog-1"]]), "shuffles[0]: got 'fog-1' a second time"),
        (started(shuffles=[[]] * 101), "shuffles: got 101, expected at most 100"),
        (started(readings={"mutiny": "always"}), "readings.mutiny: got 'always', expected one of unrevealed"),
        (started(readings={"munity": "undamaged"}), "readings: got 'munity', did you mean 'mutiny'?"),
        (started(pirates={"Anne": ["e1"]}), "pirates.Anne: got 1 cards, expected 3"),
        (started(pirates={"Jack": ["e1", "e2", "e3"]}), "pirates: got 'Jack'"),
        (started(pirates={"Anne": ["e1", "e2", "e3"], "Mary": ["e1", "s1", "s2"]}), "pirates: got 'e1' a second time"),
        (started(hands={"Anne": ["fog-1"]}), 'hands: got hands, expected none without "hand": true'),
        (started(hand=True, hands={"Anne": ["sabotage-2"]}), "hands.Anne: got 1 cards, expected 4"),
        (started(sails=3), "Object contains unknown field sails"),
        (started(format=9), "format: got 9, expected 1; made by a newer tableassist"),
        ('{"game": "card"}', "cards.jsonl:1: Object missing required field players"),
        (started() + '\n{"act": "shoot", "ship": "h"}', "cards.jsonl:2: act: Invalid value 'shoot'"),
        (started() + '\n{"act": "turn-up"}', "cards.jsonl:2: Object missing required field card"),
        (started() + '\n{"act": "play", "player": "Anne"}', "Object missing required field movement"),
        (started() + '\n{"act": "correct", "what": "sea", "value": []}', "what: Invalid enum value 'sea'"),
        (started() + '\n{"act": "answer", "player": "Mary", "yes": "no"}', "yes: Expected bool, got str"),
        (started() + '\n{"strike": 1}', "got act 1, expected one of the 0 before"),
    ],
)
def test_what_is_no_card_game_is_told_in_one_line(text, words):
    told = told_of(text)
    assert words in told
    assert "\n" not in told


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["e1", "Anne"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def read_or_refused(text):
    """Refereed to its end; False: refused in one line."""
    game, told = None, ""
    try:
        game = parse_any_lines(text, where="cards.jsonl")
    except BadFileError as problem:
        told = str(problem)
    if game is not None:
        whole_state(referee_card_game(game.start, game.log).game)
    assert told.startswith("cards.jsonl") or game is not None
    assert "\n" not in told
    return game is not None


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([*START, "names", "first", "upcoming", "hand", "readings", "damaged", "shuffles", "pirates"]), PLAIN
)
def test_a_hostile_set_up_is_a_game_or_one_line(field, value):
    read_or_refused(json.dumps(START | {"game": "card", field: value}))


@settings(max_examples=300, deadline=None)
@given(card_acts, st.data())
def test_a_hostile_act_is_an_act_or_one_line(act, data):
    raw = msgspec.to_builtins(act)
    field = data.draw(st.sampled_from([*raw, "by", "card", "after", "stands", "view", "more"]))
    read_or_refused(f"{started()}\n{json.dumps(raw | {field: data.draw(PLAIN)})}")


def test_most_hostile_lines_are_refused_and_honest_ones_are_not():
    """The two tests above would pass if everything were refused."""
    assert read_or_refused(started(hand=True))
    assert not read_or_refused(started(hand=3))


def test_the_schema_has_the_acts_of_both_games_with_who_said_them():
    parts = lines_schema()["$defs"]
    for act in CARD_ACTS:
        properties = parts[act.__name__]["properties"]
        assert {"act", "by", "stands", *act.__struct_fields__} <= set(properties)
    assert parts["CardStart"]["properties"]["game"] == {"enum": ["card"]}
    assert "default" not in parts["TurnUp"]["properties"]["card"]
    assert "TurnUp" in json.dumps(lines_schema()["oneOf"])


def played_through(seed):
    start, dice = dealt(seed), random.Random(seed)
    log = Log()
    game = referee_card_game(start, log).game
    records = []
    while not game.ended:
        records.append(Entry(len(records) + 1, drawn_action(game, dice)))
        game = referee_card_game(start, Log(tuple(records))).game
    return CardGameFile(start, Log(tuple(records))), game


def test_a_whole_game_is_refereed_from_its_score_alone():
    file, game = played_through(5)
    text = score_text(score_of_game(file))
    assert text.startswith('[Format "3"]\n[Game "card"')
    again = game_of_score(parse_score(text), "x")
    assert whole_state(referee_card_game(again.start, again.log).game) == whole_state(game)
    score = score_of_game(file)
    told = "\n".join(score_lines(score, referee_card_game(file.start, file.log)))
    assert f"Result: {game.ending.winners[0]} has won" in told
    assert "Fame: " in told


def test_a_score_of_the_other_game_does_not_know_these_acts():
    with pytest.raises(BadFileError, match="column"):
        parse_score("1. Anne play fog-1\n")
    assert isinstance(parse_score('[Game "card"]\n1. row correct e1,s1\n').lines[0].entry.said.act, CorrectCards)
