"""The house's own values reach the rulings."""

from dataclasses import replace

import pytest

from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import BARS
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.ruling import Verdict
from tests.rulebook.scenes import land, scene, ship


def ruled(made, name, settings):
    return next(each for each in adjudicate(made, settings) if each.rule == name and each.subject == "a")


@pytest.mark.parametrize(("tolerance_mm", "verdict"), [(1.0, Verdict.NO), (3.0, Verdict.YES)])
def test_the_houses_contact_tolerance_decides_what_touches(tolerance_mm, verdict):
    settings = RuleSettings(contact_tolerance_mm=tolerance_mm)
    docking = ruled(scene(ship("a", "A", -37, 0), land("isle", 0, 0)), "docking", settings)
    assert (docking.verdict, docking.limit_mm) == (verdict, tolerance_mm)
    ram = ruled(scene(ship("a", "A", 0, 0), ship("b", "B", 28, 0, 90.0)), "ram", settings)
    assert (ram.verdict, ram.limit_mm) == (verdict, tolerance_mm)


def test_a_ruler_that_is_not_well_known_widens_the_plus_minus_of_a_range():
    made = scene(ship("a", "A", 0, 0), ship("b", "B", 82 + 20, 0))
    sure = ruled(made, "range", RuleSettings())
    unsure = ruled(made, "range", RuleSettings(ruler=replace(BARS, sigma_mm=1.0)))
    assert sure.verdict is Verdict.YES
    assert unsure.verdict is Verdict.TOO_CLOSE
    assert unsure.sigma_mm**2 == pytest.approx(sure.sigma_mm**2 + 1.0)
