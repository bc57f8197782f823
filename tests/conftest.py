"""One application for windows in every process of the tests: Qt takes no second one, and not one for pictures first.
And a disk that is soon full."""

import atexit
import gc
import os
import shutil
import subprocess
import tempfile

import hypothesis
import pytest

from tests.shared_results import remember_by_value

# A busy machine may take a second over what usually takes a millisecond. The same examples in every run: a check
# that passed on one machine must not fail on another by the luck of its draw. `make soak` draws fresh ones.
hypothesis.settings.register_profile(
    "fresh", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.register_profile("same", hypothesis.settings.get_profile("fresh"), derandomize=True)
hypothesis.settings.load_profile(os.environ.get("TABLEASSIST_TEST_EXAMPLES", "same"))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["TABLEASSIST_LOG_FOLDER"] = tempfile.mkdtemp(prefix="tableassist-log-")
os.environ["TABLEASSIST_KEY_FOLDER"] = tempfile.mkdtemp(prefix="tableassist-keys-")
"""Not the user's own."""
if "TABLEASSIST_TEST_SIGHTS" not in os.environ:
    os.environ["TABLEASSIST_TEST_SIGHTS"] = tempfile.mkdtemp(prefix="tableassist-sights-")
    atexit.register(shutil.rmtree, os.environ["TABLEASSIST_TEST_SIGHTS"], ignore_errors=True)
"""One folder for all processes of a run (tests/shared_results.py); whoever made it removes it."""
os.environ["TABLEASSIST_LANG"] = "en"
"""Whatever the computer speaks."""


LEFT_OPEN = "ignore:unclosed <(ssl|socket):ResourceWarning"
"""paho forgets the socket of a connection that a killed broker, or a wrong certificate, ended on the way."""


@pytest.fixture
def collected():
    """What a test has forgotten is found in it, and not in one that follows."""
    yield
    gc.collect()


def pytest_collection_modifyitems(items):
    for item in items:
        if "league" in str(item.path.relative_to(item.config.rootpath)):
            item.add_marker(pytest.mark.filterwarnings(LEFT_OPEN))
            item.add_marker(pytest.mark.usefixtures("collected"))


def pytest_collection_finish():
    """Thousands of tests stay to the end: whoever looks for garbage need not go through them again and again."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser):
    parser.addoption("--no-window", action="store_true", help="make no Qt application: for tests that show nothing")


@pytest.fixture(scope="session", autouse=True)
def one_application(request):
    if request.config.getoption("--no-window"):
        return None
    from tableassist.ui.shell.application import make_application

    return make_application()


@pytest.fixture(scope="session", autouse=True)
def remembered_work():
    """Compute once what many commands of one run are asked for again.

    A forecast takes a second, and `new`, `plan`, `check` and `print kit` each make one of the same table. A picture
    takes half a second or more to judge, and its page, its JSON and its filters are asked for one after another.
    """
    from tableassist.judging import pictures as judging
    from tableassist.setup.plan import forecast

    with pytest.MonkeyPatch.context() as patch:
        remember_by_value(patch, forecast, "_predict")
        remember_by_value(patch, judging, "judged")
        yield


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
