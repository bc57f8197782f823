"""A match as a text for a forum: what it tells, and that no name of a stranger's becomes markup."""

import json
import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tableassist.messages import speaking
from tableassist.store.report import ForumMarkup, forum, forum_text
from tableassist.store.report.forum_markup import WORD_JOINER
from tableassist.store.score import parse_score, refereed_score, score_of_game
from tests.cli.game_match import ACTS, LINES, PIRATES, SET_UP, whole_game
from tests.cli.test_score import SCORE

BBCODE, MARKDOWN = ForumMarkup
TAG = re.compile(r"\[/?[a-z*][^\]]*\]", re.IGNORECASE)
NASTY = (
    "[/list][img]http://evil.example/x.png[/img][b]",
    "*a* _b_ `c` ~~d~~ #e <script>alert(1)</script> &amp; |$x$",
    "![a](javascript:1) @admin www.evil.example :evil: bert@evil.example",
    "1. - > x \\ [link](http://evil.example)",
    "- # 1) Bert",
)


def told(markup, lines=LINES):
    score = score_of_game(whole_game(lines))
    return forum_text(score, refereed_score(score, "x"), markup, version="7.8.9")


def named(name):
    """The same game, with every name a stranger's."""
    set_up = json.loads(json.dumps(SET_UP).replace("Harbinger", "XX").replace("Tortuga", "XX"))
    text = json.dumps(set_up).replace("XX", json.dumps(name)[1:-1])
    players = [json.dumps(each) for each in ACTS]
    return [line.replace(PIRATES, json.dumps(name)[1:-1]) for line in (text, *players)]


def html(text):
    return MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(text)


def test_it_tells_who_played_who_won_and_every_act_in_bbcode():
    text = told(BBCODE)
    assert text.startswith("[b][u]English against Pirates[/u][/b]\n")
    assert "[*][b]Gold[/b] English 13, Pirates 7\n" in text
    assert "[*][b]Result[/b] English has won: more than half of the gold is home.\n" in text
    assert "[b]Pirates: 7 gold[/b]" in text
    assert "[*]Harbinger: sunk\n" in text
    assert "[*]HMS Titan: 1 of 2 masts\n" in text
    assert "[b]Turn 2 · Pirates[/b]\n\n[list]\n[*]Bonny Kate moves; she docks at Tortuga." in text
    assert "rolls 2. [b]FOUL. HMS Oxley has had her action of this turn" in text
    assert "ends the turn" not in text, "the next heading says so"
    assert text.endswith("Made by tableassist 7.8.9.\n")
    opened = [tag for tag in TAG.findall(text) if not tag.startswith("[/") and tag != "[*]"]
    closed = [tag for tag in TAG.findall(text) if tag.startswith("[/")]
    assert sorted(opened) == sorted(tag.replace("/", "") for tag in closed)


def test_it_is_the_same_in_markdown():
    text = told(MARKDOWN)
    assert text.startswith("# English against Pirates\n")
    page = html(text)
    assert "<h2>Turn 3 · English</h2>" in page
    assert "<li>HMS Oxley shoots at Harbinger with cannon 2: rolls 6. Harbinger sinks.</li>" in page
    assert "<strong>Result</strong> English has won" in page


def test_it_speaks_german():
    with speaking("de"):
        text = told(MARKDOWN)
    assert "# English gegen Pirates" in text
    for english in ("sinks", "unloads", "lost", "masts", "takes"):
        assert not re.search(rf"\b{english}\b", text), english


def test_a_score_without_acts_tells_its_moves():
    text = forum_text(parse_score(SCORE), None, BBCODE, version="1")
    assert "[*]1:01.0 Anne's turn begins." in text
    assert "lies at" not in text
    assert "Le Dauphin <b>Royal" in text, "BBCode knows no HTML"


@pytest.mark.parametrize("name", NASTY)
def test_a_strangers_name_is_no_bbcode(name):
    nasty, honest = told(BBCODE, named(name)), told(BBCODE, named("Bert"))
    assert TAG.findall(nasty) == TAG.findall(honest)
    assert not re.search(r"://|@\w|www\.e", nasty)
    assert name in nasty.replace(WORD_JOINER, "").replace("［", "[").replace("］", "]")


@pytest.mark.parametrize("name", NASTY)
def test_a_strangers_name_is_no_markdown_and_reads_as_it_is_written(name):
    page = html(told(MARKDOWN, named(name)))
    tags = re.findall(r"<[^>]*>", page)
    assert tags == re.findall(r"<[^>]*>", html(told(MARKDOWN, named("Bert"))))
    assert not re.search(r"://|@\w|www\.e", page)
    assert name in unescape(page).replace(WORD_JOINER, "")


@given(name=st.text(min_size=1, max_size=40))
@settings(deadline=None, max_examples=200)
def test_whatever_a_name_holds_it_adds_no_tag_no_line_and_no_paragraph(name):
    assert not TAG.findall(BBCODE.plain(name))
    for markup in (BBCODE, MARKDOWN):
        assert len(markup.plain(name).splitlines()) <= 1
    assert set(re.findall(r"<[^>]*>", html(f"- {MARKDOWN.plain(name)}"))) <= {"<ul>", "<li>", "</li>", "</ul>"}


@pytest.mark.parametrize("markup", [BBCODE, MARKDOWN])
def test_what_no_forum_would_take_is_told_shorter(markup, monkeypatch):
    whole = told(markup)
    monkeypatch.setattr(forum, "MOST_LETTERS", len(whole) - 1)
    shorter = told(markup)
    assert "HMS Titan explores" not in shorter
    assert "Harbinger sinks." in shorter
    monkeypatch.setattr(forum, "MOST_LETTERS", len(shorter) - 1)
    shortest = told(markup)
    assert "Harbinger sinks." not in shortest
    assert "English has won" in shortest
