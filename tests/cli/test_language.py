"""The commands in the reader's language: by option, by environment, by the system."""

import pytest
from typer.testing import CliRunner

from tableassist.cli import app as program
from tableassist.cli import main
from tableassist.cli.app import app
from tableassist.cli.spoken_language import window_language
from tableassist.messages import Message, language_for, speak
from tableassist.messages.current import current_language


@pytest.fixture(autouse=True)
def english_again():
    yield
    language_for.cache_clear()
    speak("en")


def spoken_after(*arguments, **environment):
    language_for.cache_clear()  # the system's language is asked for once
    CliRunner().invoke(app, [*arguments, "check", "none.toml"], env={"TABLEASSIST_LANG": None, **environment})
    return current_language().code


def test_the_option_beats_the_environment_which_beats_the_system():
    assert spoken_after("--lang", "de", TABLEASSIST_LANG="en") == "de"
    assert spoken_after("--lang=de", LANGUAGE="en") == "de"
    assert spoken_after(TABLEASSIST_LANG="de", LANGUAGE="en") == "de"
    assert spoken_after(LANGUAGE="de_DE.UTF-8") == "de"
    assert spoken_after(LANGUAGE="C") == "en"


def test_a_language_that_is_not_there_is_refused_with_those_that_are():
    done = CliRunner().invoke(app, ["--lang", "xx", "cameras"])
    assert done.exit_code == 2
    assert "expected one of en, de" in " ".join(done.output.replace("│", " ").split())


def test_the_window_remembers_its_language_unless_the_option_says_otherwise(monkeypatch):
    spoken_after()
    assert window_language("de") == "de"
    monkeypatch.setenv("TABLEASSIST_LANG", "de")
    assert window_language("system") == "de"
    spoken_after("--lang", "en")
    assert window_language("de") == "en"


def test_help_is_looked_up_in_the_language(monkeypatch):
    monkeypatch.setattr(
        "tableassist.cli.spoken_language.say", lambda text: f"«{text}»" if isinstance(text, Message) else text
    )
    shown = CliRunner().invoke(app, ["--lang", "de", "judge", "--help"], env={"COLUMNS": "160"}).output
    assert "«Judge one picture: the pieces, the contacts, the shots in range and the close calls;" in shown
    assert "«Print everything as JSON.»" in shown
    assert "«Examples:»" in shown
    assert "tableassist judge photo.jpg --table my-table.toml" in shown
    english = CliRunner().invoke(app, ["judge", "--help"], env={"COLUMNS": "160"}).output
    assert "«" not in english


def test_a_fault_of_ours_is_one_line_that_names_the_log(monkeypatch, capsys, tmp_path):
    def broken():
        raise ZeroDivisionError("a\nb")

    monkeypatch.setenv("TABLEASSIST_LOG_FOLDER", str(tmp_path))
    monkeypatch.setattr(program, "app", broken)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    told = capsys.readouterr().err.strip()
    assert told == f"tableassist: internal error, details in {tmp_path / 'tableassist.log'}"
    assert "ZeroDivisionError" in (tmp_path / "tableassist.log").read_text("utf-8")
    from tableassist.process.log_file import stop_log

    stop_log()
