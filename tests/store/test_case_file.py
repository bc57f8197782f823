import math

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.pieces import PieceState
from tableassist.rulebook.state.questions import is_in
from tableassist.store.case import read_case

GOOD = """
format = 1
why = "They are near."
cites = ["row 1"]
edition = "revolution"

[[pieces]]
id = "a"
model = "two-mast"
owner = "A"
cannons = "3L-2S"
x_mm = 10.0
y_mm = 20.0
heading_deg = 90.0

[[pieces]]
id = "b"
model = "one-mast"
owner = "B"
masts_lost = [1]
state = ["derelict"]
x_mm = 90.0
y_mm = 20.0
own = [[0.04, 0.0, 0.0], [0.0, 0.09, 0.0], [0.0, 0.0, 0.0001]]
shared = [[0.1], [0.2], [0.0]]

[[pieces]]
id = "c"
model = "island-round"

[[expected]]
rule = "range"
subject = "a"
target = "b"
cannon = 1
verdict = "yes"
"""


def read(tmp_path, text):
    path = tmp_path / "case.toml"
    path.write_text(text, encoding="utf-8")
    return read_case(path)


def test_a_case_is_read_as_a_scene(tmp_path):
    case = read(tmp_path, GOOD)
    assert case.why == "They are near."
    assert case.rules.edition.name == "revolution"
    assert case.poses["a"].pose.heading_rad == pytest.approx(math.pi / 2)
    assert np.allclose(np.diag(case.poses["b"].covariance), [0.04 + 0.01, 0.09 + 0.04, 0.0001])
    assert is_in(case.state, "b", PieceState.DERELICT)
    assert [piece.id for piece in case.scene.unseen] == ["c"]
    assert [cannon.reach for cannon in case.pieces[0].cannons] == ["L", "S"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('model = "two-mast"', 'model = "too-mast"', "pieces[0].model: got 'too-mast', did you mean 'two-mast'?"),
        ('owner = "B"', 'owner = "Z"', "pieces[1].owner: got 'Z', expected one of A, B"),
        ('"revolution"', '"revolutoin"', "edition: got 'revolutoin', did you mean 'revolution'?"),
        ('target = "b"', 'target = "d"', "expected[0].target: got 'd', expected one of a, b, c"),
        ('id = "c"', 'id = "a"', "pieces[2].id: got 'a' a second time, expected each id once"),
        ("y_mm = 20.0", "", "pieces[0].y_mm: missing, expected it together with x_mm"),
        ("[0.0, 0.09, 0.0]", "[0.0, 0.09]", "pieces[1].own: got rows of 3, 2, 3 numbers, expected 3 rows of 3"),
        ('verdict = "yes"', 'verdict = "maybe"', "expected[0].verdict: Invalid enum value 'maybe'"),
        ("heading_deg = 90.0", "heading = 90.0", "pieces[0]: Object contains unknown field heading"),
        ("x_mm = 10.0", "x_mm = nan", "pieces[0].x_mm: got nan, expected a number"),
        ("heading_deg = 90.0", "before = { x_mm = 1.0, y_mm = 1.0 }",
         "pieces[0].base_move: missing, expected it of a piece that has moved"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_file_field_and_what_was_expected(tmp_path, old, new, words):
    assert old in GOOD
    with pytest.raises(BadFileError) as problem:
        read(tmp_path, GOOD.replace(old, new, 1))
    assert str(problem.value) == f"{tmp_path / 'case.toml'}: {words}"


@pytest.mark.parametrize("kind", ["ships", "crew", "islands", "terrain"])
@pytest.mark.parametrize("odd", ['["a"]', "{ a = 1 }", "7"])
def test_an_id_of_the_game_that_is_no_text_is_refused_in_words(tmp_path, kind, odd):
    case = 'format = 2\nwhy = "x"\nedition = "complete"\nacts = ["A end-turn"]\nexpected = []\n'
    game = '[game]\nplayers = [{ name = "A" }, { name = "B" }]\n'
    with pytest.raises(BadFileError, match=rf"case.toml: game: {kind}\[0\]"):
        read(tmp_path, case + game + f"{kind} = [{{ id = {odd} }}]\n")
