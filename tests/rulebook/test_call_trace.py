"""A person who asks why a shot is allowed or not can read all the code that answers."""

from tests.rulebook.call_trace import functions_called, shot_past_an_island

MAX_FUNCTIONS, MAX_FILES = 60, 12


def test_few_functions_in_few_files_say_whether_she_may_shoot_her():
    calls = functions_called(shot_past_an_island())
    files = {file for file, _ in calls}
    assert "rulebook/shooting/permission.py" in files
    assert "rulebook/shooting/line_of_fire.py" in files
    assert len(calls) <= MAX_FUNCTIONS, sorted(calls)
    assert len(files) <= MAX_FILES, sorted(files)
