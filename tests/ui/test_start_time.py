"""The first window comes soon: what it does not need is not loaded for it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT_S = 2.0
"""Of the processor's time, from the start of Python to the window on the screen."""
LATER = ("scipy", "babel", "reportlab", "jinja2", "tableassist.ui.setup_wizard.wizard", "tableassist.ui.manual")
_SCRIPT = """
import json, os, sys, time
from PyQt6 import QtWidgets

def shown(*_):
    application = QtWidgets.QApplication.instance()
    for _ in range(200):
        application.processEvents()
        if any(each.isVisible() for each in application.topLevelWidgets()):
            break
    print(json.dumps([time.process_time(), sorted(sys.modules)]), flush=True)
    os._exit(0)

QtWidgets.QApplication.exec = shown
from tableassist.cli.play.watch import watch_source
watch_source(None, None)
"""


@pytest.fixture(scope="module")
def starts(tmp_path_factory):
    """Three of them: another program on the computer takes the processor's caches, too."""
    home = tmp_path_factory.mktemp("home")
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0", "HOME": str(home), "XDG_CONFIG_HOME": str(home),
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    runs = [
        subprocess.run([sys.executable, "-c", _SCRIPT], env=environment, capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    return [json.loads(run.stdout.splitlines()[-1]) for run in runs]


def test_the_first_window_takes_less_than_two_seconds_of_the_processor(starts):
    assert min(seconds for seconds, _ in starts) < LIMIT_S


def test_what_the_first_window_does_not_need_is_not_loaded(starts):
    loaded = set(starts[0][1])
    assert [name for name in LATER if name in loaded] == []
    assert "tableassist.ui.shell.start_window" in loaded
