"""The API does what its OpenAPI document says, for whatever fits the document and for what does not."""

import json
import time
from contextlib import contextmanager

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tableassist.pipeline.game.seen_start import where_seen
from tableassist.store.judgement_json import judgement, to_json
from tableassist.store.table import game_start_of
from tableassist.table import FairPlay
from tableassist.web.openapi import openapi
from tests.ui.demo_moment import demo_moment
from tests.web.served_table import served

DOCUMENT = json.loads(json.dumps(openapi()))
SCHEMAS = DOCUMENT["components"]["schemas"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=6,
)
GETS = ("/api/state", "/api/rulings", "/api/game", "/api/evidence", "/api/picture.jpg")
POSTS = ("/api/commands", "/api/acts")


def fitting(schema):
    """What fits a schema of the document; names of the table are tried as well as any text."""
    if "$ref" in schema:
        return fitting(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([fitting(each) for each in schema[several]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return BY_TYPE[schema["type"]](schema)


def _object(schema):
    known = {name: fitting(each) for name, each in schema.get("properties", {}).items()}
    needed = {name: each for name, each in known.items() if name in schema.get("required", ())}
    whole = st.fixed_dictionaries(needed, optional={name: each for name, each in known.items() if name not in needed})
    more = schema.get("additionalProperties")
    return whole if not isinstance(more, dict) else st.dictionaries(NAMES, fitting(more), max_size=3)


NAMES = st.sampled_from(["take", "mast", "value", "crew", "roll", "enemy_roll", "coin"]) | st.text(max_size=20)
LINES = st.sampled_from(
    ["titan move", "harbinger move docks=palm-island", "English end-turn", "titan shoot harbinger 1 roll=6",
     "c1 reveal 3", "harbinger", "oxley", "shot:harbinger:oxley:1", "docking:harbinger:palm-island"]
)  # fmt: skip
BY_TYPE = {
    "object": _object,
    "string": lambda schema: (
        st.from_regex(schema["pattern"], fullmatch=True)
        if "pattern" in schema
        else LINES | st.text(max_size=min(60, schema.get("maxLength", 60)))
    ),
    "integer": lambda schema: st.integers(schema.get("minimum", -5), schema.get("maximum", 5000)),
    "boolean": lambda _schema: st.booleans(),
    "array": lambda schema: st.lists(fitting(schema["items"]), max_size=3),
    "null": lambda _schema: st.none(),
}


@pytest.fixture(scope="module")
def table():
    with demo_table() as served_table:
        yield served_table


@contextmanager
def demo_table():
    moment = demo_moment("cleared")
    kept = moment.settings
    start = game_start_of(kept.state, kept.rules, name=kept.name)
    start = where_seen(start, {each.id for each in moment.state.scene.pieces}, moment.state.rulings)
    with served(start) as one:
        one.board.post(moment=moment, name=kept.name)
        yield one


def check(table, method, path, query="", body=None, token=""):
    """The answer is one that the document has, of the kind that it says; its plain values."""
    headers = {"content-type": "application/json"} if body is not None else {}
    status, data, got = table.request(method, path + query, body, token=token, headers=headers.items())
    while status == 429:
        time.sleep(0.2)
        status, data, got = table.request(method, path + query, body, token=token, headers=headers.items())
    answers = DOCUMENT["paths"][path][method.lower()]["responses"]
    assert str(status) in answers, (status, data[:300])
    kinds = answers[str(status)].get("content", {"text/plain": {}})
    assert got["content-type"].partition(";")[0] in kinds
    assert got["x-content-type-options"] == "nosniff"
    told = json.loads(data) if "application/json" in kinds else data
    if status >= 400 and isinstance(told, dict):
        assert told["ok"] is False
        assert told["error"]
        assert "\n" not in told["error"]
    return status, told


MANY = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("path", POSTS)
def test_whatever_fits_the_document_is_done_or_refused_in_words(path):
    with demo_table() as table:
        try_all(table, path)


def try_all(table, path):
    schema = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    seen = set()

    @MANY
    @given(st.data())
    def ask(data):
        command = data.draw(fitting(schema))
        token = data.draw(st.sampled_from([table.judge, ANNE, ""]))
        status, _ = check(table, "POST", path, body=json.dumps(command).encode(), token=token)
        assert (status == 401) == (not token)
        assert status != 422, command
        seen.add(status)

    ANNE = table.player("English")
    act = json.dumps({"do": "act", "text": "English end-turn"}).encode()
    assert check(table, "POST", path, body=act, token=ANNE)[0] == 200
    ask()
    assert {409, 401} <= seen


@pytest.mark.parametrize("path", POSTS)
def test_whatever_does_not_fit_is_told_in_one_line(table, path):
    @MANY
    @given(ANYTHING.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=200))
    def ask(body):
        status, _ = check(table, "POST", path, body=body, token=table.judge)
        assert status == 422

    ask()


@pytest.mark.parametrize("path", GETS)
def test_whatever_is_asked_of_a_page_has_an_answer_of_the_document(table, path):
    @settings(MANY, max_examples=40)
    @given(st.data())
    def ask(data):
        wanted = data.draw(
            st.dictionaries(st.sampled_from(["piece", "lang", "ruling", "t_s", "x"]), LINES | st.text(max_size=30))
        )
        query = "?" + "&".join(f"{name}={_quoted(value)}" for name, value in wanted.items())
        token = data.draw(st.sampled_from([table.judge, ""]))
        status, _ = check(table, "GET", path, query, token=token)
        assert (status == 401) == (not token)

    ask()


def _quoted(text):
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "replace"))


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", [*GETS, *POSTS])
def test_other_methods_are_refused(table, method, path):
    assert table.request(method, path, token=table.judge)[0] in (400, 405, 429)


def test_the_state_is_what_judge_json_prints(table):
    moment = demo_moment("cleared")
    printed = json.loads(to_json(judgement(moment.state, moment.settings.notes)))
    _, state = check(table, "GET", "/api/state", token=table.judge)
    assert set(printed) == {"pieces", "rulings", "registration", "warnings", "notes", "dice"}
    for name in set(printed) - {"rulings"}:
        assert state[name] == printed[name], name
    assert len(state["rulings"]) == len(printed["rulings"]) > 100
    for mine, theirs in zip(state["rulings"], printed["rulings"], strict=True):
        assert {name: mine[name] for name in theirs} == theirs
        assert {"question", "word", "measured", "why", "section"} <= set(mine)
    assert check(table, "GET", "/api/rulings", token=table.judge)[1] == state["rulings"]
    msgspec.convert(state, type=type(judgement(moment.state)))


def test_a_piece_narrows_the_rulings(table):
    _, rows = check(table, "GET", "/api/rulings", "?piece=harbinger", token=table.judge)
    assert rows
    assert all("harbinger" in (each["subject"], each["target"]) for each in rows)


def test_what_a_referee_covers_is_in_no_answer(table):
    mary = table.player("Pirates")
    table.board.post(fair_play=FairPlay.REFEREE, is_released=False)
    try:
        _, state = check(table, "GET", "/api/state", token=mary)
        assert [state[name] for name in ("pieces", "rulings", "dice", "warnings", "plan")] == [[], [], [], [], []]
        assert state["registration"] is None
        assert check(table, "GET", "/api/picture.jpg", token=mary)[0] == 404
    finally:
        table.board.post(fair_play=FairPlay.OPEN, is_released=True)
