"""Nothing is lost: the game is kept while it is played, and offered at the next start of the real window."""

import json
import os
import signal
import subprocess
import sys

import pytest
import real_screen

SCRIPT = "play_kept_game.py"


@pytest.fixture(scope="module")
def environment():
    with real_screen.screen() as made:
        yield made


def assert_resumed(told, before):
    assert told["asked"].startswith("Resume the game of ")
    assert told["resumed"] == before
    assert told["undone"] == told["fresh"], "resuming can be undone"
    assert told["again"] == before
    assert [words.split(" (")[0] for words in told["noted"]] == ["the bow"], "in the record that runs now, too"


def test_a_game_that_was_quit_is_resumed_whole_and_one_that_was_ended_stays_in_the_menu(environment, tmp_path):
    before = real_screen.played(SCRIPT, tmp_path, "quit", environment=environment)
    assert before["masts"] == [3]
    assert before["turn"]
    assert len(before["crew"]) == 1
    assert before["marks"] == ["the bow"]
    assert [call[1:] for call in before["overruled"]] == [["both saw it", "Anne"]]
    assert_resumed(real_screen.played(SCRIPT, tmp_path, "resume", environment=environment), before)
    started = real_screen.played(SCRIPT, tmp_path, "start", environment=environment)
    assert started["words"].startswith("&Resume the game of ")
    assert started["resumed"] == before
    assert not started["asked_again"]
    told = real_screen.played(SCRIPT, tmp_path, "new", environment=environment)
    assert told["state"]["masts"] == []
    assert ["1 mast lost" in words for words in told["menu"]] == [True]


def test_a_kill_loses_nothing(environment, tmp_path):
    command = [sys.executable, str(real_screen.HERE / SCRIPT), str(tmp_path), "play"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        before = json.loads(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    told = real_screen.played(SCRIPT, tmp_path, "resume", environment=environment)
    assert_resumed(told, before)
    assert ["was interrupted" in words for words in told["more"]] == [True], "then the last minutes are offered"


def test_another_table_in_its_place_loses_nothing(environment, tmp_path):
    told = real_screen.played(SCRIPT, tmp_path, "switch", environment=environment)
    assert_resumed(told, told["before"])


def test_a_recording_goes_to_the_library_by_itself_and_is_listed_at_once(environment, tmp_path):
    told = real_screen.played(SCRIPT, tmp_path, "record", environment=environment)
    assert len(told["names"]) == 2, "the second has a name of its own"
    assert told["listed"] == 2
    assert told["frames"] > 5
    assert not any(letter in name for name in told["names"] for letter in '<>:"/\\|?*'), "the table is called Demo: …"
