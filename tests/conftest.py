"""One application for windows in every process of the tests: Qt takes no second one, and not one for pictures first."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session", autouse=True)
def one_application():
    from tableassist.ui.application import make_application

    return make_application()
