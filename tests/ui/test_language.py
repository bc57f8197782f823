"""The window takes another language: every word of it can be translated, and German fits."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from made_up_table import FakeProgram, FakeTable, made_up_frame, made_up_moment, made_up_settings
from PyQt6.QtCore import QLocale
from PyQt6.QtWidgets import QDoubleSpinBox, QMenu
from words_in_source import iter_sources, list_untranslatable

from tableassist.messages import LANGUAGES, tr
from tableassist.messages.extract import LANGUAGES as FILES
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.ui.language import speak
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow

KEY = re.compile(r"&(\w)")


def test_every_word_is_a_literal_that_can_be_told_later_and_translated():
    for path, tree in iter_sources():
        for kind, places in list_untranslatable(path, tree).items():
            assert places == [], kind


def test_each_kind_of_untranslatable_word_is_noticed():
    bad = """
TITLE = tr("Table")
MARKED = template("Ship")
def show(label, words):
    label.setText("Harbour")
    label.setText(tr(words))
    label.setText(tr(MARKED))
    label.setText("± 3")
"""
    places = list_untranslatable(Path("tableassist/ui/x.py"), ast.parse(bad))
    assert {kind: [place.split()[0] for place in found] for kind, found in places.items()} == {
        "not literal": ["x.py:6"],
        "before the language is chosen": ["x.py:2"],
        "shown untranslated": ["x.py:5"],
    }


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_a_language_keeps_the_keys_of_menus_and_buttons(code):
    """A word that has a key in English has one in every language; none has two."""
    with (FILES / f"{code}.po").open("rb") as file:
        told = {each.id: each.string for each in read_po(file, locale=code) if each.id and isinstance(each.id, str)}
    pairs = [(text, words) for text, words in told.items() if words]
    assert [text for text, words in pairs if len(KEY.findall(words)) != len(KEY.findall(text))] == []


def test_the_window_speaks_german_and_english_again():
    try:
        speak("de")
        assert tr("&File") == "&Datei"
    finally:
        speak("en")
    assert tr("&File") == "&File"


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
    moment, camera = made_up_moment(made_up_frame(960, 540)), CaptureHealth(CaptureState.SEEING)
    window.status.show_rows(window.board.status_rows(moment, camera, 25.0))
    window.status.update_now()
    assert "25,0 Bilder/s" in window.status.text()
    assert window.minimumSizeHint().width() < 1280


def test_no_two_entries_of_a_german_menu_have_one_key(window):
    menus = [window.menuBar(), *window.findChildren(QMenu)]
    keys = {menu: [key.casefold() for each in menu.actions() for key in KEY.findall(each.text())] for menu in menus}
    assert sum(map(len, keys.values())) > 30
    assert [found for found in keys.values() if len(set(found)) < len(found)] == []


def test_numbers_that_are_typed_have_the_marks_of_the_language(german, qtbot):  # noqa: ARG001
    box = QDoubleSpinBox()
    qtbot.addWidget(box)
    box.setMaximum(9999.0)
    box.setValue(1234.5)
    assert box.text() == "1234,50"
    speak("en")
    assert QLocale().decimalPoint() == "."


def test_every_language_is_in_the_menu_by_its_own_name(window):
    window.findChild(QMenu, "languages").aboutToShow.emit()
    names = {action.text() for menu in window.findChildren(QMenu) for action in menu.actions()}
    assert {"English", "Deutsch"} <= names
