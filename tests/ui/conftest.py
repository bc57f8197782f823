"""Windows without a screen, unless a platform is asked for."""

import os

import pytest
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


PATIENCE_MS = 60_000
"""Nothing here waits for a clock: a test ends when its condition holds, however busy the machine is."""
for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals):
    wait.__kwdefaults__["timeout"] = PATIENCE_MS


@pytest.fixture(scope="session")
def qapp_cls():
    from PyQt6.QtWidgets import QApplication

    return QApplication


@pytest.fixture(autouse=True)
def application(qapp):  # noqa: ARG001
    """Everything here measures type, so everything needs the application, dressed as the user sees it."""
    from tableassist.ui.shell.application import make_application

    return make_application()
