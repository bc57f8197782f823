"""Run a script in a Python in which importing PyQt6 raises."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = """
import sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name == "PyQt6" or name.startswith("PyQt6."):
            raise ImportError("there is no PyQt6 here")

sys.meta_path.insert(0, NoQt())
"""


def environment(folder):
    """Nothing of this user's is read or written."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DISPLAY"))}
    return {**kept, "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "config"), "PYTHONPATH": str(ROOT), "HOME": str(folder)}  # fmt: skip


def start(script, folder, *arguments, **options):
    command = [sys.executable, "-c", BLOCK + script, *arguments]
    return subprocess.Popen(command, env=environment(folder), text=True, **options)


def run(script, folder, *arguments):
    """What it printed."""
    process = start(script, folder, *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    told, _ = process.communicate(timeout=120)
    assert process.returncode == 0, told
    return told
