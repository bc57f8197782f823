"""What may be opened or dropped, and what becomes of it."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from made_up_table import FakeProgram, FakeTable, made_up_settings
from PyQt6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PyQt6.QtGui import QDragEnterEvent, QDropEvent
from PyQt6.QtWidgets import QApplication, QMessageBox, QWidget

from tableassist.matches.recording import Recorder
from tableassist.store.match_library import export_match
from tableassist.ui.session.preferences import FAIR_PLAY, Preferences, Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.shell.start_window import StartWindow
from tableassist.ui.shell.window_files import FileKind, Opener, kind_of, sorted_out
from tests.matches.demo_match import demo_bundle


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("league.toml", FileKind.TABLE),
        ("photo.JPG", FileKind.PICTURE),
        ("evening.mp4", FileKind.VIDEO),
        ("evening.match", FileKind.MATCH),
        ("evening.match/match.sqlite", FileKind.MATCH),
        ("evening.match.zip", FileKind.PACKED_MATCH),
        ("evening.pcn", FileKind.SCORE),
        ("notes.docx", None),
    ],
)
def test_files_are_told_apart_by_their_names(name, kind):
    assert kind_of(Path(name)) is kind


def test_a_picture_dropped_with_its_table_is_opened_by_it():
    found = sorted_out((Path("a.png"), Path("league.toml"), Path("readme.txt")))
    assert (found.table, found.source, found.unknown) == (Path("league.toml"), Path("a.png"), (Path("readme.txt"),))


@pytest.fixture
def program(tmp_path):
    return FakeProgram(tmp_path)


@pytest.fixture
def asker(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


def told(asker):
    boxes = asker.findChildren(QMessageBox)
    words = [box.text() for box in boxes]
    for box in boxes:
        box.close()
    return words


def dropped(window, *names):
    """Whether they are welcome; then they are let go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(name) for name in names])
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enters, drops = QDragEnterEvent(QPoint(5, 5), *how), QDropEvent(QPointF(5, 5), *how)
    for event in (enters, drops):
        event.ignore()
        QApplication.sendEvent(window, event)
    return enters.isAccepted()


def test_a_dropped_table_opens_with_the_camera_it_had_in_either_window(program, qtbot):
    table = TableWindow(Session(made_up_settings(), FakeTable()), program, on_close=lambda: None)
    qtbot.addWidget(table, before_close_func=lambda each: each.close())
    start = StartWindow(program)
    qtbot.addWidget(start)
    for window in (start, table):
        assert dropped(window, "/games/known.toml")
        assert program.tried == [Recent("camera:0", "/games/known.toml")]
        program.tried.clear()
    assert not dropped(start)
    assert program.tried == []


def test_a_picture_is_opened_by_the_open_table(program, asker):
    program.opened = Recent("camera:0", "/games/league.toml")
    Opener(program, asker).open((Path("/games/photo.png"),))
    assert program.tried == [Recent("/games/photo.png", "/games/league.toml")]


def test_a_picture_without_a_table_is_asked_about(program, asker):
    Opener(program, asker).open((Path("/games/photo.png"),))
    assert program.tried == []
    assert "Which table" in told(asker)[0]


def test_a_score_becomes_a_page_in_the_browser(program, asker, qtbot, tmp_path):
    score, shown = tmp_path / "friday.pcn", []
    score.write_text('[Format "1"]\n[Table "Friday night"]\n[Mat "915" "915"]\n[Player "Anne"]\n\n1. Anne % turn @61\n')
    Opener(program, asker, tmp_path / "pages", shown.append).open((score,))
    qtbot.waitUntil(lambda: bool(shown or told(asker)), timeout=60_000)
    assert shown == [QUrl.fromLocalFile(str(tmp_path / "pages" / "friday.html"))]
    assert "Friday night" in (tmp_path / "pages" / "friday.html").read_text("utf-8")


def test_a_packed_match_is_imported_and_opened_and_a_strangers_zip_is_refused(program, asker, qtbot, tmp_path):
    recorder = Recorder(tmp_path / "evening", demo_bundle(), video=False)
    recorder.close()
    packed = export_match(recorder.folder, tmp_path / "evening.match.zip")
    Opener(program, asker).open((packed,))
    qtbot.waitUntil(lambda: bool(program.tried), timeout=60_000)
    (opened,) = program.tried
    assert (Path(opened.source) / "match.sqlite").is_file()
    assert Path(opened.source).parent == program.matches_root
    other = tmp_path / "holiday.zip"
    with ZipFile(other, "w") as made:
        made.writestr("beach.txt", "sand")
    words = []
    Opener(program, asker).open((other,))
    qtbot.waitUntil(lambda: bool(words.extend(told(asker)) or words), timeout=60_000)
    assert "holiday.zip" in words[0]
    assert program.tried == [opened]


def test_what_cannot_be_opened_is_named(program, asker):
    Opener(program, asker).open((Path("/games/notes.docx"),))
    assert told(asker)[0].startswith("notes.docx: expected")


def test_recent_files_are_kept_newest_first_and_once(tmp_path):
    kept = Preferences(tmp_path / "w.ini")
    for source in ("a", "b", "a", *map(str, range(20))):
        kept.add_recent(Recent(source))
    kept.save()
    again = Preferences(tmp_path / "w.ini").recent
    assert [each.source for each in again[:2]] == ["19", "18"]
    assert len(again) == 10
    kept.add_recent(Recent("19"))
    assert len(kept.recent) == 10


@pytest.mark.parametrize("text", ["[recent]\nopened=nonsense{{", "[play]\nfair-play=cheating", "\x00\xff garbage ["])
def test_spoilt_preferences_are_the_defaults(tmp_path, text):
    (tmp_path / "w.ini").write_text(text, "latin-1")
    kept = Preferences(tmp_path / "w.ini")
    assert kept.recent == ()
    assert kept.chosen(FAIR_PLAY) == "open"
    assert kept.layout("geometry").isEmpty()
