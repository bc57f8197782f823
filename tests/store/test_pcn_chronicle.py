"""The score of a match that was played: the demo's, against its script."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tableassist.pieces import MoveSegment, PieceKind, PieceState
from tableassist.pipeline.moves.chronicle import Mark, chronicle_of
from tableassist.rulebook.ruling import Overruling, Verdict
from tableassist.rulebook.state.start import CrewStart
from tableassist.rulebook.state.things import CrewMember
from tableassist.store.score import Score, parse_score, score_of, score_text
from tableassist.store.score.score import (
    Call,
    Line,
    Moved,
    Noted,
    Overruled,
    Placed,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
)
from tests.pipeline.demo_states import demo_states, demo_table
from tests.pipeline.test_found_moves import Script, made_up, numbered
from tests.rulebook.move_scenes import ship
from tests.table_states import begun, mast_lost, settings_with, turn_of

DOCS = Path(__file__).parents[2] / "docs" / "pcn.md"


@pytest.fixture(scope="module")
def score():
    chronicle = chronicle_of(demo_states(), [Mark(21_000_000_000, "a fine dock")])
    return score_of(chronicle, date="2026-11-16", version="0.1.0")


def test_the_demos_score_lists_its_moves_as_the_script_has_them(score):
    moved = [(line.turn, line.entry.piece) for line in score.lines if isinstance(line.entry, Moved)]
    assert moved == [
        (1, "oxley"), (2, "harbinger"), (3, "oxley"), (4, "bonny-kate"), (4, "revenge"), (5, "plantagenet"),
        (5, "europa"), (6, "windjammer"),
    ]  # fmt: skip
    _, game = demo_table()
    last = {each.piece.id: each.pose for each in game.table_at(game.duration_s - 0.1).pieces}
    for line in score.lines:
        if isinstance(line.entry, Moved) and line.entry.piece != "oxley":
            at = last[line.entry.piece]
            assert math.hypot(line.entry.at.x_mm - at.x_mm, line.entry.at.y_mm - at.y_mm) < 0.3


def test_the_set_up_has_no_time_and_comes_first(score):
    placed = [line for line in score.lines if isinstance(line.entry, Placed)]
    assert len(placed) == 15
    assert score.lines[:15] == tuple(placed)
    assert {(line.turn, line.t_s) for line in placed} == {(0, None)}


def test_a_ram_and_a_dock_are_told_by_their_names(score):
    made = {line.entry.piece: line.entry.made for line in score.lines if isinstance(line.entry, Moved)}
    assert [(each.piece, each.rule) for each in made["plantagenet"]] == [("revenge", "ram")]
    assert [(each.piece, each.rule) for each in made["bonny-kate"]] == [("palm-island", "docking")]


def test_the_shot_that_her_second_move_opened_is_told(score):
    asked = [line.entry for line in score.lines if isinstance(line.entry, ScoredQuestion)]
    assert ("oxley", "harbinger") in [(each.piece, each.target) for each in asked]


def test_it_fits_in_a_forum_post_and_reads_back(score):
    text = score_text(score)
    assert len(text.encode()) < 2_500
    assert parse_score(text) == score
    assert "4. @21 {a fine dock}" in text


def test_the_legs_of_a_route_end_where_she_lies():
    """By sailing the score's own legs: turn, go, turn, go; the bow is 20 mm ahead of her middle."""
    settings, at = made_up(ship("me", "Anne", 100, 100, 30))
    turned = math.radians(75)
    bow = (100 + 20 * math.cos(math.radians(30)), 100 + 20 * math.sin(math.radians(30)))
    far = (bow[0] + 83.8 * math.cos(math.radians(40)), bow[1] + 83.8 * math.sin(math.radians(40)))
    end = (far[0] + 57 * math.cos(turned), far[1] + 57 * math.sin(turned))
    place = (end[0] - 20 * math.cos(turned), end[1] - 20 * math.sin(turned), 75)
    chronicle = chronicle_of(Script(at).wait().glide("me", place).wait().played(settings))
    move = score_of(chronicle, date="", version="").lines[-1].entry
    x, y, heading = *bow, 30.0
    for leg in move.legs:
        heading += leg.turn_deg
        length = {"S": 57.5, "L": 83.8}[leg.segment] if leg.length_mm is None else leg.length_mm
        x, y = x + length * math.cos(math.radians(heading)), y + length * math.sin(math.radians(heading))
    assert move.verdict is Verdict.YES
    assert math.hypot(x - end[0], y - end[1]) < 1.5  # a hand is forgiven one
    assert heading == pytest.approx(75, abs=5.1)


def test_edits_bumps_and_overrulings_have_their_lines():
    settings, at = made_up(ship("me", "Anne", 100, 100), ship("you", "Bert", 150, 113), turn="Anne")
    script = Script(at).wait().glide("me", (150, 100, 0), seconds=0.5)
    script.at["you"] = (155, 118, 12)
    script.glide("me", (200, 100, 0), seconds=0.5).wait()
    events = (turn_of("Bert"), mast_lost("you", 1), begun("you", PieceState.ON_FIRE))
    later = settings_with(settings, *events)
    later = replace(
        later, state=later.state.with_crew(CrewMember(CrewStart("me-1", "Anne", card="SM/PS-9"), "Anne", "me"))
    )
    states = list(script.played(settings, then={len(script.frames) - 5: later}))
    ruling = states[-1][0].rulings[0]
    overruling = Overruling(ruling, Verdict.YES, "we measured", "Bert", states[-1][0].t_ns)
    score = score_of(chronicle_of(states, (), (overruling,)), date="", version="")
    entries = [line.entry for line in score.lines]
    assert {(each.subject, each.what, each.words) for each in entries if isinstance(each, Noted)} == {
        ("Bert", "turn", ()),
        ("you", "mast-lost", ("1",)),
        ("you", "state", ("on-fire",)),
        ("me", "crew", ("SM/PS-9",)),
    }
    assert [each.piece for each in entries if isinstance(each, Shifted)] == ["you"]
    overruled = next(line for line in score.lines if isinstance(line.entry, Overruled))
    assert (overruled.turn, overruled.comment, overruled.entry.by) == (2, "we measured", "Bert")
    assert not any(isinstance(each, ScoredRemark) for each in entries)
    assert parse_score(score_text(score)) == score


def test_every_example_of_the_documentation_is_a_score():
    blocks = re.findall(r"```pcn\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    for block in blocks:
        assert score_text(parse_score(block)) == block


def test_a_lost_mast_tells_who_had_a_shot_though_she_had_not_moved():
    hit = mast_lost("harbinger", 1)
    states = [(state, settings_with(now, hit) if state.t_ns > 18_000_000_000 else now) for state, now in demo_states()]
    chronicle = chronicle_of(states)
    (edit,) = chronicle.edits
    assert {(shot.subject, shot.cannon, shot.verdict) for shot in edit.shots} == {("oxley", 2, Verdict.YES)}
    text = score_text(score_of(chronicle, date="", version=""))
    lines = text.splitlines()
    note = next(number for number, line in enumerate(lines) if "% mast-lost 1" in line)
    assert re.fullmatch(r"\d+\. oxley \? harbinger shot:2=yes @18\S*", lines[note + 1])
    assert parse_score(text) == score_of(chronicle, date="", version="")


def test_what_terrain_did_and_a_drift_are_comments_that_any_reader_of_the_format_takes():
    """Onto a reef by L; an iceberg against a ship whose stern is 25 mm away."""
    settings, at = made_up(
        ship("me", "Anne", 100, 100), numbered(PieceKind.REEF, 180, 100), numbered(PieceKind.ICEBERG, 300, 300),
        ship("you", "Bert", 360, 300), base_move=(MoveSegment.LONG,),
    )  # fmt: skip
    script = Script(at).wait().glide("me", (180, 100, 0)).wait().glide("iceberg", (325, 300, 0)).wait()
    made = score_of(chronicle_of(script.played(settings)), date="2026-11-16", version="0.1.0")
    text = score_text(made)
    assert parse_score(text) == made
    told = {
        line.entry.piece: (line.entry.verdict, line.comment) for line in made.lines if isinstance(line.entry, Moved)
    }
    reef = "at the end of segment 1 she touches reef: roll a d6: no result harms her"
    ice = "it meets you after 25 mm: it stops, and you loses one mast"
    assert told == {"me": (Verdict.YES, reef), "iceberg": (Verdict.YES, ice)}


def test_an_overruling_about_all_islands_together_can_be_read_again():
    line = Line(1, Overruled("islands", "", Call("set_up", Verdict.NO), Verdict.YES, "Anne"))
    score = Score((), (line,))
    assert parse_score(score_text(score)) == score
