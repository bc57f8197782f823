"""A table file that somebody edits while its table is open is noticed, and offered to be loaded again."""

import shutil
from types import SimpleNamespace

import pytest
from PyQt6.QtWidgets import QWidget

from tableassist.sources.table_source import demo_table_path
from tableassist.store.table import read_table
from tableassist.ui.shell.window_files import TableFileWatch


@pytest.fixture
def table(tmp_path):
    return shutil.copy(demo_table_path(), tmp_path / "evening.toml")


@pytest.fixture
def watch(qtbot, table):
    asker, reloads = QWidget(), []
    qtbot.addWidget(asker)
    asker.show()
    made = TableFileWatch(table, SimpleNamespace(settings=read_table(table)), lambda: reloads.append(1), asker)
    made.reloads = reloads
    return made


def test_another_ship_is_noticed_and_loaded_once_it_is_wanted(watch, table, qtbot):
    table.write_text(table.read_text("utf-8").replace('name = "Harbinger"', 'name = "Black Pearl"'), "utf-8")
    qtbot.waitUntil(lambda: watch.box is not None)
    assert "evening.toml was changed" in watch.box.text()
    next(button for button in watch.box.buttons() if "Load" in button.text()).click()
    assert watch.reloads == [1]


def test_an_editor_that_puts_a_new_file_in_its_place_is_noticed_too(watch, table, qtbot):
    fresh = table.with_name("fresh.toml")
    fresh.write_text(table.read_text("utf-8").replace('name = "Harbinger"', 'name = "Black Pearl"'), "utf-8")
    fresh.replace(table)
    qtbot.waitUntil(lambda: watch.box is not None)
    next(button for button in watch.box.buttons() if "Not" in button.text()).click()
    qtbot.waitUntil(lambda: watch.box is None)
    assert watch.reloads == []


def test_a_comment_changes_no_table(watch, table, qtbot):
    table.write_text("# for Friday\n" + table.read_text("utf-8"), "utf-8")
    qtbot.waitUntil(lambda: watch._known == table.read_bytes())
    assert watch.box is None
