"""A game as JSON lines: there and back, and what becomes of lines that are no game."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.errors import BadFileError
from tableassist.messages import Message
from tableassist.rulebook.play.log import Amendment, AmendmentKind, Entry, Judgement, Log, Opinion, Reason, Source
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.referee import ACTS
from tableassist.rulebook.state.start import GameStart, IslandStart, PlayerStart, ShipStart
from tableassist.store.game import GameFile, lines_schema, parse_json_lines
from tableassist.store.game.json_lines import json_lines
from tests.rulebook.referee.any_acts import acts, names

START = '{"players": [{"name": "Anne"}, {"name": "Mary"}], "ships": [{"id": "h", "owner": "Anne", "masts": 3}]}'


def told_of(text):
    with pytest.raises(BadFileError) as caught:
        parse_json_lines(text, where="game.jsonl")
    return str(caught.value)


def test_the_lines_say_what_they_say():
    text = f"""{START}
{{"act": "move", "ship": "h", "by": "Anne", "source": "camera", "t_s": 75.4, "certainty": 0.9}}

{{"act": "shoot", "ship": "h", "target": "o", "cannon": 1, "roll": 5, "card": "SM-001", "stands": true}}
{{"strike": 1, "by": "Mary"}}
{{"act": "lose-mast", "ship": "h", "mast": 2, "after": 0}}
{{"let-stand": 2}}
{{"restore": 1}}
"""
    game = parse_json_lines(text, where="game.jsonl")
    assert game.start == GameStart(
        players=(PlayerStart("Anne"), PlayerStart("Mary")), ships=(ShipStart("h", "Anne", masts=3),)
    )
    assert game.log == Log(
        (
            Entry(1, Move("h"), Source.CAMERA, "Anne", 75_400_000_000, 0.9),
            Entry(2, Shoot("h", "o", 1, 5), card="SM-001", stands=True),
            Amendment(AmendmentKind.STRIKE, 1, by="Mary"),
            Entry(3, LoseMast("h", 2), after=0),
            Amendment(AmendmentKind.STANDS, 2),
            Amendment(AmendmentKind.RESTORE, 1),
        )
    )


said = st.fixed_dictionaries(
    {},
    optional={
        "source": st.sampled_from(Source),
        "by": names,
        "t_ns": st.none() | st.integers(0, 10**15),
        "certainty": st.floats(0.0, 1.0),
        "card": names,
        "stands": st.booleans(),
        "version": names,
    },
)


@st.composite
def logs(draw):
    records, entries = [], 0
    for _ in range(draw(st.integers(0, 6))):
        if entries and draw(st.booleans()):
            about = {
                "source": draw(st.sampled_from(Source)),
                "by": draw(names),
                "t_ns": draw(st.none() | st.integers(0, 10**12)),
            }
            records.append(Amendment(draw(st.sampled_from(AmendmentKind)), draw(st.integers(1, entries)), **about))
        else:
            after = draw(st.none() | st.integers(0, entries))
            entries += 1
            records.append(Entry(entries, draw(acts), **draw(said), after=after))
    return Log(tuple(records))


@settings(max_examples=150, deadline=None)
@given(logs())
def test_a_log_and_its_lines_are_the_same_thing(log):
    game = GameFile(GameStart(players=(PlayerStart("Anne"),)), log)
    text = json_lines(game)
    assert parse_json_lines(text, where="x") == game
    assert text.count("\n") == 1 + len(log.records)


def test_what_the_referee_thought_then_is_kept():
    view = Judgement(Opinion.FOUL, (Reason("pinned", Message("{name} is pinned", name="h"), "complete, Pinning"),))
    game = GameFile(GameStart(players=(PlayerStart("Anne"),)), Log((Entry(1, Move("h"), view=view, version="0.1"),)))
    (entry,) = parse_json_lines(json_lines(game), where="x").log.entries
    assert entry.view.opinion is Opinion.FOUL
    assert [(each.code, str(each.words), each.section) for each in entry.view.reasons] == [
        ("pinned", "h is pinned", "complete, Pinning")
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game.jsonl: the file is empty, expected the set-up"),
        ("[1]", "game.jsonl:1: got something else, expected a JSON object"),
        ("{", "game.jsonl:1: not JSON: "),
        ('{"act": "move", "ship": "h"}', "game.jsonl:1: got an act, expected the set-up"),
        ('{"players": []}', "game.jsonl:1: players: missing"),
        ('{"players": [{"name": "A"}], "edition": "complet"}', "game.jsonl:1: edition: got 'complet', did you mean"),
        ('{"players": [{"name": "A"}], "format": 9}', "format: got 9, expected 1; made by a newer tableassist"),
        ('{"players": [{"name": "A"}], "sails": 1}', "Object contains unknown field sails"),
        ('{"players": [{"name": "A"}], "house": {"ram-derelict": "floats"}}', "got 'floats', expected one of"),
        (
            '{"players": [{"name": "A"}], "ships": [{"id": "h", "owner": "B"}]}',
            "owner: got 'B', expected one of A",
        ),
        (
            '{"players": [{"name": "A"}], "islands": [{"id": "i"}, {"id": "i"}]}',
            "islands[1].id: got 'i' a second time",
        ),
        (
            '{"players": [{"name": "A"}], "ships": [{"id": "h", "owner": "A", "masts": 2, "masts_lost": [3]}]}',
            "ships[0].masts_lost: got mast 3, expected 1 to 2",
        ),
        ('{"players": [{"name": "A"}], "terrain": [{"id": "r", "kind": "ship"}]}', "terrain[0].kind: got 'ship'"),
        (
            json.dumps({"players": [{"name": "A"}], "islands": [{"id": f"i{n}"} for n in range(201)]}),
            "islands: got 201, expected at most 200",
        ),
        (f'{START}\n{{"act": "sail", "ship": "h"}}', "game.jsonl:2: act: Invalid value 'sail'"),
        (f'{START}\n\n{{"act": "move"}}', "game.jsonl:3: Object missing required field ship"),
        (f'{START}\n{{"act": "move", "ship": 3}}', "game.jsonl:2: ship: Expected str, got int"),
        (f'{START}\n{{"act": "move", "ship": "h", "certainty": 2}}', "game.jsonl:2: certainty: Expected float <= 1.0"),
        (f'{START}\n{{"strike": 1}}', "game.jsonl:2: got act 1, expected one of the 0 before"),
        (f'{START}\n{{"act": "move", "ship": "h", "after": 1}}', "got act 1, expected one of the 0 before"),
        (f'{START}\n{{"act": "move", "ship": "{"h" * 2000}"}}', "too large for a game"),
        (f'{START}\n{{"act": "lose-mast", "ship": "h", "mast": 1{"0" * 400}}}', "game.jsonl:2: "),
        (f"{START}\n{'[' * 5000}", "game.jsonl:2: not JSON"),
    ],
)
def test_what_is_no_game_is_told_in_one_line(text, words):
    told = told_of(text)
    assert words in told
    assert "\n" not in told


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists).map(json.dumps))
def test_anything_else_is_refused_and_never_breaks_the_reader(line):
    told = ""
    try:
        parse_json_lines(f"{START}\n{line}", where="game.jsonl")
    except BadFileError as problem:
        told = str(problem)
    assert told.startswith("game.jsonl") or not line.strip()


def test_a_long_log_is_read_at_once():
    line = '{"act": "move", "ship": "h"}\n{"strike": 1}\n'
    game = parse_json_lines(f"{START}\n{line * 9000}", where="game.jsonl")
    assert len(game.log.records) == 18_000
    assert "too many lines" in told_of(f"{START}\n{line * 12000}")


def test_the_schema_has_every_act_with_who_said_it():
    schema = lines_schema()
    for act in ACTS:
        part = schema["$defs"][act.__name__]
        assert {"act", "by", "card", "stands", *act.__struct_fields__} <= set(part["properties"])
    assert schema["$defs"]["GameStart"]["properties"]["ships"]["items"] == {"$ref": "#/$defs/ShipStart"}
    assert msgspec.json.encode(schema)


def test_islands_and_players_may_share_no_name_among_themselves():
    game = GameFile(GameStart(players=(PlayerStart("A"),), islands=(IslandStart("A"),)), Log())
    assert parse_json_lines(json_lines(game), where="x") == game
