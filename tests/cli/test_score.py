"""A score that somebody sent: in words, as a page, or refused in one line."""

import re
from html import unescape

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadFileError
from tableassist.messages import speaking
from tableassist.store.score import parse_score, score_lines, score_page
from tests.store.pcn_scores import scores

SCORE = """[Format "1"]
[Edition "complete" "multiplayer"]
[Ruler "57.5" "83.8"]
[Mat "900" "600"]
[House "table-edge" "wall"]
[Player "Anne"]
[Player "Mary"]
[Ship "harbinger" "Harbinger" "Anne" "SM/PS-012"]
[Ship "dauphin" "Le Dauphin <b>Royal" "Mary"]
[Piece "cay" "Palm Cay"]

0. harbinger = (640,450,-145)
0. dauphin = (512.5,320,12)
0. cay = (700,385,75)
1. Anne % turn @61
1. harbinger L30 S-15=41.2 ^-45 > (552.3,361.1,-130) legal x dauphin:ram / cay:docking @75.4
1. harbinger ? dauphin shot:1=yes shot:3=close @75.4
1. harbinger ! dauphin shot:3=close/no by Mary @80 {the mast is in the way}
1. dauphin % mast-lost 2 @92.5
1. dauphin % state on-fire @93
2. Mary % turn @101
2. dauphin > (594.5,337.4,12) illegal @118.2 {L: out of reach by 2.4 mm}
2. cay ~ (701.2,385,75.3) @118.2 {bumped}
2. @140 {good game}
"""
TOLD = """Anne against Mary
Edition: complete, multiplayer
Ruler: 57.5 and 83.8 mm
Mat: 900 x 600 mm
House rule: table-edge = wall

Set-up
  Harbinger lies at 640, 450 mm, heading -145°.
  Le Dauphin <b>Royal lies at 512.5, 320 mm, heading 12°.
  Palm Cay lies at 700, 385 mm, heading 75°.

Turn 1
  1:01.0  Anne's turn begins.
  1:15.4  Harbinger turns 30° to port and sails a full L, then turns 15° to starboard and sails 41.2 mm of S, and turns 45° to starboard on her stern, to 552.3, 361.1 mm, heading -130°: legal. Rams Le Dauphin <b>Royal. Leaves Palm Cay.
  1:15.4  Harbinger at Le Dauphin <b>Royal: shot of cannon 1 YES, shot of cannon 3 TOO CLOSE TO CALL.
  1:20.0  Harbinger at Le Dauphin <b>Royal: shot of cannon 3 TOO CLOSE TO CALL, but Mary calls NO. the mast is in the way
  1:32.5  Le Dauphin <b>Royal loses mast 2.
  1:33.0  Le Dauphin <b>Royal is on fire.

Turn 2
  1:41.0  Mary's turn begins.
  1:58.2  Le Dauphin <b>Royal moves, to 594.5, 337.4 mm, heading 12°: not legal. L: out of reach by 2.4 mm
  1:58.2  Palm Cay is shifted to 701.2, 385 mm, heading 75.3°. bumped
  2:20.0  good game
"""  # noqa: E501


@pytest.fixture
def path(tmp_path):
    (tmp_path / "a.pcn").write_text(SCORE, "utf-8")
    return tmp_path / "a.pcn"


def test_it_is_told_in_words(path):
    done = CliRunner().invoke(app, ["score", str(path)])
    assert done.exit_code == 0
    assert done.output == TOLD


def test_it_is_a_page_with_the_table_after_each_turn(path, tmp_path):
    done = CliRunner().invoke(app, ["score", str(path), "--out", str(tmp_path / "a.html")])
    assert done.exit_code == 0, done.exception
    page = (tmp_path / "a.html").read_text("utf-8")
    plans = re.findall(r'<svg class="plan" viewBox="0 0 900 600".*?</svg>', page, re.DOTALL)
    assert len(plans) == 3
    assert "<b>Royal" not in page
    # Harbinger's dart: its tip is 18 mm ahead of (552.3, 361.1) at -130 degrees, y down.
    assert "M540.7,252.7" in plans[1]
    assert "M640.0,150.0L552.3,238.9" in plans[1], "the way she came"
    assert SCORE in unescape(page)


def test_what_is_no_score_says_where(tmp_path):
    (tmp_path / "no.pcn").write_text('[Format "1"]\n\n1. me L30 (1,2,3)\n')
    done = CliRunner().invoke(app, ["score", str(tmp_path / "no.pcn")])
    assert isinstance(done.exception, BadFileError)
    assert "no.pcn, line 3, column" in str(done.exception)


def test_half_a_character_is_refused():
    """It could be read, and then be written to no file."""
    with pytest.raises(BadFileError, match="expected a character's number"):
        parse_score('0. "a\\ud800;" = (1,2,3)\n', where="a.pcn")


def test_signs_that_a_terminal_obeys_are_not_shown(tmp_path):
    (tmp_path / "a.pcn").write_text('0. "a\\u1b;[31m" = (1,2,3)\n')
    done = CliRunner().invoke(app, ["score", str(tmp_path / "a.pcn")])
    assert done.exit_code == 0, done.exception
    assert "\x1b" not in done.output


@settings(max_examples=80, deadline=None)
@given(scores)
def test_any_score_can_be_told_and_drawn(score):
    assert all(isinstance(line, str) for line in score_lines(score))
    page = score_page(score)
    assert page.count('<svg class="plan"') == min(200, len({line.turn for line in score.lines}))
    assert re.findall(r"<script|<img|javascript:", page) == []


def test_a_mat_that_makes_no_sense_is_the_usual_one():
    page = score_page(parse_score('[Mat "x" "-3"]\n0. a = (1,2,3)\n', where="a"))
    assert 'viewBox="0 0 915 915"' in page


def test_it_is_written_in_the_readers_language():
    with speaking("de"):
        page = score_page(parse_score(SCORE, where="a"))
    assert '<html lang="de">' in page
    assert "552,3, 361,1 mm" in page
    assert SCORE in unescape(page), "the score itself is in no language"
