"""One application for windows in every process of the tests: Qt takes no second one, and not one for pictures first.
And a disk that is soon full."""

import os
import subprocess
import tempfile

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["TABLEASSIST_LOG_FOLDER"] = tempfile.mkdtemp(prefix="tableassist-log-")
"""Not the user's own."""
os.environ["TABLEASSIST_LANG"] = "en"
"""Whatever the computer speaks."""


@pytest.fixture(scope="session", autouse=True)
def one_application():
    from tableassist.ui.shell.application import make_application

    return make_application()


@pytest.fixture
def small_disk(tmp_path):
    """Three megabytes, where this user may mount them."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("a disk cannot be mounted here")
    yield place
    subprocess.run(["umount", str(place)], capture_output=True, check=True)
