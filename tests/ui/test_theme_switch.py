"""Dark and light: as chosen, or as the system is, and at once when it changes."""

import pytest
from made_up_table import MAT_MM
from PyQt6.QtCore import QObject, Qt, pyqtSignal
from PyQt6.QtGui import QPalette

from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.look import DARK, LIGHT, Appearance, ThemeSwitch, set_appearance, theme_of, theme_switch_of
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.session.selection import Selection


class Hints(QObject):
    """A system that changes when it is told to."""

    colorSchemeChanged = pyqtSignal(Qt.ColorScheme)  # noqa: N815

    def __init__(self, scheme):
        super().__init__()
        self.scheme = scheme

    def colorScheme(self):  # noqa: N802
        return self.scheme

    def become(self, scheme):
        self.scheme = scheme
        self.colorSchemeChanged.emit(scheme)


@pytest.fixture(autouse=True)
def as_before(application):
    yield
    theme_switch_of(application).choose(Appearance.DARK)
    theme_switch_of(application).choose(Appearance.SYSTEM)


def made(application, scheme):
    theme_switch = ThemeSwitch(application, Hints(scheme))
    theme_switch.setObjectName("another")
    return theme_switch


def test_window_follows_the_system_at_once(application):
    theme_switch = made(application, Qt.ColorScheme.Light)
    assert theme_of(application.palette()) is LIGHT
    heard = []
    theme_switch.changed.connect(heard.append)
    theme_switch._hints.become(Qt.ColorScheme.Dark)
    assert theme_of(application.palette()) is DARK
    assert heard == [DARK]


def test_what_is_chosen_outlives_the_systems_change(application):
    theme_switch = made(application, Qt.ColorScheme.Dark)
    theme_switch.choose(Appearance.LIGHT)
    theme_switch._hints.become(Qt.ColorScheme.Light)
    theme_switch._hints.become(Qt.ColorScheme.Dark)
    assert theme_of(application.palette()) is LIGHT
    theme_switch.choose(Appearance.SYSTEM)
    assert theme_of(application.palette()) is DARK


def test_system_that_does_not_say_gets_the_dark_one(application):
    assert made(application, Qt.ColorScheme.Unknown).theme is DARK


def test_one_call_sets_the_look_of_the_program(application):
    set_appearance(Appearance.LIGHT)
    assert theme_of(application.palette()) is LIGHT
    assert application.palette().color(QPalette.ColorRole.WindowText).name().upper() == LIGHT.text
    assert LIGHT.line in application.styleSheet()
    assert theme_switch_of(application).appearance is Appearance.LIGHT


def test_views_change_with_it(application, qtbot):
    views = TableViews(MAT_MM, Selection())
    qtbot.addWidget(views)
    views.resize(700, 400)
    views.show()
    corners = []
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        set_appearance(appearance)
        application.processEvents()
        corners.append(int(to_bgr(views.plan.viewport().grab().toImage())[3, 3].astype(int).sum()))
    assert corners[0] > 600
    assert corners[1] < 120
