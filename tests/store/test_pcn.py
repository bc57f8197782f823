"""The score of a match: its text and back, and what becomes of a text that is none."""

import time
import tracemalloc

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tableassist.errors import BadFileError
from tableassist.rulebook.ruling import Verdict
from tableassist.store.score import Score, Tag, parse_score, score_text, write_score
from tableassist.store.score.reader import MOST_BYTES, read_score
from tableassist.store.score.score import (
    Call,
    Line,
    Moved,
    Noted,
    Overruled,
    Place,
    Placed,
    ScoredLeg,
    ScoredQuestion,
    ScoredRemark,
    Shifted,
    Touch,
)
from tests.store.pcn_scores import scores

SPECIMEN = """\
[Format "1"]
[Ship "harbinger" "Harbinger" "Pirates"]

0. harbinger = (640,650,-145)
12. harbinger L30 S-15 > (412.3,288.1,137.5) legal x dauphin:ram @187.4
12. dauphin & harbinger > (380,288.1,137.5)
12. reef ~ (100.1,100,0) {bumped}
12. harbinger ? "La Gaule" shot:1=no shot:2=yes ram=close
12. harbinger ! "La Gaule" shot:1=no/yes by "Anne B." {the mast \\} leans}
13. Mary % turn
13. oxley % mast-lost 2
13. oxley S=12.5 ^-45 > (1,2,3) illegal / palm-island:docking / palm-island:contact
13. {good game}
"""


def told_of(text):
    """What is said about a text that is no score; nothing about one that is."""
    try:
        parse_score(text)
    except BadFileError as problem:
        return str(problem)
    return ""


def test_the_specimen_says_what_it_says():
    score = parse_score(SPECIMEN)
    assert score.tag("Ship") == "harbinger"
    assert score == Score(
        (Tag("Format", ("1",)), Tag("Ship", ("harbinger", "Harbinger", "Pirates"))),
        (
            Line(0, Placed("harbinger", Place(640, 650, -145))),
            Line(
                12,
                Moved(
                    "harbinger",
                    Place(412.3, 288.1, 137.5),
                    (ScoredLeg("L", 30), ScoredLeg("S", -15)),
                    verdict=Verdict.YES,
                    made=(Touch("dauphin", "ram"),),
                ),
                187.4,
            ),
            Line(12, Moved("dauphin", Place(380, 288.1, 137.5), towed_by="harbinger")),
            Line(12, Shifted("reef", Place(100.1, 100, 0)), comment="bumped"),
            Line(
                12,
                ScoredQuestion(
                    "harbinger",
                    "La Gaule",
                    (Call("shot", Verdict.NO, 1), Call("shot", Verdict.YES, 2), Call("ram", Verdict.TOO_CLOSE)),
                ),
            ),
            Line(
                12,
                Overruled("harbinger", "La Gaule", Call("shot", Verdict.NO, 1), Verdict.YES, "Anne B."),
                comment="the mast } leans",
            ),
            Line(13, Noted("Mary", "turn")),
            Line(13, Noted("oxley", "mast-lost", ("2",))),
            Line(
                13,
                Moved(
                    "oxley",
                    Place(1, 2, 3),
                    (ScoredLeg("S", 0, 12.5),),
                    -45,
                    verdict=Verdict.NO,
                    broken=(Touch("palm-island", "docking"), Touch("palm-island", "contact")),
                ),
            ),
            Line(13, ScoredRemark(), comment="good game"),
        ),
    )
    assert score_text(score) == SPECIMEN


@settings(max_examples=250, deadline=None)
@given(scores)
def test_a_score_and_its_text_are_the_same_thing(score):
    text = score_text(score)
    again = parse_score(text)
    assert again == score
    assert score_text(again) == text
    assert all(line.isprintable() for line in text.split("\n"))


def test_a_file_keeps_it(tmp_path):
    path = tmp_path / "match.pcn"
    write_score(path, parse_score(SPECIMEN))
    assert path.read_text("utf-8") == SPECIMEN
    assert read_score(path) == parse_score(SPECIMEN)


def test_text_that_was_pasted_and_edited_by_hand_is_read():
    loose = "\ufeff" + SPECIMEN.replace("\n", "  \r\n").replace(" > ", "   >\t") + "\n; a line for people\n\n"
    assert parse_score(loose) == parse_score(SPECIMEN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("12. ship X30 > (1,2,3)", "line 1, column 10: got 'X30 > .1,2,3.', expected a segment"),
        ('[Table "a"]\n1. a = (1,2)', "line 2, column 12: got '.', expected ,"),
        ("1. a = (1,2,3)\n[Table 'b']", "line 2, column 1: .*tags come first"),
        ("twelve. a = (1,2,3)", "line 1, column 1: .*expected a turn's number and a dot"),
        ("1. a = (nan,2,3)", "column 9: got 'nan,2,3.', expected a number of up to six digits"),
        ("1. a = (1e9,2,3)", "column 10: got 'e9,2,3.', expected ,"),
        ("1. a = (1234567,2,3)", "expected a number of up to six digits"),
        ('1. "a = (1,2,3)', 'expected words in "quotes"'),
        ("1. a = (1,2,3) {no end", "expected a comment in {braces}"),
        ("1. a = (1,2,3) now", "column 16: got 'now', expected the end of the line"),
        ("1. a ? b shot:1=maybe", "got 'maybe', expected one of yes, no, close, unseen"),
        ("1. a % sunk", "expected one of turn, mast-lost"),
        ('1. "\\u110000;" = (1,2,3)', "expected a character's number"),
        (f"1. {'a' * 81} = (1,2,3)", "got 81 characters, expected at most 80"),
        (f"1. a {'S ' * 13}> (1,2,3)", "at most 12 segments"),
        (f"1. a > (1,2,3){' x b:ram' * 61}", "at most 60 contacts"),
        ("1. a = (1,2,3)\n" * 20_001, "line 20001, .*at most 20000 lines"),
        ('[A "b"]\n' * 1_001, "line 1001, .*at most 1000 tags"),
        ("x" * (MOST_BYTES + 1), "expected at most 4000000 characters"),
        ("x" * 100_001, "line 1, column 1: got 100001 characters, expected at most 100000"),
    ],
)
def test_what_is_no_score_is_told_in_one_line_with_its_place(text, words):
    with pytest.raises(BadFileError, match=words) as problem:
        parse_score(text)
    assert len(str(problem.value).splitlines()) == 1


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("utf-8", "replace")))
@example('1. "\\')
@example("1. a {\\")
def test_any_text_is_a_score_or_one_line(text):
    assert told_of(text).isprintable()


@settings(max_examples=500, deadline=None)
@given(st.integers(0, len(SPECIMEN) - 1), st.integers(0, 5), st.sampled_from(list('"{}()[]=><x/:@\\.,-0 \n\x00\x1b')))
def test_a_damaged_score_is_a_score_or_one_line(at, cut, put):
    assert told_of(SPECIMEN[:at] + put + SPECIMEN[at + cut :]).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        '1. "' + "\\" * 99_000,
        "1. {" + "a\\" * 49_000,
        "1. " + "a-" * 49_000,
        "1. a > (" + "9" * 99_000,
        "\n" * 3_999_999,
        "\n" * 50_000,
        "1. a ? b " + "r=yes " * 16_000,
        "[" * 99_999,
        "1. " + " " * 99_000 + "x",
    ],
)
def test_hostile_text_costs_neither_time_nor_memory(text):
    tracemalloc.start()
    began = time.process_time()
    words = told_of(text)
    took = time.process_time() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(words) < 200
    assert took < 4.0
    assert peak < 100e6


def test_a_file_that_cannot_be_read_is_told_in_one_line(tmp_path):
    with pytest.raises(BadFileError, match="no such file"):
        read_score(tmp_path / "none.pcn")
    (tmp_path / "raw.pcn").write_bytes(b"1. a \xff\xfe")
    with pytest.raises(BadFileError, match="byte 5 is not UTF-8"):
        read_score(tmp_path / "raw.pcn")
    with pytest.raises(BadFileError, match="cannot be read"):
        read_score(tmp_path)
