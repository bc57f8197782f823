"""The other language is complete, says the same, and takes hold."""

import re
import string

import pytest
from list_words import known, missing
from made_up_table import FakeProgram, FakeTable, made_up_frame, made_up_moment, made_up_settings
from PyQt6.QtWidgets import QMenu
from words_in_source import literals, not_literal, said_too_early
from words_outside_tr import places

from tableassist.messages import language_for, tr
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState
from tableassist.ui.language.language import speak
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow

GERMAN = known("de")
KEY = re.compile(r"&(\w)")


def varying(text):
    """The parts in braces with how they are written, and the tags."""
    fields = [(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    return sorted(fields), re.findall(r"</?\w+>", text), re.findall(r"\(\*[^)]*\)", text)


def test_every_word_of_the_window_is_a_literal_that_can_be_found():
    assert not_literal() == ()


def test_nothing_is_said_before_the_language_is_chosen():
    assert said_too_early() == ()


def test_german_is_complete():
    assert missing("de") == ()


def test_german_has_no_words_that_nobody_says():
    assert sorted(set(GERMAN) - set(literals())) == []


def test_what_varies_is_the_same_in_german():
    assert [text for text, german in GERMAN.items() if varying(german) != varying(text)] == []


def test_german_keeps_the_keys_of_menus_and_buttons():
    """A word that has a key in English has one in German; none has two."""
    keys = {text: len(KEY.findall(text)) for pair in GERMAN.items() for text in pair}
    assert [text for text, german in GERMAN.items() if keys[german] != keys[text]] == []


def test_the_window_speaks_german_and_english_again():
    try:
        speak("de")
        assert tr("&File") == GERMAN["&File"] != "&File"
    finally:
        speak("en")
    assert tr("&File") == "&File"


def test_an_unknown_language_is_english():
    assert language_for("tlh").code == "en"


def test_no_window_word_is_said_outside_tr():
    assert list(places()) == []


@pytest.fixture
def german():
    speak("de")
    yield
    speak("en")


@pytest.fixture
def window(german, qtbot, tmp_path):  # noqa: ARG001
    made = TableWindow(Session(made_up_settings(), FakeTable()), FakeProgram(tmp_path), on_close=lambda: None)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    return made


def test_the_german_window_fits_a_small_screen(window):
    window.status.show_moment(
        made_up_moment(made_up_frame(960, 540)), CaptureHealth(CaptureState.SEEING), frames_per_s=25.0
    )
    window.status.update_now()
    assert "25,0 Bilder/s" in window.status.text()
    assert window.minimumSizeHint().width() < 1280


def test_no_two_entries_of_a_german_menu_have_one_key(window):
    menus = [window.menuBar(), *window.findChildren(QMenu)]
    keys = {menu: [key.casefold() for each in menu.actions() for key in KEY.findall(each.text())] for menu in menus}
    assert sum(map(len, keys.values())) > 30
    assert [found for found in keys.values() if len(set(found)) < len(found)] == []
