"""The log file: tracebacks of every thread in a file that does not grow without end, one line for the user."""

import gc
import io
import logging
import sys
import threading

import pytest

from tableassist.process import internal_error, log_file, log_path, start_log
from tableassist.process.log_file import stop_log


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(log_file.FOLDER_VARIABLE, str(tmp_path / "logs"))
    yield tmp_path / "logs"
    stop_log()


def broken():
    raise ZeroDivisionError("the compass")


def test_the_folder_is_the_one_that_is_asked_for(folder, tmp_path):
    assert log_path() == folder / "tableassist.log"
    assert start_log() == log_path()
    assert start_log(folder=tmp_path / "other") == tmp_path / "other" / "tableassist.log"


def test_an_uncaught_error_is_written_with_its_traceback_and_told_in_one_line(capsys):
    path = start_log()
    try:
        broken()
    except ZeroDivisionError:
        sys.excepthook(*sys.exc_info())
    assert "in broken" in path.read_text()
    assert capsys.readouterr().err.splitlines()[-1] == f"internal error, details in {path}"


def test_errors_of_threads_and_finalisers_are_written():
    told = []
    path = start_log(told.append)
    thread = threading.Thread(target=broken, name="the helmsman")
    thread.start()
    thread.join()
    assert "in thread 'the helmsman'" in path.read_text()
    assert told == [f"internal error, details in {path}"]

    class Leaky:
        def __del__(self):
            broken()

    Leaky()
    gc.collect()
    assert "Leaky.__del__" in path.read_text()
    assert len(told) == 1, "nobody waits for a finaliser"


def test_the_file_is_turned_over(monkeypatch, folder):
    monkeypatch.setattr(log_file, "MOST_BYTES", 2000)
    start_log()
    for number in range(100):
        logging.getLogger("tableassist.test").error("number %d of a long evening", number)
    assert len(list(folder.iterdir())) == 1 + log_file.OLDER_FILES
    assert all(each.stat().st_size <= 2000 for each in folder.iterdir())


def test_without_a_folder_that_can_be_written_the_program_goes_on(tmp_path):
    (tmp_path / "file").write_text("")
    start_log(folder=tmp_path / "file" / "logs")
    assert str(internal_error(ZeroDivisionError(), "here")).startswith("internal error")


@pytest.mark.parametrize(("level", "shown"), [(logging.WARNING, False), (logging.DEBUG, True)])
def test_a_traceback_is_on_the_terminal_only_if_asked_for(level, shown, monkeypatch):
    root, written = logging.getLogger(), io.StringIO()
    terminal = logging.StreamHandler(written)
    monkeypatch.setattr(root, "handlers", [terminal])
    monkeypatch.setattr(root, "level", level)
    logging.getLogger("tableassist").manager._clear_cache()
    path = start_log()
    try:
        broken()
    except ZeroDivisionError as error:
        internal_error(error, "here")
    logging.getLogger("tableassist").error("a child broke\n%s", "Traceback (most recent call last): ...")
    logging.getLogger("tableassist").warning("a word")
    assert ("Traceback" in written.getvalue()) is shown
    assert "a word" in written.getvalue()
    assert "Traceback" in path.read_text()
    logging.getLogger("tableassist").manager._clear_cache()


def test_basic_config_still_works_after_it():
    root = logging.getLogger()
    before = list(root.handlers)
    start_log()
    assert root.handlers == before
