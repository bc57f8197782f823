"""The first minutes: three choices, the kit that needs no table, and what was open before."""

import pypdfium2
import pytest
from loop_eye import LoopEye
from made_up_table import FakeProgram
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QPushButton

from tableassist.messages import speaking
from tableassist.setup.plan.sample import sample_table
from tableassist.store.table import read_table
from tableassist.ui.matches.library import MatchLibrary
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program
from tableassist.ui.shell.start_window import KitDialog, StartWindow, recent_words

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def fake(tmp_path):
    return FakeProgram(tmp_path)


@pytest.fixture
def start(fake, qtbot):
    made = StartWindow(fake)
    qtbot.addWidget(made)
    made.show_recent(())
    made.show_game(None)
    made.show()
    return made


def test_there_are_three_choices_with_a_key_each(start):
    words = [each.text().splitlines()[0] for each in (start.play, start.demo, start.matches)]
    assert words == ["&Play at my table", "&Try the demo", "Open a &match"]
    assert not start.resume.isVisible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_key_is_given_twice(fake, qtbot, language):
    with speaking(language):
        start = StartWindow(fake)
    qtbot.addWidget(start)
    words = [each.text() for each in start.findChildren(QPushButton)]
    keys = [each.split("&")[1][0].lower() for each in words]
    assert len(words) == 9
    assert len(set(keys)) == len(keys), keys


def test_who_has_no_table_yet_sets_one_up_and_who_has_plays_at_it(start, fake, qtbot, tmp_path):
    qtbot.mouseClick(start.play, LEFT)
    assert fake.tried == [("set up", start)]
    fake.tried.clear()
    table = tmp_path / "league.toml"
    table.write_bytes(sample_table().read_bytes())
    mine = Recent("camera:0", str(table))
    start.show_recent((Recent("studio:demo"), Recent("camera:1", str(tmp_path / "gone.toml")), mine))
    assert "league.toml" in start.play.text()
    qtbot.mouseClick(start.play, LEFT)
    assert fake.tried == [mine]


def test_the_demo_of_either_game_and_the_sample_match_are_one_click_away(start, fake, qtbot):
    for button in (start.demo, start.card_demo, start.matches, start.sample):
        qtbot.mouseClick(button, LEFT)
    assert fake.tried == [("demo", "demo"), ("demo", "cards"), ("library", start), ("sample match", start)]


def test_what_was_open_before_is_listed_by_its_name_and_opened_as_it_was(start, fake):
    recent = (Recent("/games/friday.match"), Recent("studio:demo"), Recent("camera:0", "/games/league.toml"))
    assert [recent_words(each).splitlines()[0] for each in recent] == [
        "friday", "The demo (studio:demo)", "league.toml  ·  camera:0",
    ]  # fmt: skip
    start.show_recent(recent)
    for row in range(3):
        start.recent.itemActivated.emit(start.recent.item(row))
    assert fake.tried == [recent[0], ("demo", "demo"), recent[2]]


@pytest.fixture
def program(tmp_path):
    made = Program(
        Preferences(tmp_path / "window.ini"),
        lambda _text, _families: LoopEye(),
        roots=(tmp_path / "memory", tmp_path / "matches"),
    )
    yield made
    made.quit()


def test_the_sample_match_comes_into_the_library_and_is_replayed(program, qtbot, tmp_path):
    start = program.show_start()
    qtbot.mouseClick(start.sample, LEFT)
    qtbot.waitUntil(lambda: program.window is not None)
    window = program.window
    qtbot.waitUntil(lambda: window.session.moment is not None)
    assert window.session.is_replay
    assert (tmp_path / "matches" / "sample.match").is_dir()
    qtbot.waitUntil(window.acts_dock.isVisible)
    first = window.session.moment.frame.number
    qtbot.keyClick(window, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: window.session.moment.frame.number == first + 1)
    program.close_table()
    again = program.show_start()
    assert again.recent.item(0).text().startswith("sample\n")
    qtbot.mouseClick(again.matches, LEFT)
    library = again.findChild(MatchLibrary)
    qtbot.waitUntil(lambda: library.list.count() == 1)
    library.close()


def test_the_kit_is_saved_and_the_table_that_it_fits_is_set_up(qtbot, tmp_path):
    kit = tmp_path / "kit.pdf"
    opened = []
    dialog = KitDialog(ask_save=lambda _proposal: str(kit), open_file=opened.append, tables=lambda: tmp_path / "tables")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.paper.setCurrentIndex(dialog.paper.findText("Letter"))
    qtbot.mouseClick(dialog.save_button, LEFT)
    qtbot.waitUntil(dialog.open_button.isEnabled)
    document = pypdfium2.PdfDocument(kit)
    assert str(len(document)) in dialog.told.text()
    assert sorted(document[0].get_size()) == pytest.approx([612.0, 792.0], abs=0.5)
    document.close()
    qtbot.mouseClick(dialog.open_button, LEFT)
    assert [each.toLocalFile() for each in opened] == [str(kit)]
    with qtbot.waitSignal(dialog.set_up_wanted) as wanted:
        qtbot.mouseClick(dialog.set_up_button, LEFT)
    (table,) = wanted.args
    assert table == tmp_path / "tables" / "sample-table.toml"
    assert len(read_table(table).pieces) == 22


def test_a_kit_that_cannot_be_saved_is_told(qtbot, tmp_path):
    (tmp_path / "file").write_text("")
    dialog = KitDialog(ask_save=lambda _proposal: str(tmp_path / "file" / "kit.pdf"))
    qtbot.addWidget(dialog)
    qtbot.mouseClick(dialog.save_button, LEFT)
    qtbot.waitUntil(lambda: "kit.pdf" in dialog.told.text())
    assert not dialog.open_button.isEnabled()
