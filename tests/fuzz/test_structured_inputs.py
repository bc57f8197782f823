"""Tables of the right shape with wrong values in any place of them; and words of any sort that must come back."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.fuzz_readers import survey_seeds
from tableassist.errors import BadFileError
from tableassist.messages.message import visible
from tableassist.sources import demo_table_path
from tableassist.store.camera.board_file import CharucoEntry
from tableassist.store.camera.mat_layout_file import SurveyFileEntry
from tableassist.store.camera.profile_file import ProfileEntry
from tableassist.store.case.file import CaseEntry
from tableassist.store.files import packaged_folder
from tableassist.store.files.toml_file import convert
from tableassist.store.models.catalogue_file import MisprintsEntry
from tableassist.store.models.entry import ModelEntry
from tableassist.store.table import Findings, read_leniently
from tableassist.store.table_edit import quoted

QUICK = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
CASES = Path(__file__).parents[1] / "cases"
KEYS = st.sampled_from(["id", "tag", "x_mm", "name", "tags", "pieces", "mat", "model", "\n", ""]) | st.text(max_size=5)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**30, 10**4000, -(10**400), 2**63, -1, 0])
    | st.floats()
    | st.text(max_size=20)
    | st.datetimes()
    | st.times()
    | st.binary(max_size=4)
)


def _inside(inner):
    return st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4)


ANYTHING = st.recursive(LEAVES, _inside, max_leaves=12)


@cache
def good_tables():
    """A struct and a good table of its sort."""
    folder = packaged_folder("calibration")
    case = next(iter(sorted(CASES.rglob("*.toml"))))
    return (
        (ProfileEntry, tomllib.loads((folder / "studio-720p.toml").read_text("utf-8"))),
        (CharucoEntry, tomllib.loads((folder / "boards" / "a4.toml").read_text("utf-8"))),
        (ModelEntry, tomllib.loads((packaged_folder("models") / "fort.toml").read_text("utf-8"))),
        (ModelEntry, tomllib.loads((packaged_folder("models") / "longship-2.toml").read_text("utf-8"))),
        (CaseEntry, tomllib.loads(case.read_text("utf-8"))),
        (SurveyFileEntry, tomllib.loads(survey_seeds()[0].decode())),
        (
            MisprintsEntry,
            {"format": 1, "misprints": [{"key": "a", "name": "b", "field": "c", "corrected": "d", "why": "e"}]},
        ),
    )


def places(raw, before=()):
    """Every place of a table, as a path of keys and numbers."""
    yield before
    inside = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in inside:
        yield from places(value, (*before, key))


def with_value(raw, place, value):
    if not place:
        return value
    key, *rest = place
    copy = dict(raw) if isinstance(raw, dict) else list(raw)
    copy[key] = with_value(raw[key], rest, value)
    return copy


@QUICK
@given(st.data())
def test_any_value_in_any_place_of_a_file_is_taken_or_refused_in_one_line(data):
    kind, good = data.draw(st.sampled_from(good_tables()))
    place = data.draw(st.sampled_from(sorted(places(good), key=repr)))
    raw = with_value(good, place, data.draw(ANYTHING))
    told = ""
    try:
        made = convert(Path("x.toml"), raw, kind)
    except BadFileError as problem:
        made, told = None, str(problem)
    assert isinstance(made, kind) or (told.startswith("x.toml: ") and told == visible(told))


@QUICK
@given(st.data())
def test_any_value_in_any_place_of_a_table_is_told_and_the_rest_is_read(data):
    demo = tomllib.loads(demo_table_path().read_text("utf-8"))
    place = data.draw(st.sampled_from(sorted(filter(None, places(demo)), key=repr)))
    findings = Findings(demo_table_path())
    read_leniently(with_value(demo, place, data.draw(ANYTHING)), findings)
    assert all(problem.line == visible(problem.line) for problem in findings.problems)


@QUICK
@given(st.text(max_size=60))
def test_a_name_that_is_written_reads_back_but_for_what_cannot_be_printed(name):
    shown = "".join(letter for letter in name if letter.isprintable())
    assert tomllib.loads(f"name = {quoted(name)}") == {"name": shown}


def test_a_good_table_of_each_sort_is_good():
    for kind, good in good_tables():
        assert isinstance(convert(Path("x.toml"), good, kind), msgspec.Struct)
